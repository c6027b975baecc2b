/* SPDX-License-Identifier: MIT */
/* warnings.h: what makes the times of a run doubtful, with the remedy. */
#ifndef CLAIMCHECK_HARNESS_CLI_SESSION_WARNINGS_H
#define CLAIMCHECK_HARNESS_CLI_SESSION_WARNINGS_H

#include "harness/cli/session/run_request.h"
#include "harness/record/run/run.h"

/* What is known before it. */
void warnings_print(const struct run_request *request, const struct gpu_info *device);

/* What it tells of the device's clock. */
void warnings_print_after(const struct run *run);

/* Names the files of --kernel that no case has asked for. */
void warnings_print_unused(const struct run_request *request, const struct run *run);

#endif
