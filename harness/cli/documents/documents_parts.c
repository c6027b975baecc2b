/* SPDX-License-Identifier: MIT */
#include "harness/cli/documents/documents_parts.h"

#include "harness/inspection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct option_spec documents_parts_help = { .name = "help", .help = "this text" };

/* NULL when memory runs out. */
static struct documents_part *part_add(struct documents_parts *parts, const struct command *command)
{
    struct documents_part *grown =
        realloc(parts->parts, (parts->count + 1) * sizeof(*parts->parts));
    if (!grown)
        return NULL;
    parts->parts = grown;
    grown[parts->count] =
        (struct documents_part){ .command = command, .summary = command->summary };
    return &grown[parts->count++];
}

/* Its table, and --technique, which all commands take. */
static size_t own_count(const struct command *command)
{
    size_t count = 0;
    while (command->options[count].name)
        count++;
    return count + 1;
}

static bool command_add(struct documents_parts *parts, const struct command *command,
                        const struct technique *const *techniques)
{
    struct documents_part *part = part_add(parts, command);
    if (!part || !command_table(command, techniques, &part->table))
        return false;
    part->own = own_count(command);
    return true;
}

/* Adds the options that the command takes once the technique is named. */
static bool technique_add(struct documents_parts *parts, const struct command *command,
                          const struct technique *const *techniques, const char *name,
                          const char *summary)
{
    struct documents_part *part = part_add(parts, command);
    const struct command_line line = {
        .command = command, .argc = 1, .argv = &name, .techniques = techniques
    };
    if (!part || !command_table(command, techniques, &part->table) ||
        command->extend(&line, &part->table) != EXIT_CODE_OK)
        return false;
    part->technique = name;
    part->summary = summary;
    part->begin = own_count(command);
    part->own = part->table.count;
    return true;
}

static bool techniques_add(struct documents_parts *parts, const struct command *command,
                           const struct technique *const *techniques)
{
    bool added = true;
    for (const struct technique *const *t = techniques; *t && added; t++) {
        const char *name = (*t)->alias ? (*t)->alias : (*t)->name;
        added = technique_add(parts, command, techniques, name, (*t)->question);
        for (const struct inspection_kind *k = (*t)->inspections; k && k->name && added; k++)
            if (strcmp(k->name, name) != 0)
                added = technique_add(parts, command, techniques, k->name, k->summary);
    }
    return added;
}

bool documents_parts_init(struct documents_parts *parts, const struct command *const *commands,
                          const struct technique *const *techniques)
{
    bool added = true;
    *parts = (struct documents_parts){ 0 };
    for (; *commands && added; commands++) {
        added = command_add(parts, *commands, techniques);
        if (added && (*commands)->extend)
            added = techniques_add(parts, *commands, techniques);
    }
    for (const struct technique *const *t = techniques; *t && added; t++)
        name_list_add(&parts->techniques, (*t)->alias ? (*t)->alias : (*t)->name);
    return added;
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
