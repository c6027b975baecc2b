/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/engine/cpu/cpu.h"
#include "harness/engine/gpu/engine.h"
#include "harness/engine/instruments/instruments.h"
#include "harness/engine/measure/measure.h"
#include "harness/engine/measure/private.h"
#include "harness/os/os.h"
#include "harness/record/record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "version.h"

static const double raise_ns_min = 0.2e9, raise_ns_max = 2e9;

struct tracing {
    const struct trace_params *params;
    const struct plan_group *plan;
    struct trace_results *outcome;
    struct bench_workload *workload;
    struct canary *canary;
};

/* The execution within a trace: spans of submissions that lie within the host's last "execute". */
struct trace_window {
    size_t first, count;
    bool calibrated;
    double deviation_ns;
};

static struct trace_window window_find(const struct gpu_trace *trace, const struct span_log *log)
{
    const struct gpu_submission *submissions;
    const struct host_span *execute = span_log_last(log, "execute");
    const size_t count = gpu_trace_submissions(trace, &submissions);
    struct trace_window window = { .calibrated = true };
    for (size_t i = 0; execute && i < count; i++) {
        const struct gpu_submission *submission = &submissions[i];
        if (submission->span_count == 0 || submission->submit_ns < execute->begin_ns ||
            submission->done_ns > execute->end_ns)
            continue;
        if (window.count == 0)
            window.first = submission->first_span;
        window.count = submission->first_span + submission->span_count - window.first;
        window.calibrated = window.calibrated && submission->calibrated;
        window.deviation_ns = fmax(window.deviation_ns, submission->deviation_ns);
    }
    window.calibrated = window.calibrated && window.count > 0;
    return window;
}

/* Passes -------------------------------------------------------------------------------------- */

/* Who records a kernel's dispatch, host or device, does not make it another pass. */
static enum gpu_span_kind pass_kind(const struct gpu_span *span)
{
    return span->kind == GPU_SPAN_DISPATCH_INDIRECT ? GPU_SPAN_DISPATCH : span->kind;
}

/* Returns the index of the command's pass; count where there is none. */
static size_t pass_of(const struct trace_pass *passes, size_t count, const struct gpu_span *span)
{
    size_t i = 0;
    while (i < count &&
           (passes[i].kind != pass_kind(span) || strcmp(passes[i].name, span->name) != 0))
        i++;
    return i;
}

static int pass_compare(const void *a, const void *b)
{
    const double first = ((const struct trace_pass *)a)->ns,
                 second = ((const struct trace_pass *)b)->ns;
    return first < second ? 1 : first > second ? -1 : 0;
}

/* Counting ------------------------------------------------------------------------------------- */

static struct gpu_trace *trace_begin(const struct tracing *tracing, struct gpu_trace_params params)
{
    params.now_ns = clock_now_ns;
    params.estimate = tracing->params->estimate;
    return gpu_trace_begin(tracing->params->gpu, &params);
}

/* A checked execution in which something is counted; the caller destroys the trace. Without spans
 * in its window where it failed. */
static struct gpu_trace *trace_counted(const struct tracing *tracing, struct case_run *run,
                                       struct gpu_trace_params params, struct trace_window *window)
{
    struct span_log log = { 0 };
    struct gpu_trace *trace = trace_begin(tracing, params);
    *window = (struct trace_window){ .count = 0 };
    if (!trace)
        return NULL;
    case_log(run, &log);
    const bool ok = case_trace(run);
    case_log(run, NULL);
    gpu_trace_end(trace);
    *window = window_find(trace, &log);
    if (!ok)
        window->count = 0;
    span_log_finish(&log);
    return trace;
}

/* Invocations of each span of the execution, in the order of its recording. NULL without. */
static uint64_t *count_invocations(const struct tracing *tracing, struct case_run *run,
                                   size_t *count)
{
    uint64_t *invocations = NULL;
    struct trace_window window;
    const struct gpu_span *spans;
    *count = 0;
    if (!(gpu_info(tracing->params->gpu)->features & GPU_PIPELINE_STATISTICS))
        return NULL;
    struct gpu_trace *trace = trace_counted(
        tracing, run, (struct gpu_trace_params){ .mode = GPU_TRACE_INVOCATIONS }, &window);
    gpu_trace_spans(trace, &spans);
    if (window.count > 0)
        invocations = need_bytes(window.count * sizeof(*invocations));
    for (size_t i = 0; invocations && i < window.count; i++)
        invocations[i] = spans[window.first + i].invocations;
    *count = invocations ? window.count : 0;
    gpu_trace_destroy(&trace);
    return invocations;
}

