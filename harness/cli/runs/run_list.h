/* SPDX-License-Identifier: MIT */
/* run_list.h: the run files that a command line names, in its order. */
#ifndef CLAIMCHECK_HARNESS_CLI_RUNS_RUN_LIST_H
#define CLAIMCHECK_HARNESS_CLI_RUNS_RUN_LIST_H

#include "harness/cli/options.h"
#include "harness/record/run/run.h"

/* Begins as zero; the runs are its own. */
struct run_list {
    struct run **runs;
    size_t count;
};

/* Reads all, with a message of `command` for each that cannot be read or is there twice. Returns
 * the exit code; what was read stays for run_list_finish() either way. */
int run_list_open(struct run_list *list, const struct options *options, const char *command);

void run_list_finish(struct run_list *list);

const struct run *const *run_list_runs(const struct run_list *list);

#endif
