/* SPDX-License-Identifier: MIT */
/*
 * export_gha.h: a run as the array that github-action-benchmark takes as customSmallerIsBetter: of
 * each case
 *
 *   name unit value    the median in ns of the time that the case is judged by
 *   range              "± 12.5": the farther end of its interval (run_case_interval()); left out
 *                      where there is none
 *   extra              device and driver; how many samples of which time; the commit
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_GHA_H
#define CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_GHA_H

#include "harness/record/run/run.h"

#include <stdbool.h>
#include <stdio.h>

/* False when writing fails, or memory runs out. */
bool export_gha(FILE *out, const struct run *run);

#endif
