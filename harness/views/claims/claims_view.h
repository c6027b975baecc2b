/* SPDX-License-Identifier: MIT */
/*
 * claims_view.h: verdicts as a sheet, a row for each claim.
 *
 *   text     of each device what was measured and is testable, with what the paper has; what is not
 *            testable is counted. Nothing where nothing was measured
 *   pages    of each device all claims of papers some of which was measured
 *   CSV      all claims of all devices; value, low, high and the names of a and b are those of the
 *            pair that stands for all
 *
 * JSON has more: views/formats/export_claims.h.
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_CLAIMS_CLAIMS_VIEW_H
#define CLAIMCHECK_HARNESS_VIEWS_CLAIMS_CLAIMS_VIEW_H

#include "harness/analysis/claims/claims.h"
#include "harness/views/sheet/sheet.h"

void claims_view(struct sheet *sheet, const void *claims); /* struct claims */

#endif
