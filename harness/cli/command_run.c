/* SPDX-License-Identifier: MIT */
#include "harness/base/disk.h"
#include "harness/cli/command.h"
#include "harness/cli/device_choice.h"
#include "harness/cli/document_stream.h"
#include "harness/cli/run_options.h"
#include "harness/cli/run_watch.h"
#include "harness/cli/runs/exports.h"
#include "harness/cli/runs/run_after.h"
#include "harness/cli/selection.h"
#include "harness/cpu/cpu_device.h"
#include "harness/cpu/cpu_features.h"
#include "harness/judge/outcome.h"
#include "harness/measure/fault.h"
#include "harness/plan/profile.h"
#include "harness/record/results.h"
#include "harness/session/ceilings_kept.h"
#include "harness/session/interrupt.h"
#include "harness/session/message.h"
#include "harness/session/resume.h"
#include "harness/session/run_path.h"
#include "harness/session/session.h"
#include "harness/session/settled.h"
#include "harness/show/plan_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What was asked for, and where. */
struct start {
    const struct command_line *line;
    const struct run_request *request;
    struct plan *plan;
    struct device_choice choice;
    struct run_turn *turn;         /* NULL: not of --watch */
    struct document_stream stream; /* open with --json */
    json_t *settled;               /* session.sampling; NULL: none */
    struct run_after after;
};

/* "run", then what was given, letters written out: session.arguments of the file. NULL-terminated;
 * NULL when memory runs out. */
static char **arguments_make(const struct command_line *line)
{
    const struct options *options = line->options;
    char **arguments = calloc(2 * options->given_count + 2, sizeof(*arguments));
    size_t count = 0;
    bool made = arguments && (arguments[count++] = strdup(line->command->name));
    for (size_t i = 0; i < options->given_count && made; i++) {
        const struct option_given *given = &options->given[i];
        made = (arguments[count++] = disk_path("--", given->spec->name)) &&
               (!given->value || (arguments[count++] = strdup(given->value)));
    }
    if (!made)
        run_request_arguments_free(&arguments);
    return arguments;
}

static int arguments_count(char *const *arguments)
{
    int count = 0;
    while (arguments[count])
        count++;
    return count;
}

/* Files that the arguments name, as given and as the request has them; NULL-terminated. NULL when
 * memory runs out. */
static const char **paths_make(const struct command_line *line, const struct kernel_files *files)
{
    const struct options *options = line->options;
    const char **paths = calloc(options->given_count + files->count + 1, sizeof(*paths));
    size_t count = 0;
    for (size_t i = 0; paths && i < options->given_count; i++) {
        const struct option_given *given = &options->given[i];
        if (given->spec->file && strchr(given->spec->argument, '='))
            paths[count++] = strchr(given->value, '=') + 1;
        else if (given->spec->file)
            paths[count++] = given->value;
    }
    for (size_t i = 0; paths && i < files->count; i++)
        paths[count++] = files->files[i].path;
    return paths;
}

static json_t *header_make(const struct start *start, const struct gpu_info *device)
{
    char date[RUN_DATE_BYTES];
    json_t *json = NULL;
    char **given = arguments_make(start->line);
    const char **paths = paths_make(start->line, &start->request->files);
    char **arguments = run_request_arguments(start->request);
    if (!given || !paths || !arguments)
        goto done;
    run_path_date(date);
    struct results_header header = {
        .seed = start->request->seed,
        .profile = profile_names[start->request->profile],
        .started = date,
        .argument_count = arguments_count(given),
        .arguments = (const char *const *)given,
        .plan_arguments = (const char *const *)arguments,
        .paths = paths,
        .device = device,
        .validate = start->request->validate,
        .launches = start->request->launches,
        .rules = run_request_rules(start->request, gpu_info_is_software(device)),
    };
    json = results_header_json(&header);
    if (start->settled)
        json_object_set(json_object_get(json, "session"), "sampling", start->settled);
    if (start->request->files.count > 0)
        json_object_set_new(json_object_get(json, "session"), "kernel_files",
                            kernel_files_json(&start->request->files));
done:
    run_request_arguments_free(&arguments);
    free(paths);
    run_request_arguments_free(&given);
    return json;
}