/* Executes as often as the driver's counters need: counter_count values for each span of the
 * execution, malloc'ed. NULL where nothing was counted; a failure is the case's. */
static double *counts_take(const struct tracing *tracing, struct case_run *run, size_t *span_count)
{
    const struct trace_params *params = tracing->params;
    double *values = NULL;
    for (size_t first = 0, count; first < params->counter_count; first += count) {
        struct trace_window window = { .count = 0 };
        const struct gpu_span *spans;
        bool ok = false;
        count = gpu_counters_together(params->gpu, params->counters + first,
                                      params->counter_count - first);
        if (count > 0) {
            struct gpu_trace *trace =
                trace_counted(tracing, run,
                              (struct gpu_trace_params){ .mode = GPU_TRACE_COUNTERS,
                                                         .counters = params->counters + first,
                                                         .counter_count = count },
                              &window);
            gpu_trace_spans(trace, &spans);
            if (window.count > 0 && !values) {
                values = need_zeroed(window.count * params->counter_count, sizeof(*values));
                *span_count = window.count;
            }
            ok = values && window.count == *span_count;
            for (size_t i = 0; ok && i < window.count; i++)
                memcpy(&values[i * params->counter_count + first], spans[window.first + i].counts,
                       count * sizeof(*values));
            gpu_trace_destroy(&trace);
        }
        if (!ok) {
            free(values);
            return NULL;
        }
    }
    return values;
}

/* Returns per pass sums of counts, and means of rates; malloc'ed. */
static double *counts_sum(const struct tracing *tracing, const struct trace_case *traced,
                          const double *values)
{
    const size_t counters = tracing->params->counter_count;
    const struct gpu_span *spans;
    gpu_trace_spans(traced->times, &spans);
    spans += traced->first_span;
    double *sums = need_zeroed(traced->pass_count * counters, sizeof(*sums));
    struct case_window window = case_window_of(spans, traced->span_count);
    for (size_t i = 0; i < traced->span_count; i++) {
        if (!case_window_holds(&window, &spans[i]))
            continue;
        const size_t k = pass_of(traced->passes, traced->pass_count, &spans[i]);
        const struct trace_pass *pass = &traced->passes[k];
        const double ns = spans[i].end_ns - spans[i].begin_ns;
        for (size_t n = 0; n < counters; n++) {
            const bool is_rate = traced->counters[traced->chosen[n]].is_rate;
            const double share = !is_rate ? 1 : pass->ns > 0 ? ns / pass->ns : 1.0 / pass->count;
            sums[k * counters + n] += share * values[i * counters + n];
        }
    }
    return sums;
}

/* One case ------------------------------------------------------------------------------------- */

/* Fills in what the stamped execution showed. */
static void trace_read(struct trace_case *traced, const struct gpu_trace *times,
                       const uint64_t *counted, size_t counted_count, struct trace_pass *passes,
                       uint64_t *invocations)
{
    const struct gpu_span *spans;
    const size_t span_count = gpu_trace_spans(times, &spans);
    const struct trace_window window = window_find(times, traced->host);
    for (size_t i = 0; i < span_count; i++)
        invocations[i] = TRACE_INVOCATIONS_UNKNOWN;
    for (size_t i = 0; i < window.count && window.count == counted_count; i++)
        invocations[window.first + i] = counted[i];
    traced->times = times;
    traced->invocations = invocations;
    traced->first_span = window.first;
    traced->span_count = window.count;
    traced->calibrated = window.calibrated;
    traced->deviation_ns = window.deviation_ns;
    traced->passes = passes;
    spans += window.first;
    struct case_window stamped = case_window_of(spans, window.count);
    for (size_t i = 0; i < window.count; i++) { /* between the stamps, as a run measures it */
        if (!case_window_holds(&stamped, &spans[i]))
            continue;
        const double ns = spans[i].end_ns - spans[i].begin_ns;
        const size_t k = pass_of(passes, traced->pass_count, &spans[i]);
        if (k == traced->pass_count)
            passes[traced->pass_count++] =
                (struct trace_pass){ .kind = pass_kind(&spans[i]), .name = spans[i].name };
        passes[k].count++;
        passes[k].ns += ns;
        traced->gpu_ns += ns;
    }
    qsort(passes, traced->pass_count, sizeof(*passes), pass_compare);
}

