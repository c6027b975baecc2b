/* SPDX-License-Identifier: MIT */
#include "bench/ceilings/ceilings.h"

#include "bench/common/hash.h"

static const uint32_t factors[4] = { 1, 0x9e3779b1u, 0x85ebca77u, 0xc2b2ae3du };

void ceilings_pattern_vector(uint32_t index, uint32_t seed, uint32_t vector[4])
{
    const uint32_t word = hash_mix(index ^ seed);
    for (int i = 0; i < 4; i++)
        vector[i] = word * factors[i];
}

void ceilings_pattern_sum(uint64_t count, uint32_t seed, uint32_t sum[4])
{
    uint32_t words = 0;
    for (uint64_t i = 0; i < count; i++)
        words += hash_mix((uint32_t)i ^ seed);
    for (int i = 0; i < 4; i++)
        sum[i] = words * factors[i];
}
