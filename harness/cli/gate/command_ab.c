/* SPDX-License-Identifier: MIT */
#include "harness/base/disk.h"
#include "harness/base/exit_code.h"
#include "harness/base/output.h"
#include "harness/base/terminal.h"
#include "harness/cli/command.h"
#include "harness/judge/gate/gate_outcome.h"
#include "harness/plan/profile.h"
#include "harness/session/ab/ab_filter.h"
#include "harness/session/ab/ab_session.h"
#include "harness/session/interrupt.h"
#include "harness/session/message.h"
#include "harness/show/gate/gate_json.h"
#include "harness/show/gate/gate_print.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LAUNCHES_MIN = 4, WORD_BYTES = 1024 };

static const double theta_min = 0.001, theta_max = 1, budget_max_s = 7 * 86400;

/* Options -------------------------------------------------------------------------------------- */

/* A number above 0 with a unit of the list behind it, "" for none, and what each is worth. False
 * where it is none, or above `most`. */
static bool number_read(const char *text, const char *const *units, const double *worth,
                        double most, double *number)
{
    char *end;
    errno = 0;
    const double read = strtod(text, &end);
    while (*end == ' ')
        end++;
    for (size_t i = 0; units[i]; i++) {
        if (strcmp(end, units[i]) != 0)
            continue;
        *number = read * worth[i];
        return end != text && errno == 0 && *number > 0 && *number <= most;
    }
    return false;
}

static bool take_theta(const char *text, double *theta)
{
    static const char *const units[] = { "%", NULL };
    static const double worth[] = { 0.01 };
    if (!text)
        return true;
    if (number_read(text, units, worth, theta_max, theta) && *theta >= theta_min)
        return true;
    message_error("ab: --theta takes a share such as 3%%, from 0.1%% to 100%%, not '%s'", text);
    return false;
}

static bool take_budget(const char *text, double *seconds)
{
    static const char *const units[] = { "", "s", "m", "min", "h", NULL };
    static const double worth[] = { 1, 1, 60, 60, 3600 };
    if (!text || number_read(text, units, worth, budget_max_s, seconds))
        return true;
    message_error("ab: --budget takes a time such as 90s, 5m or 1h, not '%s'", text);
    return false;
}

/* True where the option is one of both words, or was not given. */
static bool take_word(const struct options *options, const char *name, const char *plain,
                      const char *set, bool *is_set)
{
    const char *value = options_value(options, name);
    *is_set = value && strcmp(value, set) == 0;
    if (!value || *is_set || (plain && strcmp(value, plain) == 0))
        return true;
    message_error("ab: --%s takes %s%s%s, not '%s'", name, plain ? plain : "", plain ? " or " : "",
                  set, value);
    return false;
}

static bool take_exit(const struct options *options, struct gate_exit *rule)
{
    return take_word(options, "on-inconclusive", "pass", "fail", &rule->inconclusive_fails) &&
           take_word(options, "fail-on", NULL, "missing", &rule->missing_fails) &&
           take_word(options, "gate", "strict", "advisory", &rule->advisory);
}

static bool take_params(const struct options *options, struct ab_params *params)
{
    char message[MESSAGE_BYTES];
    uint64_t launches = GATE_LAUNCHES;
    enum bench_profile profile;
    *params = (struct ab_params){
        .commands = { options_value(options, "a"), options_value(options, "b") },
        .filter = options_value(options, "filter"),
        .profile = options_value(options, "profile"),
        .rule = { .theta = gate_theta },
        .seed = (uint64_t)time(NULL),
        .quiet = options_has(options, "quiet"),
    };
    if (!options_has(options, "old-kernels") && (!params->commands[0] || !params->commands[1])) {
        message_error("ab: which two builds? claimcheck ab --a CMD --b CMD, or --old-kernels "
                      "FOLDER");
        return false;
    }
    if (options_has(options, "old-kernels") && (params->commands[0] || params->commands[1])) {
        message_error("ab: --old-kernels is against this build: leave out --a and --b");
        return false;
    }
    if (params->profile && !profile_find(params->profile, &profile)) {
        message_error("ab: there is no profile '%s'; quick, paper or full", params->profile);
        return false;
    }
    if (!options_integer(options, "launches", LAUNCHES_MIN, GATE_LAUNCHES_MAX, &launches, message,
                         sizeof(message)) ||
        !options_integer(options, "seed", 0, INT64_MAX, &params->seed, message, sizeof(message))) {
        message_error("ab: %s", message);
        return false;
    }
    params->rule.launches = (size_t)launches;
    return take_theta(options_value(options, "theta"), &params->rule.theta) &&
           take_budget(options_value(options, "budget"), &params->budget_s);
}

