/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/tiles.h"

#include "bench/common/hash.h"
#include "bench/tile_subdivision/answer.h"
#include "bench/tile_subdivision/input/input.h"

#include <assert.h>
#include <stdio.h>

static float workload_choose_base(const struct tiles_workload *state,
                                  const struct threshold_choice *choice, float own_base)
{
    if (choice->kind == THRESHOLD_BASE)
        return choice->base;
    if (choice->kind != THRESHOLD_TILES && own_base > 0.0f)
        return own_base;
    uint64_t percent = ((uint64_t)1 << 2 * state->pyramid.top) / 100;
    uint64_t tiles = choice->kind == THRESHOLD_TILES ? choice->tiles : percent > 0 ? percent : 1;
    return tiles_threshold_search(&state->pyramid, state->threshold.falloff, tiles);
}

static bool workload_choose_threshold(struct bench_workload *workload, float own_base)
{
    struct tiles_workload *state = workload->state;
    struct threshold_choice choice;
    const char *text = context_text(&workload->context, "threshold");
    if (!tiles_threshold_choice_parse(text, &choice)) {
        return context_error(&workload->context,
                             "threshold %s: own, varying, <N>tiles or a number are wanted", text);
    }
    state->threshold.falloff = (uint32_t)context_integer(&workload->context, "falloff");
    state->threshold.base = workload_choose_base(state, &choice, own_base);
    if (choice.kind != THRESHOLD_VARYING) {
        struct threshold_node node;
        const enum threshold_tie tie =
            tiles_threshold_plant_tie(&state->pyramid, &state->threshold, &node);
        snprintf(state->tie, sizeof(state->tie), "none");
        if (tie != THRESHOLD_TIE_NONE)
            snprintf(state->tie, sizeof(state->tie), "level %u (%u, %u)%s", node.level, node.x,
                     node.y, tie == THRESHOLD_TIE_PLANTED ? ", planted" : "");
        return true;
    }
    float *varying =
        context_alloc(&workload->context, tiles_pyramid_count(state->pyramid.top) * sizeof(float));
    if (!varying)
        return false;
    tiles_threshold_vary(&state->pyramid, &state->threshold, workload->context.seed, varying);
    state->threshold.varying = varying;
    snprintf(state->tie, sizeof(state->tie), "on one node in 16");
    return true;
}

/* The reference's tiles in memory of the workload, of exactly their number. */
static bool workload_run_reference(struct bench_workload *workload)
{
    struct tiles_workload *state = workload->state;
    size_t count = tiles_reference_count(&state->pyramid, &state->threshold);
    uint32_t *words[3];
    for (int i = 0; i < 3; i++) {
        words[i] = context_alloc(&workload->context, count * sizeof(uint32_t));
        if (!words[i])
            return false;
    }
    state->tiles = (struct tile_list){ words[0], words[1], words[2], .capacity = count };
    bool complete = tiles_reference_subdivide(&state->pyramid, &state->threshold, &state->tiles,
                                              &state->counts);
    assert(complete && state->tiles.count == count);
    (void)complete;
    state->digest = tiles_tile_list_digest(&state->tiles);
    return true;
}

static bool workload_index_tiles(struct bench_workload *workload)
{
    struct tiles_workload *state = workload->state;
    size_t pixels = (size_t)1 << 2 * state->pyramid.top;
    state->tile_at = context_alloc(&workload->context, pixels * sizeof(uint32_t));
    if (!state->tile_at)
        return false;
    for (size_t i = 0; i < state->tiles.count; i++)
        state->tile_at[tiles_tile_first_pixel(state->tiles.keys[i])] = (uint32_t)i + 1;
    return true;
}

static void workload_state_facts(struct bench_workload *workload)
{
    const struct tiles_workload *state = workload->state;
    const struct tile_digest *digest = &state->digest;
    uint32_t top = state->pyramid.top;
    uint64_t nodes[TILE_TOP_MAX + 1], internal = 0;
    for (uint32_t level = 0; level <= top; level++) {
        nodes[level] = state->counts.tiles[level] + state->counts.internal[level];
        internal += state->counts.internal[level];
    }
    assert(digest->area == 1u << 2 * top);
    assert(state->tiles.count == 1 + 3 * internal);
    context_fact_count(&workload->context, "top_used", top);
    context_fact_number(&workload->context, "threshold_base", state->threshold.base);
    context_fact_count(&workload->context, "falloff", state->threshold.falloff);
    context_fact_count(&workload->context, "tiles", state->tiles.count);
    context_fact_count(&workload->context, "nodes", state->counts.nodes);
    context_fact_count(&workload->context, "internal_nodes", internal);
    context_fact_series(&workload->context, "tiles_per_level", state->counts.tiles, top + 1);
    context_fact_series(&workload->context, "nodes_per_level", nodes, top + 1);
    bool monotone = !state->threshold.varying ||
                    tiles_threshold_is_monotone(&state->pyramid, &state->threshold);
    context_fact_text(&workload->context, "monotone", monotone ? "yes" : "no");
    context_fact_hash(&workload->context, "tiles_sum",
                      (uint64_t)digest->sum[0] << 32 | digest->sum[1]);
    context_fact_hash(&workload->context, "tiles_exclusive_or",
                      (uint64_t)digest->exclusive_or[0] << 32 | digest->exclusive_or[1]);
    context_fact_hash(&workload->context, "map_hash",
                      hash_bytes(state->pyramid.values, sizeof(float) << 2 * top));
}

static bool workload_solve(struct bench_workload *workload)
{
    return workload_run_reference(workload) && workload_index_tiles(workload);
}

bool tiles_workload_answer(struct bench_workload *workload)
{
    if (!workload_solve(workload))
        return false;
    workload_state_facts(workload);
    return true;
}

bool tiles_workload_prepare(struct bench_workload *workload, float own_base)
{
    struct tiles_workload *state = workload->state;
    tiles_pyramid_build(&state->pyramid);
    return workload_choose_threshold(workload, own_base) && workload_solve(workload);
}

bool tiles_workload(struct bench_workload *workload)
{
    struct tiles_workload *state = workload->state;
    float own_base;
    if (!tiles_source_load(workload, &state->pyramid, &own_base))
        return false;
    if (workload->altered) /* a pixel of half the importance */
        state->pyramid.values[workload->altered % ((uint64_t)1 << 2 * state->pyramid.top)] /= 2;
    if (!tiles_workload_prepare(workload, own_base))
        return false;
    context_fact_text(&workload->context, "tie", state->tie);
    workload_state_facts(workload);
    return true;
}
