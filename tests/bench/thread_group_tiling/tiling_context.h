/* SPDX-License-Identifier: MIT */
/* tiling_context.h: a context of a test's own, without a device. */
#ifndef CLAIMCHECK_TESTS_BENCH_THREAD_GROUP_TILING_TILING_CONTEXT_H
#define CLAIMCHECK_TESTS_BENCH_THREAD_GROUP_TILING_TILING_CONTEXT_H

#include "harness/engine/measure/measure.h"
#include "tests/unit.h"

/* With no axes. Ends with context_finish(). */
static inline struct context context_of(uint64_t seed)
{
    struct context context;
    context_init(&context, seed, (struct context_values){ 0 });
    context.scope = NULL;
    return context;
}

#endif
