/* SPDX-License-Identifier: MIT */
/* plan_cache_test.c: hot and cold cases, their names and their baselines. */
#include "tests/engine/plan/made_plan.h"

static const struct bench_axis axes[] = {
    { .name = "top", .min = 1, .max = 9, .values = { "3", NULL, NULL } },
    { .name = NULL },
};
static const struct bench_variant gpu_first[] = {
    { .name = "base", .kind = BENCH_GPU },
    { .name = "host", .kind = BENCH_HOST_DRIVEN },
    { .name = "cpu", .kind = BENCH_CPU },
    { .name = NULL },
};
static const struct bench_variant cpu_first[] = {
    { .name = "walk", .kind = BENCH_CPU },
    { .name = "tree", .kind = BENCH_GPU },
    { .name = NULL },
};
static const struct bench matters = {
    .name = "matters", .axes = axes, .variants = gpu_first, .cache_matters = true
};
static const struct bench does_not = { .name = "does_not", .axes = axes, .variants = cpu_first };
static const struct bench *const benches[] = { &matters, &does_not, NULL };
static const struct technique technique = { .name = "t", .benches = benches };
static const struct technique *const techniques[] = { &technique, NULL };

static struct plan plan;
static void make(enum plan_cache cache, enum bench_profile profile, const char *filter)
{
    const struct plan_request request = {
        .techniques = techniques, .profile = profile, .filter = filter, .cache = cache
    };
    assert_true(plan_init(&plan, &request));
}

/* The names of all cases, and of the baseline of each, in order. */
static void assert_cases(const char *const (*names)[2], size_t count)
{
    size_t seen = 0;
    assert_int_equal(plan.case_count, count);
    for (size_t g = 0; g < plan.group_count; g++)
        for (size_t i = 0; i < plan.groups[g].case_count; i++, seen++) {
            const struct plan_case *c = &plan.groups[g].cases[i];
            const struct plan_case *baseline = plan_baseline(&plan.groups[g], i);
            assert_string_equal(c->name, names[seen][0]);
            assert_int_equal(c->cold, !!strstr(c->name, "/cache:cold"));
            assert_string_equal(baseline ? baseline->name : "none", names[seen][1]);
        }
    assert_int_equal(seen, count);
    plan_finish(&plan);
}

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

TEST(test_hot_adds_nothing)
{
    static const char *const names[][2] = {
        { "t.matters/base/top:3", "t.matters/base/top:3" },
        { "t.matters/host/top:3", "t.matters/base/top:3" },
        { "t.matters/cpu/top:3", "t.matters/base/top:3" },
        { "t.does_not/walk/top:3", "t.does_not/walk/top:3" },
        { "t.does_not/tree/top:3", "t.does_not/walk/top:3" },
    };
    make(PLAN_CACHE_HOT, BENCH_FULL, NULL);
    assert_cases(names, COUNT(names));
    make(PLAN_CACHE_PROFILE, BENCH_PAPER, NULL);
    assert_cases(names, COUNT(names));
}

TEST(test_cold)
{
    static const char *const names[][2] = {
        { "t.matters/base/top:3/cache:cold", "t.matters/base/top:3/cache:cold" },
        { "t.matters/host/top:3/cache:cold", "t.matters/base/top:3/cache:cold" },
        { "t.matters/cpu/top:3/cache:cold", "t.matters/base/top:3/cache:cold" },
        { "t.does_not/walk/top:3/cache:cold", "t.does_not/walk/top:3/cache:cold" },
        { "t.does_not/tree/top:3/cache:cold", "t.does_not/walk/top:3/cache:cold" },
    };
    make(PLAN_CACHE_COLD, BENCH_QUICK, NULL);
    assert_cases(names, COUNT(names));
}

/* Each mode has its baseline; a full run has both where the bench says that it matters, but for
 * cases of kind CPU, which are cold when that is asked for. */
