/* SPDX-License-Identifier: MIT */
/*
 * atrous_permuted.c: taps that are `spacing` apart stay within pixels of one remainder by the
 * spacing, in x and in y. Each pass puts its pixels where those of one remainder by the next
 * spacing lie together, as a picture of their own; so the next pass reads neighbours, whatever its
 * spacing. The guide moves along, for one more texel written and read per pixel and pass. Groups
 * run row by row over what lies there.
 */
#include "bench/thread_group_tiling/atrous_permuted.h"

#include "bench/thread_group_tiling/atrous_filter.h"
#include "bench/thread_group_tiling/wide.h"
#include "harness/gpu/image.h"

#include "thread_group_tiling.kernels.h"

/* In turns: what pass p writes is number p % 2. */
struct permuted_case {
    struct tiling_wide_case wide;
    struct gpu_buffer *light[2], *guide[2];
};

static uint32_t up(uint32_t count, uint32_t by)
{
    return (count + by - 1) / by;
}

/* Of the picture as a pass reads it, padding included. */
static uint32_t padded(uint32_t side, uint32_t pass)
{
    return up(side, 1u << pass) << pass;
}

static struct tiling_grid grid_of(const struct tiling_wide_input *input, uint32_t pass)
{
    return (struct tiling_grid){ up(padded(input->width, pass), input->group_width),
                                 up(padded(input->height, pass), input->group_height) };
}

static struct gpu_buffer *buffer_create(struct bench_case *c, const char *name)
{
    const struct tiling_wide_input *input = tiling_wide_input_of(c);
    const uint32_t texel_bytes = gpu_format_bytes(input->format), last = TILING_ATROUS_PASSES - 1;
    const uint64_t texels = tiling_layout_texels(
        input->layout, texel_bytes, padded(input->width, last), padded(input->height, last));
    return gpu_buffer_create(c->context.scope, &(struct gpu_buffer_params){
                                                   .name = name, .bytes = texels * texel_bytes });
}

static struct gpu_kernel *kernel_create(struct bench_case *c, uint32_t pass)
{
    const struct tiling_wide_map map = { .order = TILING_ROW_MAJOR, .n = 1 };
    struct tiling_wide_input input = *tiling_wide_input_of(c);
    const struct gpu_shader *shader = pass == 0 ? &kernel_thread_group_tiling_atrous_permuted_first
                                                : &kernel_thread_group_tiling_atrous_permuted;
    input.constant_count = pass == 0 ? 0 : 1;
    input.constants[0] = pass + 1 == TILING_ATROUS_PASSES;
    return tiling_wide_kernel(c->context.scope, &input, shader, pass, &map);
}

static bool setup(struct bench_case *c)
{
    struct permuted_case *state = c->state;
    const uint32_t zero = 0;
    struct tiling_wide_push push;
    if (tiling_wide_input_of(c)->passes != TILING_ATROUS_PASSES)
        return context_unsupported(&c->context, "one pass by itself has nothing to permute for: "
                                                "spacing:all has");
    for (uint32_t i = 0; i < 2; i++) {
        state->light[i] = buffer_create(c, "permuted light");
        state->guide[i] = buffer_create(c, "permuted guide");
    }
    for (uint32_t pass = 0; pass < TILING_ATROUS_PASSES; pass++)
        state->wide.kernels[pass] = kernel_create(c, pass);
    state->wide.counter = gpu_buffer_create(
        c->context.scope,
        &(struct gpu_buffer_params){ .name = "launch counter", .bytes = 4, .data = &zero });
    bench_output(c, tiling_wide_dispatch(tiling_wide_input_of(c), &state->wide,
                                         TILING_ATROUS_PASSES - 1, &push)
                        .buffers[8]);
    return state->wide.counter;
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct tiling_wide_input *input = tiling_wide_input_of(c);
    const struct permuted_case *state = c->state;
    for (uint32_t pass = 0; pass < TILING_ATROUS_PASSES; pass++) {
        const struct tiling_grid grid = grid_of(input, pass);
        const uint32_t to = pass % 2, from = 1 - to;
        struct tiling_wide_push push;
        struct gpu_dispatch dispatch = tiling_wide_dispatch(input, &state->wide, pass, &push);
        push.grid[0] = dispatch.groups[0] = grid.width;
        push.grid[1] = dispatch.groups[1] = grid.height;
        dispatch.buffers[10] = state->light[from];
        dispatch.buffers[11] = state->guide[from];
        dispatch.buffers[12] = state->light[to];
        dispatch.buffers[13] = state->guide[to];
        if (pass > 0)
            gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
        gpu_commands_dispatch(commands, &dispatch);
    }
}

static void work(const struct bench_case *c, struct bench_work *work)
{
    const struct tiling_wide_input *input = tiling_wide_input_of(c);
    const double between = 2 * (input->passes - 1) * tiling_wide_result_bytes(input);
    *work = (struct bench_work){
        .bytes_read = tiling_wide_planes_bytes(input) + between,
        .bytes_written = tiling_wide_result_bytes(input) + between,
        .bytes_intermediate = between,
        .operations = input->operations * input->width * input->height,
        .chain = input->passes,
    };
}

static void launches(const struct bench_case *c, struct bench_launches *launches)
{
    const struct tiling_wide_input *input = tiling_wide_input_of(c);
    for (uint32_t pass = 0; pass < input->passes; pass++) {
        const struct tiling_grid grid = grid_of(input, pass);
        bench_launch(launches, (uint64_t)grid.width * grid.height);
    }
}

const struct bench_method tiling_atrous_permuted = {
    .case_bytes = sizeof(struct permuted_case),
    .setup = setup,
    .record = record,
    .work = work,
    .launches = launches,
};
