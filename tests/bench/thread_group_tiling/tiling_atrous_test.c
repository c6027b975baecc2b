/* SPDX-License-Identifier: MIT */
/*
 * tiling_atrous_test.c: the denoiser and the disc on the device are the reference's to the bit, for
 * each order, layout, format and group, on planes that groups do not divide, and on planes larger
 * than their picture. Kernels that differ in little are caught.
 */
#include "bench/thread_group_tiling/benches.h"
#include "bench/thread_group_tiling/wide.h"

#include "planted.kernels.h"
#include "thread_group_tiling.kernels.h"

#include "tests/device.h"
#include "tests/one_case.h"
#include "tests/sanitized.h"

/* The substitute of a kernel; shader NULL: none. */
static struct gpu_replacement planted;

struct point {
    const char *width, *height, *layout, *format, *group, *spacing;
};

static struct result run(const struct bench *bench, const char *order, const char *n,
                         const struct point *point)
{
    const struct bench_variant *variant = one_variant(bench, order);
    const bool new_kernels = variant->method || strcmp(order, "row_major") == 0;
    struct one_case one = { .technique = &tiling_technique,
                            .bench = bench,
                            .variant = variant,
                            .planted = { planted },
                            .axes = { { "width", point->width },
                                      { "height", point->height },
                                      { "layout", point->layout },
                                      { "format", point->format },
                                      { "group", point->group } },
                            .gpu =
                                !planted.shader && new_kernels ? devices.validated : devices.plain,
                            .seed = 1,
                            .untimed = true };
    size_t axes = 5;
    if (point->spacing)
        one.axes[axes++] = (struct plan_setting){ "spacing", point->spacing };
    if (n)
        one.axes[axes++] = (struct plan_setting){ "n", n };
    return one_case_run(&one);
}

static void assert_right(const struct bench *bench, const char *order, const char *n,
                         const struct point *point)
{
    assert_case_ended(run(bench, order, n, point), BENCH_OK, "");
}

TEST(test_every_order)
{
    const struct point point = { "93", "67", "image", "rgba16f", "8x8", NULL };
    for (const struct bench_variant *v = tiling_atrous.variants; v->name; v++) {
        const bool has_n = v->data && tiling_order_has_n(*(const enum tiling_order *)v->data);
        assert_right(&tiling_atrous, v->name, has_n ? "5" : NULL, &point);
    }
}

TEST(test_layouts)
{
    static const struct point points[] = {
        { "61", "43", "linear", "rgba16f", "8x8", "all" },
        { "61", "43", "block", "rgba32f", "16x8", "all" },
        { "61", "43", "image", "rgba32f", "16x16", "4" },
        { "80", "43", "image", "rgba16f", "8x8", "16" },
    };
    for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); i++)
        assert_right(&tiling_atrous, "tiled_x", "3", &points[i]);
}

/* Where spacings divide sides, and where they do not; sides shorter than the widest spacing. */
TEST(test_permuted)
{
    static const struct point points[] = {
        { "96", "64", "image", "rgba16f", "8x8", "all" },
        { "61", "43", "linear", "rgba16f", "16x8", "all" },
        { "61", "9", "block", "rgba32f", "16x16", "all" },
        { "7", "83", "image", "rgba32f", "8x8", "all" },
        { "1", "1", "image", "rgba16f", "8x8", "all" },
        { "61", "43", "image", "rgba16f", "8x8", "1" },
        { "61", "43", "linear", "rgba16f", "8x8", "4" },
        { "93", "7", "image", "rgba32f", "8x8", "16" },
    };
    for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); i++)
        assert_right(&tiling_atrous, "atrous_permuted", NULL, &points[i]);
}

TEST(test_repeated)
{
    if (SANITIZED)
        skip();
    const struct point wide = { "5200", "40", "image", "rgba16f", "8x8", NULL };
    const char *const height = device_full() ? "70" : "24";
    const struct point narrow = { "3000", height, "image", "rgba16f", "8x8", "all" };
    assert_right(&tiling_disc, "tiled_x", "16", &wide);
    assert_right(&tiling_atrous, "tiled_x", "16", &narrow);
    assert_right(&tiling_atrous, "atrous_permuted", NULL, &narrow);
}

TEST(test_disc)
{
    static const struct point points[] = {
        { "93", "67", "image", "rgba16f", "8x8", NULL },
        { "61", "43", "linear", "rgba16f", "16x8", NULL },
        { "61", "43", "block", "rgba32f", "16x16", NULL },
        { "61", "43", "image", "rgba32f", "8x8", NULL },
    };
    for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); i++) {
        assert_right(&tiling_disc, "morton", NULL, &points[i]);
        assert_right(&tiling_disc, "tiled_x", "3", &points[i]);
    }
}

