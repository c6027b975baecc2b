/* SPDX-License-Identifier: MIT */
/*
 * passes.c: BREADTH and BOUNDED: bound, prefix sums over the groups, split; again and again.
 * breadth, bounded: by indirect dispatches. breadth_host, bounded_host: the host reads the counters
 * after each iteration, as the report's program does.
 */
#include "bench/reyes_subdivision/run.h"

#include "reyes_subdivision.kernels.h"

enum {
    GROUP_SIZE = 128,
    GROUPS_SUMMED = 2048,       /* up to so many, each group sums those before it by itself */
    ITERATIONS_SPARE_SHIFT = 3, /* an eighth more than the frame before had */
    REPORT_SCAN_BYTES = 1 + 8,  /* per range: code, two flags */
};

struct bound_push {
    uint32_t iteration, first, stride;
};

struct split_push {
    uint32_t iteration, first, stride, batch, ranges_max, drawn_max;
};

/* Ranges in one iteration, at most. */
static uint64_t batch_max(const struct reyes_run *run)
{
    const uint64_t all = run->workload->buffers->ranges_max;
    return run->batch < all || run->variant->bounded ? run->batch : all;
}

static void setup_kernels(struct reyes_run *run)
{
    const uint64_t groups = (batch_max(run) + GROUP_SIZE - 1) / GROUP_SIZE;
    const uint32_t pad = run->variant->bounded;
    run->scanned = groups > GROUPS_SUMMED;
    run->stride = (uint32_t)groups + 1;
    run->bound = reyes_kernel(run, &kernel_reyes_subdivision_bound,
                              (uint32_t[]){ GROUP_SIZE, pad, run->params.levels }, 3);
    run->split = reyes_kernel(run, &kernel_reyes_subdivision_split,
                              (uint32_t[]){ GROUP_SIZE, pad, run->scanned,
                                            run->params.noninterleaved, reyes_group_limit(run) },
                              5);
    run->codes = reyes_buffer(run, "codes", batch_max(run), 4, NULL);
    run->totals = reyes_buffer(run, "totals of groups", 2 * (uint64_t)run->stride, 4, NULL);
    reyes_control_create(run, GROUP_SIZE);
    if (run->scanned)
        run->spine = scan_spine_create(run->scope, (struct scan_spine){ .arrays = run->totals,
                                                                        .array_count = 2,
                                                                        .stride = run->stride,
                                                                        .counts = run->control,
                                                                        .divide = GROUP_SIZE });
}

/* Ranges that binding 7 of split has room for. */
static uint32_t ranges_room(const struct reyes_run *run)
{
    return (uint32_t)(gpu_buffer_bytes(run->ranges[0]) / REYES_RANGE_BYTES);
}

/* Starting ranges, and control. BREADTH knows the first ones without a buffer. */
static void record_start(const struct reyes_run *run, struct gpu_commands *commands)
{
    if (run->variant->bounded && run->workload->scene.count > 0)
        gpu_commands_copy(commands, run->ranges[0], 0, run->workload->buffers->whole, 0,
                          REYES_RANGE_BYTES * (uint64_t)run->workload->scene.count);
    reyes_control_start(run, commands);
}

/* One iteration; of `count` ranges if the host knows it, otherwise (UINT32_MAX) of its slot. */
static void record_iteration(const struct reyes_run *run, struct gpu_commands *commands,
                             uint32_t iteration, uint32_t count)
{
    const bool pad = run->variant->bounded;
    const uint32_t slot = iteration % REYES_CHUNK;
    if (iteration > 0 && slot == 0)
        reyes_record_next_chunk(run, commands);
    const struct bound_push bound_push = { slot, !pad && iteration == 0, run->stride };
    const struct split_push split_push = {
        slot,       bound_push.first, run->stride,
        run->batch, ranges_room(run), run->workload->buffers->drawn_max
    };
    struct gpu_buffer *source = run->ranges[pad ? 0 : iteration % 2];
    struct gpu_dispatch bound = reyes_dispatch(run, run->bound, &bound_push, sizeof(bound_push));
    bound.buffers[4] = source;
    bound.buffers[5] = run->codes;
    bound.buffers[6] = run->totals;
    bound.buffers[7] = pad ? run->ranges[1] : run->codes;
    struct gpu_dispatch split = reyes_dispatch(run, run->split, &split_push, sizeof(split_push));
    split.buffers[4] = pad ? run->ranges[1] : source;
    split.buffers[5] = run->codes;
    split.buffers[6] = run->totals;
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
    if (run->scanned) {
        scan_spine_record(commands, &run->spine,
                          REYES_SLOTS + REYES_SLOT_WORDS * slot + REYES_SLOT_COUNT);
        reyes_barrier(commands);
    }
    gpu_commands_dispatch(commands, &split);
    reyes_barrier(commands);
}

static void record(struct reyes_run *run, struct gpu_commands *commands)
{
    record_start(run, commands);
    for (uint32_t i = 0; i < run->iterations_recorded; i++)
        record_iteration(run, commands, i, UINT32_MAX);
}

/*
 * Batch after batch, the host reading the counters after each `step` iterations. Returns the number
 * of iterations, or 0 on failure or with no patches.
 */
