/* SPDX-License-Identifier: MIT */
#include "harness/cli/documents/documents_parts.h"

#include <stdio.h>
#include <stdlib.h>

/* A cell of a table: a line break is a space, and a bar is escaped. Signs of HTML are escaped
 * outside of code. */
static void print_cell(const char *text, bool code)
{
    for (; *text != 0; text++)
        if (*text == '|')
            fputs("\\|", stdout);
        else if (*text == '<' && !code)
            fputs("&lt;", stdout);
        else if ((*text == '*' || *text == '_') && !code)
            printf("\\%c", *text);
        else
            putchar(*text == '\n' ? ' ' : *text);
}

static void print_option(const struct option_spec *spec)
{
    const char letter = option_letter(spec->name);
    printf("| ");
    if (letter)
        printf("`-%c`, ", letter);
    printf("`--%s", spec->name);
    if (spec->argument) {
        printf(spec->optional ? "[=" : " ");
        print_cell(spec->argument, true);
        printf(spec->optional ? "]" : "");
    }
    printf("` | ");
    print_cell(spec->help, false);
    printf(" |\n");
}

static void print_options(const struct option_table *table, size_t begin, size_t end)
{
    if (begin < end)
        printf("\n| option | meaning |\n|---|---|\n");
    for (; begin < end; begin++)
        print_option(&table->specs[begin]);
}

static void print_part(const struct documents_part *part, const struct technique *const *techniques)
{
    const struct command *command = part->command;
    char *const example = command_example(command, techniques);
    printf("\n## claimcheck %s\n\n`claimcheck %s%s%s`: %s.\n\n    %s\n", command->name,
           command->name, *command->arguments ? " " : "", command->arguments, part->summary,
           example);
    free(example);
    print_options(&part->table, part->begin, part->own);
}

void documents_markdown_print(const struct documents_parts *parts,
                              const struct technique *const *techniques)
{
    printf("# Commands and exit codes\n\n"
           "Printed by `claimcheck documents markdown` from the option tables; `claimcheck help "
           "COMMAND` and the\nmanual page say the same. Every command takes `-h`, `--help`. "
           "`claimcheck "
           "help inspect\nTECHNIQUE` has the options of a technique.\n\n"
           "<!-- printed by claimcheck documents markdown -->\n"
           "## Exit codes\n\n| exit code | meaning |\n|---|---|\n");
    for (size_t i = 0; i < COMMAND_EXIT_CODES; i++) {
        printf("| %d | ", command_exit_codes[i].code);
        print_cell(command_exit_codes[i].text, false);
        printf(" |\n");
    }
    for (size_t i = 0; i < parts->count; i++)
        if (!parts->parts[i].technique)
            print_part(&parts->parts[i], techniques);
    for (size_t i = 0; i < parts->count; i++) {
        const struct documents_part *part = &parts->parts[i];
        if (part->own == part->table.count)
            continue;
        printf("\n## Options of techniques\n\n`run` and `trace` take these, too.\n");
        print_options(&part->table, part->own, part->table.count);
        break;
    }
    printf("<!-- /printed -->\n");
}
