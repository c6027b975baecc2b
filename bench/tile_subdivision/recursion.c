/* SPDX-License-Identifier: MIT */
/* recursion: Algorithm 1 of the paper on the CPU, on one thread. */
#include "bench/tile_subdivision/device.h"

static bool setup(struct bench_case *c)
{
    struct tiles_case *state = tiles_state(c);
    const size_t capacity = state->workload->tiles.count;
    uint32_t *words[3];
    for (int i = 0; i < 3; i++) {
        words[i] = context_alloc(&c->context, capacity * sizeof(uint32_t));
        if (!words[i])
            return false;
        bench_output_memory(c, words[i], capacity * sizeof(uint32_t));
    }
    tiles_tile_list_borrow(&state->list, words[0], words[1], words[2], capacity);
    return true;
}

static bool compute(struct bench_case *c)
{
    struct tiles_case *state = tiles_state(c);
    const struct tiles_workload *workload = state->workload;
    struct reference_counts counts;
    state->list.count = 0;
    return tiles_reference_subdivide(&state->pyramid, &workload->threshold, &state->list, &counts);
}

static uint32_t chain(const struct bench_case *c)
{
    return tiles_state(c)->workload->pyramid.top + 1;
}

const struct tiles_variant tiles_recursion = {
    .setup = setup, .compute = compute, .chain = chain, .ordered = true
};
