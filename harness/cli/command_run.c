/* SPDX-License-Identifier: MIT */
#include "harness/analysis/keep/keep.h"
#include "harness/base/disk.h"
#include "harness/base/json_value.h"
#include "harness/base/message.h"
#include "harness/base/need.h"
#include "harness/base/plural.h"
#include "harness/base/trouble.h"
#include "harness/cli/command.h"
#include "harness/cli/device_choice.h"
#include "harness/cli/document_stream.h"
#include "harness/cli/profiling/run_once.h"
#include "harness/cli/published_option.h"
#include "harness/cli/run_options.h"
#include "harness/cli/run_resumed.h"
#include "harness/cli/run_watch.h"
#include "harness/cli/runs/run_after.h"
#include "harness/cli/selection.h"
#include "harness/cli/session/ceilings_kept.h"
#include "harness/cli/session/published_cases.h"
#include "harness/cli/session/run_path.h"
#include "harness/cli/session/session.h"
#include "harness/cli/session/session_note.h"
#include "harness/cli/technique_folders.h"
#include "harness/engine/cpu/cpu_device.h"
#include "harness/engine/cpu/cpu_features.h"
#include "harness/engine/measure/fault.h"
#include "harness/engine/session/pinned_sampling.h"
#include "harness/engine/session/program.h"
#include "harness/os/interrupt.h"
#include "harness/os/path.h"
#include "harness/record/profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The request, and the device. */
struct start {
    const struct command_line *line;
    const struct run_request *request;
    const struct plan *plan; /* NULL until a device is known */
    struct device_choice choice;
    struct run_turn *turn;         /* NULL: not of --watch */
    struct document_stream stream; /* open with --json */
    struct run *settled;           /* that --repetitions-of names; NULL: none */
    struct run_sampling sampling;  /* of it */
    struct run_after after;
};

/* Where the run file goes; NULL with a message. What is for standard output alone is a file on the
 * way there: until all of it is written, nothing measured is lost. */
static char *path_make(const struct start *start, const struct gpu_info *device, bool several)
{
    char slug[RUN_SLUG_BYTES];
    const bool aside = start->request->json && !start->request->out;
    char *folder = aside ? document_stream_folder() : NULL, *path = NULL;
    device_choice_slug(&start->choice, device, slug);
    if (!aside || folder)
        path = run_path_make(aside ? folder : start->request->out, slug, several);
    if (!path)
        message_error("run: %s", trouble_text());
    free(folder);
    return path;
}

/* Prints the run file. Returns the exit code, `code` when all went well. */
static int document_print(const struct start *start, const struct journal *journal, int code)
{
    const char *path = journal_path(journal);
    if (!start->request->json || !journal_is_committed(journal))
        return code;
    const int failure = document_stream_copy(&start->stream, path);
    if (failure != 0)
        return message_error("cannot write to standard output: %s; the run is in '%s'",
                             strerror(failure), path);
    if (!start->request->out)
        os_path_remove(path);
    return code;
}

/* At *path, malloc'ed. NULL with a message. Where another process was faster to take a name that is
 * chosen here, the next one is. */
static struct journal *journal_make(const struct start *start, const struct gpu_info *device,
                                    bool several, const json_t *header, char **path)
{
    enum { TRIES = 100 };
    const enum output_kind kind = start->request->force ? OUTPUT_REPLACE : OUTPUT_NEW;
    for (int i = 0; (*path = path_make(start, device, several)); i++) {
        if (kind == OUTPUT_REPLACE && !run_journal_keep(*path))
            return NULL;
        struct journal *journal = journal_create(*path, kind, header);
        if (journal)
            return journal;
        if (i == TRIES || !run_path_is_chosen(start->request->out) || !run_path_is_taken(*path))
            break;
        free(*path);
    }
    if (*path)
        message_error("run: %s", trouble_text());
    return NULL;
}

