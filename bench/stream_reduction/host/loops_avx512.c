/* SPDX-License-Identifier: MIT */
/*
 * Built with -mavx512f -mpopcnt: 16 indices or 4 tuples at a time, moved to the left of a vector by
 * one instruction. It can store what it moved, too, which some processors do a word at a time: the
 * host is asked which of the two is faster there.
 */
#include "bench/stream_reduction/host/tail.h"
#include "harness/engine/cpu/cpu.h"

#include <immintrin.h>

enum { INDICES = 16, TUPLES = 4 };

static inline __mmask16 valid_indices(__m512i entries)
{
    return _mm512_cmpneq_epi32_mask(entries, _mm512_set1_epi32((int)STREAM_NULL_INDEX));
}

/* A bit for the first half of each tuple: a tuple is valid when one of its halves is. */
static inline unsigned valid_tuples(__m512i entries)
{
    const unsigned halves =
        _mm512_cmpneq_epi64_mask(entries, _mm512_set1_epi32((int)STREAM_NULL_COMPONENT));
    return (halves | halves >> 1) & 0x55;
}

static size_t count_indices(const uint32_t *from, size_t entries)
{
    size_t count = 0, i = 0;
    for (; i + INDICES <= entries; i += INDICES)
        count += (size_t)__builtin_popcount(valid_indices(_mm512_loadu_si512(&from[i])));
    for (; i < entries; i++)
        count += tail_valid_index(&from[i]);
    return count;
}

static size_t count_tuples(const uint32_t *from, size_t entries)
{
    size_t count = 0, i = 0;
    for (; i + TUPLES <= entries; i += TUPLES)
        count += (size_t)__builtin_popcount(valid_tuples(_mm512_loadu_si512(&from[4 * i])));
    for (; i < entries; i++)
        count += tail_valid_tuple(&from[4 * i]);
    return count;
}

static size_t compact_indices(uint32_t *to, size_t room, const uint32_t *from, size_t entries)
{
    size_t at = 0, i = 0;
    for (; i + INDICES <= entries && at + INDICES <= room; i += INDICES) {
        const __m512i vector = _mm512_loadu_si512(&from[i]);
        const __mmask16 valid = valid_indices(vector);
        _mm512_storeu_si512(&to[at], _mm512_maskz_compress_epi32(valid, vector));
        at += (size_t)__builtin_popcount(valid);
    }
    return tail_indices(to, room, at, from, i, entries);
}

static size_t compact_tuples(uint32_t *to, size_t room, const uint32_t *from, size_t entries)
{
    size_t at = 0, i = 0;
    for (; i + TUPLES <= entries && at + TUPLES <= room; i += TUPLES) {
        const __m512i vector = _mm512_loadu_si512(&from[4 * i]);
        const unsigned valid = valid_tuples(vector);
        const __mmask8 halves = (__mmask8)(valid * 3);
        _mm512_storeu_si512(&to[4 * at], _mm512_maskz_compress_epi64(halves, vector));
        at += (size_t)__builtin_popcount(valid);
    }
    return tail_tuples(to, room, at, from, i, entries);
}

/* No more than what is valid is stored, so that the room is never too small. */
static size_t compact_indices_memory(uint32_t *to, size_t room, const uint32_t *from,
                                     size_t entries)
{
    size_t at = 0, i = 0;
    for (; i + INDICES <= entries; i += INDICES) {
        const __m512i vector = _mm512_loadu_si512(&from[i]);
        const __mmask16 valid = valid_indices(vector);
        _mm512_mask_compressstoreu_epi32(&to[at], valid, vector);
        at += (size_t)__builtin_popcount(valid);
    }
    return tail_indices(to, room, at, from, i, entries);
}

static size_t compact_tuples_memory(uint32_t *to, size_t room, const uint32_t *from, size_t entries)
{
    size_t at = 0, i = 0;
    for (; i + TUPLES <= entries; i += TUPLES) {
        const __m512i vector = _mm512_loadu_si512(&from[4 * i]);
        const unsigned valid = valid_tuples(vector);
        _mm512_mask_compressstoreu_epi64(&to[4 * at], (__mmask8)(valid * 3), vector);
        at += (size_t)__builtin_popcount(valid);
    }
    return tail_tuples(to, room, at, from, i, entries);
}

static void lines(uint32_t *to, const uint32_t *from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        _mm512_stream_si512((__m512i *)to + i, _mm512_load_si512((const __m512i *)from + i));
}

static void lines_end(void)
{
    _mm_sfence();
}

const struct stream_loops stream_loops_avx512 = {
    .name = "avx512",
    .needs = CPU_FEATURE_AVX512F | CPU_FEATURE_POPCNT,
    .lane_bytes = 64,
    .index = { count_indices, compact_indices },
    .tuple = { count_tuples, compact_tuples },
    .lines = lines,
    .lines_end = lines_end,
};

const struct stream_loops stream_loops_avx512_memory = {
    .name = "avx512_memory",
    .needs = CPU_FEATURE_AVX512F | CPU_FEATURE_POPCNT,
    .lane_bytes = 64,
    .to_memory = 1,
    .index = { count_indices, compact_indices_memory },
    .tuple = { count_tuples, compact_tuples_memory },
    .lines = lines,
    .lines_end = lines_end,
};
