/* SPDX-License-Identifier: MIT */
/*
 * child.h: measuring in another process, the worker: one per launch, and with --isolate one per
 * bench. What ends it ends the case it
 * was at; a new one goes on. No worker outlives this process, however that ends.
 */
#ifndef CLAIMCHECK_HARNESS_CLI_SESSION_CHILD_H
#define CLAIMCHECK_HARNESS_CLI_SESSION_CHILD_H

#include "harness/base/json_line.h"
#include "harness/base/process.h"
#include "harness/cli/session/worker_job.h"
#include "harness/engine/session/attempt.h"
#include "harness/engine/session/heartbeat.h"

struct child {
    struct worker_job *job;

    struct process process; /* the rest is child.c's; zero at the start */
    struct json_line_reader lines;
    struct heartbeat *pulse;
    const struct bench *bench; /* that the process is for */
};

/* Measures `group`, cases of the plan's groups[group_index], as in_process_run() does. */
void child_run(struct child *child, size_t group_index, const struct plan_group *group,
               struct attempt *attempt);

/* Ends the process in good order, or else kills it. Accepts that there is none. */
void child_stop(struct child *child);

#endif
