/* SPDX-License-Identifier: MIT */
/*
 * flags.c: BREADTH and BOUNDED as the report's program does them: a flag per range and decision,
 * each array of flags scanned by kernels of its own, one launch after the other, and the host
 * reading both sums. breadth_scans, bounded_scans.
 */
#include "bench/reyes_subdivision/run.h"

#include "reyes_subdivision.kernels.h"

enum {
    GROUP_SIZE = 64,       /* of bound and move, as in the report's program */
    BLOCK = 128,           /* words that a group scans */
    BLOCKS_LEVELS_MAX = 5, /* 128^5 words are more than there can be */
};

enum { SPLITS, DRAWS, FLAGS }; /* arrays of flags */

struct bound_push {
    uint32_t base, count;
};

struct scan_push {
    uint32_t at, count, sums_at;
};

struct move_push {
    uint32_t count, to, drawn, ranges_max, drawn_max;
};

/* The flags of `count` ranges, sums of their blocks, sums of those, ...; the last is of all. */
struct pyramid {
    uint32_t levels; /* that are scanned */
    uint32_t counts[BLOCKS_LEVELS_MAX], at[BLOCKS_LEVELS_MAX + 1];
};

static struct pyramid pyramid_of(uint32_t count)
{
    struct pyramid pyramid = { .levels = 0 };
    uint32_t words = count, at = 0;
    do {
        pyramid.counts[pyramid.levels] = words;
        pyramid.at[pyramid.levels++] = at;
        at += words;
        words = (words + BLOCK - 1) / BLOCK;
    } while (words > 1);
    pyramid.at[pyramid.levels] = at;
    return pyramid;
}

/* Recording ----------------------------------------------------------------------------------- */

/* Launches as a queue that keeps its order does: each launch waits for the one before. */
static void launch(struct reyes_run *run, struct gpu_dispatch *dispatch, uint32_t count,
                   uint32_t group_size)
{
    reyes_groups(run, count, group_size, dispatch->groups);
    gpu_commands_dispatch(run->commands, dispatch);
    reyes_barrier(run->commands);
}

static void launch_scan(struct reyes_run *run, struct gpu_kernel *kernel, struct gpu_buffer *flags,
                        const struct pyramid *pyramid, uint32_t level)
{
    const struct scan_push push = { pyramid->at[level], pyramid->counts[level],
                                    pyramid->at[level + 1] };
    struct gpu_dispatch dispatch = reyes_dispatch(run, kernel, &push, sizeof(push));
    dispatch.buffers[4] = flags;
    launch(run, &dispatch, push.count, BLOCK);
}

/* The ranges of one iteration. */
struct batch {
    uint32_t base, count, drawn;  /* in the ranges; ranges drawn before */
    struct gpu_buffer *from, *to; /* `to` is written from `base` on */
};

static void record_iteration(struct reyes_run *run, const struct batch *batch,
                             const struct pyramid *pyramid)
{
    const bool pad = run->scheme->bounded;
    const struct bound_push bound_push = { batch->base, batch->count };
    const struct move_push move_push = { batch->count, batch->base, batch->drawn,
                                         (uint32_t)(gpu_buffer_bytes(batch->to) /
                                                    REYES_RANGE_BYTES),
                                         run->workload->buffers->drawn_max };
    struct gpu_dispatch bound = reyes_dispatch(run, run->bound, &bound_push, sizeof(bound_push));
    struct gpu_dispatch move = reyes_dispatch(run, run->split, &move_push, sizeof(move_push));
    bound.buffers[4] = batch->from;
    move.buffers[4] = pad ? run->ranges[1] : batch->from;
    bound.buffers[5] = move.buffers[5] = run->codes;
    bound.buffers[6] = move.buffers[6] = run->flags[SPLITS];
    bound.buffers[7] = move.buffers[7] = run->flags[DRAWS];
    bound.buffers[8] = pad ? run->ranges[1] : run->codes;
    move.buffers[8] = batch->to;
    launch(run, &bound, batch->count, GROUP_SIZE);
    /* Up the pyramid and down: 3 launches for 10 000 ranges, 5 for 250 000. */
    for (int i = 0; i < FLAGS; i++) {
        for (uint32_t level = 0; level < pyramid->levels; level++)
            launch_scan(run, run->scan_flags, run->flags[i], pyramid, level);
        for (uint32_t level = pyramid->levels - 1; level-- > 0;)
            launch_scan(run, run->add_sums, run->flags[i], pyramid, level);
    }
    launch(run, &move, batch->count, GROUP_SIZE);
}

