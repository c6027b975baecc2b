/* SPDX-License-Identifier: MIT */
/* run_header.h: what a run file says before anything is measured. */
#ifndef CLAIMCHECK_HARNESS_CLI_RUNS_RUN_HEADER_H
#define CLAIMCHECK_HARNESS_CLI_RUNS_RUN_HEADER_H

#include "harness/cli/command.h"
#include "harness/cli/session/run_request.h"

/* settled: session.sampling, or NULL. NULL when memory runs out. */
json_t *run_header_json(const struct command_line *line, const struct run_request *request,
                        const struct gpu_info *device, const struct run_sampling *settled);

#endif