/* Executes with stamps, and tells the caller what that showed. */
static void case_stamp(const struct tracing *tracing, struct case_run *run,
                       struct trace_case *traced, struct span_log *log, size_t whole)
{
    const struct trace_params *params = tracing->params;
    size_t counted_count = 0, values_count = 0;
    const bool on_cpu = traced->result->c.kind == BENCH_CPU;
    uint64_t *counted = on_cpu ? NULL : count_invocations(tracing, run, &counted_count);
    double *values = NULL, *sums = NULL;
    if (!on_cpu && traced->result->c.status == BENCH_OK)
        values = counts_take(tracing, run, &values_count);
    struct canary_reading reading;
    if (tracing->canary)
        canary_raise(tracing->canary, raise_ns_min, raise_ns_max, &reading);
    struct gpu_trace *times =
        on_cpu ? NULL : trace_begin(tracing, (struct gpu_trace_params){ .mode = GPU_TRACE_TIMES });
    case_log(run, log);
    const bool ok = traced->result->c.status == BENCH_OK && case_trace(run);
    gpu_trace_end(times);
    span_log_end(log, whole);
    const struct host_span *execute = span_log_last(log, "execute");
    if (ok && execute)
        traced->wall_ns = execute->end_ns - execute->begin_ns;
    const struct gpu_span *spans;
    const size_t room = gpu_trace_spans(times, &spans) + 1;
    struct trace_pass *passes = need_zeroed(room, sizeof(*passes));
    uint64_t *invocations = need_zeroed(room, sizeof(*invocations));
    if (ok && times)
        trace_read(traced, times, counted, counted_count, passes, invocations);
    if (values && traced->pass_count > 0 && values_count == traced->span_count) {
        gpu_counters(params->gpu, &traced->counters);
        traced->chosen = params->counters;
        traced->counter_count = params->counter_count;
        traced->counts = sums = counts_sum(tracing, traced, values);
    }
    traced->whole = log->spans[whole];
    params->traced(params->context, traced);
    free(sums);
    free(values);
    free(invocations);
    free(passes);
    free(counted);
    gpu_trace_destroy(&times);
}

static void case_run_traced(const struct tracing *tracing, const struct plan_case *plan)
{
    struct result result;
    struct span_log log = { 0 };
    struct trace_case traced = { .result = &result, .host = &log };
    struct canary_reading clock;
    struct sampler_rules rules = sampler_rules_for(BENCH_QUICK, false);
    rules.slow_ns = rules.long_ns = 0; /* a time without poison before it */
    result_init(&result, tracing->plan, plan);
    const size_t whole = span_log_begin(&log, result.c.name);
    struct case_run *run = case_create(tracing->params->gpu, plan, tracing->workload,
                                       (struct case_tools){ .canary = NULL }, &result);
    if (!run)
        case_fail(&result, BENCH_ERROR, "no host memory for the case");
    if (run) {
        case_log(run, &log);
        const bool started = case_start(run);
        case_log(run, NULL);
        if (started && case_try(run, &rules, &traced.unstamped_ns, &clock))
            case_stamp(tracing, run, &traced, &log, whole);
    }
    if (!traced.whole.name) {
        span_log_end(&log, whole);
        traced.whole = log.count > 0 ? log.spans[0] : (struct host_span){ .name = result.c.name };
        tracing->params->traced(tracing->params->context, &traced);
    }
    case_destroy(&run);
    if (gpu_failed(tracing->params->gpu))
        tracing->outcome->device_unusable = !gpu_recover(tracing->params->gpu);
    const enum bench_status status = result.c.status;
    struct trace_results *outcome = tracing->outcome;
    outcome->done = outcome->done || status == BENCH_OK;
    outcome->wrong = outcome->wrong || status == BENCH_FAILED_VERIFY || status == BENCH_SUSPECT;
    outcome->untried = outcome->untried || status == BENCH_ERROR || status == BENCH_DEVICE_LOST ||
                       status == BENCH_TIMEOUT;
    result_finish(&result);
    span_log_finish(&log);
}

