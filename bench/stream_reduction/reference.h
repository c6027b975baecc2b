/* SPDX-License-Identifier: MIT */
/*
 * reference.h: non-uniform stream reduction by its definition (Lastra et al. 2008, Section 4): O
 * holds the valid entries of I, next to each other, in the order of I. An entry is null where all
 * its words are the null word of its kind, source.h; a tuple with a single -1 in it stays.
 */
#ifndef CLAIMCHECK_BENCH_STREAM_REDUCTION_REFERENCE_H
#define CLAIMCHECK_BENCH_STREAM_REDUCTION_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

/* Says whether an entry of `element_words` words is null: 4 (a tuple) or 1 (an index). */
bool stream_entry_is_null(const uint32_t *entry, uint32_t element_words);

/* Counts the valid ones of `entries` entries. */
uint32_t stream_reference_count(const uint32_t *elements, uint32_t entries, uint32_t element_words);

/* Writes the valid ones to `output`, which has room for them; returns how many they are. */
uint32_t stream_reference_compact(uint32_t *output, const uint32_t *elements, uint32_t entries,
                                  uint32_t element_words);

/* The paper's output array, almost square: columns = ceil(sqrt(count)), rows = ceil(count /
 * columns), and 0 x 0 for none; what is behind the last entry is null. */
struct stream_shape {
    uint32_t columns, rows;
};

struct stream_shape stream_shape_of(uint32_t count);

#endif
