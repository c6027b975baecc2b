/* SPDX-License-Identifier: MIT */
/*
 * baseline_print.h: what `baseline` says of a run, for people, in 80 columns: the verdict of all,
 * what it was held against, and the rows that are not the same.
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_GATE_BASELINE_PRINT_H
#define CLAIMCHECK_HARNESS_VIEWS_GATE_BASELINE_PRINT_H

#include "harness/analysis/baseline/baseline.h"

#include <stdio.h>

/* code: baseline_exit_code(). */
void baseline_print(FILE *out, const struct baseline *stored, const struct run *run,
                    const struct fingerprint *fingerprint, int code);

#endif
