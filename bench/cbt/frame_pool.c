/* SPDX-License-Identifier: MIT */
#include "bench/cbt/frame_pool.h"

#include "bench/cbt/terrain/draw_device.h"
#include "bench/cbt/terrain/frame_workload.h"

#include "cbt.kernels.h"

static const struct frame_workload *workload_of(const struct bench_case *c)
{
    return c->workload->state;
}

static bool check_leaves(struct bench_case *c, uint32_t frame)
{
    struct frame_pool *state = c->state;
    const struct frame_state *wanted = &workload_of(c)->scene.states[frame];
    return cbt_pool_case_check_leaves(c, &state->leaves.pool, frame, wanted->leaf_count,
                                      wanted->hash);
}

/* Frames first..last-1, one by one. */
static bool fly(struct bench_case *c, uint32_t first, uint32_t last)
{
    struct frame_pool *state = c->state;
    for (uint32_t f = first; f < last; f++) {
        const struct frame_push push = cbt_frame_push_of(workload_of(c), f);
        const struct pool_frame frame = { &push, sizeof(push), push.merges != 0 };
        if (!cbt_pool_device_step(&state->leaves.pool, &frame) || !check_leaves(c, f))
            return false;
    }
    return true;
}

static bool init_pool(struct bench_case *c, uint32_t depth)
{
    const struct frame_workload *from = workload_of(c);
    struct pool_device *pool = &((struct frame_pool *)c->state)->leaves.pool;
    cbt_pool_device_shaders(pool);
    pool->shaders[POOL_CLASSIFY] = &kernel_cbt_frame_classify;
    pool->rule_buffers[0] = from->heights;
    pool->rule_buffers[1] = from->variances;
    pool->rule_buffers[2] = from->views;
    return cbt_pool_device_init(pool, c->variant->data, c->context.scope, depth, from->scene.depth);
}

bool cbt_frame_pool_setup(struct bench_case *c)
{
    struct frame_pool *state = c->state;
    const struct frame_scene *scene = &workload_of(c)->scene;
    const uint32_t depth = cbt_pool_case_depth(c);
    if (scene->leaves_max > 1u << depth)
        return context_unsupported(&c->context, "%u leaves do not fit into the slots: take more",
                                   scene->leaves_max);
    if (!init_pool(c, depth))
        return false;
    state->arguments = gpu_buffer_create(
        c->context.scope,
        &(struct gpu_buffer_params){ .name = "arguments", .bytes = 4 * DRAW_ARGUMENTS_WORDS });
    state->write_arguments = gpu_kernel_create(
        c->context.scope,
        &(struct gpu_kernel_params){ .shader = &kernel_cbt_frame_arguments_pool });
    bench_output(c, state->arguments);
    return fly(c, 0, FRAME_WARM_UP) && cbt_pool_case_save(c, &state->leaves, true) &&
           fly(c, FRAME_WARM_UP, FRAME_WARM_UP + scene->frame_count);
}

void cbt_frame_pool_reset(struct bench_case *c, struct gpu_commands *commands)
{
    const struct frame_pool *state = c->state;
    cbt_pool_case_restore(&state->leaves, commands);
}

/* The number of frames is even: what the last one leaves are the links that the first one found. */
void cbt_frame_pool_record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct frame_pool *state = c->state;
    const struct frame_scene *scene = &workload_of(c)->scene;
    struct pool_device pool = state->leaves.pool;
    for (uint32_t i = 0; i < scene->frame_count; i++) {
        const struct frame_push push = cbt_frame_push_of(workload_of(c), FRAME_WARM_UP + i);
        const struct pool_frame frame = { &push, sizeof(push), push.merges != 0 };
        cbt_pool_device_record(&pool, commands, &frame);
        cbt_pool_device_swap(&pool);
        gpu_commands_dispatch(
            commands,
            &(struct gpu_dispatch){ .kernel = state->write_arguments,
                                    .buffers = { pool.buffers[POOL_STATE], state->arguments },
                                    .push = &scene->target.meshlet,
                                    .push_bytes = sizeof(scene->target.meshlet),
                                    .groups = { 1, 1, 1 } });
        if (i + 1 < scene->frame_count)
            gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE | GPU_INDIRECT);
    }
}

bool cbt_frame_pool_check(struct bench_case *c)
{
    const struct frame_pool *state = c->state;
    const uint32_t last = FRAME_WARM_UP + workload_of(c)->scene.frame_count - 1;
    return cbt_frame_arguments_check(c, state->arguments) && check_leaves(c, last);
}

void cbt_frame_pool_work(const struct bench_case *c, struct bench_work *work)
{
    const struct frame_pool *state = c->state;
    const struct frame_scene *scene = &workload_of(c)->scene;
    for (uint32_t frame = FRAME_WARM_UP; frame < FRAME_WARM_UP + scene->frame_count; frame++) {
        const struct frame_state *of = &scene->states[frame];
        cbt_pool_case_add_work(&state->leaves.pool, frame % 2 != 0,
                               scene->states[frame - 1].leaf_count, of->leaf_count, of->changed,
                               work);
        work->bytes_written += 4 * DRAW_ARGUMENTS_WORDS;
        work->chain++;
    }
}
