/* SPDX-License-Identifier: MIT */
#include "harness/cli/command.h"

#include "harness/base/json_value.h"
#include "harness/base/message.h"
#include "harness/base/need.h"
#include "harness/base/terminal.h"
#include "harness/base/text.h"
#include "harness/base/trouble.h"
#include "harness/base/wrap.h"
#include "harness/cli/runs/operand_names.h"
#include "harness/cli/technique_folders.h"
#include "harness/os/channel.h"
#include "harness/os/process.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct command_exit_code command_exit_codes[COMMAND_EXIT_CODES] = {
    { EXIT_CODE_OK, "all well" },
    { EXIT_CODE_WRONG,
      "a wrong result or a confirmed regression: a case is slower (ab), a verdict "
      "differs (claims --expect), a kernel takes more (list --against), times cannot be trusted "
      "(selftest), or there is a false alarm (selftest --gate)" },
    { EXIT_CODE_NOTHING,
      "nothing could be done here: no device, and no selected case that runs without one; nothing "
      "to compare or to export; nothing was decided (ab)" },
    { EXIT_CODE_UNTRIED,
      "it could not be tried: bad arguments, an unreadable file, a full disk, a lost device, an "
      "interrupt" },
};

static void add_techniques(struct option_table *table, const struct technique *const *techniques)
{
    const char *head = "techniques";
    for (; *techniques; techniques++) {
        const struct bench_option *option = (*techniques)->options;
        for (; option && option->name; option++, head = NULL) {
            struct option_spec spec = { .name = option->name,
                                        .argument = option->argument ? option->argument : "VALUE",
                                        .help = option->help,
                                        .head = head,
                                        .file = true,
                                        .technique = true };
            option_table_add(table, &spec);
        }
    }
}

void command_table(const struct command *command, const struct technique *const *techniques,
                   struct option_table *table)
{
    *table = (struct option_table){ 0 };
    for (const struct option_spec *spec = command->options; spec->name; spec++)
        option_table_add(table, spec);
    option_table_add(table, &(struct option_spec)TECHNIQUE_FOLDERS_OPTION);
    if (command->technique_options)
        add_techniques(table, techniques);
}

enum { HELP_COLUMN = 28 };

static void print_option(const struct option_spec *spec)
{
    if (spec->head)
        printf("\n%s:\n", spec->head);
    const char letter = option_letter(spec->name);
    int used = letter ? printf("  -%c, ", letter) : printf("      ");
    used += printf("--%s", spec->name);
    if (spec->argument)
        used += printf(spec->optional ? "[=%s]" : " %s", spec->argument);
    if (used >= HELP_COLUMN)
        printf("\n%*s", HELP_COLUMN, "");
    else
        printf("%*s", HELP_COLUMN - used, "");
    wrap_print(
        stdout,
        &(struct wrap){ .columns = TERMINAL_COLUMNS, .used = HELP_COLUMN, .indent = HELP_COLUMN },
        spec->help);
}

char *command_example(const struct command *command, const struct technique *const *techniques)
{
    while (techniques[0] && !techniques[0]->portrait && techniques[1])
        techniques++;
    const struct technique *shown = *techniques;
    const struct {
        const char *word, *text;
    } words[] = {
        { "technique}", shown->name },
        { "bench}", shown->benches[0]->name },
        { "variant}", shown->benches[0]->variants[0].name },
        { "portrait}", shown->portrait ? shown->portrait : shown->name },
    };
    struct text text = { 0 };
    for (const char *at = command->example; *at;) {
        const size_t plain = strcspn(at, "{"), length = strcspn(at + plain, "}");
        text_add_bytes(&text, at, plain);
        if (!at[plain])
            break;
        for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
            if (strncmp(words[i].word, at + plain + 1, length) == 0)
                text_add(&text, words[i].text);
        at += plain + length + (at[plain + length] != 0);
    }
    return text_take(&text);
}

static void print_help(const struct command_line *line, const struct option_table *table)
{
    const struct command *command = line->command;
    printf("claimcheck %s %s\n\n%s\n", command->name, command->arguments, command->summary);
    if (!table->specs[0].head)
        printf("\noptions:\n");
    for (size_t i = 0; i < table->count; i++)
        print_option(&table->specs[i]);
    print_option(&(struct option_spec){ .name = "help", .help = "this text" });
    if (command->help)
        command->help(line);
    char *example = command_example(command, line->techniques);
    printf("\nexample:\n  %s\n", example);
    free(example);
}

static int help_print(const struct command_line *line, const struct option_table *table)
{
    struct wrap_output wrapped;
    wrap_output_begin(&wrapped, TERMINAL_COLUMNS);
    print_help(line, table);
    wrap_output_end(&wrapped);
    return EXIT_CODE_OK;
}

