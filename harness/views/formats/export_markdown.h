/* SPDX-License-Identifier: MIT */
/* export_markdown.h: cases of a run as tables that a pull request shows. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_MARKDOWN_H
#define CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_MARKDOWN_H

#include "harness/record/run/run.h"

#include <stdio.h>

/*
 * What measured, and a table per workload: case, median, its interval, speed-up over the baseline
 * with its interval, note; a case that did not end well has its status and the reason there.
 * Speed-ups between device and host are left out, as the terminal's table leaves them out. False
 * where not all of it was written.
 */
bool export_markdown(FILE *out, const struct run *run);

#endif
