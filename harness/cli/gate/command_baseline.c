/* SPDX-License-Identifier: MIT */
#include "harness/analysis/keep/keep.h"
#include "harness/base/exit_code.h"
#include "harness/base/message.h"
#include "harness/cli/command.h"
#include "harness/cli/gate/baseline_folder.h"
#include "harness/cli/gate/own_command.h"
#include "harness/cli/sheet_options.h"
#include "harness/views/gate/gate_view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A run, and where it belongs. */
struct baseline_call {
    const struct options *options;
    const char *path; /* of the folder */
    struct run *run;
    struct fingerprint fingerprint;
};

/* What may not become a baseline. A dirty source and a slow build may: counters do not depend on
 * them. Names all that is wrong; the exit code. */
static int refuse(const struct run *run)
{
    static const enum keep_fault faults[] = { KEEP_VALIDATED, KEEP_PLANTED, KEEP_INCOMPLETE,
                                              KEEP_WRONG, KEEP_UNTRIED };
    char text[KEEP_TEXT_BYTES];
    int code = EXIT_CODE_OK;
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
        if (keep_fault_is(run, faults[i], text)) {
            message_error("baseline: '%s': %s", run->path, text);
            code = faults[i] == KEEP_WRONG && code == EXIT_CODE_OK ? EXIT_CODE_WRONG
                                                                   : EXIT_CODE_UNTRIED;
        }
    return code;
}

/* What cannot be judged: a run that is not whole, or measured otherwise on purpose. */
static bool judgeable(const struct run *run)
{
    static const enum keep_fault faults[] = { KEEP_PLANTED, KEEP_VALIDATED, KEEP_INCOMPLETE };
    char text[KEEP_TEXT_BYTES];
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
        if (keep_fault_is(run, faults[i], text)) {
            message_error("baseline: '%s': %s", run->path, text);
            return false;
        }
    return true;
}

static int accept(const struct baseline_call *call)
{
    char message[MESSAGE_BYTES];
    const char *reason = options_value(call->options, "reason");
    if (!reason || !*reason)
        return message_error("baseline: --accept wants --reason TEXT, which says why");
    int code = refuse(call->run);
    if (code != EXIT_CODE_OK)
        return code;
    const struct baseline_new baseline = { call->run, &call->fingerprint, reason,
                                           options_value(call->options, "by") };
    char *path = baseline_folder_add(call->path, &baseline, message, sizeof(message));
    if (!path)
        return message_error("baseline: %s", message);
    message_wrote(path);
    free(path);
    return EXIT_CODE_OK;
}

/* No entry is of this model of device. */
static int nothing(const struct baseline_call *call)
{
    char message[MESSAGE_BYTES], text[KEEP_TEXT_BYTES];
    if (keep_fault_is(call->run, KEEP_WRONG, text)) {
        message_error("baseline: '%s': %s", call->run->path, text);
        return EXIT_CODE_WRONG;
    }
    if (options_has(call->options, "require-baseline"))
        return message_error("baseline: '%s' has none for %s, and --require-baseline wants one",
                             call->path, call->run->device.name);
    const struct baseline_new baseline = { call->run, &call->fingerprint, NULL, NULL };
    char *path = baseline_folder_candidate(&baseline, message, sizeof(message));
    if (!path)
        return message_error("baseline: %s", message);
    char *folder = own_command_shown(call->path), *file = own_command_shown(path);
    printf("nothing was told: there is no baseline for %s\n", call->run->device.name);
    message_wrote(path);
    if (folder && file)
        printf("to accept it:\n  claimcheck baseline %s %s --accept --reason TEXT\n", folder, file);
    free(folder);
    free(file);
    free(path);
    return EXIT_CODE_NOTHING;
}

static int judge(const struct baseline_call *call)
{
    char message[MESSAGE_BYTES];
    struct baseline_folder folder;
    struct baseline stored = { 0 };
    const bool missing_fails = options_has(call->options, "fail-on");
    bool any = false;
    int code = EXIT_CODE_UNTRIED;
    enum sheet_style style;
    if (!sheet_options_style(call->options, "baseline", &style) || !judgeable(call->run))
        return EXIT_CODE_UNTRIED;
    if (!baseline_folder_read(&folder, call->path, message, sizeof(message))) {
        message_error("baseline: %s", message);
        baseline_folder_finish(&folder);
        return EXIT_CODE_UNTRIED;
    }
    for (size_t i = 0; i < folder.count; i++)
        any = any || fingerprint_same(&call->fingerprint, &folder.entries[i].fingerprint,
                                      FINGERPRINT_DEVICE);
    if (!any) {
        code = nothing(call);
    } else if (baseline_judge(&stored, call->run, &call->fingerprint, folder.entries,
                              folder.count)) {
        code = baseline_exit_code(&stored, missing_fails);
        const struct baseline_shown shown = { &stored, call->run, &call->fingerprint, code };
        const struct sheet_source source = { baseline_view, &shown, "claimcheck baseline" };
        const int printed = sheet_options_print(&source, style, false);
        code = printed != EXIT_CODE_OK ? printed : code;
    } else {
        message_error("no memory is left");
    }
    baseline_finish(&stored);
    baseline_folder_finish(&folder);
    return code;
}

static int baseline_run(const struct command_line *line)
{
    char message[MESSAGE_BYTES] = "";
    struct baseline_call call = { .options = line->options };
    if (line->options->positional_count != 2)
        return message_error("baseline: which folder, and which run file? claimcheck baseline DIR "
                             "RUN.json");
    if (options_has(line->options, "reason") && !options_has(line->options, "accept"))
        return message_error("baseline: --reason is for --accept");
    const char *fail_on = options_value(line->options, "fail-on");
    if (fail_on && strcmp(fail_on, "missing") != 0)
        return message_error("baseline: --fail-on takes missing, not '%s'", fail_on);
    call.path = line->options->positionals[0];
    const char *file = line->options->positionals[1];
    call.run = run_load(file, message, sizeof(message));
    int code = EXIT_CODE_UNTRIED;
    if (!call.run)
        message_error("baseline: %s", message);
    else if (!fingerprint_make(&call.fingerprint, call.run))
        message_error("no memory is left");
    else
        code = options_has(line->options, "accept") ? accept(&call) : judge(&call);
    run_destroy(&call.run);
    return code;
}

static const struct option_spec baseline_options[] = {
    OPTION_FLAG("accept", "adds the run to the folder; nothing is written over"),
    OPTION("reason", "TEXT", "why it is accepted"),
    OPTION("by", "NAME", "who accepts it; not said unless given"),
    OPTION("fail-on", "missing", "a case that was accepted, and is not in the run, fails"),
    SHEET_OPTIONS,
    OPTION_FLAG("require-baseline", "a device without one is an error, 99, in place of 77"),
    OPTION_END,
};

static void baseline_help(const struct command_line *line)
{
    (void)line;
    fputs("\nexit codes: 0 nothing is slower; 1 slower by more than 10 % (15 % on another unit, "
          "driver or configuration), wrong, or more is counted; 77 nothing was told; 99 a file "
          "cannot be read or written, or the run not be judged\n",
          stdout);
}

const struct command command_baseline = {
    .name = "baseline",
    .arguments = "DIR RUN.json [--accept --reason TEXT] [OPTIONS]",
    .summary = "a run against those that were accepted on its device; or accepts it",
    .example = "claimcheck baseline baselines run.json",
    .options = baseline_options,
    .help = baseline_help,
    .operands = true,
    .run = baseline_run,
};
