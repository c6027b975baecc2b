/* SPDX-License-Identifier: MIT */
/* resume.h: `run --resume FILE`: goes on with a run that was cut short. */
#ifndef CLAIMCHECK_HARNESS_CLI_SESSION_RESUME_H
#define CLAIMCHECK_HARNESS_CLI_SESSION_RESUME_H

#include "harness/cli/session/measurer.h"
#include "harness/cli/session/run_request.h"

/* The run file that `path`, or the journal `path`, belongs to; malloc'ed. */
char *resume_run_file(const char *path);

struct resume_output {
    bool quiet, verbose, wide, all; /* as the options of that name */
};

/*
 * `path` names the run file or its journal. Plan, seed and rules come from the file, the device is
 * the one of the same identity (harness/engine/gpu/gpu.h). A run that is complete is only printed.
 * Returns the exit code.
 */
int resume_run(const char *path, struct resume_output output, const struct run_reader *reader,
               const struct measurer *measurer);

#endif
