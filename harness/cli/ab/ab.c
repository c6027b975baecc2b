/* SPDX-License-Identifier: MIT */
#include "harness/cli/ab/ab.h"
#include "harness/views/gate/gate.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "version.h"

char *own_command_make(void)
{
    OWNED char *path = os_path_program();
    return path ? disk_shell_word(path) : NULL;
}

/* Files ---------------------------------------------------------------------------------------- */

enum { FORMATS = 4 };
static const char *const output_names[FORMATS] = { "out", "markdown", "junit", "tap" };
static void (*const output_writers[FORMATS])(FILE *out, const void *of) = { gate_json,
                                                                            gate_markdown,
                                                                            gate_junit, gate_tap };
const struct file_options ab_files = { "ab", output_names, FORMATS, "thresholds" };

/* Where the table goes: standard output, or standard error, where a file takes that. */
static FILE *table_of(const struct options *options)
{
    return file_options_take_stdout(&ab_files, options) ? stderr : stdout;
}

/* The exit code, with a message. */
static int files_write(const struct options *options, const struct gate_result *outcome)
{
    int worst = EXIT_CODE_OK;
    for (size_t i = 0; i < FORMATS; i++)
        if (file_options_write(&ab_files, options, i, output_writers[i], outcome) != EXIT_CODE_OK)
            worst = EXIT_CODE_UNTRIED;
    return worst;
}

int ab_result_say(const struct gate_result *outcome, const struct options *options)
{
    FILE *table = table_of(options);
    gate_print(table, outcome, terminal_colours(os_file_of(table)));
    const int code = files_write(options, outcome);
    return code == EXIT_CODE_OK ? outcome->code : code;
}

/* ab ------------------------------------------------------------------------------------------- */

/* Counts the cases that would be measured, and names their profile. False with a message where no
 * case of this build is selected. */
static bool selection_make(struct gate_rows *rows, struct run *run, const struct command_line *line,
                           const struct ab_params *params)
{
    OWNED_BY(plan_finish) struct plan plan = { 0 };
    /* The profile that `run` would use on the device by default. */
    enum bench_profile profile =
        params->likely && !gpu_info_is_software(params->likely) ? BENCH_PAPER : BENCH_QUICK;
    if (params->profile)
        profile_find(params->profile, &profile);
    const struct plan_request request = { .techniques = line->techniques,
                                          .profile = profile,
                                          .filter = params->filter,
                                          .cache = PLAN_CACHE_PROFILE,
                                          .without_baselines = true };
    if (!plan_init(&plan, &request))
        return message_refuse("ab: %s", trouble_text());
    run->session.profile = profile_names[profile];
    for (size_t i = 0; i < plan.group_count; i++)
        for (size_t k = 0; k < plan.groups[i].case_count; k++)
            if (saved_kernels_has_case(&params->kernels->saved, plan.groups[i].cases[k].name))
                rows->unchanged++;
            else
                rows->unsaved++;
    return true;
}

/* Kernels of a folder that are all as they were cannot be slower; but those that are gone, or
 * cannot be compared, are not told of, and neither are cases that have none in it. */
static int same_judge(const struct saved_kernels *kernels, const struct gate_rows *rows,
                      struct judge_exit rule, FILE *out)
{
    if (kernels->gone + kernels->other > 0 || kernels->same == 0) {
        const bool fails = kernels->gone > 0 || kernels->same + kernels->other == 0;
        message_error("ab: no kernel that differs can be compared: %zu are the same, %zu are gone, "
                      "%zu differ and are not compute shaders: choose --a and --b",
                      kernels->same, kernels->gone, kernels->other);
        return fails && rule.missing_fails && !rule.advisory ? EXIT_CODE_WRONG : EXIT_CODE_NOTHING;
    }
    const char *unsaved = gate_words_unsaved(kernels, rows->unsaved, GATE_ROOM);
    if (rows->unchanged == 0)
        return message_nothing("ab: %s, and no other is selected: nothing is compared", unsaved);
    fprintf(out, "no kernel differs: %zu are the same\n", kernels->same);
    if (rows->unsaved > 0)
        fprintf(out, "%s\n", unsaved);
    return EXIT_CODE_OK;
}

