/* SPDX-License-Identifier: MIT */
/* worker.h: measuring in this process, or in one of its own. */
#ifndef CLAIMCHECK_HARNESS_CLI_SESSION_WORKER_H
#define CLAIMCHECK_HARNESS_CLI_SESSION_WORKER_H

#include "harness/base/json_line.h"
#include "harness/cli/session/measurer.h"
#include "harness/cli/session/run_request.h"
#include "harness/engine/instruments/canary.h"
#include "harness/engine/measure/input_store.h"
#include "harness/engine/session/attempt.h"
#include "harness/engine/session/heartbeat.h"
#include "harness/os/process.h"

/* The measurement to make, who makes it, and who hears of it, in this process or in another. */

struct worker_job {
    const struct run_request *request;
    const struct technique *const *techniques; /* all there are; ends with NULL */
    const struct gpu_info *device;
    const struct measurer *measurer;
    const volatile sig_atomic_t *interrupted;
    /* Callbacks of the sampler; all but progress may be NULL. */
    void (*progress)(void *context, const char *case_name, uint32_t round);
    void (*throttled)(void *context, bool throttled);
    void (*ended)(void *context, const struct result *result);
    void *context;
    const char *crash;          /* line for a crash in this process; NULL: a parent sees it */
    const json_t *input_files;  /* session.input_files of the run; NULL: none */
    struct input_store *store;  /* what launches share; NULL: nothing */
    uint32_t launch;            /* from 0, that goes on */
    struct canary_state canary; /* zero at the start; a new process need not find the clock again */
};

struct in_process {
    struct worker_job *job;
    struct gpu *gpu;           /* in_process.c's; NULL at the start, as is: */
    struct input_cache *shelf; /* what groups share */
};

/* Makes the device, where the run has one. GPU_OK, or why not, with a one-line message. */
enum gpu_result in_process_open(struct in_process *local);
void in_process_close(struct in_process *local); /* and what groups share is gone */

/* Measures the group; makes the device when there is none, and gives it up when it was lost. */
void in_process_run(struct in_process *local, const struct plan_group *group,
                    struct attempt *attempt);

/* True where the job's groups are measured in another process: with --isolate, with --launches, and
 * in every launch but the first. */
bool child_wanted(const struct worker_job *job);

/*
 * Measuring in another process, the worker: one per launch, and with --isolate one per bench. What
 * ends it ends the case it was at; a new one goes on. No worker outlives this process, however that
 * ends.
 */

struct child {
    struct worker_job *job;

    struct process process; /* the rest is child.c's; zero at the start */
    struct json_line_reader lines;
    struct heartbeat *pulse;
    const struct bench *bench; /* that the process is for */
    bool starting;             /* it was not yet heard to be ready; */
    bool asked;                /* it was given its job, or `failure` says */
    int failure;               /* why there is none: an errno */
};

/* Starts a process, which makes its device meanwhile; child_run() hears how that went. */
void child_begin(struct child *child);

/* Measures `group`, cases of the plan's groups[group_index], as in_process_run() does. */
void child_run(struct child *child, size_t group_index, const struct plan_group *group,
               struct attempt *attempt);

/* Ends the process in good order, or else kills it. Accepts that there is none. */
void child_stop(struct child *child);

/*
 * The process that measures for another one, `claimcheck worker`. Nobody else calls it.
 *
 * Lines from the parent: {"job": ...}, then per group {"group": index, "workload": name, "launch":
 * from 0, "cases": [name, ...], "sampling": [plan_case.sampling, ...]}; the end of them ends the
 * process. Lines to it: {"ready": true} or {"failed": message}, then per group {"case": ...} for
 * each case that ends badly, at once, and {"attempt": ...}. Names that the other side does not know
 * end the run.
 */

#define WORKER_COMMAND "worker"

enum { WORKER_LINES_FD = 3, WORKER_PULSE_FD = 4, WORKER_STORE_FD = 5 };

/* Returns the exit code of the process. */
int worker_main(const struct run_reader *reader, const struct technique_door *door,
                const struct measurer *measurer);

#endif
