/* SPDX-License-Identifier: MIT */
/* stability_print.h: which verdicts change from run to run, and how much; docs/claims.md has an
 * example. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_CLAIMS_STABILITY_PRINT_H
#define CLAIMCHECK_HARNESS_VIEWS_CLAIMS_STABILITY_PRINT_H

#include "harness/analysis/claims/claims_each.h"

#include <jansson.h>
#include <stdio.h>

/* Of each device how many do, then these, with what each run says alone; at most 80 columns. */
void stability_print(FILE *out, const struct claims_each *each);

/* The same as a table for each device, a column for each run. */
void stability_print_markdown(FILE *out, const struct claims_each *each);

/* All claims that some run has a case of. A new reference; NULL when memory runs out. */
json_t *stability_json(const struct claims_each *each);

#endif
