/* SPDX-License-Identifier: MIT */
#include "harness/cli/ab/ab.h"

#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/file.h"
#include "harness/os/os.h"
#include "harness/record/record.h"
#include "harness/views/gate/gate.h"
#include "version.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Words ---------------------------------------------------------------------------------------- */

/* A text as one word, in quotes where it needs them; malloc'ed. */
static char *own_command_word(const char *text)
{
    const size_t bytes = 4 * strlen(text) + 3; /* each a quote, between two of them */
    char *word = need_bytes(bytes);
    disk_shell_word(text, word, bytes);
    return word;
}

char *own_command_shown(const char *text)
{
    const size_t bytes = 4 * strlen(text) + 5;
    char *word = need_bytes(bytes);
    disk_shell_word_shown(text, word, bytes);
    return word;
}

char *own_command_make(void)
{
    char *path = os_path_program(), *word = path ? own_command_word(path) : NULL;
    free(path);
    return word;
}

/* Files ---------------------------------------------------------------------------------------- */

static void json_write(FILE *out, const void *of)
{
    json_t *document = gate_json(of);
    json_value_set(&document, "details", gate_json_details(of));
    char *text = json_value_dump(document, JSON_INDENT(1));
    if (console_is_stream(out))
        printable_clean_lines(text);
    fprintf(out, "%s\n", text);
    free(text);
    json_decref(document);
}

enum { FORMATS = 4 };
static const char *const output_names[FORMATS] = { "out", "markdown", "junit", "tap" };
static void (*const output_writers[FORMATS])(FILE *out, const void *of) = { json_write,
                                                                            gate_markdown,
                                                                            gate_junit, gate_tap };
static const struct file_options output_files = { "ab", output_names, FORMATS, "thresholds" };

bool ab_outputs_check(const struct options *options)
{
    return file_options_check(&output_files, options);
}

FILE *ab_outputs_table(const struct options *options)
{
    return file_options_take_stdout(&output_files, options) ? stderr : stdout;
}

int ab_outputs_write(const struct options *options, const struct gate_result *outcome)
{
    int worst = EXIT_CODE_OK;
    for (size_t i = 0; i < FORMATS; i++)
        if (file_options_write(&output_files, options, i, output_writers[i], outcome) !=
            EXIT_CODE_OK)
            worst = EXIT_CODE_UNTRIED;
    return worst;
}

/* Options -------------------------------------------------------------------------------------- */

struct ab_wanted {
    struct ab_params params; /* without kernels, which are to be read */
    struct judge_exit rule;
    const char *filter; /* as given; NULL */
    bool gate;          /* the cases are those of the profile `gate` that the filter leaves, which
                           `params` selects by their names: an older build need not know it */
    char *names;        /* owned: that filter */
    char *sides[2];     /* owned: the commands of `params` */
    struct gate_limits limits;
    struct device_choice choice; /* the device that this build would take */
};

static bool side_take(const char *given, const char *manifest, const char *option, char **command)
{
    *command = given ? need_copy(given) : manifest ? own_command_make() : NULL;
    if (!manifest)
        return true;
    char *path = os_path_whole(manifest);
    if (!path || !os_path_is_readable(path)) {
        message_error("ab: --%s: cannot read '%s': %s", option, manifest, strerror(errno));
        free(path);
        return false;
    }
    char *words = NULL;
    if (*command) { /* the variable of loaders from 1.3.207 on, and that of those before */
        char *word = own_command_word(path);
        words = text_make("env VK_DRIVER_FILES=%s VK_ICD_FILENAMES=%s %s", word, word, *command);
        free(word);
    }
    free(path);
    free(*command);
    *command = words;
    if (!words)
        message_error("ab: this executable cannot be found");
    return words;
}

static const double budget_max_s = 7 * 86400;

/* A number above 0 with a unit of the list behind it, "" for none, and what each is worth. False
 * where it is none, or above `most`. */
static bool number_read(const char *text, const char *const *units, const double *worth,
                        double most, double *number)
{
    const char *end;
    const double read = file_number(text, &end);
    while (*end == ' ')
        end++;
    for (size_t i = 0; units[i]; i++) {
        if (strcmp(end, units[i]) != 0)
            continue;
        *number = read * worth[i];
        return end != text && *number > 0 && *number <= most;
    }
    return false;
}