/* What it says ----------------------------------------------------------------------------------
 */

static void word_write(FILE *out, const char *option, const char *value)
{
    char word[WORD_BYTES];
    if (strlen(value) * 4 >= sizeof(word)) { /* names of cases have no quotes */
        fprintf(out, " --%s '%s'", option, value);
        return;
    }
    disk_shell_word(value, word, sizeof(word));
    fprintf(out, " --%s %s", option, word);
}

/* The command that measures again what failed; malloc'ed, NULL where nothing did. */
static char *retest_make(const struct ab_params *params, const struct gate_rows *rows,
                         const char *old_kernels)
{
    char *text = NULL, *filter = ab_filter_rows(rows, gate_row_fails);
    size_t bytes;
    FILE *out = filter && *filter ? open_memstream(&text, &bytes) : NULL;
    if (out) {
        fputs("claimcheck ab", out);
        if (old_kernels)
            word_write(out, "old-kernels", old_kernels);
        for (int side = 0; side < 2 && !old_kernels; side++)
            word_write(out, side == 0 ? "a" : "b", params->commands[side]);
        if (params->profile)
            word_write(out, "profile", params->profile);
        if (params->rule.theta != gate_theta)
            fprintf(out, " --theta %.15g%%", 100 * params->rule.theta);
        if (params->rule.launches != GATE_LAUNCHES)
            fprintf(out, " --launches %zu", params->rule.launches);
        word_write(out, "filter", filter);
        fclose(out);
    }
    free(filter);
    return text;
}

static int document_write(const char *path, const struct gate_outcome *outcome)
{
    struct output output;
    json_t *document = gate_json(outcome);
    if (!document)
        return message_error("no memory is left");
    int failure = output_open(&output, path, OUTPUT_REPLACE);
    if (failure == 0) {
        json_dumpf(document, output.file, JSON_INDENT(1));
        fputc('\n', output.file);
        failure = output_commit(&output);
    }
    json_decref(document);
    return failure == 0 ? EXIT_CODE_OK
                        : message_error("ab: cannot write '%s': %s", path, output_error(failure));
}

/* The exit code of all. */
static int outcome_say(const struct ab_params *params, const struct ab_session *session,
                       struct gate_outcome *outcome, const struct options *options)
{
    const char *path = options_value(options, "out");
    struct arena arena = { 0 };
    struct gate_cause *causes;
    char *retest = retest_make(params, &session->rows, options_value(options, "old-kernels"));
    int code = EXIT_CODE_UNTRIED;
    outcome->retest = retest;
    if (gate_causes_find(&session->rows, outcome->old, outcome->new, &arena, &causes,
                         &outcome->cause_count)) {
        outcome->causes = causes;
        gate_print(stdout, outcome, terminal_colours(STDOUT_FILENO));
        code = path ? document_write(path, outcome) : EXIT_CODE_OK;
    } else {
        message_error("no memory is left");
    }
    free(retest);
    arena_finish(&arena);
    return code == EXIT_CODE_OK ? outcome->code : code;
}