/* The result of a session, or of one that has nothing to measure; `started` is lent. */
static struct gate_result result_make(const struct ab_wanted *wanted, const struct gate_rows *rows,
                                      const struct run *old, const struct run *new,
                                      const char *started)
{
    const struct kernel_folder *kernels = wanted->params.kernels;
    struct gate_result result = gate_result_make(rows, old, new, wanted->rule);
    result.kernels = kernels ? &kernels->saved : NULL;
    result.seed = wanted->params.seed;
    result.filter = wanted->filter;
    result.gate = wanted->gate;
    result.started = started;
    return result;
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
    struct gate_rows rows = { .rule = params->rule };
    struct run run = { .path = "",
                       .tool = { "claimcheck", CLAIMCHECK_VERSION, CLAIMCHECK_COMMIT, true, false },
                       .device = { .name = device ? device->name : "",
                                   .uuid = device ? device->uuid : "",
                                   .driver_name = device ? device->driver_name : "",
                                   .driver_info = device ? device->driver_info : "" } };
    if (!selection_make(&rows, &run, line, params))
        return EXIT_CODE_UNTRIED;
    const char *started = run_path_date(RUN_PATH_ROOM);
    struct gate_result outcome = result_make(wanted, &rows, &run, &run, started);
    outcome.code =
        same_judge(&params->kernels->saved, &rows, wanted->rule, table_of(line->options));
    const int written = files_write(line->options, &outcome);
    return written == EXIT_CODE_OK ? outcome.code : written;
}

/* Text of a selection -------------------------------------------------------------------------- */

static void word_add(struct text *text, const char *option, const char *value)
{
    OWNED char *word = value ? disk_shell_word(value) : NULL;
    if (word)
        text_add_format(text, " --%s %s", option, word);
}

/* The command that measures again what failed; malloc'ed, NULL where nothing did. */
static char *retest_make(const struct ab_params *params, const struct gate_rows *rows,
                         const struct options *options)
{
    const char *old_kernels = options_value(options, "old-kernels");
    struct text text = { 0 };
    OWNED char *filter = ab_filter_rows(rows, gate_row_fails);
    if (!*filter)
        return NULL;
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
    return text_take(&text);
}

/* Timelines ------------------------------------------------------------------------------------ */

enum { ARGUMENT_BYTES_MAX = 100000 };

static const double side_max_s = 60;

/*
 * A timeline of either side, of the rows that are slower. Each is taken by
 *
 *   CMD trace --filter RE --seed S --out FILE --quiet [--profile P]
 *
 * and is a diagnosis: what cannot be had is not there, and changes no verdict.
 */
struct traces {
    struct trace_pair pair; /* no cases where there is none of both sides */
    json_t *documents[TRACE_SIDES];
};

/* A trace of a side; NULL with a message. */
static json_t *trace_take(const struct ab_params *params, int side, const char *filter,
                          const struct scratch *folder, double deadline_ns)
{
    char seed[24];
    OWNED char *out = scratch_path(folder, side == 0 ? "a.json" : "b.json"),
               *errors = scratch_path(folder, "errors");
    snprintf(seed, sizeof(seed), "%" PRIu64, params->seed);
    const char *const arguments[] = { "--filter",      filter,
                                      "--seed",        seed,
                                      "--out",         out,
                                      "--quiet",       params->profile ? "--profile" : NULL,
                                      params->profile, params->device ? "--device" : NULL,
                                      params->device };
    const struct ab_program program = { .command = params->commands[side],
                                        .options = "trace",
                                        .arguments = arguments,
                                        .argument_count = COUNT_OF(arguments),
                                        .out = out,
                                        .errors = errors };
    trouble("it took too long");
    const enum ab_end end = ab_process_run(&program, deadline_ns);
    json_t *document = end == AB_END_DONE || end == AB_END_WRONG ? run_file_json(out) : NULL;
    if (!document || trace_json_is(document))
        return document;
    trouble("its output is not a trace");
    json_decref(document);
    return NULL;
}

