/* SPDX-License-Identifier: MIT */
/* windows_stream.c: by files that go when they are closed. */
#include "harness/os/os.h"

#include "harness/os/windows_parts.h"

#include <pthread.h>
#include <stdlib.h>

/* The streams that are open. */
struct open_stream {
    struct open_stream *next;
    FILE *file;
    os_stream_take_fn *take;
    void *context;
};

static struct open_stream *all;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

FILE *os_stream_create(os_stream_take_fn *take, void *context)
{
    struct open_stream *own = malloc(sizeof(*own));
    FILE *file = own ? os_stream_scratch() : NULL;
    if (!file) {
        free(own);
        return NULL;
    }
    pthread_mutex_lock(&mutex);
    *own = (struct open_stream){ all, file, take, context };
    all = own;
    pthread_mutex_unlock(&mutex);
    return file;
}

bool os_stream_close(FILE *stream)
{
    char bytes[4096];
    size_t count;
    pthread_mutex_lock(&mutex);
    struct open_stream **at = &all;
    while (*at && (*at)->file != stream)
        at = &(*at)->next;
    struct open_stream *own = *at;
    if (own)
        *at = own->next;
    pthread_mutex_unlock(&mutex);
    const bool whole = fflush(stream) == 0 && !ferror(stream);
    rewind(stream);
    while (own && (count = fread(bytes, 1, sizeof(bytes), stream)) > 0)
        own->take(own->context, bytes, count);
    free(own);
    const bool failed = ferror(stream);
    return fclose(stream) == 0 && whole && !failed;
}

FILE *os_stream_read(const void *bytes, size_t size)
{
    FILE *stream = os_stream_scratch();
    if (stream && (fwrite(bytes, 1, size, stream) != size || fflush(stream) != 0)) {
        fclose(stream);
        return NULL;
    }
    if (stream)
        rewind(stream);
    return stream;
}