bool ab_options_theta(const struct options *options, double *theta)
{
    const char *text = options_value(options, "theta");
    static const char *const units[] = { "%", NULL };
    static const double worth[] = { 0.01 };
    if (!text)
        return true;
    if (number_read(text, units, worth, gate_limits_theta_max, theta) &&
        *theta >= gate_limits_theta_min)
        return true;
    return message_refuse("ab: --theta takes a share such as 3%%, from 0.1%% to 100%%, not '%s'",
                          text);
}

bool ab_options_budget(const char *command, const char *text, double *seconds)
{
    static const char *const units[] = { "", "s", "m", "min", "h", NULL };
    static const double worth[] = { 1, 1, 60, 60, 3600 };
    if (!text || number_read(text, units, worth, budget_max_s, seconds))
        return true;
    return message_refuse("%s: --budget takes a time such as 90s, 5m or 1h, not '%s'", command,
                          text);
}

/* --read FORM, of commands that are no builds. False with a message. */
static bool take_read(const struct options *options, struct ab_params *params)
{
    static const char *const others[] = { "old-kernels", "icd-a", "icd-b",   "profile",
                                          "device",      "times", "no-wait", NULL };
    static const double budget_s = 1800; /* a command may hang */
    const char *text = options_value(options, "read");
    for (const char *const *other = others; text && *other; other++)
        if (options_has(options, *other))
            return message_refuse("ab: --read and --%s: choose one", *other);
    for (int form = FOREIGN_NONE + 1; text && form < FOREIGN_FORM_COUNT; form++) {
        const char *name = foreign_form_name((enum foreign_form)form);
        const size_t length = strlen(name);
        const bool has_path = form == FOREIGN_JSON || form == FOREIGN_RATE;
        if (strncmp(text, name, length) != 0 || text[length] != (has_path ? ':' : 0) ||
            (has_path && !text[length + 1]))
            continue;
        params->read = (enum foreign_form)form;
        params->member = has_path ? text + length + 1 : "";
    }
    if (text && params->read == FOREIGN_NONE)
        return message_refuse(
            "ab: --read takes gbench, hyperfine, nvbench, llama-bench, kernel-tuner, csv, "
            "lines, json:PATH, rate:PATH or wall, not '%s'",
            text);
    if (text && !options_has(options, "budget"))
        params->budget_s = budget_s;
    params->rule.commands = text;
    if (text)
        params->rule.controls = NULL;
    return true;
}

static bool take_params(const struct command_line *line, struct ab_wanted *wanted)
{
    const struct options *options = line->options;
    const struct technique *control = plan_gate_control(line->techniques);
    struct ab_params *params = &wanted->params;
    char *const *sides = wanted->sides;
    static const char *const names[2][2] = { { "a", "icd-a" }, { "b", "icd-b" } };
    for (int side = 0; side < 2; side++)
        if (!side_take(options_value(options, names[side][0]),
                       options_value(options, names[side][1]), names[side][1],
                       &wanted->sides[side]))
            return false;
    if (!options_has(options, "old-kernels") && (!sides[0] || !sides[1]))
        return message_refuse(
            "ab: which two builds or commands? claimcheck ab --a CMD --b CMD, or --old-kernels "
            "FOLDER");
    if (options_has(options, "old-kernels") && (sides[0] || sides[1]))
        return message_refuse("ab: --old-kernels compares with this build: leave out --a and --b");
    *params = (struct ab_params){
        .commands = { wanted->sides[0], wanted->sides[1] },
        .filter = options_value(options, "filter"),
        .profile = options_value(options, "profile"),
        .device = options_value(options, "device"),
        .rule = { .theta = gate_theta,
                  .launches = options_number(options, "launches", GATE_LAUNCHES),
                  .software_times = options_has(options, "times"),
                  .controls = control->controls },
        .control_kernels = control->control_kernels,
        .seed = options_number(options, "seed", (uint64_t)time(NULL)),
        .quiet = options_has(options, "quiet"),
    };
    if (!take_read(options, params) || !ab_options_theta(options, &params->rule.theta) ||
        !ab_options_budget("ab", options_value(options, "budget"), &params->budget_s))
        return false;
    params->theta = options_has(options, "theta") ? params->rule.theta : 0;
    return true;
}

/* Thresholds ----------------------------------------------------------------------------------- */

