/* SPDX-License-Identifier: MIT */
/*
 * atrous_permuted.c: taps that are `spacing` apart stay within pixels of one remainder by the
 * spacing, in x and in y. Each pass puts its pixels where those of one remainder by the next
 * spacing lie together, as a picture of their own; so the next pass reads neighbours, whatever its
 * spacing. The guide moves along, for one more texel written and read per pixel and pass. Groups
 * run row by row over what lies there.
 */
#include "bench/thread_group_tiling/benches.h"

#include "bench/common/device.h"

#include "thread_group_tiling.kernels.h"

/*
 * Steps are the passes; of one pass by itself there are two, since its planes are moved first.
 * Light and guide in turns: what step i writes is number i % 2.
 */
struct permuted_case {
    struct tiling_wide_case wide; /* its counter alone */
    struct gpu_kernel *begin, *middle, *end;
    struct gpu_buffer *light[2], *guide[2];
};

static bool is_alone(const struct tiling_wide_input *input)
{
    return input->passes == 1;
}

static uint32_t step_count(const struct tiling_wide_input *input)
{
    return is_alone(input) ? 2 : input->passes;
}

/* The spacing that the picture which a step reads is permuted for. */
static uint32_t spacing_of(const struct tiling_wide_input *input, uint32_t step)
{
    if (is_alone(input))
        return step == 0 ? 1 : (uint32_t)input->own[0][0];
    return (uint32_t)input->own[step][0];
}

/* Side of the picture as a step reads it, padding included. */
static uint32_t padded(uint32_t side, uint32_t spacing)
{
    return groups_of(side, spacing) * spacing;
}

static struct gpu_buffer *permuted_buffer(struct bench_case *c, const char *name)
{
    const struct tiling_wide_input *input = tiling_wide_input_of(c);
    const uint32_t texel_bytes = gpu_format_bytes(input->format);
    const uint32_t widest = spacing_of(input, step_count(input) - 1);
    const uint64_t texels = tiling_layout_texels(
        input->layout, texel_bytes, padded(input->width, widest), padded(input->height, widest));
    return buffer_create(c->context.scope, name, texels * texel_bytes, NULL);
}

static struct gpu_kernel *permuted_kernel(struct bench_case *c, const struct gpu_shader *shader,
                                          bool last)
{
    const struct tiling_launch_order map = { .order = TILING_ROW_MAJOR, .n = 1 };
    struct tiling_wide_input input = *tiling_wide_input_of(c);
    input.constant_count = shader == &kernel_thread_group_tiling_atrous_permuted;
    input.constants[0] = last;
    return tiling_wide_kernel(c->context.scope, &input, shader, map);
}

/* Bindings of the wide kernels; those of its own are left to record(). */
static struct gpu_dispatch dispatch_of(const struct bench_case *c, uint32_t step,
                                       struct tiling_wide_push *push)
{
    const struct tiling_wide_input *input = tiling_wide_input_of(c);
    const struct permuted_case *state = c->state;
    const bool last = step + 1 == step_count(input);
    struct gpu_dispatch dispatch =
        tiling_wide_dispatch(input, &state->wide, is_alone(input) ? 0 : step, push);
    dispatch.kernel = step == 0 ? state->begin : last ? state->end : state->middle;
    return dispatch;
}

static bool setup(struct bench_case *c)
{
    const struct tiling_wide_input *input = tiling_wide_input_of(c);
    const struct gpu_shader *pass = &kernel_thread_group_tiling_atrous_permuted;
    const struct gpu_shader *first = is_alone(input)
                                         ? &kernel_thread_group_tiling_atrous_permute
                                         : &kernel_thread_group_tiling_atrous_permuted_first;
    struct permuted_case *state = c->state;
    struct tiling_wide_push push;
    const uint32_t zero = 0;
    for (uint32_t i = 0; i < 2; i++) {
        state->light[i] = permuted_buffer(c, "permuted light");
        state->guide[i] = permuted_buffer(c, "permuted guide");
    }
    state->begin = permuted_kernel(c, first, false);
    state->middle = is_alone(input) ? NULL : permuted_kernel(c, pass, false);
    state->end = permuted_kernel(c, pass, true);
    state->wide.counter = buffer_create(c->context.scope, "launch counter", 4, &zero);
    bench_output(c, dispatch_of(c, step_count(input) - 1, &push).buffers[8]);
    return state->wide.counter;
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct tiling_wide_input *input = tiling_wide_input_of(c);
    const struct permuted_case *state = c->state;
    for (uint32_t step = 0; step < step_count(input); step++) {
        const uint32_t spacing = spacing_of(input, step);

        const uint32_t to = step % 2, from = 1 - to;
        struct tiling_wide_push push;
        struct gpu_dispatch dispatch = dispatch_of(c, step, &push);
        push.grid[0] = dispatch.groups[0] =
            groups_of(padded(input->width, spacing), input->group_width);
        push.grid[1] = dispatch.groups[1] =
            groups_of(padded(input->height, spacing), input->group_height);
        dispatch.buffers[10] = state->light[from];
        dispatch.buffers[11] = state->guide[from];
        dispatch.buffers[12] = state->light[to];
        dispatch.buffers[13] = state->guide[to];
        if (step > 0)
            gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
        gpu_commands_dispatch(commands, &dispatch);
    }
}

static void work(const struct bench_case *c, struct bench_work *work)
{
    const struct tiling_wide_input *input = tiling_wide_input_of(c);
    const uint32_t steps = step_count(input);
    const double between = 2 * (steps - 1) * tiling_wide_result_bytes(input);
    *work = (struct bench_work){
        .bytes_read = tiling_wide_planes_must(input) + between,
        .bytes_written = tiling_wide_result_bytes(input) + between,
        .bytes_intermediate = between,
        .operations = input->operations * input->width * input->height,
    };
}

const struct bench_method tiling_atrous_permuted = {
    .case_bytes = sizeof(struct permuted_case),
    .setup = setup,
    .record = record,
    .work = work,
};
