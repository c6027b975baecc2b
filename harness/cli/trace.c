/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"
#include "harness/views/gate/gate.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* Tables --------------------------------------------------------------------------------------- */

enum { NAME_COLUMNS = 44, COUNTERS_ACROSS = 3, LETTERS = 26 };

static void print_row(const char *name, uint32_t count, double ns, double total_ns)
{
    char time[32], number[16] = "";
    units_format_ns(ns, time);
    if (count > 0)
        snprintf(number, sizeof(number), "%u", count);
    printf("  %-*s %7s  %*s  %5.1f %%\n", NAME_COLUMNS, name, number, wrap_pad(time, 9), time,
           total_ns > 0 ? 100 * ns / total_ns : 0);
}

/* The title of a pass, as it stands in both tables. */
static void pass_title(const struct trace_pass *pass, char title[256])
{
    gpu_span_title(pass->kind, pass->name, title, 256);
    if (pass->kind == GPU_SPAN_BARRIER)
        strcpy(title, "gaps (barriers)");
}

/* "a" to "z", then "a1". */
static void letter_of(size_t counter, char letter[24])
{
    const size_t again = counter / LETTERS;
    snprintf(letter, 24, again > 0 ? "%c%zu" : "%c", (char)('a' + counter % LETTERS), again);
}

static void counts_print(const struct trace_case *traced, size_t first, size_t count)
{
    char text[32], title[256];
    printf("  %-*s", NAME_COLUMNS, "pass");
    for (size_t k = first; k < first + count; k++) {
        letter_of(k, text);
        printf(" %10s", text);
    }
    putchar('\n');
    for (size_t i = 0; i < traced->pass_count; i++) {
        if (traced->passes[i].kind == GPU_SPAN_BARRIER)
            continue;
        pass_title(&traced->passes[i], title);
        printf("  %-*s", NAME_COLUMNS, title);
        for (size_t k = first; k < first + count; k++) {
            const struct gpu_counter *counter = &traced->counters[traced->chosen[k]];
            const double value = traced->counts[i * traced->counter_count + k];
            if (value < 10000 || counter->is_rate)
                snprintf(text, 32, "%.4g", value);
            else
                units_format_rate(value, "", text);
            printf(" %10s", text);
        }
        putchar('\n');
    }
}

/* A traced case: per pass how often, how long, and its share. */
static void trace_table_print(const struct trace_case *traced)
{
    const struct result *result = traced->result;
    const bool by_wall = result->c.by_wall;
    const double total_ns = by_wall ? traced->wall_ns : traced->gpu_ns;
    char unstamped[32], status[TABLE_CELL_BYTES];
    printf("%s\n", result->c.name);
    if (result->c.status != BENCH_OK) {
        snprintf(status, sizeof(status), "%s%s%s", bench_status_name(result->c.status),
                 result->reason[0] ? ": " : "", result->reason);
        table_text_print(stdout, "  ", status);
        printf("\n");
        return;
    }
    printf("  %-*s %7s  %9s  %7s\n", NAME_COLUMNS, "pass", "count", "time", "share");
    foreach (const struct trace_pass, pass, traced->passes, traced->pass_count) {
        char title[256];
        pass_title(pass, title);
        print_row(title, pass->count, pass->ns, total_ns);
    }
    if (by_wall)
        print_row(traced->times ? "host, submissions and waits" : "host", 0,
                  fmax(0, traced->wall_ns - traced->gpu_ns), total_ns);
    print_row(by_wall ? "total, wall time" : "total, GPU time", 0, total_ns, total_ns);
    units_format_ns(traced->unstamped_ns, unstamped);
    printf("  without stamps %s\n", unstamped);
    if (!traced->times)
        printf("  by the host's clock\n");
    else if (traced->calibrated)
        printf("  host and GPU on one clock: calibrated, within %.0f ns\n", traced->deviation_ns);
    else
        printf("  host and GPU on one clock: estimated, the GPU in the middle of each "
               "submission\n");
    const size_t all = traced->counts ? traced->counter_count : 0;
    if (all > 0)
        putchar('\n');
    for (size_t k = 0; k < all; k++) {
        const struct gpu_counter *counter = &traced->counters[traced->chosen[k]];
        char letter[24], head[40], words[TABLE_CELL_BYTES];
        letter_of(k, letter);
        snprintf(head, sizeof(head), "  %-3s ", letter);
        snprintf(words, sizeof(words), "%s%s%s", counter->name, *counter->unit ? ", " : "",
                 counter->unit);
        printable_clean(words);
        table_text_print(stdout, head, words);
    }
    for (size_t first = 0; first < all; first += COUNTERS_ACROSS)
        counts_print(traced, first, all - first < COUNTERS_ACROSS ? all - first : COUNTERS_ACROSS);
    printf("\n");
}

