/* SPDX-License-Identifier: MIT */
/* advice_print.h: advice in words. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_CLAIMS_ADVICE_PRINT_H
#define CLAIMCHECK_HARNESS_VIEWS_CLAIMS_ADVICE_PRINT_H

#include "harness/analysis/limits/advice.h"

#include <stdio.h>

/* "on this device:", and a line for each question, at most 80 columns wide: what does not fit is
 * left out from the end. Nothing without advice. */
void advice_print(FILE *out, const struct advice_list *advice);

#endif
