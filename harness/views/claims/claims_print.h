/* SPDX-License-Identifier: MIT */
/* claims_print.h: verdicts as text, at most 80 columns wide. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_CLAIMS_CLAIMS_PRINT_H
#define CLAIMCHECK_HARNESS_VIEWS_CLAIMS_CLAIMS_PRINT_H

#include "harness/analysis/claims/claims.h"

#include <stdio.h>

/* Device by device and paper by paper, of each paper some of which was measured all claims:
 * verdict, statement, what the paper has, what the device has; how many of each verdict. `verbose`
 * adds the paper's words, all pairs with the names of their cases, which may be wider, and known
 * deviations. Where that takes more than `most` lines, what surprises most, and the counts; 0: as
 * many as there are. */
void claims_print(FILE *out, const struct claims *claims, bool verbose, size_t most);

#endif
