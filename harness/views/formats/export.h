/* SPDX-License-Identifier: MIT */
/* export.h: runs and traces as other programs read them. Each writes a document, and is false when
 * writing fails; errno then says why. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_H
#define CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_H

#include "harness/analysis/claims/claims.h"
#include "harness/analysis/published/published.h"
#include "harness/record/run/run.h"

/* Other benchmark programs ------------------------------------------------------------------------
 *
 * They have an entry for each case with a time; they would take all others for 0 ns. Times are in
 * ns unless it says otherwise, and those that the case is judged by.
 */
bool export_rows_has(const struct run_case *c);

/*
 * What other programs make of a name: "ends in '_median', ..."; NULL where it stays a name. One of
 * more than EXPORT_ROWS_NAME_BYTES is refused by Bencher; the endings are those of the aggregates
 * of Google Benchmark, and of what Bencher leaves out of its judgement.
 */
enum { EXPORT_ROWS_NAME_BYTES = 1024 };
const char *export_rows_name_fault(const char *name);

/*
 * Google Benchmark's JSON (json_schema_version 1).
 *
 *   context       what it was measured with; `caches` is there, and empty: Bencher wants it
 *   benchmarks    rows of name, run_name, family_index, per_family_instance_index, run_type,
 *                 repetitions, repetition_index, threads, iterations, real_time, cpu_time,
 *                 time_unit and label, in the order of the file; a family is a bench
 *
 * Both times are the one that the case is judged by, `label` says which. In nanoseconds always:
 * compare.py prints whole units, and leaves out rows of another unit than the baseline's.
 */

/* A row for each sample that counts, under one name: compare.py tests them against each other. */
void export_gbench(FILE *out, const struct run *run);

/* A row for each case: its median, `repetitions` 1; `bytes_per_second` where it declares bytes
 * (limits.h). For programs that take the last row of a name, or each for a new point. */
void export_gbench_summary(FILE *out, const struct run *run);

/*
 * Bencher Metric Format: an object whose keys are the names of cases.
 *
 *   latency      the median; lower_value and upper_value are its interval (run_case_interval()),
 *                left out where there is none
 *   bandwidth    bytes per second, of cases that declare bytes (limits.h)
 */
void export_bmf(FILE *out, const struct run *run);

/*
 * The array that github-action-benchmark takes as customSmallerIsBetter, of each case
 *
 *   name unit value    the median
 *   range              "± 12.5": the farther end of its interval (run_case_interval()); left out
 *                      where there is none
 *   extra              device and driver; how many samples of which time; the commit
 */
void export_gha(FILE *out, const struct run *run);

/*
 * hyperfine's --export-json: results of command (the name of the case), mean, stddev (null with one
 * sample, as hyperfine has it), median, user, system, min, max, times, exit_codes and, where the
 * case has axes, parameters (texts). In seconds. The median is the case's, the rest is of the
 * samples in `times`; user and system are 0: they are not measured, and hyperfine has no way to say
 * so.
 */
void export_hyperfine(FILE *out, const struct run *run);

/* A line with the name of device and driver for programs that keep a history of each, a slug of at
 * most 64 bytes: "nvidia-h200-580-159-04", the driver's version last, which is cut first; "host"
 * where there is no device. */
void export_testbed(FILE *out, const struct run *run);

/* Values separated by commas ----------------------------------------------------------------------
 *
 * RFC 4180: lines end in CR LF; cells with a comma, a quote or a line end are quoted. One row of
 * names comes first. What is unknown, and every time of a case that is not ok, is an empty cell.
 * Numbers have all their digits.
 */

/*
 * For spreadsheets and scripts: a row per case.
 *
 *   name workload technique bench variant kind cache baseline status reason
 *   time                         "gpu" or "wall": what the case is judged by, and with it
 *   count median_ns low_ns high_ns min_ns q1_ns q3_ns max_ns mad_ns
 *   wall_median_ns
 *   speedup speedup_low speedup_high     baseline's time / case's time; 1 for the baseline
 *   inner_repetitions
 *   dispatches                   direct and indirect
 *   barriers host_returns peak_bytes bytes_read bytes_written operations chain
 *   device driver started commit         of the run, the same in all rows
 *   api mark                     of a program
 *   threads host                         of kind cpu
 *   launches                             processes that measured the case; with 1 the rest is empty
 *   launches_median_ns launches_low_ns launches_high_ns launches_confidence
 *   launches_speedup_low launches_speedup_high    between launches, where low_ns, high_ns,
 *                                speedup_low and speedup_high are what one process typically has
 *   energy_j energy_apart power_w temperature_c memory_hz energy_reason    with --energy
 *   axes                         of the case, an object of JSON
 */
void export_csv(FILE *out, const struct run *run);
void export_csv_runs(FILE *out, const struct run *const *runs, size_t run_count);

/*
 * For pandas, R and whatever fits models: a row for each sample.
 *
 *   run                          the last name of the file's path
 *   name workload technique bench variant kind cache baseline
 *   time                         "gpu" or "wall": what the case is judged by
 *   launch round sample          from 0: of the run, of the launch, of the case; all cases of a
 *                                workload share their rounds
 *   order                        which of the round it was, from 0
 *   gpu_ns wall_ns               of one execution; gpu_ns is empty for kind cpu
 *   inner_repetitions            executions of the sample
 *   canary_ns core_hz            the clock of the device behind it; host_... that of kind cpu
 *   host_canary_ns host_hz
 *   throttled counts             "true" or "false"; medians are of the samples that count
 *   device driver started commit of the run, the same in all of its rows
 *   axes                         of the case, an object of JSON
 */
void export_tidy(FILE *out, const struct run *const *runs, size_t run_count);

/*
 * A trace: a row per event of its two tracks, with case, track (host, gpu), category, name, kind,
 * begin_us, duration_us, work_groups, invocations, bytes, case_kind, status, device, driver, clock,
 * started.
 */
void export_trace(FILE *out, const json_t *document);

/* Figures -------------------------------------------------------------------------------------- */

/* The figures of papers with these devices on them, as the page draws them, and the passes of a
 * trace: a document of results/figures.schema.json. scripts/plot/plot draws it. A list without
 * figures is no failure. */
json_t *export_figures(const struct run *const *runs, size_t run_count,
                       const struct published_list *published);
json_t *export_figures_trace(const json_t *document);

/* A figure of that document, and an axis with about so many ticks. New references. */
enum { EXPORT_X_TICKS = 10 };
struct figure;
struct figure_axis;
json_t *export_figure_json(const struct figure *figure);
json_t *export_axis_json(const struct figure_axis *axis, size_t wanted);

/* Cases ---------------------------------------------------------------------------------------- */

/* Sets what a case of a run has beside what its file says: `speedup` with its interval, the
 * baseline's time over its own; `top_unit`; and `why`, where its time goes (why.h). */
void export_case_explain(json_t **c, const struct run *run, const struct run_case *read);

/* ---------------------------------------------------------------------------------------------- */

/* Verdicts for other programs; docs/guide/claims-and-verdicts.md has the
 * members. */

/* All claims, those that were not measured, too. A new reference. */
json_t *export_claims_json(const struct claims *claims);

/* A pair of cases, as there. A new reference. */
json_t *export_claims_pair_json(const struct claims_pair *pair);

/* Parts of that: a claim, the counts of its verdicts, a run. New references. */
json_t *export_claims_entry_json(const struct claims_entry *entry);
json_t *export_claims_counts_json(const size_t counts[VERDICT_CLASS_COUNT]);
json_t *export_claims_run_json(const struct run *run);

#endif
