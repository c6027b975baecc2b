/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"

#include "harness/analysis/keep/keep.h"
#include "harness/engine/cpu/cpu.h"
#include "version.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

/* Options -------------------------------------------------------------------------------------- */

static bool take_ceilings(struct run_request *request, const struct options *options)
{
    const bool none = options_is(options, "ceilings", "none");
    if (options_has(options, "ceilings") && !none && request->no_ceilings)
        return trouble("--no-ceilings and --ceilings %s: choose one",
                       options_value(options, "ceilings"));
    request->no_ceilings = request->no_ceilings || none;
    request->fresh_ceilings = options_is(options, "ceilings", "fresh");
    return true;
}

static bool take_settings(struct run_request *request, const struct options *options)
{
    const size_t bytes = options->given_count * sizeof(struct plan_setting);
    struct plan_setting *axes = arena_alloc(&request->arena, bytes);
    struct plan_setting *settings = arena_alloc(&request->arena, bytes);
    request->plan.axes = axes;
    request->plan.options = settings;
    request->published =
        arena_alloc(&request->arena, options->given_count * sizeof(*request->published));
    foreach (const struct option_given, given, options->given, options->given_count) {
        const char *name = given->spec->name;
        if (strcmp(name, "axis") == 0) { /* NAME=V,V */
            const char *equals = strchr(given->value, '=');
            if (!equals || equals == given->value || equals[1] == 0)
                return trouble("--axis takes NAME=VALUE,VALUE, not '%s'", given->value);
            char *axis = arena_text(&request->arena, given->value);
            axis[equals - given->value] = 0;
            axes[request->plan.axis_count++] = (struct plan_setting){ axis, equals + 1 };
        } else if (strcmp(name, "kernel") == 0) {
            char *log; /* messages of the compiler are for people, and go to stderr */
            const bool added = kernel_files_add(&request->files, given->value, &log);
            log_print(&log);
            if (!added)
                return false;
        } else if (strcmp(name, "published") == 0) {
            request->published[request->published_count++] = given->value;
        }
        if (!given->spec->technique)
            continue;
        /* A file of a technique's is read early: a fault shows before anything is measured. */
        const char *argument = given->spec->argument;
        if (argument && strncmp(argument, "FILE", 4) == 0 && !os_path_is_readable(given->value))
            return trouble("--%s: cannot read '%s': %s", name, given->value, strerror(errno));
        settings[request->plan.option_count++] = (struct plan_setting){ name, given->value };
    }
    return true;
}

/* The claims decide on the profile where nobody else does. */
static bool take_claims(struct run_request *request)
{
    const struct published_cases_request wanted = {
        .ids = request->claims && *request->claims ? request->claims : NULL,
        .files = request->published,
        .file_count = request->published_count,
        .techniques = request->techniques,
        .with_long = !request->any_profile && request->plan.profile == BENCH_FULL,
    };
    if (!request->claims && request->published_count == 0)
        return true;
    if (!request->claims)
        return trouble("--published has claims: --claims measures their cases");
    if (request->gate || request->scale)
        return trouble("--claims and --profile %s: choose one",
                       request->gate ? profile_gate : profile_scale);
    if (!published_cases_init(&request->cases, &wanted))
        return trouble("--claims: %.*s", (int)strcspn(trouble_text(), "\n"), trouble_text());
    if (request->any_profile)
        request->plan.profile = request->cases.profile;
    return true;
}

/* The profile `scale` has points of its own. */
static bool take_scale(struct run_request *request, const struct options *options)
{
    const bool pointed =
        request->plan.axis_count + request->plan.option_count + request->files.count > 0 ||
        request->plan.cache != PLAN_CACHE_PROFILE;
    if (request->scale && pointed)
        return trouble("--profile scale has its own points: leave out --axis, --cache, --kernel "
                       "and the options of techniques");
    if (!request->scale && options_has(options, "memory"))
        return trouble("--memory is for --profile scale");
    request->memory_bytes = options_number(options, "memory", 0);
    return true;
}

bool run_options_ci(void)
{
    const char *ci = getenv("CI");
    return ci && *ci != 0 && strcmp(ci, "0") != 0 && strcasecmp(ci, "false") != 0;
}

