/* SPDX-License-Identifier: MIT */
/*
 * stored_print.h: what `baseline` says of a run, for people, in 80 columns: the verdict of all,
 * what it was held against, and the rows that are not the same.
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_GATE_STORED_PRINT_H
#define CLAIMCHECK_HARNESS_VIEWS_GATE_STORED_PRINT_H

#include "harness/analysis/baseline/stored.h"

#include <stdio.h>

/* code: stored_exit_code(). */
void stored_print(FILE *out, const struct stored *stored, const struct run *run,
                  const struct fingerprint *fingerprint, int code);

#endif
