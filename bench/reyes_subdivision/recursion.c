/* SPDX-License-Identifier: MIT */
/* recursion: depth first on one CPU thread, as Reyes has it: O(N + k) memory (report, section 3).
 */
#include "bench/reyes_subdivision/run.h"

static bool setup(struct bench_case *c)
{
    struct reyes_run *run = reyes_run_start(c);
    run->drawn.capacity = run->workload->reference.drawn.count;
    run->drawn.ranges = context_alloc(&c->context, run->drawn.capacity * sizeof(struct range));
    if (run->drawn.ranges)
        bench_output_memory(c, run->drawn.ranges, run->drawn.capacity * sizeof(struct range));
    return run->drawn.ranges;
}

/* Subdivides one patch; returns the ranges held at once. */
static uint64_t subdivide_patch(struct reyes_run *run, uint32_t patch)
{
    const struct reyes_workload *workload = run->workload;
    struct reyes_outcome *outcome = &run->outcome;
    struct range stack[RANGE_DEPTH_MAX + 2] = { reyes_range_whole(patch) };
    uint64_t count = 1, peak = 1;
    while (count > 0) {
        const struct range range = stack[--count];
        const enum bound_code code =
            reyes_bound(&workload->view, &workload->scene.patches[patch], range, NULL);
        outcome->bounds++;
        if (bound_splits(code)) {
            outcome->splits++;
            stack[count++] = reyes_range_child(range, code == BOUND_SPLIT_U, 1);
            stack[count++] = reyes_range_child(range, code == BOUND_SPLIT_U, 0);
        } else if (code == BOUND_DRAW) {
            if (run->drawn.count < run->drawn.capacity)
                run->drawn.ranges[run->drawn.count] = range;
            run->drawn.count++;
        } else if (code == BOUND_CULL_DEPTH) {
            outcome->culled_depth++;
        } else {
            outcome->culled_frustum++;
        }
        peak = count > peak ? count : peak;
    }
    return peak;
}

static bool compute(struct bench_case *c)
{
    struct reyes_run *run = reyes_run(c);
    const uint32_t patches = run->workload->scene.count;
    run->outcome = (struct reyes_outcome){ .iterations = patches };
    run->drawn.count = 0;
    for (uint32_t patch = 0; patch < patches; patch++) {
        const uint64_t held = patches - patch - 1 + subdivide_patch(run, patch);
        if (held > run->outcome.peak_ranges)
            run->outcome.peak_ranges = held;
    }
    run->outcome.n_out = run->drawn.count;
    return true;
}

const struct reyes_scheme reyes_scheme_recursion = { .local = true };
const struct bench_method reyes_recursion = { .setup = setup, .compute = compute };
