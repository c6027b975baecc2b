/* SPDX-License-Identifier: MIT */
#include "harness/cli/documents/documents_parts.h"

#include "harness/base/need.h"
#include "harness/inspection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct option_spec documents_parts_help = { .name = "help", .help = "this text" };

static struct documents_part *part_add(struct documents_parts *parts, const struct command *command)
{
    parts->parts = need_again(parts->parts, (parts->count + 1) * sizeof(*parts->parts));
    struct documents_part *part = &parts->parts[parts->count++];
    *part = (struct documents_part){ .command = command, .summary = command->summary };
    return part;
}

/* Its table, and --technique, which all commands take. */
static size_t own_count(const struct command *command)
{
    size_t count = 0;
    while (command->options[count].name)
        count++;
    return count + 1;
}

static void command_add(struct documents_parts *parts, const struct command *command,
                        const struct technique *const *techniques)
{
    struct documents_part *part = part_add(parts, command);
    command_table(command, techniques, &part->table);
    part->own = own_count(command);
}

/* Adds the options that the command takes once the technique is named. */
static void technique_add(struct documents_parts *parts, const struct command *command,
                          const struct technique *const *techniques, const char *name,
                          const char *summary)
{
    struct documents_part *part = part_add(parts, command);
    const struct command_line line = {
        .command = command, .argc = 1, .argv = &name, .techniques = techniques
    };
    command_table(command, techniques, &part->table);
    command->extend(&line, &part->table); /* it knows each name */
    part->technique = name;
    part->summary = summary;
    part->begin = own_count(command);
    part->own = part->table.count;
}

static void techniques_add(struct documents_parts *parts, const struct command *command,
                           const struct technique *const *techniques)
{
    for (const struct technique *const *t = techniques; *t; t++) {
        const char *name = (*t)->alias ? (*t)->alias : (*t)->name;
        technique_add(parts, command, techniques, name, (*t)->question);
        for (const struct inspection_kind *k = (*t)->inspections; k && k->name; k++)
            if (strcmp(k->name, name) != 0)
                technique_add(parts, command, techniques, k->name, k->summary);
    }
}

void documents_parts_init(struct documents_parts *parts, const struct command *const *commands,
                          const struct technique *const *techniques)
{
    *parts = (struct documents_parts){ 0 };
    for (; *commands; commands++) {
        command_add(parts, *commands, techniques);
        if ((*commands)->extend)
            techniques_add(parts, *commands, techniques);
    }
    for (const struct technique *const *t = techniques; *t; t++)
        name_list_add(&parts->techniques, (*t)->alias ? (*t)->alias : (*t)->name);
}

void documents_parts_finish(struct documents_parts *parts)
{
    for (size_t i = 0; i < parts->count; i++)
        option_table_finish(&parts->parts[i].table);
    free(parts->parts);
    name_list_finish(&parts->techniques);
    *parts = (struct documents_parts){ 0 };
}

void documents_parts_words(const struct option_spec *spec, char *words, size_t bytes)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
    size_t used = 0;
    words[0] = 0;
    const char *choice = spec->words ? spec->words : spec->argument;
    for (const char *at = choice ? choice : ""; *at != 0; at += *at == '|') {
        const size_t length = strcspn(at, "|");
        if (strspn(at, letters) == length && used + length + 2 < bytes)
            used += (size_t)snprintf(words + used, bytes - used, "%s%.*s", used > 0 ? " " : "",
                                     (int)length, at);
        at += length;
    }
}
