/* SPDX-License-Identifier: MIT */
/* case_parts.h: members of a case that no type of a field describes. */
#ifndef CLAIMCHECK_HARNESS_RECORD_CASE_PARTS_H
#define CLAIMCHECK_HARNESS_RECORD_CASE_PARTS_H

#include "harness/record/field.h"
#include "harness/record/run/run_case.h"

/* Of struct run_case. */
extern const struct field_own case_axes, case_replaced, case_time;

/* Of struct run_work. */
extern const struct field_own case_atomics;

/* Samples of a case and of its probe: arrays of whole numbers (case_members.c). */

/* Of struct run_case, written alone: case_samples_read() reads them, once all else is read. */
extern const struct field_own case_samples;
void case_samples_read(const struct json_reader *part, struct run_case *c);

/* Of struct run_probe. */
extern const struct field_own case_probe_samples;

#endif
