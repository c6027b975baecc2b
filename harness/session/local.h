/* SPDX-License-Identifier: MIT */
/* local.h: measuring in this process: the device, and what the run knows of its clock. */
#ifndef CLAIMCHECK_HARNESS_SESSION_LOCAL_H
#define CLAIMCHECK_HARNESS_SESSION_LOCAL_H

#include "harness/measure/canary.h"
#include "harness/session/attempt.h"
#include "harness/session/run_request.h"

#include <signal.h>

struct local {
    const struct run_request *request;
    const struct gpu_info *device;
    const volatile sig_atomic_t *interrupted;
    void (*progress)(void *context, const char *case_name, uint32_t round); /* as the sampler's */
    void (*throttled)(void *context, bool throttled);                       /* may be NULL */
    void (*ended)(void *context, const struct result *result);              /* may be NULL */
    void *context;

    struct gpu *gpu; /* the rest is local.c's; zero at the start */
    struct canary_state canary;
};

/* Makes the device, where the run has one. GPU_OK, or why not, with a one-line message. */
enum gpu_result local_open(struct local *local, char message[GPU_MESSAGE_BYTES]);
void local_close(struct local *local);

/* Measures the group; makes the device when there is none, and gives it up when it was lost. */
void local_run(struct local *local, const struct plan_group *group, struct attempt *attempt);

#endif
