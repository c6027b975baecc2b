/* SPDX-License-Identifier: MIT */
/* cli.h: the command line. */
#ifndef CLAIMCHECK_HARNESS_CLI_CLI_H
#define CLAIMCHECK_HARNESS_CLI_CLI_H

#include "harness/base/exit_code.h"
#include "harness/bench.h"
#include "harness/cli/session/measurer.h"

/* Runs one command and returns the exit code of the process. `techniques` is NULL-terminated;
 * `door` opens those of folders, and may be NULL: there are none then. */
int cli_main(int argc, char **argv, const struct technique *const *techniques,
             const struct technique_door *door, const struct measurer *measurer);

#endif
