/* SPDX-License-Identifier: MIT */
/* recursion: Algorithm 1 of the paper on the CPU, on one thread. */
#include "bench/tile_subdivision/tiles.h"

static bool setup(struct bench_case *c)
{
    struct tiles_case *state = tiles_state(c);
    const size_t capacity = tiles_input(c)->tiles.count;
    uint32_t *words[3];
    for (int i = 0; i < 3; i++) {
        words[i] = context_alloc(&c->context, capacity * sizeof(uint32_t));
        if (!words[i])
            return false;
        bench_output_memory(c, words[i], capacity * sizeof(uint32_t));
    }
    state->list = (struct tile_list){ words[0], words[1], words[2], .capacity = capacity };
    state->pyramid = tiles_input(c)->pyramid;
    return true;
}

static bool compute(struct bench_case *c)
{
    struct tiles_case *state = tiles_state(c);
    struct reference_counts counts;
    state->list.count = 0;
    return tiles_reference_subdivide(&state->pyramid, &tiles_input(c)->threshold, &state->list,
                                     &counts);
}

const struct bench_method tiles_recursion = { .setup = setup, .compute = compute };
