/* SPDX-License-Identifier: MIT */
/*
 * tile_vectors.h: the loops of tile_loops.h, in a form that compilers make vectors of, as wide as
 * the including file's flags allow. For tile_loops_*.c alone.
 *
 * Eight values of w bits are w bytes: what packs them works on eight at a time, within 64 bits, and
 * stores at a byte.
 */
#ifndef CLAIMCHECK_BENCH_CBT_HOST_TILE_VECTORS_H
#define CLAIMCHECK_BENCH_CBT_HOST_TILE_VECTORS_H

#include "bench/cbt/host/tile_loops.h"

#include <string.h>

enum { TILE_FIRST_WIDTH = 6 };

static inline void tile_count(uint8_t *counts, const uint32_t *leaves, size_t words)
{
    for (size_t i = 0; i < words; i++) {
#if defined(__AVX512VPOPCNTDQ__)
        counts[i] = (uint8_t)__builtin_popcount(leaves[i]);
#else
        uint32_t bits = leaves[i];
        bits = bits - (bits >> 1 & 0x55555555);
        bits = (bits & 0x33333333) + (bits >> 2 & 0x33333333);
        bits = (bits + (bits >> 4)) & 0x0f0f0f0f;
        bits = bits + (bits >> 8);
        counts[i] = (uint8_t)((bits + (bits >> 16)) & 63);
#endif
    }
}

static inline uint64_t tile_mask(uint32_t bits)
{
    return ((uint64_t)1 << bits) - 1;
}

/* `values` of 8 bits each, a multiple of 32 of them, `width` from 6 to 8. */
static inline void tile_pack_bytes(uint8_t *to, const uint8_t *values, size_t count, uint32_t width)
{
    const uint64_t ones = tile_mask(width) * 0x0001000100010001;
    const uint64_t twos = tile_mask(2 * width) * 0x0000000100000001;
    const uint64_t fours = tile_mask(4 * width);
    const uint32_t gap = 8 - width;
    const size_t last = count / 8; /* the first is number 1 */
    uint64_t packed[1 + TILE_LOOPS_WORDS_MAX / 8];
    for (size_t i = 0; i < last; i++) {
        uint64_t x;
        memcpy(&x, &values[8 * i], 8);
        x = (x & ones) | (x >> gap & ones << width);
        x = (x & twos) | (x >> 2 * gap & twos << 2 * width);
        packed[i + 1] = (x & fours) | (x >> 4 * gap & fours << 4 * width);
    }
    /* Each covers the bytes that the one before stored too many. */
    for (size_t i = 1; i < last; i++, to += width)
        memcpy(to, &packed[i], 8);
    memcpy(to, &packed[last], width);
}

/* Packs values of 16 bits, `width` from 9 to 13. */
static inline void tile_pack_halves(uint8_t *to, const uint16_t *values, size_t count,
                                    uint32_t width)
{
    const uint64_t ones = tile_mask(width) * 0x0000000100000001;
    const uint64_t twos = tile_mask(2 * width);
    const uint32_t gap = 16 - width;
    uint64_t packed[TILE_LOOPS_WORDS_MAX / 8 / 4];
    for (size_t i = 0; i < count / 4; i++) {
        uint64_t x;
        memcpy(&x, &values[4 * i], 8);
        x = (x & ones) | (x >> gap & ones << width);
        packed[i] = (x & twos) | (x >> 2 * gap & twos << 2 * width);
    }
    for (size_t i = 0; i < count / 8; i++) {
        const uint64_t eight[2] = { packed[2 * i] | packed[2 * i + 1] << 4 * width,
                                    packed[2 * i + 1] >> (64 - 4 * width) };
        memcpy(&to[width * i], eight, i + 1 < count / 8 ? 16 : width);
    }
}

/* Whose source is not overwritten. */
#define TILE_ADD(to, from, count, type)                                                            \
    for (size_t i = 0; i < (count); i++)                                                           \
    (to)[i] = (type)((from)[2 * i] + (from)[2 * i + 1])

static inline void tile_vectors(const uint32_t *leaves, size_t words,
                                uint8_t *const to[TILE_LOOPS_LEVELS_MAX],
                                uint32_t tops[TILE_LOOPS_NODES])
{
    uint8_t ones[TILE_LOOPS_WORDS_MAX], twos[TILE_LOOPS_WORDS_MAX / 2],
        fours[TILE_LOOPS_WORDS_MAX / 4];
    uint16_t halves[2][TILE_LOOPS_WORDS_MAX / 4] = { { 0 } };
    tile_count(ones, leaves, words);
    tile_pack_bytes(to[0], ones, words, TILE_FIRST_WIDTH);
    TILE_ADD(twos, ones, words / 2, uint8_t);
    tile_pack_bytes(to[1], twos, words / 2, TILE_FIRST_WIDTH + 1);
    size_t nodes = words / 2, level = 1;
    if (nodes > TILE_LOOPS_NODES) {
        nodes /= 2;
        TILE_ADD(fours, twos, nodes, uint8_t);
        tile_pack_bytes(to[++level], fours, nodes, TILE_FIRST_WIDTH + 2);
        for (size_t i = 0; i < nodes; i++)
            halves[0][i] = fours[i];
    } else {
        for (size_t i = 0; i < nodes; i++)
            halves[0][i] = twos[i];
    }
    uint16_t *from = halves[0], *sums = halves[1], *other;
    for (; nodes > TILE_LOOPS_NODES; other = from, from = sums, sums = other) {
        nodes /= 2;
        TILE_ADD(sums, from, nodes, uint16_t);
        level++;
        tile_pack_halves(to[level], sums, nodes, TILE_FIRST_WIDTH + (uint32_t)level);
    }
    for (size_t i = 0; i < TILE_LOOPS_NODES; i++)
        tops[i] = from[i];
}

#endif
