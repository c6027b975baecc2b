/* SPDX-License-Identifier: MIT */
/* context.h: a context of a test's own, as workloads and cases have one, and facts of theirs. */
#ifndef CLAIMCHECK_TESTS_CONTEXT_H
#define CLAIMCHECK_TESTS_CONTEXT_H

#include "harness/engine/measure/measure.h"
#include "tests/unit.h"

/* Finds a fact of the workload; fails the test where there is none of that name. */
static inline const struct fact *fact_of(const struct bench_workload *workload, const char *name)
{
    const struct facts *facts = context_facts(&workload->context);
    for (size_t i = 0; i < facts->count; i++)
        if (strcmp(facts->facts[i].name, name) == 0)
            return &facts->facts[i];
    fail_msg("there is no fact %s", name);
    return NULL;
}

/* With no axes; the scope may be NULL. Ends with context_finish(). */
static inline struct context context_of(uint64_t seed, struct gpu_scope *scope)
{
    struct context context;
    context_init(&context, seed, (struct context_values){ 0 });
    context.scope = scope;
    return context;
}

#endif
