/* SPDX-License-Identifier: MIT */
/* case_fields.h: a case of a run file, read and written by one table (field.h). */
#ifndef CLAIMCHECK_HARNESS_RECORD_CASE_FIELDS_H
#define CLAIMCHECK_HARNESS_RECORD_CASE_FIELDS_H

#include "harness/record/field.h"
#include "harness/record/run/run_session.h"

/* Fields of struct run_case, of its ratio and counters, of one in a row of evidence, and of struct
 * run_sampling_case. */
extern const struct field case_fields[], case_ratio_fields[], case_counters_fields[],
    case_row_fields[], case_sampling_fields[];

/* `part` is the case; the reader has failed where it breaks a rule. */
void case_read(const struct json_reader *part, struct run_case *c);

/* New references. */
json_t *case_json(const struct run_case *c);
json_t *case_cache_proof_json(const struct run_cache_proof *proof); /* null where not known */

/* A case of which nothing is known. */
void case_clear(struct run_case *c);

/* Remove the times, the clock, or the ratio: of a case that is not ok, or no longer; of one for
 * which the clock was not raised; of one whose baseline is not ok. */
void case_drop_times(struct run_case *c);
void case_drop_clock(struct run_case *c);
void case_drop_ratio(struct run_case *c);

/* Hashes the name of a workload: run_case.workload_key. */
uint64_t case_workload_key(const char *workload);

#endif