json_t *ab_options_limits(const char *path, const char *what, struct gate_limits *limits)
{
    char today[16], *text = NULL;
    size_t size = 0;
    struct tm utc;
    json_error_t error;
    const time_t now = time(NULL);
    *limits = (struct gate_limits){ 0 };
    if (!disk_load_said(path, &text, &size)) {
        message_error("%s: %s", what, trouble_text());
        return NULL;
    }
    json_t *document = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    free(text);
    if (!document) {
        message_error("%s: '%s' is not valid JSON, line %d, column %d: %s", what, path, error.line,
                      error.column, error.text);
        return NULL;
    }
    strftime(today, sizeof(today), "%Y-%m-%d", gmtime_r(&now, &utc));
    if (gate_limits_read(limits, document, path, today))
        return document;
    json_decref(document);
    message_error("%s: %s", what, trouble_text());
    return NULL;
}

bool ab_options_thresholds(const struct options *options, struct gate_limits *limits)
{
    static const char *const kinds[GATE_LIMIT_KINDS] = { "threshold", "quarantine",
                                                         "accepted count" };
    const char *path = options_value(options, "thresholds");
    json_t *document = path ? ab_options_limits(path, "ab: --thresholds", limits) : NULL;
    const bool read = document;
    json_decref(document);
    for (size_t i = 0; read && i < limits->count; i++) {
        const struct gate_limit *limit = &limits->list[i];
        if (limit->expired)
            message_note("ab: the %s of '%s' ended on %s, and does not count: %s",
                         kinds[limit->kind], *limit->name ? limit->name : limit->text, limit->until,
                         limit->reason);
    }
    return read || !path;
}

/* Gate ---------------------------------------------------------------------------------------- */

char *ab_options_gate(const struct technique *const *techniques, const regex_t *expression)
{
    const char *names[PLAN_GATE_MAX];
    const size_t count = plan_gate_names(techniques, names);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!expression || regexec(expression, names[i], 0, NULL, 0) == 0)
            names[kept++] = names[i];
    return kept > 0 ? ab_filter_names(names, kept) : NULL;
}

void ab_options_device(const struct command_line *line, struct device_choice *choice,
                       struct ab_params *params)
{
    params->no_wait = options_has(line->options, "no-wait");
    if (device_choice_init(choice, line->measurer, params->device))
        params->likely = &choice->infos[choice->index];
}

struct judge_exit ab_options_rule(const struct options *options)
{
    /* BEYOND, which is no word, stands before them: --on-undecided was not given. */
    return (struct judge_exit){
        .undecided =
            (enum judge_undecided)(JUDGE_UNDECIDED_PASS + options_word(options, "on-undecided")),
        .missing_fails = options_has(options, "fail-on"),
        .advisory = options_is(options, "gate", "advisory"),
    };
}

/* EXIT_CODE_OK, or UNTRIED with a one-line message: an option's value is none, or the filter
 * selects no case. Strings are those of the line; finish() is due either way. */
static int ab_options_take(const struct command_line *line, struct ab_wanted *wanted)
{
    regex_t expression;
    int code = EXIT_CODE_OK;
    *wanted = (struct ab_wanted){
        .filter = options_value(line->options, "filter"),
        .rule = ab_options_rule(line->options),
    };
    if (!take_params(line, wanted) || !ab_options_thresholds(line->options, &wanted->limits) ||
        (wanted->filter && !ab_filter_compile(wanted->filter, &expression)))
        return EXIT_CODE_UNTRIED;
    if (options_has(line->options, "thresholds"))
        wanted->params.rule.limits = &wanted->limits;
    const bool commands = wanted->params.read != FOREIGN_NONE;
    if (!commands && (wanted->params.profile ? strcmp(wanted->params.profile, profile_gate) == 0
                                             : !wanted->params.filter)) {
        wanted->names = ab_options_gate(line->techniques, wanted->filter ? &expression : NULL);
        wanted->gate = wanted->names;
        wanted->params.filter = wanted->names;
        wanted->params.profile = profile_names[BENCH_FULL];
        if (!wanted->names)
            code = message_error("ab: the filter selects no case of the profile gate");
    }
    if (wanted->filter)
        regfree(&expression);
    if (code != EXIT_CODE_OK || commands)
        return code;
    /* A side may be on other drivers than this build, and say itself that it has no such device;
     * where old kernels are all the same there is none to say so. */
    const char *device = wanted->params.device;
    if (device && strcmp(device, "all") == 0)
        return message_error("ab: --device takes one device, not 'all': ab compares on one at a "
                             "time; claimcheck devices lists them");
    ab_options_device(line, &wanted->choice, &wanted->params);
    return device && options_has(line->options, "old-kernels") &&
                   wanted->choice.code == EXIT_CODE_UNTRIED
               ? message_error("ab: %s", trouble_text())
               : EXIT_CODE_OK;
}

