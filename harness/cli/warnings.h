/* SPDX-License-Identifier: MIT */
/* warnings.h: what makes the times of a run doubtful, said before it, with the remedy. */
#ifndef CLAIMCHECK_HARNESS_CLI_WARNINGS_H
#define CLAIMCHECK_HARNESS_CLI_WARNINGS_H

#include "harness/cli/run_request.h"

void warnings_print(const struct run_request *request, const struct gpu_info *device);

#endif
