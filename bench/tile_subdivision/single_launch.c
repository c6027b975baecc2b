/* SPDX-License-Identifier: MIT */
/* single_launch: one group per block of pixels, in one dispatch that needs no fill before it. */
#include "bench/tile_subdivision/device.h"

#include "tile_subdivision.kernels.h"

enum {
    BLOCK = 5,
    PACKED_TOP_MAX = 10, /* 2^(2 TOP + 1) tiles and 4^(TOP - BLOCK) groups in 32 bits */
    TICKET_WORD = 1,     /* of control: single_launch.glsl */
    TICKET_WORDS = 2,
};

static uint32_t block_of(const struct bench_case *c)
{
    const uint32_t top = tiles_input(c)->pyramid.top;
    return top < BLOCK ? top : BLOCK;
}

static bool setup(struct bench_case *c)
{
    struct tiles_case *state = tiles_state(c);
    const uint32_t block = block_of(c), square = block < 1 ? block : 1;
    const uint32_t constants[] = { 1u << 2 * (block - square), block, square,
                                   tiles_input(c)->pyramid.top <= PACKED_TOP_MAX };
    tiles_setup_begin(c, 0);
    bench_output_range(c, state->control, 4 * TILES_COUNT_WORD, 4);
    bench_state_range(c, state->control, 4 * TICKET_WORD, 4 * TICKET_WORDS);
    state->kernels[0] =
        tiles_kernel_create(c, &kernel_tile_subdivision_single_launch, constants, 4);
    return true;
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    struct tiles_push push = { 0 };
    struct gpu_dispatch dispatch = tiles_dispatch(c, tiles_state(c)->kernels[0], &push);
    dispatch.groups[0] = dispatch.groups[1] = 1u << (tiles_input(c)->pyramid.top - block_of(c));
    gpu_commands_dispatch(commands, &dispatch);
}

/* The count, which others add to in memory, is written once. */
static void work(const struct bench_case *c, struct bench_work *work)
{
    tiles_work(c, work);
    work->bytes_written += 4;
}

static uint32_t chain(const struct bench_case *c)
{
    (void)c;
    return 1;
}

static void launches(const struct bench_case *c, struct bench_launches *launches)
{
    bench_launch(launches, UINT64_C(1) << 2 * (tiles_input(c)->pyramid.top - block_of(c)));
}

const struct bench_method tiles_single_launch = {
    .setup = setup, .record = record, .work = work, .chain = chain, .launches = launches
};
