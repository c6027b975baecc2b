/* SPDX-License-Identifier: MIT */
/*
 * lanes.h: vectors of floats as wide as the including file's flags allow: 16, 8 or 4 lanes. Masks
 * are integers with a bit per lane. For loops_*.c alone.
 */
#ifndef CLAIMCHECK_BENCH_DETP_CPU_LANES_H
#define CLAIMCHECK_BENCH_DETP_CPU_LANES_H

#include "bench/detp/cpu/loops.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#if defined(__AVX512F__)

enum { LANES = 16 };
typedef __m512 lanes;
typedef __m512i lanes_words;

#define lanes_set(x) _mm512_set1_ps(x)
#define lanes_sub(a, b) _mm512_sub_ps(a, b)
#define lanes_mul(a, b) _mm512_mul_ps(a, b)
#define lanes_fma(a, b, c) _mm512_fmadd_ps(a, b, c)   /* a * b + c */
#define lanes_fnma(a, b, c) _mm512_fnmadd_ps(a, b, c) /* c - a * b */
#define lanes_min(a, b) _mm512_min_ps(a, b)
#define lanes_max(a, b) _mm512_max_ps(a, b)
#define lanes_less(a, b) ((uint32_t)_mm512_cmp_ps_mask(a, b, _CMP_LT_OQ))
#define lanes_at_most(a, b) ((uint32_t)_mm512_cmp_ps_mask(a, b, _CMP_LE_OQ))
#define lanes_sign(a)                                                                              \
    _mm512_and_si512(_mm512_castps_si512(a), _mm512_set1_epi32((int32_t)0x80000000))
/* Without its sign, and with the sign turned where `sign` has it. */
#define lanes_abs(a) _mm512_abs_ps(a)
#define lanes_turn(a, sign) _mm512_castsi512_ps(_mm512_xor_si512(_mm512_castps_si512(a), sign))
#define lanes_words_load(p) _mm512_loadu_si512((const void *)(p))

/* Stores the words whose bit is set, in order, and then anything. */
static inline void lanes_compress(uint32_t *out, lanes_words words, uint32_t mask)
{
    _mm512_storeu_si512((void *)out, _mm512_maskz_compress_epi32((__mmask16)mask, words));
}

/* Four floats each at the 16 places, turned around: out[k] has the k-th of all. */
static inline void lanes_fetch4(lanes out[4], const char *base, const uint32_t *list)
{
    __m512 row[4];
    for (int i = 0; i < 4; i++) {
        const __m128 *at[4];
        for (int k = 0; k < 4; k++)
            at[k] = (const __m128 *)(const void *)(base + 32 * (size_t)list[4 * k + i]);
        row[i] = _mm512_castps128_ps512(*at[0]);
        row[i] = _mm512_insertf32x4(row[i], *at[1], 1);
        row[i] = _mm512_insertf32x4(row[i], *at[2], 2);
        row[i] = _mm512_insertf32x4(row[i], *at[3], 3);
    }
    const __m512 a = _mm512_unpacklo_ps(row[0], row[1]), b = _mm512_unpackhi_ps(row[0], row[1]);
    const __m512 c = _mm512_unpacklo_ps(row[2], row[3]), d = _mm512_unpackhi_ps(row[2], row[3]);
    out[0] = _mm512_shuffle_ps(a, c, 0x44);
    out[1] = _mm512_shuffle_ps(a, c, 0xee);
    out[2] = _mm512_shuffle_ps(b, d, 0x44);
    out[3] = _mm512_shuffle_ps(b, d, 0xee);
}

#elif defined(__AVX2__)

enum { LANES = 8 };
typedef __m256 lanes;
typedef __m256i lanes_words;

#define lanes_set(x) _mm256_set1_ps(x)
#define lanes_sub(a, b) _mm256_sub_ps(a, b)
#define lanes_mul(a, b) _mm256_mul_ps(a, b)
#define lanes_fma(a, b, c) _mm256_fmadd_ps(a, b, c)
#define lanes_fnma(a, b, c) _mm256_fnmadd_ps(a, b, c)
#define lanes_min(a, b) _mm256_min_ps(a, b)
#define lanes_max(a, b) _mm256_max_ps(a, b)
#define lanes_less(a, b) ((uint32_t)_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_LT_OQ)))
#define lanes_at_most(a, b) ((uint32_t)_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_LE_OQ)))
#define lanes_sign(a) _mm256_and_ps(a, _mm256_set1_ps(-0.0f))
#define lanes_abs(a) _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a)
#define lanes_turn(a, sign) _mm256_xor_ps(a, sign)
#define lanes_words_load(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))

/* Row m: the places of the bits of m, a byte each. */
#define PLACE(m, i)                                                                                \
    ((uint64_t)((m) >> (i)&1u ? (i) : 0) << 8 * __builtin_popcount((m) & ((1u << (i)) - 1)))
#define PLACES(m)                                                                                  \
    PLACE(m, 0u) | PLACE(m, 1u) | PLACE(m, 2u) | PLACE(m, 3u) | PLACE(m, 4u) | PLACE(m, 5u) |      \
        PLACE(m, 6u) | PLACE(m, 7u)
#define PLACES_4(m) PLACES(m), PLACES((m) + 1), PLACES((m) + 2), PLACES((m) + 3)
#define PLACES_16(m) PLACES_4(m), PLACES_4((m) + 4), PLACES_4((m) + 8), PLACES_4((m) + 12)
#define PLACES_64(m) PLACES_16(m), PLACES_16((m) + 16), PLACES_16((m) + 32), PLACES_16((m) + 48)
static const uint64_t lanes_places[256] = { PLACES_64(0u), PLACES_64(64u), PLACES_64(128u),
                                            PLACES_64(192u) };

