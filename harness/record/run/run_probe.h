/* SPDX-License-Identifier: MIT */
/* run_probe.h: the yardstick beside a case, out of the case's JSON. */
#ifndef CLAIMCHECK_HARNESS_RECORD_RUN_RUN_PROBE_H
#define CLAIMCHECK_HARNESS_RECORD_RUN_RUN_PROBE_H

#include "harness/record/run/json_reader.h"
#include "harness/record/run/run_case.h"

/* `probe` and `probe_percent` of the case `part`; a file from before there were any has none. */
void run_probe_read(const struct json_reader *part, struct run_case *c);

#endif
