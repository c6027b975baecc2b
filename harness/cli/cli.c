/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"

#include "harness/base/json_value.h"
#include "harness/base/message.h"
#include "harness/base/name_list.h"
#include "harness/base/need.h"
#include "harness/base/output.h"
#include "harness/base/stats.h"
#include "harness/base/terminal.h"
#include "harness/base/text.h"
#include "harness/base/trouble.h"
#include "harness/base/wrap.h"
#include "harness/cli/command.h"
#include "harness/cli/documents/documents.h"
#include "harness/cli/folder/check_trial.h"
#include "harness/cli/list_papers.h"
#include "harness/cli/run_options.h"
#include "harness/cli/session/worker.h"
#include "harness/cli/technique_folders.h"
#include "harness/engine/session/host.h"
#include "harness/os/console.h"
#include "harness/os/crash.h"
#include "harness/os/file.h"
#include "harness/os/interrupt.h"
#include "harness/os/machine.h"
#include "version.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Commands by group; each group begins with its most used. */
static const struct command *const commands[] = {
    &command_run,      &command_list, &command_devices, &command_inspect, &command_trace,
    &command_selftest, &command_show, &command_claims,  &command_why,     &command_compare,
    &command_report,   &command_plot, &command_export,  &command_cite,    &command_history,
    &command_card,     &command_ab,   &command_new,     &command_check,   &command_keep,
    &command_send,     NULL,
};
enum { COMMAND_COUNT = sizeof(commands) / sizeof(commands[0]) - 1 };

/* Groups of commands, each from its first one on. */
static const struct {
    const struct command *first;
    const char *title;
} groups[] = {
    { &command_run, "measure" },
    { &command_show, "read" },
    { &command_ab, "gate" },
    { &command_new, "make" },
};

/* Where nothing was asked for. */
static void start_print(FILE *out)
{
    fputs("claimcheck re-measures published GPU techniques and checks their answers first.\n"
          "  claimcheck run --claims     measure what the papers claim, and judge it\n"
          "  claimcheck list             the available techniques\n"
          "  claimcheck report RUN.json  a page of a run's results\n"
          "claimcheck help lists all commands, claimcheck help COMMAND its options.\n",
          out);
}

static void usage_text(FILE *out)
{
    fprintf(out, "claimcheck: re-measures published GPU techniques, checks the answers first\n\n"
                 "usage: claimcheck COMMAND [OPTIONS]\n");
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        for (size_t k = 0; k < sizeof(groups) / sizeof(groups[0]); k++)
            if (groups[k].first == commands[i])
                fprintf(out, "\n%s:\n", groups[k].title);
        fprintf(out, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
    }
    fprintf(out, "\nclaimcheck help COMMAND says more; claimcheck --version names the build.\n"
                 "example: claimcheck run --profile quick\n\nexit codes:\n");
    for (size_t i = 0; i < COMMAND_EXIT_CODES; i++)
        fprintf(out, "  %-10d %s\n", command_exit_codes[i].code, command_exit_codes[i].text);
}

static int usage_print(FILE *out)
{
    struct text text = { 0 };
    FILE *memory = text_stream(&text);
    usage_text(memory);
    text_stream_close(memory);
    wrap_lines(out, TERMINAL_COLUMNS, text.string);
    text_finish(&text);
    return EXIT_CODE_OK;
}

/* What `ab --baseline` was called. */
static const char baseline_word[] = "baseline";