/* Hands a text to the pager, or prints it where that cannot be started. */
static void text_page(const char *text, const char *pager)
{
    int ends[2];
    const char *words[] = { "sh", "-c", pager, NULL };
    struct process process = { 0 };
    if (os_channel_pipe(ends) != 0) {
        fputs(text, stdout);
        return;
    }
    const struct process_plan plan = { .words = (char *const *)words, .descriptors = { ends[0] } };
    const bool started = process_start(&process, &plan) == 0;
    FILE *pipe = os_channel_stream(ends[1], "w");
    os_channel_close(ends[0]);
    fputs(text, started && pipe ? pipe : stdout);
    if (pipe)
        fclose(pipe);
    else
        os_channel_close(ends[1]);
    if (started)
        process_wait(&process, INFINITY, NULL, NULL);
}

/* With --all on a terminal, through $PAGER where that is set. */
static int command_run_paged(const struct command_line *line, const char *pager)
{
    struct os_stream_output output;
    struct text text = { 0 };
    if (os_stream_output_begin(&output) != 0)
        return line->command->run(line);
    const int code = line->command->run(line);
    text_output_end(&text, &output);
    text_page(text_string(&text), pager);
    text_finish(&text);
    return code;
}

/* On a terminal what a command prints a line each is as wide as that. */
static int command_run_wrapped(const struct command_line *line)
{
    const char *pager = getenv("PAGER");
    if (line->command->names != COMMAND_NAMES_NONE && options_has(line->options, "all") && pager &&
        *pager && console_is(CONSOLE_OUTPUT))
        return command_run_paged(line, pager);
    struct wrap_output wrapped;
    const bool lines =
        line->command->lines && console_is(CONSOLE_OUTPUT) && !options_has(line->options, "source");
    wrap_output_begin(&wrapped, lines ? terminal_columns(CONSOLE_OUTPUT) : 0);
    const int code = line->command->run(line);
    wrap_output_end(&wrapped);
    return code;
}

static int unexpected_operand(const struct command_line *line)
{
    const struct command *command = line->command;
    const char *operand = line->options->positionals[0];
    char hint[MESSAGE_BYTES / 2] = "";
    if (command->operand_hint)
        command->operand_hint(line, operand, hint, sizeof(hint));
    return message_error("%s: unexpected argument '%s'%s; see claimcheck %s --help", command->name,
                         operand, hint, command->name);
}

/* False, with a message, where two options say what one alone can. */
static bool choices_check(const struct command_line *line)
{
    const char *const *const *list = line->command->choices;
    for (; list && *list; list++) {
        const char *given = NULL;
        for (const char *const *name = *list; *name; name++) {
            if (!options_has(line->options, *name))
                continue;
            if (given)
                return message_refuse("%s: --%s and --%s: choose one", line->command->name, given,
                                      *name);
            given = *name;
        }
    }
    return true;
}

static int options_run(const struct command_line *line, const struct option_table *table)
{
    if (line->options->help)
        return help_print(line, table);
    if (line->options->positional_count > 0 && !line->command->operands)
        return unexpected_operand(line);
    if (!choices_check(line))
        return EXIT_CODE_UNTRIED;
    if (!options_check(line->options))
        return message_error("%s: %s", line->command->name, trouble_text());
    if (line->command->programs && !options_has(line->options, "list-cases") &&
        !technique_folders_trust(line->door, line->techniques, line->command, line->options))
        return EXIT_CODE_UNTRIED;
    return command_run_wrapped(line);
}

int command_execute(const struct command_line *line)
{
    const struct command *command = line->command;
    struct command_line read = *line;
    struct option_table table;
    struct options options;
    int code = EXIT_CODE_OK;
    need_command(command->name);
    command_table(command, line->techniques, &table);
    if (command->extend)
        code = command->extend(line, &table);
    const struct option_rules rules = { table.specs, table.count, command->habits };
    if (code == EXIT_CODE_OK && !options_init(&options, &rules, line->argc, line->argv)) {
        code = message_error("%s: %s", command->name, trouble_text());
    } else if (code == EXIT_CODE_OK) {
        struct operand_names names;
        code = operand_names_take(&names, line, &options);
        read.options = &names.options;
        if (code == EXIT_CODE_OK)
            code = options_run(&read, &table);
        operand_names_finish(&names);
        options_finish(&options);
    }
    option_table_finish(&table);
    return code;
}

int command_print_json(json_t *value)
{
    /* Write errors are seen by cli_main() when it flushes. */
    const size_t ascii = console_is(CONSOLE_OUTPUT) ? JSON_ENSURE_ASCII : 0;
    if (!json_value_write(stdout, value, JSON_INDENT(2) | JSON_ENCODE_ANY | ascii))
        return message_error("out of memory");
    putchar('\n');
    return EXIT_CODE_OK;
}
