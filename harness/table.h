/* SPDX-License-Identifier: MIT */
/*
 * table.h: results for people, from the run document (not from memory), so that a file prints as
 * the run did. Columns: case, median, 95 % interval, ratio to the baseline with its interval, % of
 * floor (a dash while no ceiling is known), check, status. Cases are grouped by workload; rows that
 * are not ok show their reason.
 */
#ifndef CLAIMCHECK_HARNESS_TABLE_H
#define CLAIMCHECK_HARNESS_TABLE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* Colours only when asked for: the caller knows whether out is a terminal and NO_COLOR is unset. */
void table_print(FILE *out, const json_t *document, bool colours);

/* A time with a unit that fits, three significant digits: "12.3 us". */
void table_format_ns(double ns, char text[32]);

#endif
