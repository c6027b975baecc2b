/* SPDX-License-Identifier: MIT */
/* reduction_methods.c: the steps of each method. */
#include "bench/cbt/tree/reduction.h"

#include "cbt.kernels.h"

enum {
    GROUP = 256,
    TAIL_LEVEL_MAX = 12,   /* that one group reduces: log2 of its nodes */
    MIDDLE_NODES = 10,     /* log2 of what a group takes where there are many */
    WHOLE_WORDS_NODES = 5, /* 2^5 nodes of any width are whole words */
    SMALL_TILE_BITS = 15,  /* of tile.glsl */
};

static double level_bits(const struct reduction *reduction, uint32_t level)
{
    const double nodes = (double)((uint64_t)1 << level);
    if (level == reduction->depth)
        return nodes;
    if (cbt_layout_constant(reduction->method->layout) == LAYOUT_ALIGNED &&
        level > reduction->depth - 7)
        return 0;
    const struct layout_range range =
        cbt_layout_level(reduction->method->layout, reduction->depth, level);
    if (level < 5 && cbt_layout_constant(reduction->method->layout) != LAYOUT_ALIGNED)
        return nodes * (reduction->depth + 1 - level);
    return 32 * (double)range.count;
}

void cbt_reduction_step_makes(struct reduction *reduction, struct reduction_step *step,
                              uint32_t lowest, uint32_t highest, int64_t source)
{
    step->lowest = lowest;
    step->highest = highest;
    if (source >= 0)
        step->read_bits = level_bits(reduction, (uint32_t)source);
    for (uint32_t level = highest; level <= lowest; level++)
        step->written_bits += level_bits(reduction, level);
}

/* A level per step, from `level` up to the root, by one kernel. */
static void add_levels(struct reduction *reduction, const struct gpu_shader *shader, uint32_t level)
{
    struct gpu_kernel *kernel = NULL;
    for (uint32_t i = level + 1; i-- > 0;) {
        struct reduction_step *step;
        if (!kernel) {
            step = cbt_reduction_step_add(reduction, shader, NULL, 0);
            kernel = step->kernel;
        } else {
            step = &reduction->steps[reduction->step_count++];
            *step = (struct reduction_step){ .kernel = kernel };
        }
        step->level = i;
        step->groups = (((uint64_t)1 << i) + GROUP - 1) / GROUP;
        cbt_reduction_step_makes(reduction, step, i, i, i + 1);
    }
}

/* Adds the atomics of the steps from `first` on, a level each: so many a node, by as many
 * neighbours on a word as have nodes in it. */
static void add_node_atomics(struct reduction *reduction, uint32_t first, double a_node)
{
    enum { WORD_BITS = 32, MANY = 16 };
    for (uint32_t i = first; i < reduction->step_count; i++) {
        struct reduction_step *step = &reduction->steps[i];
        const uint32_t lanes = WORD_BITS / (reduction->depth + 1 - step->level);
        step->atomics = a_node * (double)((uint64_t)1 << step->level);
        step->pattern = lanes >= MANY ? BENCH_ATOMICS_LANES_16
                        : lanes >= 2  ? BENCH_ATOMICS_LANES_2
                                      : BENCH_ATOMICS_LANES_1;
    }
}

static void build_naive(struct reduction *reduction)
{
    add_levels(reduction, &kernel_cbt_reduce_naive, reduction->depth - 1);
    add_node_atomics(reduction, 0, 4);
}

/* Nodes that straddle two words have twice as many. */
static void build_naive_lean(struct reduction *reduction)
{
    add_levels(reduction, &kernel_cbt_reduce_naive_lean, reduction->depth - 1);
    add_node_atomics(reduction, 0, 2);
}

static void build_prepass(struct reduction *reduction)
{
    const uint32_t depth = reduction->depth;
    struct reduction_step *step =
        cbt_reduction_step_add(reduction, &kernel_cbt_reduce_prepass, NULL, 0);
    step->groups = (cbt_heap_bitfield_words(depth) + GROUP - 1) / GROUP;
    cbt_reduction_step_makes(reduction, step, depth - 1, depth - 5, depth);
    /* Four for each of four levels, of which neighbours write parts of the same words. */
    step->atomics = 16 * (double)cbt_heap_bitfield_words(depth);
    step->pattern = BENCH_ATOMICS_LANES_2;
    if (depth > 5)
        add_levels(reduction, &kernel_cbt_reduce_naive, depth - 6);
    add_node_atomics(reduction, 1, 4);
}

/* A thread for each pair of nodes, within the limits of the device. */
static uint32_t tail_threads(const struct reduction *reduction, uint32_t source)
{
    enum { THREADS_MAX = 1024, THREADS_MIN = 64 };
    const struct gpu_info *info = gpu_info(gpu_scope_device(reduction->scope));
    const uint32_t limit = info ? info->limits.group_invocations_max : GROUP;
    uint32_t threads = 1u << (source - 1);
    threads = threads < THREADS_MIN ? THREADS_MIN : threads > THREADS_MAX ? THREADS_MAX : threads;
    return threads <= limit ? threads : GROUP;
}

/* All levels by one group: level D-4 is counted in the bit field, two nodes a word. */
static void add_tail(struct reduction *reduction, uint32_t source)
{
    const uint32_t threads = tail_threads(reduction, source);
    const uint32_t constants[] = { source, source, source, threads };
    struct reduction_step *step =
        cbt_reduction_step_add(reduction, &kernel_cbt_reduce_group, constants, 4);
    const bool counts = source == reduction->depth - 4;
    cbt_reduction_step_makes(reduction, step, source - 1, 0,
                             counts ? (int64_t)reduction->depth : -1);
}

