/* SPDX-License-Identifier: MIT */
/* pattern.h: the data of ceilings.bandwidth, which no memory compresses; as pattern.glsl. */
#ifndef CLAIMCHECK_BENCH_CEILINGS_PATTERN_H
#define CLAIMCHECK_BENCH_CEILINGS_PATTERN_H

#include <stdint.h>

/* Vector `index` of the set. */
void ceilings_pattern_vector(uint32_t index, uint32_t seed, uint32_t vector[4]);

/* The sum of vectors 0..count-1, each component modulo 2^32. */
void ceilings_pattern_sum(uint64_t count, uint32_t seed, uint32_t sum[4]);

#endif
