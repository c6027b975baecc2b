/* SPDX-License-Identifier: MIT */
/*
 * tiling_map_alone_test.c: the map of each order on the device is the reference's on grids that
 * tiles do not divide, once and followed many times; kernels with the known mistakes are caught,
 * on the grids where they are mistakes.
 */
#include "bench/thread_group_tiling/benches.h"

#include "planted.kernels.h"
#include "thread_group_tiling.kernels.h"

#include "harness/engine/gpu/engine.h"
#include "tests/device.h"
#include "tests/one_case.h"

/* The substitute of the kernel; NULL: none. */
static const struct gpu_shader *planted;

static struct result run(const char *order, const char *grid, const char *maps, const char *n)
{
    const struct bench_variant *variant = one_variant(&tiling_map_alone, order);
    return one_case_run(&(struct one_case){
        .technique = &tiling_technique,
        .bench = &tiling_map_alone,
        .variant = variant,
        .planted = { { &kernel_thread_group_tiling_map_alone, planted } },
        .axes = { { "grid", grid }, { "maps", maps }, { variant->axes ? "n" : NULL, n } },
        .gpu = planted ? devices.plain : devices.validated,
        .seed = 1,
        .untimed = true });
}

TEST(test_every_order)
{
    static const char *const grids[] = { "1x1", "37x23" };
    for (const struct bench_variant *v = tiling_map_alone.variants; v->name; v++)
        for (size_t i = 0; i < sizeof(grids) / sizeof(grids[0]); i++) {
            assert_case_ended(run(v->name, grids[i], "1", "5"), BENCH_OK, "");
            assert_case_ended(run(v->name, grids[i], "6", "16"), BENCH_OK, "");
        }
}

TEST(test_wide_and_tall)
{
    static const char *const orders[] = { "row_major", "tiled_x", "hilbert", NULL };
    for (size_t i = 0; orders[i]; i++) {
        assert_case_ended(run(orders[i], "4097x3", "1", "64"), BENCH_OK, "");
        assert_case_ended(run(orders[i], "3x4097", "1", "64"), BENCH_OK, "");
    }
}

static void assert_ends(const struct gpu_shader *kernel, const char *grid, const char *n,
                        enum bench_status status)
{
    planted = kernel;
    assert_case_ended(run("tiled_x", grid, "1", n), status, status == BENCH_OK ? "" : NULL);
    planted = NULL;
}

TEST(test_missing_clamp)
{
    assert_ends(&kernel_planted_tiling_clamp, "32x9", "16", BENCH_OK);
    assert_ends(&kernel_planted_tiling_clamp, "33x9", "16", BENCH_FAILED_VERIFY);
    assert_ends(&kernel_planted_tiling_clamp, "31x9", "16", BENCH_FAILED_VERIFY);
}

/* The published snippet fails where the grid is narrower than N and has more than N groups. */
TEST(test_snippet_of_the_post)
{
    assert_ends(&kernel_planted_tiling_post, "33x9", "16", BENCH_OK);
    assert_ends(&kernel_planted_tiling_post, "8x2", "16", BENCH_OK);
    assert_ends(&kernel_planted_tiling_post, "15x9", "16", BENCH_FAILED_VERIFY);
}

TEST(test_swapped_ids)
{
    assert_ends(&kernel_planted_tiling_swapped, "32x9", "16", BENCH_FAILED_VERIFY);
}

int main(void)
{
    return unit_run(devices_begin, devices_end);
}