TEST(test_both)
{
    static const char *const names[][2] = {
        { "t.matters/base/top:3", "t.matters/base/top:3" },
        { "t.matters/host/top:3", "t.matters/base/top:3" },
        { "t.matters/cpu/top:3", "t.matters/base/top:3" },
        { "t.matters/base/top:3/cache:cold", "t.matters/base/top:3/cache:cold" },
        { "t.matters/host/top:3/cache:cold", "t.matters/base/top:3/cache:cold" },
        { "t.does_not/walk/top:3", "t.does_not/walk/top:3" },
        { "t.does_not/tree/top:3", "t.does_not/walk/top:3" },
    };
    make(PLAN_CACHE_PROFILE, BENCH_FULL, NULL);
    assert_cases(names, COUNT(names));
    static const char *const asked[][2] = {
        { "t.does_not/walk/top:3", "t.does_not/walk/top:3" },
        { "t.does_not/tree/top:3", "t.does_not/walk/top:3" },
        { "t.does_not/walk/top:3/cache:cold", "t.does_not/walk/top:3/cache:cold" },
        { "t.does_not/tree/top:3/cache:cold", "t.does_not/walk/top:3/cache:cold" },
    };
    make(PLAN_CACHE_BOTH, BENCH_QUICK, "does_not");
    assert_cases(asked, COUNT(asked));
    make(PLAN_CACHE_BOTH, BENCH_FULL, "matters/(base|host)");
    assert_int_equal(plan.case_count, 4);
    plan_finish(&plan);
}

/* A filter brings along the baselines of what it selects, no others. */
TEST(test_filter)
{
    static const char *const cold[][2] = {
        { "t.matters/base/top:3/cache:cold", "t.matters/base/top:3/cache:cold" },
        { "t.matters/host/top:3/cache:cold", "t.matters/base/top:3/cache:cold" },
    };
    make(PLAN_CACHE_BOTH, BENCH_QUICK, "matters/host.*cold$");
    assert_cases(cold, COUNT(cold));
    static const char *const hot[][2] = {
        { "t.matters/base/top:3", "t.matters/base/top:3" },
        { "t.matters/host/top:3", "t.matters/base/top:3" },
    };
    make(PLAN_CACHE_BOTH, BENCH_QUICK, "matters/host/top:3$");
    assert_cases(hot, COUNT(hot));
    static const char *const other[][2] = {
        { "t.does_not/walk/top:3/cache:cold", "t.does_not/walk/top:3/cache:cold" },
        { "t.does_not/tree/top:3/cache:cold", "t.does_not/walk/top:3/cache:cold" },
    };
    make(PLAN_CACHE_BOTH, BENCH_QUICK, "does_not/tree.*cold");
    assert_cases(other, COUNT(other));
}

static const struct bench_axis two_axes[] = {
    { .name = "n", .min = 1, .max = 99, .values = { "8", "8,16", "8,16,32" } },
    { .name = "p", .min = 0, .max = 9, .values = { "5", NULL, NULL } },
    { .name = NULL },
};
static const struct bench_variant two_variants[] = { { .name = "walk", .kind = BENCH_GPU },
                                                     { .name = "host", .kind = BENCH_HOST_DRIVEN },
                                                     { .name = NULL } };
static const struct bench_values at_16[] = { { "n", { "8", "16", "16" } },
                                             { "p", { "5", "1,5,9", "1,5,9" } },
                                             { NULL } };
static const struct bench_values *const more[] = { at_16, NULL };
static const struct bench crossed = { .name = "crossed",
                                      .axes = two_axes,
                                      .more_values = more,
                                      .variants = two_variants,
                                      .cache_matters = true,
                                      .cold_in_paper = true };
static const struct bench *const crossed_benches[] = { &crossed, NULL };
static const struct technique crossed_technique = { .name = "t", .benches = crossed_benches };
static const struct technique *const crossed_techniques[] = { &crossed_technique, NULL };

