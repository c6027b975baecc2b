/* SPDX-License-Identifier: MIT */
/* histopyramid: count bottom-up, then one thread per tile descends: ordered output without atomics.
 */
#include "bench/tile_subdivision/device.h"

#include "tile_subdivision.kernels.h"

enum { KERNEL_COUNTS = 0, KERNEL_EXTRACT, LEVELS_PER_PASS = 5, NODES_PER_SIDE = 16 };

static bool setup(struct bench_case *c)
{
    struct tiles_case *state = tiles_state(c);
    const uint32_t top = tiles_input(c)->pyramid.top;
    const uint32_t counts[] = { TILES_GROUP_SIZE, tiles_group_limit(c, 0) };
    const uint32_t group_size = TILES_GROUP_SIZE;
    if (top == 0)
        return context_unsupported(&c->context, "a map of one pixel has no level to count");
    tiles_setup_begin(c, 0);
    state->queues[0] = gpu_buffer_create(
        c->context.scope,
        &(struct gpu_buffer_params){ .name = "counts",
                                     .bytes = 4 * (uint64_t)tiles_pyramid_count(top - 1) });
    state->kernels[KERNEL_COUNTS] =
        tiles_kernel_create(c, &kernel_tile_subdivision_histopyramid_counts, counts, 2);
    state->kernels[KERNEL_EXTRACT] =
        tiles_kernel_create(c, &kernel_tile_subdivision_histopyramid_extract, &group_size, 1);
    return true;
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct tiles_case *state = tiles_state(c);
    const uint32_t top = tiles_input(c)->pyramid.top;
    struct tiles_push push = { 0 };
    struct gpu_dispatch dispatch = tiles_dispatch(c, state->kernels[KERNEL_COUNTS], &push);
    dispatch.buffers[6] = state->queues[0];
    for (uint32_t base = 0; base < top; base += LEVELS_PER_PASS) {
        const uint32_t side = 1u << (top - base - 1);
        push.parameter[0] = base;
        dispatch.groups[0] = dispatch.groups[1] = (side + NODES_PER_SIDE - 1) / NODES_PER_SIDE;
        gpu_commands_dispatch(commands, &dispatch);
        gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE | GPU_INDIRECT);
    }
    dispatch.kernel = state->kernels[KERNEL_EXTRACT];
    dispatch.indirect = state->control;
    dispatch.indirect_offset = 4 * TILES_ARGUMENTS_WORD;
    gpu_commands_dispatch(commands, &dispatch);
}

/* A pass per five levels, then the extraction. */
static uint32_t chain(const struct bench_case *c)
{
    return (tiles_input(c)->pyramid.top + LEVELS_PER_PASS - 1) / LEVELS_PER_PASS + 1;
}

/* A thread per node of the lowest level that a pass makes; then one per tile. */
static void launches(const struct bench_case *c, struct bench_launches *launches)
{
    const struct tiles_workload *workload = tiles_input(c);
    for (uint32_t level = 1; level <= workload->pyramid.top; level += LEVELS_PER_PASS) {
        const uint64_t side = UINT64_C(1) << (workload->pyramid.top - level);
        const uint64_t groups = (side + NODES_PER_SIDE - 1) / NODES_PER_SIDE;
        bench_launch(launches, groups * groups);
    }
    bench_launch(launches, tiles_groups_split((workload->tiles.count + TILES_GROUP_SIZE - 1) /
                                                  TILES_GROUP_SIZE,
                                              tiles_group_limit(c, 0)));
}

const struct bench_method tiles_histopyramid = {
    .setup = setup, .record = record, .chain = chain, .launches = launches
};
