/* SPDX-License-Identifier: MIT */
/*
 * host_loops.h: what ceilings.host_bandwidth and ceilings.host_arithmetic do on one thread, once
 * per width of the host's vectors: each in a file of its own, built with flags for it and called
 * only where the host has it.
 */
#ifndef CLAIMCHECK_BENCH_CEILINGS_HOST_LOOPS_H
#define CLAIMCHECK_BENCH_CEILINGS_HOST_LOOPS_H

#include <stddef.h>
#include <stdint.h>

enum {
    CEILINGS_HOST_BLOCK_BYTES = 256, /* ranges are whole blocks, and begin at one */
    CEILINGS_HOST_BLOCK_WORDS = CEILINGS_HOST_BLOCK_BYTES / 8,
    CEILINGS_HOST_CHAINS = 12, /* of vectors: what two units of 4 cycles need, and 2 registers left
                                  of 16 */
    CEILINGS_HOST_LANES_MAX = 16,
};

struct ceilings_host_loops {
    const char *name; /* "avx2" */
    uint32_t needs;   /* bits of enum cpu_feature */
    uint32_t lanes;   /* floats of a vector */

    /* x = x * factor + summand, `steps` times for each of the CHAINS * lanes numbers at x; each is
     * two operations. Fused where the host can. */
    void (*fma)(float *x, uint32_t steps, float factor, float summand);

    /* The sum of the words. */
    uint64_t (*read)(const uint64_t *words, size_t count);

    /* words[i] = first + i. streams: past the caches, where the host can. */
    void (*write)(uint64_t *words, size_t count, uint64_t first);
    void (*write_streams)(uint64_t *words, size_t count, uint64_t first);

    void (*copy)(uint64_t *to, const uint64_t *from, size_t count);
    void (*copy_streams)(uint64_t *to, const uint64_t *from, size_t count);
};

/* Widest first; the last needs nothing. */
extern const struct ceilings_host_loops *const ceilings_host_loops[];
extern const size_t ceilings_host_loops_count;

/* The widest that a host with these features has. */
const struct ceilings_host_loops *ceilings_host_loops_best(uint32_t features);

/* For host_loops.c alone. */
extern const struct ceilings_host_loops ceilings_host_loops_plain, ceilings_host_loops_avx2,
    ceilings_host_loops_avx512;

#endif
