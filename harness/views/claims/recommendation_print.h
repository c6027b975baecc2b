/* SPDX-License-Identifier: MIT */
/* recommendation_print.h: advice in words. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_CLAIMS_RECOMMENDATION_PRINT_H
#define CLAIMCHECK_HARNESS_VIEWS_CLAIMS_RECOMMENDATION_PRINT_H

#include "harness/analysis/limits/limits.h"
#include "harness/base/text.h"

#include <stdio.h>

/* Prints "on this device:", and a line for each question, at most 80 columns wide: what does not
 * fit is left out from the end. With `most` no more lines than that behind the first, those that
 * gain most, and how many more `show` has of this file, as run_end has it; 0: all. Nothing without
 * advice. */
void recommendation_print(FILE *out, const struct recommendation_list *advice, size_t most,
                          const char *file);

/* Adds "single_launch, 17.7 to 20.9 x as fast as per_level; consistent with 2 claims". `whole` is
 * that of the list. */
void recommendation_words(const struct run *whole, const struct recommendation *advice,
                          struct text *text);

#endif
