/* SPDX-License-Identifier: MIT */
/*
 * average: one mesh, seen along 16 directions; a sample finds the tiles of all of its maps, one
 * after the other, by the method of the variant. Each map has its own lists, tiles and counters.
 */
#include "bench/common/hash.h"
#include "bench/tile_subdivision/input/input.h"
#include "bench/tile_subdivision/tiles.h"
#include "harness/engine/cpu/cpu.h"

#include <stdio.h>

struct hashing {
    const struct bench_workload *maps;
    uint64_t *hashes;
};

static void maps_hash(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct hashing *hashing = context;
    (void)thread;
    for (size_t i = begin; i < end; i++) {
        const struct pyramid *map =
            &((const struct tiles_workload *)hashing->maps[i].state)->pyramid;
        hashing->hashes[i] = hash_bytes(map->values, sizeof(float) << 2 * map->top);
    }
}

static bool average_state_facts(struct bench_workload *workload)
{
    const struct tiles_average_workload *average = workload->state;
    const struct tiles_workload *first = average->maps[0].state;
    struct context *context = &workload->context;
    uint64_t tiles[TILES_DIRECTIONS], nodes[TILES_DIRECTIONS], hashes[TILES_DIRECTIONS];
    struct tile_digest digests[TILES_DIRECTIONS];
    uint64_t tile_count = 0, node_count = 0;
    struct cpu_pool *pool = cpu_pool_create(0);
    cpu_pool_run(pool, TILES_DIRECTIONS, 1, maps_hash, &(struct hashing){ average->maps, hashes });
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
    return true;
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
        if (!tiles_workload_prepare(&average->maps[i], base))
            return false;
        base = base > 0.0f ? base : state->threshold.base;
    }
    return average_state_facts(workload);
}

bool tiles_average_upload(struct bench_workload *workload)
{
    struct tiles_average_workload *average = workload->state;
    for (uint32_t i = 0; i < TILES_DIRECTIONS; i++) {
        average->maps[i].context = workload->context; /* which has a scope by now */
        if (!tiles_upload(&average->maps[i]))
            return false;
    }
    return true;
}

struct average_case {
    struct tiles_case maps[TILES_DIRECTIONS];
};

/* The case as the variant's method sees it: with one map. */
static struct bench_case of_direction(const struct bench_case *c, uint32_t i)
{
    const struct tiles_average_workload *average = c->workload->state;
    struct average_case *state = c->state;
    struct bench_case one = *c;
    one.workload = &average->maps[i];
    one.state = &state->maps[i];
    return one;
}

static bool setup(struct bench_case *c)
{
    bool good = true;
    for (uint32_t i = 0; good && i < TILES_DIRECTIONS; i++) {
        struct bench_case one = of_direction(c, i);
        good = c->method->setup(&one);
    }
    return good;
}

/* Kept apart as executions of one map are. */
static void record(struct bench_case *c, struct gpu_commands *commands)
{
    for (uint32_t i = 0; i < TILES_DIRECTIONS; i++) {
        struct bench_case one = of_direction(c, i);
        if (i > 0)
            gpu_commands_barrier(commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
        c->method->record(&one, commands);
    }
}

static bool check(struct bench_case *c, enum bench_check check)
{
    bool good = true;
    for (uint32_t i = 0; good && i < TILES_DIRECTIONS; i++) {
        struct bench_case one = of_direction(c, i);
        good = c->method->check(&one, check);
    }
    bench_metric_time_per(c, "time_per_direction", TILES_DIRECTIONS);
    return good;
}

static void work(const struct bench_case *c, struct bench_work *total)
{
    *total = (struct bench_work){ 0 };
    for (uint32_t i = 0; i < TILES_DIRECTIONS; i++) {
        const struct bench_case one = of_direction(c, i);
        struct bench_work part;
        c->method->work(&one, &part);
        total->bytes_read += part.bytes_read;
        total->bytes_written += part.bytes_written;
        total->operations += part.operations;
        total->atomics[BENCH_ATOMICS_ONE_WORD].returned +=
            part.atomics[BENCH_ATOMICS_ONE_WORD].returned;
    }
}

const struct bench_method tiles_average_method = { .case_bytes = sizeof(struct average_case),
                                                   .setup = setup,
                                                   .record = record,
                                                   .check = check,
                                                   .work = work };