/* With the ceilings of an earlier run, or NULL. */
static int run_with(const struct start *start, const struct gpu_info *device, bool several,
                    json_t *ceilings)
{
    char *path = NULL;
    int code = EXIT_CODE_UNTRIED;
    json_t *header = run_header_json(start->line, start->request, start->plan, device,
                                     start->settled ? &start->sampling : NULL);
    if (ceilings)
        json_value_set(&header, "ceilings", json_incref(ceilings));
    struct journal *journal = journal_make(start, device, several, header, &path);
    if (journal && start->turn)
        start->turn->begun = start->turn->owned = true;
    if (journal) {
        const struct technique *const *all = start->line->techniques;
        const bool own = technique_folders_meant(all) != all ||
                         options_has(start->line->options, "axis"); /* which nobody has kept */
        struct session_params params = { .request = start->request,
                                         .plan = start->plan,
                                         .device = device,
                                         .measurer = start->line->measurer,
                                         .techniques = start->line->techniques,
                                         .journal = journal,
                                         .comparable = !own };
        code = session_run(&params);
        if (journal_is_committed(journal))
            code = run_after_write(
                &start->after, journal_path(journal),
                start->request->json && !start->request->out ? "standard output" : path, code);
        code = document_print(start, journal, code);
        /* An interrupted run can be resumed even when it holds no case. */
        if (*interrupt_flag())
            journal_close(&journal);
        else
            journal_discard_empty(&journal);
    }
    json_decref(header);
    free(path);
    return code;
}

/* With the ceilings that an earlier run has kept, where it may. */
static int run_planned(const struct start *start, const struct gpu_info *device, bool several)
{
    struct ceilings_kept kept;
    struct start with = *start;
    if (!ceilings_kept_take(&kept, start->request, start->line->techniques, device))
        return run_with(start, device, several, NULL);
    with.request = &kept.request;
    with.plan = &kept.plan;
    const int code = run_with(&with, device, several, kept.json);
    ceilings_kept_finish(&kept);
    return code;
}

/* Takes the sampling that another run has decided. False with a message. */
static bool take_settled(struct start *start)
{
    const char *path = start->request->repetitions_of;
    if (!path)
        return true;
    start->settled = run_load(path);
    if (start->settled && pinned_sampling_find(start->settled, start->plan, &start->sampling))
        return true;
    return message_refuse("run: %s", trouble_text());
}

/* Calls for the plan that a device has; device NULL: there is none. Returns what was returned, or
 * EXIT_CODE_UNTRIED with a message. */
static int with_plan(const struct start *start, const struct gpu_info *device,
                     int (*call)(const struct start *start, struct plan *plan, void *context),
                     void *context)
{
    struct run_request request = run_request_on(start->request, device);
    struct start own = *start;
    struct plan plan;
    int code = EXIT_CODE_UNTRIED;
    own.request = &request;
    own.plan = &plan;
    if (!run_request_plan(&request, start->line->techniques, &plan))
        return message_error("run: %s", trouble_text());
    if (request.list_cases || take_settled(&own))
        code = call(&own, &plan, context);
    run_destroy(&own.settled);
    plan_finish(&plan);
    return code;
}

/* Where, and why not elsewhere. */
struct place {
    const struct gpu_info *device;
    bool several, refused;
    const char *reason;
};

static int run_on(const struct start *start, struct plan *plan, void *context)
{
    const struct place *place = context;
    (void)plan;
    return run_planned(start, place->device, place->several);
}

/* The cases that need no device, if there are any. */
static int run_host(const struct start *start, struct plan *plan, void *context)
{
    const struct place *place = context;
    struct gpu_info host;
    const size_t count = plan->case_count, left_out = plan_keep_host(plan);
    if (left_out == count || (place->refused && left_out > 0)) {
        message_error("run: %s", place->reason);
        return EXIT_CODE_NOTHING;
    }
    if (left_out > 0)
        message_warning("%zu of %zu case%s left out: %s", left_out, count,
                        plural(count, " is", "s are"), place->reason);
    cpu_device_info(&host);
    return run_planned(start, &host, false);
}

