/* SPDX-License-Identifier: MIT */
/* tiling_rays_test.c: rays on the device are the reference's, for each order and group, on grids
 * that tiles and groups do not divide; a walk that loses leaves is caught. */
#include "bench/thread_group_tiling/rays.h"

#include "bench/thread_group_tiling/technique.h"

#include "planted.kernels.h"
#include "thread_group_tiling.kernels.h"

#include "harness/engine/gpu/executable.h"
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

static void test_every_order(void **state)
{
    (void)state;
    for (const struct bench_variant *v = tiling_rays.variants; v->name; v++) {
        const struct result result = run(v->name, "walk", "8x8");
        assert_case_ended(&result, BENCH_OK, "");
    }
}

static void test_groups(void **state)
{
    (void)state;
    static const char *const groups[] = { "8x4", "16x8", "16x16" };
    for (size_t i = 0; i < sizeof(groups) / sizeof(groups[0]); i++) {
        const struct result result = run("tiled_x", "walk", groups[i]);
        assert_case_ended(&result, BENCH_OK, "");
    }
}

/* Where there are none, it says so. */
static void test_queries(void **state)
{
    (void)state;
    struct gpu *gpu = device_create(false);
    const bool queries = gpu_info(gpu)->features & GPU_RAY_QUERY;
    gpu_destroy(&gpu);
    for (const struct bench_variant *v = tiling_rays.variants; v->name; v++) {
        const struct result result = run(v->name, "query", "8x8");
        assert_case_ended(&result, queries ? BENCH_OK : BENCH_UNSUPPORTED,
                          queries ? "" : "VK_KHR_ray_query");
    }
}

static void test_lost_leaves(void **state)
{
    (void)state;
    planted = &kernel_planted_tiling_rays_short;
    const struct result result = run("row_major", "walk", "8x8");
    planted = NULL;
    assert_case_ended(&result, BENCH_FAILED_VERIFY, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_order),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_queries),
        cmocka_unit_test(test_lost_leaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