/* Traces two builds; `trace` takes no kernels of a folder. It keeps to the rest of the session's
 * budget, and to a minute a side. */
static void traces_take(struct traces *traces, const struct ab_params *params,
                        const struct ab_session *session)
{
    *traces = (struct traces){ 0 };
    OWNED_BY(scratch_destroy) struct scratch folder = { .lock = -1 };
    OWNED char *filter = params->kernels || params->read != FOREIGN_NONE
                             ? NULL
                             : ab_filter_rows(&session->rows, gate_detail_wants);
    if (!filter || !*filter || strlen(filter) >= ARGUMENT_BYTES_MAX || scratch_create(&folder) != 0)
        return;
    double left_s = params->budget_s > 0 ? params->budget_s - session->seconds : INFINITY;
    for (int side = 0; left_s > 0 && side < TRACE_SIDES; side++) {
        const double begin_ns = clock_now_ns();
        if (!params->quiet)
            message_note("ab: a timeline of %c", "AB"[side]);
        traces->documents[side] =
            trace_take(params, side, filter, &folder, begin_ns + 1e9 * fmin(left_s, side_max_s));
        left_s -= (clock_now_ns() - begin_ns) / 1e9;
        if (!traces->documents[side]) {
            if (!params->quiet && !*interrupt_flag())
                message_note("ab: no timeline of %c: %s", "AB"[side], trouble_text());
            return;
        }
    }
    if (traces->documents[TRACE_A] && traces->documents[TRACE_B])
        trace_pair_init(&traces->pair, traces->documents[TRACE_A], traces->documents[TRACE_B]);
}

static void traces_finish(struct traces *traces)
{
    trace_pair_finish(&traces->pair);
    for (int side = 0; side < TRACE_SIDES; side++)
        json_decref(traces->documents[side]);
    *traces = (struct traces){ 0 };
}

/* Sessions ------------------------------------------------------------------------------------- */

static int outcome_say(const struct ab_params *params, const struct ab_session *session,
                       struct gate_result *outcome, const struct options *options)
{
    OWNED_BY(arena_finish) struct arena arena = { 0 };
    OWNED_BY(traces_finish) struct traces traces;
    OWNED char *retest = retest_make(params, &session->rows, options);
    outcome->retest = retest;
    traces_take(&traces, params, session);
    if (*interrupt_flag())
        return message_error("ab: interrupted");
    if (params->read == FOREIGN_NONE)
        outcome->causes = gate_causes_find(&session->rows, outcome->old, outcome->new, &arena,
                                           &outcome->cause_count);
    outcome->details = gate_details_find(&session->rows, outcome->old, outcome->new, &traces.pair,
                                         &arena, &outcome->detail_count);
    outcome->brief = console_is(os_file_of(table_of(options)));
    return ab_result_say(outcome, options);
}

