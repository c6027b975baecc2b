/* SPDX-License-Identifier: MIT */
/* verdicts_print.h: what a run means: the end of what a person reads of it. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_CLAIMS_VERDICTS_PRINT_H
#define CLAIMCHECK_HARNESS_VIEWS_CLAIMS_VERDICTS_PRINT_H

#include "harness/analysis/published/published.h"
#include "harness/record/catalogue.h"
#include "harness/record/run/run.h"

#include <stdio.h>

/*
 * A line for each of the claims that the run has a verdict on (claims_print.h), then advice
 * (recommendation_print.h). Of a software device it says once that times are not judged. Nothing of
 * a run without a verdict, as that of a few cases may be, nor of one with kernels of the user's,
 * which papers say nothing about. `catalogue` as for recommendation_find(). False when memory
 * runs out.
 */
bool verdicts_print(FILE *out, const struct run *run, const struct published_list *published,
                    const struct catalogue *catalogue);

#endif