/* NULL with a message. */
static json_t *trace_load(const char *path)
{
    json_auto_t *document = run_file_json(path);
    if (document && trace_json_is(document) && json_is_array(json_object_get(document, "cases")))
        return json_incref(document);
    if (document)
        message_error("trace: '%s' is not a trace of claimcheck", path);
    else
        message_error("trace: %s", trouble_text());
    return NULL;
}

/* The traces to compare. */
struct compared {
    const char *const *paths;
    const json_t *documents[TRACE_SIDES];
    const struct trace_pair *pair;
};

static void view(struct sheet *sheet, const void *of)
{
    static const char *const heads[TRACE_SIDES] = { "A: ", "B: " };
    const struct compared *compared = of;
    for (int i = 0; i < TRACE_SIDES; i++) {
        const json_t *other = json_object_get(compared->documents[i], "otherData");
        const char *device = json_string_value(json_object_get(other, "device"));
        const char *commit = json_string_value(json_object_get(other, "commit"));
        sheet_note(sheet, heads[i], "%s", compared->paths[i]);
        sheet_note(sheet, "   ", "%s, commit %.12s", device ? device : "a device without a name",
                   commit ? commit : "unknown");
    }
    sheet_note(sheet, "", "stamps slow passes down: shares count, times do not");
    trace_pair_view(sheet, compared->pair);
}

/* `trace --compare A.json B.json`. Returns EXIT_CODE_OK whatever is found, EXIT_CODE_NOTHING where
 * no case is ok in both. */
static int trace_compare_run(const struct command_line *line)
{
    const struct options *options = line->options;
    const char *const *paths = options->positionals;
    for (size_t i = 0; i < options->given_count; i++)
        if (strcmp(options->given[i].spec->name, "compare") != 0)
            return message_error("trace: --compare reads two files: leave out --%s",
                                 options->given[i].spec->name);
    if (options->positional_count != 2)
        return message_error("trace: --compare takes two traces: claimcheck trace --compare A.json "
                             "B.json");
    json_auto_t *a = trace_load(paths[0]), *b = a ? trace_load(paths[1]) : NULL;
    if (!b)
        return EXIT_CODE_UNTRIED;
    OWNED_BY(trace_pair_finish) struct trace_pair pair;
    trace_pair_init(&pair, a, b);
    const struct compared compared = { paths, { a, b }, &pair };
    return pair.case_count > 0
               ? sheet_options_print(view, &compared, SHEET_TEXT, false)
               : message_nothing("trace: no case is ok in both '%s' and '%s'", paths[0], paths[1]);
}

/* trace ---------------------------------------------------------------------------------------- */

struct session {
    const struct run_request *request;
    const struct plan *plan;
    const struct gpu_info *device;
    struct gpu *gpu;
    const char *expression; /* of the counters; NULL: none */
    uint32_t *counters;     /* indices of gpu_counters() */
    size_t counter_count;
    struct canary_state canary;
    struct trace_header header;
    json_t *document;
    size_t printed, unprinted; /* cases */
    bool wrong, untried, done;
};

struct target {
    char *path;
    bool replaces; /* a file that is there: only by a whole trace */
    struct output output;
    struct document_stream stream; /* in place of a file */
};

static bool target_open(struct target *target, const struct session *session)
{
    const struct gpu_info *device = session->device;
    char name[sizeof(device->name) + 8];
    *target = (struct target){ .stream = document_stream_none() };
    if (session->request->json) {
        target->path = need_copy("standard output");
        const int code = document_stream_open(&target->stream);
        return code == 0 || message_refuse("trace: cannot use standard output: %s", strerror(code));
    }
    snprintf(name, sizeof(name), "trace %.48s", device->name);
    const char *slug = run_path_slug(name, RUN_PATH_ROOM);
    target->path = run_path_make(session->request->out, slug, false);
    if (!target->path)
        return message_refuse("trace: %s", trouble_text());
    const bool there = disk_is_there(target->path);
    const int code = output_open(&target->output, target->path,
                                 session->request->force ? OUTPUT_REPLACE : OUTPUT_NEW);
    target->replaces = there && target->output.temporary;
    if (code == EEXIST)
        message_error("trace: '%s' already exists: choose another name with --out, or overwrite it "
                      "with --force",
                      target->path);
    else if (code != 0)
        message_error("trace: cannot write '%s': %s", target->path, output_error(code));
    return code == 0;
}

static void target_close(struct target *target)
{
    output_drop(&target->output);
    document_stream_close(&target->stream);
    free(target->path);
}

