/* SPDX-License-Identifier: MIT */
/* table_ceilings.h: what a device can do at most, for people. */
#ifndef CLAIMCHECK_HARNESS_SHOW_TABLE_CEILINGS_H
#define CLAIMCHECK_HARNESS_SHOW_TABLE_CEILINGS_H

#include "harness/run/run.h"

#include <stdio.h>

/* A line per working set, then rates and the costs of steps; dashes for what was not measured. Then
 * the same of threads of the host. */
void table_ceilings_print(FILE *out, const struct run_ceilings *ceilings);

/* ", measured 3 h ago" before the run began, where an earlier one has measured them. */
void table_ceilings_age_print(FILE *out, const struct run *run);

#endif
