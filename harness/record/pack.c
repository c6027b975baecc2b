/* SPDX-License-Identifier: MIT */
#include "harness/record/pack.h"

#include "harness/base/need.h"

#include <lzma.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* Sets the strongest preset, for a text of that size: a dictionary that is larger costs memory, and
 * text has no alignment (pb). False where liblzma lacks it. */
static bool options_set(lzma_options_lzma *options, size_t size)
{
    if (lzma_lzma_preset(options, 9 | LZMA_PRESET_EXTREME))
        return false;
    if (size < options->dict_size)
        options->dict_size = size < LZMA_DICT_SIZE_MIN ? LZMA_DICT_SIZE_MIN : (uint32_t)size;
    options->pb = 0;
    return true;
}

char *pack_text(const char *text, size_t size, size_t *bytes)
{
    lzma_options_lzma options;
    const lzma_filter filters[] = { { LZMA_FILTER_LZMA2, &options }, { LZMA_VLI_UNKNOWN, NULL } };
    const size_t room = lzma_stream_buffer_bound(size);
    char *packed = room > 0 && options_set(&options, size) ? need_bytes(room) : NULL;
    *bytes = 0;
    if (packed && lzma_stream_buffer_encode((lzma_filter *)filters, LZMA_CHECK_CRC64, NULL,
                                            (const uint8_t *)text, size, (uint8_t *)packed, bytes,
                                            room) == LZMA_OK)
        return packed;
    free(packed);
    return NULL;
}