bool run_options_request(struct run_request *request, const struct options *options,
                         const struct technique *const *techniques)
{
    const char *out = options_value(options, "out");
    *request = (struct run_request){
        .plan.filter = options_value(options, "filter"),
        .device = options_value(options, "device"),
        .out = document_stream_is(out) ? NULL : out,
        .json = document_stream_is(out) || options_has(options, "json"),
        .force = options_has(options, "force"),
        .repetitions_of = options_value(options, "repetitions-of"),
        .claims = !options_has(options, "claims")    ? NULL
                  : options_value(options, "claims") ? options_value(options, "claims")
                                                     : "",
        .techniques = techniques,
        .seed = options_number(options, "seed", (uint64_t)time(NULL)),
        .samples = (uint32_t)options_number(options, "samples", 0),
        .launches = (uint32_t)options_number(options, "launches", 0),
        .case_timeout_s = (uint32_t)options_number(options, "case-timeout", 0),
        .energy = options_has(options, "energy"),
        .validate = options_has(options, "validate") || options_has(options, "validate-gpu"),
        .validate_gpu = options_has(options, "validate-gpu"),
        .no_ceilings = options_has(options, "no-ceilings") || options_has(options, "check-only"),
        .check_only = options_has(options, "check-only"),
        .list_cases = options_has(options, "list-cases"),
        .begin_ns = clock_now_ns(),
        .quiet = options_has(options, "quiet"),
        .verbose = options_has(options, "verbose"),
        .wide = options_has(options, "wide"),
        .all = options_has(options, "all"),
        .isolate = options_has(options, "isolate") ||
                   (run_options_ci() && !options_has(options, "no-isolate")),
        .together = options_has(options, "no-isolate"),
    };
    kernel_files_init(&request->files, options->given_count);
    /* Lists of words are in the order of their enum. */
    const char *name = options_value(options, "profile");
    const int cache = options_word(options, "cache"), probe = options_word(options, "probe");
    request->any_profile = !name && request->claims;
    request->device_profile = !name && !request->claims;
    request->gate = options_is(options, "profile", profile_gate);
    request->scale = options_is(options, "profile", profile_scale);
    if (request->gate || request->scale)
        request->plan.profile = BENCH_FULL;
    else if (name)
        profile_find(name, &request->plan.profile);
    request->plan.cache = cache < 0 ? PLAN_CACHE_PROFILE : (enum plan_cache)cache;
    request->probes = probe < 0 ? PROBE_COLD : (enum probe_wanted)probe;
    const bool good = take_ceilings(request, options) &&
                      technique_folders_answers(options, &request->fresh_answers) &&
                      take_settings(request, options) && take_scale(request, options) &&
                      take_claims(request);
    const bool kernel_fault = !good && request->files.in_file;
    if (!good)
        run_request_finish(request);
    else if (request->fresh_answers) /* of a run that is resumed, too */
        technique_folders_answers_set(true, false);
    request->kernel_fault = kernel_fault;
    return good;
}

bool run_options_read(struct run_request *request, const struct command_line *line, int argc,
                      const char *const *argv)
{
    OWNED_BY(option_table_finish) struct option_table table;
    OWNED_BY(options_finish) struct options options = { 0 };
    command_table(line->command, line->techniques, &table);
    const struct option_rules rules = { .specs = table.specs, .spec_count = table.count };
    return options_init(&options, &rules, argc, argv) && options_check(&options) &&
           run_options_request(request, &options, line->techniques);
}

/* Before and after ----------------------------------------------------------------------------- */

struct run_after {
    const struct command_line *line;
    struct run *kept; /* that the run is compared with; NULL */
};

static void run_after_finish(struct run_after *after)
{
    run_destroy(&after->kept);
}

/* Before anything is measured: finds the kept run, which nobody wants to miss after an hour. The
 * exit code, with a message; `kept` is to be destroyed either way. */
static int run_after_init(struct run_after *after, const struct command_line *line)
{
    const struct options *options = line->options;
    const char *with = options_value(options, "with"), *device = options_value(options, "device");
    *after = (struct run_after){ .line = line };
    if (exports_take_stdout(options) && !options_has(options, "quiet"))
        return message_error("run: standard output has the table: name a file to export to, or "
                             "add --quiet");
    if (exports_take_stdout(options) &&
        (options_has(options, "json") || document_stream_is(options_value(options, "out"))))
        return message_error("run: standard output has the run file: name a file to export to");
    if (!exports_check(options, "run"))
        return EXIT_CODE_UNTRIED;
    if (exports_wanted(options) && device && strcmp(device, "all") == 0)
        return message_error("run: an export is of one run: choose a device with --device, or use "
                             "claimcheck show afterwards");
    if (!with)
        return EXIT_CODE_OK;
    after->kept = kept_run_find(with);
    return after->kept ? EXIT_CODE_OK : message_error("run: %s", trouble_text());
}

