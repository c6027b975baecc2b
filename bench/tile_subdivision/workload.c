/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/workload.h"

#include "bench/common/hash.h"
#include "bench/tile_subdivision/input/source.h"
#include "bench/tile_subdivision/threshold.h"

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

static void workload_plant_tie(struct bench_workload *workload)
{
    struct tiles_workload *state = workload->state;
    struct threshold_node node;
    enum threshold_tie tie = tiles_threshold_plant_tie(&state->pyramid, &state->threshold, &node);
    char text[64] = "none";
    if (tie != THRESHOLD_TIE_NONE) {
        snprintf(text, sizeof(text), "level %u (%u, %u)%s", node.level, node.x, node.y,
                 tie == THRESHOLD_TIE_PLANTED ? ", planted" : "");
    }
    bench_fact_text(workload, "tie", text);
}

static bool workload_choose_threshold(struct bench_workload *workload, float own_base)
{
    struct tiles_workload *state = workload->state;
    struct threshold_choice choice;
    const char *text = bench_workload_text(workload, "threshold");
    if (!tiles_threshold_choice_parse(text, &choice)) {
        return bench_workload_fail(
            workload, "threshold %s: own, varying, <N>tiles or a number are wanted", text);
    }
    state->threshold.falloff = (uint32_t)bench_workload_integer(workload, "falloff");
    state->threshold.base = workload_choose_base(state, &choice, own_base);
    if (choice.kind != THRESHOLD_VARYING) {
        workload_plant_tie(workload);
        return true;
    }
    float *varying =
        bench_workload_alloc(workload, tiles_pyramid_count(state->pyramid.top) * sizeof(float));
    if (!varying)
        return false;
    tiles_threshold_vary(&state->pyramid, &state->threshold, workload->seed, varying);
    state->threshold.varying = varying;
    bench_fact_text(workload, "tie", "on one node in 16");
    return true;
}

/* The reference's tiles in memory of the workload, of exactly their number. */
static bool workload_run_reference(struct bench_workload *workload)
{
    struct tiles_workload *state = workload->state;
    size_t count = tiles_reference_count(&state->pyramid, &state->threshold);
    uint32_t *words[3];
    for (int i = 0; i < 3; i++) {
        words[i] = bench_workload_alloc(workload, count * sizeof(uint32_t));
        if (!words[i])
            return false;
    }
    tiles_tile_list_borrow(&state->tiles, words[0], words[1], words[2], count);
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
    state->tile_at = bench_workload_alloc(workload, pixels * sizeof(uint32_t));
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
    bench_fact_count(workload, "top_used", top);
    bench_fact_number(workload, "threshold_base", state->threshold.base);
    bench_fact_count(workload, "falloff", state->threshold.falloff);
    bench_fact_count(workload, "tiles", state->tiles.count);
    bench_fact_count(workload, "nodes", state->counts.nodes);
    bench_fact_count(workload, "internal_nodes", internal);
    bench_fact_series(workload, "tiles_per_level", state->counts.tiles, top + 1);
    bench_fact_series(workload, "nodes_per_level", nodes, top + 1);
    bool monotone = !state->threshold.varying ||
                    tiles_threshold_is_monotone(&state->pyramid, &state->threshold);
    bench_fact_text(workload, "monotone", monotone ? "yes" : "no");
    bench_fact_hash(workload, "tiles_sum", (uint64_t)digest->sum[0] << 32 | digest->sum[1]);
    bench_fact_hash(workload, "tiles_exclusive_or",
                    (uint64_t)digest->exclusive_or[0] << 32 | digest->exclusive_or[1]);
    bench_fact_hash(workload, "map_hash",
                    hash_bytes(state->pyramid.values, sizeof(float) << 2 * top));
}

bool tiles_workload_answer(struct bench_workload *workload)
{
    if (!workload_run_reference(workload) || !workload_index_tiles(workload))
        return false;
    workload_state_facts(workload);
    return true;
}

bool tiles_workload(struct bench_workload *workload)
{
    struct tiles_workload *state = workload->state;
    float own_base;
    if (!tiles_source_load(workload, &state->pyramid, &own_base))
        return false;
    tiles_pyramid_build(&state->pyramid);
    return workload_choose_threshold(workload, own_base) && tiles_workload_answer(workload);
}
