/* SPDX-License-Identifier: MIT */
/* cli.h: the command line. Exit codes are meson's contract, everywhere. */
#ifndef CLAIMCHECK_HARNESS_CLI_CLI_H
#define CLAIMCHECK_HARNESS_CLI_CLI_H

#include "harness/bench.h"

enum cli_exit {
    CLI_OK = 0,
    CLI_WRONG = 1,    /* a wrong result, or a confirmed regression */
    CLI_NOTHING = 77, /* nothing could be done here: no device, nothing to compare */
    CLI_UNTRIED = 99, /* it could not be tried: bad arguments, unreadable file, device lost, full
                         disk, interrupted */
};

/* Runs one command and returns the exit code of the process. `techniques` is NULL-terminated. */
int cli_main(int argc, char **argv, const struct technique *const *techniques);

#endif
