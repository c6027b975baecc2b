/* SPDX-License-Identifier: MIT */
/* table_override.h: the lines of a table that say how kernels of the user's compare with those that
 * they stand in for. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_TABLE_TABLE_OVERRIDE_H
#define CLAIMCHECK_HARNESS_VIEWS_TABLE_TABLE_OVERRIDE_H

#include "harness/record/run/run.h"
#include "harness/views/table/table_text.h"

/*
 * For each twin of the workload its time over its original's, with the interval and what that says
 * (override.h), and below it what differs between the kernels, those that are alike in several
 * cases once. Nothing for a workload without twins.
 */
void table_override_print(struct table_text *text, const struct run *run, const char *workload);

#endif
