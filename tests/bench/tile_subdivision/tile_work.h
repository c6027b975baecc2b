/* SPDX-License-Identifier: MIT */
/* tile_work.h: what tile_subdivision's work() declares, against an instrumented reference. */
#ifndef CLAIMCHECK_TESTS_BENCH_TILE_SUBDIVISION_TILE_WORK_H
#define CLAIMCHECK_TESTS_BENCH_TILE_SUBDIVISION_TILE_WORK_H

#include "bench/tile_subdivision/tiles.h"
#include "harness/engine/measure/measure.h"
#include "tests/unit.h"

/* The least work of a subdivision, counted while it is done. */
struct tile_work {
    uint64_t importance_bytes, threshold_bytes; /* read */
    uint64_t operations;
};

static inline float tile_work_load(uint64_t *bytes_read, const float *values, size_t index)
{
    *bytes_read += sizeof(float);
    return values[index];
}

/* Level by level with a list, from the definition of a tile. */
static inline void tile_work_count(const struct tiles_workload *workload, struct tile_work *counted)
{
    const struct pyramid *pyramid = &workload->pyramid;
    const uint32_t top = pyramid->top;
    uint32_t *list = malloc(sizeof(*list) << 2 * top), *next = malloc(sizeof(*next) << 2 * top);
    size_t count = 1;
    assert_true(list && next);
    list[0] = 0;
    for (uint32_t level = top; count > 0; level--) {
        const uint32_t side = 1u << (top - level);
        size_t below = 0;
        for (size_t i = 0; i < count; i++) {
            const uint32_t x = list[i] % side, y = list[i] / side;
            const size_t index = tiles_pyramid_index(top, level, x, y);
            const float importance =
                tile_work_load(&counted->importance_bytes, pyramid->values, index);
            const float threshold =
                workload->threshold.varying
                    ? tile_work_load(&counted->threshold_bytes, workload->threshold.varying, index)
                    : tiles_threshold_at(&workload->threshold, top, level, x, y);
            counted->operations++;
            if (level == 0 || importance < threshold)
                continue;
            for (uint32_t child = 0; child < 4; child++)
                next[below++] = (2 * y + child / 2) * 2 * side + 2 * x + child % 2;
        }
        uint32_t *swap = list;
        list = next;
        next = swap;
        count = below;
    }
    free(list);
    free(next);
}

/* Counts the work for each map of the bench `average`. */
static inline void tile_work_count_all(const struct bench_case *c, struct tile_work *counted)
{
    const bool average = strcmp(c->bench->name, "average") == 0;
    const struct tiles_average_workload *maps = c->workload->state;
    for (uint32_t i = 0; average && i < TILES_DIRECTIONS; i++)
        tile_work_count(maps->maps[i].state, counted);
    if (!average)
        tile_work_count(c->workload->state, counted);
}

/*
 * A ready pyramid is read node by node. One that is built reads the map once and makes each node
 * above it, an operation each; the tests then find the importances at hand, but not the thresholds.
 */
static inline bool tile_work_check(const struct bench_case *c, const struct result *result,
                                   char *message, size_t message_bytes)
{
    const struct tiles_workload *workload = c->workload->state;
    const struct bench_work *work = &result->c.work;
    const bool builds = strcmp(c->bench->name, "build_and_subdivide") == 0;
    struct tile_work counted = { 0 };
    tile_work_count_all(c, &counted);
    for (uint32_t level = 0; builds && level <= workload->pyramid.top; level++) {
        const uint64_t nodes = UINT64_C(1) << 2 * (workload->pyramid.top - level);
        counted.importance_bytes = level == 0 ? 4 * nodes : counted.importance_bytes;
        counted.operations += nodes;
    }
    const uint64_t bytes_read = counted.importance_bytes + counted.threshold_bytes;
    *message = 0;
    if ((double)bytes_read != work->bytes_read)
        snprintf(message, message_bytes, "%llu bytes are read, %.0f declared",
                 (unsigned long long)bytes_read, work->bytes_read);
    else if ((double)counted.operations != work->operations)
        snprintf(message, message_bytes, "%llu operations are done, %.0f declared",
                 (unsigned long long)counted.operations, work->operations);
    return *message == 0;
}

#endif
