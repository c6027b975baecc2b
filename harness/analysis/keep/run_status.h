/* SPDX-License-Identifier: MIT */
/* run_status.h: how a run went as a whole. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_KEEP_RUN_STATUS_H
#define CLAIMCHECK_HARNESS_ANALYSIS_KEEP_RUN_STATUS_H

#include "harness/record/run/run.h"

/* Says whether the device or the user rules the case out, which is no failure. */
bool run_status_is_left_out(const struct run_case *c);

/* Neither well nor left out: a wrong result, or none. */
bool run_status_fails(const struct run_case *c);

/* Whether its result is wrong, or its time not to be believed. */
bool run_status_is_wrong(const struct run_case *c);

/* The exit code that the statuses of its cases ask for. */
int run_status_exit(const struct run *run);

/* Returns the exit code that counts more, as within a run. */
int run_status_worse(int a, int b);

#endif
