/* SPDX-License-Identifier: MIT */
/* plan_host_test.c: cases that need no device, and ceilings of device and host. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness/engine/plan/plan.h"

#include <string.h>

static const struct bench_axis axes[] = {
    { .name = "top", .min = 1, .max = 9, .values = { "3,4", NULL, NULL } },
    { .name = NULL },
};
static const struct bench_variant device_ceilings[] = {
    { .name = "copy", .kind = BENCH_GPU, .ceiling = BENCH_CEILING_COPY },
    { .name = NULL },
};
static const struct bench_variant host_ceilings[] = {
    { .name = "copy", .kind = BENCH_CPU, .ceiling = BENCH_CEILING_COPY },
    { .name = NULL },
};
static const struct bench_variant mixed[] = {
    { .name = "base", .kind = BENCH_GPU },
    { .name = "host", .kind = BENCH_HOST_DRIVEN },
    { .name = "walk", .kind = BENCH_CPU },
    { .name = NULL },
};
static const struct bench_variant gpu_alone[] = {
    { .name = "fast", .kind = BENCH_GPU },
    { .name = NULL },
};
static const struct bench_variant cpu_alone[] = {
    { .name = "slow", .kind = BENCH_CPU },
    { .name = NULL },
};
static const struct bench device_bench = { .name = "device", .variants = device_ceilings };
static const struct bench host_bench = { .name = "host", .variants = host_ceilings };
static const struct bench mixed_bench = { .name = "mixed", .axes = axes, .variants = mixed };
static const struct bench gpu_bench = { .name = "gpu", .variants = gpu_alone };
static const struct bench cpu_bench = { .name = "cpu", .variants = cpu_alone };
static const struct bench *const benches[] = { &mixed_bench, &gpu_bench,    &cpu_bench,
                                               &host_bench,  &device_bench, NULL };
static const struct technique technique = { .name = "t", .benches = benches };
static const struct technique *const techniques[] = { &technique, NULL };

static struct plan plan;
static void make(const char *filter, bool ceilings)
{
    const struct plan_request request = { .techniques = techniques, .filter = filter };
    assert_true(plan_init(&plan, &request));
    if (ceilings)
        assert_true(plan_add_ceilings(&plan, techniques));
}

/* The names of all cases, in order, with blanks between them. */
static void assert_cases(const char *wanted)
{
    char names[4096] = "";
    size_t count = 0;
    for (size_t g = 0; g < plan.group_count; g++)
        for (size_t i = 0; i < plan.groups[g].case_count; i++, count++) {
            strcat(names, *names ? " " : "");
            strcat(names, plan.groups[g].cases[i].name);
        }
    assert_string_equal(names, wanted);
    assert_int_equal(plan.case_count, count);
    plan_finish(&plan);
}

static void test_cases_of_the_host_stay(void **state)
{
    (void)state;
    make(NULL, false);
    assert_int_equal(plan_keep_host(&plan), 6);
    assert_int_equal(plan.group_count, 4);
    for (size_t g = 0; g < plan.group_count; g++)
        assert_true(plan.groups[g].case_count > 0);
    assert_null(plan_baseline(&plan.groups[0], 0));
    assert_string_equal(plan_baseline(&plan.groups[2], 0)->name, "t.cpu/slow");
    assert_cases("t.mixed/walk/top:3 t.mixed/walk/top:4 t.cpu/slow t.host/copy");
    make("gpu", false);
    assert_int_equal(plan_keep_host(&plan), 1);
    assert_int_equal(plan.group_count, 0);
    assert_cases("");
    make("cpu", false);
    assert_int_equal(plan_keep_host(&plan), 0);
    assert_cases("t.cpu/slow");
}

static void test_ceilings_are_those_of_the_cases(void **state)
{
    (void)state;
    make("t[.]gpu", true);
    assert_cases("t.gpu/fast t.device/copy");
    make("t[.]cpu", true);
    assert_cases("t.cpu/slow t.host/copy");
    make("walk/top:4", true);
    assert_cases("t.mixed/base/top:4 t.mixed/walk/top:4 t.host/copy t.device/copy");
    make("host/copy", true);
    assert_cases("t.host/copy");
    make("device/copy", true);
    assert_cases("t.device/copy");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases_of_the_host_stay),
        cmocka_unit_test(test_ceilings_are_those_of_the_cases),
    };
    return cmocka_run_group_tests_name("plan host", tests, NULL, NULL);
}
