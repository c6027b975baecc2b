/* SPDX-License-Identifier: MIT */
/* outcome_test.c: the exit code of a run, and of several: what is wrong counts before what was not
 * tried, in both. */
#include "harness/analysis/keep/keep.h"
#include "harness/base/base.h"
#include "tests/unit.h"

static int exit_of(enum bench_status a, enum bench_status b)
{
    struct run_case cases[] = { { .status = a, .mark = "" }, { .status = b, .mark = "" } };
    const struct run run = { .cases = cases, .case_count = 2 };
    return run_status_exit(&run);
}

static const struct {
    enum bench_status a, b;
    int code;
} pairs[] = {
    { BENCH_OK, BENCH_OK, EXIT_CODE_OK },
    { BENCH_OK, BENCH_UNSUPPORTED, EXIT_CODE_OK },
    { BENCH_SKIPPED, BENCH_UNSUPPORTED, EXIT_CODE_NOTHING },
    { BENCH_OK, BENCH_TIMEOUT, EXIT_CODE_UNTRIED },
    { BENCH_SUSPECT, BENCH_OK, EXIT_CODE_WRONG },
    { BENCH_ERROR, BENCH_FAILED_VERIFY, EXIT_CODE_WRONG },
};

/* In one run, and in a run each. */
TEST(test_worse)
{
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        const enum bench_status a = pairs[i].a, b = pairs[i].b;
        assert_int_equal(exit_of(a, b), pairs[i].code);
        assert_int_equal(run_status_worse(exit_of(a, a), exit_of(b, b)), pairs[i].code);
        assert_int_equal(run_status_worse(exit_of(b, b), exit_of(a, a)), pairs[i].code);
    }
}

/* A time whose check failed is no row of a gate; a run that was cut short may have one. */
TEST(test_unsound)
{
    struct run_case cases[] = { { .status = BENCH_OK, .check = RUN_CHECK_FAILED, .mark = "" } };
    const struct run run = { .cases = cases, .case_count = 1 };
    assert_int_equal(run_status_judged(cases), JUDGE_WRONG);
    assert_true(run_status_fails(cases) && run_status_is_wrong(cases));
    assert_string_equal(run_status_word(cases), "check failed");
    assert_int_equal(run_status_exit(&run), EXIT_CODE_OK);
    cases[0].check = RUN_CHECK_NONE;
    assert_int_equal(run_status_judged(cases), JUDGE_WRONG);
    cases[0].mark = foreign_mark; /* of another tool */
    assert_int_equal(run_status_judged(cases), JUDGE_WELL);
}
