/* SPDX-License-Identifier: MIT */
/* table_group.h: the cases of one workload, and which of them is the fastest. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_TABLE_TABLE_GROUP_H
#define CLAIMCHECK_HARNESS_VIEWS_TABLE_TABLE_GROUP_H

#include "harness/views/table/table.h"
#include "harness/views/table/table_text.h"

/* True for cases that have a row: not those that the filter leaves out, nor twins that no file
 * concerns; nor, where there are `others`, ceilings that are well. */
bool table_group_shows(const struct table_options *options, const struct run_case *c, bool others);

/* Those that have one, and behind them an empty line; nothing without any. False when memory runs
 * out. */
bool table_group_print(struct table_text *text, const struct run *run, const char *workload,
                       const struct table_options *options, bool others);

#endif
