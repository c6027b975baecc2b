/* SPDX-License-Identifier: MIT */
/* history_view.h: a case in all runs of a folder. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_HISTORY_HISTORY_VIEW_H
#define CLAIMCHECK_HARNESS_VIEWS_HISTORY_HISTORY_VIEW_H

#include "harness/record/run/run_history.h"
#include "harness/views/sheet/sheet.h"

#include <stdio.h>

/* Points of a history, a row each. */
void history_view(struct sheet *sheet, const void *history); /* struct run_history */

/* Times over many runs as a picture of its own: a line per case, card and driver, over the days
 * since the first run, or the hours where they are fewer than three days. */

enum { HISTORY_SVG_LINES_MAX = 16 };

enum history_svg_scale {
    HISTORY_SVG_AUTO, /* logarithmic where the longest is more than ten times the shortest */
    HISTORY_SVG_LINEAR,
    HISTORY_SVG_LOG,
};

/* The first HISTORY_SVG_LINES_MAX lines. False where there is none, or not all was written. */
bool history_svg(FILE *out, const struct run_history *history, enum history_svg_scale scale);

#endif
