/* SPDX-License-Identifier: MIT */
/*
 * export_pages.h: a run as tables that a pull request, a page or a paper shows: a line with device,
 * driver, date and commit, then a table for each workload: case, median, its interval, the speed-up
 * with its interval, and what to know of the row.
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_PAGES_H
#define CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_PAGES_H

#include "harness/record/run/run.h"

#include <stdio.h>

/* False where not all was written. */
bool export_markdown(FILE *out, const struct run *run);
bool export_html(FILE *out, const struct run *run);
bool export_latex(FILE *out, const struct run *run);

#endif
