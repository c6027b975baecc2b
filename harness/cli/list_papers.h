/* SPDX-License-Identifier: MIT */
/* list_papers.h: the papers and the claims that there are, without a run. */
#ifndef CLAIMCHECK_HARNESS_CLI_LIST_PAPERS_H
#define CLAIMCHECK_HARNESS_CLI_LIST_PAPERS_H

#include "harness/cli/command.h"

/* True of the id of a paper or of a claim. */
bool list_papers_has(const char *word);

/* True where the operands or options of `list` ask for papers or claims: --papers, --claims, or the
 * id of one. */
bool list_papers_wanted(const struct command_line *line);

/* Writes " (did you mean 'x'?)" for the paper or claim nearest to a word, or nothing. */
void list_papers_hint(const char *word, char *hint, size_t hint_bytes);

/* Prints a row for each paper, or for each claim of the papers named and of the ids that match
 * --claims. The exit code, with a message for a name that is none. */
int list_papers_run(const struct command_line *line);

#endif
