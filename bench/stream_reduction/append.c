/* SPDX-License-Identifier: MIT */
/* append: places by one atomic per group; the order of groups is whatever comes. */
#include "bench/stream_reduction/variants.h"

#include "stream_reduction.kernels.h"

enum { GROUP_SIZE = 256, ENTRIES = 4 /* of a thread */ };

struct append_case {
    struct stream_case base;
    struct gpu_kernel *kernel;
};

static bool setup(struct bench_case *c)
{
    struct append_case *state = c->state;
    const struct gpu_info *info = gpu_info(gpu_scope_device(c->context.scope));
    const bool ballot = info && (info->features & GPU_SUBGROUP_BALLOT) != 0;
    if (!stream_setup_device(c))
        return false;
    state->kernel = gpu_kernel_create(
        c->context.scope,
        &(struct gpu_kernel_params){ .shader = ballot ? &kernel_stream_reduction_append
                                                      : &kernel_stream_reduction_append_shared,
                                     .constants = { GROUP_SIZE, stream_input_of(c)->element_words },
                                     .constant_count = 2 });
    return state->kernel;
}

static void fill(struct bench_case *c, struct gpu_commands *commands, struct gpu_buffer *output)
{
    const struct append_case *state = c->state;
    const struct stream_input *input = stream_input_of(c);
    struct gpu_dispatch dispatch = { .kernel = state->kernel,
                                     .buffers = { input->buffer, output, state->base.count },
                                     .push = &input->entries,
                                     .push_bytes = sizeof(input->entries) };
    stream_groups(c, input->entries, GROUP_SIZE * ENTRIES, dispatch.groups);
    gpu_commands_fill(commands, state->base.count, 0, 4, 0);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_COMPUTE);
    gpu_commands_dispatch(commands, &dispatch);
}

static uint32_t chain(const struct bench_case *c)
{
    (void)c;
    return 2; /* the count's zero, the entries */
}

static void launches(const struct bench_case *c, struct bench_launches *launches)
{
    uint32_t groups[3];
    stream_groups(c, stream_input_of(c)->entries, GROUP_SIZE * ENTRIES, groups);
    bench_launch(launches, (uint64_t)groups[0] * groups[1]);
}

const struct stream_traits stream_append_traits = { .unordered = true, .fill = fill };

const struct bench_method stream_append = {
    .case_bytes = sizeof(struct append_case), .setup = setup, .chain = chain, .launches = launches
};