/* ab ------------------------------------------------------------------------------------------- */

/* Entries of a table of options. */
#define AB_OUTPUTS_OPTIONS                                                                         \
    OPTION_WITH("out", "FILE.json", "the results as JSON, with samples; - for standard output",    \
                .file = true),                                                                     \
        OPTION_WITH("markdown", "FILE", "writes the results as a comment for a pull request",      \
                    .file = true),                                                                 \
        OPTION_WITH("junit", "FILE", "the results as JUnit XML", .file = true),                    \
    {                                                                                              \
        .name = "tap", .argument = "FILE", .help = "the results in the Test Anything Protocol",    \
        .file = true                                                                               \
    }

/* The selection that would be measured. */
struct selected {
    const struct gpu_info *device; /* NULL: there is none */
    const char *profile;
    size_t saved, unsaved; /* cases */
};

/* False with a message where no case of this build is selected. */
static bool selection_make(struct selected *selection, const struct command_line *line,
                           const struct ab_params *params)
{
    struct plan plan;
    /* The profile that `run` would use on the device by default. */
    enum bench_profile profile =
        selection->device && !gpu_info_is_software(selection->device) ? BENCH_PAPER : BENCH_QUICK;
    if (params->profile)
        profile_find(params->profile, &profile);
    const struct plan_request request = { .techniques = line->techniques,
                                          .profile = profile,
                                          .filter = params->filter,
                                          .cache = PLAN_CACHE_PROFILE,
                                          .without_baselines = true };
    const bool selects = plan_init(&plan, &request);
    selection->profile = profile_names[request.profile];
    for (size_t i = 0; selects && i < plan.group_count; i++)
        for (size_t k = 0; k < plan.groups[i].case_count; k++)
            if (saved_kernels_has_case(&params->kernels->saved, plan.groups[i].cases[k].name))
                selection->saved++;
            else
                selection->unsaved++;
    plan_finish(&plan);
    if (!selects)
        message_error("ab: %s", trouble_text());
    return selects;
}

/* Kernels of a folder that are all as they were cannot be slower; but those that are gone, or
 * cannot be compared, are not told of, and neither are cases that have none in it. */
static int same_judge(const struct saved_kernels *kernels, const struct selected *selection,
                      struct judge_exit rule, FILE *out)
{
    char unsaved[GATE_WORDS_BYTES];
    if (kernels->gone + kernels->other > 0 || kernels->same == 0) {
        const bool fails = kernels->gone > 0 || kernels->same + kernels->other == 0;
        message_error("ab: no kernel that differs can be compared: %zu are the same, %zu are gone, "
                      "%zu differ and are not compute shaders: choose --a and --b",
                      kernels->same, kernels->gone, kernels->other);
        return fails && rule.missing_fails && !rule.advisory ? EXIT_CODE_WRONG : EXIT_CODE_NOTHING;
    }
    gate_words_unsaved(kernels, selection->unsaved, unsaved);
    if (selection->saved == 0) {
        message_error("ab: %s, and no other is selected: nothing is compared", unsaved);
        return EXIT_CODE_NOTHING;
    }
    fprintf(out, "no kernel differs: %zu are the same\n", kernels->same);
    if (selection->unsaved > 0)
        fprintf(out, "%s\n", unsaved);
    return EXIT_CODE_OK;
}

/*
 * Says so, and writes the files. EXIT_CODE_OK; EXIT_CODE_NOTHING where no case that is selected was
 * saved, or a kernel is gone, or cannot be compared; EXIT_CODE_WRONG where one is gone and that
 * fails; EXIT_CODE_UNTRIED, each with a message.
 */