static uint32_t drive_steps(struct reyes_run *run, uint32_t step)
{
    const uint32_t patches = run->workload->scene.count;
    uint32_t count = patches < run->batch ? patches : run->batch, iteration = 0;
    run->outcome.host_returns = 0;
    while (count > 0 && iteration < reyes_iterations_max(run)) {
        uint32_t slot_words[REYES_SLOT_WORDS] = { 0 };
        run->begin(run);
        if (iteration == 0)
            record_start(run, run->commands);
        for (uint32_t i = 0; i < step; i++)
            record_iteration(run, run->commands, iteration++, step == 1 ? count : UINT32_MAX);
        const uint64_t next = (iteration - 1) % REYES_CHUNK + 1;
        gpu_commands_barrier(run->commands, GPU_COMPUTE, GPU_TRANSFER);
        gpu_commands_read_back(run->commands, run->control,
                               4 * (REYES_SLOTS + REYES_SLOT_WORDS * next), sizeof(slot_words),
                               slot_words);
        if (!run->submit(run))
            return 0;
        run->outcome.host_returns++;
        count = slot_words[REYES_SLOT_COUNT];
    }
    if (count > 0) {
        reyes_too_many_iterations(run);
        return 0;
    }
    return iteration;
}

/* One iteration per return; with no patches at all only control is put in place. */
static bool drive(struct reyes_run *run)
{
    if (run->workload->scene.count > 0)
        return drive_steps(run, 1) > 0;
    run->begin(run);
    record_start(run, run->commands);
    return run->submit(run);
}

static bool gather(struct reyes_run *run)
{
    struct reyes_outcome *outcome = &run->outcome;
    uint32_t control[REYES_CONTROL_WORDS];
    if (!reyes_control_read(run, control))
        return false;
    outcome->iterations = control[REYES_ITERATIONS];
    outcome->peak_ranges = control[REYES_PEAK];
    return reyes_outcome_counts(run, control, control[REYES_BOUNDS], control[REYES_SPLITS],
                                control[REYES_DRAWN]);
}

/* BREADTH ------------------------------------------------------------------------------------- */

static bool breadth_setup(struct reyes_run *run)
{
    const uint64_t ranges = run->workload->buffers->ranges_max;
    run->batch = UINT32_MAX;
    for (int i = 0; i < 2; i++)
        run->ranges[i] = reyes_buffer(run, "ranges", ranges, REYES_RANGE_BYTES, NULL);
    setup_kernels(run);
    run->iterations_recorded = run->workload->view.max_depth;
    /* Two buffers of ranges, codes and flags, and the output of one iteration. */
    run->report_bytes = ranges * (2 * RANGE_REPORT_BYTES + REPORT_SCAN_BYTES + 20);
    return true;
}

static bool breadth_host_setup(struct reyes_run *run)
{
    run->commands = gpu_commands_begin(run->scope);
    return breadth_setup(run);
}

/* BOUNDED ------------------------------------------------------------------------------------- */

static bool bounded_host_setup(struct reyes_run *run)
{
    run->batch = run->params.batch;
    const uint64_t patches = run->workload->scene.count;
    const uint64_t stack = patches + (uint64_t)run->batch * run->workload->view.max_depth;
    if (stack > UINT32_MAX)
        return reyes_unsupported(run, "a stack of %llu ranges: a smaller batch",
                                 (unsigned long long)stack);
    run->ranges[0] = reyes_buffer(run, "stack of ranges", stack, REYES_RANGE_BYTES, NULL);
    run->ranges[1] = reyes_buffer(run, "pad of ranges", run->batch, REYES_RANGE_BYTES, NULL);
    setup_kernels(run);
    run->commands = gpu_commands_begin(run->scope);
    run->report_bytes =
        (stack + run->batch) * RANGE_REPORT_BYTES + run->batch * (REPORT_SCAN_BYTES + 20u);
    return true;
}

/*
 * As many iterations are recorded as the frame before had, and some to spare; a program whose frame
 * is not done then would record more. The frame before is run here, in chunks.
 */
static bool bounded_setup(struct reyes_run *run)
{
    if (!bounded_host_setup(run))
        return false;
    const uint32_t iterations = run->workload->scene.count > 0 ? drive_steps(run, REYES_CHUNK) : 0;
    uint32_t control[REYES_CONTROL_WORDS] = { 0 };
    if (iterations > 0 && !reyes_control_read(run, control))
        return false;
    run->outcome.host_returns = 0;
    run->iterations_recorded =
        control[REYES_ITERATIONS] + (control[REYES_ITERATIONS] >> ITERATIONS_SPARE_SHIFT) + 1;
    return iterations > 0 || run->workload->scene.count == 0;
}

static uint32_t chain(const struct reyes_run *run)
{
    return 1 + (uint32_t)run->outcome.iterations * (run->scanned ? 3 : 2);
}

const struct reyes_variant reyes_breadth = {
    .setup = breadth_setup, .record = record, .chain = chain, .gather = gather
};
const struct reyes_variant reyes_breadth_host = {
    .setup = breadth_host_setup, .drive = drive, .chain = chain, .gather = gather
};
const struct reyes_variant reyes_bounded = {
    .setup = bounded_setup, .record = record, .chain = chain, .gather = gather, .bounded = true
};
const struct reyes_variant reyes_bounded_host = {
    .setup = bounded_host_setup, .drive = drive, .chain = chain, .gather = gather, .bounded = true
};
