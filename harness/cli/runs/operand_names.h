/* SPDX-License-Identifier: MIT */
/* operand_names.h: names in place of paths of run files: of kept devices, of papers, of claims. */
#ifndef CLAIMCHECK_HARNESS_CLI_RUNS_OPERAND_NAMES_H
#define CLAIMCHECK_HARNESS_CLI_RUNS_OPERAND_NAMES_H

#include "harness/cli/command.h"

/* Options in place of a command's own; they outlive it. */
struct operand_names {
    struct options options;
    char **paths; /* that were found, malloc'ed */
    size_t path_count;
};

/*
 * Puts the file that is meant in the place of each operand that is a word and no file: a device's
 * newest kept run, its kept rows or its folder of runs, as the command reads them. The name of a
 * paper or claim becomes --claim, where the command has that; without a run file it is then about
 * the last run, or else about the rows of all kept devices. Where no operand is left, the last run
 * is one, if the command takes it. Notes say which files were taken. The exit code, with a message
 * for a word that is none of these.
 */
int operand_names_take(struct operand_names *names, const struct command_line *line,
                       const struct options *given);

/* The path of the kept run that a word means, or the word where it is a file or no device;
 * malloc'ed. NULL with a one-line message where no run can be taken. */
char *operand_names_run(const char *word);

void operand_names_finish(struct operand_names *names);

#endif
