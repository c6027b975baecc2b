/* SPDX-License-Identifier: MIT */
#include "harness/cli/ab/ab.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "version.h"

/* Commands ------------------------------------------------------------------------------------- */

/* An entry of every table of options. */
#define TECHNIQUE_FOLDERS_OPTION                                                                   \
    OPTION("technique", "FOLDER", "a folder's technique; may be repeated", .repeated = true,       \
           .file = true, .resumes = true, .once = true)

const struct command_exit_code command_exit_codes[COMMAND_EXIT_CODES] = {
    { EXIT_CODE_OK, "all well" },
    { EXIT_CODE_WRONG,
      "a wrong result or a confirmed regression: a case is slower (ab), a verdict "
      "differs (claims --expect), a kernel takes more (list --against), times cannot be trusted "
      "(selftest), or there is a false alarm (selftest --gate)" },
    { EXIT_CODE_NOTHING,
      "nothing could be done here: no device, and no selected case that runs without one; nothing "
      "to compare or to export; nothing was decided (ab); no claim could be tested (claims); a "
      "program, kernel or folder of yours was "
      "not run, beside others that were (run)" },
    { EXIT_CODE_UNTRIED,
      "it could not be tried: bad arguments, an unreadable file, a full disk, a lost device, an "
      "interrupt" },
};

void command_table(const struct command *command, const struct technique *const *techniques,
                   struct option_table *table)
{
    *table = (struct option_table){ 0 };
    for (const struct option_spec *spec = command->options; spec->name; spec++)
        option_table_add(table, spec);
    option_table_add(table, &(struct option_spec)TECHNIQUE_FOLDERS_OPTION);
    const char *head = "techniques";
    for (; command->technique_options && *techniques; techniques++)
        head = option_table_add_technique(table, *techniques, head);
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
        for (size_t i = 0; i < COUNT_OF(words); i++)
            if (strncmp(words[i].word, at + plain + 1, length) == 0)
                text_add(&text, words[i].text);
        at += plain + length + (at[plain + length] != 0);
    }
    return text_take(&text);
}

/* Hands a text to the pager, or prints it where that cannot be started. */
static void text_page(const char *text, const char *pager)
{
    int ends[2];
    const char *words[] = { "sh", "-c", pager, NULL };
    if (os_channel_pipe(ends) != 0) {
        fputs(text, stdout);
        return;
    }
    struct process_run run = {
        .plan = { .words = (char *const *)words, .descriptors = { ends[0] } }, .wait_ms = INFINITY
    };
    const bool started = process_run_start(&run) == 0;
    FILE *pipe = os_file_stream(ends[1], "w");
    os_file_close(ends[0]);
    fputs(text, started && pipe ? pipe : stdout);
    if (pipe)
        fclose(pipe);
    else
        os_file_close(ends[1]);
    if (started)
        process_run_wait(&run);
}

/* False, with a message, where two options say what one alone can. */
static bool choices_check(const struct command_line *line)
{
    const char *at = line->command->choices;
    for (char given[32] = "", name[32]; at && *at; at += strspn(at, "|")) {
        const size_t length = strcspn(at, "| ");
        snprintf(name, sizeof(name), "%.*s", (int)length, at);
        if (options_has(line->options, name)) {
            if (*given)
                return message_refuse("%s: --%s and --%s: choose one", line->command->name, given,
                                      name);
            memcpy(given, name, sizeof(given));
        }
        at += length;
        if (*at == ' ') { /* the next list */
            at++;
            *given = 0;
        }
    }
    return true;
}

/* False, with a message, where the folder of a technique stands for a run or a name. */
static bool operands_check(const struct command_line *line)
{
    const struct command *command = line->command;
    if ((command->names == COMMAND_NAMES_NONE && !command->technique_operands) ||
        options_has(line->options, "technique"))
        return true;
    for (size_t i = 0; i < line->options->positional_count; i++) {
        const char *operand = line->options->positionals[i];
        OWNED char *file = text_make("%s/technique.json", operand);
        if (disk_is_there(file))
            return message_refuse(
                "%s: '%s' is the folder of a technique: claimcheck %s --technique %s",
                command->name, operand, command->name, operand);
    }
    return true;
}

