/* SPDX-License-Identifier: MIT */
#include "harness/cli/documents/documents_parts.h"

#include <stdio.h>
#include <string.h>

enum { WORDS_BYTES = 256 };

/* Sets `command`, `option`, which the word follows, such as --cache, and `current`, what is there
 * of the word. To readline --cache=hot is three words. Then each command says what it takes: in
 * `options`, in `valued` those that a value follows, in `choices` values that are words, in `names`
 * what is no option, in `files` whether that is a file. */
static const char head[] =
    "# bash completion for claimcheck, made from its tables of options   -*- shell-script -*-\n"
    "# SPDX-License-Identifier: MIT\n"
    "\n"
    "_claimcheck() {\n"
    "    local current=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} command=\n"
    "    local options= valued= choices= names= value= files=\n"
    "    COMPREPLY=()\n"
    "    ((COMP_CWORD == 1)) || command=${COMP_WORDS[1]}\n"
    "    if [[ $current == '=' ]]; then\n"
    "        current= value=yes\n"
    "    elif [[ $option == '=' ]]; then\n"
    "        option=${COMP_WORDS[COMP_CWORD - 2]} value=yes\n"
    "    fi\n";

/* Behind the commands. Where nothing is left to say, readline completes names of files. */
static const char tail[] =
    "    [[ $option != -* || \" $valued \" != *\" $option \"* ]] || value=yes\n"
    "    if [[ $value ]]; then\n"
    "        names=$choices\n"
    "    elif [[ $current == -* || ! $names ]]; then\n"
    "        names=$options\n"
    "    fi\n"
    "    if [[ $value || $current == -* || ! $files ]]; then\n"
    "        mapfile -t COMPREPLY < <(compgen -W \"$names\" -- \"$current\")\n"
    "    fi\n"
    "}\n"
    "complete -o default -F _claimcheck claimcheck\n";

static void print_options(const struct documents_part *part, const char *indent)
{
    printf("%soptions+='", indent);
    for (size_t i = part->begin; i < part->table.count; i++)
        printf(" --%s", part->table.specs[i].name);
    printf("'\n%svalued+='", indent);
    for (size_t i = part->begin; i < part->table.count; i++) {
        const struct option_spec *spec = &part->table.specs[i];
        const char letter = option_letter(spec->name);
        if (!spec->argument || spec->optional)
            continue;
        printf(" --%s", spec->name);
        if (letter)
            printf(" -%c", letter);
    }
    printf("'\n%scase $option in\n", indent);
    for (size_t i = part->begin; i < part->table.count; i++) {
        char words[WORDS_BYTES];
        documents_parts_words(&part->table.specs[i], words, sizeof(words));
        if (words[0])
            printf("%s--%s) choices='%s' ;;\n", indent, part->table.specs[i].name, words);
    }
    printf("%sesac\n", indent);
}

static void print_names(const char *variable, const struct name_list *names)
{
    printf("%s'", variable);
    for (size_t i = 0; i < names->count; i++)
        printf("%s%s", i > 0 ? " " : "", names->names[i]);
    printf("'\n");
}

/* Techniques behind a command, in the order in which they stand in the parts. */
static size_t print_techniques(const struct documents_parts *parts, size_t first)
{
    size_t end = first;
    while (end < parts->count && parts->parts[end].technique)
        end++;
    if (end == first)
        return end;
    printf("        if ((COMP_CWORD == 2)); then\n            names='");
    for (size_t i = first; i < end; i++)
        printf("%s%s", i > first ? " " : "", parts->parts[i].technique);
    printf("'\n        fi\n        case ${COMP_WORDS[2]} in\n");
    for (size_t i = first; i < end; i++) {
        printf("        %s)\n", parts->parts[i].technique);
        print_options(&parts->parts[i], "            ");
        printf("            ;;\n");
    }
    printf("        esac\n");
    return end;
}

static void print_command(const struct documents_parts *parts, size_t *index)
{
    const struct command *command = parts->parts[*index].command;
    printf("    %s)\n        options='--help'\n", command->name);
    print_options(&parts->parts[*index], "        ");
    if (command->technique_operands && !command->extend)
        print_names("        names=", &parts->techniques);
    else if (command->operands && !command->extend)
        printf("        files=yes\n");
    *index = print_techniques(parts, *index + 1);
    printf("        ;;\n");
}

void documents_bash_print(const struct documents_parts *parts)
{
    fputs(head, stdout);
    printf("    local commands='");
    for (size_t i = 0; i < parts->count; i++)
        if (!parts->parts[i].technique)
            printf("%s ", parts->parts[i].command->name);
    printf("help'\n    case $command in\n"
           "    '') names=$commands options='--help --version' ;;\n"
           "    help) names=$commands ;;\n");
    for (size_t i = 0; i < parts->count;)
        print_command(parts, &i);
    printf("    esac\n");
    fputs(tail, stdout);
}
