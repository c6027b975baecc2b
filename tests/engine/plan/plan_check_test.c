/* SPDX-License-Identifier: MIT */
/* plan_check_test.c: points that are verified and never timed, beside a profile's and alone. */
#include "harness/engine/plan/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

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
static const struct bench *const benches[] = { &scan, NULL };
static const struct technique technique = { .name = "t", .benches = benches };
static const struct technique *const techniques[] = { &technique, NULL };

/* The names of all cases, those that are never timed with a mark. */
static void expect(const char *wanted, struct plan_request request)
{
    char names[1024] = "", message[PLAN_MESSAGE_BYTES];
    struct plan plan;
    request.techniques = techniques;
    assert_true(plan_init(&plan, &request, message));
    for (size_t i = 0; i < plan.group_count; i++)
        for (size_t k = 0; k < plan.groups[i].case_count; k++) {
            const struct plan_case *c = &plan.groups[i].cases[k];
            strcat(strcat(names, c->name + strlen("t.scan/")), c->check ? "! " : " ");
        }
    assert_string_equal(names, wanted);
    plan_finish(&plan);
}

static void test_alone(void **state)
{
    (void)state;
    expect("plain/count:1/kind:2! big/count:1/kind:2! plain/count:33/kind:2! big/count:33/kind:2! "
           "odd/count:33/kind:2/levels:5! odd/count:33/kind:2/levels:6! plain/count:64/kind:2! "
           "big/count:64/kind:2! ",
           (struct plan_request){ .check = PLAN_CHECK_ALONE, .profile = BENCH_FULL });
}

/* Values of the profile are timed, also where the checks have them. */
static void test_beside(void **state)
{
    (void)state;
    expect("plain/count:64/kind:2 big/count:64/kind:2 odd/count:64/kind:2/levels:2 "
           "plain/count:1/kind:2! big/count:1/kind:2! plain/count:33/kind:2! big/count:33/kind:2! "
           "odd/count:33/kind:2/levels:5! odd/count:33/kind:2/levels:6! ",
           (struct plan_request){ .check = PLAN_CHECK_BESIDE });
    expect("plain/count:64/kind:2 big/count:64/kind:2 odd/count:64/kind:2/levels:2 ",
           (struct plan_request){ 0 });
}

/* Who sets an axis has the points that he asks for. */
static void test_axis_given(void **state)
{
    (void)state;
    const struct plan_setting kind = { "kind", "1" };
    expect("plain/count:64/kind:1 big/count:64/kind:1 odd/count:64/kind:1/levels:2 ",
           (struct plan_request){ .check = PLAN_CHECK_BESIDE, .axes = &kind, .axis_count = 1 });
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_alone), cmocka_unit_test(test_beside),
                                        cmocka_unit_test(test_axis_given) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
