/* SPDX-License-Identifier: MIT */
/* outcome.h: how a run went as a whole. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_KEEP_OUTCOME_H
#define CLAIMCHECK_HARNESS_ANALYSIS_KEEP_OUTCOME_H

#include "harness/record/run/run.h"

/* What the device or the user rules out is no failure. */
bool outcome_is_left_out(const struct run_case *c);

/* Neither well nor left out: a wrong result, or none. */
bool outcome_fails(const struct run_case *c);

/* The exit code that the statuses of its cases ask for. */
int outcome_exit(const struct run *run);

/* Of two exit codes what counts most for both together, as it does within a run. */
int outcome_worse(int a, int b);

/* A run is of more than ceilings when any case is no ceiling: those come along unasked. */
bool outcome_holds_others(const struct run *run);

#endif
