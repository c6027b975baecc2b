/* SPDX-License-Identifier: MIT */
#include "harness/os/os.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

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

FILE *os_stream_scratch(void)
{
    return tmpfile();
}

int os_stream_output_begin(struct os_stream_output *output)
{
    fflush(stdout);
    *output = (struct os_stream_output){ .failed = ferror(stdout),
                                         .memory = memfd_create("output", MFD_CLOEXEC) };
    if (output->memory < 0)
        return errno;
    output->before = dup(STDOUT_FILENO);
    if (output->before >= 0 && dup2(output->memory, STDOUT_FILENO) >= 0)
        return 0;
    const int code = errno;
    close(output->memory);
    if (output->before >= 0)
        close(output->before);
    return code;
}

bool os_stream_output_end(struct os_stream_output *output, os_stream_take_fn *take, void *context)
{
    char bytes[4096];
    ssize_t count;
    off_t at = 0;
    bool whole = fflush(stdout) == 0 && (output->failed || !ferror(stdout));
    if (!output->failed)
        clearerr(stdout); /* of the memory, not of what it is now */
    whole = dup2(output->before, STDOUT_FILENO) >= 0 && whole;
    for (; (count = pread(output->memory, bytes, sizeof(bytes), at)) > 0; at += count)
        take(context, bytes, (size_t)count);
    close(output->before);
    close(output->memory);
    return whole && count == 0;
}
