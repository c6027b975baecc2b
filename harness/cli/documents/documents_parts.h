/* SPDX-License-Identifier: MIT */
/* documents_parts.h: all that can be typed: commands, techniques of `inspect`, options of each. */
#ifndef CLAIMCHECK_HARNESS_CLI_DOCUMENTS_DOCUMENTS_PARTS_H
#define CLAIMCHECK_HARNESS_CLI_DOCUMENTS_DOCUMENTS_PARTS_H

#include "harness/base/name_list.h"
#include "harness/cli/command.h"

/* A command, or behind it a technique that it takes: what that alone has. */
struct documents_part {
    const struct command *command;
    const char *technique; /* NULL: the command itself */
    const char *summary;
    struct option_table table;
    size_t begin, own; /* options of the table that are the part's; from `own` on, of techniques */
};

struct documents_parts {
    struct documents_part *parts;
    size_t count;
    struct name_list techniques; /* as `list` and `inspect` take them */
};

void documents_parts_init(struct documents_parts *parts, const struct command *const *commands,
                          const struct technique *const *techniques);
void documents_parts_finish(struct documents_parts *parts);

/* The words of an argument that is a choice, "hot|cold|both", with spaces between; what is no word,
 * such as FILE, is left out. Empty where there is none. */
void documents_parts_words(const struct option_spec *spec, char *words, size_t bytes);

/* The entry of --help and -h in every table. */
extern const struct option_spec documents_parts_help;

/* The documents, each on standard output. */
void documents_man_print(const struct documents_parts *parts,
                         const struct technique *const *techniques);
void documents_markdown_print(const struct documents_parts *parts,
                              const struct technique *const *techniques);
void documents_bash_print(const struct documents_parts *parts);
void documents_zsh_print(const struct documents_parts *parts);

/* Prints results/run.schema.json. The exit code. */
int documents_schema_print(bool rows);

#endif
