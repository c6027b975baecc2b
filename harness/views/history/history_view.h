/* SPDX-License-Identifier: MIT */
/* history_view.h: a case in all runs of a folder. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_HISTORY_HISTORY_VIEW_H
#define CLAIMCHECK_HARNESS_VIEWS_HISTORY_HISTORY_VIEW_H

#include "harness/record/run/run.h"
#include "harness/views/sheet/sheet.h"

/* Points of a history, a row each. */
void history_view(struct sheet *sheet, const void *history); /* struct run_history */

#endif
