/* SPDX-License-Identifier: MIT */
/* one_pass: variants that are one dispatch of one kernel, with a thread per node or per pixel. */
#include "bench/tile_subdivision/device.h"

static bool setup(struct bench_case *c)
{
    const uint32_t group_size = TILES_GROUP_SIZE;
    tiles_setup_begin(c, 0);
    tiles_state(c)->kernels[0] = tiles_kernel_create(c, tiles_traits(c).kernel, &group_size, 1);
    return true;
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const uint32_t top = tiles_input(c)->pyramid.top;
    const uint64_t threads = tiles_traits(c).threads == TILES_PER_NODE ? tiles_pyramid_count(top)
                                                                       : UINT64_C(1) << 2 * top;
    struct tiles_push push = { 0 };
    struct gpu_dispatch dispatch = tiles_dispatch(c, tiles_state(c)->kernels[0], &push);
    tiles_counters_clear(c, commands, 1);
    tiles_groups(c, (threads + TILES_GROUP_SIZE - 1) / TILES_GROUP_SIZE, dispatch.groups);
    gpu_commands_dispatch(commands, &dispatch);
}

/* Fill, then one pass. */
static uint32_t chain(const struct bench_case *c)
{
    (void)c;
    return 2;
}

static void launches(const struct bench_case *c, struct bench_launches *launches)
{
    const uint32_t top = tiles_input(c)->pyramid.top;
    uint64_t threads = 0;
    for (uint32_t level = 0; level <= top; level++)
        if (level == 0 || tiles_traits(c).threads == TILES_PER_NODE)
            threads += UINT64_C(1) << 2 * (top - level);
    bench_launch(launches, tiles_groups_split((threads + TILES_GROUP_SIZE - 1) / TILES_GROUP_SIZE,
                                              tiles_group_limit(c, 0)));
}

const struct bench_method tiles_one_pass = {
    .setup = setup, .record = record, .chain = chain, .launches = launches
};
