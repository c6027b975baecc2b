/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/record/record.h"

#include <limits.h>
#include <lzma.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

char *pack_text(const char *text, size_t size, size_t *bytes)
{
    lzma_options_lzma options;
    *bytes = 0;
    /* The strongest preset, which liblzma may lack, for a text of that size: a dictionary that is
     * larger costs memory, and text has no alignment (pb). */
    if (lzma_lzma_preset(&options, 9 | LZMA_PRESET_EXTREME))
        return NULL;
    if (size < options.dict_size)
        options.dict_size = size < LZMA_DICT_SIZE_MIN ? LZMA_DICT_SIZE_MIN : (uint32_t)size;
    options.pb = 0;
    const lzma_filter filters[] = { { LZMA_FILTER_LZMA2, &options }, { LZMA_VLI_UNKNOWN, NULL } };
    const size_t room = lzma_stream_buffer_bound(size);
    char *packed = room > 0 ? need_bytes(room) : NULL;
    if (packed && lzma_stream_buffer_encode((lzma_filter *)filters, LZMA_CHECK_CRC64, NULL,
                                            (const uint8_t *)text, size, (uint8_t *)packed, bytes,
                                            room) == LZMA_OK)
        return packed;
    free(packed);
    return NULL;
}

/* Unpacking ------------------------------------------------------------------------------------ */

enum { UNPACK_FIRST_BYTES = 1 << 20, GZIP_WINDOW = 15 + 16 /* gzip's header and no other */ };

static const unsigned char gzip_magic[] = { 0x1f, 0x8b };
static const unsigned char xz_magic[] = { 0xfd, '7', 'z', 'X', 'Z', 0 };
static const char cut_short[] = "it is cut short, or bytes follow its end";

/* Bytes on their way through one of the two decoders. */
struct unpacker {
    bool is_xz;
    z_stream gzip;
    lzma_stream xz;
};

static bool begins(const char *packed, size_t size, const unsigned char *magic, size_t bytes)
{
    return size >= bytes && memcmp(packed, magic, bytes) == 0;
}

static bool is_xz(const char *packed, size_t size)
{
    return begins(packed, size, xz_magic, sizeof(xz_magic));
}

bool run_unpack_is_packed(const char *packed, size_t size)
{
    return begins(packed, size, gzip_magic, sizeof(gzip_magic)) || is_xz(packed, size);
}

/* Unpacks into the room, at most UINT_MAX bytes, and sets *bytes to what came. NULL, or what is
 * wrong; *ended when that was all. */
static const char *gzip_step(z_stream *stream, char *text, size_t room, size_t *bytes, bool *ended)
{
    stream->next_out = (Bytef *)text;
    stream->avail_out = (uInt)room;
    const int code = inflate(stream, Z_NO_FLUSH);
    *bytes = room - stream->avail_out;
    *ended = code == Z_STREAM_END && stream->avail_in == 0;
    if (code == Z_STREAM_END && (*ended || inflateReset(stream) == Z_OK))
        return NULL;
    if (code == Z_MEM_ERROR)
        return "out of memory";
    if (code != Z_OK && code != Z_BUF_ERROR)
        return "it is damaged";
    return stream->avail_in == 0 && stream->avail_out > 0 ? cut_short : NULL;
}

static const char *xz_step(lzma_stream *stream, char *text, size_t room, size_t *bytes, bool *ended)
{
    stream->next_out = (uint8_t *)text;
    stream->avail_out = room;
    const lzma_ret code = lzma_code(stream, LZMA_FINISH);
    *bytes = room - stream->avail_out;
    *ended = code == LZMA_STREAM_END;
    switch (code) {
    case LZMA_OK:
    case LZMA_STREAM_END: return NULL;
    case LZMA_BUF_ERROR: return cut_short;
    case LZMA_MEM_ERROR: return "out of memory";
    case LZMA_MEMLIMIT_ERROR: return "its dictionary is too large; pack it again by xz -9";
    case LZMA_OPTIONS_ERROR: return "this liblzma lacks one of its filters; pack it again by xz -9";
    default: return "it is damaged";
    }
}

/* NULL at the end of the last member, or what is wrong. */
static const char *unpack_all(struct unpacker *unpacker, size_t bytes_max, char **text,
                              size_t *text_bytes)
{
    const char *fault = NULL;
    size_t capacity = 0, bytes = 0;
    for (bool ended = false; !fault && !ended;) {
        if (*text_bytes == capacity) {
            if (capacity > bytes_max)
                return "it would be too large";
            capacity = capacity ? 2 * capacity : UNPACK_FIRST_BYTES;
            char *larger = realloc(*text, capacity);
            if (!larger)
                return "out of memory";
            *text = larger;
        }
        char *to = *text + *text_bytes;
        const size_t left = capacity - *text_bytes, room = left < UINT_MAX ? left : UINT_MAX;
        fault = unpacker->is_xz ? xz_step(&unpacker->xz, to, room, &bytes, &ended)
                                : gzip_step(&unpacker->gzip, to, room, &bytes, &ended);
        *text_bytes += bytes;
        if (*text_bytes > bytes_max)
            fault = "it would be too large";
    }
    return fault;
}

const char *run_unpack(const char *packed, size_t size, size_t bytes_max, char **text,
                       size_t *text_bytes)
{
    struct unpacker unpacker = { .is_xz = is_xz(packed, size), .xz = LZMA_STREAM_INIT };
    *text = NULL;
    *text_bytes = 0;
    if (size > UINT_MAX)
        return "it is too large";
    unpacker.gzip.next_in = (z_const Bytef *)packed;
    unpacker.gzip.avail_in = (uInt)size;
    unpacker.xz.next_in = (const uint8_t *)packed;
    unpacker.xz.avail_in = size;
    const bool begun = unpacker.is_xz ? lzma_stream_decoder(&unpacker.xz, RUN_UNPACK_MEMORY_MAX,
                                                            LZMA_CONCATENATED) == LZMA_OK
                                      : inflateInit2(&unpacker.gzip, GZIP_WINDOW) == Z_OK;
    const char *fault =
        begun ? unpack_all(&unpacker, bytes_max, text, text_bytes) : "out of memory";
    lzma_end(&unpacker.xz);
    if (!unpacker.is_xz)
        inflateEnd(&unpacker.gzip);
    if (!fault)
        return NULL;
    free(*text);
    *text = NULL;
    return fault;
}