static int ab_same(const struct command_line *line, const struct ab_wanted *wanted)
{
    const struct ab_params *params = &wanted->params;
    const struct gpu_info *device = params->likely;
    struct selected selection = { .device = device };
    if (!selection_make(&selection, line, params))
        return EXIT_CODE_UNTRIED;
    const int code = same_judge(&params->kernels->saved, &selection, wanted->rule,
                                ab_outputs_table(line->options));
    struct gate_rows rows = { .rule = params->rule,
                              .unchanged = selection.saved,
                              .unsaved = selection.unsaved };
    struct run run = { .path = "",
                       .tool = { "claimcheck", CLAIMCHECK_VERSION, CLAIMCHECK_COMMIT, true, false },
                       .session.profile = selection.profile,
                       .device = { .name = device ? device->name : "",
                                   .uuid = device ? device->uuid : "",
                                   .driver_name = device ? device->driver_name : "",
                                   .driver_info = device ? device->driver_info : "" } };
    char started[RUN_DATE_BYTES];
    run_path_date(started);
    const int written =
        ab_outputs_write(line->options, &(struct gate_result){ .rows = &rows,
                                                               .old = &run,
                                                               .new = &run,
                                                               .kernels = &params->kernels->saved,
                                                               .tally = gate_rows_tally(&rows),
                                                               .rule = wanted->rule,
                                                               .code = code,
                                                               .seed = params->seed,
                                                               .filter = wanted->filter,
                                                               .gate = wanted->gate,
                                                               .started = started });
    return written == EXIT_CODE_OK ? code : written;
}

/* Text of a selection -------------------------------------------------------------------------- */

static void word_add(struct text *text, const char *option, const char *value)
{
    char *word = value ? own_command_word(value) : NULL;
    if (word)
        text_add_format(text, " --%s %s", option, word);
    free(word);
}

/* The command that measures again what failed; malloc'ed, NULL where nothing did. */
static char *retest_make(const struct ab_params *params, const struct gate_rows *rows,
                         const struct options *options)
{
    const char *old_kernels = options_value(options, "old-kernels");
    struct text text = { 0 };
    char *filter = ab_filter_rows(rows, gate_row_fails);
    if (!*filter) {
        free(filter);
        return NULL;
    }
    text_add(&text, "claimcheck ab");
    word_add(&text, "old-kernels", old_kernels);
    for (int side = 0; side < 2 && !old_kernels; side++)
        word_add(&text, side == 0 ? "a" : "b", params->commands[side]);
    word_add(&text, "read", options_value(options, "read"));
    word_add(&text, "profile", params->profile);
    word_add(&text, "device", params->device);
    word_add(&text, "thresholds", options_value(options, "thresholds"));
    for (size_t i = 0; i < options->given_count; i++)
        if (strcmp(options->given[i].spec->name, "technique") == 0)
            word_add(&text, "technique", options->given[i].value);
    if (params->rule.theta != gate_theta)
        text_add_format(&text, " --theta %.15g%%", 100 * params->rule.theta);
    if (params->rule.launches != GATE_LAUNCHES)
        text_add_format(&text, " --launches %zu", params->rule.launches);
    if (params->rule.software_times)
        text_add(&text, " --times");
    word_add(&text, "filter", filter);
    free(filter);
    return text_take(&text);
}

/* The exit code of all. */
static int outcome_say(const struct ab_params *params, const struct ab_session *session,
                       struct gate_result *outcome, const struct options *options)
{
    FILE *table = ab_outputs_table(options);
    struct arena arena = { 0 };
    char *retest = retest_make(params, &session->rows, options);
    struct ab_traces traces;
    int code = EXIT_CODE_UNTRIED;
    outcome->retest = retest;
    ab_traces_take(&traces, params, session);
    if (*interrupt_flag()) {
        message_error("ab: interrupted");
    } else {
        if (params->read == FOREIGN_NONE)
            outcome->causes = gate_causes_find(&session->rows, outcome->old, outcome->new, &arena,
                                               &outcome->cause_count);
        outcome->details = gate_details_find(&session->rows, outcome->old, outcome->new,
                                             &traces.pair, &arena, &outcome->detail_count);
        outcome->brief = console_is_stream(table);
        gate_print(table, outcome, terminal_colours(os_file_of(table)));
        code = ab_outputs_write(options, outcome);
    }
    free(retest);
    ab_traces_finish(&traces);
    arena_finish(&arena);
    return code == EXIT_CODE_OK ? outcome->code : code;
}

