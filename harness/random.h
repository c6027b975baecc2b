/* SPDX-License-Identifier: MIT */
/* random.h: seeded, repeatable numbers for orders and inputs; the same on every machine. */
#ifndef CLAIMCHECK_HARNESS_RANDOM_H
#define CLAIMCHECK_HARNESS_RANDOM_H

#include <stdint.h>

/* The next of a sequence (SplitMix64, Steele et al. 2014); *state is the seed at first. */
static inline uint64_t random_next(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* Uniform in 0..bound-1; bound > 0. The bias is below bound / 2^64. */
static inline uint64_t random_below(uint64_t *state, uint64_t bound)
{
    return random_next(state) % bound;
}

#endif
