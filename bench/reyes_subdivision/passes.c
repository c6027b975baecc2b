/* SPDX-License-Identifier: MIT */
/*
 * passes.c: BREADTH and BOUNDED: bound, prefix sums over the groups, split; again and again.
 * breadth, bounded: by indirect dispatches. breadth_host, bounded_host: the host reads the counters
 * after each iteration, as in the report, but with two dispatches: flags.c has all of its launches.
 */
#include "bench/reyes_subdivision/run.h"

#include "reyes_subdivision.kernels.h"

enum {
    GROUP_SIZE = 128,
    GROUPS_SUMMED = 2048,      /* up to so many, each group sums those before it by itself */
    REPORT_SCAN_BYTES = 1 + 8, /* per range: code, two flags */
};

struct bound_push {
    uint32_t iteration, first, stride;
};

struct split_push {
    uint32_t iteration, first, stride, batch, ranges_max, drawn_max;
};

/* Starting ranges, and control. BREADTH knows the first ones without a buffer. */
static void record_start(const struct reyes_run *run, struct gpu_commands *commands)
{
    if (run->scheme->bounded && run->workload->scene.count > 0)
        gpu_commands_copy(commands, run->ranges[0], 0, run->workload->buffers->whole, 0,
                          REYES_RANGE_BYTES * (uint64_t)run->workload->scene.count);
    reyes_control_start(run, commands);
}

/* One iteration; of `count` ranges if the host knows it, otherwise (UINT32_MAX) of its slot. */
static void record_iteration(const struct reyes_run *run, struct gpu_commands *commands,
                             uint32_t iteration, uint32_t count)
{
    const bool pad = run->scheme->bounded;
    const uint32_t slot = iteration % REYES_CHUNK;
    if (iteration > 0 && slot == 0)
        reyes_record_next_chunk(run, commands);
    const struct bound_push bound_push = { slot, !pad && iteration == 0, run->spine.stride };
    const struct split_push split_push = {
        .iteration = slot,
        .first = bound_push.first,
        .stride = run->spine.stride,
        .batch = run->batch,
        .ranges_max = (uint32_t)(gpu_buffer_bytes(run->ranges[0]) / REYES_RANGE_BYTES),
        .drawn_max = run->workload->buffers->drawn_max,
    };
    struct gpu_buffer *source = run->ranges[pad ? 0 : iteration % 2];
    struct gpu_dispatch bound = reyes_dispatch(run, run->bound, &bound_push, sizeof(bound_push));
    bound.buffers[4] = source;
    bound.buffers[5] = run->codes;
    bound.buffers[6] = run->spine.arrays;
    bound.buffers[7] = pad ? run->ranges[1] : run->codes;
    struct gpu_dispatch split = reyes_dispatch(run, run->split, &split_push, sizeof(split_push));
    split.buffers[4] = pad ? run->ranges[1] : source;
    split.buffers[5] = run->codes;
    split.buffers[6] = run->spine.arrays;
    split.buffers[7] = run->ranges[pad ? 0 : (iteration + 1) % 2];
    if (count == UINT32_MAX) {
        reyes_dispatch_slot(run, &bound, slot);
        reyes_dispatch_slot(run, &split, slot);
    } else {
        reyes_groups(run, count, GROUP_SIZE, bound.groups);
        reyes_groups(run, count, GROUP_SIZE, split.groups);
    }
    gpu_commands_dispatch(commands, &bound);
    reyes_barrier(commands);
    if (run->spine.kernel) {
        scan_spine_record(commands, &run->spine,
                          REYES_SLOTS + REYES_SLOT_WORDS * slot + REYES_SLOT_COUNT);
        reyes_barrier(commands);
    }
    gpu_commands_dispatch(commands, &split);
    reyes_barrier(commands);
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct reyes_run *run = reyes_run(c);
    record_start(run, commands);
    for (uint32_t i = 0; i < run->iterations_recorded; i++)
        record_iteration(run, commands, i, UINT32_MAX);
}

/*
 * Batch after batch, the host reading the counters after each `step` iterations. Returns the number
 * of iterations, or 0 on failure or with no patches.
 */
static uint32_t drive_steps(struct bench_case *c, uint32_t step)
{
    struct reyes_run *run = reyes_run(c);
    const uint32_t patches = run->workload->scene.count;
    uint32_t count = patches < run->batch ? patches : run->batch, iteration = 0;
    run->outcome.host_returns = 0;
    while (count > 0 && iteration < reyes_iterations_max(run)) {
        uint32_t slot_words[REYES_SLOT_WORDS] = { 0 };
        bench_drive_begin(c, run->commands);
        if (iteration == 0)
            record_start(run, run->commands);
        for (uint32_t i = 0; i < step; i++)
            record_iteration(run, run->commands, iteration++, step == 1 ? count : UINT32_MAX);
        const uint64_t next = (iteration - 1) % REYES_CHUNK + 1;
        gpu_commands_barrier(run->commands, GPU_COMPUTE, GPU_TRANSFER);
        gpu_commands_read_back(run->commands, run->control,
                               4 * (REYES_SLOTS + REYES_SLOT_WORDS * next), sizeof(slot_words),
                               slot_words);
        if (!bench_drive_submit(c, run->commands))
            return 0;
        run->outcome.host_returns++;
        count = slot_words[REYES_SLOT_COUNT];
    }
    if (count > 0) {
        reyes_too_many_iterations(c);
        return 0;
    }
    return iteration;
}

