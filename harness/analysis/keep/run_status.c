/* SPDX-License-Identifier: MIT */
#include "harness/analysis/keep/keep.h"

bool run_status_is_left_out(const struct run_case *c)
{
    return c->status == BENCH_UNSUPPORTED || c->status == BENCH_SKIPPED ||
           c->status == BENCH_VERIFIED;
}

/* Has a time of ours, and its answer was not found right before and behind it. */
static bool is_unsound(const struct run_case *c)
{
    return c->status == BENCH_OK && c->check != RUN_CHECK_PASSED && !foreign_is(c);
}

bool run_status_is_wrong(const struct run_case *c)
{
    return c->status == BENCH_FAILED_VERIFY || c->status == BENCH_SUSPECT || is_unsound(c);
}

const char *run_status_word(const struct run_case *c)
{
    return is_unsound(c) ? "check failed" : bench_status_name(c->status);
}

bool run_status_is_untried(const struct run_case *c)
{
    return c->status == BENCH_ERROR || c->status == BENCH_DEVICE_LOST || c->status == BENCH_TIMEOUT;
}

bool run_status_fails(const struct run_case *c)
{
    return is_unsound(c) || (c->status != BENCH_OK && !run_status_is_left_out(c));
}

enum judge_status run_status_judged(const struct run_case *c)
{
    return !c                          ? JUDGE_ABSENT
           : run_status_is_wrong(c)    ? JUDGE_WRONG
           : c->status == BENCH_OK     ? JUDGE_WELL
           : run_status_is_left_out(c) ? JUDGE_LEFT_OUT
                                       : JUDGE_BROKEN;
}

int run_status_exit(const struct run *run)
{
    bool wrong = false, untried = false, done = false, others = false;
    /* A run is of more than ceilings when any case is no ceiling: those come along unasked. */
    for (size_t i = 0; i < run->case_count; i++)
        others = others || run->cases[i].ceiling == BENCH_CEILING_NONE;
    foreach (const struct run_case, c, run->cases, run->case_count) {
        done = done || ((c->status == BENCH_OK || c->status == BENCH_VERIFIED) &&
                        (!others || c->ceiling == BENCH_CEILING_NONE));
        wrong = wrong || (run_status_is_wrong(c) && !is_unsound(c)); /* that may be interrupted */
        untried = untried || run_status_is_untried(c);
    }
    if (wrong)
        return EXIT_CODE_WRONG;
    if (untried)
        return EXIT_CODE_UNTRIED;
    return done ? EXIT_CODE_OK : EXIT_CODE_NOTHING;
}

int run_status_worse(int a, int b)
{
    static const int order[] = { EXIT_CODE_WRONG, EXIT_CODE_UNTRIED, EXIT_CODE_OK,
                                 EXIT_CODE_NOTHING };
    for (size_t i = 0; i < COUNT_OF(order); i++)
        if (a == order[i] || b == order[i])
            return order[i];
    return a;
}