static void add_words(struct reduction *reduction, const struct gpu_shader *level)
{
    enum { WHOLE_WORDS_DEPTH = 10 };
    const uint32_t depth = reduction->depth;
    if (depth < WHOLE_WORDS_DEPTH) {
        add_tail(reduction, depth - 4);
        return;
    }
    struct reduction_step *step =
        cbt_reduction_step_add(reduction, &kernel_cbt_reduce_words, NULL, 0);
    step->groups = (cbt_heap_bitfield_words(depth) + GROUP - 1) / GROUP;
    cbt_reduction_step_makes(reduction, step, depth - 5, depth - 5, depth);
    if (reduction->method->layout == LAYOUT_SNAPSHOT)
        step->written_bits += 32 * (double)cbt_heap_bitfield_words(depth);
    add_levels(reduction, level, depth - 6);
}

static void build_packed(struct reduction *reduction)
{
    add_words(reduction, &kernel_cbt_reduce_level);
}

static void build_packed_cached(struct reduction *reduction)
{
    add_words(reduction, &kernel_cbt_reduce_level_cached);
}

/* From a level to the root: groups of many nodes where one group would be too few, then one. */
static void add_upper(struct reduction *reduction, uint32_t source)
{
    if (source > TAIL_LEVEL_MAX) {
        const uint32_t fewest = source - TAIL_LEVEL_MAX + WHOLE_WORDS_NODES;
        const uint32_t nodes = fewest > MIDDLE_NODES ? fewest : MIDDLE_NODES;
        const uint32_t levels = nodes - WHOLE_WORDS_NODES;
        const uint32_t constants[] = { source, nodes, levels, GROUP };
        struct reduction_step *step =
            cbt_reduction_step_add(reduction, &kernel_cbt_reduce_group, constants, 4);
        step->groups = (uint64_t)1 << (source - nodes);
        cbt_reduction_step_makes(reduction, step, source - 1, source - levels,
                                 source == reduction->depth - 4 ? (int64_t)reduction->depth : -1);
        source -= levels;
    }
    add_tail(reduction, source);
}

/* Tiles of 2^tile_bits leaves, up to level D - highest_below, then the rest. */
static void add_tiles(struct reduction *reduction, const struct gpu_shader *shader,
                      uint32_t tile_bits, uint32_t highest_below)
{
    const uint32_t depth = reduction->depth, marked = reduction->method->marked;
    struct reduction_step *step = cbt_reduction_step_add(reduction, shader, &marked, 1);
    step->groups = (uint64_t)1 << (depth - tile_bits);
    step->marked = marked;
    cbt_reduction_step_makes(reduction, step,
                             cbt_layout_stored_level(reduction->method->layout, depth),
                             depth - highest_below, depth);
    add_upper(reduction, depth - highest_below);
}

static void build_fused(struct reduction *reduction)
{
    if (reduction->depth <= REDUCTION_TILE_BITS)
        add_upper(reduction, reduction->depth - 4);
    else
        add_tiles(reduction, &kernel_cbt_reduce_tile, REDUCTION_TILE_BITS, 13);
}

/* Its shuffles are between four threads: subgroups may not be smaller. */
static void build_subgroup(struct reduction *reduction)
{
    enum { LEAST = 4 };
    struct gpu *gpu = gpu_scope_device(reduction->scope);
    if (gpu && gpu_info(gpu)->subgroup_size_min < LEAST) {
        const uint32_t size = gpu_subgroup_size(gpu, LEAST);
        reduction->subgroup_size = size > 0 ? size : LEAST; /* which the device then refuses */
    }
    add_tiles(reduction, &kernel_cbt_reduce_tile_subgroup, SMALL_TILE_BITS, 11);
}

static void build_aligned(struct reduction *reduction)
{
    add_tiles(reduction, &kernel_cbt_reduce_tile_aligned, REDUCTION_TILE_BITS, 13);
}

const struct reduction_method cbt_reduction_naive = {
    .name = "naive", .layout = LAYOUT_FULL, .depth_min = 5, .build = build_naive
};
const struct reduction_method cbt_reduction_naive_lean = {
    .name = "naive_lean", .layout = LAYOUT_FULL, .depth_min = 5, .build = build_naive_lean
};
const struct reduction_method cbt_reduction_prepass = {
    .name = "prepass", .layout = LAYOUT_FULL, .depth_min = 6, .build = build_prepass
};
const struct reduction_method cbt_reduction_packed = {
    .name = "packed", .layout = LAYOUT_PACKED, .depth_min = 5, .build = build_packed
};
const struct reduction_method cbt_reduction_packed_snapshot = {
    .name = "packed_snapshot", .layout = LAYOUT_SNAPSHOT, .depth_min = 10, .build = build_packed
};
const struct reduction_method cbt_reduction_packed_cached = { .name = "packed_cached",
                                                              .layout = LAYOUT_SNAPSHOT,
                                                              .depth_min = 10,
                                                              .build = build_packed_cached };
const struct reduction_method cbt_reduction_aligned = {
    .name = "aligned", .layout = LAYOUT_ALIGNED, .depth_min = 18, .build = build_aligned
};
const struct reduction_method cbt_reduction_fused = {
    .name = "fused", .layout = LAYOUT_PACKED, .depth_min = 5, .build = build_fused
};
const struct reduction_method cbt_reduction_subgroup = { .name = "subgroup",
                                                         .layout = LAYOUT_PACKED,
                                                         .depth_min = 16,
                                                         .needs = GPU_SUBGROUP_SHUFFLE,
                                                         .build = build_subgroup };
const struct reduction_method cbt_reduction_dirty = {
    .name = "dirty", .layout = LAYOUT_PACKED, .depth_min = 18, .marked = true, .build = build_fused
};
