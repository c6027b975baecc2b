/* SPDX-License-Identifier: MIT */
/* worker_job.h: what is measured, by whom, and who is told, in this process or in another. */
#ifndef CLAIMCHECK_HARNESS_CLI_SESSION_WORKER_JOB_H
#define CLAIMCHECK_HARNESS_CLI_SESSION_WORKER_JOB_H

#include "harness/cli/session/measurer.h"
#include "harness/cli/session/run_request.h"
#include "harness/engine/instruments/canary.h"

struct worker_job {
    const struct run_request *request;
    const struct gpu_info *device;
    const struct measurer *measurer;
    const volatile sig_atomic_t *interrupted;
    /* As the sampler's; all but progress may be NULL. */
    void (*progress)(void *context, const char *case_name, uint32_t round);
    void (*throttled)(void *context, bool throttled);
    void (*ended)(void *context, const struct result *result);
    void *context;
    const json_t *input_files;  /* session.input_files of the run; NULL: none */
    uint32_t launch;            /* from 0, that goes on */
    struct canary_state canary; /* zero at the start; a new process need not find the clock again */
};

#endif
