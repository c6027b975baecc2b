/* SPDX-License-Identifier: MIT */
/*
 * tiling_gather_test.c: gather on the device is the reference's to the bit, for each order, layout,
 * format and group, on planes that groups and blocks do not divide; so are planes larger than their
 * picture, by picked pixels. Kernels with the known mistakes are caught.
 */
#include "bench/thread_group_tiling/benches.h"
#include "bench/thread_group_tiling/wide.h"

#include "planted.kernels.h"
#include "thread_group_tiling.kernels.h"

#include "tests/device.h"
#include "tests/one_case.h"

/* The substitute of the kernel; NULL: none. */
static const struct gpu_shader *planted;

struct point {
    const char *width, *height, *layout, *format, *planes, *group;
};

static struct result run(const char *order, const char *n, const struct point *point)
{
    return one_case_run(
        &(struct one_case){ .technique = &tiling_technique,
                            .bench = &tiling_gather,
                            .variant = one_variant(&tiling_gather, order),
                            .planted = { { &kernel_thread_group_tiling_gather, planted } },
                            .axes = { { "width", point->width },
                                      { "height", point->height },
                                      { "layout", point->layout },
                                      { "format", point->format },
                                      { "planes", point->planes },
                                      { "group", point->group },
                                      { n ? "n" : NULL, n } },
                            .gpu = planted ? devices.plain : devices.validated,
                            .seed = 1,
                            .untimed = true });
}

static void assert_right(const char *order, const char *n, const struct point *point)
{
    assert_case_ended(run(order, n, point), BENCH_OK, "");
}

TEST(test_every_order)
{
    const struct point point = { "93", "67", "image", "rgba16f", "3", "8x8" };
    for (const struct bench_variant *v = tiling_gather.variants; v->name; v++) {
        const bool has_n = tiling_order_has_n(*(const enum tiling_order *)v->data);
        assert_right(v->name, has_n ? "5" : NULL, &point);
    }
}

TEST(test_layouts)
{
    static const struct point points[] = {
        { "61", "43", "linear", "rgba16f", "4", "8x8" },
        { "61", "43", "linear", "rgba32f", "2", "16x8" },
        { "61", "43", "block", "rgba16f", "1", "16x16" },
        { "61", "43", "block", "rgba32f", "3", "8x8" },
        { "61", "43", "image", "rgba32f", "4", "16x8" },
        { "61", "43", "image", "rgba16f", "3", "8x4" },
    };
    for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); i++)
        assert_right("tiled_x", "3", &points[i]);
}

/* Wider, and higher, than the picture that is repeated. */
TEST(test_repeated)
{
    static const struct point points[] = { { "6000", "40", "image", "rgba16f", "2", "8x8" },
                                           { "6000", "40", "block", "rgba32f", "1", "16x16" },
                                           { "40", "3000", "linear", "rgba16f", "1", "8x8" } };
    for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); i++)
        assert_right("serpentine_y", "3", &points[i]);
}

TEST(test_taps)
{
    const struct bench_variant variant = *one_variant(&tiling_gather, "column_major");
    for (size_t i = 0; tiling_gather_taps[i]; i++) {
        assert_case_ended(one_case_run(&(struct one_case){
                              .technique = &tiling_technique,
                              .bench = &tiling_gather,
                              .variant = &variant,
                              .axes = { { "width", "161" }, { "taps", tiling_gather_taps[i] } },
                              .gpu = devices.plain,
                              .untimed = true,
                              .seed = 1 }),
                          BENCH_OK, "");
    }
}

static void assert_ends(const struct gpu_shader *kernel, const char *width, const char *height,
                        enum bench_status status)
{
    const struct point point = { width, height, "image", "rgba16f", "1", "8x8" };
    planted = kernel;
    assert_case_ended(run("tiled_x", "16", &point), status, status == BENCH_OK ? "" : NULL);
    planted = NULL;
}

/* Grids of 32, 33 and 31 groups by 9. */
TEST(test_missing_clamp)
{
    assert_ends(&kernel_planted_tiling_gather_clamp, "256", "72", BENCH_OK);
    assert_ends(&kernel_planted_tiling_gather_clamp, "264", "72", BENCH_FAILED_VERIFY);
    assert_ends(&kernel_planted_tiling_gather_clamp, "241", "72", BENCH_FAILED_VERIFY);
}

/* 33, 8 and 15 groups across: it fails where the grid is narrower than N and has more groups. */
TEST(test_snippet_of_the_post)
{
    assert_ends(&kernel_planted_tiling_gather_post, "264", "72", BENCH_OK);
    assert_ends(&kernel_planted_tiling_gather_post, "64", "16", BENCH_OK);
    assert_ends(&kernel_planted_tiling_gather_post, "120", "72", BENCH_FAILED_VERIFY);
}

TEST(test_swapped_ids)
{
    assert_ends(&kernel_planted_tiling_gather_swapped, "256", "72", BENCH_FAILED_VERIFY);
}

/* Taps outside of the planes that take nothing, in place of the nearest texel. */
TEST(test_edge)
{
    assert_ends(&kernel_planted_tiling_gather_edge, "256", "72", BENCH_FAILED_VERIFY);
    assert_ends(&kernel_planted_tiling_gather_edge, "4096", "40", BENCH_FAILED_VERIFY);
}

/* Between the rows of a result in blocks. */
TEST(test_beyond)
{
    assert_ends(&kernel_planted_tiling_gather_beyond, "256", "72", BENCH_OK);
    assert_ends(&kernel_planted_tiling_gather_beyond, "252", "72", BENCH_FAILED_VERIFY);
}

/* The last bit of one component. */
TEST(test_rounding)
{
    assert_ends(&kernel_planted_tiling_gather_round, "256", "72", BENCH_FAILED_VERIFY);
}

TEST(test_too_large_for_software)
{
    const struct point point = { "2560", "own", "image", "rgba16f", "3", "8x8" };
    struct gpu *gpu = device_create(false);
    const bool software = gpu_info_is_software(gpu_info(gpu));
    gpu_destroy(&gpu);
    if (!software)
        skip();
    assert_case_ended(run("row_major", NULL, &point), BENCH_UNSUPPORTED, "1280 x 720");
}

int main(void)
{
    return unit_run(devices_begin, devices_end);
}
