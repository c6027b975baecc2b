/* SPDX-License-Identifier: MIT */
/*
 * reduction_prefix.c: methods whose tiles are of 32 lanes and prefix sums: two dispatches, tiles
 * and then all levels above by groups that wait for nobody; or one, of marked tiles, which add to
 * what lies above.
 */
#include "bench/cbt/tree/reduction.h"

#include "cbt.kernels.h"

/* Chooses how kernels hand words from lane to lane: by shuffles within 32, where subgroups can be
 * asked to hold that many, else through shared memory. */
static uint32_t lanes_of(struct reduction *reduction)
{
    enum { LANES_SHUFFLE, LANES_SHARED, SEGMENT = 32 };
    reduction->subgroup_size = gpu_subgroup_size(gpu_scope_device(reduction->scope), SEGMENT);
    return reduction->subgroup_size > 0 ? LANES_SHUFFLE : LANES_SHARED;
}

/* Groups that have at most 2^share_log2 of the tiles each; none in trees of less than `depth`. */
static uint64_t groups_of(const struct reduction *reduction, uint32_t depth, uint32_t share_log2)
{
    const uint64_t groups = cbt_reduction_tiles(reduction->depth) >> share_log2;
    return reduction->depth < depth ? 0 : groups > 0 ? groups : 1;
}

/* Levels up to D - highest_below by tiles, then the rest. */
static void build_two(struct reduction *reduction, const struct gpu_shader *tile,
                      const struct gpu_shader *upper, uint32_t highest_below)
{
    enum { MIDDLE_DEPTH = 23, MIDDLE_LOG2 = 10, LOWER_DEPTH = 19, LOWER_LOG2 = 5 };
    const uint32_t lanes = lanes_of(reduction), depth = reduction->depth;
    const uint32_t tiles = cbt_reduction_tiles(depth);
    struct reduction_step *step = cbt_reduction_step_add(reduction, tile, &lanes, 1);
    step->groups = tiles;
    cbt_reduction_step_makes(reduction, step,
                             cbt_layout_stored_level(reduction->method->layout, depth),
                             depth - highest_below, depth);
    if (reduction->scratch)
        step->written_bits += 8.0 * REDUCTION_SCRATCH_BYTES * tiles;
    step = cbt_reduction_step_add(reduction, upper, &lanes, 1);
    step->groups = 1 + groups_of(reduction, MIDDLE_DEPTH, MIDDLE_LOG2);
    if (reduction->scratch)
        step->groups += groups_of(reduction, LOWER_DEPTH, LOWER_LOG2);
    cbt_reduction_step_makes(reduction, step, depth - highest_below - 1, 0, -1);
}

static void build_prefix(struct reduction *reduction)
{
    build_two(reduction, &kernel_cbt_reduce_prefix_tile, &kernel_cbt_reduce_prefix_upper, 13);
}

static void build_prefix_full(struct reduction *reduction)
{
    build_two(reduction, &kernel_cbt_reduce_prefix_full, &kernel_cbt_reduce_prefix_upper, 13);
}

static void build_prefix_aligned(struct reduction *reduction)
{
    build_two(reduction, &kernel_cbt_reduce_prefix_aligned, &kernel_cbt_reduce_prefix_upper_aligned,
              17);
}

static void build_dirty_aligned(struct reduction *reduction)
{
    const uint32_t lanes = lanes_of(reduction), depth = reduction->depth;
    const uint32_t tiles = cbt_reduction_tiles(depth), above = depth - REDUCTION_TILE_BITS;
    struct reduction_step *step =
        cbt_reduction_step_add(reduction, &kernel_cbt_reduce_marked, &lanes, 1);
    step->groups = reduction->sweep_groups < tiles ? reduction->sweep_groups : tiles;
    step->marked = true;
    cbt_reduction_step_makes(reduction, step, depth - 7, above, depth);
    step->written_bits += 32.0 * (double)cbt_heap_bitfield_words(depth); /* the copy */
    /* A node above each, and the tile's mark. */
    step->atomics = (above + 1.0) * tiles;
    step->pattern = BENCH_ATOMICS_SCATTERED;
}

const struct reduction_method cbt_reduction_prefix = { .name = "prefix",
                                                       .layout = LAYOUT_PACKED,
                                                       .depth_min = 18,
                                                       .needs = GPU_SUBGROUP_SHUFFLE,
                                                       .scratch = true,
                                                       .build = build_prefix };
const struct reduction_method cbt_reduction_prefix_aligned = { .name = "prefix_aligned",
                                                               .layout = LAYOUT_ALIGNED,
                                                               .depth_min = 18,
                                                               .needs = GPU_SUBGROUP_SHUFFLE,
                                                               .build = build_prefix_aligned };
const struct reduction_method cbt_reduction_prefix_full = { .name = "prefix_full",
                                                            .layout = LAYOUT_FULL,
                                                            .depth_min = 18,
                                                            .needs = GPU_SUBGROUP_SHUFFLE,
                                                            .scratch = true,
                                                            .build = build_prefix_full };
const struct reduction_method cbt_reduction_dirty_aligned = { .name = "dirty_aligned",
                                                              .layout = LAYOUT_ALIGNED_SNAPSHOT,
                                                              .depth_min = 18,
                                                              .needs = GPU_SUBGROUP_SHUFFLE,
                                                              .marked = true,
                                                              .sweeps = true,
                                                              .build = build_dirty_aligned };
