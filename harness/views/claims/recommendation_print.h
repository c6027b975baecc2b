/* SPDX-License-Identifier: MIT */
/* recommendation_print.h: advice in words. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_CLAIMS_RECOMMENDATION_PRINT_H
#define CLAIMCHECK_HARNESS_VIEWS_CLAIMS_RECOMMENDATION_PRINT_H

#include "harness/analysis/limits/recommendation.h"

#include <stdio.h>

/* "on this device:", and a line for each question, at most 80 columns wide: what does not fit is
 * left out from the end. Nothing without advice. */
void recommendation_print(FILE *out, const struct recommendation_list *advice);

#endif
