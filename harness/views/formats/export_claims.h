/* SPDX-License-Identifier: MIT */
/* export_claims.h: verdicts for other programs; docs/guide/claims-and-verdicts.md has the
 * members. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_CLAIMS_H
#define CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_CLAIMS_H

#include "harness/analysis/claims/claims.h"

#include <jansson.h>

/* All claims, those that were not measured, too. A new reference. */
json_t *export_claims_json(const struct claims *claims);

/* A pair of cases, as there. A new reference. */
json_t *export_claims_pair_json(const struct claims_pair *pair);

/* Parts of that: a claim, the counts of its verdicts, a run. New references. */
json_t *export_claims_entry_json(const struct claims_entry *entry);
json_t *export_claims_counts_json(const size_t counts[VERDICT_CLASS_COUNT]);
json_t *export_claims_run_json(const struct run *run);

#endif
