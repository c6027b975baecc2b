/* SPDX-License-Identifier: MIT */
/* plan_host_test.c: cases that need no device; and cases that measure limits come last, at the
 * points of the profile quick, those of device and host, in any plan. */
#include "tests/engine/plan/made_plan.h"

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

TEST(test_cases_of_the_host_stay)
{
    make(NULL, false);
    assert_int_equal(plan_keep_host(&plan), 6);
    assert_int_equal(plan.group_count, 4);
    for (size_t g = 0; g < plan.group_count; g++)
        assert_true(plan.groups[g].case_count > 0);
    assert_null(plan_baseline(&plan.groups[0], 0));
    assert_string_equal(plan_baseline(&plan.groups[2], 0)->name, "t.cpu/slow");
    made_plan_assert(&plan, "t.", false, "mixed/walk/top:3 mixed/walk/top:4 cpu/slow host/copy ");
    make("gpu", false);
    assert_int_equal(plan_keep_host(&plan), 1);
    assert_int_equal(plan.group_count, 0);
    made_plan_assert(&plan, "t.", false, "");
    make("cpu", false);
    assert_int_equal(plan_keep_host(&plan), 0);
    made_plan_assert(&plan, "t.", false, "cpu/slow ");
}

TEST(test_ceilings_are_those_of_the_cases)
{
    make("t[.]gpu", true);
    assert_false(plan.groups[0].cases[0].limit);
    assert_true(plan.groups[1].cases[0].limit);
    made_plan_assert(&plan, "t.", false, "gpu/fast device/copy ");
    make("t[.]cpu", true);
    made_plan_assert(&plan, "t.", false, "cpu/slow host/copy ");
    make("walk/top:4", true);
    made_plan_assert(&plan, "t.", false,
                     "mixed/base/top:4 mixed/walk/top:4 host/copy device/copy ");
    make("host/copy", true);
    made_plan_assert(&plan, "t.", false, "host/copy ");
    make("device/copy", true);
    made_plan_assert(&plan, "t.", false, "device/copy ");
}

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

static void assert_full(const char *filter, const char *wanted)
{
    const struct plan_request request = { .techniques =
                                              made_techniques(&ceiling_bench, &plain_bench),
                                          .filter = filter,
                                          .profile = BENCH_FULL };
    assert_true(plan_init(&plan, &request));
    assert_true(plan_add_ceilings(&plan, made_techniques(&ceiling_bench, &plain_bench)));
    made_plan_assert(&plan, "t.", true, wanted);
}

TEST(test_ceilings_come_last)
{
    assert_full("plain/fast",
                "plain/base* plain/fast bandwidth/copy/bytes:4* bandwidth/read/bytes:4 ");
    assert_full(NULL, "plain/base* plain/fast bandwidth/copy/bytes:4* bandwidth/read/bytes:4 "
                      "bandwidth/copy/bytes:8* bandwidth/read/bytes:8 ");
    assert_full("copy", "bandwidth/copy/bytes:4* bandwidth/read/bytes:4 bandwidth/copy/bytes:8* ");
}
