/* SPDX-License-Identifier: MIT */
/* list_kernels.h: `claimcheck list --kernels` and `claimcheck list --source NAME`. */
#ifndef CLAIMCHECK_HARNESS_CLI_PROFILING_LIST_KERNELS_H
#define CLAIMCHECK_HARNESS_CLI_PROFILING_LIST_KERNELS_H

#include "harness/cli/command.h"

/* True when the options ask for kernels, not for benches. */
bool list_kernels_wanted(const struct options *options);

/* Returns the exit code. */
int list_kernels_run(const struct command_line *line);

#endif