/* A case that is not tried, and why. */
static void case_skip(const struct tracing *tracing, const struct plan_case *plan,
                      enum bench_status status, const char *reason)
{
    struct result result;
    struct span_log log = { 0 };
    struct trace_case traced = { .result = &result, .host = &log };
    result_init(&result, tracing->plan, plan);
    case_fail(&result, status, "%s", reason);
    traced.whole = (struct host_span){ result.c.name, clock_now_ns(), clock_now_ns() };
    tracing->params->traced(tracing->params->context, &traced);
    result_finish(&result);
}

/* A group ------------------------------------------------------------------------------------- */

static bool workload_start(struct tracing *tracing)
{
    struct trace_results *outcome = tracing->outcome;
    struct gpu *gpu = tracing->params->gpu;
    outcome->workload = (struct host_span){ .name = "workload", .begin_ns = clock_now_ns() };
    tracing->workload = workload_create(tracing->plan, tracing->params->seed, NULL);
    outcome->workload.end_ns = clock_now_ns();
    outcome->workload_failed = !tracing->workload;
    if (!tracing->workload)
        return trouble_give(outcome->message, sizeof(outcome->message));
    const struct context *context = &tracing->workload->context;
    for (size_t i = 0; !context_ok(context) && i < tracing->plan->case_count; i++)
        case_skip(tracing, &tracing->plan->cases[i], case_status(context_trouble(context)),
                  context_message(context));
    if (!context_ok(context))
        return false;
    outcome->upload = (struct host_span){ .name = "upload", .begin_ns = clock_now_ns() };
    const bool uploaded = workload_upload(tracing->workload, gpu);
    outcome->upload.end_ns = clock_now_ns();
    if (uploaded)
        return true;
    snprintf(outcome->message, sizeof(outcome->message), "%s",
             gpu_failed(gpu) ? gpu_failure(gpu)->message : context_message(context));
    outcome->workload_failed = true;
    outcome->device_unusable = gpu_failed(gpu) && !gpu_recover(gpu);
    return false;
}

void trace_group_run(const struct trace_params *params, const struct plan_group *group,
                     struct trace_results *outcome)
{
    struct tracing tracing = { .params = params, .plan = group, .outcome = outcome };
    *outcome = (struct trace_results){ 0 };
    if (workload_start(&tracing)) {
        if (params->canary && !gpu_info_is_software(gpu_info(params->gpu)))
            tracing.canary = canary_create(params->gpu, params->canary, 0);
        for (size_t i = 0; i < group->case_count && !(params->interrupted && *params->interrupted);
             i++)
            if (outcome->device_unusable)
                case_skip(&tracing, &group->cases[i], BENCH_SKIPPED,
                          "the device was lost in another case of the group");
            else
                case_run_traced(&tracing, &group->cases[i]);
    }
    canary_destroy(&tracing.canary);
    if (tracing.workload)
        gpu_scope_destroy(&tracing.workload->context.scope);
    workload_destroy(&tracing.workload);
}

/* Case trace -------------------------------------------------------------------------------- */

bool case_trace(struct case_run *run)
{
    struct case_timing timing;
    const size_t recording = span_log_begin(run->log, "record");
    case_record_sample(run);
    span_log_end(run->log, recording);
    fault_reach(run->gpu, run->private.plan->name, FAULT_SAMPLE);
    const size_t warming = span_log_begin(run->log, "warm-up");
    const bool warm =
        case_still_ok(run) && case_execute(run, &timing) && case_execute(run, &timing);
    span_log_end(run->log, warming);
    return warm && case_execute_checked(run, BENCH_CHECK_QUICK, &timing);
}

/* Prepares what an execution must find, outside of any region. For kind GPU, the recorded commands
 * are then the execution and nothing else. */
static bool once_prepare(struct case_run *run)
{
    const enum bench_kind kind = run->c.variant->kind;
    if (run->method.compute_times)
        return run->method.compute_times(&run->c, 0);
    if (kind == BENCH_CPU) {
        if (run->method.reset)
            run->method.reset(&run->c, NULL);
        return true;
    }
    if (run->method.discard)
        run->method.discard(&run->c);
    run->commands = gpu_commands_begin(run->c.context.scope);
    if (run->method.reset) {
        run->method.reset(&run->c, run->commands);
        if (!gpu_commands_submit(run->commands))
            return false;
        gpu_commands_restart(run->commands);
    }
    if (kind == BENCH_GPU)
        run->method.record(&run->c, run->commands);
    return !gpu_failed(run->gpu);
}

