/* SPDX-License-Identifier: MIT */
#include "bench/cbt/tree/tree.h"

#include "bench/common/device.h"

#include "cbt.kernels.h"

#include <assert.h>

enum {
    GROUP = 256,
    TAIL_LEVEL_MAX = 12,   /* that one group reduces: log2 of its nodes */
    MIDDLE_NODES = 10,     /* log2 of what a group takes where there are many */
    WHOLE_WORDS_NODES = 5, /* 2^5 nodes of any width are whole words */
    SMALL_TILE_BITS = 15,  /* of tile.glsl */
};

const char *const cbt_depth_from_names[] = { "constant", "push", "length", "header", NULL };

/* Push constants of heap_depth_from.glsl. */
struct reduction_push {
    uint32_t level, depth;
};

void cbt_reduction_init(struct reduction *reduction)
{
    const struct reduction_method *method = reduction->method;
    assert(reduction->depth >= method->depth_min && (reduction->marks || !method->marked));
    if (method->scratch)
        reduction->scratch = buffer_create(
            reduction->scope, "scratch",
            (uint64_t)REDUCTION_SCRATCH_BYTES * cbt_reduction_tiles(reduction->depth), NULL);
    method->build(reduction);
}

struct reduction_step *cbt_reduction_step_add(struct reduction *reduction,
                                              const struct gpu_shader *shader,
                                              const uint32_t *constants, uint32_t constant_count)
{
    struct gpu_kernel_params params = { .shader = shader,
                                        .constant_count = 3 + constant_count,
                                        .subgroup_size = reduction->subgroup_size };
    struct reduction_step *step = &reduction->steps[reduction->step_count++];
    assert(reduction->step_count <= REDUCTION_STEPS_MAX);
    /* A depth that is taken from elsewhere is none that the constant could tell. */
    params.constants[0] = reduction->depth_from == DEPTH_FROM_CONSTANT ? reduction->depth : 0;
    params.constants[1] = cbt_layout_constant(reduction->method->layout);
    params.constants[2] = reduction->depth_from;
    for (uint32_t i = 0; i < constant_count; i++)
        params.constants[3 + i] = constants[i];
    *step = (struct reduction_step){ .groups = 1 };
    step->kernel = gpu_kernel_create(reduction->scope, &params);
    return step;
}

void cbt_reduction_groups(uint64_t count, uint32_t groups[3])
{
    enum { WIDTH_MAX = 1 << 15 };
    groups[0] = (uint32_t)(count < WIDTH_MAX ? count : WIDTH_MAX);
    groups[1] = (uint32_t)((count + WIDTH_MAX - 1) / WIDTH_MAX);
    groups[2] = 1;
}

void cbt_reduction_record(const struct reduction *reduction, struct gpu_commands *commands,
                          uint32_t steps)
{
    for (uint32_t i = 0; i < reduction->step_count && i < steps; i++) {
        const struct reduction_step *step = &reduction->steps[i];
        const struct reduction_push push = { step->level, reduction->depth_from == DEPTH_FROM_PUSH
                                                              ? reduction->depth
                                                              : 0 };
        struct gpu_buffer *beside = reduction->scratch ? reduction->scratch
                                    : reduction->marks ? reduction->marks
                                                       : reduction->heap;
        struct gpu_dispatch dispatch = {
            .kernel = step->kernel,
            .buffers = { reduction->heap, reduction->heap, beside, beside, reduction->heap },
            PUSH(push),
            .indirect = step->marked && !reduction->method->sweeps ? reduction->marks : NULL,
        };
        if (i > 0)
            gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
        cbt_reduction_groups(step->groups, dispatch.groups);
        gpu_commands_dispatch(commands, &dispatch);
    }
}

