/* SPDX-License-Identifier: MIT */
/* octree: breadth first, nothing returns to the host; built and traced, or either alone. */
#include "bench/detp/octree.h"

#include "bench/detp/detp.h"

#include <string.h>

enum { INDEX_STEPS = 3, TRACE_STEPS = 2 }; /* fill, count, fill, but for the scan; fill, trace */

/* Creates the output. If the index alone is timed, the sums are no output: the check makes them. */
static bool output_create(struct bench_case *c, struct detp_octree *octree)
{
    const uint64_t bytes = DETP_WORDS * sizeof(uint32_t) * (uint64_t)detp_input_of(c)->discs.count;
    if (octree->traces)
        return detp_output_create(c);
    octree->output.buffer = gpu_buffer_create(
        c->context.scope, &(struct gpu_buffer_params){ .name = "sums", .bytes = bytes });
    return octree->output.buffer;
}

static bool setup(struct bench_case *c)
{
    struct detp_octree *octree = c->state;
    const char *part = context_text_or(&c->context, "part", "all");
    octree->builds = strcmp(part, "trace") != 0;
    octree->traces = strcmp(part, "build") != 0;
    if (!output_create(c, octree) || !detp_octree_create(c))
        return false;
    return octree->batch_count == 1 || (octree->builds && octree->traces) ||
           context_unsupported(&c->context,
                               "the lists of all rays are more than one buffer of the device may "
                               "have, or a word count: an index per batch, part=all");
}

static void record_batch(struct bench_case *c, struct gpu_commands *commands,
                         const struct detp_octree_batch *batch)
{
    const struct detp_octree *octree = c->state;
    if (octree->builds)
        detp_octree_record_build(c, commands, batch);
    if (!octree->traces)
        return;
    gpu_commands_barrier(commands, GPU_COMPUTE | GPU_TRANSFER, GPU_COMPUTE | GPU_INDIRECT);
    detp_octree_record_trace(c, commands, batch);
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct detp_octree *octree = c->state;
    struct gpu_buffer *sums = octree->output.buffer;
    if (octree->traces)
        gpu_commands_fill(commands, sums, 0, gpu_buffer_bytes(sums), 0);
    for (uint32_t b = 0; b < octree->batch_count; b++) {
        if (b > 0)
            gpu_commands_barrier(commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
        record_batch(c, commands, &octree->batches[b]);
    }
}

/* The sums of an index that was built alone. */
static bool trace_untimed(struct bench_case *c, struct detp_octree *octree)
{
    struct gpu_commands *commands = octree->commands;
    bench_drive_begin(c, commands);
    gpu_commands_fill(commands, octree->output.buffer, 0, gpu_buffer_bytes(octree->output.buffer),
                      0);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_COMPUTE);
    detp_octree_record_trace(c, commands, &octree->batches[0]);
    return bench_drive_submit(c, commands);
}

static bool check(struct bench_case *c, enum bench_check check)
{
    struct detp_octree *octree = c->state;
    uint64_t entries = 0, jobs = 0;
    if (!octree->traces && !trace_untimed(c, octree))
        return false;
    if (!c->bench->method.check(c, check))
        return false;
    for (uint32_t b = 0; b < octree->batch_count; b++) {
        entries += octree->batches[b].entries;
        jobs += octree->batches[b].groups;
    }
    bench_metric_exact(c, "list_entries", "rays", (double)entries);
    bench_metric_exact(c, "jobs", "groups", (double)jobs);
    bench_metric_exact(c, "leaf_level", "levels", octree->level + 1);
    return true;
}

/* Each step reads and writes what it must, and nothing of it is an output. */
static void work_build(const struct detp_octree *octree, const struct detp_octree_batch *batch,
                       struct bench_work *work)
{
    const double discs = octree->push.disc_count, rays = batch->ray_count;
    const double leaves = octree->leaves, parts = (double)octree->nodes * batch->blocks;
    const double read = 16 * discs + 4 * leaves +                /* octree_leaves */
                        DETP_RAY_BYTES * rays +                  /* octree_count */
                        8.0 * octree->nodes +                    /* octree_jobs */
                        DETP_RAY_BYTES * rays + 4 * parts +      /* octree_fill */
                        (DETP_DISC_BYTES + 8) * discs;           /* octree_discs */
    const double written = 4 * leaves + 4 * leaves + 4 * discs + /* a fill, octree_leaves */
                           4 * parts + 4.0 * octree->nodes + 4.0 * batch->entries +
                           DETP_DISC_BYTES * discs;
    const double before = work->bytes_written, between = work->bytes_intermediate;
    scan_spine_work(&octree->leaf_scan, octree->leaves, work);
    scan_work(&octree->list_scan, work);
    work->bytes_read += read;
    work->bytes_written += written;
    work->bytes_intermediate = between + work->bytes_written - before;
}

/* An index alone has no sums. */
static void work(const struct bench_case *c, struct bench_work *work)
{
    const struct detp_octree *octree = c->state;
    c->bench->method.work(c, work);
    if (!octree->traces)
        work->bytes_read = work->bytes_written = 0;
    else
        detp_tests_work(c, 0, work); /* a group adds the hits of a disc in shared memory */
    work->bytes_intermediate = 0;
    for (uint32_t b = 0; b < octree->batch_count; b++) {
        if (octree->builds)
            work_build(octree, &octree->batches[b], work);
        if (octree->traces)
            work->bytes_read += 4.0 * octree->batches[b].entries;
    }
}

const struct bench_method detp_octree = { .case_bytes = sizeof(struct detp_octree),
                                          .setup = setup,
                                          .record = record,
                                          .check = check,
                                          .work = work };
