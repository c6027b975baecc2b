/* SPDX-License-Identifier: MIT */
/* tiling_rays_test.c: rays on the device are the reference's, for each order and group, on grids
 * that tiles and groups do not divide; a walk that loses leaves is caught. */
#include "bench/thread_group_tiling/benches.h"

#include "planted.kernels.h"
#include "thread_group_tiling.kernels.h"

#include "harness/engine/gpu/engine.h"
#include "tests/one_case.h"

/* A bad kernel in place of the shipped one; NULL: none. */
static const struct gpu_shader *planted;

static bool setup(struct bench_case *c)
{
    static struct gpu_replacement replacement;
    replacement = (struct gpu_replacement){ .original = &kernel_thread_group_tiling_rays_walk,
                                            .shader = planted };
    if (planted)
        gpu_scope_replace(c->context.scope, &replacement, 1);
    return tiling_rays.method.setup(c);
}

static struct result run(const char *order, const char *trace, const char *group)
{
    struct bench_variant variant = *one_variant(&tiling_rays, order);
    const struct bench_method method = { .setup = setup };
    variant.method = &method;
    return one_case_run(&(struct one_case){ .technique = &tiling_technique,
                                            .bench = &tiling_rays,
                                            .variant = &variant,
                                            .axes = { { "width", "37" },
                                                      { "trace", trace },
                                                      { "group", group },
                                                      { variant.axes ? "n" : NULL, "3" } },
                                            .validate = !planted,
                                            .seed = 1,
                                            .samples = 1 });
}

static bool device_has(uint32_t feature)
{
    struct gpu *gpu = device_create(false);
    const bool has = gpu_info(gpu)->features & feature;
    gpu_destroy(&gpu);
    return has;
}

/* Runs each order, and tiles with each group. A device that lacks the trace says so. */
static void check_trace(const char *trace, bool has, const char *lacks)
{
    static const char *const sizes[] = { "8x8", "8x4", "16x8", "16x16" };
    for (const struct bench_variant *v = tiling_rays.variants; v->name; v++)
        for (size_t i = 0; i < (strcmp(v->name, "tiled_x") == 0 ? 4 : 1); i++) {
            const struct result result = run(v->name, trace, sizes[i]);
            assert_case_ended(&result, has ? BENCH_OK : BENCH_UNSUPPORTED, has ? "" : lacks);
        }
}

TEST(test_walk)
{
    check_trace("walk", true, NULL);
}

TEST(test_query)
{
    check_trace("query", device_has(GPU_RAY_QUERY), "VK_KHR_ray_query");
}

TEST(test_pipeline)
{
    check_trace("pipeline", device_has(GPU_RAY_TRACING_PIPELINE), "VK_KHR_ray_tracing_pipeline");
}

TEST(test_lost_leaves)
{
    planted = &kernel_planted_tiling_rays_short;
    const struct result result = run("row_major", "walk", "8x8");
    planted = NULL;
    assert_case_ended(&result, BENCH_FAILED_VERIFY, NULL);
}
