/* SPDX-License-Identifier: MIT */
/* run_head.h: what a run file says beside its cases. */
#ifndef CLAIMCHECK_HARNESS_RECORD_RUN_RUN_HEAD_H
#define CLAIMCHECK_HARNESS_RECORD_RUN_RUN_HEAD_H

#include "harness/record/run/json_reader.h"
#include "harness/record/run/run.h"

/* Tool, session, context, device, ceilings, workloads, kernels; the version is checked first. */
void run_head_read(const struct json_reader *document, struct run *run);

/* One more workload, unless the run has one of its name. */
void run_workload_add(const struct json_reader *part, struct run *run);

/* An entry of workloads[]; a new reference. NULL when memory runs out. */
json_t *run_workload_json(const struct run_workload *workload);

/* For one more entry of a run that is read. */
struct run_reading run_reading_of(struct run *run, const char *what, char *message,
                                  size_t message_bytes);

#endif
