/* SPDX-License-Identifier: MIT */
/* command.h: one command of the command line: a table and a function. A new one is a file and a
 * line in cli.c. */
#ifndef CLAIMCHECK_HARNESS_CLI_COMMAND_H
#define CLAIMCHECK_HARNESS_CLI_COMMAND_H

#include "harness/cli/cli.h"
#include "harness/cli/options.h"
#include "harness/cli/session/measurer.h"

#include <jansson.h>

struct command;

/* The request: one command and its options. */
struct command_line {
    const struct command *command;
    const struct options *options;
    int argc; /* as given, without program and command */
    const char *const *argv;
    const struct technique *const *techniques; /* those of folders last */
    const struct technique_door *door;         /* to those of folders; may be NULL */
    const struct measurer *measurer;
};

/* What the name of a kept device stands for in the place of a file: operand_names.h. */
enum command_names {
    COMMAND_NAMES_NONE,
    COMMAND_NAMES_RUNS,    /* its newest kept run */
    COMMAND_NAMES_ROWS,    /* the rows of evidence of all its kept runs */
    COMMAND_NAMES_FOLDERS, /* the folder of its kept runs */
};

struct command {
    const char *name, *arguments;      /* "run", "[OPTIONS]" */
    const char *summary;               /* one line */
    const char *example;               /* command_example() fills it in */
    const struct option_spec *options; /* ends with a NULL name */
    const struct option_habit *habits; /* ends with NULL names; may be NULL */
    const char *const *const *choices; /* lists of options of which one alone can be given; these
                                          and what holds them end with NULL; may be NULL */
    bool technique_options;            /* takes those of all techniques, too */
    bool operands;                     /* looks itself at what is no option; others refuse it */
    enum command_names names;
    bool pair;               /* of two runs: the last run is the second where one is named */
    bool takes_latest;       /* the last run (latest.h) where none is named */
    bool technique_operands; /* which are names of techniques; others are files */
    bool kernels;            /* compiles those of techniques of folders */
    bool programs;           /* runs programs of techniques of folders, too */
    bool fresh_answers;      /* never with answers that were kept */
    bool lines; /* prints a fact a line, however long: whole in a pipe, wrapped on a terminal */

    /* Adds options that depend on argc and argv; there are none yet. EXIT_CODE_OK, or that of the
     * process, with a message. May be NULL. */
    int (*extend)(const struct command_line *line, struct option_table *table);

    /* Prints what help says behind the options. May be NULL. */
    void (*help)(const struct command_line *line);

    /* Writes a hint for a surplus operand, such as " (did you mean ...?)". May be NULL. */
    void (*operand_hint)(const struct command_line *line, const char *operand, char *hint,
                         size_t hint_bytes);

    /* Returns the exit code. */
    int (*run)(const struct command_line *line);
};

extern const struct command command_list, command_devices, command_run, command_inspect,
    command_export, command_selftest, command_trace, command_keep, command_claims, command_show,
    command_compare, command_report, command_cite, command_ab, command_history, command_new,
    command_check, command_why, command_plot, command_card, command_send;

/* Exit codes and what they mean, for the help, the manual page and docs/reference/commands.md. */
enum { COMMAND_EXIT_CODES = 4 };
extern const struct command_exit_code {
    int code;
    const char *text;
} command_exit_codes[COMMAND_EXIT_CODES];

/* Reads the options of a line that has none yet, and runs its command, unless help was asked for or
 * something is wrong with them. Returns the exit code. */
int command_execute(const struct command_line *line);

/* The options of a command as a table to add to, those of techniques where it takes them. */
void command_table(const struct command *command, const struct technique *const *techniques,
                   struct option_table *table);

/* A line that works as it stands: {technique}, {bench}, {variant} and {portrait} are those of the
 * first technique that has a portrait (bench.h). malloc'ed. */
char *command_example(const struct command *command, const struct technique *const *techniques);

/* Prints JSON for --json on stdout, with a newline; takes over the reference. Returns the exit
 * code. */
int command_print_json(json_t *value);

#endif