static void record_start(const struct reyes_run *run)
{
    if (run->workload->scene.count > 0)
        gpu_commands_copy(run->commands, run->ranges[0], 0, run->workload->buffers->whole, 0,
                          REYES_RANGE_BYTES * (uint64_t)run->workload->scene.count);
    reyes_control_start(run, run->commands);
}

/* BREADTH takes all ranges, and writes the next ones to the other buffer; BOUNDED the last p of a
 * stack, and their children take their place. */
static bool drive(struct bench_case *c)
{
    struct reyes_run *run = reyes_run(c);
    struct reyes_outcome *outcome = &run->outcome;
    uint32_t height = run->workload->scene.count;
    *outcome = (struct reyes_outcome){ .peak_ranges = height };
    while (height > 0) {
        const uint32_t count = height < run->batch ? height : run->batch;
        const bool bounded = run->scheme->bounded;
        const struct batch batch = { height - count, count, (uint32_t)outcome->n_out,
                                     run->ranges[bounded ? 0 : outcome->iterations % 2],
                                     run->ranges[bounded ? 0 : (outcome->iterations + 1) % 2] };
        uint32_t sums[FLAGS] = { 0 }; /* the ranges that were split and drawn */
        if (outcome->iterations >= reyes_iterations_max(run))
            return reyes_too_many_iterations(c);
        const struct pyramid pyramid = pyramid_of(count);
        bench_drive_begin(c, run->commands);
        if (outcome->iterations == 0)
            record_start(run);
        record_iteration(run, &batch, &pyramid);
        gpu_commands_barrier(run->commands, GPU_COMPUTE, GPU_TRANSFER);
        for (int i = 0; i < FLAGS; i++)
            gpu_commands_read_back(run->commands, run->flags[i],
                                   4 * (uint64_t)pyramid.at[pyramid.levels], 4, &sums[i]);
        if (!bench_drive_submit(c, run->commands))
            return false;
        const uint64_t room = gpu_buffer_bytes(batch.to) / REYES_RANGE_BYTES;
        const uint64_t ranges = batch.base + UINT64_C(2) * sums[SPLITS];
        if (ranges > room)
            return context_mismatch(&c->context, "%llu ranges, where there can be %llu",
                                    (unsigned long long)ranges, (unsigned long long)room);
        height = (uint32_t)ranges;
        outcome->iterations++;
        outcome->bounds += count;
        outcome->splits += sums[SPLITS];
        outcome->n_out += sums[DRAWS];
        outcome->peak_ranges = ranges > outcome->peak_ranges ? ranges : outcome->peak_ranges;
    }
    outcome->host_returns = outcome->iterations;
    if (outcome->iterations > 0)
        return true;
    bench_drive_begin(c, run->commands);
    record_start(run);
    return bench_drive_submit(c, run->commands);
}

static bool gather(struct bench_case *c)
{
    const struct reyes_outcome *outcome = &reyes_run(c)->outcome;
    const uint32_t *control = reyes_control_read(c);
    return control &&
           reyes_outcome_counts(c, control, outcome->bounds, outcome->splits, outcome->n_out);
}

/* Set-up -------------------------------------------------------------------------------------- */

static bool setup(struct bench_case *c)
{
    struct reyes_run *run = reyes_run_start(c);
    const uint32_t bounded = run->scheme->bounded;
    const uint64_t count = reyes_ranges_create(c);
    if (count == 0)
        return false;
    const struct pyramid pyramid = pyramid_of((uint32_t)count);
    run->commands = gpu_commands_begin(c->context.scope);
    run->bound = kernel_create_with(c->context.scope, &kernel_reyes_subdivision_flags_bound,
                                    GROUP_SIZE, bounded, run->levels);
    run->scan_flags = kernel_create(c->context.scope, &kernel_reyes_subdivision_flags_scan);
    run->add_sums = kernel_create(c->context.scope, &kernel_reyes_subdivision_flags_add);
    run->split =
        kernel_create_with(c->context.scope, &kernel_reyes_subdivision_flags_move, GROUP_SIZE);
    run->codes = reyes_buffer(c, "codes", count, 4, NULL);
    for (int i = 0; i < FLAGS; i++)
        run->flags[i] = reyes_buffer(c, "flags and sums", pyramid.at[pyramid.levels] + 1, 4, NULL);
    reyes_control_create(c, GROUP_SIZE);
    return run->commands;
}

const struct reyes_scheme reyes_scheme_breadth_scans = { .gather = gather, .counted = true };
const struct reyes_scheme reyes_scheme_bounded_scans = { .gather = gather,
                                                         .bounded = true,
                                                         .counted = true };
const struct bench_method reyes_breadth_scans = { .setup = setup, .drive = drive };
const struct bench_method reyes_bounded_scans = { .setup = setup, .drive = drive };