static void assert_ends(const struct bench *bench, const char *variant,
                        const struct gpu_shader *original, const struct gpu_shader *shader,
                        const struct point *point, enum bench_status status)
{
    planted = (struct gpu_replacement){ .original = original, .shader = shader };
    assert_case_ended(run(bench, variant, NULL, point), status, status == BENCH_OK ? "" : NULL);
    planted = (struct gpu_replacement){ .shader = NULL };
}

static void assert_caught(const struct bench *bench, const struct gpu_shader *original,
                          const struct gpu_shader *shader, const struct point *point,
                          enum bench_status status)
{
    assert_ends(bench, "row_major", original, shader, point, status);
}

/* A pass by itself stores the result: it does not see what is stored for the next. */
TEST(test_planted_permuted)
{
    const struct gpu_shader *next = &kernel_thread_group_tiling_atrous_permuted;
    const struct gpu_shader *moves = &kernel_thread_group_tiling_atrous_permute;
    const struct point all = { "93", "67", "image", "rgba16f", "8x8", "all" };
    const struct point one = { "93", "67", "image", "rgba16f", "8x8", "2" };
    assert_ends(&tiling_atrous, "atrous_permuted", next, &kernel_planted_tiling_permuted_near, &all,
                BENCH_FAILED_VERIFY);
    assert_ends(&tiling_atrous, "atrous_permuted", next, &kernel_planted_tiling_permuted_near, &one,
                BENCH_FAILED_VERIFY);
    assert_ends(&tiling_atrous, "atrous_permuted", next, &kernel_planted_tiling_permuted_same, &all,
                BENCH_FAILED_VERIFY);
    assert_ends(&tiling_atrous, "atrous_permuted", next, &kernel_planted_tiling_permuted_same, &one,
                BENCH_OK);
    assert_ends(&tiling_atrous, "atrous_permuted", moves, &kernel_planted_tiling_permute_variance,
                &one, BENCH_FAILED_VERIFY);
}

TEST(test_planted)
{
    const struct point all = { "93", "67", "image", "rgba16f", "8x8", "all" };
    const struct point one = { "93", "67", "image", "rgba16f", "8x8", "2" };
    const char *const height = device_full() ? "70" : "24";
    const struct point repeated = { "2600", height, "image", "rgba16f", "8x8", "all" };
    const struct point disc = { "93", "67", "image", "rgba16f", "8x8", NULL };
    const struct gpu_shader *first = &kernel_thread_group_tiling_atrous;
    const struct gpu_shader *next = &kernel_thread_group_tiling_atrous_next;
    assert_caught(&tiling_atrous, first, &kernel_planted_tiling_atrous_edge, &one,
                  BENCH_FAILED_VERIFY);
    assert_caught(&tiling_atrous, first, &kernel_planted_tiling_atrous_edge, &all,
                  BENCH_FAILED_VERIFY);
    assert_caught(&tiling_atrous, next, &kernel_planted_tiling_atrous_late, &one, BENCH_OK);
    assert_caught(&tiling_atrous, next, &kernel_planted_tiling_atrous_late, &all,
                  BENCH_FAILED_VERIFY);
    if (!SANITIZED)
        assert_caught(&tiling_atrous, next, &kernel_planted_tiling_atrous_late, &repeated,
                      BENCH_FAILED_VERIFY);
    assert_caught(&tiling_disc, &kernel_thread_group_tiling_disc, &kernel_planted_tiling_disc_still,
                  &disc, BENCH_FAILED_VERIFY);
}

/* Both read three planes, no more and no less. */
TEST(test_planes)
{
    static const struct bench *const benches[] = { &tiling_atrous, &tiling_disc };
    for (size_t i = 0; i < 2; i++) {
        const struct bench_variant variant = *one_variant(benches[i], "tiled_x");
        assert_case_ended(one_case_run(&(struct one_case){
                              .technique = &tiling_technique,
                              .bench = benches[i],
                              .variant = &variant,
                              .axes = { { "width", "64" }, { "planes", "4" }, { "n", "2" } },
                              .gpu = devices.plain,
                              .seed = 1 }),
                          BENCH_UNSUPPORTED, "3 planes");
    }
}

int main(void)
{
    return unit_run(devices_begin, devices_end);
}
