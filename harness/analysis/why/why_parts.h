/* SPDX-License-Identifier: MIT */
/* why_parts.h: parts of why.c, for it alone. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_WHY_WHY_PARTS_H
#define CLAIMCHECK_HARNESS_ANALYSIS_WHY_WHY_PARTS_H

#include "harness/analysis/limits/floor.h"
#include "harness/analysis/why/why.h"

/* Reasons that a sentence adds where shares are less than half of the time. */

/* The case to explain. */
struct why_subject {
    const struct run *run;
    const struct run_case *c;
    struct run_ceilings ceilings;
    struct floor_work work;
    double time_ns;
};

/* Adds causes behind those that `why` has. */
void why_conditions_find(struct why *why, const struct why_subject *of);

void why_cause_add(struct why *why, struct why_cause cause);

/* NULL where there is none. */
const struct why_use *why_use_of(const struct why *why, enum why_unit unit);

/* 0 for what is not known. */
double why_known(double number);
double why_metric(const struct run_case *c, const char *name);

/* The sentence. */

/* Fills in why->text, from all else of it. */
void why_words_write(struct why *why);

#endif
