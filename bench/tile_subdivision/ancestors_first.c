/* SPDX-License-Identifier: MIT */
/*
 * ancestors_first: one group per block of pixels, in one pass.
 * fused_mip: the same after a pass that builds the whole pyramid.
 */
#include "bench/tile_subdivision/device.h"

#include "tile_subdivision.kernels.h"

enum { KERNEL_SUBDIVIDE = 0, KERNEL_BUILD, BUILD_BLOCK = 64 };

/* Width of a block and of a thread's square, as powers of two. */
struct shape {
    uint32_t block, square;
};

static struct shape shape_of(uint32_t block, uint32_t top)
{
    struct shape shape = { .block = block < top ? block : top };
    /* A group of 256 at most: squares of 2 pixels, 4 in the largest block. */
    shape.square = shape.block < 6 ? 1 : 2;
    shape.square = shape.square < shape.block ? shape.square : shape.block;
    return shape;
}

static void create_subdivide(struct bench_case *c, uint32_t block)
{
    struct tiles_case *state = tiles_state(c);
    const struct shape shape = shape_of(block, tiles_input(c)->pyramid.top);
    const uint32_t constants[] = { 1u << 2 * (shape.block - shape.square), shape.block,
                                   shape.square };
    const struct gpu_info *info = gpu_info(gpu_scope_device(c->context.scope));
    /* A word per pixel of the block, and two. */
    const bool fits = !info || (4u << 2 * shape.block) + 8 <= info->limits.shared_bytes_max;
    tiles_setup_begin(c, 0);
    state->kernels[KERNEL_SUBDIVIDE] =
        tiles_kernel_create(c,
                            fits ? &kernel_tile_subdivision_ancestors_first
                                 : &kernel_tile_subdivision_ancestors_first_small,
                            constants, 3);
}

static void record_subdivide(struct bench_case *c, struct gpu_commands *commands, uint32_t block)
{
    const struct tiles_case *state = tiles_state(c);
    const uint32_t top = tiles_input(c)->pyramid.top;
    struct tiles_push push = { 0 };
    struct gpu_dispatch dispatch = tiles_dispatch(c, state->kernels[KERNEL_SUBDIVIDE], &push);
    dispatch.groups[0] = dispatch.groups[1] = 1u << (top - shape_of(block, top).block);
    gpu_commands_dispatch(commands, &dispatch);
}

static bool setup(struct bench_case *c)
{
    create_subdivide(c, (uint32_t)context_integer(&c->context, "block"));
    return true;
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    tiles_counters_clear(c, commands, 1);
    record_subdivide(c, commands, (uint32_t)context_integer(&c->context, "block"));
}

/* Fill (or the build), then one pass. */
static uint32_t chain(const struct bench_case *c)
{
    (void)c;
    return 2;
}

/* A group per block. */
static void launch_subdivide(const struct bench_case *c, struct bench_launches *launches,
                             uint32_t block)
{
    const uint32_t top = tiles_input(c)->pyramid.top;
    bench_launch(launches, UINT64_C(1) << 2 * (top - shape_of(block, top).block));
}

static void launches(const struct bench_case *c, struct bench_launches *launches)
{
    launch_subdivide(c, launches, (uint32_t)context_integer(&c->context, "block"));
}

const struct bench_method tiles_ancestors_first = {
    .setup = setup, .record = record, .chain = chain, .launches = launches
};

/* fused_mip ----------------------------------------------------------------------------------- */

enum { FUSED_BLOCK = 5 };

static bool fused_setup(struct bench_case *c)
{
    struct tiles_case *state = tiles_state(c);
    create_subdivide(c, FUSED_BLOCK);
    state->kernels[KERNEL_BUILD] =
        tiles_kernel_create(c, &kernel_tile_subdivision_fused_mip, NULL, 0);
    return true;
}

static void fused_record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct tiles_case *state = tiles_state(c);
    const uint32_t side = 1u << tiles_input(c)->pyramid.top;
    struct tiles_push push = { 0 };
    struct gpu_dispatch dispatch = tiles_dispatch(c, state->kernels[KERNEL_BUILD], &push);
    dispatch.groups[0] = dispatch.groups[1] = (side + BUILD_BLOCK - 1) / BUILD_BLOCK;
    gpu_commands_dispatch(commands, &dispatch);
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
    record_subdivide(c, commands, FUSED_BLOCK);
}

static void fused_launches(const struct bench_case *c, struct bench_launches *launches)
{
    const uint32_t side = 1u << tiles_input(c)->pyramid.top;
    const uint64_t blocks = (side + BUILD_BLOCK - 1) / BUILD_BLOCK;
    bench_launch(launches, blocks * blocks);
    launch_subdivide(c, launches, FUSED_BLOCK);
}

const struct bench_method tiles_fused_mip = {
    .setup = fused_setup, .record = fused_record, .chain = chain, .launches = fused_launches
};
