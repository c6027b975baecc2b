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

#endif
