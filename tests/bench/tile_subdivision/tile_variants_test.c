/* SPDX-License-Identifier: MIT */
/*
 * tile_variants_test.c: every variant of both benches on maps that no generator makes: NaN,
 * infinity, zero, ties at every level, a single bright pixel in each corner; under validation on
 * one map of each size (on all with CLAIMCHECK_TEST_FULL).
 */
#include "bench/tile_subdivision/tiles.h"
#include "harness/random.h"

#include "tests/one_case.h"

enum hard_map {
    MAP_NAN,
    MAP_ALL_NAN,
    MAP_INFINITE,
    MAP_ZERO,
    MAP_TIES,
    MAP_CORNERS,
    MAP_NOISE,
    MAP_COUNT
};

static enum hard_map hard_map;

static float hard_pixel(uint32_t x, uint32_t y, uint32_t top, uint64_t *random)
{
    const uint32_t last = (1u << top) - 1;
    const uint64_t roll = random_below(random, 64);
    switch (hard_map) {
    case MAP_NAN: return roll == 0 ? NAN : roll < 8 ? 2.0f : 0.25f;
    case MAP_ALL_NAN: return NAN;
    case MAP_INFINITE: return roll == 0 ? INFINITY : 0.5f;
    case MAP_ZERO: return 0.0f;
    case MAP_TIES: return ldexpf(1.0f, -(int)(roll % 8)); /* each a threshold of some level */
    case MAP_CORNERS: return (x == 0 || x == last) && (y == 0 || y == last) ? 4.0f : 0.0f;
    default: return ldexpf((float)roll, (int)random_below(random, 6) - 8);
    }
}

static bool hard_workload(struct bench_workload *workload)
{
    struct tiles_workload *state = workload->state;
    const uint32_t top = (uint32_t)context_integer(&workload->context, "top");
    uint64_t random = workload->context.seed;
    float *values = context_alloc(&workload->context, tiles_pyramid_count(top) * sizeof(float));
    if (!values)
        return false;
    state->pyramid = (struct pyramid){ top, values };
    for (uint32_t y = 0; y < 1u << top; y++)
        for (uint32_t x = 0; x < 1u << top; x++)
            values[tiles_pyramid_index(top, 0, x, y)] = hard_pixel(x, y, top, &random);
    tiles_pyramid_build(&state->pyramid);
    state->threshold = (struct threshold){ .base = 1.0f, .falloff = hard_map == MAP_NOISE ? 2 : 1 };
    return tiles_workload_answer(workload);
}

/* Points on the variants' own axes. Plain: without validation, for the
 * calls are those of a variant and its points, and it has seen them on another map of that size. */
struct points {
    const char *filter, *subtree_levels;
    bool published, plain;
};

/* Of the published variants' own axes: groups of every size, a buffer and an image. */
static const char published[] = "/group:64,16,32,128,256,4,8/source:buffer,image";

static void run_bench(const struct bench *original, const char *map, const char *top,
                      struct points points)
{
    struct bench bench = *original;
    const bool whole = original == tiles_technique.benches[0];
    const bool built = original == tiles_technique.benches[1]; /* no variant has these axes */
    if (!map)
        bench.workload = hard_workload;
    const struct one_case wanted = {
        .technique = &tiles_technique,
        .bench = &bench,
        .filter = points.filter,
        .at = unit_text("map:%s/top:%s%s%s%s", map ? map : "scene", top,
                        built ? "" : "/passes:published,minimal/subtree_levels:",
                        built ? "" : points.subtree_levels, points.published ? published : ""),
        .gpu = points.plain && !device_full() ? devices.plain : devices.validated,
        .untimed = true,
        .seed = 7
    };
    CLEANUP(one_plan_finish) struct one_plan one;
    CLEANUP(sampler_results_finish) struct sampler_results outcome;
    one_plan_init(&one, &wanted);
    one_group_run(&wanted, &one.plan.groups[0], &outcome);
    assert_true(outcome.count > (whole ? 10 : 1));
    for (size_t i = 0; i < outcome.count; i++) {
        const struct result *result = &outcome.results[i];
        const bool no_levels =
            strcmp(top, "0") == 0 && strcmp(result->variant->name, "histopyramid") == 0;
        if (result->c.status != (no_levels ? BENCH_UNSUPPORTED : BENCH_OK))
            fail_msg("map %d, %s: %s, %s", (int)hard_map, result->c.name,
                     bench_status_name(result->c.status), result->reason);
    }
}

/* Is the map tried with a few pixels, too? */
static bool few(int map)
{
    return map == MAP_ALL_NAN || map == MAP_TIES || device_full();
}

TEST(test_hard_maps)
{
    static const char *const tops[] = { "0", "1", "5" };
    for (int map = 0; map < MAP_COUNT; map++)
        for (size_t i = few(map) ? 0 : 2; i < sizeof(tops) / sizeof(tops[0]); i++) {
            const struct points all = { .subtree_levels = few(map) ? "1,2,5,12" : "2,5",
                                        .plain = map != MAP_TIES };
            hard_map = (enum hard_map)map;
            run_bench(tiles_technique.benches[0], NULL, tops[i], all);
            run_bench(tiles_technique.benches[1], NULL, tops[i], all);
        }
}

/* Maps of a few pixels once. */
TEST(test_published_points)
{
    static const char *const tops[] = { "0", "1", "5" };
    static const enum hard_map maps[] = { MAP_NAN, MAP_NOISE, MAP_TIES };
    const size_t map_count = device_full() ? 3 : 2;
    struct points points = { "/(per_level|subtree)/", "2,5", true, false };
    for (size_t map = 0; map < map_count; map++)
        for (size_t i = maps[map] == MAP_NAN ? 0 : 2; i < sizeof(tops) / sizeof(tops[0]); i++) {
            hard_map = maps[map];
            points.plain = hard_map != MAP_NAN;
            run_bench(tiles_technique.benches[0], NULL, tops[i], points);
        }
}

/* Every variant over all directions. */
TEST(test_average)
{
    const char *const tops[] = { "0", "1", device_full() ? "5" : "4" };
    for (size_t i = 0; i < sizeof(tops) / sizeof(tops[0]); i++)
        run_bench(tiles_technique.benches[2], "teapot", tops[i],
                  (struct points){ .subtree_levels = "2,5" });
}

int main(void)
{
    return unit_run(devices_begin, devices_end);
}