static void assert_crossed(enum bench_profile profile, const struct plan_setting *axes_given,
                           const char *names)
{
    const struct plan_request request = { .techniques = crossed_techniques,
                                          .profile = profile,
                                          .axes = axes_given,
                                          .axis_count = axes_given ? 1 : 0,
                                          .cache = PLAN_CACHE_PROFILE };
    assert_true(plan_init(&plan, &request));
    made_plan_assert(&plan, "t.crossed/", false, names);
}

/* A second table adds its points, once each; cold cases are those of the first alone, in PAPER of
 * kind GPU. */
TEST(test_more_values)
{
    static const struct plan_setting p_is_1 = { "p", "1" };
    assert_crossed(BENCH_QUICK, NULL, "walk/n:8/p:5 host/n:8/p:5 ");
    assert_crossed(BENCH_PAPER, NULL,
                   "walk/n:8/p:5 host/n:8/p:5 walk/n:8/p:5/cache:cold walk/n:16/p:5 host/n:16/p:5 "
                   "walk/n:16/p:5/cache:cold walk/n:16/p:1 host/n:16/p:1 walk/n:16/p:9 "
                   "host/n:16/p:9 ");
    assert_crossed(BENCH_FULL, NULL,
                   "walk/n:8/p:5 host/n:8/p:5 walk/n:8/p:5/cache:cold host/n:8/p:5/cache:cold "
                   "walk/n:16/p:5 host/n:16/p:5 walk/n:16/p:5/cache:cold host/n:16/p:5/cache:cold "
                   "walk/n:32/p:5 host/n:32/p:5 walk/n:32/p:5/cache:cold host/n:32/p:5/cache:cold "
                   "walk/n:16/p:1 host/n:16/p:1 walk/n:16/p:9 host/n:16/p:9 ");
    assert_crossed(BENCH_PAPER, &p_is_1,
                   "walk/n:8/p:1 host/n:8/p:1 walk/n:8/p:1/cache:cold walk/n:16/p:1 host/n:16/p:1 "
                   "walk/n:16/p:1/cache:cold ");
}

/* A further table comes before a variant's own values of the same axis, and adds cases to a point
 * that already exists. */
TEST(test_more_before_variants)
{
    static const struct bench_axis n[] = {
        { .name = "n", .min = 1, .max = 99, .values = { "8", "8", "8" } }, { .name = NULL }
    };
    static const struct bench_axis q[] = {
        { .name = "q", .min = 1, .max = 9, .values = { "1", "1", "1" } }, { .name = NULL }
    };
    static const struct bench_values own[] = { { "q", { "1", "1", "1,2,3" } }, { NULL } };
    static const struct bench_values few[] = { { "n", { NULL, NULL, "40" } },
                                               { "q", { NULL, NULL, "2" } },
                                               { NULL } };
    static const struct bench_values again[] = { { "n", { NULL, NULL, "8" } },
                                                 { "q", { NULL, NULL, "3,4" } },
                                                 { NULL } };
    static const struct bench_values *const tables[] = { few, again, NULL };
    static const struct bench_variant variants[] = {
        { .name = "walk", .kind = BENCH_CPU, .axes = q, .values = own }, { .name = NULL }
    };
    static const struct bench bench = {
        .name = "b", .axes = n, .more_values = tables, .variants = variants
    };
    static const struct bench *const its_benches[] = { &bench, NULL };
    static const struct technique its = { .name = "t", .benches = its_benches };
    static const struct technique *const its_techniques[] = { &its, NULL };
    const struct plan_request request = { .techniques = its_techniques, .profile = BENCH_FULL };
    assert_true(plan_init(&plan, &request));
    made_plan_assert(&plan, "t.b/walk/", false, "n:8/q:1 n:8/q:2 n:8/q:3 n:8/q:4 n:40/q:2 ");
}