/* Saves the kernels of the run's cases in a folder. The exit code, with a message. */
static int kernels_save(const struct run *run, const char *folder)
{
    OWNED const char **names = need_zeroed(run->kernel_count + run->case_count + 1, sizeof(*names));
    /* Lists the kernels of the run's cases, each once. */
    size_t count = 0;
    foreach (const struct run_kernel, kernel, run->kernels, run->kernel_count)
        if (!*kernel->file && !NAMED(names, count, kernel->name))
            names[count++] = kernel->name;
    /* Cases whose kernels are all there, as none ended before it had them. */
    const char **cases = names + count;
    size_t case_count = 0;
    foreach (const struct run_case, c, run->cases, run->case_count)
        if (c->status == BENCH_OK && !c->twin)
            cases[case_count++] = c->name;
    const struct kernel_folder_new new = { names, count, cases, case_count, CLAIMCHECK_COMMIT };
    return kernel_folder_write(folder, &new)
               ? EXIT_CODE_OK
               : message_error("run: --save-kernels: %s", trouble_text());
}

/* Writes the exports of a run file that is there, which messages call `called`, and prints how the
 * run compares, unless --quiet. `code` is the run's exit code; returns that, or EXIT_CODE_UNTRIED
 * with a message. A kept run that has none of its cases is a message alone. */
static int run_after_write(const struct run_after *after, const char *path, const char *called,
                           int code)
{
    const struct options *options = after->line->options;
    const char *folder = options_value(options, "save-kernels");
    if (!after->kept && !exports_wanted(options) && !folder)
        return code;
    OWNED_BY(run_destroy) struct run *run = run_load(path);
    if (!run)
        return message_error("run: %s", trouble_text());
    run->path = called;
    const struct catalogue catalogue = plan_catalogue(after->line->techniques);
    const struct exports_run exported = { run, NULL, &catalogue };
    OWNED_BY(published_list_finish) struct published_list published = { .count = 0 };
    const struct comparison_wanted wanted = { .command = "run", .published = &published };
    int written = exports_write_run(options, "run", &exported);
    if (folder && written == EXIT_CODE_OK)
        written = kernels_save(run, folder);
    if (after->kept && !options_has(options, "quiet") &&
        published_option_open(&published, after->line) == EXIT_CODE_OK)
        comparison_run((const struct run *const[]){ after->kept, run }, 2, &wanted);
    return written == EXIT_CODE_OK ? code : written;
}

/* The exit code, with a message. */
static int run_resumed(const struct command_line *line)
{
    const struct options *options = line->options;
    for (size_t i = 0; i < options->given_count; i++)
        if (!options->given[i].spec->resumes)
            return message_error("run: --resume takes what is measured from the file: leave out "
                                 "--%s",
                                 options->given[i].spec->name);
    interrupt_install();
    const char *path = options_value(options, "resume");
    OWNED_BY(run_after_finish) struct run_after after = { 0 };
    if (!fault_init() || !cpu_features_check())
        return message_error("run: %s", trouble_text());
    int code = run_after_init(&after, line);
    if (code != EXIT_CODE_OK)
        return code;
    code = resume_run(path, line);
    /* Once the run file is there, and its journal is not. */
    OWNED char *file = resume_run_file(path), *journal = text_make("%s.journal", file);
    return os_path_is_there(file) && !os_path_is_there(journal)
               ? run_after_write(&after, file, file, code)
               : code;
}

/* run ------------------------------------------------------------------------------------------ */

/* The request, and the device. */
struct start {
    const struct command_line *line;
    const struct run_request *request;
    struct plan *plan; /* NULL until a device is known */
    struct device_choice choice;
    struct run_turn *turn;         /* NULL: not of --watch */
    struct document_stream stream; /* open with --json */
    struct run *settled;           /* that --repetitions-of names; NULL: none */
    struct run_sampling sampling;  /* of it */
    struct run_after after;
};

