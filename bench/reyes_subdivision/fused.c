/* SPDX-License-Identifier: MIT */
/* bounded_fused: BOUNDED in one pass per iteration; no indirect dispatches. */
#include "bench/reyes_subdivision/run.h"

#include "reyes_subdivision.kernels.h"

enum {
    GROUP_SIZE = 128,
    GROUPS_MAX = 2048, /* each group sums what all others have split */
    SLOT_LOW = 6,
};

struct fused_push {
    uint32_t iteration, batch, ranges_max, drawn_max;
};

static uint32_t groups(const struct reyes_run *run)
{
    return (run->batch + GROUP_SIZE - 1) / GROUP_SIZE;
}

/* Before the first pass all patches are on the stack, and nothing is to be split. */
static void record_start(const struct reyes_run *run, struct gpu_commands *commands)
{
    gpu_commands_fill(commands, run->splitting_counts[0], 0,
                      gpu_buffer_bytes(run->splitting_counts[0]), 0);
    reyes_control_start(run, commands);
}

static void record_pass(const struct reyes_run *run, struct gpu_commands *commands, uint32_t pass)
{
    const uint32_t slot = pass % REYES_CHUNK;
    if (pass > 0 && slot == 0)
        reyes_record_next_chunk(run, commands);
    const struct fused_push push = { slot, run->batch, (uint32_t)reyes_stack_ranges(run),
                                     run->workload->buffers->drawn_max };
    struct gpu_dispatch dispatch = reyes_dispatch(run, run->bound, &push, sizeof(push));
    dispatch.buffers[4] = run->ranges[0];
    dispatch.buffers[5] = run->splitting[pass % 2];
    dispatch.buffers[6] = run->splitting[(pass + 1) % 2];
    dispatch.buffers[7] = run->splitting_counts[pass % 2];
    dispatch.buffers[8] = run->splitting_counts[(pass + 1) % 2];
    dispatch.groups[0] = groups(run);
    gpu_commands_dispatch(commands, &dispatch);
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct reyes_run *run = reyes_run(c);
    record_start(run, commands);
    for (uint32_t pass = 0; pass < run->iterations_recorded; pass++)
        record_pass(run, commands, pass);
}

static bool setup(struct bench_case *c)
{
    struct reyes_run *run = reyes_run_start(c);
    const uint64_t listed = (uint64_t)groups(run) * GROUP_SIZE, stack = reyes_stack_ranges(run);
    const uint32_t *control;
    uint32_t pass = 0;
    if (groups(run) > GROUPS_MAX)
        return context_unsupported(&c->context, "a batch of %u: at most %u here, or take bounded",
                                   run->batch, GROUPS_MAX * GROUP_SIZE);
    if (stack > UINT32_MAX)
        return context_unsupported(&c->context, "a stack of %llu ranges: a smaller batch",
                                   (unsigned long long)stack);
    run->commands = gpu_commands_begin(c->context.scope);
    run->bound = kernel_create_with(c->context.scope, &kernel_reyes_subdivision_fused, GROUP_SIZE,
                                    groups(run), run->levels);
    run->ranges[0] = reyes_buffer(c, "stack of ranges", stack, REYES_RANGE_BYTES, NULL);
    for (int i = 0; i < 2; i++) {
        run->splitting[i] = reyes_buffer(c, "ranges to split", listed, REYES_RANGE_BYTES, NULL);
        run->splitting_counts[i] = reyes_buffer(c, "counts of groups", groups(run), 4, NULL);
    }
    reyes_control_create(c, GROUP_SIZE);
    /* Nothing is taken yet. */
    const uint32_t patches = run->workload->scene.count;
    const uint32_t slot[REYES_SLOT_WORDS] = { [REYES_SLOT_BASE] = patches, [SLOT_LOW] = patches };
    gpu_buffer_write(run->control_start, 4 * REYES_SLOTS, slot, sizeof(slot));
    run->report_bytes = (stack + 2 * listed) * RANGE_REPORT_BYTES + 20 * (uint64_t)run->batch;
    /* The frame before: how many iterations are needed. */
    do {
        if (pass >= reyes_iterations_max(run))
            return reyes_too_many_iterations(c);
        bench_drive_begin(c, run->commands);
        if (pass == 0)
            record_start(run, run->commands);
        for (uint32_t i = 0; i < REYES_CHUNK; i++)
            record_pass(run, run->commands, pass++);
        control = bench_drive_submit(c, run->commands) ? reyes_control_read(c) : NULL;
        if (!control)
            return false;
    } while (control[REYES_SLOTS + REYES_SLOT_WORDS * REYES_CHUNK + REYES_SLOT_COUNT] > 0);
    reyes_iterations_record(run, control[REYES_ITERATIONS]);
    return true;
}

const struct bench_method reyes_bounded_fused = { .setup = setup, .record = record };
