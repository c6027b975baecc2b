/* SPDX-License-Identifier: MIT */
#include "harness/analysis/keep/run_status.h"

#include "harness/base/exit_code.h"

bool run_status_is_left_out(const struct run_case *c)
{
    return c->status == BENCH_UNSUPPORTED || c->status == BENCH_SKIPPED ||
           c->status == BENCH_VERIFIED;
}

bool run_status_fails(const struct run_case *c)
{
    return c->status != BENCH_OK && !run_status_is_left_out(c);
}

bool run_status_is_wrong(const struct run_case *c)
{
    return c->status == BENCH_FAILED_VERIFY || c->status == BENCH_SUSPECT;
}

/* A run is of more than ceilings when any case is no ceiling: those come along unasked. */
static bool holds_others(const struct run *run)
{
    for (size_t i = 0; i < run->case_count; i++)
        if (run->cases[i].ceiling == BENCH_CEILING_NONE)
            return true;
    return false;
}

int run_status_exit(const struct run *run)
{
    bool wrong = false, untried = false, done = false;
    const bool others = holds_others(run);
    for (size_t i = 0; i < run->case_count; i++) {
        const struct run_case *c = &run->cases[i];
        const enum bench_status status = c->status;
        done = done || ((status == BENCH_OK || status == BENCH_VERIFIED) &&
                        (!others || c->ceiling == BENCH_CEILING_NONE));
        wrong = wrong || run_status_is_wrong(c);
        untried = untried || status == BENCH_ERROR || status == BENCH_DEVICE_LOST ||
                  status == BENCH_TIMEOUT;
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
    for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
        if (a == order[i] || b == order[i])
            return order[i];
    return a;
}
