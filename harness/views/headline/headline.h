/* SPDX-License-Identifier: MIT */
/*
 * headline.h: one job of each technique, and all methods of it beside each other: what a page and a
 * terminal begin with. The job is that of the claim that states the largest gain, or else the one
 * that most variants do.
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_HEADLINE_HEADLINE_H
#define CLAIMCHECK_HARNESS_VIEWS_HEADLINE_HEADLINE_H

#include "harness/analysis/claims/claims.h"
#include "harness/record/catalogue.h"
#include "harness/record/run/run_choice.h"

struct headline_source {
    const struct claims_device *device; /* what its claims say */
    const struct run_latest *latest;    /* its cases */
    const struct catalogue *catalogue;
};

/* The bar of a variant. */
struct headline_bar {
    const struct run_latest_case *it;
    const struct run_case *baseline; /* that it has its ratio to; NULL */
    bool wall;                       /* both are by wall time */
    double factor;                   /* the baseline's time over its own; NAN */
};

/* One job: cases of one workload. */
struct headline {
    const struct claims_entry *entry;       /* NULL: no claim with a verdict is about it */
    const struct run_latest_case *sides[2]; /* of the claim's pair: a, b; NULL */
    const struct run_latest_case *job;      /* a case of it */
    struct headline_bar *bars;              /* the fastest first; malloc'ed */
    size_t count;
};

/* False where the technique has no case with a time. */
bool headline_find(struct headline *headline, const struct headline_source *source,
                   const char *technique);

/* True of the fastest bar, and of those that the rounds which both have in common cannot tell from
 * it. */
bool headline_is_best(const struct headline *headline, size_t bar);

void headline_finish(struct headline *headline);

#endif
