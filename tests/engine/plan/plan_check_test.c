/* SPDX-License-Identifier: MIT */
/* plan_check_test.c: points that are verified and never timed, alone and beside what is timed. */
#include "tests/engine/plan/made_plan.h"

static const struct bench_axis axes[] = {
    { .name = "count",
      .min = 1,
      .max = 100,
      .values = { "64", "64,96", NULL },
      .check = "1,33,64" },
    { .name = "kind", .min = 1, .max = 3, .values = { "2", "3", NULL } },
    { 0 },
};
static const struct bench_axis levels_axes[] = {
    { .name = "levels", .min = 1, .max = 10, .values = { "2", "2", "2" }, .check = "3" }, { 0 }
};
static const struct bench_values big_values[] = { { "count", { "64", "96", "96" } }, { 0 } };
static const struct bench_values odd_values[] = { { "count", { "64", "64", "64" }, .check = "33" },
                                                  { "levels", { "2" }, .check = "5,6" },
                                                  { 0 } };
static const struct bench_variant variants[] = {
    { .name = "plain" },
    { .name = "big", .values = big_values },
    { .name = "odd", .axes = levels_axes, .values = odd_values },
    { 0 }
};
static const struct bench scan = { .name = "scan", .axes = axes, .variants = variants };

static void expect_with(const char *wanted, struct plan_request request, bool checks, bool whole)
{
    struct plan plan;
    request.techniques = made_techniques(&scan, NULL);
    assert_true(plan_init(&plan, &request));
    if (checks)
        assert_true(plan_add_checks(&plan, &request, whole));
    made_plan_assert(&plan, "t.scan/", false, wanted);
}

TEST(test_alone)
{
    expect_with(
        "plain/count:1/kind:2! big/count:1/kind:2! plain/count:33/kind:2! big/count:33/kind:2! "
        "odd/count:33/kind:2/levels:5! odd/count:33/kind:2/levels:6! plain/count:64/kind:2! "
        "big/count:64/kind:2! ",
        (struct plan_request){ .check = PLAN_CHECK_ALONE, .profile = BENCH_FULL }, false, false);
}

#define TIMED "plain/count:64/kind:2 big/count:64/kind:2 odd/count:64/kind:2/levels:2 "

/* The i-th value of each list; a point that is timed stays so. */
TEST(test_in_step)
{
    expect_with(TIMED "plain/count:1/kind:2! big/count:1/kind:2! plain/count:33/kind:2! "
                      "big/count:33/kind:2! odd/count:33/kind:2/levels:6! ",
                (struct plan_request){ 0 }, true, false);
    expect_with(TIMED "plain/count:1/kind:2! big/count:1/kind:2! plain/count:33/kind:2! "
                      "big/count:33/kind:2! odd/count:33/kind:2/levels:5! "
                      "odd/count:33/kind:2/levels:6! ",
                (struct plan_request){ 0 }, true, true);
}

/* Only variants that are timed, whatever size is asked for. */
TEST(test_of_timed)
{
    const struct plan_setting count = { "count", "96" };
    expect_with(
        "big/count:96/kind:2 big/count:1/kind:2! big/count:33/kind:2! big/count:64/kind:2! ",
        (struct plan_request){
            .filter = "/big/", .without_baselines = true, .axes = &count, .axis_count = 1 },
        true, false);
}