static int ab_measure(const struct options *options, const struct ab_wanted *wanted)
{
    const struct ab_params *params = &wanted->params;
    struct ab_session session;
    char started[RUN_DATE_BYTES];
    run_path_date(started);
    interrupt_install_parent();
    int code = ab_session_run(&session, params);
    if (code == EXIT_CODE_OK && *interrupt_flag()) /* after the last process */
        code = message_error("ab: interrupted");
    if (code == EXIT_CODE_OK) {
        struct gate_result outcome = { .rows = &session.rows,
                                       .old = session.runs[0],
                                       .new = session.runs[1],
                                       .kernels = params->kernels ? &params->kernels->saved : NULL,
                                       .tally = gate_rows_tally(&session.rows),
                                       .rule = wanted->rule,
                                       .seed = params->seed,
                                       .launches = session.launches,
                                       .launches_again = session.launches_again,
                                       .seconds = session.seconds,
                                       .filter = wanted->filter,
                                       .gate = wanted->gate,
                                       .started = started };
        outcome.tally.kernels_gone = params->kernels ? params->kernels->saved.gone : 0;
        /* Counts decided rows of the old side against itself, and names those that differ. */
        for (size_t i = 0; i < session.control.count; i++) {
            const struct gate_row *row = &session.control.rows[i];
            const struct judge_ratio *bounds = &row->first.found.bounds;
            const enum judge_verdict look = row->first.found.look;
            const bool differs = look == JUDGE_SLOWER || look == JUDGE_FASTER;
            if (row->first.found.launches == 0 || !(differs || look == JUDGE_SAME))
                continue;
            outcome.tally.built_in++;
            outcome.tally.built_in_same += !differs;
            if (differs)
                message_warning("ab: '%.200s' of A against itself: %.3f [%.3f, %.3f]", row->name,
                                bounds->ratio, bounds->low, bounds->high);
        }
        outcome.code = judge_exit_code(&outcome.tally, wanted->rule);
        code = outcome_say(params, &session, &outcome, options);
    }
    ab_session_finish(&session);
    return code;
}

/* Kernels of an earlier build --------------------------------------------------------------- */

static int ab_kernels(const struct command_line *line, struct ab_wanted *wanted)
{
    /* This executable, with the folders of techniques that it was given. */
    char *own = own_command_make();
    struct text words = { 0 };
    text_add(&words, own ? own : "");
    for (const struct technique *const *it = line->techniques; *it; it++)
        if ((*it)->folder) {
            char *folder = own_command_word((*it)->folder->path);
            text_add_format(&words, " --technique %s", folder);
            free(folder);
        }
    struct kernel_folder kernels;
    int code;
    if (!kernel_folder_read(&kernels, options_value(line->options, "old-kernels"))) {
        code = message_error("ab: --old-kernels: %s", trouble_text());
    } else if (!own) {
        code = message_error("ab: this executable cannot be found");
    } else {
        wanted->params.kernels = &kernels;
        wanted->params.commands[1] = text_string(&words);
        code = kernels.saved.count > 0 ? ab_measure(line->options, wanted) : ab_same(line, wanted);
    }
    kernel_folder_finish(&kernels);
    free(own);
    text_finish(&words);
    return code;
}

/* Two sides that are measured now. */
static int ab_sides(const struct command_line *line)
{
    struct ab_wanted wanted;
    int code = ab_options_take(line, &wanted);
    if (code == EXIT_CODE_OK && !ab_outputs_check(line->options))
        code = EXIT_CODE_UNTRIED;
    if (code == EXIT_CODE_OK)
        code = options_has(line->options, "old-kernels") ? ab_kernels(line, &wanted)
                                                         : ab_measure(line->options, &wanted);
    gate_limits_finish(&wanted.limits);
    device_choice_finish(&wanted.choice);
    free(wanted.names);
    wanted.names = NULL;
    for (int side = 0; side < 2; side++)
        free(wanted.sides[side]);
    return code;
}

static int ab_run(const struct command_line *line)
{
    const struct options *options = line->options;
    int code = EXIT_CODE_UNTRIED;
    if (options->positional_count == 2 && options->given_count == 0)
        message_error("ab: the sides are options: claimcheck ab --a %s --b %s",
                      options->positionals[0], options->positionals[1]);
    else if (options->positional_count > 0 && !options_has(options, "baseline"))
        message_error("ab: unexpected '%s': --a and --b take the two builds, and --baseline FOLDER "
                      "goes with a run file",
                      options->positionals[0]);
    else if (ab_baseline_check(options))
        code = options_has(options, "baseline") ? ab_baseline(options) : ab_sides(line);
    if (!options_has(options, "bisect"))
        return code;
    enum { SKIP = 125 };
    return code == EXIT_CODE_NOTHING || code == EXIT_CODE_UNTRIED ? SKIP : code;
}

