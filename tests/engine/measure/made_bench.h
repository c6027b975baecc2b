/* SPDX-License-Identifier: MIT */
/* made_bench.h: functions and a technique that benches made up by tests have in common. */
#ifndef CLAIMCHECK_TESTS_ENGINE_MEASURE_MADE_BENCH_H
#define CLAIMCHECK_TESTS_ENGINE_MEASURE_MADE_BENCH_H

#include "harness/bench.h"

static const struct technique made_technique = { .name = "test" };

/* Does nothing, and has nothing to do. */
static inline bool made_nothing(struct bench_case *c)
{
    (void)c;
    return true;
}

/* Finds any answer right. */
static inline bool made_check(struct bench_case *c, enum bench_check kind)
{
    (void)c, (void)kind;
    return true;
}

static inline void made_work(const struct bench_case *c, struct bench_work *work)
{
    (void)c;
    *work = (struct bench_work){ .operations = 1, .chain = 1 };
}

#endif
