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

uint64_t hash_more(uint64_t hash, const void *data, size_t bytes)
{
    const uint8_t *byte = data;
    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ byte[i]) * 0x100000001b3u;
    return hash;
}

uint64_t hash_bytes(const void *data, size_t bytes)
{
    return hash_more(HASH_START, data, bytes);
}

uint64_t hash_more_word(uint64_t hash, uint32_t word)
{
    const uint8_t bytes[] = { (uint8_t)word, (uint8_t)(word >> 8), (uint8_t)(word >> 16),
                              (uint8_t)(word >> 24) };
    return hash_more(hash, bytes, sizeof(bytes));
}

/* A bijection of the state, and of the word. */
static uint64_t take_word(uint64_t state, uint64_t word)
{
    state ^= word;
    return (state << 29 | state >> 35) * UINT64_C(0x9e3779b97f4a7c15);
}

static uint64_t pair_of(const uint32_t *words)
{
    return words[0] | (uint64_t)words[1] << 32;
}

uint64_t hash_words(const uint32_t *words, size_t count)
{
    uint64_t a = 1, b = 2, c = 3, d = 4; /* a processor multiplies several side by side */
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        a = take_word(a, pair_of(words + i));
        b = take_word(b, pair_of(words + i + 2));
        c = take_word(c, pair_of(words + i + 4));
        d = take_word(d, pair_of(words + i + 6));
    }
    for (; i < count; i++)
        a = take_word(a, words[i]);
    return take_word(take_word(take_word(take_word(count, a), b), c), d);
}
