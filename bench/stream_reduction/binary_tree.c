/* SPDX-License-Identifier: MIT */
/* binary_tree: a running sum of nulls in log2(entries) steps over all entries, then a search. */
#include "bench/stream_reduction/tree.h"

#include "stream_reduction.kernels.h"

static uint32_t steps(const struct bench_case *c)
{
    uint32_t steps = 0;
    while (UINT64_C(1) << steps < stream_input_of(c)->entries)
        steps++;
    return steps;
}

static bool setup(struct bench_case *c)
{
    struct tree_case *state = c->state;
    if (!stream_tree_setup(c, stream_input_of(c)->entries))
        return false;
    state->leaves = stream_tree_kernel(c, &kernel_stream_reduction_binary_tree_leaves);
    state->up = stream_tree_kernel(c, &kernel_stream_reduction_binary_tree_step);
    state->gather = stream_tree_kernel(c, &kernel_stream_reduction_binary_tree_gather);
    return true;
}

static void record_count(struct bench_case *c, struct gpu_commands *commands)
{
    const struct tree_case *state = c->state;
    const struct stream_input *input = stream_input_of(c);
    uint32_t push[2] = { input->entries, 1 };
    stream_tree_record(c, commands,
                       &(struct stream_tree_step){ state->leaves,
                                                   { input->buffer, NULL, state->sums[0] },
                                                   push,
                                                   sizeof(push[0]),
                                                   input->entries });
    for (uint32_t i = 0; i < steps(c); i++) {
        push[1] = 1u << i;
        gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
        stream_tree_record(
            c, commands,
            &(struct stream_tree_step){ state->up,
                                        { state->sums[i % 2], state->sums[(i + 1) % 2] },
                                        push,
                                        sizeof(push),
                                        input->entries });
    }
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
    stream_tree_count_record(c, commands,
                             &(struct stream_tree_count){ state->sums[steps(c) % 2],
                                                          input->entries - 1, input->entries });
}

static void record_fill(struct bench_case *c, struct gpu_commands *commands,
                        struct gpu_buffer *output)
{
    const struct tree_case *state = c->state;
    stream_tree_gather_record(c, commands, state->sums[steps(c) % 2], stream_input_of(c)->entries,
                              output);
}

/* Leaves, steps, count, gather. */
static uint32_t chain(const struct bench_case *c)
{
    return steps(c) + 3;
}

/* Each step writes all sums. */
static void work(const struct bench_case *c, struct bench_work *work)
{
    const double sums = 4.0 * stream_input_of(c)->entries * (steps(c) + 1);
    stream_work(c, work);
    work->bytes_written += sums + 16;
    work->bytes_intermediate = sums + 16;
}

static void launches(const struct bench_case *c, struct bench_launches *launches)
{
    for (uint32_t i = 0; i <= steps(c); i++)
        stream_tree_launch(c, stream_input_of(c)->entries, launches);
    bench_launch(launches, 1);
    stream_tree_launch(c, stream_input_of(c)->count, launches);
}

const struct stream_traits stream_binary_tree_traits = { .count = record_count,
                                                         .fill = record_fill };

const struct bench_method stream_binary_tree = { .case_bytes = sizeof(struct tree_case),
                                                 .setup = setup,
                                                 .work = work,
                                                 .chain = chain,
                                                 .launches = launches };
