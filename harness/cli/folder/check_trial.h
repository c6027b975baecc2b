/* SPDX-License-Identifier: MIT */
/* check_trial.h: one execution of all small cases of a technique, in a process of its own, which a
 * mutant may crash or hang. */
#ifndef CLAIMCHECK_HARNESS_CLI_FOLDER_CHECK_TRIAL_H
#define CLAIMCHECK_HARNESS_CLI_FOLDER_CHECK_TRIAL_H

#include "harness/cli/session/measurer.h"
#include "harness/cli/technique_folders.h"

#include <jansson.h>

struct check_trial {
    const struct measurer *measurer;
    const struct technique *technique;
    const char *device;  /* selector; NULL: the best */
    const char *variant; /* the only one; NULL: all */
    const char *threads; /* of a driver on the CPU; NULL: as it likes */
    const char *fault;   /* as CLAIMCHECK_FAULT has it; NULL: none */
    bool validate;
    bool probe; /* nothing is executed: whether the device opens so */
    double wait_s;
};

enum check_end {
    CHECK_DONE,    /* the cases say how they ended */
    CHECK_HUNG,    /* it was ended when its time was up */
    CHECK_CRASHED, /* it ended by itself before it was done */
    CHECK_UNTRIED, /* there is a message */
};

/* To be finished. */
struct check_report {
    enum check_end end;
    json_t *head;  /* software, step (what was changed), or message and unsupported; may be NULL */
    json_t *cases; /* array: name, variant, status, reason, steps, dispatches */
};

/* Ends with CHECK_UNTRIED, too, where no memory or file is left. */
void check_trial_run(const struct check_trial *trial, struct check_report *report);
void check_trial_finish(struct check_report *report);

/* `claimcheck trial JOB`: the process of a trial where the system has no fork(). Nobody else calls
 * it. Returns the exit code. */
#define CHECK_TRIAL_COMMAND "trial"
int check_trial_main(const char *job, const struct technique_door *door,
                     const struct measurer *measurer);

#endif
