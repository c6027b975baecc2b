/* SPDX-License-Identifier: MIT */
/*
 * detp_walks_test.c: grid and bvh in each mode and part, from one disc to levels that are full,
 * discs as large as cells and as the cube; both ways to add; planted faults.
 */
#include "bench/detp/detp.h"

#include "detp.kernels.h"
#include "planted.kernels.h"

#include "tests/one_case.h"

static struct gpu *gpu;
static struct gpu_replacement replaced[2]; /* of the next case */

static struct result run(const struct bench_variant *variant, const char *at)
{
    return one_case_of(.technique = &detp_technique, .bench = &detp_estimate, .variant = variant,
                       .planted = { replaced[0], replaced[1] }, .at = at, .gpu = gpu,
                       .untimed = true);
}

TEST(test_right)
{
    static const char *const points[] = {
        "size:1x1/mode:B/radius:0.9/part:all",         "size:8x70/mode:G/radius:0.5/part:all",
        "size:9x70/mode:C/radius:0.9/part:all",        "size:512x100/mode:A/radius:0.1/part:all",
        "size:513x100/mode:B/radius:0.1/part:trace",   "size:700x900/mode:G/radius:0.0625/part:all",
        "size:700x900/mode:G/radius:0.002/part:build", "size:700x900/mode:G/radius:0.13/part:trace",
        "size:900x700/mode:A/radius:0.05/part:build",  "size:900x700/mode:C/radius:0.01/part:trace",
        "size:5000x300/mode:B/radius:0.02/part:all",
    };
    for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); i++)
        for (int bvh = 0; bvh < 2; bvh++)
            assert_case_ended(run(one_variant(&detp_estimate, bvh ? "bvh" : "grid"), points[i]),
                              BENCH_OK, NULL);
}

static struct result run_replaced(const char *name, const struct gpu_shader *first,
                                  const struct gpu_shader *second, const struct gpu_shader *by)
{
    static const char point[] = "size:60x4000/mode:B/radius:0.2/part:all";
    replaced[0] = (struct gpu_replacement){ first, by };
    replaced[1] = (struct gpu_replacement){ second, by };
    const struct result result = run(one_variant(&detp_estimate, name), point);
    replaced[0].shader = NULL;
    return result;
}

/* On a device that adds pairs, too. */
TEST(test_words)
{
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
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
        assert_case_ended(
            run_replaced(faults[i].name, faults[i].first, faults[i].second, faults[i].by),
            BENCH_FAILED_VERIFY, "wanted");
}

int main(void)
{
    return device_unit_run(&gpu, true);
}
