/* SPDX-License-Identifier: MIT */
/*
 * quadtree: the paper's three phases. Where it has textures, whose blocks of 2 x 2 texels are
 * summed, this has arrays in Z order: node j of level i has entries 4^i j to 4^i (j + 1) - 1, side
 * by side, so that the order of S is that of the stream. Four entries make a tuple, as there; the
 * stream is filled up with null to 4^m entries.
 */
#include "bench/stream_reduction/reference.h"
#include "bench/stream_reduction/tree.h"

#include "stream_reduction.kernels.h"

/* The tree over a stream: level i has its tuples at `first`, the leaves are level 0. */
struct quadtree {
    uint32_t steps; /* m: levels above the leaves, at least 1 */
};

static struct quadtree quadtree_of(const struct bench_case *c)
{
    struct quadtree tree = { 1 };
    while (UINT64_C(1) << 2 * tree.steps < stream_input_of(c)->entries)
        tree.steps++;
    return tree;
}

/* Tuples of a level: a root of one component is a tuple, too. */
static uint32_t tuples(struct quadtree tree, uint32_t level)
{
    return level + 1 < tree.steps ? 1u << 2 * (tree.steps - 1 - level) : 1;
}

/* The first tuple of a level; of the level above the root, how many there are. */
static uint32_t first(struct quadtree tree, uint32_t level)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < level; i++)
        sum += tuples(tree, i);
    return sum;
}

static bool setup(struct bench_case *c)
{
    struct tree_case *state = c->state;
    const struct quadtree tree = quadtree_of(c);
    if (!stream_tree_setup(c, 4 * (uint64_t)first(tree, tree.steps + 1)))
        return false;
    state->leaves = stream_tree_kernel(c, &kernel_stream_reduction_quadtree_leaves);
    state->up = stream_tree_kernel(c, &kernel_stream_reduction_quadtree_up);
    state->down = stream_tree_kernel(c, &kernel_stream_reduction_quadtree_down);
    state->gather = stream_tree_kernel(c, &kernel_stream_reduction_quadtree_gather);
    return true;
}

static void record_leaves(const struct bench_case *c, struct gpu_commands *commands)
{
    const struct tree_case *state = c->state;
    const struct stream_input *input = stream_input_of(c);
    const uint32_t push[2] = { input->entries, tuples(quadtree_of(c), 0) };
    stream_tree_record(
        c, commands,
        &(struct stream_tree_step){
            state->leaves, { input->buffer, NULL, state->sums[0] }, push, sizeof(push), push[1] });
}

static void record_up(const struct bench_case *c, struct gpu_commands *commands, uint32_t level)
{
    const struct tree_case *state = c->state;
    const struct quadtree tree = quadtree_of(c);
    const uint32_t push[4] = { tuples(tree, level - 1), first(tree, level - 1), tuples(tree, level),
                               first(tree, level) };
    stream_tree_record(
        c, commands,
        &(struct stream_tree_step){ state->up, { state->sums[0] }, push, sizeof(push), push[2] });
}

static void record_down(const struct bench_case *c, struct gpu_commands *commands, uint32_t level)
{
    const struct tree_case *state = c->state;
    const struct quadtree tree = quadtree_of(c);
    const uint32_t push[4] = { tuples(tree, level), first(tree, level), first(tree, level + 1),
                               level + 1 == tree.steps };
    stream_tree_record(
        c, commands,
        &(struct stream_tree_step){
            state->down, { state->sums[0], state->sums[1] }, push, sizeof(push), push[0] });
}

/* Phases 1 and 2. */
void stream_quadtree_count(struct bench_case *c, struct gpu_commands *commands)
{
    const struct tree_case *state = c->state;
    const struct quadtree tree = quadtree_of(c);
    record_leaves(c, commands);
    for (uint32_t level = 1; level <= tree.steps; level++) {
        gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
        record_up(c, commands, level);
    }
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
    stream_tree_count_record(
        c, commands, &(struct stream_tree_count){ state->sums[0], 4 * first(tree, tree.steps), 0 });
    for (uint32_t level = tree.steps; level-- > 0;) {
        if (level + 1 < tree.steps)
            gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
        record_down(c, commands, level);
    }
}

/* Phase 3. */
void stream_quadtree_fill(struct bench_case *c, struct gpu_commands *commands,
                          struct gpu_buffer *output)
{
    const struct tree_case *state = c->state;
    stream_tree_gather_record(c, commands, state->sums[1], 4 * tuples(quadtree_of(c), 0), output);
}

/* Leaves, levels up, levels down, gather. */
static uint32_t chain(const struct bench_case *c)
{
    return 2 * quadtree_of(c).steps + 2;
}

static uint64_t places(const struct bench_case *c)
{
    const struct stream_shape shape = stream_shape_of(stream_input_of(c)->count);
    return (uint64_t)shape.columns * shape.rows;
}

/* Declares the work. The fill of the output, U and D without its root, and the arguments are
 * written, too. */
static void work(const struct bench_case *c, struct bench_work *work)
{
    const struct quadtree tree = quadtree_of(c);
    const struct stream_input *input = stream_input_of(c);
    const double sums = 16.0 * first(tree, tree.steps + 1) + 16.0 * first(tree, tree.steps);
    stream_work(c, work);
    work->bytes_written +=
        4.0 * (double)(places(c) - input->count) * input->element_words + sums + 16;
    work->bytes_intermediate = sums + 16;
}

static void launches(const struct bench_case *c, struct bench_launches *launches)
{
    const struct quadtree tree = quadtree_of(c);
    for (uint32_t level = 0; level <= tree.steps; level++)
        stream_tree_launch(c, tuples(tree, level), launches);
    bench_launch(launches, 1);
    for (uint32_t level = tree.steps; level-- > 0;)
        stream_tree_launch(c, tuples(tree, level), launches);
    stream_tree_launch(c, places(c), launches);
}

const struct stream_traits stream_quadtree_traits = { .square = true,
                                                      .count = stream_quadtree_count,
                                                      .fill = stream_quadtree_fill };

const struct bench_method stream_quadtree = { .case_bytes = sizeof(struct tree_case),
                                              .setup = setup,
                                              .work = work,
                                              .chain = chain,
                                              .launches = launches };
