/* SPDX-License-Identifier: MIT */
/*
 * quadtree.h: stable compaction by a quadtree of counts, in the three phases of Lastra et al. 2008,
 * Section 4: counts go up, places go down, and each place of the output finds its entry by a binary
 * search. Entries and null are those of compact.h.
 *
 * Where the paper has textures, whose blocks of 2 x 2 texels are summed, this has arrays in Z
 * order: node j of level i has entries 4^i j to 4^i (j + 1) - 1, side by side, so that the order
 * of S is that of the stream. Four entries make a tuple, as there; the stream is filled up with
 * null to 4^m entries.
 */
#ifndef CLAIMCHECK_BENCH_COMMON_QUADTREE_H
#define CLAIMCHECK_BENCH_COMMON_QUADTREE_H

#include "harness/method.h"

#include <stdbool.h>
#include <stdint.h>

struct quadtree {
    uint32_t entry_words; /* 1 or 4 */
    bool square;          /* the output is filled up with null to an almost square array */
    uint32_t group_limit;
    struct gpu_kernel *leaves, *up, *down, *counts, *gather;
    struct gpu_buffer *sums[2];   /* U and D, all levels */
    struct gpu_buffer *arguments; /* of the gather; its last word is how many places it fills */
};

/* Returns the bytes of U, which D has, too; D uses no root. */
uint64_t quadtree_bytes(uint32_t entries);

/* Objects belong to the scope. `entries`: the most that a recording is given, at least 1. */
struct quadtree quadtree_create(struct gpu_scope *scope, uint32_t entry_words, bool square,
                                uint32_t entries);

/* Records phases 1 and 2: word 0 of `count` becomes how many entries are valid. A barrier to
 * GPU_COMPUTE | GPU_INDIRECT has to follow before phase 3. */
void quadtree_count_record(struct gpu_commands *commands, const struct quadtree *tree,
                           struct gpu_buffer *input, uint32_t entries, struct gpu_buffer *count);

/* Records phase 3 of the same input. */
void quadtree_fill_record(struct gpu_commands *commands, const struct quadtree *tree,
                          struct gpu_buffer *input, uint32_t entries, struct gpu_buffer *output);

#endif
