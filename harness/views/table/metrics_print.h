/* SPDX-License-Identifier: MIT */
/* metrics_print.h: the benches' own numbers, for people. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_TABLE_METRICS_PRINT_H
#define CLAIMCHECK_HARNESS_VIEWS_TABLE_METRICS_PRINT_H

#include "harness/record/run/run.h"

#include <stdio.h>

/* A line per case that has metrics: its name, then `name value unit`, separated by commas. */
void metrics_print(FILE *out, const struct run *run);

#endif