/* One device after another, each with the plan and the file of its own. */
static int run_all(const struct start *start)
{
    int code = EXIT_CODE_NOTHING;
    const int count = device_choice_measurable(&start->choice);
    if (start->request->json && count > 1)
        return message_error("run: JSON on standard output is one run: choose one of %d devices "
                             "with --device, see claimcheck devices",
                             count);
    for (int i = 0; i < start->choice.count; i++) {
        struct place place = { .device = &start->choice.infos[i], .several = true };
        if (gpu_info_untimed(place.device))
            continue;
        const bool begun = !*interrupt_flag();
        const int own = begun ? with_plan(start, place.device, run_on, &place) : EXIT_CODE_UNTRIED;
        if (count > 1 && !begun)
            message_error("run: device %d, '%s', was not begun: measure on it with --device %d",
                          place.device->index, place.device->name, place.device->index);
        else if (count > 1 && own != EXIT_CODE_OK)
            message_error("run: device %d, '%s', ended with exit code %d", place.device->index,
                          place.device->name, own);
        code = run_status_worse(code, own);
    }
    return code;
}

static int run_devices(struct start *start)
{
    const char *selector = start->request->device;
    const bool all = selector && strcmp(selector, "all") == 0;
    struct device_choice *choice = &start->choice;
    struct place place = { .reason = "" };
    if (device_choice_init(choice, start->line->measurer, all ? device_choice_any : selector))
        place.device = &choice->infos[choice->index];
    char *reason = need_copy(trouble_text());
    place.reason = reason;
    if (place.device)
        choice->code = all ? run_all(start) : with_plan(start, place.device, run_on, &place);
    else if ((selector && strcasecmp(selector, gpu_kind_name(GPU_CPU)) != 0) ||
             choice->code != EXIT_CODE_NOTHING)
        message_error("run: %s", reason);
    else {
        place.refused = choice->refused;
        choice->code = with_plan(start, NULL, run_host, &place);
    }
    free(reason);
    const int code = choice->code;
    device_choice_finish(choice);
    return code;
}

static int cases_print(const struct start *start, struct plan *plan, void *context)
{
    (void)context;
    if (start->request->json)
        return command_print_json(plan_list_json(plan, run_request_profile(start->request)));
    plan_list_print(stdout, plan);
    return EXIT_CODE_OK;
}

/* Lists the cases of the chosen device. The choice matters only without a profile, and to sizes. */
static int list_cases(const struct start *start)
{
    struct device_choice choice = { .index = -1 };
    const char *selector = start->request->device;
    const bool all = selector && strcmp(selector, "all") == 0;
    if (start->request->device_profile || start->request->scale)
        device_choice_init(&choice, start->line->measurer, all ? device_choice_any : selector);
    const int code =
        with_plan(start, choice.index < 0 ? NULL : &choice.infos[choice.index], cases_print, NULL);
    device_choice_finish(&choice);
    return code;
}

/* Measures, with standard output for the run file alone where it goes there. */
static int run_measured(struct start *start)
{
    const int failure = start->request->json ? document_stream_open(&start->stream) : 0;
    if (failure != 0)
        return message_error("cannot use standard output: %s", strerror(failure));
    interrupt_install();
    program_hash_begin();
    int code = run_after_init(&start->after, start->line);
    if (code == EXIT_CODE_OK)
        code = run_devices(start);
    run_after_finish(&start->after);
    document_stream_close(&start->stream);
    return code;
}

/* Applies the settings of one turn of --watch. */
static void turn_apply(struct run_turn *turn, const struct options *options,
                       struct run_request *request)
{
    if (!options_has(options, "seed"))
        request->seed = turn->seed;
    request->scratch = !request->out;
    if (!request->out)
        request->out = turn->folder;
    request->force = request->force || turn->owned;
    request->again = turn->whole;
    request->attempts = &turn->attempts;
    request->fresh_ceilings = request->fresh_ceilings && !turn->whole;
}

