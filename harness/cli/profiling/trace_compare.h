/* SPDX-License-Identifier: MIT */
/* trace_compare.h: `claimcheck trace --compare A.json B.json`. */
#ifndef CLAIMCHECK_HARNESS_CLI_PROFILING_TRACE_COMPARE_H
#define CLAIMCHECK_HARNESS_CLI_PROFILING_TRACE_COMPARE_H

#include "harness/cli/command.h"

/* Returns the exit code: EXIT_CODE_OK whatever is found, EXIT_CODE_NOTHING where no case is ok in
 * both. */
int trace_compare_run(const struct command_line *line);

#endif
