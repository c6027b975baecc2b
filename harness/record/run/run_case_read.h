/* SPDX-License-Identifier: MIT */
/* run_case_read.h: a case out of its JSON. */
#ifndef CLAIMCHECK_HARNESS_RECORD_RUN_RUN_CASE_READ_H
#define CLAIMCHECK_HARNESS_RECORD_RUN_RUN_CASE_READ_H

#include "harness/record/run/json_reader.h"
#include "harness/record/run/run_case.h"

/* `part` is the case; the reader has failed where it breaks a rule. */
void run_case_read(const struct json_reader *part, struct run_case *c);

/* A summary of times. */
struct stats_summary run_case_read_summary(const struct json_reader *part, const char *key);

/* Members `time_ratio` and `stop`, of a case or of one of its launches. */
struct stats_ratio run_case_read_ratio(const struct json_reader *part);
enum result_stop run_case_read_stop(const struct json_reader *part);

#endif