static int ab_measure(const struct options *options, const struct ab_params *params,
                      struct gate_exit rule)
{
    const time_t now = time(NULL);
    struct ab_session session;
    struct tm utc;
    char started[32];
    strftime(started, sizeof(started), "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    interrupt_install();
    int code = ab_session_run(&session, params);
    if (code == EXIT_CODE_OK) {
        struct gate_outcome outcome = { .rows = &session.rows,
                                        .old = session.runs[0],
                                        .new = session.runs[1],
                                        .kernels = params->kernels,
                                        .tally = gate_rows_tally(&session.rows),
                                        .rule = rule,
                                        .seed = params->seed,
                                        .launches = session.launches,
                                        .launches_again = session.launches_again,
                                        .seconds = session.seconds,
                                        .filter = params->filter,
                                        .started = started };
        outcome.code = gate_exit_code(&outcome.tally, rule);
        code = outcome_say(params, &session, &outcome, options);
    }
    ab_session_finish(&session);
    return code;
}

/* Kernels of a folder that are all as they were cannot be slower. EXIT_CODE_UNTRIED with a message
 * where this cannot be told; -1: some differ. */
static int kernels_same(const struct kernel_folder *kernels)
{
    if (kernels->count > 0)
        return -1;
    if (kernels->same == 0 || kernels->other > 0) {
        message_error("ab: none of the kernels can be compared: %zu are gone, %zu differ and are "
                      "no compute shaders: choose --a and --b",
                      kernels->gone, kernels->other);
        return EXIT_CODE_NOTHING;
    }
    printf("no kernel differs: %zu are the same%s\n", kernels->same,
           kernels->gone > 0 ? ", others are gone" : "");
    return EXIT_CODE_OK;
}

/* This executable, as a word of a shell. */
static bool own_command(char word[WORD_BYTES])
{
    char path[WORD_BYTES / 4];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
    if (length <= 0)
        return false;
    path[length] = 0;
    disk_shell_word(path, word, WORD_BYTES);
    return true;
}

static int ab_kernels(const struct options *options, struct ab_params *params,
                      struct gate_exit rule)
{
    char message[MESSAGE_BYTES], word[WORD_BYTES];
    struct kernel_folder kernels;
    int code;
    if (!kernel_folder_read(&kernels, options_value(options, "old-kernels"), message,
                            sizeof(message))) {
        code = message_error("ab: --old-kernels: %s", message);
    } else if (!own_command(word)) {
        code = message_error("ab: this executable is not to be found");
    } else {
        params->kernels = &kernels;
        params->commands[1] = word;
        code = kernels_same(&kernels);
        code = code < 0 ? ab_measure(options, params, rule) : code;
    }
    kernel_folder_finish(&kernels);
    return code;
}

static int ab_run(const struct command_line *line)
{
    struct ab_params params;
    struct gate_exit rule;
    if (!take_params(line->options, &params) || !take_exit(line->options, &rule))
        return EXIT_CODE_UNTRIED;
    return options_has(line->options, "old-kernels") ? ab_kernels(line->options, &params, rule)
                                                     : ab_measure(line->options, &params, rule);
}

static const struct option_spec ab_options[] = {
    { .name = "a",
      .argument = "CMD",
      .help = "the old side: words as a shell splits them, to which the options of run are added" },
    { .name = "b", .argument = "CMD", .help = "likewise the new side" },
    { .name = "old-kernels",
      .argument = "FOLDER",
      .help = "in place of both: kernels that run --save-kernels has written, against those of "
              "this build, in the same processes",
      .file = true },
    { .name = "filter", .argument = "REGEX", .help = "only cases whose name it matches" },
    { .name = "profile",
      .argument = "NAME",
      .help = "quick, paper or full; unless given, paper on a GPU and quick on a CPU" },
    { .name = "launches",
      .argument = "K",
      .help = "processes of either side for a row that is not told before (10)" },
    { .name = "theta", .argument = "P%", .help = "the change that is told apart (3%)" },
    { .name = "seed", .argument = "N", .help = "of inputs and order; from the date unless given" },
    { .name = "budget",
      .argument = "TIME",
      .help = "90s, 5m: after that long what is not told is inconclusive" },
    { .name = "out",
      .argument = "FILE.json",
      .help = "all of it as JSON, samples too",
      .file = true },
    { .name = "on-inconclusive",
      .argument = "pass|fail",
      .help = "whether a row that is not told fails (pass)" },
    { .name = "fail-on", .argument = "missing", .help = "a row that the new side has not fails" },
    { .name = "gate",
      .argument = "strict|advisory",
      .help = "advisory: what is slower or failed is said, and the exit code is 0 (strict)" },
    { .name = "quiet", .help = "nothing of how far it is" },
    { .name = NULL },
};

static void ab_help(const struct command_line *line)
{
    (void)line;
    fputs("\nexit codes: 0 nothing is slower; 1 a row is slower, and was when it was measured\n"
          "again, or its result is wrong; 77 nothing was told; 99 it could not be tried, or\n"
          "cannot be believed\n",
          stdout);
}

const struct command command_ab = {
    .name = "ab",
    .arguments = "--a CMD --b CMD | --old-kernels FOLDER [OPTIONS]",
    .summary = "two builds in turns, or their kernels: is the new one slower? The gate",
    .example = "claimcheck ab --a old/claimcheck --b build/claimcheck --filter '^cbt'",
    .options = ab_options,
    .help = ab_help,
    .run = ab_run,
};
