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

#include "tests/one_case.h"
#include "tests/sanitized.h"

/* The substitute of a kernel; shader NULL: none. */
static struct gpu_replacement planted;

static struct result run(const struct bench *bench, const char *order, const char *at)
{
    const struct bench_variant *variant = one_variant(bench, order);
    const bool new_kernels = variant->method || strcmp(order, "row_major") == 0;
    return one_case_of(.technique = &tiling_technique, .bench = bench, .variant = variant,
                       .planted = { planted }, .at = at,
                       .gpu = !planted.shader && new_kernels ? devices.validated : devices.plain,
                       .untimed = true);
}

static void assert_right(const struct bench *bench, const char *order, const char *at)
{
    assert_case_ended(run(bench, order, at), BENCH_OK, "");
}

#define DISC "width:93/height:67/layout:image/format:rgba16f/group:8x8"
#define ONE_PASS DISC "/spacing:2"
#define ALL_PASSES DISC "/spacing:all"

TEST(test_every_order)
{
    for (const struct bench_variant *v = tiling_atrous.variants; v->name; v++) {
        const bool has_n = v->data && tiling_order_has_n(*(const enum tiling_order *)v->data);
        assert_right(&tiling_atrous, v->name, has_n ? DISC "/n:5" : DISC);
    }
}

TEST(test_layouts)
{
    static const char *const points[] = {
        "width:61/height:43/layout:linear/format:rgba16f/group:8x8/spacing:all/n:3",
        "width:61/height:43/layout:block/format:rgba32f/group:16x8/spacing:all/n:3",
        "width:61/height:43/layout:image/format:rgba32f/group:16x16/spacing:4/n:3",
        "width:80/height:43/layout:image/format:rgba16f/group:8x8/spacing:16/n:3",
    };
    for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); i++)
        assert_right(&tiling_atrous, "tiled_x", points[i]);
}

/* Where spacings divide sides, and where they do not; sides shorter than the widest spacing. */
TEST(test_permuted)
{
    static const char *const points[] = {
        "width:96/height:64/layout:image/format:rgba16f/group:8x8/spacing:all",
        "width:61/height:43/layout:linear/format:rgba16f/group:16x8/spacing:all",
        "width:61/height:9/layout:block/format:rgba32f/group:16x16/spacing:all",
        "width:7/height:83/layout:image/format:rgba32f/group:8x8/spacing:all",
        "width:1/height:1/layout:image/format:rgba16f/group:8x8/spacing:all",
        "width:61/height:43/layout:image/format:rgba16f/group:8x8/spacing:1",
        "width:61/height:43/layout:linear/format:rgba16f/group:8x8/spacing:4",
        "width:93/height:7/layout:image/format:rgba32f/group:8x8/spacing:16",
    };
    for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); i++)
        assert_right(&tiling_atrous, "atrous_permuted", points[i]);
}

/* Wider than the picture that is repeated. */
static const char *repeated(const char *width, const char *more)
{
    return unit_text("width:%s/height:%s/layout:image/format:rgba16f/group:8x8/spacing:all%s",
                     width, device_full() ? "70" : "24", more);
}

TEST(test_repeated)
{
    if (SANITIZED)
        skip();
    assert_right(&tiling_disc, "tiled_x",
                 "width:5200/height:40/layout:image/format:rgba16f/group:8x8/n:16");
    assert_right(&tiling_atrous, "tiled_x", repeated("3000", "/n:16"));
    assert_right(&tiling_atrous, "atrous_permuted", repeated("3000", ""));
}

TEST(test_disc)
{
    static const char *const points[] = {
        DISC,
        "width:61/height:43/layout:linear/format:rgba16f/group:16x8",
        "width:61/height:43/layout:block/format:rgba32f/group:16x16",
        "width:61/height:43/layout:image/format:rgba32f/group:8x8",
    };
    for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); i++) {
        assert_right(&tiling_disc, "morton", points[i]);
        assert_right(&tiling_disc, "tiled_x", unit_text("%s/n:3", points[i]));
    }
}

/* A pass by itself stores the result: it does not see what is stored for the next. */
TEST(test_planted)
{
    char wide[ONE_CASE_AT_BYTES];
    snprintf(wide, sizeof(wide), "%s", repeated("2600", ""));
    const struct {
        const struct bench *bench;
        const char *variant;
        const struct gpu_shader *original, *shader;
        const char *at;
        bool caught;
    } rows[] = {
        { &tiling_atrous, "atrous_permuted", &kernel_thread_group_tiling_atrous_permuted,
          &kernel_planted_tiling_permuted_near, ALL_PASSES, true },
        { &tiling_atrous, "atrous_permuted", &kernel_thread_group_tiling_atrous_permuted,
          &kernel_planted_tiling_permuted_near, ONE_PASS, true },
        { &tiling_atrous, "atrous_permuted", &kernel_thread_group_tiling_atrous_permuted,
          &kernel_planted_tiling_permuted_same, ALL_PASSES, true },
        { &tiling_atrous, "atrous_permuted", &kernel_thread_group_tiling_atrous_permuted,
          &kernel_planted_tiling_permuted_same, ONE_PASS, false },
        { &tiling_atrous, "atrous_permuted", &kernel_thread_group_tiling_atrous_permute,
          &kernel_planted_tiling_permute_variance, ONE_PASS, true },
        { &tiling_atrous, "row_major", &kernel_thread_group_tiling_atrous,
          &kernel_planted_tiling_atrous_edge, ONE_PASS, true },
        { &tiling_atrous, "row_major", &kernel_thread_group_tiling_atrous,
          &kernel_planted_tiling_atrous_edge, ALL_PASSES, true },
        { &tiling_atrous, "row_major", &kernel_thread_group_tiling_atrous_next,
          &kernel_planted_tiling_atrous_late, ONE_PASS, false },
        { &tiling_atrous, "row_major", &kernel_thread_group_tiling_atrous_next,
          &kernel_planted_tiling_atrous_late, ALL_PASSES, true },
        { &tiling_disc, "row_major", &kernel_thread_group_tiling_disc,
          &kernel_planted_tiling_disc_still, DISC, true },
        { &tiling_atrous, "row_major", &kernel_thread_group_tiling_atrous_next,
          &kernel_planted_tiling_atrous_late, wide, true },
    };
    const size_t count = sizeof(rows) / sizeof(rows[0]) - SANITIZED; /* the last takes long */
    for (size_t i = 0; i < count; i++) {
        planted = (struct gpu_replacement){ rows[i].original, rows[i].shader };
        assert_case_ended(run(rows[i].bench, rows[i].variant, rows[i].at),
                          rows[i].caught ? BENCH_FAILED_VERIFY : BENCH_OK,
                          rows[i].caught ? NULL : "");
    }
    planted.shader = NULL;
}

/* Both read three planes, no more and no less. */
TEST(test_planes)
{
    static const struct bench *const benches[] = { &tiling_atrous, &tiling_disc };
    for (size_t i = 0; i < 2; i++) {
        const struct bench_variant variant = *one_variant(benches[i], "tiled_x");
        assert_case_ended(one_case_of(.technique = &tiling_technique, .bench = benches[i],
                                      .variant = &variant, .at = "width:64/planes:4/n:2",
                                      .gpu = devices.plain),
                          BENCH_UNSUPPORTED, "3 planes");
    }
}

int main(void)
{
    return unit_run(devices_begin, devices_end);
}
