/* SPDX-License-Identifier: MIT */
/* made_plan.h: what is in a plan that a test has made. */
#ifndef CLAIMCHECK_TESTS_ENGINE_PLAN_MADE_PLAN_H
#define CLAIMCHECK_TESTS_ENGINE_PLAN_MADE_PLAN_H

#include "harness/base/base.h"
#include "harness/engine/plan/plan.h"
#include "tests/unit.h"

/* Makes a list of one technique, t, of a bench or two; it lasts until the next. */
static inline const struct technique *const *made_techniques(const struct bench *first,
                                                             const struct bench *second)
{
    static const struct bench *benches[3];
    static const struct technique technique = { .name = "t", .benches = benches };
    static const struct technique *const techniques[] = { &technique, NULL };
    benches[0] = first;
    benches[1] = second;
    return techniques;
}

/* Returns the case of that name; NULL when there is none. */
static inline const struct plan_case *made_plan_find(const struct plan *plan, const char *name)
{
    for (size_t i = 0; i < plan->group_count; i++)
        for (size_t k = 0; k < plan->groups[i].case_count; k++)
            if (strcmp(plan->groups[i].cases[k].name, name) == 0)
                return &plan->groups[i].cases[k];
    return NULL;
}

/* Fails the test unless these are the names of all cases, in order, with a blank behind each; then
 * finishes the plan. Before a name stands `prefix`, behind it "*" of a baseline where `starred`,
 * and "!" of a case that is never timed. */
static inline void made_plan_assert(struct plan *plan, const char *prefix, bool starred,
                                    const char *wanted)
{
    struct text names = { 0 };
    size_t count = 0;
    for (size_t i = 0; i < plan->group_count; i++)
        for (size_t k = 0; k < plan->groups[i].case_count; k++, count++) {
            const struct plan_case *c = &plan->groups[i].cases[k];
            assert_memory_equal(c->name, prefix, strlen(prefix));
            text_add_format(&names, "%s%s%s ", c->name + strlen(prefix),
                            starred && c->baseline ? "*" : "", c->check ? "!" : "");
        }
    assert_string_equal(text_string(&names), wanted);
    assert_int_equal(plan->case_count, count);
    text_finish(&names);
    plan_finish(plan);
}

#endif