/* Two devices of one name get their index as well. */
static void device_slug(const struct start *start, const struct gpu_info *device,
                        char slug[RUN_SLUG_BYTES])
{
    char name[sizeof(device->name) + 16];
    bool twin = false;
    for (int i = 0; i < start->choice.count; i++)
        twin =
            twin || (i != device->index && strcmp(start->choice.infos[i].name, device->name) == 0);
    snprintf(name, sizeof(name), "%.40s", device->name);
    if (twin)
        snprintf(name, sizeof(name), "%.40s-%d", device->name, device->index);
    run_path_slug(name, slug);
}

/* Where the run file goes; NULL with a message. What is for standard output alone is a file on the
 * way there: until all of it is written, nothing measured is lost. */
static char *path_make(const struct start *start, const struct gpu_info *device, bool several)
{
    char message[MESSAGE_BYTES] = "no memory is left", slug[RUN_SLUG_BYTES];
    const bool aside = start->request->json && !start->request->out;
    char *folder = aside ? document_stream_folder() : NULL, *path = NULL;
    device_slug(start, device, slug);
    if (!aside || folder)
        path = run_path_make(aside ? folder : start->request->out, slug, several, message,
                             sizeof(message));
    if (!path)
        message_error("run: %s", message);
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
        unlink(path);
    return code;
}

