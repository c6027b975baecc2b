/* SPDX-License-Identifier: MIT */
/*
 * export_tidy.h: a row for each sample, of one run or of several, as comma-separated values that
 * export_csv.h describes: for pandas, R and whatever fits models.
 *
 *   run                          the last name of the file's path
 *   name workload technique bench variant kind cache baseline
 *   time                         "gpu" or "wall": what the case is judged by
 *   launch round sample          from 0: of the run, of the launch, of the case; all cases of a
 *                                workload share their rounds
 *   order                        which of the round it was, from 0
 *   gpu_ns wall_ns               of one execution; gpu_ns is empty for kind cpu
 *   inner_repetitions            executions of the sample
 *   canary_ns core_hz            the clock of the device behind it, host_... likewise for kind cpu
 *   host_canary_ns host_hz
 *   throttled counts             "true" or "false"; medians are of the samples that count
 *   device driver started commit of the run, the same in all of its rows
 *   axis.<name>                  every axis of any case, in the order in which they turn up
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_TIDY_H
#define CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_TIDY_H

#include "harness/record/run/run.h"

#include <stdbool.h>
#include <stdio.h>

/* False when writing fails, or memory runs out. */
bool export_tidy(FILE *out, const struct run *const *runs, size_t run_count);

#endif