static const struct command *command_find(const char *name)
{
    if (strcmp(name, baseline_word) == 0)
        return &command_ab;
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

/* The command that has an option of that name, its first one; NULL. */
static const struct command *command_of_option(const char *name, size_t length)
{
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        for (const struct option_spec *spec = commands[i]->options; spec->name; spec++)
            if (strlen(spec->name) == length && strncmp(spec->name, name, length) == 0)
                return commands[i];
    return NULL;
}

/* What other programs call a command, and names that a command takes: "" where it is neither. */
static void command_meant(const char *name, const struct technique *const *techniques, char *hint,
                          size_t hint_bytes)
{
    static const struct {
        const char *typed, *meant;
    } habits[] = {
        { "diff", "compare" },         { "benchmark", "run" },   { "bench", "run" },
        { "measure", "run" },          { "verify", "check" },    { "test", "check" },
        { "info", "devices" },         { "gpus", "devices" },    { "doctor", "selftest" },
        { "papers", "list --papers" }, { "techniques", "list" }, { "kernels", "list --kernels" },
        { "version", "--version" },    { "-V", "--version" },    { "-v", "--version" },
    };
    const char *meant = NULL, *option = name + strspn(name, "-");
    const size_t length = strcspn(option, "=");
    const struct command *command = option > name ? command_of_option(option, length) : NULL;
    for (size_t i = 0; i < sizeof(habits) / sizeof(habits[0]) && !meant; i++)
        if (strcmp(habits[i].typed, name) == 0)
            meant = habits[i].meant;
    for (; *techniques && !meant; techniques++)
        if (strcmp((*techniques)->name, name) == 0)
            snprintf(hint, hint_bytes, " (did you mean 'list %.60s'?)", name);
    if (meant)
        snprintf(hint, hint_bytes, " (did you mean '%s'?)", meant);
    else if (command && !command_find(option))
        snprintf(hint, hint_bytes, ": options stand behind a command, as in claimcheck %s --%.60s",
                 command->name, option);
    else if (!*hint && list_papers_has(name))
        snprintf(hint, hint_bytes, " (did you mean 'claims %.60s'?)", name);
}

static int unknown_command(const char *name, const struct technique *const *techniques)
{
    struct name_list names = { 0 };
    char hint[192] = "";
    command_meant(name, techniques, hint, sizeof(hint));
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        name_list_add(&names, commands[i]->name);
    name_list_add(&names, "help");
    if (!*hint)
        name_list_hint(&names, name + strspn(name, "-"), hint, sizeof(hint));
    name_list_finish(&names);
    return message_error("unknown command '%s'%s; see claimcheck --help", name, hint);
}

/* `help COMMAND`, or `--help COMMAND`, is `COMMAND --help`; what else is said stays, such as the
 * technique of inspect. */
static int help(struct command_line line)
{
    if (line.argc == 0)
        return usage_print(stdout);
    line.command = command_find(line.argv[0]);
    if (!line.command)
        return unknown_command(line.argv[0], line.techniques);
    const char **arguments = need_zeroed((size_t)line.argc, sizeof(*arguments));
    for (int i = 1; i < line.argc; i++)
        arguments[i - 1] = line.argv[i];
    arguments[line.argc - 1] = "--help";
    line.argv = arguments;
    const int code = command_execute(&line);
    free(arguments);
    return code;
}

/* Runs a command, with the techniques of the folders that it names. */
static int command_dispatch(struct command_line line, const struct technique_door *door)
{
    struct technique_folders folders;
    technique_folders_init(&folders, door, line.techniques);
    int code = EXIT_CODE_OK;
    if (door && !technique_folders_take(&folders, line.argc, line.argv, line.command->kernels))
        code = message_error("%s: --technique: %s", line.command->name, trouble_text());
    line.techniques = folders.all;
    if (code == EXIT_CODE_OK)
        code = command_execute(&line);
    technique_folders_finish(&folders);
    return code;
}

/* Words of --technique before the command go behind it: ab puts what it adds behind a command of
 * the user's. Returns how many there are. */
static int techniques_put_last(int argc, char **argv, char **sorted)
{
    int first = 1, count = 0;
    while (first < argc && strncmp(argv[first], "--technique", 11) == 0)
        first += argv[first][11] == 0 ? 2 : 1;
    first = first < argc ? first : 1;
    sorted[count++] = argv[0];
    sorted[count++] = argv[first];
    for (int i = 1; i < first; i++)
        sorted[count++] = argv[i];
    for (int i = first + 1; i < argc; i++)
        sorted[count++] = argv[i];
    sorted[count] = NULL;
    return first - 1;
}

/* Drivers crash on less, in threads of their own, too. With 8 KiB and less the system cannot start
 * any program, so nothing says that. */
static bool stack_suffices(void)
{
    enum { STACK_BYTES_MIN = 512 << 10 };
    uint64_t most;
    return !os_machine_limit_read(OS_MACHINE_STACK, &most) || most >= STACK_BYTES_MIN;
}

static int dispatch(int argc, char **argv, const struct technique *const *techniques,
                    const struct technique_door *door, const struct measurer *measurer)
{
    if (argc < 2) {
        start_print(stderr);
        return EXIT_CODE_UNTRIED;
    }
    const char *word = argv[1];
    if (strcmp(word, "--version") == 0 || strcmp(word, "version") == 0) {
        printf("claimcheck %s (%s)\n", CLAIMCHECK_VERSION, CLAIMCHECK_COMMIT);
        return EXIT_CODE_OK;
    }
    if (strcmp(word, WORKER_COMMAND) == 0) {
        const struct run_reader reader = run_options_reader(&command_run, techniques);
        return worker_main(&reader, door, measurer);
    }
    if (strcmp(word, CHECK_TRIAL_COMMAND) == 0)
        return check_trial_main(argc > 2 ? argv[2] : "", door, measurer);
    if (strcmp(word, DOCUMENTS_COMMAND) == 0)
        return documents_print(argv[2], commands, techniques);
    struct command_line line = { .argc = argc - 2,
                                 .argv = (const char *const *)(argv + 2),
                                 .techniques = techniques,
                                 .door = door,
                                 .measurer = measurer };
    const bool asked = strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
    if (asked && (argc == 2 || argv[2][0] == '-'))
        return usage_print(stdout);
    if (asked || strcmp(word, "help") == 0)
        return help(line);
    line.command = command_find(word);
    if (!line.command)
        return unknown_command(word, techniques);
    if (strcmp(word, baseline_word) == 0) {
        message_note("'baseline FOLDER RUN.json' is now called 'ab --baseline FOLDER RUN.json'");
        if (argc > 2 && argv[2][0] != '-') {
            static char option[] = "--baseline";
            argv[1] = option; /* whose value is the folder */
            line.argv--;
            line.argc++;
        }
    }
    if (!stack_suffices())
        return message_error("the stack is limited to less than 512 KiB, and drivers need more: "
                             "raise ulimit -s");
    return command_dispatch(line, door);
}

/* A file must not be opened as standard output or error, and then be written into by messages.
 * What is closed is opened the wrong way round, so that using it is an error still. */
static void standard_streams_open(void)
{
    for (int fd = 0; fd <= CONSOLE_ERROR; fd++)
        if (!os_file_is_open(fd) &&
            os_file_open_nowhere(fd == 0 ? OS_FILE_WRITE : OS_FILE_READ) != fd)
            return;
}

/* Says that a layer, a driver or a compiler has ended this process. */
static int exit_say(const char *file)
{
    struct text names = { 0 };
    host_variables_add(&names);
    return message_error("this process was ended before its work was done: exit() was called by "
                         "%s; repair it, take it away, or unset what it reads of: %s",
                         *file ? file : "a library that it has loaded",
                         names.length > 0 ? text_string(&names) : "no variable");
}

static int all_run(int argc, char **argv, const struct technique *const *techniques,
                   const struct technique_door *door, const struct measurer *measurer)
{
    if (!stack_suffices())
        crash_say("claimcheck: crashed: the stack is too small: raise ulimit -s\n",
                  EXIT_CODE_UNTRIED);
    /* A write that fails is an error with a message, not the end of the process. */
    interrupt_ignore_writes();
    standard_streams_open();
    console_prepare();
    json_value_guard_memory();
    char **sorted = need_zeroed((size_t)argc + 2, sizeof(*sorted));
    if (argc > 1 && techniques_put_last(argc, argv, sorted) > 0)
        argv = sorted;
    const int code = dispatch(argc, argv, techniques, door, measurer);
    free(sorted);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    /* A reader that has seen enough, as head has, is no trouble; of a run its file was named. */
    const int failure = output_failure(stdout);
    if (failure != EPIPE)
        return message_error("cannot write to standard output: %s", output_error(failure));
    return code;
}

int cli_main(int argc, char **argv, const struct technique *const *techniques,
             const struct technique_door *door, const struct measurer *measurer)
{
    crash_say_exit(exit_say);
    const int code = all_run(argc, argv, techniques, door, measurer);
    crash_say_exit(NULL);
    return code;
}