/* With the ceilings of an earlier run, or NULL. */
static int run_with(const struct start *start, const struct gpu_info *device, bool several,
                    json_t *ceilings)
{
    char message[MESSAGE_BYTES] = "";
    int code = EXIT_CODE_UNTRIED;
    const enum output_kind kind = start->request->force ? OUTPUT_REPLACE : OUTPUT_NEW;
    char *path = path_make(start, device, several);
    if (!path)
        return code;
    json_t *header = header_make(start, device);
    if (header && ceilings)
        json_object_set(header, "ceilings", ceilings);
    struct journal *journal =
        !header ? NULL : journal_create(path, kind, header, message, sizeof(message));
    if (!header)
        message_error("no memory is left");
    else if (!journal)
        message_error("run: %s", message);
    if (journal && start->turn)
        start->turn->begun = true;
    if (journal) {
        struct session_params params = { .request = start->request,
                                         .plan = start->plan,
                                         .device = device,
                                         .measurer = start->line->measurer,
                                         .techniques = start->line->techniques,
                                         .journal = journal };
        code = session_run(&params);
        if (journal_is_committed(journal))
            code = run_after_write(&start->after, journal_document(journal), path, code);
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

static int run_on(const struct start *start, const struct gpu_info *device, bool several)
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

static int run_all(const struct start *start)
{
    int code = EXIT_CODE_NOTHING, usable = 0;
    for (int i = 0; i < start->choice.count; i++)
        usable += start->choice.infos[i].usable;
    if (start->request->json && usable > 1)
        return message_error("run: JSON on standard output is one run: choose one of %d devices "
                             "with --device, see claimcheck devices",
                             usable);
    for (int i = 0; i < start->choice.count && !*interrupt_flag(); i++)
        if (start->choice.infos[i].usable)
            code = outcome_worse(code, run_on(start, &start->choice.infos[i], true));
    return *interrupt_flag() ? EXIT_CODE_UNTRIED : code;
}

/* The cases that need no device, if there are any. reason: why there is none. */
static int run_host(const struct start *start, const char *reason)
{
    struct gpu_info host;
    const size_t count = start->plan->case_count, left_out = plan_keep_host(start->plan);
    if (left_out == count) {
        message_error("run: %s", reason);
        return EXIT_CODE_NOTHING;
    }
    if (left_out > 0)
        message_warning("%zu of %zu cases are left out: %s", left_out, count, reason);
    cpu_device_info(&host);
    return run_on(start, &host, false);
}

static int run_devices(struct start *start)
{
    char message[GPU_MESSAGE_BYTES] = "";
    const char *selector = start->request->device;
    const bool all = selector && strcmp(selector, "all") == 0;
    struct device_choice *choice = &start->choice;
    if (device_choice_init(choice, start->line->measurer, all ? NULL : selector, message))
        choice->code = all ? run_all(start) : run_on(start, &choice->infos[choice->index], false);
    else if (selector)
        message_error("run: %s", message);
    else if (choice->code == EXIT_CODE_NOTHING)
        choice->code = run_host(start, message);
    const int code = choice->code;
    device_choice_finish(choice);
    return code;
}

/* What another run has decided. False with a message. */
static bool take_settled(struct start *start)
{
    char message[MESSAGE_BYTES] = "";
    const char *path = start->request->repetitions_of;
    if (!path)
        return true;
    struct run *of = run_load(path, message, sizeof(message));
    if (of)
        start->settled = settled_json(of, start->plan, message, sizeof(message));
    if (!start->settled)
        message_error("run: %s", message);
    run_destroy(&of);
    return start->settled;
}

static int list_cases(const struct run_request *request, const struct plan *plan)
{
    if (request->json)
        return command_print_json(plan_list_json(plan, profile_names[request->profile]));
    plan_list_print(stdout, plan);
    return EXIT_CODE_OK;
}

/* Measures, with standard output for the run file alone where it goes there. */
static int run_measured(struct start *start)
{
    const int failure = start->request->json ? document_stream_open(&start->stream) : 0;
    if (failure != 0)
        return message_error("cannot use standard output: %s", strerror(failure));
    interrupt_install();
    int code = run_after_init(&start->after, start->line->options);
    if (code == EXIT_CODE_OK)
        code = take_settled(start) ? run_devices(start) : EXIT_CODE_UNTRIED;
    run_after_finish(&start->after);
    json_decref(start->settled);
    document_stream_close(&start->stream);
    return code;
}

/* What a turn of --watch has of its own. */
static void turn_apply(const struct run_turn *turn, const struct options *options,
                       struct run_request *request)
{
    if (!options_has(options, "seed"))
        request->seed = turn->seed;
    request->scratch = !request->out;
    if (!request->out)
        request->out = turn->folder;
    if (turn->index == 0)
        return;
    request->force = true;
    request->again = true;
    request->fresh_ceilings = false;
}

/* turn: of --watch, or NULL. */
static int run_once(const struct command_line *line, struct run_turn *turn)
{
    char message[MESSAGE_BYTES] = "", plan_message[PLAN_MESSAGE_BYTES] = "";
    struct run_request request;
    struct plan plan;
    int code;
    if (!fault_init(message, sizeof(message)) || !cpu_features_check(message, sizeof(message)) ||
        !run_options_request(&request, line->options, message, sizeof(message))) {
        if (turn)
            turn->begun = request.kernel_fault;
        return message_error("run: %s", message);
    }
    if (turn)
        turn_apply(turn, line->options, &request);
    if (!run_request_plan(&request, line->techniques, &plan, plan_message)) {
        run_request_finish(&request);
        return message_error("run: %s", plan_message);
    }
    struct start start = {
        .line = line,
        .request = &request,
        .plan = &plan,
        .stream = document_stream_none(),
        .turn = turn,
    };
    if (request.cases.long_count > 0 && !request.quiet)
        message_note("run: without %zu claims whose cases take minutes: --profile full has them",
                     request.cases.long_count);
    code = request.list_cases ? list_cases(&request, &plan) : run_measured(&start);
    plan_finish(&plan);
    run_request_finish(&request);
    return code;
}

static int run_resumed(const struct command_line *line)
{
    const struct options *options = line->options;
    for (size_t i = 0; i < options->given_count; i++) {
        const char *name = options->given[i].spec->name;
        if (strcmp(name, "resume") != 0 && strcmp(name, "quiet") != 0 &&
            strcmp(name, "verbose") != 0 && strcmp(name, "wide") != 0)
            return message_error("run: --resume takes everything from the file: leave out --%s",
                                 name);
    }
    interrupt_install();
    char message[MESSAGE_BYTES];
    struct resume_output output = { .quiet = options_has(options, "quiet"),
                                    .verbose = options_has(options, "verbose"),
                                    .wide = options_has(options, "wide") };
    if (!fault_init(message, sizeof(message)) || !cpu_features_check(message, sizeof(message)))
        return message_error("run: %s", message);
    const struct run_reader reader = run_options_reader(line->command, line->techniques);
    return resume_run(options_value(options, "resume"), output, &reader, line->measurer);
}

static int run_run(const struct command_line *line)
{
    if (options_has(line->options, "watch"))
        return run_watch(line, run_once);
    return options_has(line->options, "resume") ? run_resumed(line) : run_once(line, NULL);
}

static const struct option_spec run_options[] = {
    { .name = "filter", .argument = "REGEX", .help = "only cases whose name it matches" },
    { .name = "claims",
      .argument = "REGEX",
      .help = "only cases that published claims are about, those whose id it matches, within the "
              "smallest profile that has them all; without what takes minutes, but for --profile "
              "full",
      .optional = true },
    { .name = "published",
      .argument = "FILE",
      .help = "claims of this file in place of those of results/published/; may be repeated",
      .repeated = true,
      .file = true },
    { .name = "profile", .argument = "NAME", .help = "quick (default), paper or full" },
    { .name = "device", .argument = "INDEX|UUID|REGEX|all", .help = "the best one unless given" },
    { .name = "axis",
      .argument = "NAME=V,V",
      .help = "values of an axis, in place of the profile's",
      .repeated = true },
    { .name = "cache",
      .argument = "hot|cold|both",
      .help = "caches as the execution before left them, swept, or both; hot unless given, both in "
              "the profile full where it matters" },
    { .name = "kernel",
      .argument = "NAME=FILE.comp",
      .help = "a shader of yours in place of a shipped kernel, beside it; see list --kernels",
      .repeated = true,
      .file = true },
    { .name = "watch",
      .help =
          "with --kernel: again each time that a file is saved, without a run file unless there "
          "is --out" },
    { .name = "seed", .argument = "N", .help = "of inputs and order; from the date unless given" },
    { .name = "out",
      .argument = "FILE.json|FOLDER/",
      .help = "where to; a dated name unless given; - is standard output, and what is for people "
              "then goes to standard error",
      .file = true },
    { .name = "json", .help = "the run file on standard output, too; alone without --out" },
    { .name = "force", .help = "replaces a run file that is there, once the new one is whole" },
    { .name = "with",
      .argument = "DEVICE",
      .help = "compares the run with the newest kept one of a device, such as h100" },
    EXPORTS_OPTIONS,
    { .name = "resume", .argument = "FILE", .help = "goes on with a run that was cut short" },
    { .name = "samples", .argument = "N", .help = "exactly so many of every case; for tests" },
    { .name = "launches",
      .argument = "K",
      .help = "all of it K times, a new process each, for the interval between launches: 10 for "
              "results (1)" },
    { .name = "repetitions-of",
      .argument = "RUN.json",
      .help = "as many executions in a sample as that run has, where it has the workload",
      .file = true },
    { .name = "isolate",
      .help =
          "each bench in a process of its own: a crash costs one case (default where CI is set)" },
    { .name = "no-isolate", .help = "all in this process (default elsewhere)" },
    { .name = "case-timeout",
      .argument = "SECONDS",
      .help = "gives a case up after so long without a sign of life (120; 600 on a CPU)" },
    { .name = "ceilings",
      .argument = "cached|fresh|none",
      .help = "what the device can do at most: as measured within a day, measured first, or not at "
              "all; cached unless given, and measured where nothing is kept" },
    { .name = "no-ceilings", .help = "as --ceilings none" },
    { .name = "validate", .help = "with the validation layers; times then compare with nothing" },
    { .name = "validate-gpu", .help = "with GPU-assisted validation too" },
    { .name = "list-cases", .help = "only prints the names of the cases" },
    { .name = "wide", .help = "the table with all columns, and a line per case, however long" },
    { .name = "verbose",
      .help = "also prints the benches' own numbers and the time outside of samples" },
    { .name = "quiet", .help = "only warnings and errors" },
    { .name = NULL },
};

static const struct option_habit run_habits[] = {
    { "list", "list-cases" }, { "dry-run", "list-cases" }, { "output", "out" },
    { "overwrite", "force" }, { "benchmark", "filter" },   { NULL, NULL },
};

/* What looks like a name is for the filter. */
static void run_operand_hint(const struct command_line *line, const char *operand, char *hint,
                             size_t hint_bytes)
{
    const char *name = selection_name(line->techniques, operand);
    if (name)
        snprintf(hint, hint_bytes, " (did you mean '--filter %s'?)", name);
}

const struct command command_run = {
    .name = "run",
    .arguments = "[OPTIONS]",
    .summary = "measures, after checking every answer, and writes a run file",
    .example = "claimcheck run --profile quick --filter tile_subdivision --out run.json",
    .options = run_options,
    .habits = run_habits,
    .technique_options = true,
    .operand_hint = run_operand_hint,
    .run = run_run,
};