/* Prints what the command takes. */
static int help_print(const struct command_line *line, const struct option_table *table)
{
    const struct command *command = line->command;
    OWNED char *example = command_example(command, line->techniques);
    struct wrap_output wrapped;
    wrap_output_begin(&wrapped, TERMINAL_COLUMNS);
    printf("claimcheck %s %s\n\n%s\n", command->name, command->arguments, command->summary);
    if (!table->specs[0].head)
        printf("\noptions:\n");
    foreach (const struct option_spec, spec, table->specs, table->count)
        print_option(spec);
    print_option(&(struct option_spec){ .name = "help", .help = "this text" });
    if (command->help)
        command->help(line);
    printf("\nexample:\n  %s\n", example);
    wrap_output_end(&wrapped, 0);
    return EXIT_CODE_OK;
}

/* Runs the command: on a terminal, --all goes through $PAGER, and what else is a line each is as
 * wide as that. */
static int command_print(const struct command_line *line)
{
    const struct command *command = line->command;
    const bool terminal = console_is(CONSOLE_OUTPUT), all = options_has(line->options, "all");
    const char *pager = getenv("PAGER");
    if ((command->names != COMMAND_NAMES_NONE || command->lines) && all && pager && *pager &&
        terminal) {
        struct os_stream_output output;
        OWNED_TEXT struct text text = { 0 };
        if (os_stream_output_begin(&output) != 0)
            return command->run(line);
        const int code = command->run(line);
        text_output_end(&text, &output);
        text_page(text_string(&text), pager);
        return code;
    }
    struct wrap_output wrapped;
    struct command_line shown = *line;
    shown.terminal = command->lines && terminal && !options_has(line->options, "source");
    wrap_output_begin(&wrapped, shown.terminal ? terminal_columns(CONSOLE_OUTPUT) : 0);
    const int code = command->run(&shown);
    wrap_output_end(&wrapped, all ? 0 : TERMINAL_LINES);
    return code;
}

static int options_run(const struct command_line *line, const struct option_table *table)
{
    const struct command *command = line->command;
    const struct options *options = line->options;
    if (options->help)
        return help_print(line, table);
    if (options->positional_count > 0 && !command->operands) {
        const char *operand = options->positionals[0];
        char hint[MESSAGE_BYTES / 2] = "";
        if (command->operand_hint)
            command->operand_hint(line, operand, hint, sizeof(hint));
        return message_error("%s: unexpected argument '%s'%s; see claimcheck %s --help",
                             command->name, operand, hint, command->name);
    }
    if (!choices_check(line) || !operands_check(line))
        return EXIT_CODE_UNTRIED;
    if (!options_check(options))
        return message_error("%s: %s", command->name, trouble_text());
    if (command->programs && !options_has(options, "list-cases") &&
        !technique_folders_trust(line->door, line->techniques, command, options))
        return EXIT_CODE_UNTRIED;
    return command_print(line);
}

/* Reads the options of a line that has none yet, and runs its command, unless help was asked for or
 * something is wrong with them. Returns the exit code. */
