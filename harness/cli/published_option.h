/* SPDX-License-Identifier: MIT */
/* published_option.h: --published FILE, the papers of one's own. */
#ifndef CLAIMCHECK_HARNESS_CLI_PUBLISHED_OPTION_H
#define CLAIMCHECK_HARNESS_CLI_PUBLISHED_OPTION_H

#include "harness/analysis/published/published.h"
#include "harness/cli/command.h"
#include "harness/record/run/run.h"

/* An entry of a table of options. */
#define PUBLISHED_OPTION                                                                           \
    {                                                                                              \
        .name = "published", .argument = "FILE",                                                   \
        .help = "a paper's file in place of results/published/; may be repeated",                  \
        .repeated = true, .file = true                                                             \
    }

/* Reads the papers that the options name and those of folders that declare techniques, or those of
 * results/published/. Returns the exit code, with a message of `command` for each fault; the list
 * is to be finished either way. */
int published_option_open(struct published_list *list, const struct options *options,
                          const struct technique *const *techniques, const char *command);

/* Holds the names in papers of the user against the techniques and the runs (claims_names.h).
 * Returns the exit code, with a message. */
int published_option_check(const struct published_list *list, const struct command_line *line,
                           const struct run *const *runs, size_t run_count);

/* Finds the claim of that id in the first file that has it. Of a paper's id *claim is NULL, and the
 * list then has that paper alone; of NULL nothing changes. False with a message of `command`. */
bool published_option_claim(struct published_list *list, const char *word, const char *command,
                            const struct published_claim **claim);

#endif
