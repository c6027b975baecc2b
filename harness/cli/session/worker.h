/* SPDX-License-Identifier: MIT */
/*
 * worker.h: the process that measures for another one, `claimcheck worker`. Nobody else calls it.
 *
 * Lines from the parent: {"job": ...}, then per group {"group": index, "workload": name, "launch":
 * from 0, "cases": [name, ...], "sampling": [plan_case.sampling, ...]}; the end of them ends the
 * process. Lines to it: {"ready": true} or {"failed": message}, then per group {"case": ...} for
 * each case that ends badly, at once, and {"attempt": ...}. Names that the other side does not know
 * end the run.
 */
#ifndef CLAIMCHECK_HARNESS_CLI_SESSION_WORKER_H
#define CLAIMCHECK_HARNESS_CLI_SESSION_WORKER_H

#include "harness/cli/session/measurer.h"
#include "harness/cli/session/run_request.h"

#define WORKER_COMMAND "worker"

enum { WORKER_LINES_FD = 3, WORKER_PULSE_FD = 4 };

/* Returns the exit code of the process. */
int worker_main(const struct run_reader *reader, const struct measurer *measurer);

#endif