static const struct option_spec ab_options[] = {
    OPTION("a", "CMD",
           "command of the old side, to which the options of run are added; no shell runs it: for "
           "pipes and the like sh -c '... \"$@\"' sh"),
    OPTION("b", "CMD", "command of the new side"),
    OPTION("read", "FORM",
           "form of what any commands print, or write to {out}: gbench, hyperfine, nvbench, "
           "llama-bench, kernel-tuner, csv, lines, json:PATH, rate:PATH, wall"),
    OPTION_WITH("icd-a", "DRIVER.json",
                "the old side under the driver of this manifest; without --a this build",
                .file = true),
    OPTION_WITH("icd-b", "DRIVER.json", "the new side under the driver of this manifest",
                .file = true),
    OPTION_WITH("old-kernels", "FOLDER",
                "instead of both: compares kernels that run --save-kernels wrote with those of "
                "this build, in the same processes",
                .file = true),
    OPTION_WITH(
        "baseline", "FOLDER",
        "instead of both: compares RUN.json with the runs of this folder that were accepted "
        "on its device",
        .file = true),
    OPTION_FLAG("accept", "with --baseline: adds the run to the folder; nothing is overwritten"),
    OPTION("reason", "TEXT", "with --accept: why"),
    OPTION("by", "NAME", "with --accept: who; not recorded unless given"),
    OPTION_FLAG("require-baseline",
                "with --baseline: a device without an accepted run gives 99 in place of 77"),
    FILTER_OPTION,
    OPTION("profile", "quick|paper|full|gate",
           "profile of the cases; unless given, gate without a filter, else paper on a GPU and "
           "quick on a CPU"),
    OPTION("device", "INDEX|UUID|REGEX", "the device of both sides; the best one unless given"),
    OPTION_NUMBER("launches", "K",
                  "most processes of each side, for a row that stays undecided (10)", 4,
                  GATE_LAUNCHES_MAX),
    OPTION("theta", "P%",
           "the threshold: a smaller change counts as none (3%; with --baseline 10%)"),
    OPTION_WITH(
        "thresholds", "FILE.json",
        "thresholds of single rows, and rows that do not fail, each with a reason and a last day",
        .file = true),
    SEED_OPTION,
    OPTION("budget", "TIME",
           "time limit such as 90s or 5m; rows without a verdict by then are UNDECIDED; 30m with "
           "--read"),
    AB_OUTPUTS_OPTIONS,
    OPTION("on-undecided", "pass|warn|fail",
           "the exit code where rows are UNDECIDED: 0, 77 or 1; unless given, 77 where an estimate "
           "lies beyond the threshold"),
    OPTION("fail-on", "missing", "a row that the new side lacks fails"),
    OPTION("gate", "strict|advisory",
           "advisory: slower and failed rows are reported, and the exit code is 0 (strict)"),
    OPTION_FLAG("times", "lets times of a software device gate, too, although they are the host's"),
    OPTION_FLAG("bisect", "for git bisect run: the exit code 125 in place of 77 and 99"),
    OPTION_FLAG("no-wait",
                "where another session measures on the device, exits with 99 instead of waiting"),
    OPTION_FLAG("quiet", "no progress"),
    OPTION_END,
};

static void ab_help(const struct command_line *line)
{
    (void)line;
    fputs("\nexit codes:\n"
          "  0   no row is SLOWER\n"
          "  1   a row is SLOWER, twice, or its result is wrong, or a count has grown; with\n"
          "      --baseline by more than 10 % (15 % on another unit, driver or configuration)\n"
          "  77  over 30 % of the old rows were not compared, or an undecided row may be slower\n"
          "  99  it could not be tried, or the result is discarded\n",
          stdout);
}

const struct command command_ab = {
    .name = "ab",
    .arguments = "--a CMD --b CMD [--read FORM] | --old-kernels FOLDER | --baseline FOLDER "
                 "RUN.json [OPTIONS]",
    .summary = "the gate: measures two builds, commands or kernels in turns, and says whether the "
               "new one is slower",
    .example = "claimcheck ab --a old/claimcheck --b build/claimcheck -f {technique}",
    .options = ab_options,
    .help = ab_help,
    .operands = true,
    .kernels = true,
    .run = ab_run,
};