static void start_finish(struct start *start)
{
    device_choice_finish(&start->choice);
    run_after_finish(&start->after);
    document_stream_close(&start->stream);
}

/* Where the run file goes; NULL with a message. What is for standard output alone is a file on the
 * way there: until all of it is written, nothing measured is lost. */
static char *path_make(const struct start *start, const struct gpu_info *device, bool several)
{
    const struct device_choice *choice = &start->choice;
    char name[sizeof(device->name) + 16];
    struct os_file_status status;
    bool twin = false; /* two devices of one name get their index as well */
    for (int i = 0; i < choice->count; i++)
        twin = twin || (i != device->index && strcmp(choice->infos[i].name, device->name) == 0);
    snprintf(name, sizeof(name), "%.40s", device->name);
    if (twin)
        snprintf(name, sizeof(name), "%.40s-%d", device->name, device->index);
    const char *slug = run_path_slug(name, RUN_PATH_ROOM);
    const bool aside = start->request->json && !start->request->out;
    OWNED char *folder = aside ? text_make("%s/", scratch_parent()) : NULL;
    char *path = NULL;
    if (aside && !os_path_look(folder, &status))
        trouble("cannot write to '%s': %s: let TMPDIR name a folder with room", folder,
                strerror(errno));
    else
        path = run_path_make(aside ? folder : start->request->out, slug, several);
    if (!path)
        message_error("run: %s", trouble_text());
    return path;
}

