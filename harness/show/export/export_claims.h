/* SPDX-License-Identifier: MIT */
/* export_claims.h: verdicts for other programs and for pages. docs/claims.md has the members. */
#ifndef CLAIMCHECK_HARNESS_SHOW_EXPORT_EXPORT_CLAIMS_H
#define CLAIMCHECK_HARNESS_SHOW_EXPORT_EXPORT_CLAIMS_H

#include "harness/judge/claims.h"

#include <jansson.h>
#include <stdio.h>

/* All claims, those that were not measured, too. A new reference; NULL when memory runs out. */
json_t *export_claims_json(const struct claims *claims);

/* A line for each claim of each device, below one of titles. */
void export_claims_csv(FILE *out, const struct claims *claims);

/* A table for each device: of papers some of which was measured, each claim. */
void export_claims_markdown(FILE *out, const struct claims *claims);

#endif
