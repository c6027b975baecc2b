/* SPDX-License-Identifier: MIT */
#include "harness/cli/ab/ab.h"
#include "harness/file.h"

#include <errno.h>
#include <string.h>

static bool side_take(const char *given, const char *manifest, const char *option, char **command)
{
    OWNED char *own = given ? need_copy(given) : manifest ? own_command_make() : NULL;
    OWNED char *path = manifest ? os_path_whole(manifest) : NULL;
    if (manifest && (!path || !os_path_is_readable(path)))
        return message_refuse("ab: --%s: cannot read '%s': %s", option, manifest, strerror(errno));
    if (manifest && !own)
        return message_refuse("ab: this executable cannot be found");
    /* The variable of loaders from 1.3.207 on, and that of those before. */
    OWNED char *word = manifest ? disk_shell_word(path) : NULL;
    *command = !own ? NULL
               : manifest
                   ? text_make("env VK_DRIVER_FILES=%s VK_ICD_FILENAMES=%s %s", word, word, own)
                   : need_copy(own);
    return true;
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
    static const double budget_s = 1800; /* a command may hang */
    const char *text = options_value(options, "read");
    const char *other =
        options_any(options, "old-kernels|icd-a|icd-b|profile|device|times|no-wait");
    if (!text)
        return true;
    if (other)
        return message_refuse("ab: --read and --%s: choose one", other);
    for (int form = FOREIGN_NONE + 1; form < FOREIGN_FORM_COUNT; form++) {
        const char *name = foreign_form_name((enum foreign_form)form);
        const size_t length = strlen(name);
        const bool has_path = form == FOREIGN_JSON || form == FOREIGN_RATE;
        if (strncmp(text, name, length) != 0 || text[length] != (has_path ? ':' : 0) ||
            (has_path && !text[length + 1]))
            continue;
        params->read = (enum foreign_form)form;
        params->member = has_path ? text + length + 1 : "";
    }
    if (params->read == FOREIGN_NONE)
        return message_refuse(
            "ab: --read takes gbench, hyperfine, nvbench, llama-bench, kernel-tuner, csv, "
            "lines, json:PATH, rate:PATH or wall, not '%s'",
            text);
    if (!options_has(options, "budget"))
        params->budget_s = budget_s;
    params->rule.commands = true;
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

json_t *ab_options_limits(const char *path, const char *what, struct gate_limits *limits)
{
    char today[16];
    OWNED char *text = NULL;
    size_t size = 0;
    struct tm utc;
    json_error_t error;
    const time_t now = time(NULL);
    *limits = (struct gate_limits){ 0 };
    json_t *document = disk_load_said(path, &text, &size)
                           ? json_loadb(text, size, JSON_REJECT_DUPLICATES, &error)
                           : NULL;
    strftime(today, sizeof(today), "%Y-%m-%d", gmtime_r(&now, &utc));
    if (document && gate_limits_read(limits, document, path, today))
        return document;
    if (text && !document)
        trouble("'%s' is not valid JSON, line %d, column %d: %s", path, error.line, error.column,
                error.text);
    message_error("%s: %s", what, trouble_text());
    json_decref(document);
    return NULL;
}

bool ab_options_thresholds(const struct options *options, struct gate_limits *limits)
{
    static const char *const kinds[GATE_LIMIT_KINDS] = { "threshold", "quarantine",
                                                         "accepted count" };
    const char *path = options_value(options, "thresholds");
    json_auto_t *document = path ? ab_options_limits(path, "ab: --thresholds", limits) : NULL;
    for (size_t kind = 0; document && kind < GATE_LIMIT_KINDS; kind++)
        foreach (const struct gate_limit, limit, limits->lists[kind], limits->counts[kind])
            if (limit->expired)
                message_note("ab: the %s of '%s' ended on %s, and does not count: %s", kinds[kind],
                             *limit->name ? limit->name : limit->text, limit->until, limit->reason);
    return document || !path;
}

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

/* Returns a filter for all cases of the folders that --technique names, malloc'ed; NULL: none. */
static char *folders_filter(const struct technique *const *techniques)
{
    OWNED_TEXT struct text text = { 0 };
    for (; *techniques; techniques++)
        if ((*techniques)->folder)
            text_join(&text, "|", "%s", (*techniques)->name);
    return text.length > 0 ? text_make("^(%s)[.]", text.string) : NULL;
}

/* False with a message where a side is a folder, or names one whose cases nobody asked for. */
static bool sides_check(const struct ab_params *params)
{
    for (int side = 0; side < 2; side++) {
        const char *words = params->commands[side];
        const char option = "ab"[side];
        if (words && os_path_is_folder(words))
            return message_refuse("ab: --%c takes a command, and '%s' is a folder: of a technique, "
                                  "--%c 'claimcheck --technique %s'",
                                  option, words, option, words);
        if (words && strstr(words, "--technique") && !params->filter && !params->profile)
            return message_refuse("ab: --%c has a folder: give the option here, too, --technique "
                                  "FOLDER, or name its cases, --filter '^NAME[.]'",
                                  option);
    }
    return true;
}

/* Sets the filter where none is given, or that of the profile `gate`. The exit code, with a
 * message. */
static int filter_take(const struct command_line *line, struct ab_wanted *wanted)
{
    struct ab_params *params = &wanted->params;
    const bool gate =
        params->profile ? strcmp(params->profile, profile_gate) == 0 : !wanted->filter;
    regex_t expression;
    if (wanted->filter && !ab_filter_compile(wanted->filter, &expression))
        return EXIT_CODE_UNTRIED;
    if (params->read == FOREIGN_NONE && wanted->filter)
        params->near = selection_name(line->techniques, wanted->filter);
    if (params->read == FOREIGN_NONE && !params->profile && !wanted->filter)
        params->filter = wanted->names = folders_filter(line->techniques);
    params->of_folders = wanted->names;
    const bool sides = params->read != FOREIGN_NONE || sides_check(params);
    if (sides && params->read == FOREIGN_NONE && gate && !wanted->names) {
        wanted->names = ab_options_gate(line->techniques, wanted->filter ? &expression : NULL);
        wanted->gate = wanted->names;
        params->filter = wanted->names;
        params->profile = profile_names[BENCH_FULL];
    }
    if (wanted->filter)
        regfree(&expression);
    if (!sides)
        return EXIT_CODE_UNTRIED;
    return params->read == FOREIGN_NONE && gate && !wanted->names
               ? message_error("ab: the filter selects no case of the profile gate")
               : EXIT_CODE_OK;
}

int ab_options_take(const struct command_line *line, struct ab_wanted *wanted)
{
    *wanted = (struct ab_wanted){
        .filter = options_value(line->options, "filter"),
        .rule = ab_options_rule(line->options),
    };
    if (!take_params(line, wanted) || !ab_options_thresholds(line->options, &wanted->limits))
        return EXIT_CODE_UNTRIED;
    if (options_has(line->options, "thresholds"))
        wanted->params.rule.limits = &wanted->limits;
    const int code = filter_take(line, wanted);
    if (code != EXIT_CODE_OK || wanted->params.read != FOREIGN_NONE)
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
