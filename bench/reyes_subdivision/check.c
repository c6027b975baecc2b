/* SPDX-License-Identifier: MIT */
/* check.c: what an execution must have done, and the least that it must do. */
#include "bench/reyes_subdivision/run.h"
#include "harness/trouble.h"

#include <inttypes.h>

/* Counts --------------------------------------------------------------------------------------- */

static bool check_count(struct bench_case *c, const char *what, uint64_t got, uint64_t wanted)
{
    return got == wanted ||
           context_mismatch(&c->context, "%s: %" PRIu64 ", wanted %" PRIu64, what, got, wanted);
}

/* A range that rounding turns may be split, or culled, a few times more or less. */
static bool check_near(struct bench_case *c, const char *what, uint64_t got, uint64_t wanted)
{
    enum { EACH = 4 };
    const uint64_t slack = EACH * (uint64_t)reyes_run(c)->workload->reference.undecided.count;
    return (got <= wanted + slack && wanted <= got + slack) ||
           context_mismatch(&c->context, "%s: %" PRIu64 ", wanted %" PRIu64 " within %" PRIu64,
                            what, got, wanted, slack);
}

static bool check_outcome(struct bench_case *c)
{
    const struct reyes_run *run = reyes_run(c);
    const struct reyes_outcome *outcome = &run->outcome;
    const struct reyes_reference_counts *counts = &run->workload->reference.counts;
    const uint64_t n_in = counts->n_in;
    const uint64_t ended =
        outcome->n_out + outcome->splits + outcome->culled_frustum + outcome->culled_depth;
    if (!check_count(c, "bounds, for n_in + 2 splits", outcome->bounds,
                     n_in + 2 * outcome->splits) ||
        !check_count(c, "drawn, split and culled, for bounds", ended, outcome->bounds) ||
        !check_near(c, "splits", outcome->splits, counts->splits) ||
        !check_near(c, "culled by frustum", outcome->culled_frustum, counts->culled_frustum) ||
        !check_near(c, "culled by depth", outcome->culled_depth, counts->culled_depth))
        return false;
    const uint64_t room = reyes_stack_ranges(run);
    if (run->scheme->bounded && n_in > 0 && outcome->peak_ranges >= room)
        return context_mismatch(&c->context,
                                "%" PRIu64 " ranges at once; the proof has fewer than %" PRIu64,
                                outcome->peak_ranges, room);
    return true;
}

/* Ranges --------------------------------------------------------------------------------------- */

/* Sorts the list, and compares it with the reference's, from which rounding may have it differ. */
static bool check_set(struct bench_case *c, struct range *ranges, size_t count,
                      uint64_t *differences)
{
    const struct reyes_workload *workload = reyes_run(c)->workload;
    for (size_t i = 0; i < count; i++)
        if (ranges[i].patch >= workload->scene.count || !reyes_range_is_valid(ranges[i]))
            return context_mismatch(&c->context,
                                    "range %zu is not valid: %08" PRIx32 " of patch %" PRIu32, i,
                                    ranges[i].halves, ranges[i].patch);
    bench_metric(c, "neighbour_distance", "parameter",
                 reyes_range_neighbour_distance(ranges, count));
    if (!reyes_range_sort(ranges, count, workload->scene.count))
        return context_error(&c->context, "no host memory to check %zu ranges", count);
    if (!reyes_reference_matches(&workload->reference, ranges, count, differences))
        return context_mismatch(&c->context, "%s", trouble_text());
    bench_metric(c, "rounding_differences", "ranges", (double)*differences);
    return true;
}

