/* SPDX-License-Identifier: MIT */
/* case_members.h: members of a case that no type of field.h describes. */
#ifndef CLAIMCHECK_HARNESS_RECORD_CASE_MEMBERS_H
#define CLAIMCHECK_HARNESS_RECORD_CASE_MEMBERS_H

#include "harness/record/field.h"

/* Of struct run_case. */
extern const struct field_own case_axes, case_replaced, case_time;

/* Of struct run_work. */
extern const struct field_own case_atomics;

#endif
