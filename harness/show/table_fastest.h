/* SPDX-License-Identifier: MIT */
/* table_fastest.h: the line of a table that says which cases of a workload are the fastest. */
#ifndef CLAIMCHECK_HARNESS_SHOW_TABLE_FASTEST_H
#define CLAIMCHECK_HARNESS_SHOW_TABLE_FASTEST_H

#include "harness/run/run.h"

#include <stdio.h>

/*
 * Of each kind and cache mode that has a verified case. One case is named alone, and set bold, only
 * where it is told apart from all others by paired ratios (judge/fastest.h); else all that are not
 * are named, and those that have too few rounds in common with it to tell. The time is the median
 * of the first.
 */
void table_fastest_print(FILE *out, const struct run *run, const char *workload, bool colours);

#endif
