/* SPDX-License-Identifier: MIT */
/* selftest_gate.h: `selftest --gate`: what `ab` can tell apart on this machine. */
#ifndef CLAIMCHECK_HARNESS_CLI_GATE_SELFTEST_GATE_H
#define CLAIMCHECK_HARNESS_CLI_GATE_SELFTEST_GATE_H

#include "harness/cli/command.h"

/* Whether the line asks for it. */
bool selftest_gate_wanted(const struct options *options);

/* Measures, says, and writes; the exit code: 1 after a false alarm. */
int selftest_gate_run(const struct command_line *line);

#endif
