/* SPDX-License-Identifier: MIT */
/* command.h: one command of the command line. A new one is a file and a line in cli.c. */
#ifndef CLAIMCHECK_HARNESS_CLI_COMMAND_H
#define CLAIMCHECK_HARNESS_CLI_COMMAND_H

#include "harness/cli/cli.h"
#include "harness/cli/options.h"

#include <jansson.h>

struct command {
    const char *name, *arguments; /* "run", "[OPTIONS]" */
    const char *summary;          /* one line */
    const char *example;
    const struct option_spec *options; /* ends with a NULL name */
    /* argv without program and command */
    int (*run)(const struct command *command, int argc, const char *const *argv,
               const struct technique *const *techniques);
};

extern const struct command command_list, command_devices, command_run, command_inspect,
    command_export, command_selftest, command_trace;

/* The command's own options as a table to add to. False when memory runs out. */
bool command_table(const struct command *command, struct option_table *table);

/* Adds the techniques' options. False when memory runs out. */
bool command_add_techniques(struct option_table *table, const struct technique *const *techniques);

/*
 * Reads the options. False when the command is done with that: *code is the exit code, and the help
 * or a message has been printed.
 */
bool command_options(const struct command *command, const struct option_table *table, int argc,
                     const char *const *argv, struct options *options, int *code);

/* EXIT_CODE_OK when nothing but options was given; a message otherwise. */
int command_no_positionals(const struct command *command, const struct options *options);

/* Prints JSON for --json on stdout, with a newline; takes over the reference. Returns the exit
 * code. */
int command_print_json(json_t *value);

#endif
