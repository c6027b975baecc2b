/* SPDX-License-Identifier: MIT */
/* flat: one thread per node of the pyramid. */
#include "bench/tile_subdivision/device.h"

#include "tile_subdivision.kernels.h"

static bool setup(struct bench_case *c)
{
    const uint32_t group_size = TILES_GROUP_SIZE;
    tiles_control_create(c, 0);
    tiles_state(c)->kernels[0] =
        tiles_kernel_create(c, &kernel_tile_subdivision_flat, &group_size, 1);
    return true;
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct tiles_case *state = tiles_state(c);
    const uint64_t nodes = pyramid_count(state->workload->pyramid.top);
    struct tiles_push push = { 0 };
    struct gpu_dispatch dispatch = tiles_dispatch(c, state->kernels[0], &push);
    tiles_counters_clear(c, commands);
    tiles_groups(c, (nodes + TILES_GROUP_SIZE - 1) / TILES_GROUP_SIZE, dispatch.groups);
    gpu_commands_dispatch(commands, &dispatch);
}

static uint32_t chain(const struct bench_case *c)
{
    (void)c;
    return 2;
}

const struct tiles_variant tiles_flat = { .setup = setup, .record = record, .chain = chain };
