/* SPDX-License-Identifier: MIT */
/* run_once.h: `claimcheck run --once CASE`, and the same as `claimcheck trace --renderdoc FILE`. */
#ifndef CLAIMCHECK_HARNESS_CLI_PROFILING_RUN_ONCE_H
#define CLAIMCHECK_HARNESS_CLI_PROFILING_RUN_ONCE_H

#include "harness/cli/command.h"

/* Returns the exit code: EXIT_CODE_OK when the case was executed, whatever came of it;
 * EXIT_CODE_NOTHING when the device lacks what it needs. */
int run_once_case(const struct command_line *line);

/* Executes the case under RenderDoc. EXIT_CODE_NOTHING also when RenderDoc is not there. */
int run_once_captured(const struct command_line *line);

#endif
