/* SPDX-License-Identifier: MIT */
/* why_print.h: why cases are below half of their floors, for people. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_CASE_WHY_PRINT_H
#define CLAIMCHECK_HARNESS_VIEWS_CASE_WHY_PRINT_H

#include "harness/record/run/run.h"

#include <stdio.h>

/* A line for each case that has a sentence (judge/why/why.h): its name, then that. */
void why_print(FILE *out, const struct run *run);

#endif
