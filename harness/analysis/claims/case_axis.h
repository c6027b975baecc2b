/* SPDX-License-Identifier: MIT */
/* case_axis.h: values of a case on its axes. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_CASE_AXIS_H
#define CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_CASE_AXIS_H

#include "harness/record/run/run.h"

/* Returns the text of the run; NULL where the case has no axis of the name. */
const char *case_axis_value(const struct run_case *c, const char *axis);

/* Reads the number that a value begins with; NAN where there is none. */
double case_axis_number(const char *value);

/* Compares by the numbers in them, and letter by letter besides: 9x2 before 10x1 before 10x2. */
int case_axis_compare(const char *a, const char *b);

#endif
