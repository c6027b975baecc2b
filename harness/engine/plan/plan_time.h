/* SPDX-License-Identifier: MIT */
/* plan_time.h: a guess at how long a plan takes. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_PLAN_PLAN_TIME_H
#define CLAIMCHECK_HARNESS_ENGINE_PLAN_PLAN_TIME_H

#include "harness/engine/plan/plan.h"

/*
 * Seconds of wall time for one launch, by how many cases of each kind there are, and how many
 * groups of each technique: what they take on average in the runs that are kept of a GPU, set-up
 * and checks included. Mostly right to a half, at worst to a factor of three, where one case takes
 * long; progress.h says more once the first group has ended. The profile tells, too: what is larger
 * takes longer.
 */
double plan_time_s(const struct plan *plan, bool software, enum bench_profile profile);

/* "about 40 s", "about 4 min". */
void plan_time_text(double seconds, char text[32]);

#endif
