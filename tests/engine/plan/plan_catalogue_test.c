/* SPDX-License-Identifier: MIT */
/* Facts about techniques for readers of runs: questions, papers, and which cases do a part. */
#include "tests/engine/plan/made_plan.h"

static const struct bench_axis axes[] = { { .name = "part", .default_value = "all", .parts = true },
                                          { .name = "size" },
                                          { 0 } };
static const struct bench_variant variants[] = { { .name = "whole" },
                                                 { .name = "v", .axes = axes },
                                                 { 0 } };
static const struct bench bench = { .name = "b", .question = "Which?", .variants = variants };
static const struct bench *const benches[] = { &bench, NULL };
static const struct technique technique = {
    .name = "t", .question = "What?", .paper = "Somebody 2001", .benches = benches
};
static const struct technique *const techniques[] = { &technique, NULL };

TEST(test_texts)
{
    const struct catalogue catalogue = plan_catalogue(techniques);
    assert_string_equal(catalogue.question(catalogue.techniques, "t", NULL), "What?");
    assert_string_equal(catalogue.question(catalogue.techniques, "t", "b"), "Which?");
    assert_string_equal(catalogue.paper(catalogue.techniques, "t"), "Somebody 2001");
    assert_null(catalogue.question(catalogue.techniques, "u", NULL));
    assert_null(catalogue.question(catalogue.techniques, "u", "b"));
    assert_null(catalogue.question(catalogue.techniques, "t", "c"));
    assert_null(catalogue.paper(catalogue.techniques, "u"));
}

static bool does_part(const char *variant, const char *axis, const char *value)
{
    const struct catalogue catalogue = plan_catalogue(techniques);
    const struct run_axis given = { axis, value, NAN };
    const struct run_case c = {
        .technique = "t", .bench = "b", .variant = variant, .axes = &given, .axis_count = 1
    };
    return catalogue.does_part(catalogue.techniques, &c);
}

TEST(test_parts)
{
    assert_true(does_part("v", "part", "build"));
    assert_false(does_part("v", "part", "all"));
    assert_false(does_part("v", "size", "2"));
    assert_false(does_part("whole", "part", "build"));
    assert_false(does_part("unknown", "part", "build"));
}