void cbt_reduction_work(const struct reduction *reduction, uint32_t steps, double marked,
                        struct bench_work *work)
{
    for (uint32_t i = 0; i < reduction->step_count && i < steps; i++) {
        const struct reduction_step *step = &reduction->steps[i];
        const double share = step->marked ? marked : 1;
        work->bytes_read += share * step->read_bits / 8;
        work->bytes_written += share * step->written_bits / 8;
        work->atomics[step->pattern].dropped += share * step->atomics;
        if (step->marked)
            work->bytes_intermediate += share * step->written_bits / 8;
        for (uint32_t level = step->highest; level <= step->lowest; level++)
            work->operations += share * (double)((uint64_t)1 << level);
    }
}

uint32_t cbt_reduction_tiles(uint32_t depth)
{
    return depth < REDUCTION_TILE_BITS ? 1 : 1u << (depth - REDUCTION_TILE_BITS);
}

size_t cbt_reduction_marks_words(uint32_t depth)
{
    const size_t tiles = cbt_reduction_tiles(depth);
    return MARKS_LIST_WORD + tiles + (tiles + 31) / 32;
}

/* Steps of each method ------------------------------------------------------------------------- */

static double level_bits(const struct reduction *reduction, uint32_t level)
{
    const double nodes = (double)((uint64_t)1 << level);
    if (level == reduction->depth)
        return nodes;
    if (cbt_layout_constant(reduction->method->layout) == LAYOUT_ALIGNED &&
        level > reduction->depth - 7)
        return 0;
    if (level < 5 && cbt_layout_constant(reduction->method->layout) != LAYOUT_ALIGNED)
        return nodes * (reduction->depth + 1 - level);
    return 32 * (double)cbt_layout_level(reduction->method->layout, reduction->depth, level).count;
}

/* Declares that a step makes levels from `lowest` up to `highest`. It reads level `source` from
 * memory, or none, -1. */
static void step_makes(struct reduction *reduction, struct reduction_step *step, uint32_t lowest,
                       uint32_t highest, int64_t source)
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
        step_makes(reduction, step, i, i, i + 1);
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

static void build_levels(struct reduction *reduction)
{
    add_levels(reduction, reduction->method->shader, reduction->depth - 1);
    add_node_atomics(reduction, 0, reduction->method->node_atomics);
}

static void build_prepass(struct reduction *reduction)
{
    const uint32_t depth = reduction->depth;
    struct reduction_step *step =
        cbt_reduction_step_add(reduction, &kernel_cbt_reduce_prepass, NULL, 0);
    step->groups = (cbt_heap_bitfield_words(depth) + GROUP - 1) / GROUP;
    step_makes(reduction, step, depth - 1, depth - 5, depth);
    /* Four for each of four levels, of which neighbours write parts of the same words. */
    step->atomics = 16 * (double)cbt_heap_bitfield_words(depth);
    step->pattern = BENCH_ATOMICS_LANES_2;
    if (depth > 5)
        add_levels(reduction, &kernel_cbt_reduce_naive, depth - 6);
    add_node_atomics(reduction, 1, 4);
}

/* All levels by one group: level D-4 is counted in the bit field, two nodes a word. */
static void add_tail(struct reduction *reduction, uint32_t source)
{
    enum { THREADS_MAX = 1024, THREADS_MIN = 64 };
    const struct gpu_info *info = gpu_info(gpu_scope_device(reduction->scope));
    const uint32_t limit = info ? info->limits.group_invocations_max : GROUP;
    /* A thread for each pair of nodes, within the limits of the device. */
    uint32_t threads = 1u << (source - 1);
    threads = threads < THREADS_MIN ? THREADS_MIN : threads > THREADS_MAX ? THREADS_MAX : threads;
    threads = threads <= limit ? threads : GROUP;
    const uint32_t constants[] = { source, source, source, threads };
    struct reduction_step *step =
        cbt_reduction_step_add(reduction, &kernel_cbt_reduce_group, constants, 4);
    const bool counts = source == reduction->depth - 4;
    step_makes(reduction, step, source - 1, 0, counts ? (int64_t)reduction->depth : -1);
}

