/* SPDX-License-Identifier: MIT */
/*
 * loops.h: what the CPU's variants do on one thread, once per set of instructions: each in a file
 * of its own, built with flags for it and called only where the host has them.
 *
 * Entries are those of source.h, an index or a tuple; `words` is 1 or 4.
 */
#ifndef CLAIMCHECK_BENCH_STREAM_REDUCTION_HOST_LOOPS_H
#define CLAIMCHECK_BENCH_STREAM_REDUCTION_HOST_LOOPS_H

#include <stddef.h>
#include <stdint.h>

enum {
    STREAM_LINE_BYTES = 64,
    STREAM_LINE_WORDS = STREAM_LINE_BYTES / 4,
};

struct stream_loop {
    /* Valid ones among the entries at `from`. */
    size_t (*count)(const uint32_t *from, size_t entries);

    /*
     * Copies the valid ones to `to`, in order, and returns how many. `room` entries, at least as
     * many as are valid, may be written there: those beyond the valid ones are left undefined.
     * Nothing overlaps.
     */
    size_t (*compact)(uint32_t *to, size_t room, const uint32_t *from, size_t entries);
};

struct stream_loops {
    const char *name;    /* "avx2" */
    uint32_t needs;      /* bits of enum cpu_feature */
    uint32_t lane_bytes; /* of a vector; 0: there are none */
    uint32_t to_memory;  /* 1: compresses to memory */
    struct stream_loop index, tuple;

    /* Copies lines past the caches, where the host can; both begin at a line. */
    void (*lines)(uint32_t *to, const uint32_t *from, size_t lines);
    /* Makes data that bypassed the caches visible before later stores. */
    void (*lines_end)(void);
};

/* Widest first; the last needs nothing, and has no vectors: it is the variant `branchless`. */
extern const struct stream_loops *const stream_loops[];
extern const size_t stream_loops_count;

/* The first that a host with these features has. */
const struct stream_loops *stream_loops_best(uint32_t features);

/* Returns the loop for `words` 1 or 4. */
const struct stream_loop *stream_loops_of(const struct stream_loops *loops, uint32_t words);

/* Compacts as loop->compact, in blocks that stay in the nearest cache. Whole lines then bypass the
 * caches. */
size_t stream_loops_compact_past(const struct stream_loops *loops, uint32_t words, uint32_t *to,
                                 size_t room, const uint32_t *from, size_t entries);

/* For loops.c alone. avx512_memory compresses to memory, not to a register. */
extern const struct stream_loops stream_loops_plain, stream_loops_avx2, stream_loops_avx512,
    stream_loops_avx512_memory, stream_loops_neon;

#endif
