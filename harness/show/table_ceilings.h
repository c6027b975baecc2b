/* SPDX-License-Identifier: MIT */
/* table_ceilings.h: what a device can do at most, for people, from `ceilings` of a run document. */
#ifndef CLAIMCHECK_HARNESS_SHOW_TABLE_CEILINGS_H
#define CLAIMCHECK_HARNESS_SHOW_TABLE_CEILINGS_H

#include <jansson.h>
#include <stdio.h>

/* A line per working set, then rates and the costs of steps; dashes for what was not measured.
 * Nothing for null. */
void table_ceilings_print(FILE *out, const json_t *ceilings);

#endif
