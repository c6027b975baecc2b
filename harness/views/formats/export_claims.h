/* SPDX-License-Identifier: MIT */
/* export_claims.h: verdicts for other programs and for pages. docs/claims.md has the members. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_CLAIMS_H
#define CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_CLAIMS_H

#include "harness/analysis/claims/claims.h"

#include <jansson.h>
#include <stdio.h>

/* All claims, those that were not measured, too. A new reference; NULL when memory runs out. */
json_t *export_claims_json(const struct claims *claims);

/* RFC 4180: a row of names, then one for each claim of each device; what is unknown is an empty
 * cell. value, low, high and the names of a and b are those of the pair that stands for all. */
void export_claims_csv(FILE *out, const struct claims *claims);

/* A table for each device: of papers some of which was measured, each claim. */
void export_claims_markdown(FILE *out, const struct claims *claims);

#endif
