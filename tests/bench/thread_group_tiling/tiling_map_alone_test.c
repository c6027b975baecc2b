/* SPDX-License-Identifier: MIT */
/*
 * tiling_map_alone_test.c: the map of each order on the device is the reference's on grids that
 * tiles do not divide, once and followed many times; kernels with the known mistakes are caught,
 * on the grids where they are mistakes.
 */
#include "bench/thread_group_tiling/benches.h"

#include "planted.kernels.h"
#include "thread_group_tiling.kernels.h"

#include "tests/one_case.h"

/* The substitute of the kernel; NULL: none. */
static const struct gpu_shader *planted;

/* Values of axes, with N where the order has one. */
static struct result run(const char *order, const char *at, const char *n)
{
    const struct bench_variant *variant = one_variant(&tiling_map_alone, order);
    return one_case_of(.technique = &tiling_technique, .bench = &tiling_map_alone,
                       .variant = variant,
                       .planted = { { &kernel_thread_group_tiling_map_alone, planted } },
                       .at = unit_text("%s%s%s", at, variant->axes ? "/n:" : "",
                                       variant->axes ? n : ""),
                       .gpu = planted ? devices.plain : devices.validated, .untimed = true);
}

TEST(test_every_order)
{
    static const char *const points[][2] = { { "grid:1x1/maps:1", "5" },
                                             { "grid:1x1/maps:6", "16" },
                                             { "grid:37x23/maps:1", "5" },
                                             { "grid:37x23/maps:6", "16" } };
    for (const struct bench_variant *v = tiling_map_alone.variants; v->name; v++)
        for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); i++)
            assert_case_ended(run(v->name, points[i][0], points[i][1]), BENCH_OK, "");
}

TEST(test_wide_and_tall)
{
    static const char *const orders[] = { "row_major", "tiled_x", "hilbert", NULL };
    for (size_t i = 0; orders[i]; i++) {
        assert_case_ended(run(orders[i], "grid:4097x3/maps:1", "64"), BENCH_OK, "");
        assert_case_ended(run(orders[i], "grid:3x4097/maps:1", "64"), BENCH_OK, "");
    }
}

/* Known mistakes, on exactly the grids where they are some. */
TEST(test_planted)
{
    static const struct {
        const struct gpu_shader *kernel;
        const char *grid;
        bool caught;
    } rows[] = {
        { &kernel_planted_tiling_clamp, "32x9", false },
        { &kernel_planted_tiling_clamp, "33x9", true },
        { &kernel_planted_tiling_clamp, "31x9", true },
        /* The published snippet fails where the grid is narrower than N and has more than N
         * groups. */
        { &kernel_planted_tiling_post, "33x9", false },
        { &kernel_planted_tiling_post, "8x2", false },
        { &kernel_planted_tiling_post, "15x9", true },
        { &kernel_planted_tiling_swapped, "32x9", true },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        planted = rows[i].kernel;
        assert_case_ended(run("tiled_x", unit_text("grid:%s/maps:1", rows[i].grid), "16"),
                          rows[i].caught ? BENCH_FAILED_VERIFY : BENCH_OK,
                          rows[i].caught ? NULL : "");
    }
    planted = NULL;
}

int main(void)
{
    return unit_run(devices_begin, devices_end);
}
