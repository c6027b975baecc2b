/* SPDX-License-Identifier: MIT */
#include "harness/cli/documents/documents_parts.h"

#include <stdio.h>
#include <string.h>

enum { WORDS_BYTES = 256 };

/* Within single quotes, in a description of _arguments, where brackets and colons mean something.
 */
static void print_text(const char *text)
{
    for (; *text != 0; text++) {
        if (*text == '\'')
            fputs("'\\'", stdout);
        else if (strchr("[]:\\", *text))
            putchar('\\');
        putchar(*text);
    }
}

/* ":REGEX:_default" behind an option that takes a value. */
static void print_value(const struct option_spec *spec)
{
    char words[WORDS_BYTES];
    if (!spec->argument)
        return;
    documents_parts_words(spec, words, sizeof(words));
    printf("%s", spec->optional ? "::" : ":");
    print_text(spec->argument);
    printf(words[0] ? ":(%s)" : ":_default", words);
}

static void print_option(const struct option_spec *spec)
{
    const char letter = option_letter(spec->name);
    const char *equals = !spec->argument ? "" : spec->optional ? "=-" : "=";
    printf("            ");
    if (letter && spec->repeated)
        printf("'*'{-%c%s,--%s%s}'[", letter, spec->argument ? "+" : "", spec->name, equals);
    else if (letter)
        printf("'(-%c --%s)'{-%c%s,--%s%s}'[", letter, spec->name, letter,
               spec->argument ? "+" : "", spec->name, equals);
    else
        printf("'%s--%s%s[", spec->repeated ? "*" : "", spec->name, equals);
    print_text(spec->help);
    putchar(']');
    print_value(spec);
    printf("'\n");
}

static void print_options(const struct documents_part *part)
{
    for (size_t i = part->begin; i < part->table.count; i++)
        print_option(&part->table.specs[i]);
}

/* Techniques behind a command: which there are, and what each adds to `arguments`. */
static size_t print_techniques(const struct documents_parts *parts, size_t first)
{
    size_t end = first;
    while (end < parts->count && parts->parts[end].technique)
        end++;
    if (end == first)
        return end;
    printf("        arguments+=('1:technique:(");
    for (size_t i = first; i < end; i++)
        printf("%s%s", i > first ? " " : "", parts->parts[i].technique);
    printf(")')\n        case ${words[3]} in\n");
    for (size_t i = first; i < end; i++) {
        printf("        %s)\n            arguments+=(\n", parts->parts[i].technique);
        print_options(&parts->parts[i]);
        printf("            )\n            ;;\n");
    }
    printf("        esac\n");
    return end;
}

static void print_operands(const struct documents_parts *parts, const struct command *command)
{
    if (command->extend || !command->operands)
        return;
    if (!command->technique_operands) {
        printf("        arguments+=('*:file:_files')\n");
        return;
    }
    printf("        arguments+=('*:technique:(");
    for (size_t i = 0; i < parts->techniques.count; i++)
        printf("%s%s", i > 0 ? " " : "", parts->techniques.names[i]);
    printf(")')\n");
}

static void print_command(const struct documents_parts *parts, size_t *index)
{
    const struct command *command = parts->parts[*index].command;
    printf("    %s)\n        arguments=(\n", command->name);
    print_options(&parts->parts[*index]);
    print_option(&documents_parts_help);
    printf("        )\n");
    print_operands(parts, command);
    *index = print_techniques(parts, *index + 1);
    printf("        ;;\n");
}

void documents_zsh_print(const struct documents_parts *parts)
{
    printf("#compdef claimcheck\n"
           "# zsh completion for claimcheck, made from its tables of options\n"
           "# SPDX-License-Identifier: MIT\n\n"
           "_claimcheck() {\n    local -a commands arguments\n    commands=(\n");
    for (size_t i = 0; i < parts->count; i++) {
        if (parts->parts[i].technique)
            continue;
        printf("        '%s:", parts->parts[i].command->name);
        print_text(parts->parts[i].summary);
        printf("'\n");
    }
    printf("        'help:what a command does'\n    )\n"
           "    if ((CURRENT == 2)) || { ((CURRENT == 3)) && [[ ${words[2]} == help ]]; }; then\n"
           "        _describe -t commands command commands\n        return\n    fi\n"
           "    case ${words[2]} in\n");
    for (size_t i = 0; i < parts->count;)
        print_command(parts, &i);
    printf("    esac\n    shift words\n    ((CURRENT--))\n    _arguments -s $arguments\n}\n\n"
           "_claimcheck \"$@\"\n");
}
