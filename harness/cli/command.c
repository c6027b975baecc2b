/* SPDX-License-Identifier: MIT */
#include "harness/cli/command.h"

#include "harness/session/message.h"

#include <stdio.h>
#include <string.h>

bool command_table(const struct command *command, struct option_table *table)
{
    *table = (struct option_table){ 0 };
    for (const struct option_spec *spec = command->options; spec->name; spec++) {
        if (!option_table_add(table, spec)) {
            option_table_finish(table);
            message_error("no memory is left");
            return false;
        }
    }
    return true;
}

bool command_add_techniques(struct option_table *table, const struct technique *const *techniques)
{
    bool added = true;
    for (; *techniques; techniques++) {
        const struct bench_option *option = (*techniques)->options;
        for (; option && option->name; option++) {
            struct option_spec spec = { .name = option->name,
                                        .argument = option->argument ? option->argument : "VALUE",
                                        .help = option->help };
            added = added && option_table_add(table, &spec);
        }
    }
    return added;
}

static void print_option(const char *name, const char *argument, const char *help)
{
    enum { COLUMN = 28 };
    int used = printf("  --%s%s%s", name, argument ? " " : "", argument ? argument : "");
    if (used >= COLUMN)
        printf("\n%*s", COLUMN, "");
    else
        printf("%*s", COLUMN - used, "");
    printf("%s\n", help);
}

static void print_help(const struct command *command, const struct option_table *table)
{
    printf("claimcheck %s %s\n\n%s\n\noptions:\n", command->name, command->arguments,
           command->summary);
    for (size_t i = 0; i < table->count; i++)
        print_option(table->specs[i].name, table->specs[i].argument, table->specs[i].help);
    print_option("help", NULL, "this text");
    printf("\nexample:\n  %s\n", command->example);
}

bool command_options(const struct command *command, const struct option_table *table, int argc,
                     const char *const *argv, struct options *options, int *code)
{
    char message[MESSAGE_BYTES];
    if (!options_init(options, table->specs, table->count, argc, argv, message, sizeof(message))) {
        *code = message_error("%s: %s", command->name, message);
        return false;
    }
    if (options->help) {
        print_help(command, table);
        options_finish(options);
        *code = EXIT_CODE_OK;
        return false;
    }
    return true;
}

int command_no_positionals(const struct command *command, const struct options *options)
{
    if (options->positional_count == 0)
        return EXIT_CODE_OK;
    return message_error("%s: unexpected argument '%s'; see claimcheck %s --help", command->name,
                         options->positionals[0], command->name);
}

int command_print_json(json_t *value)
{
    if (!value)
        return message_error("no memory is left");
    /* Write errors are seen by cli_main() when it flushes. */
    json_dumpf(value, stdout, JSON_INDENT(2) | JSON_ENCODE_ANY);
    putchar('\n');
    json_decref(value);
    return EXIT_CODE_OK;
}
