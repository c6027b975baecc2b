/* SPDX-License-Identifier: MIT */
/* Larger profiles have the cases of smaller ones. */
#include "tests/engine/plan/made_plan.h"

static const struct bench_axis axes[] = {
    { .name = "size", .min = 1, .max = 99, .values = { "1", "10", "10,20" } },
    { .name = "bits", .min = 0, .max = 9, .values = { "0,1", "0", "0" } },
    { .name = NULL },
};
static const struct bench_axis depth_axes[] = {
    { .name = "depth", .min = 1, .max = 9, .values = { "3", "4", "5" } },
    { .name = NULL },
};
static const struct bench_values same_size[] = { { "size", { "10", "10", "10" } },
                                                 { "bits", { "0", "0", "0" } },
                                                 { .axis = NULL } };
static const struct bench_variant variants[] = {
    { .name = "base" },
    { .name = "tree", .axes = depth_axes },
    { .name = "host", .kind = BENCH_CPU },
    { .name = NULL },
};
static const struct bench apart = { .name = "apart",
                                    .axes = axes,
                                    .variants = variants,
                                    .cache_matters = true,
                                    .cold_in_paper = true };
static const struct bench joined = {
    .name = "joined", .axes = axes, .values = same_size, .variants = variants
};

static struct plan plan;
static void make(enum bench_profile profile, const char *filter, const struct plan_setting *setting)
{
    const struct plan_request request = { .techniques = made_techniques(&apart, &joined),
                                          .profile = profile,
                                          .filter = filter,
                                          .axes = setting,
                                          .axis_count = setting ? 1 : 0,
                                          .cache = PLAN_CACHE_PROFILE };
    assert_done(plan_init(&plan, &request));
}

/* Points that are not there come behind the profile's own, in the caches of the smaller one. */
TEST(test_points)
{
    make(BENCH_QUICK, "apart/base", NULL);
    made_plan_assert(&plan, "t.apart/base/", false, "size:1/bits:0 size:1/bits:1 ");
    make(BENCH_PAPER, "apart/base", NULL);
    assert_string_equal(plan.groups[0].workload_name, "t.apart/size:10/bits:0");
    assert_string_equal(plan.groups[1].workload_name, "t.apart/size:1/bits:0");
    assert_true(made_plan_find(&plan, "t.apart/base/size:1/bits:1")->baseline);
    made_plan_assert(&plan, "t.apart/base/", false,
                     "size:10/bits:0 size:10/bits:0/cache:cold size:1/bits:0 size:1/bits:1 ");
    make(BENCH_FULL, "apart/base", NULL);
    made_plan_assert(&plan, "t.apart/base/", false,
                     "size:10/bits:0 size:10/bits:0/cache:cold size:20/bits:0 "
                     "size:20/bits:0/cache:cold size:1/bits:0 size:1/bits:1 ");
}

/* Cases that a point lacks are added to it; its baseline stays the only one. */
TEST(test_cases_of_a_point)
{
    make(BENCH_FULL, "joined", NULL);
    assert_int_equal(plan.group_count, 1);
    made_plan_assert(&plan, "t.joined/", true,
                     "base/size:10/bits:0* tree/size:10/bits:0/depth:5 host/size:10/bits:0 "
                     "tree/size:10/bits:0/depth:4 tree/size:10/bits:0/depth:3 ");
}

/* Who sets an axis of a bench gets that, and not the other axes of smaller profiles. */
TEST(test_axis_is_set)
{
    make(BENCH_PAPER, "apart/base", &(struct plan_setting){ "size", "7" });
    made_plan_assert(&plan, "t.apart/base/", false, "size:7/bits:0 size:7/bits:0/cache:cold ");
    make(BENCH_PAPER, "joined/tree", &(struct plan_setting){ "depth", "9" });
    made_plan_assert(&plan, "t.joined/", false, "base/size:10/bits:0 tree/size:10/bits:0/depth:9 ");
}
