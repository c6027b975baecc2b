/* SPDX-License-Identifier: MIT */
/* session.h: one run on one device: groups, journal, table, exit code. */
#ifndef CLAIMCHECK_HARNESS_CLI_SESSION_SESSION_H
#define CLAIMCHECK_HARNESS_CLI_SESSION_SESSION_H

#include "harness/cli/session/measurer.h"
#include "harness/cli/session/run_request.h"
#include "harness/record/journal.h"
#include "harness/record/run/run.h"

struct session_params {
    const struct run_request *request;
    const struct plan *plan;
    const struct gpu_info *device;
    const struct measurer *measurer;
    const struct technique *const *techniques; /* all there are; ends with NULL */
    struct journal *journal; /* header, and the cases of an earlier part of the run */
    bool comparable;         /* with kept runs, where there are any */
};

/*
 * Runs the cases that the journal does not hold yet, prints the table, each group when it has ended
 * (with several launches a line for each, and the table when all have), turns the journal into the
 * run file. What stops it is said on stderr, and how to go on. Returns the exit code.
 */
int session_run(const struct session_params *params);

#endif
