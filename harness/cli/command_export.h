/* SPDX-License-Identifier: MIT */
/* command_export.h: the figures of `export --format figures`, for commands that draw them. */
#ifndef CLAIMCHECK_HARNESS_CLI_COMMAND_EXPORT_H
#define CLAIMCHECK_HARNESS_CLI_COMMAND_EXPORT_H

#include "harness/cli/command.h"

#include <jansson.h>

/* Makes the figures of the runs, or the trace, that the command line names: a document of
 * results/figures.schema.json. Returns the exit code, with a message of the line's command. */
int command_export_figures(const struct command_line *line, json_t **figures);

#endif
