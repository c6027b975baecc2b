/* SPDX-License-Identifier: MIT */
/* in_process.h: measuring in this process. */
#ifndef CLAIMCHECK_HARNESS_CLI_SESSION_IN_PROCESS_H
#define CLAIMCHECK_HARNESS_CLI_SESSION_IN_PROCESS_H

#include "harness/cli/session/worker_job.h"
#include "harness/engine/session/attempt.h"

struct in_process {
    struct worker_job *job;
    struct gpu *gpu;           /* in_process.c's; NULL at the start, as is: */
    struct input_cache *shelf; /* what groups share */
};

/* Makes the device, where the run has one. GPU_OK, or why not, with a one-line message. */
enum gpu_result in_process_open(struct in_process *local, char message[GPU_MESSAGE_BYTES]);
void in_process_close(struct in_process *local); /* and what groups share is gone */

/* Measures the group; makes the device when there is none, and gives it up when it was lost. */
void in_process_run(struct in_process *local, const struct plan_group *group,
                    struct attempt *attempt);

#endif