static void state_metrics(struct bench_case *c)
{
    struct reyes_run *state = reyes_run(c);
    const struct reyes_outcome *outcome = &state->outcome;
    bench_metric_exact(c, "n_in", "patches", (double)state->workload->reference.counts.n_in);
    bench_metric_exact(c, "n_out", "ranges", (double)outcome->n_out);
    bench_metric_exact(c, "splits", "splits", (double)outcome->splits);
    bench_metric_exact(c, "culled_frustum", "ranges", (double)outcome->culled_frustum);
    bench_metric_exact(c, "culled_depth", "ranges", (double)outcome->culled_depth);
    bench_metric_exact(c, "bounds", "bounds", (double)outcome->bounds);
    bench_metric(c, "iterations", "iterations", (double)outcome->iterations);
    bench_metric(c, "host_returns", "returns", (double)outcome->host_returns);
    bench_metric(c, "peak_ranges", "ranges", (double)outcome->peak_ranges);
    if (state->scheme->bounded)
        bench_metric(c, "stack_ranges", "ranges", (double)reyes_stack_ranges(state));
    if (state->report_bytes > 0)
        bench_metric(c, "report_bytes", "B", (double)state->report_bytes);
    if (state->spill_bytes > 0) {
        bench_metric(c, "spill_bytes", "B", (double)state->spill_bytes);
        bench_metric(c, "spilled_ranges", "ranges", (double)outcome->spilled_ranges);
    }
    if (state->groups > 0)
        bench_metric(c, "groups", "groups", (double)state->groups);
    if (outcome->balance > 0)
        bench_metric(c, "balance", "ratio", outcome->balance);
}

/* On one device all variants draw the same set, the first one's, which was held against the
 * reference range by range: a list of its digest is that set. */
static bool check_device(struct bench_case *c, enum bench_check check)
{
    struct reyes_buffers *buffers = reyes_run(c)->workload->buffers;
    size_t count;
    uint64_t differences = 0;
    struct range *ranges = reyes_read_drawn(c, &count);
    if (!ranges)
        return false;
    const char *first = buffers->digest_variant;
    const uint64_t digest = reyes_range_digest(ranges, count);
    if (first && digest == buffers->digest) {
        if (check == BENCH_CHECK_FULL) {
            bench_metric(c, "neighbour_distance", "parameter",
                         reyes_range_neighbour_distance(ranges, count));
            bench_metric(c, "rounding_differences", "ranges", (double)buffers->differences);
        }
        return true;
    }
    if ((!first || check == BENCH_CHECK_FULL) && !check_set(c, ranges, count, &differences))
        return false;
    if (first)
        return context_mismatch(
            &c->context, "another set of %zu ranges than %s draws on this device", count, first);
    buffers->digest = digest;
    buffers->differences = differences;
    buffers->digest_variant = c->variant->name;
    return true;
}

bool reyes_check_subdivision(struct bench_case *c, enum bench_check check)
{
    const struct reyes_scheme *scheme = reyes_run(c)->scheme;
    if (scheme->gather && !scheme->gather(c))
        return false;
    state_metrics(c);
    if (!check_outcome(c))
        return false;
    if (c->variant->kind != BENCH_CPU)
        return check_device(c, check);
    const struct range_list *drawn = &reyes_run(c)->drawn;
    uint64_t differences;
    if (drawn->count > drawn->capacity)
        return context_mismatch(&c->context, "%zu ranges drawn, wanted %zu", drawn->count,
                                drawn->capacity);
    return check_set(c, drawn->ranges, drawn->count, &differences);
}

bool reyes_check(struct bench_case *c, enum bench_check check)
{
    if (!reyes_check_subdivision(c, check))
        return false;
    bench_metric_rate(c, "bounds_per_second", "bounds/s", (double)reyes_run(c)->outcome.bounds);
    return true;
}

/* Work ----------------------------------------------------------------------------------------- */

/* The least that any method must do: read each control point and write each drawn range once, and
 * bound each range, by code that is precise. Some group of LOCAL has a round for each depth behind
 * the seeded ones. */
void reyes_work(const struct bench_case *c, struct bench_work *work)
{
    const struct reyes_reference_counts *counts = &reyes_run(c)->workload->reference.counts;
    enum { ONE_SUBGROUP = 32 }; /* of such a group nobody waits */
    const struct reyes_run *run = reyes_run(c);
    const bool rounds =
        run->scheme->local && run->group_size > ONE_SUBGROUP && c->variant->kind != BENCH_CPU;
    *work = (struct bench_work){ .bytes_read = 192.0 * (double)counts->n_in,
                                 .bytes_written = REYES_RANGE_BYTES * (double)counts->n_out,
                                 .operations = REYES_BOUND_OPERATIONS * (double)counts->bounds,
                                 .single = REYES_BOUND_OPERATIONS * (double)counts->bounds,
                                 .rounds = rounds && counts->level_count > run->seed_levels
                                               ? counts->level_count - run->seed_levels
                                               : 0 };
}
