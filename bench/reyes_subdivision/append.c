/* SPDX-License-Identifier: MIT */
/* breadth_append: BREADTH in one pass per level, with aggregated atomics; seeds of local_seeded. */
#include "bench/reyes_subdivision/run.h"

#include "reyes_subdivision.kernels.h"

enum { GROUP_SIZE = 128 };

struct append_push {
    uint32_t iteration, first, ranges_max, drawn_max;
};

void reyes_append_setup(struct bench_case *c, uint64_t ranges_max)
{
    struct reyes_run *run = reyes_run(c);
    for (int i = 0; i < 2; i++)
        run->ranges[i] = reyes_buffer(c, "ranges", ranges_max, REYES_RANGE_BYTES, NULL);
    run->append = kernel_create_with(c->context.scope, &kernel_reyes_subdivision_append, GROUP_SIZE,
                                     run->group_limit, run->levels);
    reyes_control_create(c, GROUP_SIZE);
}

void reyes_append_record(const struct reyes_run *run, struct gpu_commands *commands,
                         uint32_t levels)
{
    const uint64_t room = gpu_buffer_bytes(run->ranges[0]) / REYES_RANGE_BYTES;
    for (uint32_t level = 0; level < levels; level++) {
        const struct append_push push = { level, level == 0, (uint32_t)room,
                                          run->workload->buffers->drawn_max };
        struct gpu_dispatch dispatch = reyes_dispatch(run, run->append, &push, sizeof(push));
        dispatch.buffers[4] = run->ranges[level % 2];
        dispatch.buffers[5] = run->ranges[(level + 1) % 2];
        reyes_dispatch_slot(run, &dispatch, level);
        gpu_commands_dispatch(commands, &dispatch);
        reyes_barrier(commands);
    }
}

static uint32_t level_count(const uint32_t *control, uint32_t level)
{
    return control[REYES_SLOTS + REYES_SLOT_WORDS * level + REYES_SLOT_COUNT];
}

/* Runs the frame before, all its levels, and records as many as it says. */
static bool setup(struct bench_case *c)
{
    struct reyes_run *run = reyes_run_start(c);
    const uint64_t ranges = run->workload->buffers->ranges_max;
    const uint32_t levels_max = run->workload->view.max_depth;
    uint32_t levels = 0;
    run->commands = gpu_commands_begin(c->context.scope);
    reyes_append_setup(c, ranges);
    run->report_bytes = ranges * (2 * RANGE_REPORT_BYTES + 20);
    bench_drive_begin(c, run->commands);
    reyes_control_start(run, run->commands);
    reyes_append_record(run, run->commands, levels_max);
    const uint32_t *control = bench_drive_submit(c, run->commands) ? reyes_control_read(c) : NULL;
    while (control && levels < levels_max && level_count(control, levels) > 0)
        levels++;
    reyes_iterations_record(run, levels);
    return control;
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct reyes_run *run = reyes_run(c);
    reyes_control_start(run, commands);
    reyes_append_record(run, commands, run->iterations_recorded);
}

static bool gather(struct bench_case *c)
{
    struct reyes_run *run = reyes_run(c);
    const uint32_t *control = reyes_control_read(c);
    uint64_t bounds = 0;
    if (!control)
        return false;
    run->outcome.iterations = run->outcome.peak_ranges = 0;
    for (uint32_t level = 0; level < run->iterations_recorded; level++) {
        const uint32_t count = level_count(control, level);
        bounds += count;
        run->outcome.iterations += count > 0;
        if (count > run->outcome.peak_ranges)
            run->outcome.peak_ranges = count;
    }
    return reyes_outcome_counts(c, control, bounds, control[REYES_SPLITS], control[REYES_DRAWN]);
}

const struct reyes_scheme reyes_scheme_append = { .gather = gather };
const struct bench_method reyes_breadth_append = { .setup = setup, .record = record };
