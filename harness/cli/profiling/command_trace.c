/* SPDX-License-Identifier: MIT */
#include "harness/base/disk.h"
#include "harness/base/json_value.h"
#include "harness/base/message.h"
#include "harness/base/need.h"
#include "harness/base/output.h"
#include "harness/base/plural.h"
#include "harness/base/trouble.h"
#include "harness/cli/command.h"
#include "harness/cli/device_choice.h"
#include "harness/cli/document_stream.h"
#include "harness/cli/profiling/run_once.h"
#include "harness/cli/profiling/trace_print.h"
#include "harness/cli/run_options.h"
#include "harness/cli/session/run_path.h"
#include "harness/cli/session/run_request.h"
#include "harness/cli/technique_folders.h"
#include "harness/engine/instruments/canary.h"
#include "harness/engine/measure/fault.h"
#include "harness/engine/measure/trace_json.h"
#include "harness/os/clock.h"
#include "harness/os/file.h"
#include "harness/os/interrupt.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct session {
    const struct run_request *request;
    const struct plan *plan;
    const struct gpu_info *device;
    struct gpu *gpu;
    const char *expression; /* of the counters; NULL: none */
    struct trace_counters counters;
    struct canary_state canary;
    struct trace_header header;
    json_t *document;
    bool wrong, untried, done;
};

/* File --------------------------------------------------------------------------------------- */

struct target {
    char *path;
    bool replaces; /* a file that is there: only by a whole trace */
    struct output output;
    struct document_stream stream; /* in place of a file */
};

static bool target_open_file(struct target *target, const struct session *session)
{
    const struct gpu_info *device = session->device;
    char name[sizeof(device->name) + 8], slug[RUN_SLUG_BYTES];
    const enum output_kind kind = session->request->force ? OUTPUT_REPLACE : OUTPUT_NEW;
    snprintf(name, sizeof(name), "trace %.48s", device->name);
    run_path_slug(name, slug);
    target->path = run_path_make(session->request->out, slug, false);
    if (!target->path)
        return message_refuse("trace: %s", trouble_text());
    const bool there = disk_is_there(target->path);
    const int code = output_open(&target->output, target->path, kind);
    target->replaces = there && target->output.temporary;
    if (code == EEXIST)
        message_error("trace: '%s' already exists: choose another name with --out, or overwrite it "
                      "with --force",
                      target->path);
    else if (code != 0)
        message_error("trace: cannot write '%s': %s", target->path, output_error(code));
    return code == 0;
}

static bool target_open(struct target *target, const struct session *session)
{
    *target = (struct target){ .stream = document_stream_none() };
    if (!session->request->json)
        return target_open_file(target, session);
    target->path = need_copy("standard output");
    const int code = document_stream_open(&target->stream);
    if (code != 0)
        message_error("trace: cannot use standard output: %s", strerror(code));
    return code == 0;
}

static bool target_write(struct target *target, const struct session *session)
{
    char *text = json_value_dump(session->document, JSON_COMPACT);
    const int fd = session->request->json ? target->stream.fd : os_file_of(target->output.file);
    int code = !text ? ENOMEM : disk_write(fd, text, strlen(text));
    free(text);
    code = code == 0 ? disk_write(fd, "\n", 1) : code;
    if (code == 0 && !session->request->json)
        code = output_commit(&target->output);
    if (code != 0)
        message_error("trace: cannot write '%s': %s", target->path, output_error(code));
    else if (!session->request->json && !session->request->quiet)
        message_wrote(target->path);
    return code == 0;
}

static void target_close(struct target *target)
{
    output_drop(&target->output);
    document_stream_close(&target->stream);
    free(target->path);
}

/* Cases --------------------------------------------------------------------------------------- */

static void case_traced(void *context, const struct trace_case *traced)
{
    struct session *session = context;
    trace_json_add_case(&session->document, &session->header, traced);
    if (!session->request->quiet)
        trace_table_print(stdout, traced);
}

static int device_open(struct session *session)
{
    char message[GPU_MESSAGE_BYTES] = "";
    enum gpu_result result = GPU_ERROR;
    const struct gpu_params params = {
        .identity = session->device->identity,
        .validate = session->request->validate,
        .validate_gpu = session->request->validate_gpu,
        .labels = true,
        .counters = session->expression != NULL,
    };
    session->gpu = gpu_create(&params, &result, message);
    if (!session->gpu) {
        message_error("trace: %s", message);
        return result == GPU_UNSUPPORTED ? EXIT_CODE_NOTHING : EXIT_CODE_UNTRIED;
    }
    trace_counters_finish(&session->counters);
    return !session->expression
               ? EXIT_CODE_OK
               : trace_counters_choose(session->gpu, session->expression, &session->counters);
}

