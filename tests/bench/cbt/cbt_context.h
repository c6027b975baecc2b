/* SPDX-License-Identifier: MIT */
/* cbt_context.h: a context of a test's own, as workloads and cases have one. */
#ifndef CLAIMCHECK_TESTS_BENCH_CBT_CBT_CONTEXT_H
#define CLAIMCHECK_TESTS_BENCH_CBT_CBT_CONTEXT_H

#include "harness/engine/measure/measure.h"
#include "tests/unit.h"

/* With no axes; the scope may be NULL. Ends with context_finish(). */
static inline struct context context_create(struct gpu_scope *scope)
{
    struct context context;
    context_init(&context, 1, (struct context_values){ 0 });
    context.scope = scope;
    return context;
}

#endif
