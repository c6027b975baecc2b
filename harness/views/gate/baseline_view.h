/* SPDX-License-Identifier: MIT */
/*
 * baseline_view.h: what `baseline` says of a run, as a sheet: the verdict of all, what it was held
 * against, and the rows, for people those that are not the same.
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_GATE_BASELINE_VIEW_H
#define CLAIMCHECK_HARNESS_VIEWS_GATE_BASELINE_VIEW_H

#include "harness/analysis/baseline/baseline.h"
#include "harness/views/sheet/sheet.h"

struct baseline_shown {
    const struct baseline *stored;
    const struct run *run;
    const struct fingerprint *fingerprint;
    int code; /* baseline_exit_code() */
};

void baseline_view(struct sheet *sheet, const void *shown); /* struct baseline_shown */

#endif