bool case_once(struct case_run *run, const struct case_marks *marks)
{
    bool ok = case_set_up_whole(run) && once_prepare(run);
    if (ok) {
        if (marks)
            marks->begin(marks->context);
        gpu_region_begin(run->gpu, run->private.plan->name);
        if (run->c.variant->kind == BENCH_GPU) {
            ok = gpu_commands_submit(run->commands);
        } else if (run->c.variant->kind == BENCH_HOST_DRIVEN) {
            ok = run->method.drive(&run->c);
        } else if (run->method.compute_times) {
            ok = run->method.compute_times(&run->c, 1);
        } else {
            cpu_pool_pin(run->private.pool);
            ok = run->method.compute(&run->c);
            cpu_pool_unpin(run->private.pool);
        }
        gpu_region_end(run->gpu);
        if (marks)
            marks->end(marks->context);
    }
    return case_executed(run, ok);
}

static bool is_stamp_of_each(const struct gpu_span *span)
{
    return span->kind == GPU_SPAN_TIMESTAMP && span->slot >= CASE_SLOT_EACH &&
           span->slot < CASE_SLOT_DRIVE_BEGIN;
}

static bool is_stamp_of_drive(const struct gpu_span *span)
{
    return span->kind == GPU_SPAN_TIMESTAMP && span->slot >= CASE_SLOT_DRIVE_BEGIN;
}

struct case_window case_window_of(const struct gpu_span *spans, size_t count)
{
    struct case_window window = { .inside = false };
    for (size_t i = 0; i < count; i++) {
        window.each = window.each || is_stamp_of_each(&spans[i]);
        window.driven = window.driven || is_stamp_of_drive(&spans[i]);
    }
    return window;
}

bool case_window_holds(struct case_window *window, const struct gpu_span *span)
{
    if (span->kind != GPU_SPAN_TIMESTAMP)
        return window->inside;
    if (window->driven ? is_stamp_of_drive(span) : !window->each || is_stamp_of_each(span))
        window->inside = !window->inside;
    return false;
}

void case_log(struct case_run *run, struct span_log *log)
{
    run->log = log;
}

size_t case_outputs(const struct case_run *run, const struct case_output **outputs)
{
    *outputs = run->private.outputs;
    return run->private.output_count;
}

/* Trace json -------------------------------------------------------------------------------- */

enum { PROCESS = 1, TRACK_HOST = 1, TRACK_GPU = 2 };

static const char note[] =
    "Stamps between commands take time and flush: this execution was slower than what `claimcheck "
    "run` measures. Shares of it are a diagnosis, its times are not measurements.";

bool trace_json_is(const json_t *document)
{
    return json_is_array(json_object_get(document, "traceEvents"));
}

/* Events -------------------------------------------------------------------------------------- */

static void name_track(json_t **document, const char *what, int track, const char *name)
{
    json_value_append_in(document, "traceEvents",
                         json_pack("{s:s, s:s, s:i, s:i, s:{s:o}}", "name", what, "ph", "M", "pid",
                                   PROCESS, "tid", track, "args", "name", json_value_text(name)));
}

/* Whole nanoseconds, so that events that touch or nest still do once they are read back. */
static json_t *microseconds(double ns)
{
    return json_value_number(round(ns) / 1000);
}

/* Takes over args. */
static void add_event(json_t **document, const struct trace_header *header, int track,
                      const char *category, const struct host_span *span, json_t *args)
{
    const double begin_ns = round(span->begin_ns - header->origin_ns);
    const double end_ns = round(span->end_ns - header->origin_ns);
    json_value_append_in(document, "traceEvents",
                         json_pack("{s:o, s:s, s:s, s:i, s:i, s:o, s:o, s:o}",           //
                                   "name", json_value_text(span->name), "cat", category, //
                                   "ph", "X", "pid", PROCESS, "tid", track,              //
                                   "ts", microseconds(begin_ns),                         //
                                   "dur", microseconds(fmax(0, end_ns - begin_ns)),      //
                                   "args", args ? args : json_object()));
}

