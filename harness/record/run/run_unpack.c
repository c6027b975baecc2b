/* SPDX-License-Identifier: MIT */
#include "harness/record/run/run_unpack.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

enum { UNPACK_FIRST_BYTES = 1 << 20, GZIP_WINDOW = 15 + 16 /* gzip's header and no other */ };

bool run_unpack_is_packed(const char *packed, size_t size)
{
    return size >= 2 && (unsigned char)packed[0] == 0x1f && (unsigned char)packed[1] == 0x8b;
}

/* Twice the room. NULL, or what is wrong. */
static const char *grow(char **text, size_t *capacity, size_t bytes_max)
{
    const size_t wanted = *capacity ? 2 * *capacity : UNPACK_FIRST_BYTES;
    if (*capacity > bytes_max)
        return "it would be too large";
    char *larger = realloc(*text, wanted);
    if (!larger)
        return "out of memory";
    *text = larger;
    *capacity = wanted;
    return NULL;
}

/* NULL at the end of the last member, or what is wrong. */
static const char *unpack_all(z_stream *stream, size_t bytes_max, char **text, size_t *text_bytes)
{
    size_t capacity = 0;
    for (;;) {
        const char *fault = NULL;
        if (*text_bytes == capacity && (fault = grow(text, &capacity, bytes_max)))
            return fault;
        const size_t room = capacity - *text_bytes;
        stream->next_out = (Bytef *)*text + *text_bytes;
        stream->avail_out = room < UINT_MAX ? (uInt)room : UINT_MAX;
        const uInt before = stream->avail_out;
        const int code = inflate(stream, Z_NO_FLUSH);
        *text_bytes += before - stream->avail_out;
        if (*text_bytes > bytes_max)
            return "it would be too large";
        if (code == Z_STREAM_END && stream->avail_in == 0)
            return NULL;
        if (code == Z_STREAM_END && inflateReset(stream) == Z_OK)
            continue;
        if (code == Z_MEM_ERROR)
            return "out of memory";
        if (code != Z_OK && code != Z_BUF_ERROR)
            return "it is damaged";
        if (stream->avail_in == 0 && stream->avail_out > 0)
            return "it is cut short";
    }
}

const char *run_unpack(const char *packed, size_t size, size_t bytes_max, char **text,
                       size_t *text_bytes)
{
    z_stream stream = { .next_in = (z_const Bytef *)packed, .avail_in = (uInt)size };
    *text = NULL;
    *text_bytes = 0;
    if (size > UINT_MAX)
        return "it is too large";
    if (inflateInit2(&stream, GZIP_WINDOW) != Z_OK)
        return "out of memory";
    const char *fault = unpack_all(&stream, bytes_max, text, text_bytes);
    inflateEnd(&stream);
    if (!fault)
        return NULL;
    free(*text);
    *text = NULL;
    return fault;
}

bool run_unpack_begin(const char *packed, size_t size, char *text, size_t *text_bytes)
{
    z_stream stream = { .next_in = (z_const Bytef *)packed, .avail_in = (uInt)size };
    const size_t room = *text_bytes;
    *text_bytes = 0;
    if (size > UINT_MAX || room > UINT_MAX || inflateInit2(&stream, GZIP_WINDOW) != Z_OK)
        return false;
    stream.next_out = (Bytef *)text;
    stream.avail_out = (uInt)room;
    const int code = inflate(&stream, Z_SYNC_FLUSH);
    inflateEnd(&stream);
    *text_bytes = room - stream.avail_out;
    return code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR;
}