/* False when the session cannot go on; the message has been printed. */
static bool group_trace(struct session *session, const struct plan_group *group)
{
    struct trace_results outcome;
    const struct trace_params params = {
        .gpu = session->gpu,
        .seed = session->request->seed,
        .estimate = session->header.estimate,
        .counters = session->counters.chosen,
        .counter_count = session->counters.count,
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
    if (outcome.workload_failed && !outcome.device_unusable)
        return false;
    if (!outcome.device_unusable)
        return true;
    message_warning("the device was lost in %s; it is created again", group->workload_name);
    gpu_destroy(&session->gpu);
    return device_open(session) == EXIT_CODE_OK;
}

static int session_code(const struct session *session)
{
    if (session->wrong)
        return EXIT_CODE_WRONG;
    if (session->untried)
        return EXIT_CODE_UNTRIED;
    return session->done ? EXIT_CODE_OK : EXIT_CODE_NOTHING;
}

/* Writes what there is, and has the exit code of all. */
static int session_end(const struct session *session, struct target *target)
{
    const bool interrupted = *interrupt_flag();
    if (interrupted && target->replaces)
        return message_error("interrupted: '%s' is unchanged; the partial trace is dropped",
                             target->path);
    const int code = interrupted
                         ? message_error("interrupted: the trace holds the executions until then")
                         : session_code(session);
    return target_write(target, session) ? code : EXIT_CODE_UNTRIED;
}

static int session_trace(struct session *session)
{
    struct target target;
    char date[RUN_DATE_BYTES];
    int code = EXIT_CODE_UNTRIED;
    run_path_date(date);
    session->header.device = session->device;
    session->header.seed = session->request->seed;
    session->header.started = date;
    session->header.origin_ns = clock_now_ns();
    if (!target_open(&target, session))
        goto done;
    session->document = trace_json_create(&session->header);
    code = device_open(session);
    if (code != EXIT_CODE_OK)
        goto done;
    message_note("%s, seed %llu, %zu case%s, to %s; stamps between commands slow them down: shares "
                 "count, times do not",
                 session->device->name, (unsigned long long)session->request->seed,
                 session->plan->case_count, plural(session->plan->case_count, "", "s"),
                 target.path);
    for (size_t i = 0; i < session->plan->group_count && !*interrupt_flag(); i++)
        if (!group_trace(session, &session->plan->groups[i]))
            break;
    code = session_end(session, &target);
done:
    trace_counters_finish(&session->counters);
    gpu_destroy(&session->gpu);
    json_decref(session->document);
    target_close(&target);
    return code;
}

/* Plans the trace with the device's profile where none is given. */
static int plan_trace(struct session *session, const struct technique *const *techniques)
{
    const struct run_request request = run_request_on(session->request, session->device);
    struct plan plan;
    session->request = &request;
    session->plan = &plan;
    if (!run_request_plan(&request, techniques, &plan))
        return message_error("trace: %s", trouble_text());
    const int code = session_trace(session);
    plan_finish(&plan);
    return code;
}

static int devices_trace(struct session *session, const struct measurer *measurer,
                         const struct technique *const *techniques)
{
    struct device_choice choice;
    if (device_choice_init(&choice, measurer, session->request->device)) {
        session->device = &choice.infos[choice.index];
        choice.code = plan_trace(session, techniques);
    } else {
        message_error("trace: %s", trouble_text());
    }
    const int code = choice.code;
    device_choice_finish(&choice);
    return code;
}

static int trace_run(const struct command_line *line)
{
    const struct options *options = line->options;
    struct run_request request;
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
    if (!fault_init() || !run_options_request(&request, options, line->techniques))
        return message_error("trace: %s", trouble_text());
    request.without_baselines = true;
    struct session session = { .request = &request,
                               .expression = options_value(options, "counters"),
                               .header.estimate = options_has(options, "no-calibration") };
    interrupt_install();
    const int code = devices_trace(&session, line->measurer, line->techniques);
    run_request_finish(&request);
    return code;
}

static const struct option_spec trace_options[] = {
    FILTER_OPTION,
    OPTION_WITH("profile", "quick|paper|full",
                "profile of the cases; unless given, paper on a GPU and quick on a CPU",
                .check = run_options_profile),
    DEVICE_OPTION,
    AXIS_OPTION,
    OPTION_NUMBER("seed", "N", "seed of the inputs; from the date unless given", 0, INT64_MAX),
    OPTION("out", "FILE.json|FOLDER/",
           "trace to write; a dated name unless given; with -, it goes to standard output, and "
           "text for people to standard error"),
    OPTION_FLAG("force", "replaces an existing file"),
    OPTION_FLAG("no-calibration",
                "places the GPU's spans on the host's clock by the host's times alone"),
    OPTION("counters", "REGEX",
           "adds the driver's counters of each pass (VK_KHR_performance_query) whose name matches; "
           ". is all"),
    OPTION_FLAG("compare", "compares two traces side by side, pass by pass"),
    OPTION_WITH("renderdoc", "FILE.rdc",
                "instead of a timeline, captures one execution of one case by RenderDoc, where it "
                "is in the process",
                .file = true),
    OPTION_FLAG("validate", "turns on the validation layers"),
    OPTION_FLAG("quiet", "only warnings and errors"),
    TECHNIQUE_PROGRAM_OPTIONS,
    OPTION_END,
};

const struct command command_trace = {
    .name = "trace",
    .arguments = "--filter REGEX [OPTIONS] | --compare A.json B.json",
    .summary = "records one execution of each case as a timeline, pass by pass; a diagnosis, no "
               "measurement",
    .example = "claimcheck trace --filter '{bench}/{variant}/' --out trace.json",
    .options = trace_options,
    .technique_options = true,
    .operands = true,
    .kernels = true,
    .programs = true,
    .run = trace_run,
};
