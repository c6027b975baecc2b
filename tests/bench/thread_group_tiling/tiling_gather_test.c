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

#include "tests/one_case.h"

/* The substitute of the kernel; NULL: none. */
static const struct gpu_shader *planted;

static struct result run(const char *order, const char *at)
{
    return one_case_of(.technique = &tiling_technique, .bench = &tiling_gather,
                       .variant = one_variant(&tiling_gather, order),
                       .planted = { { &kernel_thread_group_tiling_gather, planted } }, .at = at,
                       .gpu = planted ? devices.plain : devices.validated, .untimed = true);
}

TEST(test_every_order)
{
    for (const struct bench_variant *v = tiling_gather.variants; v->name; v++) {
        const bool has_n = tiling_order_has_n(*(const enum tiling_order *)v->data);
        const char *at =
            unit_text("width:93/height:67/layout:image/format:rgba16f/planes:3/group:8x8%s",
                      has_n ? "/n:5" : "");
        assert_case_ended(run(v->name, at), BENCH_OK, "");
    }
}

TEST(test_layouts)
{
    static const char *const points[] = {
        "layout:linear/format:rgba16f/planes:4/group:8x8",
        "layout:linear/format:rgba32f/planes:2/group:16x8",
        "layout:block/format:rgba16f/planes:1/group:16x16",
        "layout:block/format:rgba32f/planes:3/group:8x8",
        "layout:image/format:rgba32f/planes:4/group:16x8",
        "layout:image/format:rgba16f/planes:3/group:8x4",
    };
    for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); i++)
        assert_case_ended(run("tiled_x", unit_text("width:61/height:43/n:3/%s", points[i])),
                          BENCH_OK, "");
}

/* Wider, and higher, than the picture that is repeated. */
TEST(test_repeated)
{
    static const char *const points[] = {
        "width:6000/height:40/layout:image/format:rgba16f/planes:2/group:8x8",
        "width:6000/height:40/layout:block/format:rgba32f/planes:1/group:16x16",
        "width:40/height:3000/layout:linear/format:rgba16f/planes:1/group:8x8",
    };
    for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); i++)
        assert_case_ended(run("serpentine_y", unit_text("n:3/%s", points[i])), BENCH_OK, "");
}

TEST(test_taps)
{
    for (size_t i = 0; tiling_gather_taps[i]; i++) {
        const char *at = unit_text("width:161/taps:%s", tiling_gather_taps[i]);
        assert_case_ended(run("column_major", at), BENCH_OK, "");
    }
}

/* Known mistakes, and the sizes where they are some: groups are of 8 x 8, N is 16. */
TEST(test_planted)
{
    static const struct {
        const struct gpu_shader *kernel;
        const char *at;
        bool caught;
    } rows[] = {
        /* Without the clamp: grids of 32, 33 and 31 groups by 9. */
        { &kernel_planted_tiling_gather_clamp, "width:256/height:72", false },
        { &kernel_planted_tiling_gather_clamp, "width:264/height:72", true },
        { &kernel_planted_tiling_gather_clamp, "width:241/height:72", true },
        /* The post's snippet, 33, 8 and 15 groups across: it fails where the grid is narrower than
         * N and has more groups. */
        { &kernel_planted_tiling_gather_post, "width:264/height:72", false },
        { &kernel_planted_tiling_gather_post, "width:64/height:16", false },
        { &kernel_planted_tiling_gather_post, "width:120/height:72", true },
        { &kernel_planted_tiling_gather_swapped, "width:256/height:72", true },
        /* Taps outside of the planes that take nothing, in place of the nearest texel. */
        { &kernel_planted_tiling_gather_edge, "width:256/height:72", true },
        { &kernel_planted_tiling_gather_edge, "width:4096/height:40", true },
        /* Between the rows of a result in blocks. */
        { &kernel_planted_tiling_gather_beyond, "width:256/height:72", false },
        { &kernel_planted_tiling_gather_beyond, "width:252/height:72", true },
        /* The last bit of one component. */
        { &kernel_planted_tiling_gather_round, "width:256/height:72", true },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        planted = rows[i].kernel;
        const char *at =
            unit_text("%s/layout:image/format:rgba16f/planes:1/group:8x8/n:16", rows[i].at);
        assert_case_ended(run("tiled_x", at), rows[i].caught ? BENCH_FAILED_VERIFY : BENCH_OK,
                          rows[i].caught ? NULL : "");
    }
    planted = NULL;
}

TEST(test_too_large_for_software)
{
    if (!device_is_software())
        skip();
    assert_case_ended(
        run("row_major", "width:2560/height:own/layout:image/format:rgba16f/planes:3/group:8x8"),
        BENCH_UNSUPPORTED, "1280 x 720");
}

int main(void)
{
    return unit_run(devices_begin, devices_end);
}