static bool target_write(struct target *target, const struct session *session)
{
    const bool json = session->request->json;
    OWNED char *text = json_value_dump(session->document, JSON_COMPACT);
    const int fd = json ? target->stream.fd : os_file_of(target->output.file);
    int code = !text ? ENOMEM : disk_write(fd, text, strlen(text));
    code = code == 0 ? disk_write(fd, "\n", 1) : code;
    if (code == 0 && !json)
        code = output_commit(&target->output);
    if (code != 0)
        return message_refuse("trace: cannot write '%s': %s", target->path, output_error(code));
    if (!json && !session->request->quiet)
        message_wrote(target->path);
    return true;
}

static void case_traced(void *context, const struct trace_case *traced)
{
    struct session *session = context;
    enum { PRINTED_MAX = 5 }; /* on a terminal: about 60 lines */
    trace_json_add_case(&session->document, &session->header, traced);
    if (session->request->quiet)
        return;
    if (session->printed == PRINTED_MAX && console_is(CONSOLE_OUTPUT)) {
        session->unprinted++;
        return;
    }
    session->printed++;
    trace_table_print(traced);
}

/*
 * Chooses the counters whose names the extended regular expression matches, in any case, and that
 * can be counted per command in one execution; says how many cannot. Exit code 0, or 99 with a line
 * on standard error where none is left.
 */
static int counters_choose(struct session *session)
{
    const struct gpu_counter *all;
    const char *expression = session->expression;
    const size_t count = gpu_counters(session->gpu, &all);
    size_t left_out = 0;
    OWNED_BY(regfree) regex_t matching = { 0 };
    free(session->counters);
    session->counters = need_zeroed(count + 1, sizeof(*session->counters));
    session->counter_count = 0;
    if (!expression_compile(&matching, "--counters: ", expression, REG_ICASE))
        return message_error("trace: %s", trouble_text());
    for (uint32_t i = 0; i < count; i++) {
        if (regexec(&matching, all[i].name, 0, NULL, 0) != 0)
            continue;
        if (all[i].per_command && gpu_counters_together(session->gpu, &i, 1) == 1)
            session->counters[session->counter_count++] = i;
        else
            left_out++;
    }
    if (session->counter_count == 0 && left_out == 0)
        return message_error("trace: none of the %zu counters of %s has a name that '%s' matches; "
                             "--counters . takes all",
                             count, gpu_info(session->gpu)->name, expression);
    if (session->counter_count == 0)
        return message_error("trace: the %zu counter%s that '%s' matches cannot be counted per "
                             "command in one execution",
                             COUNTED(left_out), expression);
    if (left_out > 0)
        message_note("%zu more counter%s left out, which cannot be counted per command in one "
                     "execution",
                     left_out, plural(left_out, " is", "s are"));
    return EXIT_CODE_OK;
}

static int device_open(struct session *session)
{
    enum gpu_result result = GPU_ERROR;
    const struct gpu_params params = {
        .identity = session->device->identity,
        .validate = session->request->validate,
        .validate_gpu = session->request->validate_gpu,
        .labels = true,
        .counters = session->expression != NULL,
    };
    session->gpu = gpu_create(&params, &result, trouble_buffer());
    if (session->gpu)
        return session->expression ? counters_choose(session) : EXIT_CODE_OK;
    message_error("trace: %s", trouble_text());
    return result == GPU_UNSUPPORTED ? EXIT_CODE_NOTHING : EXIT_CODE_UNTRIED;
}

/* False when the session cannot go on; the message has been printed. */
static bool group_trace(struct session *session, const struct plan_group *group)
{
    struct trace_results outcome;
    const struct trace_params params = {
        .gpu = session->gpu,
        .seed = session->request->seed,
        .estimate = session->header.estimate,
        .counters = session->counters,
        .counter_count = session->counter_count,
        .canary = &session->canary,
        .interrupted = interrupt_flag(),
        .traced = case_traced,
        .context = session,
    };
    trace_group_run(&params, group, &outcome);
    trace_json_add_workload(&session->document, &session->header, group->workload_name, &outcome);
    session->wrong = session->wrong || outcome.wrong;
    session->untried = session->untried || outcome.untried || outcome.workload_failed;
    session->done = session->done || outcome.done;
    if (outcome.workload_failed)
        message_error("%s: %s", group->workload_name, outcome.message);
    if (!outcome.device_unusable)
        return !outcome.workload_failed;
    message_warning("the device was lost in %s; it is created again", group->workload_name);
    gpu_destroy(&session->gpu);
    return device_open(session) == EXIT_CODE_OK;
}