/* turn: of --watch, or NULL. */
static int run_once(const struct command_line *line, struct run_turn *turn)
{
    struct run_request request;
    if (!fault_init() || !cpu_features_check() ||
        !run_options_request(&request, line->options, line->techniques)) {
        if (turn)
            turn->begun = request.kernel_fault;
        return message_error("run: %s", trouble_text());
    }
    int code = EXIT_CODE_OK;
    if (!run_path_check(request.out))
        code = message_error("run: %s", trouble_text());
    else
        code = published_option_check(&request.cases.list, line, NULL, 0);
    if (code == EXIT_CODE_OK && !request.list_cases && !published_cases_fit(line->techniques))
        code = message_error("run: %s", trouble_text());
    if (code != EXIT_CODE_OK) {
        run_request_finish(&request);
        return code;
    }
    if (turn)
        turn_apply(turn, line->options, &request);
    struct start start = {
        .line = line,
        .request = &request,
        .stream = document_stream_none(),
        .turn = turn,
    };
    if (request.cases.long_count > 0 && !request.quiet)
        message_note("run: without %zu claim%s whose cases take minutes: --profile full has them",
                     request.cases.long_count, plural(request.cases.long_count, "", "s"));
    code = request.list_cases ? list_cases(&start) : run_measured(&start);
    run_request_finish(&request);
    return code;
}

static int run_run(const struct command_line *line)
{
    if (options_has(line->options, "once") || options_has(line->options, "labels"))
        return run_once_case(line);
    if (options_has(line->options, "watch"))
        return run_watch(line, run_once);
    return options_has(line->options, "resume") ? run_resumed(line) : run_once(line, NULL);
}

