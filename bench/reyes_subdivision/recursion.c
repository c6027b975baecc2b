/* SPDX-License-Identifier: MIT */
/* recursion: depth first on one CPU thread, as Reyes has it: O(N + k) memory (report, section 3).
 */
#include "bench/reyes_subdivision/case.h"

static bool setup(struct bench_case *c)
{
    struct reyes_case *state = reyes_state(c);
    const size_t capacity = state->workload->reference.drawn.count;
    state->drawn.ranges = bench_case_alloc(c, (capacity + 1) * sizeof(struct range));
    state->drawn.capacity = capacity;
    if (state->drawn.ranges == NULL)
        return false;
    bench_output_memory(c, state->drawn.ranges, capacity * sizeof(struct range));
    return true;
}

/* Of one patch; returns the ranges held at once. */
static uint64_t subdivide_patch(struct reyes_case *state, uint32_t patch)
{
    const struct reyes_workload *workload = state->workload;
    struct reyes_outcome *outcome = &state->outcome;
    struct range stack[RANGE_DEPTH_MAX + 2] = { range_whole(patch) };
    uint64_t count = 1, peak = 1;
    while (count > 0) {
        const struct range range = stack[--count];
        const enum bound_code code =
            bound(&workload->view, &workload->scene.patches[patch], range, NULL);
        ++outcome->bounds;
        if (bound_splits(code)) {
            ++outcome->splits;
            stack[count++] = range_child(range, code == BOUND_SPLIT_U, 1);
            stack[count++] = range_child(range, code == BOUND_SPLIT_U, 0);
        } else if (code == BOUND_DRAW) {
            if (state->drawn.count < state->drawn.capacity)
                state->drawn.ranges[state->drawn.count] = range;
            ++state->drawn.count;
        } else if (code == BOUND_CULL_DEPTH) {
            ++outcome->culled_depth;
        } else {
            ++outcome->culled_frustum;
        }
        peak = count > peak ? count : peak;
    }
    return peak;
}

static bool compute(struct bench_case *c)
{
    struct reyes_case *state = reyes_state(c);
    const uint32_t patches = state->workload->scene.count;
    state->outcome = (struct reyes_outcome){ .iterations = patches };
    state->drawn.count = 0;
    for (uint32_t patch = 0; patch < patches; ++patch) {
        const uint64_t held = patches - patch - 1 + subdivide_patch(state, patch);
        if (held > state->outcome.peak_ranges)
            state->outcome.peak_ranges = held;
    }
    state->outcome.n_out = state->drawn.count;
    return true;
}

static uint32_t chain(const struct bench_case *c)
{
    return (uint32_t)reyes_state(c)->workload->reference.counts.bounds;
}

const struct reyes_variant reyes_recursion = { .setup = setup, .compute = compute, .chain = chain };
