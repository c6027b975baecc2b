/* SPDX-License-Identifier: MIT */
#include "bench/reyes_subdivision/case.h"

#include <inttypes.h>
#include <stdlib.h>

/* Sorts the list, and compares it with the reference's. */
static bool check_set(struct bench_case *c, struct range *ranges, size_t count)
{
    const struct reyes_workload *workload = reyes_run(c)->workload;
    char message[256];
    uint64_t differences;
    for (size_t i = 0; i < count; i++)
        if (ranges[i].patch >= workload->scene.count || !reyes_range_is_valid(ranges[i]))
            return context_mismatch(&c->context,
                                    "range %zu is none: %08" PRIx32 " of patch %" PRIu32, i,
                                    ranges[i].halves, ranges[i].patch);
    bench_metric(c, "neighbour_distance", "parameter",
                 reyes_range_neighbour_distance(ranges, count));
    if (!reyes_range_sort(ranges, count, workload->scene.count))
        return context_mismatch(&c->context, "no host memory to check %zu ranges", count);
    if (!reyes_reference_matches(&workload->reference, ranges, count, &differences, message,
                                 sizeof(message)))
        return context_mismatch(&c->context, "%s", message);
    bench_metric(c, "rounding_differences", "ranges", (double)differences);
    return true;
}

/* On one device all variants draw the same set: the first one's. */
static bool check_digest(struct bench_case *c, const struct range *ranges, size_t count)
{
    struct reyes_buffers *buffers = reyes_run(c)->workload->buffers;
    const uint64_t digest = reyes_range_digest(ranges, count);
    if (!buffers->digest_variant) {
        buffers->digest = digest;
        buffers->digest_variant = c->variant->name;
    }
    return digest == buffers->digest ||
           context_mismatch(&c->context, "another set of %zu ranges than %s draws on this device",
                            count, buffers->digest_variant);
}

static void state_metrics(struct bench_case *c)
{
    struct reyes_run *state = reyes_run(c);
    const struct reyes_outcome *outcome = &state->outcome;
    bench_metric(c, "n_in", "patches", (double)state->workload->reference.counts.n_in);
    bench_metric(c, "n_out", "ranges", (double)outcome->n_out);
    bench_metric(c, "splits", "splits", (double)outcome->splits);
    bench_metric(c, "culled_frustum", "ranges", (double)outcome->culled_frustum);
    bench_metric(c, "culled_depth", "ranges", (double)outcome->culled_depth);
    bench_metric(c, "bounds", "bounds", (double)outcome->bounds);
    bench_metric(c, "iterations", "iterations", (double)outcome->iterations);
    bench_metric(c, "host_returns", "returns", (double)outcome->host_returns);
    bench_metric(c, "peak_ranges", "ranges", (double)outcome->peak_ranges);
    if (state->report_bytes > 0)
        bench_metric(c, "report_bytes", "B", (double)state->report_bytes);
    if (outcome->balance > 0)
        bench_metric(c, "balance", "ratio", outcome->balance);
}

static bool check_host(struct bench_case *c)
{
    struct reyes_run *run = reyes_run(c);
    if (run->drawn.count > run->drawn.capacity)
        return context_mismatch(&c->context, "%zu ranges drawn, wanted %zu", run->drawn.count,
                                run->drawn.capacity);
    return check_set(c, run->drawn.ranges, run->drawn.count);
}

static bool check_device(struct bench_case *c, enum bench_check check)
{
    size_t count;
    struct range *ranges = reyes_read_drawn(reyes_run(c), &count);
    if (!ranges)
        return reyes_case_ended(c, false);
    bool good = check == BENCH_CHECK_QUICK || check_set(c, ranges, count);
    good = good && check_digest(c, ranges, count);
    free(ranges);
    return good;
}

bool reyes_check_subdivision(struct bench_case *c, enum bench_check check)
{
    struct reyes_run *run = reyes_run(c);
    run->message[0] = '\0';
    if (run->variant->gather && !run->variant->gather(run))
        return reyes_case_ended(c, false);
    state_metrics(c);
    if (!reyes_outcome_check(run))
        return reyes_case_ended(c, false);
    return run->variant->compute ? check_host(c) : check_device(c, check);
}

bool reyes_check(struct bench_case *c, enum bench_check check)
{
    if (!reyes_check_subdivision(c, check))
        return false;
    bench_metric_rate(c, "bounds_per_second", "bounds/s", (double)reyes_run(c)->outcome.bounds);
    return true;
}
