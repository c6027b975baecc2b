/* SPDX-License-Identifier: MIT */
/*
 * export_gbench.h: a run as Google Benchmark's JSON (json_schema_version 1).
 *
 *   context       what it was measured with; `caches` is there, and empty: Bencher wants it
 *   benchmarks    rows of name, run_name, family_index, per_family_instance_index, run_type,
 *                 repetitions, repetition_index, threads, iterations, real_time, cpu_time,
 *                 time_unit and label, in the order of the file; a family is a bench
 *
 * Both times are the one that the case is judged by, `label` says which. In nanoseconds always:
 * compare.py prints whole units, and leaves out rows of another unit than the baseline's.
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_GBENCH_H
#define CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_GBENCH_H

#include "harness/record/run/run.h"

#include <stdbool.h>
#include <stdio.h>

/* A row for each sample that counts, under one name: compare.py tests them against each other.
 * False when writing fails, or memory runs out; the same of the other. */
bool export_gbench(FILE *out, const struct run *run);

/* A row for each case: its median, `repetitions` 1; `bytes_per_second` where it declares bytes
 * (judge/roofline.h). For programs that take the last row of a name, or each for a new point. */
bool export_gbench_summary(FILE *out, const struct run *run);

#endif
