/* SPDX-License-Identifier: MIT */
/* stream_variants_test.c: all variants of all benches, on streams that fill no tile and no tree. */
#include "bench/stream_reduction/stream.h"

#include "tests/one_case.h"

/* Runs all variants at a point; returns how many had an answer. Each has, but for what a device
 * lacks. */
static size_t run_all(const struct bench *bench, const struct plan_setting *axes)
{
    struct one_plan one;
    struct one_case wanted = {
        .technique = &stream_technique, .bench = bench, .seed = 1, .samples = 1
    };
    size_t right = 0;
    for (int i = 0; axes[i].name; i++)
        wanted.axes[i] = axes[i];
    one_plan_init(&one, &wanted);
    for (size_t g = 0; g < one.plan.group_count; g++) {
        struct sampler_results outcome;
        one_group_run(&wanted, &one.plan.groups[g], &outcome);
        for (size_t i = 0; i < one.plan.groups[g].case_count; i++) {
            const struct result *result = &outcome.results[i];
            if (result->c.status != BENCH_OK && result->c.status != BENCH_UNSUPPORTED)
                fail_msg("%s: %s", result->c.name, result->reason);
            right += result->c.status == BENCH_OK;
        }
        sampler_results_finish(&outcome);
    }
    plan_finish(&one.plan);
    return right;
}

TEST(test_compact)
{
    static const struct plan_setting axes[] = {
        { "n", "1,65" }, { "p", "0,0.5,1" }, { "cluster", "7" }, { "element", "tuple,index" },
        { NULL, NULL },
    };
    /* quadtree, binary_tree and append need nothing that a device may lack. */
    assert_true(run_all(stream_technique.benches[0], axes) >= 12 * 3);
}

TEST(test_transfer)
{
    static const struct plan_setting axes[] = { { "n", "1,65" }, { "p", "0,1" }, { NULL, NULL } };
    assert_int_equal(run_all(stream_technique.benches[1], axes), 3 * (4 + 2));
}
