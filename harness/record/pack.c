/* SPDX-License-Identifier: MIT */
#include "harness/record/pack.h"

#include <stdlib.h>
#include <zlib.h>

char *pack_text(const char *text, size_t size, size_t *bytes)
{
    enum { GZIP_WINDOW = 15 + 16, MEMORY_LEVEL = 9 };
    z_stream stream = { .next_in = (z_const Bytef *)text, .avail_in = (uInt)size };
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, MEMORY_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return NULL;
    const size_t room = deflateBound(&stream, size);
    char *packed = size == stream.avail_in ? malloc(room) : NULL;
    stream.next_out = (Bytef *)packed;
    stream.avail_out = (uInt)room;
    *bytes = 0;
    if (packed && deflate(&stream, Z_FINISH) == Z_STREAM_END)
        *bytes = room - stream.avail_out;
    deflateEnd(&stream);
    if (*bytes > 0)
        return packed;
    free(packed);
    return NULL;
}
