/* SPDX-License-Identifier: MIT */
/* context.h: a context of a test's own, as workloads and cases have one. */
#ifndef CLAIMCHECK_TESTS_CONTEXT_H
#define CLAIMCHECK_TESTS_CONTEXT_H

#include "harness/engine/measure/measure.h"
#include "tests/unit.h"

/* With no axes; the scope may be NULL. Ends with context_finish(). */
static inline struct context context_of(uint64_t seed, struct gpu_scope *scope)
{
    struct context context;
    context_init(&context, seed, (struct context_values){ 0 });
    context.scope = scope;
    return context;
}

#endif
