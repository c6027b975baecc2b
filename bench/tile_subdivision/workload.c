/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/tiles.h"

#include "bench/common/hash.h"
#include "bench/tile_subdivision/input/input.h"
#include "harness/engine/cpu/cpu.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static bool workload_choose_threshold(struct bench_workload *workload, float own_base)
{
    struct tiles_workload *state = workload->state;
    struct context *context = &workload->context;
    const uint64_t percent = ((uint64_t)1 << 2 * state->pyramid.top) / 100;
    state->threshold.falloff = (uint32_t)context_integer(context, "falloff");
    state->threshold.base = own_base > 0.0f
                                ? own_base
                                : tiles_threshold_search(&state->pyramid, state->threshold.falloff,
                                                         percent > 0 ? percent : 1);
    if (strcmp(context_text(context, "threshold"), "varying") != 0) {
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
        context_alloc(context, tiles_pyramid_count(state->pyramid.top) * sizeof(float));
    if (!varying)
        return false;
    tiles_threshold_vary(&state->pyramid, &state->threshold, context->seed, varying);
    state->threshold.varying = varying;
    snprintf(state->tie, sizeof(state->tie), "on one node in 16");
    return true;
}

bool tiles_list_create(struct context *context, struct tile_list *list, size_t capacity)
{
    *list = (struct tile_list){ .keys = context_alloc(context, 4 * capacity),
                                .importances = context_alloc(context, 4 * capacity),
                                .thresholds = context_alloc(context, 4 * capacity),
                                .capacity = capacity };
    return list->keys && list->importances && list->thresholds;
}

/* Computes the reference's tiles, in memory of the workload, and where they begin. */
static bool workload_solve(struct bench_workload *workload)
{
    struct tiles_workload *state = workload->state;
    size_t count = tiles_reference_count(&state->pyramid, &state->threshold);
    if (!tiles_list_create(&workload->context, &state->tiles, count))
        return false;
    bool complete = tiles_reference_subdivide(&state->pyramid, &state->threshold, &state->tiles,
                                              &state->counts);
    assert(complete && state->tiles.count == count);
    (void)complete;
    state->digest = tiles_tile_list_digest(&state->tiles);
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
    struct context *context = &workload->context;
    uint32_t top = state->pyramid.top;
    uint64_t nodes[TILE_TOP_MAX + 1], internal = 0;
    for (uint32_t level = 0; level <= top; level++) {
        nodes[level] = state->counts.tiles[level] + state->counts.internal[level];
        internal += state->counts.internal[level];
    }
    assert(digest->area == 1u << 2 * top);
    assert(state->tiles.count == 1 + 3 * internal);
    context_fact_count(context, "top_used", top);
    context_fact_number(context, "threshold_base", state->threshold.base);
    context_fact_count(context, "falloff", state->threshold.falloff);
    context_fact_count(context, "tiles", state->tiles.count);
    context_fact_count(context, "nodes", state->counts.nodes);
    context_fact_count(context, "internal_nodes", internal);
    context_fact_series(context, "tiles_per_level", state->counts.tiles, top + 1);
    context_fact_series(context, "nodes_per_level", nodes, top + 1);
    bool monotone = !state->threshold.varying ||
                    tiles_threshold_is_monotone(&state->pyramid, &state->threshold);
    context_fact_text(context, "monotone", monotone ? "yes" : "no");
    context_fact_hash(context, "tiles_sum", (uint64_t)digest->sum[0] << 32 | digest->sum[1]);
    context_fact_hash(context, "tiles_exclusive_or",
                      (uint64_t)digest->exclusive_or[0] << 32 | digest->exclusive_or[1]);
    context_fact_hash(context, "map_hash",
                      hash_bytes(state->pyramid.values, sizeof(float) << 2 * top));
}

bool tiles_workload_answer(struct bench_workload *workload)
{
    if (!workload_solve(workload))
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
    if (workload->altered) /* a pixel of half the importance */
        state->pyramid.values[workload->altered % ((uint64_t)1 << 2 * state->pyramid.top)] /= 2;
    tiles_pyramid_build(&state->pyramid);
    if (!workload_choose_threshold(workload, own_base))
        return false;
    context_fact_text(&workload->context, "tie", state->tie);
    return tiles_workload_answer(workload);
}

/* The bench average -------------------------------------------------------------------------- */

struct hashing {
    const struct bench_workload *maps;
    uint64_t *hashes;
};

static void map_hash_at(void *context, size_t i)
{
    const struct hashing *hashing = context;
    const struct pyramid *map = &((const struct tiles_workload *)hashing->maps[i].state)->pyramid;
    hashing->hashes[i] = hash_bytes(map->values, sizeof(float) << 2 * map->top);
}

static void average_state_facts(struct bench_workload *workload)
{
    const struct tiles_average_workload *average = workload->state;
    const struct tiles_workload *first = average->maps[0].state;
    struct context *context = &workload->context;
    uint64_t tiles[TILES_DIRECTIONS], nodes[TILES_DIRECTIONS], hashes[TILES_DIRECTIONS];
    struct tile_digest digests[TILES_DIRECTIONS];
    uint64_t tile_count = 0, node_count = 0;
    struct cpu_pool *pool = cpu_pool_create(0);
    cpu_pool_each(pool, TILES_DIRECTIONS, 1, map_hash_at,
                  &(struct hashing){ average->maps, hashes });
    cpu_pool_destroy(&pool);
    for (uint32_t i = 0; i < TILES_DIRECTIONS; i++) {
        const struct tiles_workload *state = average->maps[i].state;
        tile_count += tiles[i] = state->tiles.count;
        node_count += nodes[i] = state->counts.nodes;
        digests[i] = state->digest;
    }
    context_fact_count(context, "directions", TILES_DIRECTIONS);
    context_fact_count(context, "top_used", first->pyramid.top);
    context_fact_number(context, "threshold_base", first->threshold.base);
    context_fact_count(context, "falloff", first->threshold.falloff);
    context_fact_count(context, "tiles", tile_count);
    context_fact_count(context, "nodes", node_count);
    context_fact_series(context, "tiles_per_direction", tiles, TILES_DIRECTIONS);
    context_fact_series(context, "nodes_per_direction", nodes, TILES_DIRECTIONS);
    context_fact_hash(context, "tiles_hash", hash_bytes(digests, sizeof(digests)));
    context_fact_hash(context, "map_hash", hash_bytes(hashes, sizeof(hashes)));
}

bool tiles_average_load(struct bench_workload *workload)
{
    struct tiles_average_workload *average = workload->state;
    struct pyramid pyramids[TILES_DIRECTIONS];
    float base;
    if (!tiles_source_load_directions(workload, TILES_DIRECTIONS, pyramids, &base))
        return false;
    for (uint32_t i = 0; i < TILES_DIRECTIONS; i++) {
        struct tiles_workload *state = context_alloc(&workload->context, sizeof(*state));
        if (!state)
            return false;
        average->maps[i] = *workload;
        average->maps[i].state = state;
        state->pyramid = pyramids[i];
        snprintf(state->place, sizeof(state->place), "direction %u of %u: ", i + 1,
                 TILES_DIRECTIONS + 0u);
        tiles_pyramid_build(&state->pyramid);
        if (!workload_choose_threshold(&average->maps[i], base) ||
            !workload_solve(&average->maps[i]))
            return false;
        base = base > 0.0f ? base : state->threshold.base;
    }
    average_state_facts(workload);
    return true;
}