static const struct option_spec run_options[] = {
    OPTION_WITH("filter", "REGEX", "only cases whose name matches", .head = "cases"),
    OPTION_WITH("claims", "REGEX",
                "only the cases of published claims whose id matches, in the smallest profile that "
                "has them all; cases that take minutes only with --profile full",
                .optional = true),
    PUBLISHED_OPTION,
    OPTION_WITH(
        "profile", "quick|paper|full|gate|scale",
        "quick, paper or full, each with the cases of those before it, or gate, the few that ab "
        "compares, or scale, each technique's best variant over sizes; unless given, paper on a "
        "GPU and quick on a CPU",
        .check = run_options_profile),
    OPTION_NUMBER(
        "memory", "BYTES",
        "with --profile scale: sizes that need no more of the device's memory; 80 % of it "
        "unless given, 32 MiB of a CPU",
        1, INT64_MAX),
    OPTION("device", "INDEX|UUID|REGEX|all", "the best one unless given"),
    AXIS_OPTION,
    OPTION("cache", "hot|cold|both",
           "caches as the execution before left them, swept, or both; hot unless given, both in "
           "the profile full where it matters"),
    OPTION("probe", "none|cold|hot|both",
           "which cases get a bandwidth probe, a kernel that only reads and writes their bytes; "
           "cold ones unless given"),
    OPTION_WITH("kernel", "NAME=FILE.comp",
                "measures your shader, or its .spv, beside the shipped kernel; see list --kernels",
                .head = "your kernel, and profilers", .repeated = true, .file = true),
    OPTION_FLAG("watch", "with --kernel: runs again each time that a file is saved, without a run "
                         "file unless there is --out"),
    OPTION("once", "CASE",
           "executes one case of the profile full once, for profilers, without check, sample or "
           "run file; its name, or a REGEX that matches it alone"),
    OPTION_FLAG("labels", "with --once: labels the passes, and puts markers around the execution"),
    OPTION_WITH("out", "FILE.json|FOLDER/",
                "run file to write; a dated name in results/local unless given; with -, it goes to "
                "standard output, and text for people to standard error",
                .head = "output files", .file = true),
    OPTION_FLAG("json", "writes the run file to standard output, too; only there without --out"),
    OPTION_FLAG("force", "replaces an existing run file, once the new one is complete"),
    RUN_AFTER_OPTIONS,
    OPTION_WITH("resume", "FILE", "continues a run that was cut short", .head = "measurement",
                .file = true),
    SEED_OPTION,
    OPTION_NUMBER("samples", "N", "exactly N samples of every case; for tests", 1, 1000000),
    OPTION_NUMBER(
        "launches", "K",
        "repeats the run K times, a new process each, for the interval between launches: 10 for "
        "results (1; of --claims 3 for times, 6 of long cases, 7 with a CPU variant)",
        1, 1000),
    OPTION_WITH("repetitions-of", "RUN.json",
                "takes the executions in a sample from that run, where it has the workload",
                .file = true),
    OPTION_FLAG(
        "isolate",
        "runs each bench in its own process: a crash costs one case (default where CI is set)"),
    OPTION_FLAG("no-isolate", "all in this process (default elsewhere)"),
    OPTION_NUMBER(
        "case-timeout", "SECONDS",
        "gives up a case after so long without a sign of life, or a submission after half of "
        "that (120; 600 on a CPU)",
        1, 86400),
    OPTION("ceilings", "cached|fresh|none",
           "device limits: those measured within a day, measured after all else, or none; cached "
           "unless given, which measures them if none are kept"),
    OPTION_FLAG("no-ceilings", "short for --ceilings none"),
    OPTION_FLAG("check-only", "checks the sizes that are never timed, alone"),
    TECHNIQUE_PROGRAM_OPTIONS,
    OPTION_FLAG("validate", "turns on the validation layers; times are then not comparable"),
    OPTION_FLAG("validate-gpu", "turns on GPU-assisted validation, too"),
    OPTION_WITH("list-cases", NULL, "only prints the names of the cases", .head = "printing"),
    OPTION_FLAG("all", "every case, everywhere"),
    OPTION_FLAG("wide", "the table with all columns, and a line per case, however long"),
    OPTION_FLAG("verbose", "also prints the benches' own numbers and the time outside of samples"),
    OPTION_FLAG("quiet", "prints a line for each failure, and nothing else"),
    OPTION_END,
};

/* Suggests an option for an operand: one behind --claims was meant for it, a profile, a file for
 * the run, and a name was meant for the filter. */
static void run_operand_hint(const struct command_line *line, const char *operand, char *hint,
                             size_t hint_bytes)
{
    const char *name = selection_name(line->techniques, operand);
    const size_t length = strlen(operand);
    enum bench_profile profile;
    if (profile_find(operand, &profile))
        snprintf(hint, hint_bytes, " (did you mean '--profile %s'?)", operand);
    else if (length > 5 && strcmp(operand + length - 5, ".json") == 0)
        snprintf(hint, hint_bytes, " (did you mean '--out %.100s'?)", operand);
    else if (options_has(line->options, "claims") && !options_value(line->options, "claims"))
        snprintf(hint, hint_bytes, " (did you mean '--claims=%.100s'?)", operand);
    else if (name)
        snprintf(hint, hint_bytes, " (did you mean '--filter %s'?)", name);
}

static const char *const processes[] = { "isolate", "no-isolate", NULL };
static const char *const words[] = { "quiet", "verbose", NULL };
static const char *const widths[] = { "quiet", "wide", "all", NULL };
static const char *const ends[] = { "list-cases", "watch", NULL };
static const char *const *const run_choices[] = { processes, words, widths, ends, NULL };

const struct command command_run = {
    .name = "run",
    .arguments = "[OPTIONS]",
    .summary = "measures, after checking every answer, and writes a run file",
    .example = "claimcheck run --profile quick --filter {technique} --out run.json",
    .options = run_options,
    .choices = run_choices,
    .technique_options = true,
    .operand_hint = run_operand_hint,
    .kernels = true,
    .programs = true,
    .run = run_run,
};
