/* SPDX-License-Identifier: MIT */
/* table_ceilings.h: what a device can do at most, for people. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_TABLE_TABLE_CEILINGS_H
#define CLAIMCHECK_HARNESS_VIEWS_TABLE_TABLE_CEILINGS_H

#include "harness/record/run/run.h"
#include "harness/views/table/table_text.h"

/*
 * A few lines: bandwidth of the largest working set, and the highest of all; rates, costs of steps;
 * the same of threads of the host. `all`: a line per working set instead. Nothing of what was not
 * measured.
 */
void table_ceilings_print(struct table_text *text, const struct run_ceilings *ceilings, bool all);

/* ", measured 3 h ago" before the run began, where an earlier one has measured them. */
void table_ceilings_age_print(struct table_text *text, const struct run *run);

#endif