static json_t *case_args(const struct trace_case *traced)
{
    return json_pack("{s:o}", "case", json_value_text(traced->result->c.name));
}

static json_t *span_args(const struct trace_case *traced, const struct gpu_span *span,
                         uint64_t invocations)
{
    json_t *args = case_args(traced);
    json_value_set(&args, "kind", json_value_text(gpu_span_kind_name(span->kind)));
    if (span->bytes > 0)
        json_value_set(&args, "bytes", json_value_count(span->bytes));
    const uint64_t direct = (uint64_t)span->groups[0] * span->groups[1] * span->groups[2];
    if (span->group_invocations == 0) {
        const bool rays = span->kind == GPU_SPAN_RAYS, build = span->kind == GPU_SPAN_BUILD;
        if (*span->name)
            json_value_set(&args,
                           rays    ? "kernel"
                           : build ? "acceleration_structure"
                                   : "buffer",
                           json_value_text(span->name));
        if (rays)
            json_value_set(&args, "rays", json_value_count(direct));
        return args;
    }
    json_value_set(&args, "kernel", json_value_text(span->name));
    json_value_set(&args, "group_invocations", json_value_count(span->group_invocations));
    if (span->kind == GPU_SPAN_DISPATCH)
        json_value_set(&args, "work_groups", json_value_count(direct));
    else if (invocations != TRACE_INVOCATIONS_UNKNOWN && invocations % span->group_invocations == 0)
        json_value_set(&args, "work_groups",
                       json_value_count(invocations / span->group_invocations));
    if (invocations != TRACE_INVOCATIONS_UNKNOWN)
        json_value_set(&args, "invocations", json_value_count(invocations));
    return args;
}

static void add_spans(json_t **document, const struct trace_header *header,
                      const struct trace_case *traced, const struct gpu_submission *submission,
                      const char *category)
{
    const struct gpu_span *spans;
    const struct host_span *execute = span_log_last(traced->host, "execute");
    gpu_trace_spans(traced->times, &spans);
    spans += submission->first_span;
    const size_t count = submission->span_count;
    const struct host_span whole = { traced->result->c.name, spans[0].begin_ns,
                                     spans[count - 1].end_ns };
    json_t *args = case_args(traced);
    json_value_set(&args, "clock",
                   json_string(submission->calibrated ? "calibrated" : "estimated"));
    if (submission->calibrated)
        json_value_set(&args, "deviation_ns", json_value_number(submission->deviation_ns));
    add_event(document, header, TRACK_GPU, category, &whole, args);
    for (size_t i = 0; i < count; i++) {
        char title[256];
        if (spans[i].kind == GPU_SPAN_TIMESTAMP)
            continue;
        gpu_span_title(spans[i].kind, spans[i].name, title, sizeof(title));
        const struct host_span named = { title, spans[i].begin_ns, spans[i].end_ns };
        const uint64_t invocations = traced->invocations[submission->first_span + i];
        const bool checks = execute && submission->submit_ns >= execute->end_ns;
        add_event(document, header, TRACK_GPU,
                  checks                              ? "check"
                  : spans[i].kind == GPU_SPAN_BARRIER ? "barrier"
                                                      : "pass",
                  &named, span_args(traced, &spans[i], invocations));
    }
}

/* The stamped execution and the check after it; what warmed up is left out. */
static void add_submissions(json_t **document, const struct trace_header *header,
                            const struct trace_case *traced)
{
    const struct gpu_submission *submissions;
    const size_t count = gpu_trace_submissions(traced->times, &submissions);
    const struct host_span *execute = span_log_last(traced->host, "execute");
    for (size_t i = 0; i < count; i++) {
        const struct gpu_submission *submission = &submissions[i];
        const struct host_span submit = { "submit", submission->submit_ns,
                                          submission->submitted_ns };
        const struct host_span wait = { "wait", submission->submitted_ns, submission->done_ns };
        add_event(document, header, TRACK_HOST, "submission", &submit, case_args(traced));
        add_event(document, header, TRACK_HOST, "submission", &wait, case_args(traced));
        if (submission->span_count > 0 && execute && submission->submit_ns >= execute->begin_ns)
            add_spans(document, header, traced, submission,
                      submission->submit_ns < execute->end_ns ? "execution" : "check");
    }
}

