/* SPDX-License-Identifier: MIT */
/* run_list.h: the run files that a command line names, in its order. */
#ifndef CLAIMCHECK_HARNESS_CLI_RUNS_RUN_LIST_H
#define CLAIMCHECK_HARNESS_CLI_RUNS_RUN_LIST_H

#include "harness/analysis/claims/claims.h"
#include "harness/cli/command.h"
#include "harness/record/run/run.h"

/* Begins as zero; the runs are its own. */
struct run_list {
    struct run **runs;
    size_t count;
};

/* Reads all, with a message of `command` for each that cannot be read or is there twice. With
 * `rows`, files of rows of evidence are read, too. Returns the exit code; what was read stays for
 * run_list_finish() either way. */
int run_list_open(struct run_list *list, const struct options *options, const char *command,
                  bool rows);

void run_list_finish(struct run_list *list);

const struct run *const *run_list_runs(const struct run_list *list);

/* Runs that a command names, papers, and what the runs say of their claims. */
struct run_list_judged {
    struct run_list list;
    struct published_list published;
    struct claims *claims;
    const struct published_claim *claim; /* that --claim names; NULL: none, or a paper */
};

/* `rows` is that of run_list_open(). Returns the exit code, with a message that begins with the
 * command's name; what was open stays for run_list_judged_finish() either way. */
int run_list_judge(struct run_list_judged *judged, const struct command_line *line, bool rows);
void run_list_judged_finish(struct run_list_judged *judged);

#endif