static inline void lanes_compress(uint32_t *out, lanes_words words, uint32_t mask)
{
    const __m256i places = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((int64_t)lanes_places[mask]));
    _mm256_storeu_si256((__m256i *)(void *)out, _mm256_permutevar8x32_epi32(words, places));
}

static inline void lanes_fetch4(lanes out[4], const char *base, const uint32_t *list)
{
    __m256 row[4];
    for (int i = 0; i < 4; i++) {
        const __m128 *low = (const __m128 *)(const void *)(base + 32 * (size_t)list[i]);
        const __m128 *high = (const __m128 *)(const void *)(base + 32 * (size_t)list[4 + i]);
        row[i] = _mm256_insertf128_ps(_mm256_castps128_ps256(*low), *high, 1);
    }
    const __m256 a = _mm256_unpacklo_ps(row[0], row[1]), b = _mm256_unpackhi_ps(row[0], row[1]);
    const __m256 c = _mm256_unpacklo_ps(row[2], row[3]), d = _mm256_unpackhi_ps(row[2], row[3]);
    out[0] = _mm256_shuffle_ps(a, c, 0x44);
    out[1] = _mm256_shuffle_ps(a, c, 0xee);
    out[2] = _mm256_shuffle_ps(b, d, 0x44);
    out[3] = _mm256_shuffle_ps(b, d, 0xee);
}

#elif defined(__x86_64__)

enum { LANES = 4 };
typedef __m128 lanes;
typedef __m128i lanes_words;

#define lanes_set(x) _mm_set1_ps(x)
#define lanes_sub(a, b) _mm_sub_ps(a, b)
#define lanes_mul(a, b) _mm_mul_ps(a, b)
#define lanes_fma(a, b, c) _mm_add_ps(_mm_mul_ps(a, b), c)
#define lanes_fnma(a, b, c) _mm_sub_ps(c, _mm_mul_ps(a, b))
#define lanes_min(a, b) _mm_min_ps(a, b)
#define lanes_max(a, b) _mm_max_ps(a, b)
#define lanes_less(a, b) ((uint32_t)_mm_movemask_ps(_mm_cmplt_ps(a, b)))
#define lanes_at_most(a, b) ((uint32_t)_mm_movemask_ps(_mm_cmple_ps(a, b)))
#define lanes_sign(a) _mm_and_ps(a, _mm_set1_ps(-0.0f))
#define lanes_abs(a) _mm_andnot_ps(_mm_set1_ps(-0.0f), a)
#define lanes_turn(a, sign) _mm_xor_ps(a, sign)
#define lanes_words_load(p) _mm_loadu_si128((const __m128i *)(const void *)(p))

static inline void lanes_fetch4(lanes out[4], const char *base, const uint32_t *list)
{
    __m128 row[4];
    for (int i = 0; i < 4; i++)
        row[i] = *(const __m128 *)(const void *)(base + 32 * (size_t)list[i]);
    _MM_TRANSPOSE4_PS(row[0], row[1], row[2], row[3]);
    memcpy(out, row, sizeof(row));
}

#else

enum { LANES = 4 };
typedef float lanes __attribute__((vector_size(16)));
typedef uint32_t lanes_words __attribute__((vector_size(16)));

#define lanes_set(x) ((lanes){ (x), (x), (x), (x) })
#define lanes_sub(a, b) ((a) - (b))
#define lanes_mul(a, b) ((a) * (b))
#define lanes_fma(a, b, c) ((a) * (b) + (c))
#define lanes_fnma(a, b, c) ((c) - (a) * (b))
#define lanes_less(a, b) lanes_bits((lanes_words)((a) < (b)))
#define lanes_at_most(a, b) lanes_bits((lanes_words)((a) <= (b)))
#define lanes_sign(a) ((lanes_words)(a)&0x80000000u)
#define lanes_abs(a) ((lanes)((lanes_words)(a)&0x7fffffffu))
#define lanes_turn(a, sign) ((lanes)((lanes_words)(a) ^ (sign)))

static inline uint32_t lanes_bits(lanes_words words)
{
    return (words[0] & 1) | (words[1] & 2) | (words[2] & 4) | (words[3] & 8);
}

static inline lanes lanes_choose(lanes_words mask, lanes a, lanes b)
{
    return (lanes)((mask & (lanes_words)a) | (~mask & (lanes_words)b));
}

static inline lanes lanes_min(lanes a, lanes b)
{
    return lanes_choose((lanes_words)(a < b), a, b);
}

static inline lanes lanes_max(lanes a, lanes b)
{
    return lanes_choose((lanes_words)(a > b), a, b);
}

static inline lanes_words lanes_words_load(const uint32_t *p)
{
    lanes_words a;
    memcpy(&a, p, sizeof(a));
    return a;
}

static inline void lanes_fetch4(lanes out[4], const char *base, const uint32_t *list)
{
    float columns[4][4];
    for (int i = 0; i < 4; i++) {
        const float *row = (const float *)(const void *)(base + 32 * (size_t)list[i]);
        for (int k = 0; k < 4; k++)
            columns[k][i] = row[k];
    }
    memcpy(out, columns, sizeof(columns));
}

#endif

#if !defined(__AVX2__)
static inline void lanes_compress(uint32_t *out, lanes_words words, uint32_t mask)
{
    uint32_t each[4], count = 0;
    memcpy(each, &words, sizeof(each));
    for (uint32_t i = 0; i < 4; i++) {
        out[count] = each[i];
        count += mask >> i & 1;
    }
}
#endif

/* Bits of the lanes that are there when `left` are. */
static inline uint32_t lanes_first(uint32_t left)
{
    return left >= LANES ? (uint32_t)((1ull << LANES) - 1) : (1u << left) - 1;
}

#endif