/* With a target that is open. */
static int session_trace(struct session *session, struct target *target)
{
    int code = device_open(session);
    if (code != EXIT_CODE_OK)
        return code;
    message_note("%s, seed %llu, %zu case%s, to %s; stamps between commands slow them down: shares "
                 "count, times do not",
                 session->device->name, (unsigned long long)session->request->seed,
                 COUNTED(session->plan->case_count), target->path);
    for (size_t i = 0; i < session->plan->group_count && !*interrupt_flag(); i++)
        if (!group_trace(session, &session->plan->groups[i]))
            break;
    if (session->unprinted > 0)
        message_note("%zu more case%s only in the file: name one with --filter, or take a pipe",
                     session->unprinted, plural(session->unprinted, " is", "s are"));
    const bool interrupted = *interrupt_flag();
    if (interrupted && target->replaces)
        return message_error("interrupted: '%s' is unchanged; the partial trace is dropped",
                             target->path);
    code = session->wrong     ? EXIT_CODE_WRONG
           : session->untried ? EXIT_CODE_UNTRIED
           : session->done    ? EXIT_CODE_OK
                              : EXIT_CODE_NOTHING;
    if (interrupted)
        code = message_error("interrupted: the trace holds the executions until then");
    return target_write(target, session) ? code : EXIT_CODE_UNTRIED;
}

/* With a plan for the device. */
static int planned_trace(struct session *session)
{
    OWNED_BY(target_close) struct target target;
    const char *date = run_path_date(RUN_PATH_ROOM);
    session->header.device = session->device;
    session->header.seed = session->request->seed;
    session->header.started = date;
    session->header.origin_ns = clock_now_ns();
    if (!target_open(&target, session))
        return EXIT_CODE_UNTRIED;
    session->document = trace_json_create(&session->header);
    const int code = session_trace(session, &target);
    free(session->counters);
    gpu_destroy(&session->gpu);
    json_decref(session->document);
    return code;
}

static int trace_run(const struct command_line *line)
{
    const struct options *options = line->options;
    if (options_has(options, "compare"))
        return trace_compare_run(line);
    if (options->positional_count > 0)
        return message_error("trace: unexpected argument '%s'; see claimcheck trace --help",
                             options->positionals[0]);
    if (options_has(options, "renderdoc"))
        return run_once_captured(line);
    if (!options_has(options, "filter"))
        return message_error("trace: which cases? --filter REGEX; claimcheck run --list-cases "
                             "prints their names");
    OWNED_BY(run_request_finish) struct run_request request = { 0 };
    OWNED_BY(device_choice_finish) struct device_choice choice = { 0 };
    OWNED_BY(plan_finish) struct plan plan = { 0 };
    if (!fault_init() || !run_options_request(&request, options, line->techniques))
        return message_error("trace: %s", trouble_text());
    request.plan.without_baselines = true;
    interrupt_install();
    if (!device_choice_init(&choice, line->measurer, request.device)) {
        message_error("trace: %s", trouble_text());
        return choice.code;
    }
    const struct gpu_info *device = &choice.infos[choice.index];
    const struct run_request own = run_request_on(&request, device);
    struct session session = { .request = &own,
                               .plan = &plan,
                               .device = device,
                               .expression = options_value(options, "counters"),
                               .header.estimate = options_has(options, "no-calibration") };
    return run_request_plan(&own, line->techniques, &plan)
               ? planned_trace(&session)
               : message_error("trace: %s", trouble_text());
}

static const struct option_spec trace_options[] = {
    FILTER_OPTION,
    OPTION("profile", "quick|paper|full",
           "profile of the cases; unless given, paper on a GPU and quick on a CPU", .once = true),
    DEVICE_OPTION,
    AXIS_OPTION,
    OPTION("seed", "N", "seed of the inputs; from the date unless given", .most = INT64_MAX,
           .once = true),
    OPTION("out", "FILE.json|FOLDER/",
           "trace to write; a dated name unless given; with -, standard output, and text for "
           "people goes to standard error"),
    OPTION("force", NULL, "replaces an existing file", .once = true),
    OPTION_FLAG("no-calibration",
                "places the GPU's spans on the host's clock by the host's times alone"),
    OPTION("counters", "REGEX",
           "adds the driver's counters of each pass (VK_KHR_performance_query) whose name matches; "
           ". is all"),
    OPTION_FLAG("compare", "compares two traces side by side, pass by pass"),
    OPTION("renderdoc", "FILE.rdc",
           "captures one execution of one case with RenderDoc in place of a timeline, where "
           "RenderDoc is loaded",
           .file = true, .once = true),
    OPTION("validate", NULL, "turns on the validation layers", .once = true),
    OPTION("quiet", NULL, "only warnings and errors", .once = true),
    TECHNIQUE_PROGRAM_OPTIONS,
    OPTION_END,
};

const struct command command_trace = {
    .name = "trace",
    .arguments = "--filter REGEX [OPTIONS] | --compare A.json B.json",
    .summary = "records one execution of each case as a timeline, pass by pass: a diagnosis, not a "
               "measurement",
    .example = "claimcheck trace --filter '{bench}/{variant}/' --out trace.json",
    .options = trace_options,
    .technique_options = true,
    .operands = true,
    .kernels = true,
    .programs = true,
    .run = trace_run,
};
