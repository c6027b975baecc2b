/* SPDX-License-Identifier: MIT */
/* head_fields.h: a run beside its cases, as a table of field.h. */
#ifndef CLAIMCHECK_HARNESS_RECORD_HEAD_FIELDS_H
#define CLAIMCHECK_HARNESS_RECORD_HEAD_FIELDS_H

#include "harness/record/field.h"
#include "harness/record/run/run.h"

/* Fields of struct run_workload, run_kernel, run_context, run_device, of all of struct run but its
 * cases, and of a row of evidence (row.c). */
extern const struct field run_workload_fields[], run_kernel_fields[], head_context_fields[],
    head_device_fields[], head_fields[], row_fields[];

/* Reads it; the version is checked first. */
void head_read(const struct json_reader *document, struct run *run);

/* For one more entry of a run that is read. */
struct run_reading run_reading_of(struct run *run, const char *what);

/* ---------------------------------------------------------------------------------------------- */

/* session: fields of struct run_session and run_overhead. */
extern const struct field session_fields[], session_overhead_fields[];

/* ceilings: fields of struct run_ceilings. */
extern const struct field ceilings_fields[];

#endif
