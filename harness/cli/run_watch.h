/* SPDX-License-Identifier: MIT */
/* run_watch.h: `run --kernel NAME=FILE --watch`: again, each time that a file is saved. */
#ifndef CLAIMCHECK_HARNESS_CLI_RUN_WATCH_H
#define CLAIMCHECK_HARNESS_CLI_RUN_WATCH_H

#include "harness/analysis/override/override.h"
#include "harness/cli/command.h"

#include <stdint.h>

/* One run of several. What it sets outlives its process, however that ends. */
struct run_turn {
    uint32_t index;     /* from 0 */
    uint64_t seed;      /* of all, unless the user gives one */
    const char *folder; /* with a '/' at its end: what lies in it goes when the turn has ended */
    bool begun;         /* set by the turn: what is wrong can be put right by saving a file */
    bool owned;         /* set by a turn: the run file is ours, not one that was there before */
    bool whole;         /* set by a turn: one has gone to its end */
    struct attempts attempts; /* of the turns before */
};

/*
 * Runs turns, each in a process of its own, so that no crash ends them: the first one at once, each
 * other when a file of --kernel, or one that it includes, has been saved and is whole; a turn that
 * goes on then is stopped. Returns
 * EXIT_CODE_OK after SIGINT or SIGTERM; the turn's own exit code when it has not begun; or
 * EXIT_CODE_UNTRIED with a message where the options leave nothing to watch.
 */
int run_watch(const struct command_line *line,
              int (*turn_run)(const struct command_line *line, struct run_turn *turn));

#endif
