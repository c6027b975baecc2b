/* SPDX-License-Identifier: MIT */
#include "harness/os/os.h"

#include <stdlib.h>

struct cookie {
    os_stream_take_fn *take;
    void *context;
};

static int cookie_close(void *of)
{
    free(of);
    return 0;
}

#ifdef __APPLE__
static int cookie_write(void *of, const char *bytes, int count)
{
    const struct cookie *cookie = of;
    cookie->take(cookie->context, bytes, (size_t)count);
    return count;
}

static FILE *cookie_open(struct cookie *cookie)
{
    return funopen(cookie, NULL, cookie_write, NULL, cookie_close);
}
#else
static ssize_t cookie_write(void *of, const char *bytes, size_t count)
{
    const struct cookie *cookie = of;
    cookie->take(cookie->context, bytes, count);
    return (ssize_t)count;
}

static FILE *cookie_open(struct cookie *cookie)
{
    static const cookie_io_functions_t functions = { .write = cookie_write, .close = cookie_close };
    return fopencookie(cookie, "w", functions);
}
#endif

FILE *os_stream_create(os_stream_take_fn *take, void *context)
{
    struct cookie *cookie = malloc(sizeof(*cookie));
    if (!cookie)
        return NULL;
    *cookie = (struct cookie){ take, context };
    FILE *stream = cookie_open(cookie);
    if (!stream)
        free(cookie);
    return stream;
}

bool os_stream_close(FILE *stream)
{
    const bool failed = ferror(stream);
    return fclose(stream) == 0 && !failed;
}

FILE *os_stream_read(const void *bytes, size_t size)
{
    return fmemopen((void *)bytes, size, "rb");
}
