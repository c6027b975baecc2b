/* SPDX-License-Identifier: MIT */
#include "bench/reyes_subdivision/pipeline.h"

#include "bench/reyes_subdivision/reyes.h"

#include "reyes_subdivision.kernels.h"

enum { DICE_GROUP_SIZE = 64, GROUP_SIZE = 128, CORNER_BYTES = 16, STEPS = 4 };

struct pipeline_push {
    uint32_t count, count_max;
};

void reyes_pipeline_create(struct bench_case *c, struct reyes_pipeline *pipeline)
{
    const struct reyes_run *run = reyes_run(c);
    const struct view *view = &run->workload->view;
    const uint64_t ranges = run->workload->buffers->drawn_max;
    const uint32_t dice = reyes_frame_dice((uint32_t)view->limit);
    const uint64_t pixels = (uint64_t)view->width * (uint64_t)view->height;
    pipeline->dice = dice;
    pipeline->grids =
        reyes_buffer(c, "grids", ranges * (dice + 1) * (dice + 1), CORNER_BYTES, NULL);
    pipeline->shades = reyes_buffer(c, "shades", ranges * dice * dice, 4, NULL);
    pipeline->depths = reyes_buffer(c, "depths", pixels, 4, NULL);
    pipeline->picture = reyes_buffer(c, "picture", pixels, 4, NULL);
    pipeline->diced =
        reyes_kernel(c, &kernel_reyes_subdivision_dice, (uint32_t[]){ DICE_GROUP_SIZE, dice }, 2);
    pipeline->shade =
        reyes_kernel(c, &kernel_reyes_subdivision_shade, (uint32_t[]){ GROUP_SIZE, dice }, 2);
    for (uint32_t pass = 0; pass < 2; pass++)
        pipeline->sample[pass] = reyes_kernel(c, &kernel_reyes_subdivision_sample,
                                              (uint32_t[]){ GROUP_SIZE, dice, pass }, 3);
}

/* Dice takes a group per range, what follows a thread per micropolygon. */
static void step_groups(const struct reyes_run *run, const struct reyes_pipeline *pipeline,
                        int step, uint32_t count, uint32_t groups[3])
{
    const uint64_t ranges = count != UINT32_MAX ? count : run->workload->buffers->drawn_max;
    if (step == 0)
        reyes_groups(run, ranges, 1, groups);
    else
        reyes_groups(run, ranges * pipeline->dice * pipeline->dice, GROUP_SIZE, groups);
}

void reyes_pipeline_record(const struct reyes_run *run, const struct reyes_pipeline *pipeline,
                           struct gpu_commands *commands, uint32_t count)
{
    const struct pipeline_push push = { count, run->workload->buffers->drawn_max };
    struct gpu_kernel *const kernels[STEPS] = { pipeline->diced, pipeline->shade,
                                                pipeline->sample[0], pipeline->sample[1] };
    gpu_commands_fill(commands, pipeline->depths, 0, gpu_buffer_bytes(pipeline->depths),
                      FRAME_NOTHING);
    gpu_commands_fill(commands, pipeline->picture, 0, gpu_buffer_bytes(pipeline->picture),
                      FRAME_NOTHING);
    gpu_commands_barrier(commands, GPU_COMPUTE | GPU_TRANSFER, GPU_COMPUTE);
    for (int step = 0; step < STEPS; step++) {
        struct gpu_dispatch dispatch = reyes_dispatch(run, kernels[step], &push, sizeof(push));
        dispatch.buffers[4] = pipeline->grids;
        dispatch.buffers[5] = pipeline->shades;
        dispatch.buffers[6] = pipeline->depths;
        dispatch.buffers[7] = pipeline->picture;
        step_groups(run, pipeline, step, count, dispatch.groups);
        gpu_commands_dispatch(commands, &dispatch);
        gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
    }
}
