/* SPDX-License-Identifier: MIT */
/* plan_overrides_test.c: cases with kernels of the user's, each beside its original. */
#include "harness/engine/gpu/engine.h"
#include "harness/engine/shaders/shaders.h"
#include "tests/engine/plan/made_plan.h"

static const struct bench_variant variants[] = {
    { .name = "base", .kind = BENCH_GPU },
    { .name = "host", .kind = BENCH_HOST_DRIVEN },
    { .name = "cpu", .kind = BENCH_CPU },
    { .name = NULL },
};
static const struct bench bench = { .name = "b", .variants = variants };
static const struct bench *const benches[] = { &bench, NULL };
static const struct technique ours = { .name = "ours", .benches = benches };
static const struct technique theirs = { .name = "theirs", .benches = benches };
static const struct technique *const techniques[] = { &ours, &theirs, NULL };

static struct plan plan;
/* A file in place of a kernel in that folder. */
static bool make(const char *folder, const char *filter, enum plan_cache cache)
{
    static const struct gpu_shader original = { .name = "folder/kernel" };
    static struct kernel_entry entry;
    static struct kernel_file file = { .entry = &entry };
    static struct gpu_replacement replacement = { &original, &original };
    static const struct kernel_files files = { &file, &replacement, 1 };
    entry = (struct kernel_entry){ folder, "folder/kernel.comp", &original };
    const struct plan_request request = {
        .techniques = techniques, .filter = filter, .cache = cache, .files = &files
    };
    return plan_init(&plan, &request);
}

/* These cases in order, "*" at baselines; a twin follows its original. */
static void assert_cases(const char *names)
{
    for (size_t g = 0; g < plan.group_count; g++)
        for (size_t i = 0; i < plan.groups[g].case_count; i++) {
            const struct plan_case *c = &plan.groups[g].cases[i];
            const bool twin = strstr(c->name, "@file");
            assert_int_equal(!c->files, !twin);
            assert_true(!twin || c[-1].variant == c->variant);
        }
    made_plan_assert(&plan, "", true, names);
}

TEST(test_twins_of_one_technique)
{
    assert_true(make("ours", NULL, PLAN_CACHE_HOT));
    assert_cases("ours.b/base* ours.b/base@file ours.b/host ours.b/host@file ours.b/cpu "
                 "theirs.b/base* theirs.b/host theirs.b/cpu ");
    assert_true(make("ours", "ours.*base", PLAN_CACHE_BOTH));
    assert_cases("ours.b/base* ours.b/base@file ours.b/base/cache:cold* "
                 "ours.b/base@file/cache:cold ");
}

TEST(test_a_shared_kernel_concerns_all)
{
    assert_true(make("common", NULL, PLAN_CACHE_HOT));
    assert_int_equal(plan.case_count, 10);
    plan_finish(&plan);
}

TEST(test_pairs_are_selected_together)
{
    static const char *const filters[] = { "host@file", "ours.b/host$", "ours.*host" };
    for (size_t i = 0; i < sizeof(filters) / sizeof(*filters); i++) {
        assert_true(make("ours", filters[i], PLAN_CACHE_HOT));
        assert_cases("ours.b/base* ours.b/host ours.b/host@file ");
    }
}

TEST(test_no_case_for_a_twin)
{
    assert_false(make("ours", "theirs", PLAN_CACHE_HOT));
    assert_holds(trouble_text(), "folder/kernel");
    assert_null(strchr(trouble_text(), '\n'));
}
