/* SPDX-License-Identifier: MIT */
/* exports.h: --export-json, --export-csv, --export-markdown FILE, of commands that print something:
 * the same in files. */
#ifndef CLAIMCHECK_HARNESS_CLI_RUNS_EXPORTS_H
#define CLAIMCHECK_HARNESS_CLI_RUNS_EXPORTS_H

#include "harness/cli/options.h"
#include "harness/record/catalogue.h"
#include "harness/record/run/run.h"
#include "harness/views/sheet/sheet.h"

#include <jansson.h>
#include <stdio.h>

/* Entries of a table of options. */
#define EXPORTS_OPTIONS                                                                            \
    OPTION_WITH("export-json", "FILE", "the results as JSON; - for standard output",               \
                .file = true),                                                                     \
        OPTION_WITH("export-csv", "FILE", "the results as CSV", .file = true),                     \
    {                                                                                              \
        .name = "export-markdown", .argument = "FILE",                                             \
        .help = "the results as Markdown, for a pull request", .file = true                        \
    }

/* The writer of each format. It returns false where not all was written. */
struct exports_source {
    void (*write)(FILE *out, const void *of, enum sheet_style style);
    const void *of;
};

/* True when any of the options was given. */
bool exports_wanted(const struct options *options);

/* True when one of them writes to standard output. */
bool exports_take_stdout(const struct options *options);

/* Before anything is done. False, with a message that begins with the command's name, where one of
 * them would replace a file that is read, the run file that is measured, or another of them; cannot
 * be written; or is the second on standard output. */
bool exports_check(const struct options *options, const char *command);

/* Writes what was asked for; a file that is there is replaced, whole or not at all. The exit code,
 * with a message that begins with the command's name. */
int exports_write(const struct options *options, const char *command,
                  const struct exports_source *source);

/* A run, of which some cases may have been chosen (run_choice.h). */
struct exports_run {
    const struct run *run;
    const struct run *whole; /* all cases: those of the document get `speedup`, `top_unit` and `why`
                                (why.h); NULL: they get none */
    const struct catalogue *catalogue; /* as in table.h */
};

/* Writes a struct exports_run in that style: its document, its rows, or the table of a run. */
void exports_run_write(FILE *out, const void *run, enum sheet_style style);

/* Its document; CSV and tables of the same. */
int exports_write_run(const struct options *options, const char *command,
                      const struct exports_run *run);

#endif
