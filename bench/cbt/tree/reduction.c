/* SPDX-License-Identifier: MIT */
#include "bench/cbt/tree/reduction.h"

#include <assert.h>

const char *const cbt_depth_from_names[] = { "constant", "push", "length", "header", NULL };

/* Push constants of heap_depth_from.glsl. */
struct reduction_push {
    uint32_t level, depth;
};

void cbt_reduction_init(struct reduction *reduction, const struct reduction_params *params)
{
    const struct reduction_method *method = params->method;
    assert(params->depth >= method->depth_min && (params->marks || !method->marked));
    *reduction = (struct reduction){ .method = method,
                                     .scope = params->scope,
                                     .depth = params->depth,
                                     .depth_from = params->depth_from,
                                     .sweep_groups = params->sweep_groups,
                                     .heap = params->heap,
                                     .marks = params->marks };
    if (method->scratch)
        reduction->scratch = gpu_buffer_create(
            params->scope,
            &(struct gpu_buffer_params){ .name = "scratch",
                                         .bytes = (uint64_t)REDUCTION_SCRATCH_BYTES *
                                                  cbt_reduction_tiles(params->depth) });
    method->build(reduction);
}

struct reduction_step *cbt_reduction_step_add(struct reduction *reduction,
                                              const struct gpu_shader *shader,
                                              const uint32_t *constants, uint32_t constant_count)
{
    struct gpu_kernel_params params = { .shader = shader,
                                        .constant_count = 3 + constant_count,
                                        .subgroup_size = reduction->subgroup_size };
    struct reduction_step *step = &reduction->steps[reduction->step_count++];
    assert(reduction->step_count <= REDUCTION_STEPS_MAX);
    /* A depth that is taken from elsewhere is none that the constant could tell. */
    params.constants[0] = reduction->depth_from == DEPTH_FROM_CONSTANT ? reduction->depth : 0;
    params.constants[1] = cbt_layout_constant(reduction->method->layout);
    params.constants[2] = reduction->depth_from;
    for (uint32_t i = 0; i < constant_count; i++)
        params.constants[3 + i] = constants[i];
    *step = (struct reduction_step){ .groups = 1 };
    step->kernel = gpu_kernel_create(reduction->scope, &params);
    return step;
}

void cbt_reduction_groups(uint64_t count, uint32_t groups[3])
{
    enum { WIDTH_MAX = 1 << 15 };
    groups[0] = (uint32_t)(count < WIDTH_MAX ? count : WIDTH_MAX);
    groups[1] = (uint32_t)((count + WIDTH_MAX - 1) / WIDTH_MAX);
    groups[2] = 1;
}

void cbt_reduction_record(const struct reduction *reduction, struct gpu_commands *commands,
                          uint32_t steps)
{
    for (uint32_t i = 0; i < reduction->step_count && i < steps; i++) {
        const struct reduction_step *step = &reduction->steps[i];
        const struct reduction_push push = { step->level, reduction->depth_from == DEPTH_FROM_PUSH
                                                              ? reduction->depth
                                                              : 0 };
        struct gpu_buffer *beside = reduction->scratch ? reduction->scratch
                                    : reduction->marks ? reduction->marks
                                                       : reduction->heap;
        struct gpu_dispatch dispatch = {
            .kernel = step->kernel,
            .buffers = { reduction->heap, reduction->heap, beside, beside, reduction->heap },
            .push = &push,
            .push_bytes = sizeof(push),
            .indirect = step->marked && !reduction->method->sweeps ? reduction->marks : NULL,
        };
        if (i > 0)
            gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
        cbt_reduction_groups(step->groups, dispatch.groups);
        gpu_commands_dispatch(commands, &dispatch);
    }
}

void cbt_reduction_work(const struct reduction *reduction, uint32_t steps, double marked,
                        struct bench_work *work)
{
    for (uint32_t i = 0; i < reduction->step_count && i < steps; i++) {
        const struct reduction_step *step = &reduction->steps[i];
        const double share = step->marked ? marked : 1;
        work->bytes_read += share * step->read_bits / 8;
        work->bytes_written += share * step->written_bits / 8;
        work->atomics[step->pattern].dropped += share * step->atomics;
        if (step->marked)
            work->bytes_intermediate += share * step->written_bits / 8;
        for (uint32_t level = step->highest; level <= step->lowest; level++)
            work->operations += share * (double)((uint64_t)1 << level);
    }
}

uint32_t cbt_reduction_tiles(uint32_t depth)
{
    return depth < REDUCTION_TILE_BITS ? 1 : 1u << (depth - REDUCTION_TILE_BITS);
}

size_t cbt_reduction_marks_words(uint32_t depth)
{
    const size_t tiles = cbt_reduction_tiles(depth);
    return MARKS_LIST_WORD + tiles + (tiles + 31) / 32;
}
