/* SPDX-License-Identifier: MIT */
/* tiling_rays_test.c: rays on the device are the reference's, for each order, on grids that tiles
 * and groups do not divide; a walk that loses leaves is caught. */
#include "bench/thread_group_tiling/benches.h"

#include "planted.kernels.h"
#include "thread_group_tiling.kernels.h"

#include "tests/one_case.h"

/* With a kernel in place of that of the walk; NULL: as it is. */
static struct result run(const char *order, const char *trace, const struct gpu_shader *planted)
{
    const struct bench_variant *variant = one_variant(&tiling_rays, order);
    return one_case_of(.technique = &tiling_technique, .bench = &tiling_rays, .variant = variant,
                       .planted = { { &kernel_thread_group_tiling_rays_walk, planted } },
                       .at = unit_text("width:37/trace:%s%s", trace, variant->axes ? "/n:3" : ""),
                       .validate = !planted, .samples = 1);
}

/* Runs each order. A device that lacks the trace says so. */
static void check_trace(const char *trace, bool has, const char *lacks)
{
    for (const struct bench_variant *v = tiling_rays.variants; v->name; v++)
        assert_case_ended(run(v->name, trace, NULL), has ? BENCH_OK : BENCH_UNSUPPORTED,
                          has ? "" : lacks);
}

TEST(test_traces)
{
    check_trace("walk", true, NULL);
    check_trace("query", device_has(GPU_RAY_QUERY), "VK_KHR_ray_query");
    check_trace("pipeline", device_has(GPU_RAY_TRACING_PIPELINE), "VK_KHR_ray_tracing_pipeline");
}

TEST(test_lost_leaves)
{
    assert_case_ended(run("row_major", "walk", &kernel_planted_tiling_rays_short),
                      BENCH_FAILED_VERIFY, NULL);
}
