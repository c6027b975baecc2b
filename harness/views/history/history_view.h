/* SPDX-License-Identifier: MIT */
/* history_view.h: points of a history as a sheet, a row each. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_HISTORY_HISTORY_VIEW_H
#define CLAIMCHECK_HARNESS_VIEWS_HISTORY_HISTORY_VIEW_H

#include "harness/record/run/run_history.h"
#include "harness/views/sheet/sheet.h"

void history_view(struct sheet *sheet, const void *history); /* struct run_history */

#endif