static int command_execute(const struct command_line *line)
{
    const struct command *command = line->command;
    struct command_line read = *line;
    OWNED_BY(option_table_finish) struct option_table table;
    OWNED_BY(options_finish) struct options options = { 0 };
    need_command(command->name);
    command_table(command, line->techniques, &table);
    int code = command->extend ? command->extend(line, &table) : EXIT_CODE_OK;
    if (code != EXIT_CODE_OK)
        return code;
    const struct option_rules rules = { table.specs, table.count, command->habits };
    if (!options_init(&options, &rules, line->argc, line->argv))
        return message_error("%s: %s", command->name, trouble_text());
    OWNED_BY(operand_names_finish) struct operand_names names;
    code = operand_names_take(&names, line, &options);
    read.options = &names.options;
    read.papers = &names.papers;
    return code == EXIT_CODE_OK ? options_run(&read, &table) : code;
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

/* Command line --------------------------------------------------------------------------------- */

/* Commands by group; each group begins with its most used. */
static const struct command *const commands[] = {
    &command_run,      &command_list, &command_devices, &command_inspect, &command_trace,
    &command_selftest, &command_show, &command_claims,  &command_why,     &command_compare,
    &command_report,   &command_plot, &command_export,  &command_cite,    &command_history,
    &command_card,     &command_ab,   &command_new,     &command_check,   &command_keep,
    &command_send,     NULL,
};
enum { COMMAND_COUNT = COUNT_OF(commands) - 1 };

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

static int usage_print(void)
{
    OWNED_TEXT struct text text = { 0 };
    text_add(&text, "claimcheck: re-measures published GPU techniques, checks the answers first\n\n"
                    "usage: claimcheck COMMAND [OPTIONS]\n");
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        for (size_t k = 0; k < COUNT_OF(groups); k++)
            if (groups[k].first == commands[i])
                text_add_format(&text, "\n%s:\n", groups[k].title);
        text_add_format(&text, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
    }
    text_add(&text, "\nclaimcheck help COMMAND says more; claimcheck --version names the build.\n"
                    "example: claimcheck run --profile quick\n\nexit codes:\n");
    for (size_t i = 0; i < COMMAND_EXIT_CODES; i++)
        text_add_format(&text, "  %-10d %s\n", command_exit_codes[i].code,
                        command_exit_codes[i].text);
    wrap_lines(stdout, TERMINAL_COLUMNS, text.string);
    return EXIT_CODE_OK;
}

/* The earlier name of `ab --baseline`. */
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

static int unknown_command(const char *name, const struct technique *const *techniques)
{
    OWNED_BY(name_list_finish) struct name_list names = { 0 };
    char hint[192] = "";
    /* Names that other programs give to commands. */
    static const struct habit {
        const char *typed, *meant;
    } habits[] = {
        { "diff", "compare" },         { "benchmark", "run" },   { "bench", "run" },
        { "measure", "run" },          { "verify", "check" },    { "test", "check" },
        { "info", "devices" },         { "gpus", "devices" },    { "doctor", "selftest" },
        { "papers", "list --papers" }, { "techniques", "list" }, { "kernels", "list --kernels" },
        { "version", "--version" },    { "-V", "--version" },    { "-v", "--version" },
        { "profile", "trace" },        { "perf", "why" },        { "completion", "documents bash" },
    };
    const struct habit *habit = NAMED(habits, COUNT_OF(habits), name);
    const char *option = name + strspn(name, "-");
    const size_t length = strcspn(option, "=");
    const struct command *command = NULL; /* the first that has an option of that name */
    for (size_t i = 0; i < COMMAND_COUNT && option > name && !command; i++)
        for (const struct option_spec *spec = commands[i]->options; spec->name; spec++)
            if (strlen(spec->name) == length && strncmp(spec->name, option, length) == 0)
                command = commands[i];
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        name_list_add(&names, commands[i]->name);
    name_list_add(&names, "help");
    if (habit)
        snprintf(hint, sizeof(hint), " (did you mean '%s'?)", habit->meant);
    else if (command && !command_find(option))
        snprintf(hint, sizeof(hint),
                 ": options stand behind a command, as in claimcheck %s --%.60s", command->name,
                 option);
    else if (plan_technique_find(techniques, name))
        snprintf(hint, sizeof(hint), " (did you mean 'list %.60s'?)", name);
    else if (list_papers_has(name))
        snprintf(hint, sizeof(hint), " (did you mean 'claims %.60s'?)", name);
    else
        snprintf(hint, sizeof(hint), "%s", name_list_hint(&names, option));
    return message_error("unknown command '%s'%s; see claimcheck --help", name, hint);
}

/* `help COMMAND`, or `--help COMMAND`, is `COMMAND --help`; what else is said stays, such as the
 * technique of inspect. */
static int help(struct command_line line)
{
    if (line.argc == 0)
        return usage_print();
    line.command = command_find(line.argv[0]);
    if (!line.command)
        return unknown_command(line.argv[0], line.techniques);
    OWNED const char **arguments = need_zeroed((size_t)line.argc, sizeof(*arguments));
    for (int i = 1; i < line.argc; i++)
        arguments[i - 1] = line.argv[i];
    arguments[line.argc - 1] = "--help";
    line.argv = arguments;
    return command_execute(&line);
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
        /* Where nothing was asked for. */
        fputs("claimcheck re-measures published GPU techniques and checks their answers first.\n"
              "  claimcheck run --claims     measure what the papers claim, and judge it\n"
              "  claimcheck list             the available techniques\n"
              "  claimcheck report RUN.json  a page of a run's results\n"
              "claimcheck help lists all commands, claimcheck help COMMAND its options.\n",
              stderr);
        return EXIT_CODE_UNTRIED;
    }
    const char *word = argv[1];
    if (strcmp(word, "--version") == 0 || strcmp(word, "version") == 0) {
        printf("claimcheck %s (%s)\n", CLAIMCHECK_VERSION, CLAIMCHECK_COMMIT);
        return EXIT_CODE_OK;
    }
    if (strcmp(word, WORKER_COMMAND) == 0)
        return worker_main(techniques, door, measurer);
    if (strcmp(word, CHECK_TRIAL_COMMAND) == 0)
        return check_trial_main(argc > 2 ? argv[2] : "", techniques, door, measurer);
    if (strcmp(word, DOCUMENTS_COMMAND) == 0)
        return documents_print(argv[2], commands, techniques);
    struct command_line line = { .argc = argc - 2,
                                 .argv = (const char *const *)(argv + 2),
                                 .techniques = techniques,
                                 .door = door,
                                 .measurer = measurer };
    const bool asked = strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
    if (asked && (argc == 2 || argv[2][0] == '-'))
        return usage_print();
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
    /* Runs a command, with the techniques of the folders that it names. */
    OWNED_BY(technique_folders_finish) struct technique_folders folders;
    technique_folders_init(&folders, door, line.techniques);
    if (door && !technique_folders_take(&folders, line.argc, line.argv, line.command->kernels))
        return message_error("%s: --technique: %s", line.command->name, trouble_text());
    line.techniques = folders.all;
    return command_execute(&line);
}

/* Says that a layer, a driver or a compiler has ended this process. */
static int exit_say(const char *file)
{
    OWNED_TEXT struct text names = { 0 };
    host_variables_add(&names);
    return message_error(
        "this process was ended before its work was done: exit() was called by "
        "%s; repair or remove it, or unset those of these variables that it reads: %s",
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
    /* A file must not be opened as standard output or error, and then be written into by messages.
     * What is closed is opened the wrong way round, so that using it is an error still. */
    for (int fd = 0; fd <= CONSOLE_ERROR; fd++)
        if (!os_file_is_open(fd) &&
            os_file_open_nowhere(fd == 0 ? OS_FILE_WRITE : OS_FILE_READ) != fd)
            break;
    console_prepare();
    json_value_guard_memory();
    OWNED char **sorted = need_zeroed((size_t)argc + 2, sizeof(*sorted));
    if (argc > 1 && techniques_put_last(argc, argv, sorted) > 0)
        argv = sorted;
    const int code = dispatch(argc, argv, techniques, door, measurer);
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
    run_kernel_built = kernel_set_built;
    crash_say_exit(exit_say);
    const int code = all_run(argc, argv, techniques, door, measurer);
    crash_keep_exit(code);
    return code;
}
