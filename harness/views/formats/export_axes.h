/* SPDX-License-Identifier: MIT */
/* export_axes.h: what tables of values separated by commas have of every run and case: columns of
 * its axes, and where and when it was measured. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_AXES_H
#define CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_AXES_H

#include "harness/base/name_list.h"
#include "harness/record/run/run.h"

#include <stdbool.h>
#include <stdio.h>

/* The names of all axes of all cases, in the order in which they turn up. False when memory runs
 * out; name_list_finish() is due either way. */
bool export_axes_collect(const struct run *const *runs, size_t run_count, struct name_list *names);

/* ",axis.<name>" for each, and the cells of a case below them; the line goes on. */
void export_axes_titles(FILE *out, const struct name_list *names);
void export_axes_cells(FILE *out, const struct name_list *names, const struct run_case *c);

/* The name of the driver, and what it says of itself: a field. */
void export_axes_driver(FILE *out, const struct run_device *device);

#endif
