/* SPDX-License-Identifier: MIT */
/*
 * recommendation.h: what to choose on a device, for each question that a run has an answer to.
 * Pure: a run and its verdicts in, advice out; show/recommendation_print.h has the words.
 *
 * A question is a bench. Its inputs are the workloads in which cases of two of its variants are
 * verified, of one kind and with hot caches, which do all of the work (bench_axis.parts); GPU, and
 * where no input has those, HOST_DRIVEN, and then CPU. An input tells who is the fastest where the
 * case that leads is ahead of every case of another variant, by the rounds of both (paired_ratio()), with
 * the whole interval, and by more than what verdicts call a difference.
 *
 *   ONE    all inputs tell, and tell the same variant
 *   SPLIT  more than half of the inputs tell, and they tell two variants, one up to a value of an
 *          axis that is a number, the other above it
 *   MOST   more than half of the inputs tell the same variant
 *
 * What none of these fits, ties above all, has no advice. Nor has a question that no claim with a
 * verdict speaks of, as a run of some cases has only by accident; one in which kernels of the
 * user's ran; and anything on a software device.
 */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_LIMITS_RECOMMENDATION_H
#define CLAIMCHECK_HARNESS_ANALYSIS_LIMITS_RECOMMENDATION_H

#include "harness/analysis/claims/claims.h"
#include "harness/record/catalogue.h"

enum recommendation_rule { RECOMMENDATION_ONE, RECOMMENDATION_SPLIT, RECOMMENDATION_MOST };

struct recommendation {
    const char *technique, *bench;
    enum recommendation_rule rule;
    const struct run_case *fastest; /* in the first input that tells it */
    bool everywhere;                /* with the same axes of its own in all that tell it */
    size_t inputs, wins;            /* of the bench; that tell the fastest */

    const struct run_case *other; /* SPLIT: the fastest above `limit` */
    const char *axis, *limit;     /* SPLIT: and its largest value up to which `fastest` is */

    const struct run_case *baseline; /* of that input; NULL where it is not of the kind */
    double least, most; /* baseline's time over its own, in the inputs that tell it; NAN */

    size_t consistent, contradicted; /* claims that speak of the question, by their verdicts */
    const char *claim;               /* the first that is contradicted; "" */
};

struct recommendation_list {
    struct recommendation *list; /* malloc'ed; texts are the run's and the claims' */
    size_t count;
    struct run whole; /* the run without cases that do a part of the work: its array of cases is of
                         its own, and all that the advice names are in it */
};

/* In the order in which the run has the benches. `catalogue` may be NULL. */
void recommendation_find(struct recommendation_list *advice, const struct run *run,
                         const struct claims *claims, const struct catalogue *catalogue);
void recommendation_finish(struct recommendation_list *advice);

/* True of an axis of the case that its whole workload does not share: of the variant's own. */
bool recommendation_axis_own(const struct run *whole, const struct run_case *c, size_t axis);

#endif
