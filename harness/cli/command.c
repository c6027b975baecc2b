/* SPDX-License-Identifier: MIT */
#include "harness/cli/command.h"

#include "harness/session/message.h"

#include <stdio.h>
#include <string.h>

static bool add_techniques(struct option_table *table, const struct technique *const *techniques)
{
    bool added = true;
    for (; *techniques; techniques++) {
        const struct bench_option *option = (*techniques)->options;
        for (; option && option->name; option++) {
            struct option_spec spec = { .name = option->name,
                                        .argument = option->argument ? option->argument : "VALUE",
                                        .help = option->help,
                                        .file = true };
            added = added && option_table_add(table, &spec);
        }
    }
    return added;
}

bool command_table(const struct command *command, const struct technique *const *techniques,
                   struct option_table *table)
{
    bool added = true;
    *table = (struct option_table){ 0 };
    for (const struct option_spec *spec = command->options; spec->name; spec++)
        added = added && option_table_add(table, spec);
    return added && (!command->technique_options || add_techniques(table, techniques));
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

static int options_run(const struct command_line *line, const struct option_table *table)
{
    const struct command *command = line->command;
    if (line->options->help) {
        print_help(command, table);
        return EXIT_CODE_OK;
    }
    if (line->options->positional_count > 0 && !command->operands)
        return message_error("%s: unexpected argument '%s'; see claimcheck %s --help",
                             command->name, line->options->positionals[0], command->name);
    return command->run(line);
}

int command_execute(const struct command_line *line)
{
    char message[MESSAGE_BYTES];
    const struct command *command = line->command;
    struct command_line read = *line;
    struct option_table table;
    struct options options;
    int code = EXIT_CODE_OK;
    if (!command_table(command, line->techniques, &table))
        code = message_error("no memory is left");
    else if (command->extend)
        code = command->extend(line, &table);
    if (code == EXIT_CODE_OK && !options_init(&options, table.specs, table.count, line->argc,
                                              line->argv, message, sizeof(message))) {
        code = message_error("%s: %s", command->name, message);
    } else if (code == EXIT_CODE_OK) {
        read.options = &options;
        code = options_run(&read, &table);
        options_finish(&options);
    }
    option_table_finish(&table);
    return code;
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
