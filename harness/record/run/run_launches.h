/* SPDX-License-Identifier: MIT */
/* run_launches.h: `launches` of a case, read before its samples, and behind its clock. */
#ifndef CLAIMCHECK_HARNESS_RECORD_RUN_RUN_LAUNCHES_H
#define CLAIMCHECK_HARNESS_RECORD_RUN_RUN_LAUNCHES_H

#include "harness/record/run/json_reader.h"
#include "harness/record/run/run_case.h"

void run_launches_read(const struct json_reader *part, struct run_case *c);

#endif
