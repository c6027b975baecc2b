/* SPDX-License-Identifier: MIT */
/* run_probe.h: the yardstick beside a case, out of the case's JSON. */
#ifndef CLAIMCHECK_HARNESS_RECORD_RUN_RUN_PROBE_H
#define CLAIMCHECK_HARNESS_RECORD_RUN_RUN_PROBE_H

#include "harness/record/run/run_case.h"
#include "harness/record/run/run_part.h"

/* `probe` and `probe_percent` of the case `part`; a file from before there were any has none. */
void run_probe_read(const struct run_part *part, struct run_case *c);

#endif
