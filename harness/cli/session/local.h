/* SPDX-License-Identifier: MIT */
/* local.h: measuring in this process. */
#ifndef CLAIMCHECK_HARNESS_CLI_SESSION_LOCAL_H
#define CLAIMCHECK_HARNESS_CLI_SESSION_LOCAL_H

#include "harness/cli/session/job.h"
#include "harness/engine/session/attempt.h"

struct local {
    struct job *job;
    struct gpu *gpu;     /* local.c's; NULL at the start, as is: */
    struct shelf *shelf; /* what groups share */
};

/* Makes the device, where the run has one. GPU_OK, or why not, with a one-line message. */
enum gpu_result local_open(struct local *local, char message[GPU_MESSAGE_BYTES]);
void local_close(struct local *local); /* and what groups share is gone */

/* Measures the group; makes the device when there is none, and gives it up when it was lost. */
void local_run(struct local *local, const struct plan_group *group, struct attempt *attempt);

#endif
