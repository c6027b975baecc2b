/* SPDX-License-Identifier: MIT */
/* table_ceilings.h: what a device can do at most, for people, from `ceilings` of a run document. */
#ifndef CLAIMCHECK_HARNESS_SHOW_TABLE_CEILINGS_H
#define CLAIMCHECK_HARNESS_SHOW_TABLE_CEILINGS_H

#include <jansson.h>
#include <stdio.h>

/* A line per working set, then rates and the costs of steps; dashes for what was not measured.
 * Nothing for null. */
void table_ceilings_print(FILE *out, const json_t *ceilings);

/* A number per second with a unit that fits, three significant digits: "3.02 T" before `unit`. A
 * dash unless it is finite and above 0. */
void table_format_rate(double per_s, const char *unit, char text[32]);

#endif
