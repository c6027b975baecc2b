/* SPDX-License-Identifier: MIT */
/* Larger profiles have the cases of smaller ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness/base/base.h"
#include "harness/engine/plan/plan.h"

#include <string.h>

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
static const struct bench *const benches[] = { &apart, &joined, NULL };
static const struct technique technique = { .name = "t", .benches = benches };
static const struct technique *const techniques[] = { &technique, NULL };

static struct plan plan;
static void make(enum bench_profile profile, const char *filter, const struct plan_setting *setting)
{
    const struct plan_request request = { .techniques = techniques,
                                          .profile = profile,
                                          .filter = filter,
                                          .axes = setting,
                                          .axis_count = setting ? 1 : 0,
                                          .cache = PLAN_CACHE_PROFILE };
    if (!plan_init(&plan, &request))
        fail_msg("%s", trouble_text());
}

static const struct plan_case *find(const char *name)
{
    for (size_t i = 0; i < plan.group_count; i++)
        for (size_t k = 0; k < plan.groups[i].case_count; k++)
            if (strcmp(plan.groups[i].cases[k].name, name) == 0)
                return &plan.groups[i].cases[k];
    return NULL;
}

static void assert_names(const char *const *names, size_t count)
{
    size_t cases = 0;
    for (size_t i = 0; i < plan.group_count; i++)
        cases += plan.groups[i].case_count;
    assert_int_equal(cases, plan.case_count);
    for (size_t i = 0; i < count; i++)
        if (!find(names[i]))
            fail_msg("no %s", names[i]);
    assert_int_equal(plan.case_count, count);
}

#define NAMES(...)                                                                                 \
    do {                                                                                           \
        static const char *const names[] = { __VA_ARGS__ };                                        \
        assert_names(names, sizeof(names) / sizeof(names[0]));                                     \
    } while (0)

/* Points that are not there come behind the profile's own, in the caches of the smaller one. */
static void test_points(void **state)
{
    (void)state;
    make(BENCH_QUICK, "apart/base", NULL);
    NAMES("t.apart/base/size:1/bits:0", "t.apart/base/size:1/bits:1");
    plan_finish(&plan);
    make(BENCH_PAPER, "apart/base", NULL);
    NAMES("t.apart/base/size:10/bits:0", "t.apart/base/size:10/bits:0/cache:cold",
          "t.apart/base/size:1/bits:0", "t.apart/base/size:1/bits:1");
    assert_string_equal(plan.groups[0].workload_name, "t.apart/size:10/bits:0");
    assert_string_equal(plan.groups[1].workload_name, "t.apart/size:1/bits:0");
    assert_true(find("t.apart/base/size:1/bits:1")->baseline);
    plan_finish(&plan);
    make(BENCH_FULL, "apart/base", NULL);
    NAMES("t.apart/base/size:10/bits:0", "t.apart/base/size:10/bits:0/cache:cold",
          "t.apart/base/size:20/bits:0", "t.apart/base/size:20/bits:0/cache:cold",
          "t.apart/base/size:1/bits:0", "t.apart/base/size:1/bits:1");
    plan_finish(&plan);
}

/* Cases that a point lacks are added to it; its baseline stays the only one. */
static void test_cases_of_a_point(void **state)
{
    (void)state;
    make(BENCH_FULL, "joined", NULL);
    NAMES("t.joined/base/size:10/bits:0", "t.joined/tree/size:10/bits:0/depth:5",
          "t.joined/host/size:10/bits:0", "t.joined/tree/size:10/bits:0/depth:4",
          "t.joined/tree/size:10/bits:0/depth:3");
    assert_int_equal(plan.group_count, 1);
    for (size_t i = 0; i < plan.groups[0].case_count; i++)
        assert_int_equal(plan.groups[0].cases[i].baseline, i == 0);
    plan_finish(&plan);
}

/* Who sets an axis of a bench gets that, and not the other axes of smaller profiles. */
static void test_axis_is_set(void **state)
{
    (void)state;
    make(BENCH_PAPER, "apart/base", &(struct plan_setting){ "size", "7" });
    NAMES("t.apart/base/size:7/bits:0", "t.apart/base/size:7/bits:0/cache:cold");
    plan_finish(&plan);
    make(BENCH_PAPER, "joined/tree", &(struct plan_setting){ "depth", "9" });
    NAMES("t.joined/base/size:10/bits:0", "t.joined/tree/size:10/bits:0/depth:9");
    plan_finish(&plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points),
        cmocka_unit_test(test_cases_of_a_point),
        cmocka_unit_test(test_axis_is_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
