/* SPDX-License-Identifier: MIT */
/*
 * export_csv.h: a run as comma-separated values for spreadsheets and scripts.
 *
 * RFC 4180: lines end in CR LF; cells with a comma, a quote or a line end are quoted. One row of
 * names, then one row per case. What is unknown, and every time of a case that is not ok, is an
 * empty cell. Numbers have all their digits.
 *
 *   name workload technique bench variant kind baseline status reason
 *   time                         "gpu" or "wall": what the case is judged by, and with it
 *   count median_ns low_ns high_ns min_ns q1_ns q3_ns max_ns mad_ns
 *   wall_median_ns
 *   speedup speedup_low speedup_high     baseline's time / case's time; 1 for the baseline
 *   inner_repetitions
 *   dispatches                   direct and indirect
 *   barriers host_returns peak_bytes bytes_read bytes_written operations chain
 *   device driver started commit         of the run, the same in all rows
 *   threads host                         of kind cpu
 *   launches                             processes that measured the case; with 1 the rest is empty
 *   launches_median_ns launches_low_ns launches_high_ns launches_confidence
 *   launches_speedup_low launches_speedup_high    between launches, where low_ns, high_ns,
 *                                speedup_low and speedup_high are what one process typically has
 *   axis.<name>                  every axis of any case, in the order in which they turn up
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_CSV_H
#define CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_CSV_H

#include "harness/record/run/run.h"

#include <stdio.h>

/* False when writing fails, errno then says why, or when memory runs out. */
bool export_csv(FILE *out, const struct run *run);

/* The same of several, one behind the other below one row of names. */
bool export_csv_runs(FILE *out, const struct run *const *runs, size_t run_count);

#endif
