/* SPDX-License-Identifier: MIT */
/* Cases that measure limits come last, at the points of the profile quick, in any plan. */
#include "harness/engine/plan/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const struct bench_axis sizes[] = {
    { .name = "bytes", .min = 1, .max = 99, .values = { "4", "4,8", "4,8" } }, { 0 }
};
static const struct bench_variant ceiling_variants[] = {
    { .name = "copy", .ceiling = BENCH_CEILING_COPY },
    { .name = "read", .ceiling = BENCH_CEILING_READ },
    { 0 }
};
static const struct bench_variant plain_variants[] = { { .name = "base" },
                                                       { .name = "fast" },
                                                       { 0 } };
static const struct bench ceiling_bench = { .name = "bandwidth",
                                            .axes = sizes,
                                            .variants = ceiling_variants };
static const struct bench plain_bench = { .name = "plain", .variants = plain_variants };
static const struct bench *const benches[] = { &ceiling_bench, &plain_bench, NULL };
static const struct technique technique = { .name = "t", .benches = benches };
static const struct technique *const techniques[] = { &technique, NULL };

static void assert_plan(const char *filter, enum bench_profile profile, const char *wanted)
{
    struct plan plan;
    char names[1024] = "";
    const struct plan_request request = { .techniques = techniques,
                                          .filter = filter,
                                          .profile = profile };
    size_t count = 0;
    assert_true(plan_init(&plan, &request));
    assert_true(plan_add_ceilings(&plan, techniques));
    for (size_t i = 0; i < plan.group_count; i++)
        for (size_t k = 0; k < plan.groups[i].case_count; k++, count++) {
            const struct plan_case *c = &plan.groups[i].cases[k];
            snprintf(names + strlen(names), sizeof(names) - strlen(names), "%s%s ", c->name + 2,
                     c->baseline ? "*" : "");
        }
    assert_int_equal(count, plan.case_count);
    plan_finish(&plan);
    assert_string_equal(names, wanted);
}

static void test_plan(void **state)
{
    (void)state;
    assert_plan("plain/fast", BENCH_FULL,
                "plain/base* plain/fast bandwidth/copy/bytes:4* bandwidth/read/bytes:4 ");
    assert_plan(NULL, BENCH_FULL,
                "plain/base* plain/fast bandwidth/copy/bytes:4* bandwidth/read/bytes:4 "
                "bandwidth/copy/bytes:8* bandwidth/read/bytes:8 ");
    assert_plan("copy", BENCH_FULL,
                "bandwidth/copy/bytes:4* bandwidth/read/bytes:4 bandwidth/copy/bytes:8* ");
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_plan) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
