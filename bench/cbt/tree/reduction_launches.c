/* SPDX-License-Identifier: MIT */
/*
 * reduction_launches.c: the work-groups of each method, by what a group of each kernel takes (the
 * headers of kernels/cbt/reduce_*.comp), not by the steps that are recorded.
 */
#include "bench/cbt/tree/reduction.h"

enum { GROUP_NODES = 256, TAIL_NODES = 1 << 12, MIDDLE_GROUPS_MAX = 128, MIDDLE_NODES_MIN = 1024 };

/* The first pass: leaves of a group, and how far above the bit field the highest level is that it
 * makes; then a pass per level, or as few as there can be. */
static const struct first_pass {
    const struct reduction_method *method;
    uint32_t leaves_log2, levels;
    bool few;
} first_passes[] = {
    { &cbt_reduction_naive, 9, 1, false },
    { &cbt_reduction_naive_lean, 9, 1, false },
    { &cbt_reduction_prepass, 13, 5, false },
    { &cbt_reduction_packed, 13, 5, false },
    { &cbt_reduction_packed_snapshot, 13, 5, false },
    { &cbt_reduction_packed_cached, 13, 5, false },
    { &cbt_reduction_aligned, 17, 13, true },
    { &cbt_reduction_fused, 17, 13, true },
    { &cbt_reduction_dirty, 17, 13, true },
    { &cbt_reduction_subgroup, 15, 11, true },
};

/* NULL: a method that is in no table here, such as a test's, has no known launches. */
static const struct first_pass *first_pass_of(const struct reduction_method *method)
{
    for (size_t i = 0; i < sizeof(first_passes) / sizeof(first_passes[0]); i++)
        if (first_passes[i].method == method)
            return &first_passes[i];
    return NULL;
}

/* From so many nodes to the root. A group of the middle pass leaves 32 nodes to the last one. */
static void launch_few(struct bench_launches *launches, uint64_t nodes)
{
    if (nodes > TAIL_NODES) {
        const uint64_t groups = nodes / MIDDLE_NODES_MIN;
        bench_launch(launches, groups < MIDDLE_GROUPS_MAX ? groups : MIDDLE_GROUPS_MAX);
    }
    bench_launch(launches, 1);
}

/* Two dispatches: tiles; then the top, and groups of 1024 tiles and, unless a tile makes all that
 * they would, of 32. */
static void launch_prefix(struct bench_launches *launches, uint32_t depth, bool small_groups)
{
    enum { TILE_LEAVES = 17, BY_1024_FROM = 23, BY_32_FROM = 19 };
    const uint64_t tiles = UINT64_C(1) << (depth - TILE_LEAVES);
    uint64_t groups = 1;
    if (depth >= BY_1024_FROM)
        groups += (tiles + 1023) / 1024;
    if (depth >= BY_32_FROM && small_groups)
        groups += (tiles + 31) / 32;
    bench_launch(launches, tiles);
    bench_launch(launches, groups);
}

void cbt_reduction_launches(const struct reduction_method *method, uint32_t depth, uint32_t marked,
                            uint32_t steps, struct bench_launches *launches)
{
    enum { WHOLE_BY_FEW = 17, COUNTED_BELOW = 4 };
    if (method == &cbt_reduction_prefix || method == &cbt_reduction_prefix_full ||
        method == &cbt_reduction_prefix_aligned) {
        launch_prefix(launches, depth, method != &cbt_reduction_prefix_aligned);
        return;
    }
    const struct first_pass *first = first_pass_of(method);
    if (!first)
        return;
    const size_t end = launches->count + steps;
    if (method == &cbt_reduction_fused && depth <= WHOLE_BY_FEW) {
        launch_few(launches, UINT64_C(1) << (depth - COUNTED_BELOW));
        return;
    }
    const uint64_t leaves = UINT64_C(1) << depth, share = UINT64_C(1) << first->leaves_log2;
    bench_launch(launches, method->marked ? marked : (leaves + share - 1) / share);
    if (first->few)
        launch_few(launches, leaves >> first->levels);
    else
        for (uint64_t nodes = leaves >> first->levels >> 1; nodes > 0; nodes /= 2)
            if (launches->count < end)
                bench_launch(launches, (nodes + GROUP_NODES - 1) / GROUP_NODES);
}
