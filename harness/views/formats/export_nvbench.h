/* SPDX-License-Identifier: MIT */
/*
 * export_nvbench.h: a run as NVBench's JSON, version 1.0.0, as its scripts read it.
 *
 *   devices      one, of id 0: name, number_of_sms where it is known; they are compared as a whole
 *   benchmarks   one for each bench, with its axes, of which the first is `variant`, and a state
 *                for each case, whose name and axis_values tell it apart
 *   summaries    of a state, by tag: nv/cold/sample_size; nv/cold/time/gpu/ and nv/cold/time/cpu/
 *                (GPU and wall time) min, max, mean, stdev/absolute and stdev/relative, and of the
 *                GPU time q1, median, q3, iqr/absolute and iqr/relative
 *
 * Seconds. A number that is not there, such as the deviation of one sample, has no summary. The
 * `cold` of the tags is NVBench's word, and says nothing of caches: the axis `cache` does.
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_NVBENCH_H
#define CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_NVBENCH_H

#include "harness/record/run/run.h"

#include <stdbool.h>
#include <stdio.h>

/* False when writing fails, or memory runs out. */
bool export_nvbench(FILE *out, const struct run *run);

#endif
