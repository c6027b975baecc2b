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

static struct plan plan;
static void make(enum plan_cache cache, enum bench_profile profile, const char *filter)
{
    const struct plan_request request = { .techniques = made_techniques(&matters, &does_not),
                                          .profile = profile,
                                          .filter = filter,
                                          .cache = cache };
    assert_true(plan_init(&plan, &request));
}

/* These cases in order, each with the first of its group and mode as its baseline. */
static void assert_cases(const char *names)
{
    for (size_t g = 0; g < plan.group_count; g++) {
        const struct plan_case *first[2] = { 0 };
        for (size_t i = 0; i < plan.groups[g].case_count; i++) {
            const struct plan_case *c = &plan.groups[g].cases[i];
            assert_int_equal(c->cold, !!strstr(c->name, "/cache:cold"));
            first[c->cold] = first[c->cold] ? first[c->cold] : c;
            assert_ptr_equal(plan_baseline(&plan.groups[g], i), first[c->cold]);
        }
    }
    made_plan_assert(&plan, "t.", false, names);
}

#define MATTERS_HOT "matters/base/top:3 matters/host/top:3 "
#define MATTERS_COLD "matters/base/top:3/cache:cold matters/host/top:3/cache:cold "
#define OTHER_HOT "does_not/walk/top:3 does_not/tree/top:3 "
#define OTHER_COLD "does_not/walk/top:3/cache:cold does_not/tree/top:3/cache:cold "

TEST(test_hot_adds_nothing)
{
    make(PLAN_CACHE_HOT, BENCH_FULL, NULL);
    assert_cases(MATTERS_HOT "matters/cpu/top:3 " OTHER_HOT);
    make(PLAN_CACHE_PROFILE, BENCH_PAPER, NULL);
    assert_cases(MATTERS_HOT "matters/cpu/top:3 " OTHER_HOT);
}

/* Each mode has its baseline; a full run has both where the bench says that it matters, but for
 * cases of kind CPU, which are cold when that is asked for. */
TEST(test_cold_and_both)
{
    make(PLAN_CACHE_COLD, BENCH_QUICK, NULL);
    assert_cases(MATTERS_COLD "matters/cpu/top:3/cache:cold " OTHER_COLD);
    make(PLAN_CACHE_PROFILE, BENCH_FULL, NULL);
    assert_cases(MATTERS_HOT "matters/cpu/top:3 " MATTERS_COLD OTHER_HOT);
    make(PLAN_CACHE_BOTH, BENCH_QUICK, "does_not");
    assert_cases(OTHER_HOT OTHER_COLD);
    make(PLAN_CACHE_BOTH, BENCH_FULL, "matters/(base|host)");
    assert_cases(MATTERS_HOT MATTERS_COLD);
}

/* A filter brings along the baselines of what it selects, no others. */
TEST(test_filter)
{
    make(PLAN_CACHE_BOTH, BENCH_QUICK, "matters/host.*cold$");
    assert_cases(MATTERS_COLD);
    make(PLAN_CACHE_BOTH, BENCH_QUICK, "matters/host/top:3$");
    assert_cases(MATTERS_HOT);
    make(PLAN_CACHE_BOTH, BENCH_QUICK, "does_not/tree.*cold");
    assert_cases(OTHER_COLD);
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

static void assert_crossed(enum bench_profile profile, const struct plan_setting *axes_given,
                           const char *names)
{
    const struct plan_request request = { .techniques = made_techniques(&crossed, NULL),
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
    const struct plan_request request = { .techniques = made_techniques(&bench, NULL),
                                          .profile = BENCH_FULL };
    assert_true(plan_init(&plan, &request));
    made_plan_assert(&plan, "t.b/walk/", false, "n:8/q:1 n:8/q:2 n:8/q:3 n:8/q:4 n:40/q:2 ");
}
