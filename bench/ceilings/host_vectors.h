/* SPDX-License-Identifier: MIT */
/*
 * host_vectors.h: the loops of host_loops.h over vectors as wide as the including file's flags
 * allow. For host_loops_*.c alone.
 */
#ifndef CLAIMCHECK_BENCH_CEILINGS_HOST_VECTORS_H
#define CLAIMCHECK_BENCH_CEILINGS_HOST_VECTORS_H

#include "bench/ceilings/host_loops.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#if defined(__AVX512F__)
enum { VECTOR_BYTES = 64 };
#elif defined(__AVX2__)
enum { VECTOR_BYTES = 32 };
#else
enum { VECTOR_BYTES = 16 };
#endif

enum {
    VECTOR_LANES = VECTOR_BYTES / 4,
    VECTOR_WORDS = VECTOR_BYTES / 8,
    VECTORS_PER_BLOCK = CEILINGS_HOST_BLOCK_BYTES / VECTOR_BYTES,
};

typedef float vector_floats __attribute__((vector_size(VECTOR_BYTES)));
typedef uint64_t vector_words __attribute__((vector_size(VECTOR_BYTES), may_alias));

static inline void vector_stream(vector_words *to, vector_words value)
{
#if defined(__AVX512F__)
    _mm512_stream_si512((__m512i *)to, (__m512i)value);
#elif defined(__AVX2__)
    _mm256_stream_si256((__m256i *)to, (__m256i)value);
#elif defined(__x86_64__)
    _mm_stream_si128((__m128i *)to, (__m128i)value);
#else
    *to = value;
#endif
}

/* Makes streamed data visible before later stores. */
static inline void vector_stream_end(void)
{
#if defined(__x86_64__)
    _mm_sfence();
#endif
}

static inline void vector_fma(float *x, uint32_t steps, float factor, float summand)
{
    vector_floats chains[CEILINGS_HOST_CHAINS], factors, summands;
    for (int i = 0; i < VECTOR_LANES; i++) {
        factors[i] = factor;
        summands[i] = summand;
    }
    memcpy(chains, x, sizeof(chains));
    for (uint32_t n = 0; n < steps; n++)
        for (int i = 0; i < CEILINGS_HOST_CHAINS; i++)
            chains[i] = chains[i] * factors + summands;
    memcpy(x, chains, sizeof(chains));
}

static inline uint64_t vector_read(const uint64_t *words, size_t count)
{
    const vector_words *vectors = (const vector_words *)words;
    vector_words sums[4] = { { 0 } };
    uint64_t sum = 0;
    for (size_t block = 0; block < count / CEILINGS_HOST_BLOCK_WORDS; block++)
        for (int i = 0; i < VECTORS_PER_BLOCK; i++)
            sums[i % 4] += vectors[block * VECTORS_PER_BLOCK + (size_t)i];
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < VECTOR_WORDS; k++)
            sum += sums[i][k];
    return sum;
}

static inline void vector_fill(uint64_t *words, size_t count, uint64_t first, int streams)
{
    vector_words *vectors = (vector_words *)words, value, step;
    for (int k = 0; k < VECTOR_WORDS; k++) {
        value[k] = first + (uint64_t)k;
        step[k] = VECTOR_WORDS;
    }
    for (size_t i = 0; i < count / VECTOR_WORDS; i++) {
        if (streams)
            vector_stream(&vectors[i], value);
        else
            vectors[i] = value;
        value += step;
    }
}

static inline void vector_write(uint64_t *words, size_t count, uint64_t first)
{
    vector_fill(words, count, first, 0);
}

static inline void vector_write_streams(uint64_t *words, size_t count, uint64_t first)
{
    vector_fill(words, count, first, 1);
    vector_stream_end();
}

static inline void vector_copy(uint64_t *to, const uint64_t *from, size_t count)
{
    for (size_t i = 0; i < count / VECTOR_WORDS; i++)
        ((vector_words *)to)[i] = ((const vector_words *)from)[i];
}

static inline void vector_copy_streams(uint64_t *to, const uint64_t *from, size_t count)
{
    for (size_t i = 0; i < count / VECTOR_WORDS; i++)
        vector_stream(&((vector_words *)to)[i], ((const vector_words *)from)[i]);
    vector_stream_end();
}

/* The fields that are the same for every width. */
#define VECTOR_LOOPS                                                                               \
    .lanes = VECTOR_LANES, .fma = vector_fma, .read = vector_read, .write = vector_write,          \
    .write_streams = vector_write_streams, .copy = vector_copy,                                    \
    .copy_streams = vector_copy_streams

#endif
