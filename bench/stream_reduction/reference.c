/* SPDX-License-Identifier: MIT */
#include "bench/stream_reduction/reference.h"

#include "bench/stream_reduction/source.h"

#include <string.h>

bool stream_entry_is_null(const uint32_t *entry, uint32_t element_words)
{
    const uint32_t null = element_words == 1 ? STREAM_NULL_INDEX : STREAM_NULL_COMPONENT;
    for (uint32_t i = 0; i < element_words; i++)
        if (entry[i] != null)
            return false;
    return true;
}

uint32_t stream_reference_count(const uint32_t *elements, uint32_t entries, uint32_t element_words)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < entries; k++)
        count += !stream_entry_is_null(elements + (size_t)k * element_words, element_words);
    return count;
}

uint32_t stream_reference_compact(uint32_t *output, const uint32_t *elements, uint32_t entries,
                                  uint32_t element_words)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < entries; k++) {
        const uint32_t *entry = elements + (size_t)k * element_words;
        if (stream_entry_is_null(entry, element_words))
            continue;
        memcpy(output + (size_t)count * element_words, entry, 4 * (size_t)element_words);
        count++;
    }
    return count;
}

struct stream_shape stream_shape_of(uint32_t count)
{
    struct stream_shape shape = { 0, 0 };
    while ((uint64_t)shape.columns * shape.columns < count)
        shape.columns++;
    if (shape.columns > 0)
        shape.rows = (count + shape.columns - 1) / shape.columns;
    return shape;
}
