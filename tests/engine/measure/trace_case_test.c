/* SPDX-License-Identifier: MIT */
/* trace_case_test.c: traced cases that are right, wrong at the first check, wrong at the last. */
#include "bench/tile_subdivision/tiles.h"

#include "tests/one_case.h"

enum wrong { RIGHT, WRONG_AT_FIRST, WRONG_AT_LAST };
static enum wrong wrong;

static bool check(struct bench_case *c, enum bench_check kind)
{
    if (wrong == (kind == BENCH_CHECK_FULL ? WRONG_AT_FIRST : WRONG_AT_LAST))
        return context_mismatch(&c->context, "planted");
    return c->method->check(c, kind);
}

/* Calls that the caller received. */
struct seen {
    int count;
    enum bench_status status;
    size_t passes;
    double sum_ns, gpu_ns, wall_ns, unstamped_ns;
};

static void traced(void *context, const struct trace_case *c)
{
    struct seen *seen = context;
    seen->count++;
    seen->status = c->result->c.status;
    seen->passes = c->pass_count;
    seen->gpu_ns = c->gpu_ns;
    seen->wall_ns = c->wall_ns;
    seen->unstamped_ns = c->unstamped_ns;
    for (size_t i = 0; i < c->pass_count; i++) {
        seen->sum_ns += c->passes[i].ns;
        assert_true(c->passes[i].count > 0);
        assert_true(i == 0 || c->passes[i].ns <= c->passes[i - 1].ns);
    }
    assert_true(c->whole.begin_ns <= c->whole.end_ns);
    assert_string_equal(c->whole.name, c->result->c.name);
    for (size_t i = 1; i < c->host->count; i++) {
        assert_true(c->host->spans[i].begin_ns >= c->whole.begin_ns);
        assert_true(c->host->spans[i].end_ns <= c->whole.end_ns);
    }
}

static struct seen run(enum wrong fault, struct trace_results *outcome)
{
    static const struct bench_method around = { .check = check };
    struct bench bench = *tiles_technique.benches[0];
    const struct one_case wanted = { .technique = &tiles_technique,
                                     .bench = &bench,
                                     .filter = "/per_level/",
                                     .at = "map:scene/top:4" };
    CLEANUP(one_plan_finish) struct one_plan one;
    struct seen seen = { 0 };
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    bench.around = &around;
    wrong = fault;
    one_plan_init(&one, &wanted);
    const struct trace_params params = {
        .gpu = gpu, .seed = 1, .traced = traced, .context = &seen
    };
    trace_group_run(&params, &one.plan.groups[0], outcome);
    assert_int_equal(seen.count, 1);
    return seen;
}

TEST(test_right)
{
    struct trace_results outcome;
    const struct seen seen = run(RIGHT, &outcome);
    assert_int_equal(seen.status, BENCH_OK);
    assert_true(outcome.done && !outcome.wrong && !outcome.untried && !outcome.workload_failed);
    assert_int_equal(seen.passes, 6);
    assert_true(seen.gpu_ns > 0 && seen.unstamped_ns > 0);
    assert_true(seen.gpu_ns <= seen.wall_ns);
    assert_true(seen.sum_ns <= seen.gpu_ns * 1.000001 && seen.sum_ns >= seen.gpu_ns * 0.999999);
}

TEST(test_wrong)
{
    struct trace_results outcome;
    const struct seen first = run(WRONG_AT_FIRST, &outcome);
    assert_int_equal(first.status, BENCH_FAILED_VERIFY);
    assert_true(outcome.wrong && !outcome.done);
    assert_int_equal(first.passes, 0);
    const struct seen last = run(WRONG_AT_LAST, &outcome);
    assert_int_equal(last.status, BENCH_FAILED_VERIFY);
    assert_int_equal(last.passes, 0);
    assert_true(last.gpu_ns == 0 && last.wall_ns == 0);
    assert_true(outcome.wrong && !outcome.done);
}
