/* SPDX-License-Identifier: MIT */
/* Built with -mavx2 -mpopcnt: 8 indices or 2 tuples at a time, moved to the left of a vector by a
 * table. */
#include "bench/stream_reduction/host/tail.h"
#include "harness/engine/cpu/cpu.h"

#include <immintrin.h>

enum { INDICES = 8, TUPLES = 2 };

/* Byte k of row m is where the k-th set bit of m is. */
#define BIT(m, b)                                                                                  \
    (((m) >> (b)&1) ? (uint64_t)(b) << (8 * __builtin_popcount((m) & ((1u << (b)) - 1))) : 0)
#define ROW(m)                                                                                     \
    BIT(m, 0) | BIT(m, 1) | BIT(m, 2) | BIT(m, 3) | BIT(m, 4) | BIT(m, 5) | BIT(m, 6) | BIT(m, 7)
#define ROWS4(m) ROW(m), ROW(m + 1u), ROW(m + 2u), ROW(m + 3u)
#define ROWS16(m) ROWS4(m), ROWS4(m + 4u), ROWS4(m + 8u), ROWS4(m + 12u)
#define ROWS64(m) ROWS16(m), ROWS16(m + 16u), ROWS16(m + 32u), ROWS16(m + 48u)
static const uint64_t index_moves[256] = { ROWS64(0u), ROWS64(64u), ROWS64(128u), ROWS64(192u) };

/* Masks by which of the four halves of two tuples are null; a tuple is when both of its halves
 * are. */
#define STAY                                                                                       \
    {                                                                                              \
        0, 1, 2, 3, 4, 5, 6, 7                                                                     \
    }
#define MOVE                                                                                       \
    {                                                                                              \
        4, 5, 6, 7, 0, 1, 2, 3                                                                     \
    }
static const uint32_t tuple_moves[16][8] __attribute__((aligned(32))) = {
    STAY, STAY, STAY, MOVE, STAY, STAY, STAY, MOVE, STAY, STAY, STAY, MOVE, STAY, STAY, STAY, MOVE,
};
static const uint8_t tuple_counts[16] = { 2, 2, 2, 1, 2, 2, 2, 1, 2, 2, 2, 1, 1, 1, 1, 0 };

static inline unsigned valid_indices(__m256i entries)
{
    const __m256i null = _mm256_set1_epi32((int)STREAM_NULL_INDEX);
    const __m256i same = _mm256_cmpeq_epi32(entries, null);
    return ~(unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(same)) & 0xff;
}

static inline unsigned null_halves(__m256i entries)
{
    const __m256i null = _mm256_set1_epi32((int)STREAM_NULL_COMPONENT);
    return (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(entries, null)));
}

static size_t count_indices(const uint32_t *from, size_t entries)
{
    size_t count = 0, i = 0;
    for (; i + INDICES <= entries; i += INDICES)
        count += (size_t)__builtin_popcount(
            valid_indices(_mm256_loadu_si256((const __m256i *)&from[i])));
    for (; i < entries; i++)
        count += tail_valid_index(&from[i]);
    return count;
}

static size_t count_tuples(const uint32_t *from, size_t entries)
{
    size_t count = 0, i = 0;
    for (; i + TUPLES <= entries; i += TUPLES)
        count += tuple_counts[null_halves(_mm256_loadu_si256((const __m256i *)&from[4 * i]))];
    for (; i < entries; i++)
        count += tail_valid_tuple(&from[4 * i]);
    return count;
}

static size_t compact_indices(uint32_t *to, size_t room, const uint32_t *from, size_t entries)
{
    size_t at = 0, i = 0;
    for (; i + INDICES <= entries && at + INDICES <= room; i += INDICES) {
        const __m256i vector = _mm256_loadu_si256((const __m256i *)&from[i]);
        const unsigned valid = valid_indices(vector);
        const __m256i moves =
            _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)&index_moves[valid]));
        _mm256_storeu_si256((__m256i *)&to[at], _mm256_permutevar8x32_epi32(vector, moves));
        at += (size_t)__builtin_popcount(valid);
    }
    return tail_indices(to, room, at, from, i, entries);
}

static size_t compact_tuples(uint32_t *to, size_t room, const uint32_t *from, size_t entries)
{
    size_t at = 0, i = 0;
    for (; i + TUPLES <= entries && at + TUPLES <= room; i += TUPLES) {
        const __m256i vector = _mm256_loadu_si256((const __m256i *)&from[4 * i]);
        const unsigned null = null_halves(vector);
        const __m256i moves = _mm256_load_si256((const __m256i *)tuple_moves[null]);
        _mm256_storeu_si256((__m256i *)&to[4 * at], _mm256_permutevar8x32_epi32(vector, moves));
        at += tuple_counts[null];
    }
    return tail_tuples(to, room, at, from, i, entries);
}

static void lines(uint32_t *to, const uint32_t *from, size_t count)
{
    for (size_t i = 0; i < 2 * count; i++)
        _mm256_stream_si256((__m256i *)to + i, _mm256_load_si256((const __m256i *)from + i));
}

static void lines_end(void)
{
    _mm_sfence();
}

const struct stream_loops stream_loops_avx2 = {
    .name = "avx2",
    .needs = CPU_FEATURE_AVX2 | CPU_FEATURE_POPCNT,
    .lane_bytes = 32,
    .index = { count_indices, compact_indices },
    .tuple = { count_tuples, compact_tuples },
    .lines = lines,
    .lines_end = lines_end,
};