/* Documents ----------------------------------------------------------------------------------- */

json_t *trace_json_create(const struct trace_header *header)
{
    json_t *document = json_pack(
        "{s:s, s:{s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:s, s:s}, s:[], s:[]}", //
        "displayTimeUnit", "ns",                                              //
        "otherData",                                                          //
        "tool", "claimcheck", "version", CLAIMCHECK_VERSION,                  //
        "commit", CLAIMCHECK_COMMIT,                                          //
        "started", json_value_text(header->started),                          //
        "seed", json_value_count(header->seed),                               //
        "device", json_value_text(header->device->name),                      //
        "driver", json_value_text(header->device->driver_info),               //
        "clock",                                                              //
        header->estimate || !(header->device->features & GPU_CALIBRATED_TIMESTAMPS) ? "estimated"
                                                                                    : "calibrated",
        "note", note, //
        "cases",      //
        "traceEvents");
    if (document) {
        char process[320];
        snprintf(process, sizeof(process), "claimcheck: %s", header->device->name);
        name_track(&document, "process_name", 0, process);
        name_track(&document, "thread_name", TRACK_HOST, "host");
        name_track(&document, "thread_name", TRACK_GPU, "GPU queue");
    }
    return document;
}

void trace_json_add_workload(json_t **document, const struct trace_header *header,
                             const char *workload_name, const struct trace_results *outcome)
{
    const struct host_span *const spans[] = { &outcome->workload, &outcome->upload };
    for (size_t i = 0; i < sizeof(spans) / sizeof(spans[0]); i++)
        if (spans[i]->name)
            add_event(document, header, TRACK_HOST, "host", spans[i],
                      json_pack("{s:o}", "workload", json_value_text(workload_name)));
}

static json_t *passes_json(const struct trace_case *traced)
{
    json_t *passes = json_array();
    for (size_t i = 0; i < traced->pass_count; i++) {
        const struct trace_pass *pass = &traced->passes[i];
        char title[256];
        gpu_span_title(pass->kind, pass->name, title, sizeof(title));
        json_t *entry = json_pack("{s:o, s:s, s:i, s:o}", "name", json_value_text(title), "kind",
                                  gpu_span_kind_name(pass->kind), "count", (int)pass->count, "us",
                                  microseconds(pass->ns));
        if (traced->counts && pass->kind != GPU_SPAN_BARRIER) {
            json_t *counts = json_array(); /* in the order of the case's counters */
            for (size_t k = 0; k < traced->counter_count; k++)
                json_value_append(&counts,
                                  json_value_number(traced->counts[i * traced->counter_count + k]));
            json_value_set(&entry, "counts", counts);
        }
        json_value_append(&passes, entry);
    }
    return passes;
}

void trace_json_add_case(json_t **document, const struct trace_header *header,
                         const struct trace_case *traced)
{
    const struct result *result = traced->result;
    add_event(document, header, TRACK_HOST, "case", &traced->whole, case_args(traced));
    for (size_t i = 1; i < traced->host->count; i++)
        add_event(document, header, TRACK_HOST, "host", &traced->host->spans[i], case_args(traced));
    if (traced->times)
        add_submissions(document, header, traced);
    json_t *counters = json_array();
    for (size_t k = 0; traced->counts && k < traced->counter_count; k++) {
        const struct gpu_counter *counter = &traced->counters[traced->chosen[k]];
        json_value_append(&counters,
                          json_pack("{s:o, s:o, s:s, s:o}", "name", json_value_text(counter->name),
                                    "category", json_value_text(counter->category), "unit",
                                    counter->unit, "description",
                                    json_value_text(counter->description)));
    }
    json_value_append_in(
        document, "cases",
        json_pack("{s:o, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o}", //
                  "name", json_value_text(result->c.name),         //
                  "kind", bench_kind_name(result->c.kind),         //
                  "status", bench_status_name(result->c.status),   //
                  "reason",
                  result->reason[0] ? paths_strip_text(result->reason) : json_null(), //
                  "gpu_us", microseconds(traced->gpu_ns),                             //
                  "wall_us", microseconds(traced->wall_ns),                           //
                  "unstamped_us", microseconds(traced->unstamped_ns),                 //
                  "counters", counters, "passes", passes_json(traced)));
}