/* One iteration per return; with no patches at all only control is put in place. */
static bool drive(struct bench_case *c)
{
    const struct reyes_run *run = reyes_run(c);
    if (run->workload->scene.count > 0)
        return drive_steps(c, 1) > 0;
    bench_drive_begin(c, run->commands);
    record_start(run, run->commands);
    return bench_drive_submit(c, run->commands);
}

/* Set-up -------------------------------------------------------------------------------------- */

uint64_t reyes_ranges_create(struct bench_case *c)
{
    struct reyes_run *run = reyes_run(c);
    if (!run->scheme->bounded) {
        const uint64_t ranges = run->workload->buffers->ranges_max;
        for (int i = 0; i < 2; i++)
            run->ranges[i] = reyes_buffer(c, "ranges", ranges, REYES_RANGE_BYTES, NULL);
        /* Two buffers of ranges, codes and flags, and the output of one iteration. */
        run->report_bytes = ranges * (2 * RANGE_REPORT_BYTES + REPORT_SCAN_BYTES + 20);
        return ranges;
    }
    const uint64_t stack = reyes_stack_ranges(run);
    if (stack > UINT32_MAX) {
        context_unsupported(&c->context, "a stack of %llu ranges: a smaller batch",
                            (unsigned long long)stack);
        return 0;
    }
    run->ranges[0] = reyes_buffer(c, "stack of ranges", stack, REYES_RANGE_BYTES, NULL);
    run->ranges[1] = reyes_buffer(c, "pad of ranges", run->batch, REYES_RANGE_BYTES, NULL);
    run->report_bytes =
        (stack + run->batch) * RANGE_REPORT_BYTES + run->batch * (REPORT_SCAN_BYTES + 20u);
    return run->batch;
}

static bool host_setup(struct bench_case *c)
{
    struct reyes_run *run = reyes_run_start(c);
    struct gpu_scope *scope = c->context.scope;
    run->commands = gpu_commands_begin(scope);
    const uint64_t batch_max = reyes_ranges_create(c);
    if (batch_max == 0)
        return false;
    const uint64_t groups = (batch_max + GROUP_SIZE - 1) / GROUP_SIZE;
    const uint32_t pad = run->scheme->bounded, stride = (uint32_t)groups + 1;
    const bool scanned = groups > GROUPS_SUMMED;
    run->bound =
        kernel_create_with(scope, &kernel_reyes_subdivision_bound, GROUP_SIZE, pad, run->levels);
    run->split = kernel_create_with(scope, &kernel_reyes_subdivision_split, GROUP_SIZE, pad,
                                    scanned, run->noninterleaved, run->group_limit);
    run->codes = reyes_buffer(c, "codes", batch_max, 4, NULL);
    run->spine = (struct scan_spine){
        .arrays = reyes_buffer(c, "totals of groups", 2 * (uint64_t)stride, 4, NULL),
        .array_count = 2,
        .stride = stride,
        .divide = GROUP_SIZE,
    };
    reyes_control_create(c, GROUP_SIZE);
    run->spine.counts = run->control;
    if (scanned)
        run->spine = scan_spine_create(scope, run->spine);
    return true;
}

/* Runs the frame before, in chunks, and records as many iterations as it says. */
static bool setup(struct bench_case *c)
{
    struct reyes_run *run = reyes_run(c);
    uint32_t iterations = 0;
    if (!host_setup(c))
        return false;
    if (run->workload->scene.count > 0) {
        const uint32_t *control = drive_steps(c, REYES_CHUNK) > 0 ? reyes_control_read(c) : NULL;
        if (!control)
            return false;
        iterations = control[REYES_ITERATIONS];
    }
    run->outcome.host_returns = 0;
    reyes_iterations_record(run, iterations);
    return true;
}

const struct reyes_scheme reyes_scheme_breadth = { .gather = reyes_gather_control };
const struct bench_method reyes_breadth = { .setup = setup, .record = record };
const struct bench_method reyes_breadth_host = { .setup = host_setup, .drive = drive };
const struct reyes_scheme reyes_scheme_bounded = { .gather = reyes_gather_control,
                                                   .bounded = true };
const struct bench_method reyes_bounded = { .setup = setup, .record = record };
const struct bench_method reyes_bounded_host = { .setup = host_setup, .drive = drive };
