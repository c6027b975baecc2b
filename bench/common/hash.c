/* SPDX-License-Identifier: MIT */
#include "bench/common/hash.h"

uint32_t hash_triple(uint32_t a, uint32_t b, uint32_t c)
{
    return hash_mix(hash_mix(hash_mix(a + 0x9e3779b9u) ^ b) + 0x7f4a7c15u * c);
}

uint32_t hash_seed(uint64_t seed, uint32_t stream)
{
    return hash_triple((uint32_t)seed, (uint32_t)(seed >> 32), stream);
}

double hash_unit(uint32_t word)
{
    return ((double)word + 0.5) / 4294967296.0;
}

uint64_t hash_bytes(const void *data, size_t bytes)
{
    const uint8_t *byte = data;
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ byte[i]) * 0x100000001b3u;
    return hash;
}
