/* SPDX-License-Identifier: MIT */
/* options.c: arguments, each behind a byte of 0 or the end of a line, to the command that the first
 * byte chooses, and what `run` makes of them, unless that reads files. */
#include "harness/base/base.h"
#include "tests/fuzz/fuzz.h"

#include "bench/registry.h"
#include "harness/cli/ab/ab.h"
#include "harness/cli/cli.h"

enum { ARGUMENTS_MAX = 64 };

static const struct command *const commands[] = {
    &command_run,  &command_list,    &command_devices, &command_inspect, &command_export,
    &command_keep, &command_trace,   &command_claims,  &command_show,    &command_selftest,
    &command_cite, &command_compare, &command_report,  &command_ab,      &command_history,
};
enum { COMMAND_COUNT = sizeof(commands) / sizeof(commands[0]) };

static bool reads_files(const struct options *options)
{
    static const char *const names[] = { "kernel", "published", "claims", "repetitions-of" };
    bool found = false;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        found = found || options_has(options, names[i]);
    return found;
}

static void values_read(const struct options *options)
{
    for (size_t i = 0; i < options->given_count; i++) {
        const struct option_spec *spec = options->given[i].spec;
        const uint64_t number = options_number(options, spec->name, spec->least);
        if (spec->most > 0 && (number < spec->least || number > spec->most))
            abort();
    }
}

static void request_make(const struct options *options)
{
    struct run_request request;
    if (reads_files(options))
        return;
    trouble_clear();
    if (!run_options_request(&request, options, NULL) && !*trouble_text())
        abort();
    run_request_finish(&request);
}

static void arguments_read(const struct command *command, int argc, const char *const *argv)
{
    struct options options;
    struct option_table table;
    command_table(command, registry_techniques, &table);
    const struct option_rules rules = { table.specs, table.count, command->habits };
    trouble_clear();
    if (options_init(&options, &rules, argc, argv)) {
        if (options_check(&options)) {
            values_read(&options);
            if (command == &command_run)
                request_make(&options);
        } else if (!*trouble_text()) {
            abort();
        }
        options_finish(&options);
    } else if (!*trouble_text()) {
        abort();
    }
    option_table_finish(&table);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *argv[ARGUMENTS_MAX];
    int argc = 0;
    if (size == 0)
        return 0;
    char *text = malloc(size);
    memcpy(text, data + 1, size - 1);
    text[size - 1] = 0;
    for (size_t i = 0; i < size && argc < ARGUMENTS_MAX; i += strlen(text + i) + 1) {
        text[i + strcspn(text + i, "\n")] = 0;
        argv[argc++] = text + i;
    }
    arguments_read(commands[data[0] % COMMAND_COUNT], argc, argv);
    free(text);
    return 0;
}