static void build_words(struct reduction *reduction)
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
    step_makes(reduction, step, depth - 5, depth - 5, depth);
    if (reduction->method->layout == LAYOUT_SNAPSHOT)
        step->written_bits += 32 * (double)cbt_heap_bitfield_words(depth);
    add_levels(reduction, reduction->method->shader, depth - 6);
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
        step_makes(reduction, step, source - 1, source - levels,
                   source == reduction->depth - 4 ? (int64_t)reduction->depth : -1);
        source -= levels;
    }
    add_tail(reduction, source);
}

/* Tiles of 2^tile_bits leaves, up to level D - highest_below, then the rest. */
static void build_tiles(struct reduction *reduction)
{
    const struct reduction_method *method = reduction->method;
    const uint32_t depth = reduction->depth, marked = method->marked;
    if (depth <= method->tile_bits) {
        add_upper(reduction, depth - 4);
        return;
    }
    struct reduction_step *step = cbt_reduction_step_add(reduction, method->shader, &marked, 1);
    step->groups = (uint64_t)1 << (depth - method->tile_bits);
    step->marked = marked;
    step_makes(reduction, step, cbt_layout_stored_level(method->layout, depth),
               depth - method->highest_below, depth);
    add_upper(reduction, depth - method->highest_below);
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
    build_tiles(reduction);
}

/* Prefix sums ---------------------------------------------------------------------------------- */
/*
 * Methods whose tiles are of 32 lanes and prefix sums: two dispatches, tiles and then all levels
 * above by groups that wait for nobody; or one, of marked tiles, which add to what lies above.
 */

/* Chooses how kernels hand words from lane to lane: by shuffles within 32, where subgroups can be
 * asked to hold that many, else through shared memory. */
static uint32_t lanes_of(struct reduction *reduction)
{
    enum { LANES_SHUFFLE, LANES_SHARED, SEGMENT = 32 };
    reduction->subgroup_size = gpu_subgroup_size(gpu_scope_device(reduction->scope), SEGMENT);
    return reduction->subgroup_size > 0 ? LANES_SHUFFLE : LANES_SHARED;
}

/* Groups that have at most 2^share_log2 of the tiles each; none in trees of less than `depth`. */
static uint64_t groups_sharing(const struct reduction *reduction, uint32_t depth,
                               uint32_t share_log2)
{
    const uint64_t groups = cbt_reduction_tiles(reduction->depth) >> share_log2;
    return reduction->depth < depth ? 0 : groups > 0 ? groups : 1;
}

/* Levels up to D - highest_below by tiles, then the rest. */
static void build_prefix(struct reduction *reduction)
{
    const struct reduction_method *method = reduction->method;
    enum { MIDDLE_DEPTH = 23, MIDDLE_LOG2 = 10, LOWER_DEPTH = 19, LOWER_LOG2 = 5 };
    const uint32_t lanes = lanes_of(reduction), depth = reduction->depth;
    const uint32_t tiles = cbt_reduction_tiles(depth);
    struct reduction_step *step = cbt_reduction_step_add(reduction, method->shader, &lanes, 1);
    step->groups = tiles;
    step_makes(reduction, step, cbt_layout_stored_level(method->layout, depth),
               depth - method->highest_below, depth);
    if (reduction->scratch)
        step->written_bits += 8.0 * REDUCTION_SCRATCH_BYTES * tiles;
    step = cbt_reduction_step_add(reduction, method->upper, &lanes, 1);
    step->groups = 1 + groups_sharing(reduction, MIDDLE_DEPTH, MIDDLE_LOG2);
    if (reduction->scratch)
        step->groups += groups_sharing(reduction, LOWER_DEPTH, LOWER_LOG2);
    step_makes(reduction, step, depth - method->highest_below - 1, 0, -1);
}

