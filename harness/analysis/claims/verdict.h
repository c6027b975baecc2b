/* SPDX-License-Identifier: MIT */
/*
 * verdict.h: what an interval says about a published number. Pure rules; docs/claims.md says them
 * in words.
 *
 * An interval whose ends are NAN says nothing: INCONCLUSIVE. What is exact has an interval of
 * width 0, or one that holds what several runs had.
 */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_VERDICT_H
#define CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_VERDICT_H

#include "harness/base/stats.h"

#include <stdbool.h>
#include <stddef.h>

/* The first that holds is the verdict. */
enum verdict {
    VERDICT_NOT_TESTABLE,
    VERDICT_INCONCLUSIVE,
    VERDICT_CONTRADICTS,
    VERDICT_NO_DIFFERENCE,
    VERDICT_MATCHES,
    VERDICT_DIRECTION_ONLY,
    VERDICT_COUNT,
};

/* "NOT TESTABLE", ... Static storage. */
const char *verdict_name(enum verdict verdict);

/* VERDICT_COUNT where there is no verdict of that name. */
enum verdict verdict_find(const char *name);

/* What differs by less than this is not told apart: 2 %. */
extern const double verdict_theta;

struct verdict_rule {
    double tolerance; /* relative, of the published number: the band is from p / (1 + T) to
                         p (1 + T) */
    bool exact;       /* without noise: what differs at all is told apart */
};

/* A ratio, and the published one, above 0. */
enum verdict verdict_ratio(struct stats_interval ratio, double published, struct verdict_rule rule);

/* True where the band of a published ratio holds 1: its size is not told from it. */
bool verdict_size_open(double published, struct verdict_rule rule);

/* A number that has no direction: a time, bytes, a count. */
enum verdict verdict_value(struct stats_interval value, double published, struct verdict_rule rule);

/* On which side of a published number it lies, which the tolerance moves away from it first:
 * What lies below the one edge with its whole interval is told to be
 * below, above the other above. Of a bound of 1 the two are one, at θ beyond it, or at the
 * tolerance where that is more: it denies a direction, and no difference is none. */
struct verdict_edges {
    double below, above;
};
struct verdict_edges verdict_bound_edges(double bound, bool least, struct verdict_rule rule);
enum verdict verdict_at_least(struct stats_interval value, double bound, struct verdict_rule rule);
enum verdict verdict_at_most(struct stats_interval value, double bound, struct verdict_rule rule);

/* A ratio that is published to be below 1; and to be no larger than 1. */
enum verdict verdict_less(struct stats_interval ratio, struct verdict_rule rule);
enum verdict verdict_no_more(struct stats_interval ratio, struct verdict_rule rule);

/* Where a point of a sweep lies: behind the last that is not it, up to the first that is; low 0
 * where none is not, NAN where that is the last of all, high INFINITY where none is. */
enum verdict verdict_place(double low, double high, double published, struct verdict_rule rule);

/* Of several pairs, by how many have which verdict. */
enum verdict verdict_all(const size_t counts[VERDICT_COUNT]);

/* How many samples in place of n would make the interval narrow enough for a verdict, if more of
 * them were as these are; 0 where that cannot be said. `edge` is what it must be told from; NAN: it
 * must be as narrow as the band. */
size_t verdict_needed(struct stats_interval interval, double edge, size_t n,
                      struct verdict_rule rule);

#endif
