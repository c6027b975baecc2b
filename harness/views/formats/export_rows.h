/* SPDX-License-Identifier: MIT */
/* export_rows.h: what the formats of other benchmark programs have in common: a row for each case
 * that has a time, the samples of it that count, and JSON of a row a line. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_ROWS_H
#define CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_ROWS_H

#include "harness/record/run/run.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

enum { EXPORT_ROWS_NAME_BYTES = 1024 };

/* True of a case with a time. All others have no row: other programs would take them for 0 ns. */
bool export_rows_has(const struct run_case *c);

/*
 * What other programs make of a name: "ends in '_median', ..."; NULL where it stays a name. One of
 * more than EXPORT_ROWS_NAME_BYTES is refused by Bencher; the endings are those of the aggregates
 * of Google Benchmark, and of what Bencher leaves out of its judgement.
 */
const char *export_rows_name_fault(const char *name);

/* The times of the samples that count (judge/pairs.h), of one execution, in the order of sampling.
 * `values` is malloc'ed, NULL where memory runs out; in a summary there are those that stayed. */
struct export_rows_times {
    double *values;
    size_t count;
};
struct export_rows_times export_rows_times(const struct run_case *c);

/*
 * JSON. These take the value over, which may be NULL, as memory runs out: then they are false, as
 * where nothing can be written. Numbers have 15 digits. `rows` counts from 0 what stands in the
 * list; "[" and "\n]" are the caller's.
 */
bool export_rows_json(FILE *out, json_t *value);
bool export_rows_add(FILE *out, size_t *rows, json_t *row);

/* "Name, driver 1.2": where it was measured; a new reference. */
json_t *export_rows_device(const struct run *run);

#endif
