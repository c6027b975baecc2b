/* SPDX-License-Identifier: MIT */
/* history_csv.h: times over many runs as CSV by RFC 4180: a row per run and case, in the order of
 * run/run_history.h. Times in ns. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_HISTORY_HISTORY_CSV_H
#define CLAIMCHECK_HARNESS_VIEWS_HISTORY_HISTORY_CSV_H

#include "harness/record/run/run_history.h"

#include <stdio.h>

/* False when what is written is not. */
bool history_csv(FILE *out, const struct run_history *history);

#endif
