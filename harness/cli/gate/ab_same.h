/* SPDX-License-Identifier: MIT */
/* ab_same.h: a session of old kernels of which none differs, so that nothing is to be measured. */
#ifndef CLAIMCHECK_HARNESS_CLI_GATE_AB_SAME_H
#define CLAIMCHECK_HARNESS_CLI_GATE_AB_SAME_H

#include "harness/cli/gate/ab_options.h"

/*
 * Says so, and writes the files. EXIT_CODE_OK; EXIT_CODE_NOTHING where no case that is selected was
 * saved, or a kernel is gone, or cannot be compared; EXIT_CODE_WRONG where one is gone and that
 * fails; EXIT_CODE_UNTRIED, each with a message.
 */
int ab_same(const struct command_line *line, const struct ab_wanted *wanted);

enum { AB_STARTED_BYTES = 32 };

/* The time of a session: UTC, as in run files. */
void ab_started_write(char text[AB_STARTED_BYTES]);

#endif
