/* SPDX-License-Identifier: MIT */
/* run_status.h: how a run went as a whole. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_KEEP_RUN_STATUS_H
#define CLAIMCHECK_HARNESS_ANALYSIS_KEEP_RUN_STATUS_H

#include "harness/record/run/run.h"

/* What the device or the user rules out is no failure. */
bool run_status_is_left_out(const struct run_case *c);

/* Neither well nor left out: a wrong result, or none. */
bool run_status_fails(const struct run_case *c);

/* The exit code that the statuses of its cases ask for. */
int run_status_exit(const struct run *run);

/* Of two exit codes what counts most for both together, as it does within a run. */
int run_status_worse(int a, int b);

#endif
