/* SPDX-License-Identifier: MIT */
/*
 * child.h: measuring in another process, the worker: one per bench. What ends it ends the case it
 * was at; a new one goes on. No worker outlives this process, however that ends.
 */
#ifndef CLAIMCHECK_HARNESS_SESSION_CHILD_H
#define CLAIMCHECK_HARNESS_SESSION_CHILD_H

#include "harness/measure/canary.h"
#include "harness/session/attempt.h"
#include "harness/session/line.h"
#include "harness/session/pulse.h"
#include "harness/session/run_request.h"

#include <signal.h>
#include <sys/types.h>

struct child {
    const struct run_request *request;
    const struct plan *plan;
    const struct gpu_info *device;
    const volatile sig_atomic_t *interrupted;
    void (*progress)(void *context, const char *case_name, uint32_t round); /* as the sampler's */
    void (*throttled)(void *context, bool throttled);
    void *context;

    pid_t pid; /* the rest is child.c's; zero at the start; 0: there is no process */
    struct line_reader lines;
    struct pulse *pulse;
    const struct bench *bench;  /* that the process is for */
    struct canary_state canary; /* a new process need not find the clock again */
};

/* Measures `group`, cases of plan->groups[group_index], as local_run() does. */
void child_run(struct child *child, size_t group_index, const struct plan_group *group,
               struct attempt *attempt);

/* Ends the process in good order, or else kills it. Accepts that there is none. */
void child_stop(struct child *child);

#endif