static int ab_measure(const struct options *options, const struct ab_wanted *wanted)
{
    const struct ab_params *params = &wanted->params;
    OWNED_BY(ab_session_finish) struct ab_session session;
    const char *started = run_path_date(RUN_PATH_ROOM);
    interrupt_install_parent();
    int code = ab_session_run(&session, params);
    if (code == EXIT_CODE_OK && *interrupt_flag()) /* after the last process */
        code = message_error("ab: interrupted");
    if (code != EXIT_CODE_OK)
        return code;
    struct gate_result outcome =
        result_make(wanted, &session.rows, session.runs[0], session.runs[1], started);
    outcome.launches = session.launches;
    outcome.launches_again = session.launches_again;
    outcome.seconds = session.seconds;
    outcome.tally.kernels_gone = params->kernels ? params->kernels->saved.gone : 0;
    /* Counts decided rows of the old side against itself, and names those that differ. */
    foreach (const struct gate_row, row, session.control.rows, session.control.count) {
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
    return outcome_say(params, &session, &outcome, options);
}

/* Kernels of an earlier build --------------------------------------------------------------- */

static int ab_kernels(const struct command_line *line, struct ab_wanted *wanted)
{
    /* This executable, with the folders of techniques that it was given. */
    OWNED char *own = own_command_make();
    OWNED_TEXT struct text words = { 0 };
    OWNED_BY(kernel_folder_finish) struct kernel_folder kernels = { 0 };
    text_add(&words, own ? own : "");
    for (const struct technique *const *it = line->techniques; *it; it++)
        if ((*it)->folder)
            word_add(&words, "technique", (*it)->folder->path);
    if (!kernel_folder_read(&kernels, options_value(line->options, "old-kernels")))
        return message_error("ab: --old-kernels: %s", trouble_text());
    if (!own)
        return message_error("ab: this executable cannot be found");
    wanted->params.kernels = &kernels;
    wanted->params.commands[1] = text_string(&words);
    return kernels.saved.count > 0 ? ab_measure(line->options, wanted) : ab_same(line, wanted);
}

static void ab_wanted_finish(struct ab_wanted *wanted)
{
    gate_limits_finish(&wanted->limits);
    device_choice_finish(&wanted->choice);
    free(wanted->names);
    free(wanted->sides[0]);
    free(wanted->sides[1]);
}

static int ab_sides(const struct command_line *line)
{
    OWNED_BY(ab_wanted_finish) struct ab_wanted wanted;
    const int code = ab_options_take(line, &wanted);
    return code != EXIT_CODE_OK                            ? code
           : !file_options_check(&ab_files, line->options) ? EXIT_CODE_UNTRIED
           : options_has(line->options, "old-kernels")     ? ab_kernels(line, &wanted)
                                                           : ab_measure(line->options, &wanted);
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
           "command of the old side; options of run are appended, and no shell is used: for a "
           "pipe, sh -c '... \"$@\"' sh"),
    OPTION("b", "CMD", "command of the new side"),
    OPTION("read", "FORM",
           "form of what any commands print, or write to {out}: gbench, hyperfine, nvbench, "
           "llama-bench, kernel-tuner, csv, lines, json:PATH, rate:PATH, wall"),
    OPTION("icd-a", "DRIVER.json",
           "the old side under the driver of this manifest; without --a this build", .file = true),
    OPTION("icd-b", "DRIVER.json", "the new side under the driver of this manifest", .file = true),
    OPTION("old-kernels", "FOLDER",
           "instead of both: compares kernels that run --save-kernels wrote with those of "
           "this build, in the same processes",
           .file = true),
    OPTION("baseline", "FOLDER",
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
                  "at most K processes of each side, for a row that stays undecided (10)", 4,
                  GATE_LAUNCHES_MAX),
    OPTION("theta", "P%",
           "the threshold: a smaller change counts as none (3%; with --baseline 10%)"),
    OPTION(
        "thresholds", "FILE.json",
        "thresholds of single rows, and rows that do not fail, each with a reason and a last day",
        .file = true),
    SEED_OPTION,
    OPTION("budget", "TIME",
           "time limit such as 90s or 5m; rows without a verdict by then are UNDECIDED; 30m with "
           "--read"),
    OPTION("out", "FILE.json", "the results as JSON, with samples; - for standard output",
           .file = true),
    OPTION("markdown", "FILE", "writes the results as a comment for a pull request", .file = true),
    OPTION("junit", "FILE", "the results as JUnit XML", .file = true),
    OPTION("tap", "FILE", "the results in the Test Anything Protocol", .file = true),
    OPTION("on-undecided", "pass|warn|fail",
           "the exit code where rows are UNDECIDED: 0, 77 or 1; unless given, 77 where an estimate "
           "lies beyond the threshold"),
    OPTION("fail-on", "missing", "a row that the new side lacks fails"),
    OPTION("gate", "strict|advisory",
           "advisory: slower and failed rows are reported, and the exit code is 0 (strict)"),
    OPTION_FLAG("times", "also gates on times of a software device, which are the CPU's"),
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
