/* SPDX-License-Identifier: MIT */
/* one_pass: variants that are one dispatch of one kernel, with a thread per node or per pixel. */
#include "bench/tile_subdivision/device.h"

bool tiles_one_pass_setup(struct bench_case *c)
{
    struct tiles_case *state = tiles_state(c);
    const uint32_t group_size = TILES_GROUP_SIZE;
    tiles_control_create(c, 0);
    state->kernels[0] = tiles_kernel_create(c, state->variant->kernel, &group_size, 1);
    return true;
}

void tiles_one_pass_record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct tiles_case *state = tiles_state(c);
    const uint32_t top = state->workload->pyramid.top;
    const uint64_t threads = state->variant->threads == TILES_PER_NODE ? tiles_pyramid_count(top)
                                                                       : UINT64_C(1) << 2 * top;
    struct tiles_push push = { 0 };
    struct gpu_dispatch dispatch = tiles_dispatch(c, state->kernels[0], &push);
    tiles_counters_clear(c, commands);
    tiles_groups(c, (threads + TILES_GROUP_SIZE - 1) / TILES_GROUP_SIZE, dispatch.groups);
    gpu_commands_dispatch(commands, &dispatch);
}

/* Fill, then one pass. */
uint32_t tiles_one_pass_chain(const struct bench_case *c)
{
    (void)c;
    return 2;
}

void tiles_one_pass_launches(const struct bench_case *c, struct bench_launches *launches)
{
    const struct tiles_case *state = tiles_state(c);
    const uint32_t top = state->workload->pyramid.top;
    uint64_t threads = 0;
    for (uint32_t level = 0; level <= top; level++)
        if (level == 0 || state->variant->threads == TILES_PER_NODE)
            threads += UINT64_C(1) << 2 * (top - level);
    bench_launch(launches, tiles_groups_split((threads + TILES_GROUP_SIZE - 1) / TILES_GROUP_SIZE,
                                              tiles_group_limit(c, 0)));
}
