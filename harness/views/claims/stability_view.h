/* SPDX-License-Identifier: MIT */
/* stability_view.h: which verdicts change from run to run, and how much. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_CLAIMS_STABILITY_VIEW_H
#define CLAIMCHECK_HARNESS_VIEWS_CLAIMS_STABILITY_VIEW_H

#include "harness/analysis/claims/claims.h"
#include "harness/views/sheet/sheet.h"

#include <jansson.h>

/* Writes for each device how many agree, then the claims, with a row for the verdict of each run
 * alone. */
void stability_view(struct sheet *sheet, const void *each); /* struct claims_each */

/* All claims that some run has a case of. A new reference. */
json_t *stability_json(const struct claims_each *each);

#endif
