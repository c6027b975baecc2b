/* SPDX-License-Identifier: MIT */
/* documents.h: the manual page, docs/reference/commands.md, and completions for bash and zsh, made
 * from the same tables as --help; and the schema of run files. The build calls the executable for
 * them; users do not. */
#ifndef CLAIMCHECK_HARNESS_CLI_DOCUMENTS_DOCUMENTS_H
#define CLAIMCHECK_HARNESS_CLI_DOCUMENTS_DOCUMENTS_H

#include "harness/bench.h"
#include "harness/cli/command.h"

#define DOCUMENTS_COMMAND "documents"

/* Prints the document of that name, "man", "markdown", "bash", "zsh" or "schema"; NULL is none
 * of them. `commands` and `techniques` end with NULL. Returns the exit code. */
int documents_print(const char *name, const struct command *const *commands,
                    const struct technique *const *techniques);

#endif
