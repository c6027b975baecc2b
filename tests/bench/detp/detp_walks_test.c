/* SPDX-License-Identifier: MIT */
/*
 * detp_walks_test.c: grid and bvh in each mode and part, from one disc to levels that are full,
 * discs as large as cells and as the cube; both ways to add; planted faults.
 */
#include "bench/detp/detp.h"

#include "detp.kernels.h"
#include "planted.kernels.h"

#include "tests/device.h"
#include "tests/one_case.h"

static struct gpu *gpu;
static struct gpu_replacement replaced[2]; /* of the next case */

struct point {
    const char *size, *mode, *radius, *part;
};

static struct result run(const struct bench_variant *variant, const struct point *point)
{
    return one_case_run(&(struct one_case){ .technique = &detp_technique,
                                            .bench = &detp_estimate,
                                            .variant = variant,
                                            .planted = { replaced[0], replaced[1] },
                                            .axes = { { "size", point->size },
                                                      { "mode", point->mode },
                                                      { "radius", point->radius },
                                                      { "part", point->part } },
                                            .gpu = gpu,
                                            .untimed = true });
}

static void check_variant(const char *name)
{
    static const struct point points[] = {
        { "1x1", "B", "0.9", "all" },         { "8x70", "G", "0.5", "all" },
        { "9x70", "C", "0.9", "all" },        { "512x100", "A", "0.1", "all" },
        { "513x100", "B", "0.1", "trace" },   { "700x900", "G", "0.0625", "all" },
        { "700x900", "G", "0.002", "build" }, { "700x900", "G", "0.13", "trace" },
        { "900x700", "A", "0.05", "build" },  { "900x700", "C", "0.01", "trace" },
        { "5000x300", "B", "0.02", "all" },
    };
    if (!gpu)
        skip();
    for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); i++)
        assert_case_ended(run(one_variant(&detp_estimate, name), &points[i]), BENCH_OK, NULL);
}

TEST(test_grid)
{
    check_variant("grid");
}

TEST(test_bvh)
{
    check_variant("bvh");
}

static struct result run_replaced(const char *name, const struct gpu_shader *first,
                                  const struct gpu_shader *second, const struct gpu_shader *by)
{
    static const struct point point = { "60x4000", "B", "0.2", "all" };
    replaced[0] = (struct gpu_replacement){ first, by };
    replaced[1] = (struct gpu_replacement){ second, by };
    const struct result result = run(one_variant(&detp_estimate, name), &point);
    replaced[0].shader = NULL;
    return result;
}

/* On a device that adds pairs, too. */
TEST(test_words)
{
    if (!gpu)
        skip();
    assert_case_ended(run_replaced("grid", &kernel_detp_grid_trace_pairs, &kernel_detp_grid_trace,
                                   &kernel_detp_grid_trace),
                      BENCH_OK, NULL);
    assert_case_ended(run_replaced("bvh", &kernel_detp_bvh_trace_pairs, &kernel_detp_bvh_trace,
                                   &kernel_detp_bvh_trace),
                      BENCH_OK, NULL);
}

TEST(test_planted)
{
    static const struct {
        const char *name;
        const struct gpu_shader *first, *second, *by;
    } faults[] = {
        { "grid", &kernel_detp_grid_trace_pairs, &kernel_detp_grid_trace,
          &kernel_planted_detp_grid_thin },
        { "grid", &kernel_detp_grid_trace_pairs, &kernel_detp_grid_trace,
          &kernel_planted_detp_grid_race },
        { "bvh", &kernel_detp_bvh_trace_pairs, &kernel_detp_bvh_trace,
          &kernel_planted_detp_bvh_far },
        { "grid", &kernel_detp_order_move, &kernel_detp_order_move,
          &kernel_planted_detp_order_rank },
        { "bvh", &kernel_detp_order_move, &kernel_detp_order_move,
          &kernel_planted_detp_order_rank },
    };
    if (!gpu)
        skip();
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
        assert_case_ended(
            run_replaced(faults[i].name, faults[i].first, faults[i].second, faults[i].by),
            BENCH_FAILED_VERIFY, "wanted");
}

int main(void)
{
    return device_unit_run(&gpu, true);
}
