/* SPDX-License-Identifier: MIT */
/*
 * export_bmf.h: a run as Bencher Metric Format: an object whose keys are the names of cases.
 *
 *   latency      the median in ns of the time that the case is judged by; lower_value and
 *                upper_value are its interval (run_case_interval()), left out where there is none
 *   bandwidth    bytes per second, of cases that declare bytes (judge/roofline.h)
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_BMF_H
#define CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_BMF_H

#include "harness/record/run/run.h"

#include <stdbool.h>
#include <stdio.h>

/* False when writing fails, or memory runs out. */
bool export_bmf(FILE *out, const struct run *run);

#endif
