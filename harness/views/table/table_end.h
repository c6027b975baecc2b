/* SPDX-License-Identifier: MIT */
/* table_end.h: what is said once, below all groups. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_TABLE_TABLE_END_H
#define CLAIMCHECK_HARNESS_VIEWS_TABLE_TABLE_END_H

#include "harness/views/table/table.h"

/* What notes mean, where cases of kind CPU ran, what intervals are of, and how many cases ended
 * how: ceilings only where they are all there is, or one is not well. False when memory runs
 * out. */
bool table_end_print(struct table_text *text, const struct run *run,
                     const struct table_options *options, bool others);

#endif
