/* SPDX-License-Identifier: MIT */
/* run_resumed.h: `run --resume FILE`: the file has what is measured, but not what is made of it. */
#ifndef CLAIMCHECK_HARNESS_CLI_RUN_RESUMED_H
#define CLAIMCHECK_HARNESS_CLI_RUN_RESUMED_H

#include "harness/cli/command.h"

/* The exit code, with a message. */
int run_resumed(const struct command_line *line);

#endif
