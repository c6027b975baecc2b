/* SPDX-License-Identifier: MIT */
/* per_level: a pass per level, as published: subdivide, copy the count, make the arguments. */
#include "bench/tile_subdivision/device.h"
#include "bench/tile_subdivision/pyramid_image.h"

#include "tile_subdivision.kernels.h"

enum {
    COUNT_WORD = 31, /* temporaryDataCount of the paper */
    KERNEL_TOP = 0,
    KERNEL_LEVEL,
    KERNEL_ARGUMENTS,
};

/* Parents per group: WORK_GROUP_SIZE of the paper over four children. */
static uint32_t group_depth(const struct bench_case *c)
{
    return (uint32_t)context_integer(&c->context, "group") / 4;
}

static bool setup(struct bench_case *c)
{
    struct tiles_case *state = tiles_state(c);
    const uint32_t top = tiles_input(c)->pyramid.top;
    const uint32_t depth = group_depth(c);
    const bool image = tiles_pyramid_image_wanted(c);
    tiles_setup_begin(c, UINT64_C(1) << 2 * (top > 0 ? top - 1 : 0));
    state->kernels[KERNEL_TOP] =
        tiles_kernel_create(c,
                            image ? &kernel_tile_subdivision_per_level_top_image
                                  : &kernel_tile_subdivision_per_level_top,
                            NULL, 0);
    state->kernels[KERNEL_LEVEL] = tiles_kernel_create(
        c, image ? &kernel_tile_subdivision_per_level_image : &kernel_tile_subdivision_per_level,
        &depth, 1);
    state->kernels[KERNEL_ARGUMENTS] = tiles_arguments_create(c, depth);
    return true;
}

/* The list of pass `pass` is complete: copy its count, and make arguments of it. */
static void record_arguments(struct bench_case *c, struct gpu_commands *commands, uint32_t pass)
{
    const struct tiles_case *state = tiles_state(c);
    const struct tiles_arguments arguments = { COUNT_WORD, TILES_ARGUMENTS_WORD, 1, 1 };
    gpu_commands_barrier(commands, GPU_COMPUTE | GPU_INDIRECT, GPU_TRANSFER);
    gpu_commands_copy(commands, state->control, 4 * COUNT_WORD, state->control, 4 * (1 + pass), 4);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_COMPUTE);
    tiles_arguments_record(c, commands, state->kernels[KERNEL_ARGUMENTS], &arguments);
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE | GPU_INDIRECT);
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct tiles_case *state = tiles_state(c);
    const uint32_t top = tiles_input(c)->pyramid.top;
    struct tiles_push push = { 0 };
    struct gpu_dispatch dispatch = tiles_dispatch(c, state->kernels[KERNEL_TOP], &push);
    tiles_counters_clear(c, commands, 1 + top);
    dispatch.buffers[6] = state->queues[1];
    dispatch.buffers[7] = state->queues[0];
    gpu_commands_dispatch(commands, &dispatch);

    dispatch.kernel = state->kernels[KERNEL_LEVEL];
    dispatch.indirect = state->control;
    dispatch.indirect_offset = 4 * TILES_ARGUMENTS_WORD;
    for (uint32_t pass = 0; pass < top; pass++) {
        record_arguments(c, commands, pass);
        push.parameter[0] = pass;
        dispatch.buffers[6] = state->queues[pass % 2];
        dispatch.buffers[7] = state->queues[(pass + 1) % 2];
        gpu_commands_dispatch(commands, &dispatch);
    }
}

/* Fill and root, then copy, arguments and level for each level below. */
static uint32_t chain(const struct bench_case *c)
{
    return 2 + 3 * tiles_input(c)->pyramid.top;
}

/* The root; then the arguments, and four children per subdivided node, for each level below. */
static void launches(const struct bench_case *c, struct bench_launches *launches)
{
    const struct tiles_workload *workload = tiles_input(c);
    const uint64_t depth = group_depth(c);
    bench_launch(launches, 1);
    for (uint32_t level = workload->pyramid.top; level > 0; level--) {
        bench_launch(launches, 1);
        bench_launch(launches,
                     tiles_groups_split((workload->counts.internal[level] + depth - 1) / depth,
                                        tiles_group_limit(c, 2)));
    }
}

const struct bench_method tiles_per_level = {
    .setup = setup,
    .record = record,
    .work = tiles_work_appended,
    .chain = chain,
    .launches = launches,
};
