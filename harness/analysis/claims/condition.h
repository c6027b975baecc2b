/* SPDX-License-Identifier: MIT */
/* condition.h: whether a case of a run is one that a claim speaks of. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_CONDITION_H
#define CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_CONDITION_H

#include "harness/analysis/published/published.h"
#include "harness/record/run/run.h"

enum { CONDITION_TEXT_BYTES = 256 };

/* False, with what the case is instead, where it is not, or where the run does not say; a condition
 * on the device is not one on a case, and is met. */
bool condition_met(const struct published_condition *condition, const struct run *run,
                   const struct run_case *c, char text[CONDITION_TEXT_BYTES]);

#endif
