/* SPDX-License-Identifier: MIT */
#include "bench/common/quadtree.h"

#include "bench/common/device.h"

#include "stream_reduction.kernels.h"

enum { GROUP_SIZE = 256 };

/* Returns m, the levels above the leaves, at least 1. */
static uint32_t quadtree_steps(uint32_t entries)
{
    uint32_t steps = 1;
    while (UINT64_C(1) << 2 * steps < entries)
        steps++;
    return steps;
}

/* Tuples of a level: a root of one component is a tuple, too. */
static uint32_t tuples(uint32_t steps, uint32_t level)
{
    return level + 1 < steps ? 1u << 2 * (steps - 1 - level) : 1;
}

/* The first tuple of a level; of the level above the root, how many there are. */
static uint32_t first(uint32_t steps, uint32_t level)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < level; i++)
        sum += tuples(steps, i);
    return sum;
}

uint64_t quadtree_bytes(uint32_t entries)
{
    const uint32_t steps = quadtree_steps(entries);
    return 16 * (uint64_t)first(steps, steps + 1);
}

static struct gpu_kernel *kernel(struct gpu_scope *scope, const struct gpu_shader *shader,
                                 uint32_t entry_words)
{
    return kernel_create_with(scope, shader, GROUP_SIZE, entry_words);
}

struct quadtree quadtree_create(struct gpu_scope *scope, uint32_t entry_words, bool square,
                                uint32_t entries)
{
    const struct gpu_info *info = gpu_info(gpu_scope_device(scope));
    const uint64_t bytes = quadtree_bytes(entries);
    return (struct quadtree){
        .entry_words = entry_words,
        .square = square,
        .group_limit = info ? info->limits.group_count_max[0] : 1,
        .leaves = kernel(scope, &kernel_stream_reduction_quadtree_leaves, entry_words),
        .up = kernel(scope, &kernel_stream_reduction_quadtree_up, entry_words),
        .down = kernel(scope, &kernel_stream_reduction_quadtree_down, entry_words),
        .counts = kernel(scope, &kernel_stream_reduction_tree_arguments, entry_words),
        .gather = kernel(scope, &kernel_stream_reduction_quadtree_gather, entry_words),
        .sums = { buffer_create(scope, "up", bytes, NULL),
                  buffer_create(scope, "down", bytes, NULL) },
        .arguments = buffer_create(scope, "arguments", 16, NULL),
    };
}

/* Counts of a step; the tuples that it makes are `items`. */
static void step_record(struct gpu_commands *commands, const struct quadtree *tree,
                        struct gpu_dispatch dispatch, uint64_t items)
{
    /* Groups of a thread per item, in rows. */
    const uint64_t wanted = (items + GROUP_SIZE - 1) / GROUP_SIZE;
    dispatch.groups[0] = (uint32_t)(wanted < tree->group_limit ? wanted : tree->group_limit);
    dispatch.groups[1] = dispatch.groups[0] == 0
                             ? 1
                             : (uint32_t)((wanted + dispatch.groups[0] - 1) / dispatch.groups[0]);
    dispatch.groups[2] = 1;
    gpu_commands_dispatch(commands, &dispatch);
}

void quadtree_count_record(struct gpu_commands *commands, const struct quadtree *tree,
                           struct gpu_buffer *input, uint32_t entries, struct gpu_buffer *count)
{
    const uint32_t steps = quadtree_steps(entries);
    const uint32_t leaves[2] = { entries, tuples(steps, 0) };
    step_record(commands, tree,
                DISPATCH(tree->leaves, .buffers = { input, NULL, tree->sums[0] }, PUSH(leaves)),
                leaves[1]);
    for (uint32_t level = 1; level <= steps; level++) {
        gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
        const uint32_t push[4] = { tuples(steps, level - 1), first(steps, level - 1),
                                   tuples(steps, level), first(steps, level) };
        step_record(commands, tree, DISPATCH(tree->up, .buffers = { tree->sums[0] }, PUSH(push)),
                    push[2]);
    }
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
    /* The root's word as the count, and what the gather is launched with. */
    const uint32_t root[5] = { 4 * first(steps, steps), 0, tree->square, GROUP_SIZE,
                               tree->group_limit };
    kernel_dispatch(commands, tree->counts, .buffers = { tree->sums[0], count, tree->arguments },
                    PUSH(root), .groups = { 1, 1, 1 });
    for (uint32_t level = steps; level-- > 0;) {
        if (level + 1 < steps)
            gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
        const uint32_t push[4] = { tuples(steps, level), first(steps, level),
                                   first(steps, level + 1), level + 1 == steps };
        step_record(commands, tree,
                    DISPATCH(tree->down, .buffers = { tree->sums[0], tree->sums[1] }, PUSH(push)),
                    push[0]);
    }
}

void quadtree_fill_record(struct gpu_commands *commands, const struct quadtree *tree,
                          struct gpu_buffer *input, uint32_t entries, struct gpu_buffer *output)
{
    const uint32_t push[2] = { entries, 4 * tuples(quadtree_steps(entries), 0) };
    kernel_dispatch(commands, tree->gather,
                    .buffers = { input, output, tree->sums[1], tree->arguments }, PUSH(push),
                    .indirect = tree->arguments);
}
