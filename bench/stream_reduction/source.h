/* SPDX-License-Identifier: MIT */
/*
 * source.h: seeded streams, entry by entry: the same bits on every machine. Entry k of the n x n,
 * row-major, belongs to a run of entries that are valid or null together; runs are 1 to 2C - 1
 * entries long, C on average, and valid with probability p. With C = 1 all entries are independent.
 *
 *   tuple   four floats: multiples of 2^-24 in [0, 1), of which one valid entry in 18 has some that
 *           are -1, but never all; null is four times -1, as in the paper
 *   index   the word k; null is 0xffffffff
 */
#ifndef CLAIMCHECK_BENCH_STREAM_REDUCTION_SOURCE_H
#define CLAIMCHECK_BENCH_STREAM_REDUCTION_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

enum { STREAM_TUPLE_WORDS = 4, STREAM_INDEX_WORDS = 1 };

#define STREAM_NULL_INDEX 0xffffffffu
#define STREAM_NULL_COMPONENT 0xbf800000u /* the bits of -1.0f */

struct stream_source {
    uint32_t validity, edges, values; /* seeds of what is valid, of where runs end, of tuples */
    uint32_t cluster;                 /* C */
    uint64_t limit;                   /* of the hash of a run that is valid: p * 2^32, truncated */
};

/* Probability from 0 to 1; cluster at least 1. */
struct stream_source stream_source_of(uint64_t seed, double probability, uint32_t cluster);

bool stream_source_is_valid(const struct stream_source *source, uint32_t entry);

/* The words of entry k, null or not. */
void stream_source_tuple(const struct stream_source *source, uint32_t entry,
                         uint32_t words[STREAM_TUPLE_WORDS]);
uint32_t stream_source_index(const struct stream_source *source, uint32_t entry);

/* Reference ------------------------------------------------------------------------------------ */
/*
 * Non-uniform stream reduction by its definition (Lastra et al. 2008, Section 4): O
 * holds the valid entries of I, next to each other, in the order of I. An entry is null where all
 * its words are the null word of its kind, source.h; a tuple with a single -1 in it stays.
 */

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
