/* SPDX-License-Identifier: MIT */
/*
 * zones.h: which word a ratio has, by the kind of claim. Pure rules;
 * docs/reference/verdict-rules.md explains them.
 *
 * A ratio r reads in the direction of the statement: above 1 where it holds. Of a share s it is
 * s / (1 - s). Zones go from low r to high r; an edge belongs to the zone below it.
 */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_ZONES_H
#define CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_ZONES_H

#include "harness/analysis/claims/verdict.h"
#include "harness/base/stats.h"

enum { ZONES_MAX = 5 };

struct zones {
    size_t count; /* of zones; edges are one less */
    enum zone zone[ZONES_MAX];
    double edge[ZONES_MAX - 1]; /* ascending */
};

/* The two margins of all claims: no difference, 5 %; the same size, of a gain, 1.5 and on the
 * paper's own device 1.1. */
extern const double zones_delta, zones_kappa, zones_kappa_own;

/* A size X, above 1; one within delta of 1 is no difference, which denies both sides. */
struct zones zones_size(double x, double kappa);

/* Any size of X and more: "much", or an order of magnitude. */
struct zones zones_least(double x);

/* A direction without a number. */
struct zones zones_direction(void);

/* No difference: r from 1 / margin to margin. A side that is not denied is STRONGER. */
struct zones zones_none(double margin, bool denies_above, bool denies_below);

/* A number that the paper states as a bound. r is the number itself. */
struct zones zones_at_most(double bound);
struct zones zones_at_least(double bound);

/* r: the measure at the paper's place over the best. */
struct zones zones_best(double kappa);

/* r: the place over the paper's; a crossover that is later than kappa is WEAKER. */
struct zones zones_from(double kappa);

/* r: a count over the paper's. `unit` is 1 over the paper's: one more or less is no difference. A
 * side that is not denied is STRONGER where the other is, else WEAKER. */
struct zones zones_count(double unit, bool denies_above, bool denies_below);

/* The zones that [low, high] lies in. NOT TESTABLE where an end is NAN. */
struct verdict zones_judge(const struct zones *zones, struct stats_interval r);

/* The zone of the word that the claim as published has: CONFIRMED, from *low to *high; an end that
 * is open is 0 or INFINITY. */
struct stats_interval zones_confirmed(const struct zones *zones);

#endif
