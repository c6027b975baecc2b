/* SPDX-License-Identifier: MIT */
/* run_samples.h: samples of a case, out of their arrays. */
#ifndef CLAIMCHECK_HARNESS_RECORD_RUN_RUN_SAMPLES_H
#define CLAIMCHECK_HARNESS_RECORD_RUN_RUN_SAMPLES_H

#include "harness/record/run/json_reader.h"
#include "harness/record/run/run_case.h"

/* Fills in c->samples; the kind of the case is known. */
void run_samples_read(const struct json_reader *part, struct run_case *c);

#endif
