/* SPDX-License-Identifier: MIT */
/*
 * headline.h: one job of each technique, and all methods of it beside each other: what a page and a
 * terminal begin with. The job is that of the claim that states the largest gain, or else the one
 * that most variants do.
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_HEADLINE_HEADLINE_H
#define CLAIMCHECK_HARNESS_VIEWS_HEADLINE_HEADLINE_H

#include "harness/analysis/claims/claims.h"
#include "harness/analysis/published/published.h"
#include "harness/record/record.h"
#include "harness/record/run/run.h"
#include "harness/views/claims/claims.h"

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

/* True of a claim whose expression names the technique, or that names none and whose paper does. */
bool headline_is_about(const struct claims_entry *entry, const char *technique);

/* False where the technique has no case with a time. */
bool headline_find(struct headline *headline, const struct headline_source *source,
                   const char *technique);

/* True of the fastest bar, and of those that the rounds which both have in common cannot tell from
 * it. */
bool headline_is_best(const struct headline *headline, size_t bar);

void headline_finish(struct headline *headline);

/* ---------------------------------------------------------------------------------------------- */

/* A run in three lines a technique: of its headline's job the fastest method, the one
 * that is published, and the baseline:
 *
 *   tile_subdivision: map:scene/top:10/threshold:own/falloff:1
 *     best       6.98 µs  single_launch, 20.9 × faster [20.68, 21.05]
 *     published  23.7 µs  subtree subtree_levels:6, 6.14 × faster [6.138, 6.16]; paper about 6 ×
 *     baseline    146 µs  per_level
 */

/* True where a table of so many cases and workloads is too long for a terminal. */
bool digest_suits(size_t cases, size_t workloads);

/* The same of a run, but for one with a kernel of the user's, whose rows are the answer. */
bool digest_suits_run(const struct run *run);

/* Prints it, an empty line behind it, and how to see all. Cases that went wrong are named, five at
 * most. Of `end` it reads neither `before` nor `lines`. */
void digest_print(FILE *out, const struct run_end *end);

#endif
