/* SPDX-License-Identifier: MIT */
#include "bench/reyes_subdivision/case.h"

#include <inttypes.h>

static bool check_count(struct bench_case *c, const char *what, uint64_t got, uint64_t wanted)
{
    return got == wanted ||
           bench_mismatch(c, "%s: %" PRIu64 ", wanted %" PRIu64, what, got, wanted);
}

/* What must hold between the counts of any execution. */
static bool check_outcome(struct bench_case *c, const struct reyes_outcome *outcome)
{
    const uint64_t n_in = reyes_state(c)->workload->reference.counts.n_in;
    const uint64_t ended =
        outcome->n_out + outcome->splits + outcome->culled_frustum + outcome->culled_depth;
    return check_count(c, "bounds, for n_in + 2 splits", outcome->bounds,
                       n_in + 2 * outcome->splits) &&
           check_count(c, "drawn, split and culled, for bounds", ended, outcome->bounds);
}

/* Sorts the list, and compares it with the reference's. */
static bool check_set(struct bench_case *c, struct range *ranges, size_t count)
{
    const struct reyes_workload *workload = reyes_state(c)->workload;
    char message[256];
    uint64_t differences;
    for (size_t i = 0; i < count; ++i)
        if (ranges[i].patch >= workload->scene.count || range_depth(ranges[i]) > RANGE_DEPTH_MAX)
            return bench_mismatch(c, "range %zu is none: patch %" PRIu32 " of %" PRIu32, i,
                                  ranges[i].patch, workload->scene.count);
    if (!range_sort(ranges, count, workload->scene.count))
        return bench_mismatch(c, "no host memory to check %zu ranges", count);
    return reyes_reference_matches(&workload->reference, ranges, count, &differences, message,
                                   sizeof(message)) ||
           bench_mismatch(c, "%s", message);
}

static bool check_host(struct bench_case *c)
{
    struct reyes_case *state = reyes_state(c);
    return check_outcome(c, &state->outcome) &&
           check_count(c, "ranges drawn", state->drawn.count, state->drawn.capacity) &&
           check_set(c, state->drawn.ranges, state->drawn.count);
}

bool reyes_check(struct bench_case *c, enum bench_check check)
{
    (void)check;
    return check_host(c);
}
