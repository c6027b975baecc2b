/* SPDX-License-Identifier: MIT */
/*
 * claims_view.h: verdicts as a sheet, a row for each claim.
 *
 *   text     of each device what was measured and is testable, with what the paper has; what is not
 *            testable is counted. Nothing where nothing was measured
 *   pages    of each device all claims of papers some of which was measured
 *   CSV      all claims of all devices; r, value, low, high and the names of a and b are those of
 *            the pair that decides
 *
 * JSON has more: views/formats/export_claims.h.
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_CLAIMS_CLAIMS_VIEW_H
#define CLAIMCHECK_HARNESS_VIEWS_CLAIMS_CLAIMS_VIEW_H

#include "harness/analysis/claims/claims.h"
#include "harness/base/text.h"
#include "harness/views/sheet/sheet.h"

/* Adds "18 runs of 12 cards, 2026-11-20 to 2026-11-25; verdicts are of the model". */
void claims_view_pool(const struct claims_device *device, struct text *text);

/* Adds how many of the papers' own claims hold: "2 papers state 9 claims, as a number or an order,
 * that were tested here. 7 hold; 2 are contradicted." */
void claims_view_lead(const struct claims_device *device, struct text *text);

void claims_view(struct sheet *sheet, const void *claims); /* struct claims */

#endif
