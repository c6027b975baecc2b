/* SPDX-License-Identifier: MIT */
/* case_parts.h: members of a case that no type of a field describes. */
#ifndef CLAIMCHECK_HARNESS_RECORD_CASE_PARTS_H
#define CLAIMCHECK_HARNESS_RECORD_CASE_PARTS_H

#include "harness/record/field.h"
#include "harness/record/run/run_case.h"

/* Fields of struct run_case. */
extern const struct field_own case_axes, case_replaced, case_time;

/* Fields of struct bench_work. */
extern const struct field_own case_atomics;

/* Samples of a case and of its probe: arrays of whole numbers (case_members.c). */

/* Field of struct run_case that is only written: case_samples_read() reads the samples, once all
 * else is read. */
extern const struct field_own case_samples;
void case_samples_read(const struct json_reader *part, struct run_case *c);

/* Field of struct run_probe. */
extern const struct field_own case_probe_samples;

#endif
