/* SPDX-License-Identifier: MIT */
#include "harness/cli/options.h"

#include "harness/base/name_list.h"
#include "harness/base/nearest.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct parser {
    const struct option_spec *specs;
    size_t spec_count;
    char *message;
    size_t message_bytes;
};

static const struct option_spec *spec_find(const struct parser *parser, const char *name,
                                           size_t length)
{
    for (size_t i = 0; i < parser->spec_count; i++)
        if (strlen(parser->specs[i].name) == length &&
            strncmp(parser->specs[i].name, name, length) == 0)
            return &parser->specs[i];
    return NULL;
}

static bool fail_unknown(const struct parser *parser, const char *argument, size_t length)
{
    struct name_list names = { 0 };
    char word[128], hint[192];
    snprintf(word, sizeof(word), "%.*s", (int)(length < 100 ? length : 100), argument);
    for (size_t i = 0; i < parser->spec_count; i++)
        name_list_add(&names, parser->specs[i].name);
    name_list_add(&names, "help");
    const char *nearest = nearest_find(word + strspn(word, "-"), names.names, names.count);
    snprintf(hint, sizeof(hint), " (did you mean '--%s'?)", nearest ? nearest : "");
    snprintf(parser->message, parser->message_bytes, "unknown option '%s'%s; see --help", word,
             nearest ? hint : "");
    name_list_finish(&names);
    return false;
}

static bool options_add(struct options *options, const struct parser *parser,
                        const struct option_spec *spec, const char *value)
{
    if (!spec->repeated && options_has(options, spec->name)) {
        snprintf(parser->message, parser->message_bytes, "option '--%s' is given twice",
                 spec->name);
        return false;
    }
    options->given[options->given_count++] = (struct option_given){ .spec = spec, .value = value };
    return true;
}

/* Reads one option; *index is then at the last argument that belongs to it. */
static bool options_read(struct options *options, const struct parser *parser, int argc,
                         const char *const *argv, int *index)
{
    const char *argument = argv[*index];
    size_t length = strcspn(argument, "=");
    const char *value = argument[length] == '=' ? argument + length + 1 : NULL;
    const struct option_spec *spec =
        strncmp(argument, "--", 2) == 0 ? spec_find(parser, argument + 2, length - 2) : NULL;
    if (!spec)
        return fail_unknown(parser, argument, length);
    if (!spec->argument && value) {
        snprintf(parser->message, parser->message_bytes, "option '--%s' takes no value",
                 spec->name);
        return false;
    }
    if (spec->argument && !value) {
        value = *index + 1 < argc ? argv[*index + 1] : NULL;
        if (!value || strncmp(value, "--", 2) == 0) {
            snprintf(parser->message, parser->message_bytes, "option '--%s' needs a value: --%s=%s",
                     spec->name, spec->name, spec->argument);
            return false;
        }
        ++*index;
    }
    return options_add(options, parser, spec, value);
}

bool options_init(struct options *options, const struct option_spec *specs, size_t spec_count,
                  int argc, const char *const *argv, char *message, size_t message_bytes)
{
    struct parser parser = { specs, spec_count, message, message_bytes };
    *options = (struct options){ 0 };
    options->given = calloc((size_t)argc + 1, sizeof(*options->given));
    options->positionals = calloc((size_t)argc + 1, sizeof(*options->positionals));
    if (!options->given || !options->positionals) {
        snprintf(message, message_bytes, "no memory is left");
        goto error;
    }
    bool ended = false;
    for (int i = 0; i < argc; i++)
        if (ended || argv[i][0] != '-' || argv[i][1] == 0)
            options->positionals[options->positional_count++] = argv[i];
        else if (strcmp(argv[i], "--") == 0)
            ended = true;
        else if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            options->help = true;
        else if (!options_read(options, &parser, argc, argv, &i))
            goto error;
    return true;
error:
    options_finish(options);
    return false;
}

void options_finish(struct options *options)
{
    free(options->given);
    free(options->positionals);
    *options = (struct options){ 0 };
}

static const struct option_given *given_find(const struct options *options, const char *name)
{
    for (size_t i = 0; i < options->given_count; i++)
        if (strcmp(options->given[i].spec->name, name) == 0)
            return &options->given[i];
    return NULL;
}

const char *options_value(const struct options *options, const char *name)
{
    const struct option_given *given = given_find(options, name);
    return !given ? NULL : given->value;
}

bool options_has(const struct options *options, const char *name)
{
    return given_find(options, name);
}

bool options_integer(const struct options *options, const char *name, uint64_t minimum,
                     uint64_t maximum, uint64_t *number, char *message, size_t message_bytes)
{
    const char *value = options_value(options, name);
    if (!value)
        return true;
    char *end = NULL;
    errno = 0;
    unsigned long long read = strtoull(value, &end, 10);
    if (!isdigit((unsigned char)*value) || *end != 0 || errno != 0 || read < minimum ||
        read > maximum) {
        snprintf(message, message_bytes,
                 "option '--%s' takes an integer from %" PRIu64 " to %" PRIu64 ", not '%s'", name,
                 minimum, maximum, value);
        return false;
    }
    *number = read;
    return true;
}

bool option_table_add(struct option_table *table, const struct option_spec *spec)
{
    for (size_t i = 0; i < table->count; i++)
        if (strcmp(table->specs[i].name, spec->name) == 0)
            return true;
    struct option_spec *specs = realloc(table->specs, (table->count + 1) * sizeof(*specs));
    if (!specs)
        return false;
    table->specs = specs;
    specs[table->count++] = *spec;
    return true;
}

void option_table_finish(struct option_table *table)
{
    free(table->specs);
    *table = (struct option_table){ 0 };
}
