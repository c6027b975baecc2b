/* SPDX-License-Identifier: MIT */
/* table_fastest.h: the lines of a table that say which cases of a workload are the fastest. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_TABLE_TABLE_FASTEST_H
#define CLAIMCHECK_HARNESS_VIEWS_TABLE_TABLE_FASTEST_H

#include "harness/record/catalogue.h"
#include "harness/record/run/run.h"
#include "harness/views/table/table_label.h"

/*
 * Of each kind and cache mode that has a verified case; one host-driven case beside those of the
 * GPU is not the fastest of anything. One case is named alone, and set bold, only where it is told
 * apart from all others by paired ratios (judge/fastest.h); else all that are not are named, and
 * those that have too few rounds in common with it to tell. The time is the median of the first.
 * Cases of the host have a line of their own, where there are several, when the GPU has any.
 * `common` is not named, as in the rows. `catalogue` as in table.h.
 */
void table_fastest_print(struct table_text *text, const struct run *run, const char *workload,
                         const struct table_label_common *common,
                         const struct catalogue *catalogue);

#endif
