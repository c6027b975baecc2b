/* SPDX-License-Identifier: MIT */
/* pool_record.c: the steps of a frame of a pool. */
#include "bench/cbt/leaves/pool_leaves.h"

enum { GROUP = 64 };

/* A frame under way. */
struct recording {
    const struct pool_leaves *pool;
    struct gpu_commands *commands;
    uint32_t frame;
    bool lean;
};

/* One step of a frame: who waits for it finds what it wrote. */
static void step(const struct recording *r, struct gpu_dispatch *dispatch, enum pool_kernel kernel)
{
    dispatch->kernel = r->pool->kernels[kernel];
    for (int i = 0; i < POOL_BUFFERS; i++)
        dispatch->buffers[i] = cbt_pool_leaves_buffer(r->pool, (enum pool_buffer)i, r->frame);
    gpu_commands_dispatch(r->commands, dispatch);
    gpu_commands_barrier(r->commands, GPU_COMPUTE, GPU_COMPUTE | GPU_INDIRECT);
}

static void record_groups(const struct recording *r, enum pool_kernel kernel, uint32_t groups)
{
    step(r, &(struct gpu_dispatch){ .groups = { groups, 1, 1 } }, kernel);
}

static void record_list(const struct recording *r, enum pool_kernel kernel, uint32_t list)
{
    step(r,
         &(struct gpu_dispatch){ .indirect = r->pool->buffers[POOL_STATE],
                                 .indirect_offset = 4 * (uint64_t)list },
         kernel);
}

static void record_prepare(const struct recording *r, uint32_t list)
{
    if (!r->lean)
        step(r, &(struct gpu_dispatch){ .groups = { 1, 1, 1 }, .push = &list, .push_bytes = 4 },
             POOL_PREPARE);
}

static void record_copy(const struct recording *r)
{
    if (r->lean)
        return;
    struct gpu_buffer *from = cbt_pool_leaves_buffer(r->pool, POOL_BEFORE, r->frame);
    struct gpu_buffer *to = cbt_pool_leaves_buffer(r->pool, POOL_AFTER, r->frame);
    gpu_commands_barrier(r->commands, GPU_COMPUTE, GPU_TRANSFER);
    gpu_commands_copy(r->commands, to, 0, from, 0, gpu_buffer_bytes(from));
    gpu_commands_barrier(r->commands, GPU_TRANSFER, GPU_COMPUTE);
}

static void record_links(const struct recording *r, enum pool_kernel kernel)
{
    record_prepare(r, POOL_STATE_LINKING);
    if (!r->lean)
        record_list(r, kernel, POOL_STATE_LINKING);
}

static void record_reduction(const struct recording *r)
{
    if (r->lean) {
        record_groups(r, POOL_REDUCE, 1);
        return;
    }
    record_groups(r, POOL_REDUCE_WORDS, 1u << (r->pool->slots_depth - 15));
    record_groups(r, POOL_REDUCE_FIRST, 8);
    record_groups(r, POOL_REDUCE_SECOND, 1);
}

static void record_classify(const struct recording *r)
{
    const struct leaves_course *course = &r->pool->leaves.course;
    struct gpu_dispatch dispatch = { .indirect = r->pool->buffers[POOL_STATE],
                                     .indirect_offset = 4 * POOL_STATE_LIVE,
                                     .push = cbt_leaves_push(&r->pool->leaves, r->frame),
                                     .push_bytes = course->push_bytes };
    for (int i = 0; i < LEAVES_RULE_BUFFERS; i++)
        dispatch.buffers[POOL_BUFFERS + i] = course->rule.buffers[i];
    step(r, &dispatch, POOL_CLASSIFY);
}

void cbt_pool_leaves_record(const struct leaves *leaves, struct gpu_commands *commands,
                            uint32_t frame)
{
    const struct pool_leaves *pool = (const struct pool_leaves *)leaves;
    const struct recording r = { pool, commands, frame, pool->method->lean };
    record_groups(&r, POOL_RESET, 1);
    record_classify(&r);
    record_prepare(&r, POOL_STATE_CHOSEN);
    if (frame % 2 == 0) {
        record_list(&r, POOL_SPLIT, POOL_STATE_CHOSEN);
        record_prepare(&r, POOL_STATE_ACTING);
        record_list(&r, POOL_ALLOCATE, POOL_STATE_ACTING);
        record_copy(&r);
        record_list(&r, POOL_BISECT, POOL_STATE_ACTING);
        record_links(&r, POOL_PROPAGATE_BISECT);
    } else {
        record_list(&r, POOL_PREPARE_SIMPLIFY, POOL_STATE_CHOSEN);
        record_prepare(&r, POOL_STATE_ACTING);
        record_copy(&r);
        record_list(&r, POOL_SIMPLIFY, POOL_STATE_ACTING);
        record_links(&r, POOL_PROPAGATE_SIMPLIFY);
    }
    record_reduction(&r);
    record_groups(&r, POOL_INDEX, (1u << pool->slots_depth) / GROUP);
    record_prepare(&r, POOL_STATE_LIVE);
}