static void build_dirty_aligned(struct reduction *reduction)
{
    const uint32_t lanes = lanes_of(reduction), depth = reduction->depth;
    const uint32_t tiles = cbt_reduction_tiles(depth), above = depth - REDUCTION_TILE_BITS;
    struct reduction_step *step =
        cbt_reduction_step_add(reduction, &kernel_cbt_reduce_marked, &lanes, 1);
    step->groups = reduction->sweep_groups < tiles ? reduction->sweep_groups : tiles;
    step->marked = true;
    step_makes(reduction, step, depth - 7, above, depth);
    step->written_bits += 32.0 * (double)cbt_heap_bitfield_words(depth); /* the copy */
    /* A node above each, and the tile's mark. */
    step->atomics = (above + 1.0) * tiles;
    step->pattern = BENCH_ATOMICS_SCATTERED;
}

#define METHOD(name_, layout_, depth_min_, ...)                                                    \
    const struct reduction_method cbt_reduction_##name_ = {                                        \
        .name = #name_, .layout = LAYOUT_##layout_, .depth_min = depth_min_, __VA_ARGS__           \
    }

METHOD(naive, FULL, 5, .build = build_levels, .shader = &kernel_cbt_reduce_naive,
       .node_atomics = 4);
/* Nodes that straddle two words have twice as many. */
METHOD(naive_lean, FULL, 5, .build = build_levels, .shader = &kernel_cbt_reduce_naive_lean,
       .node_atomics = 2);
METHOD(prepass, FULL, 6, .build = build_prepass);
METHOD(packed, PACKED, 5, .build = build_words, .shader = &kernel_cbt_reduce_level);
METHOD(packed_snapshot, SNAPSHOT, 10, .build = build_words, .shader = &kernel_cbt_reduce_level);
METHOD(packed_cached, SNAPSHOT, 10, .build = build_words,
       .shader = &kernel_cbt_reduce_level_cached);
METHOD(aligned, ALIGNED, 18, .build = build_tiles, .shader = &kernel_cbt_reduce_tile_aligned,
       .tile_bits = REDUCTION_TILE_BITS, .highest_below = 13);
METHOD(fused, PACKED, 5, .build = build_tiles, .shader = &kernel_cbt_reduce_tile,
       .tile_bits = REDUCTION_TILE_BITS, .highest_below = 13);
METHOD(dirty, PACKED, 18, .build = build_tiles, .shader = &kernel_cbt_reduce_tile,
       .tile_bits = REDUCTION_TILE_BITS, .highest_below = 13, .marked = true);
METHOD(subgroup, PACKED, 16, .build = build_subgroup, .shader = &kernel_cbt_reduce_tile_subgroup,
       .tile_bits = SMALL_TILE_BITS, .highest_below = 11, .needs = GPU_SUBGROUP_SHUFFLE);
METHOD(prefix, PACKED, 18, .build = build_prefix, .shader = &kernel_cbt_reduce_prefix_tile,
       .upper = &kernel_cbt_reduce_prefix_upper, .highest_below = 13, .scratch = true,
       .needs = GPU_SUBGROUP_SHUFFLE);
METHOD(prefix_full, FULL, 18, .build = build_prefix, .shader = &kernel_cbt_reduce_prefix_full,
       .upper = &kernel_cbt_reduce_prefix_upper, .highest_below = 13, .scratch = true,
       .needs = GPU_SUBGROUP_SHUFFLE);
METHOD(prefix_aligned, ALIGNED, 18, .build = build_prefix,
       .shader = &kernel_cbt_reduce_prefix_aligned,
       .upper = &kernel_cbt_reduce_prefix_upper_aligned, .highest_below = 17,
       .needs = GPU_SUBGROUP_SHUFFLE);
METHOD(dirty_aligned, ALIGNED_SNAPSHOT, 18, .build = build_dirty_aligned, .marked = true,
       .sweeps = true, .needs = GPU_SUBGROUP_SHUFFLE);
