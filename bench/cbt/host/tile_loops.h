/* SPDX-License-Identifier: MIT */
/*
 * tile_loops.h: the levels above one tile of a bit field, once per width of the host's vectors:
 * each in a file of its own, built with flags for it and called only where the host has it.
 */
#ifndef CLAIMCHECK_BENCH_CBT_HOST_TILE_LOOPS_H
#define CLAIMCHECK_BENCH_CBT_HOST_TILE_LOOPS_H

#include <stddef.h>
#include <stdint.h>

enum {
    TILE_LOOPS_WORDS_MAX = 4096, /* 2^17 leaves */
    TILE_LOOPS_NODES = 32,       /* of the level at which a tile ends */
    TILE_LOOPS_LEVELS_MAX = 8,
};

struct tile_loops {
    const char *name; /* "avx2" */
    uint32_t needs;   /* bits of enum cpu_feature */
    uint32_t bytes;   /* of a vector */

    /*
     * Of `words` words of leaves, a power of two from 64 to WORDS_MAX: the level of a node per word
     * in 6 bits each to to[0], that above it in 7 bits each to to[1], and so on to the level of
     * TILE_LOOPS_NODES nodes, whose values go to `tops`, too. All are whole words.
     */
    void (*tile)(const uint32_t *leaves, size_t words, uint8_t *const to[TILE_LOOPS_LEVELS_MAX],
                 uint32_t tops[TILE_LOOPS_NODES]);
};

/* Widest first; the last needs nothing. */
extern const struct tile_loops *const cbt_tile_loops[];
extern const size_t cbt_tile_loops_count;

/* The widest that a host with these features has. */
const struct tile_loops *cbt_tile_loops_best(uint32_t features);

/* For tile_loops.c alone. */
extern const struct tile_loops cbt_tile_loops_plain, cbt_tile_loops_avx2, cbt_tile_loops_avx512;

#endif