/* Prints the run file. Returns the exit code, `code` when all went well. */
static int document_print(const struct start *start, const struct journal *journal, int code)
{
    const char *path = journal_path(journal);
    if (!start->request->json || !journal_is_committed(journal))
        return code;
    OWNED char *text = NULL;
    size_t bytes = 0;
    int failure = disk_load(path, &text, &bytes);
    if (failure == 0)
        failure = disk_write(start->stream.fd, text, bytes);
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
        /* --force replaces run files; a journal has what no file has yet: it is set aside. */
        char *aside = NULL;
        if (kind == OUTPUT_REPLACE && !journal_set_aside(*path, &aside)) {
            message_error("run: %s", trouble_text());
            return NULL;
        }
        if (aside) {
            OWNED char *word = disk_shell_word_shown(aside);
            message_warning("'%s.journal' is of a run that was cut short, and is kept: go on with: "
                            "claimcheck run --resume %s",
                            *path, word);
        }
        free(aside);
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
    OWNED char *path = NULL;
    json_auto_t *header = run_header_json(start->line, start->request, start->plan, device,
                                          start->settled ? &start->sampling : NULL);
    if (ceilings)
        json_value_set(&header, "ceilings", json_incref(ceilings));
    struct journal *journal = journal_make(start, device, several, header, &path);
    if (!journal)
        return EXIT_CODE_UNTRIED;
    if (start->turn)
        start->turn->begun = start->turn->owned = true;
    const struct technique *const *all = start->line->techniques;
    const bool own = technique_folders_meant(all) != all ||
                     options_has(start->line->options, "axis"); /* which nobody has kept */
    struct session_params params = { .request = start->request,
                                     .plan = start->plan,
                                     .device = device,
                                     .measurer = start->line->measurer,
                                     .techniques = all,
                                     .journal = journal,
                                     .comparable = !own };
    int code = session_run(&params);
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

/* Calls for the plan that a device has; device NULL: there is none. Returns what was returned, or
 * EXIT_CODE_UNTRIED with a message. */
static int with_plan(const struct start *start, const struct gpu_info *device,
                     int (*call)(const struct start *start, struct plan *plan, void *context),
                     void *context)
{
    struct run_request request = run_request_on(start->request, device);
    OWNED_BY(plan_finish) struct plan plan = { 0 };
    struct start own = *start;
    own.request = &request;
    own.plan = &plan;
    if (!run_request_plan(&request, start->line->techniques, &plan))
        return message_error("run: %s", trouble_text());
    if (plan.sizes_left_out && !request.quiet) {
        char room[32];
        message_note("run: without sizes that need more than %s (--memory): %s",
                     units_format_bytes((double)request.memory_bytes, room), plan.sizes_left_out);
    }
    /* Takes the sampling that another run has decided. */
    const char *path = request.list_cases ? NULL : request.repetitions_of;
    OWNED_BY(run_destroy) struct run *settled = path ? run_load(path) : NULL;
    if (path && !(settled && pinned_sampling_find(settled, &plan, &own.sampling)))
        return message_error("run: %s", trouble_text());
    own.settled = settled;
    return call(&own, &plan, context);
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
    if (left_out == count || (place->refused && left_out > 0))
        return message_nothing("run: %s", place->reason);
    if (left_out > 0)
        message_warning("%zu of %zu case%s left out: %s", left_out, count,
                        plural(count, " is", "s are"), place->reason);
    cpu_device_info(&host);
    return run_planned(start, &host, false);
}

/* One device after another, each with the plan and the file of its own. */
static int run_all(const struct start *start)
{
    int code = EXIT_CODE_NOTHING, count = 0;
    foreach (const struct gpu_info, device, start->choice.infos, start->choice.count) {
        const char *reason = gpu_info_untimed(device);
        count += !reason;
        if (reason)
            message_warning("device %d, '%s', is left out: %s", device->index, device->name,
                            reason);
    }
    if (start->request->json && count > 1)
        return message_error("run: JSON on standard output is one run: choose one of %d devices "
                             "with --device, see claimcheck devices",
                             count);
    foreach (const struct gpu_info, device, start->choice.infos, start->choice.count) {
        struct place place = { .device = device, .several = true };
        if (gpu_info_untimed(device))
            continue;
        const bool begun = !*interrupt_flag();
        const int own = begun ? with_plan(start, device, run_on, &place) : EXIT_CODE_UNTRIED;
        if (count > 1 && !begun)
            message_error("run: device %d, '%s', was not begun: measure on it with --device %d",
                          device->index, device->name, device->index);
        else if (count > 1 && own != EXIT_CODE_OK)
            message_error("run: device %d, '%s', ended with exit code %d", device->index,
                          device->name, own);
        code = run_status_worse(code, own);
    }
    return code;
}

static int cases_print(const struct start *start, struct plan *plan, void *context)
{
    json_auto_t *list = json_array();
    OWNED_TEXT struct text names = { 0 };
    (void)context;
    foreach (const struct plan_group, group, plan->groups, plan->group_count) {
        foreach (const struct plan_case, c, group->cases, group->case_count) {
            text_add_format(&names, "%s\n", c->name);
            json_value_append(
                &list, json_value_object("name:t workload:t technique:t bench:t variant:t "
                                         "kind:t baseline:b cache:t launches:c",
                                         c->name, group->workload_name, group->technique->name,
                                         group->bench->name, c->variant->name,
                                         bench_kind_name(c->variant->kind), c->baseline,
                                         c->cold ? "cold" : "hot", (size_t)c->launches));
        }
    }
    if (start->request->json)
        return command_print_json(json_value_object(
            "profile:t cases:o", run_request_profile(start->request), json_incref(list)));
    wrap_cut_print(text_string(&names), console_is(CONSOLE_OUTPUT) ? TERMINAL_LINES : 0);
    return EXIT_CODE_OK;
}

/* Lists the cases of the chosen device. The choice matters only without a profile, and to sizes. */
static int list_cases(const struct start *start)
{
    OWNED_BY(device_choice_finish) struct device_choice choice = { .index = -1 };
    const char *selector = start->request->device;
    const bool all = selector && strcmp(selector, "all") == 0;
    if (start->request->device_profile || start->request->scale)
        device_choice_init(&choice, start->line->measurer, all ? device_choice_any : selector);
    return with_plan(start, choice.index < 0 ? NULL : &choice.infos[choice.index], cases_print,
                     NULL);
}

/* Measures, with standard output for the run file alone where it goes there. */
static int run_measured(struct start *start)
{
    const int failure = start->request->json ? document_stream_open(&start->stream) : 0;
    if (failure != 0)
        return message_error("cannot use standard output: %s", strerror(failure));
    interrupt_install();
    program_hash_begin();
    const int code = run_after_init(&start->after, start->line);
    if (code != EXIT_CODE_OK)
        return code;
    const char *selector = start->request->device;
    const bool all = selector && strcmp(selector, "all") == 0;
    struct device_choice *choice = &start->choice;
    struct place place = { .reason = "" };
    if (device_choice_init(choice, start->line->measurer, all ? device_choice_any : selector)) {
        place.device = &choice->infos[choice->index];
        return all ? run_all(start) : with_plan(start, place.device, run_on, &place);
    }
    OWNED char *reason = need_copy(trouble_text());
    if ((selector && strcasecmp(selector, gpu_kind_name(GPU_CPU)) != 0) ||
        choice->code != EXIT_CODE_NOTHING) {
        message_error("run: %s", reason);
        return choice->code;
    }
    place.reason = reason;
    place.refused = choice->refused;
    return with_plan(start, NULL, run_host, &place);
}

/* turn: of --watch, or NULL. */
static int run_once(const struct command_line *line, struct run_turn *turn)
{
    OWNED_BY(run_request_finish) struct run_request request = { 0 };
    if (!fault_init() || !cpu_features_check() ||
        !run_options_request(&request, line->options, line->techniques)) {
        if (turn)
            turn->begun = request.kernel_fault;
        return message_error("run: %s", trouble_text());
    }
    if (!run_path_check(request.out))
        return message_error("run: %s", trouble_text());
    if (published_option_check(&request.cases.list, line, NULL, 0) != EXIT_CODE_OK)
        return EXIT_CODE_UNTRIED;
    if (!request.list_cases && !published_cases_fit(line->techniques))
        return message_error("run: %s", trouble_text());
    if (turn) {
        /* Applies the settings of one turn of --watch. */
        if (!options_has(line->options, "seed"))
            request.seed = turn->seed;
        request.scratch = !request.out;
        if (!request.out)
            request.out = turn->folder;
        request.force = request.force || turn->owned;
        request.again = turn->whole;
        request.attempts = &turn->attempts;
        request.fresh_ceilings = request.fresh_ceilings && !turn->whole;
    }
    OWNED_BY(start_finish)
    struct start start = {
        .line = line, .request = &request, .stream = document_stream_none(), .turn = turn
    };
    if (request.cases.long_count > 0 && !request.quiet)
        message_note("run: without %zu claim%s whose cases take minutes: --profile full has them",
                     COUNTED(request.cases.long_count));
    return request.list_cases ? list_cases(&start) : run_measured(&start);
}

static int run_run(const struct command_line *line)
{
    return options_any(line->options, "once|labels") ? run_once_case(line)
           : options_has(line->options, "watch")     ? run_watch(line, run_once)
           : options_has(line->options, "resume")    ? run_resumed(line)
                                                     : run_once(line, NULL);
}

static const struct option_spec run_options[] = {
    OPTION("filter", "REGEX", "only cases whose name matches", .head = "cases"),
    OPTION("claims", "REGEX",
           "only the cases of published claims whose id matches; those that take minutes only "
           "with --profile full",
           .optional = true),
    PUBLISHED_OPTION,
    OPTION("profile", "quick|paper|full|gate|scale",
           "quick, paper and full have more cases each; gate has what ab compares; scale runs "
           "the best variants over sizes; paper on a GPU and quick on a CPU unless given",
           .once = true),
    OPTION_NUMBER("memory", "BYTES",
                  "with --profile scale: the most device memory that a size may need; 80 % of it "
                  "unless given, 32 MiB on a CPU",
                  1, INT64_MAX),
    OPTION("device", "INDEX|UUID|REGEX|all", "the best one unless given", .once = true),
    AXIS_OPTION,
    OPTION("cache", "hot|cold|both",
           "hot: caches as the execution before left them; cold: swept; hot unless given, both in "
           "the profile full where it matters"),
    OPTION("probe", "none|cold|hot|both",
           "which cases get a bandwidth probe, a kernel that only reads and writes their bytes; "
           "cold ones unless given"),
    OPTION_FLAG("energy", "also measures energy in joules; adds a few seconds per case"),
    OPTION("kernel", "NAME=FILE.comp",
           "measures your shader, or its .spv, beside the shipped kernel; see list --kernels",
           .head = "your kernel, and profilers", .repeated = true, .file = true, .once = true),
    OPTION_FLAG("watch",
                "with --kernel: runs again when a file is saved; only --out writes run files"),
    OPTION("once", "CASE",
           "executes one case of the profile full once, for profilers, without check, sample "
           "or run file; its name, or a REGEX that matches it alone",
           .once = true),
    OPTION("labels", NULL, "with --once: labels the passes, and puts markers around the execution",
           .once = true),
    OPTION("out", "FILE.json|FOLDER/",
           "run file to write; a dated name in results/local unless given; with -, it goes to "
           "standard output, and text for people to standard error",
           .head = "output files", .file = true),
    OPTION_FLAG("json", "writes the run file to standard output, too; only there without --out"),
    OPTION_FLAG("force", "replaces an existing run file, once the new one is complete"),
    OPTION("with", "DEVICE",
           "compares the run with the newest kept one of the device whose name contains this",
           .resumes = true),
    OPTION("save-kernels", "FOLDER",
           "also writes the kernels of the cases there, for ab --old-kernels", .file = true,
           .resumes = true),
    EXPORTS_OPTIONS,
    OPTION("resume", "FILE", "continues a run that was cut short", .head = "measurement",
           .file = true, .resumes = true),
    SEED_OPTION,
    OPTION_NUMBER("samples", "N", "exactly N samples of every case; for tests", 1, 1000000),
    OPTION_NUMBER("launches", "K",
                  "repeats the run in K processes, for intervals that hold between processes: 10 "
                  "for results (1; with --claims 3, 6 for long cases, 7 with a CPU variant)",
                  1, 1000),
    OPTION("repetitions-of", "RUN.json",
           "uses as many executions per sample as that run, where it has the workload",
           .file = true),
    OPTION_FLAG(
        "isolate",
        "runs each bench in its own process: a crash costs one case (default where CI is set)"),
    OPTION_FLAG("no-isolate", "all in this process, sizes that are never timed, too"),
    OPTION_NUMBER(
        "case-timeout", "SECONDS",
        "gives up a case after so long without a sign of life, or a submission after half of "
        "that (120; 600 on a CPU)",
        1, 86400),
    OPTION("ceilings", "cached|fresh|none",
           "device limits: fresh measures them after all else; cached takes those of the last day, "
           "or measures them; cached unless given"),
    OPTION_FLAG("no-ceilings", "short for --ceilings none"),
    OPTION_FLAG("check-only", "only checks the sizes that are never timed"),
    TECHNIQUE_PROGRAM_OPTIONS,
    OPTION("validate", NULL, "turns on the validation layers; times are then not comparable",
           .once = true),
    OPTION("validate-gpu", NULL, "turns on GPU-assisted validation, too", .once = true),
    OPTION("list-cases", NULL, "only prints the names of the cases", .head = "printing"),
    OPTION("all", NULL, "every case, everywhere", .resumes = true),
    OPTION("wide", NULL, "all columns, and a line per case, however long", .resumes = true),
    OPTION("verbose", NULL,
           "also prints the benches' own metrics, and where the time outside of samples went",
           .resumes = true),
    OPTION("quiet", NULL, "only a line for each failure", .resumes = true, .once = true),
    OPTION_END,
};

/* Suggests an option for an operand: one behind --claims was meant for it, a profile, a file for
 * the run, and a name was meant for the filter. */
static void run_operand_hint(const struct command_line *line, const char *operand, char *hint,
                             size_t hint_bytes)
{
    const char *name = selection_name(line->techniques, operand);
    enum bench_profile profile;
    if (profile_find(operand, &profile))
        snprintf(hint, hint_bytes, " (did you mean '--profile %s'?)", operand);
    else if (text_ends(operand, ".json"))
        snprintf(hint, hint_bytes, " (did you mean '--out %.100s'?)", operand);
    else if (options_has(line->options, "claims") && !options_value(line->options, "claims"))
        snprintf(hint, hint_bytes, " (did you mean '--claims=%.100s'?)", operand);
    else if (name)
        snprintf(hint, hint_bytes, " (did you mean '--filter %s'?)", name);
    else if (strchr(operand, '.') && !strchr(operand, '/'))
        snprintf(hint, hint_bytes, " (did you mean '--claims=%.100s'?)", operand);
}

const struct command command_run = {
    .name = "run",
    .arguments = "[OPTIONS]",
    .summary = "checks every answer, measures, and writes a run file",
    .example = "claimcheck run --profile quick --filter {technique} --out run.json",
    .options = run_options,
    .choices = "isolate|no-isolate quiet|verbose quiet|wide|all list-cases|watch",
    .technique_options = true,
    .operand_hint = run_operand_hint,
    .kernels = true,
    .programs = true,
    .run = run_run,
};
