/* SPDX-License-Identifier: MIT */
/* sheet_options.h: the option of commands that print a sheet, and sheets in files: --format, and
 * --export-json, --export-csv, --export-markdown FILE. */
#ifndef CLAIMCHECK_HARNESS_CLI_SHEET_OPTIONS_H
#define CLAIMCHECK_HARNESS_CLI_SHEET_OPTIONS_H

#include "harness/cli/options.h"
#include "harness/views/sheet/sheet.h"

/* An entry of a table of options. */
#define SHEET_OPTIONS                                                                              \
    {                                                                                              \
        .name = "format", .argument = "FORMAT", .words = "text|markdown|latex|csv|json",           \
        .help = "text, markdown, latex, csv or json; text unless given",                           \
        .check = sheet_options_format                                                              \
    }

/* For commands that have this as a flag, too. */
#define SHEET_MARKDOWN_OPTION                                                                      \
    OPTION_FLAG("markdown", "--format markdown: tables for a pull request")

/* A view, and what it shows. */
struct sheet_source {
    void (*view)(struct sheet *sheet, const void *of);
    const void *of;
};

/* The check of --format. */
bool sheet_options_format(const char *format);

/* The style that the options ask for, by --format or by a flag of its name, where the command has
 * one. */
enum sheet_style sheet_options_style(const struct options *options);

/* Prints on standard output; a text in colours where that is a terminal which has them. Returns
 * EXIT_CODE_OK: write errors are seen by cli_main() when it flushes. */
int sheet_options_print(const struct sheet_source *source, enum sheet_style style, bool wide);

/* Writes the files that the options of exports.h ask for. The exit code, with a message. */
int sheet_options_export(const struct options *options, const char *command,
                         const struct sheet_source *source);

#endif
