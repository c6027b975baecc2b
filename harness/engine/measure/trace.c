/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/engine/gpu/engine.h"
#include "harness/engine/instruments/instruments.h"
#include "harness/engine/measure/measure.h"
#include "harness/engine/measure/private.h"
#include "harness/os/os.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    foreach (const struct gpu_submission, submission, submissions, execute ? count : 0) {
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

/* A checked execution in which something is counted; the caller destroys the trace. Returns the
 * first of its window.count spans; none where it failed. */
static const struct gpu_span *trace_counted(const struct tracing *tracing, struct live_case *live,
                                            struct gpu_trace_params params,
                                            struct gpu_trace **trace, struct trace_window *window)
{
    const struct gpu_span *spans;
    OWNED_BY(span_log_finish) struct span_log log = { 0 };
    *trace = trace_begin(tracing, params);
    *window = (struct trace_window){ .count = 0 };
    if (!*trace)
        return NULL;
    case_log(live, &log);
    const bool ok = case_trace(live);
    case_log(live, NULL);
    gpu_trace_end(*trace);
    gpu_trace_spans(*trace, &spans);
    *window = window_find(*trace, &log);
    window->count = ok ? window->count : 0;
    return window->count > 0 ? spans + window->first : NULL;
}

/* Invocations of each span of the execution, in the order of its recording. NULL without. */
static uint64_t *count_invocations(const struct tracing *tracing, struct live_case *live,
                                   size_t *count)
{
    const struct gpu_trace_params params = { .mode = GPU_TRACE_INVOCATIONS };
    OWNED_BY(gpu_trace_destroy) struct gpu_trace *trace = NULL;
    struct trace_window window;
    *count = 0;
    if (!(gpu_info(tracing->params->gpu)->features & GPU_PIPELINE_STATISTICS))
        return NULL;
    const struct gpu_span *spans = trace_counted(tracing, live, params, &trace, &window);
    if (window.count == 0)
        return NULL;
    uint64_t *invocations = need_bytes(window.count * sizeof(*invocations));
    for (size_t i = 0; i < window.count; i++)
        invocations[i] = spans[i].invocations;
    *count = window.count;
    return invocations;
}

/* Executes as often as the driver's counters need: counter_count values for each span of the
 * execution, malloc'ed. NULL where nothing was counted; a failure is the case's. */
static double *counts_take(const struct tracing *tracing, struct live_case *live,
                           size_t *span_count)
{
    const struct trace_params *params = tracing->params;
    OWNED double *values = NULL;
    for (size_t first = 0, count; first < params->counter_count; first += count) {
        OWNED_BY(gpu_trace_destroy) struct gpu_trace *trace = NULL;
        struct trace_window window;
        const uint32_t *counters = params->counters + first;
        count = gpu_counters_together(params->gpu, counters, params->counter_count - first);
        if (count == 0)
            return NULL;
        const struct gpu_trace_params wanted = { .mode = GPU_TRACE_COUNTERS,
                                                 .counters = counters,
                                                 .counter_count = count };
        const struct gpu_span *spans = trace_counted(tracing, live, wanted, &trace, &window);
        if (window.count > 0 && !values) {
            values = need_zeroed(window.count * params->counter_count, sizeof(*values));
            *span_count = window.count;
        }
        if (!values || window.count != *span_count)
            return NULL;
        for (size_t i = 0; i < window.count; i++)
            memcpy(&values[i * params->counter_count + first], spans[i].counts,
                   count * sizeof(*values));
    }
    double *taken = values;
    values = NULL;
    return taken;
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
static void case_stamp(const struct tracing *tracing, struct live_case *live,
                       struct trace_case *traced, struct span_log *log, size_t whole)
{
    const struct trace_params *params = tracing->params;
    size_t counted_count = 0, values_count = 0;
    const bool on_cpu = traced->result->c.kind == BENCH_CPU;
    OWNED uint64_t *counted = on_cpu ? NULL : count_invocations(tracing, live, &counted_count);
    OWNED double *values = NULL, *sums = NULL;
    if (!on_cpu && traced->result->c.status == BENCH_OK)
        values = counts_take(tracing, live, &values_count);
    struct canary_reading reading;
    if (tracing->canary)
        canary_raise(tracing->canary, raise_ns_min, raise_ns_max, &reading);
    OWNED_BY(gpu_trace_destroy)
    struct gpu_trace *times =
        on_cpu ? NULL : trace_begin(tracing, (struct gpu_trace_params){ .mode = GPU_TRACE_TIMES });
    case_log(live, log);
    const bool ok = traced->result->c.status == BENCH_OK && case_trace(live);
    gpu_trace_end(times);
    span_log_end(log, whole);
    const struct host_span *execute = span_log_last(log, "execute");
    if (ok && execute)
        traced->wall_ns = execute->end_ns - execute->begin_ns;
    const struct gpu_span *spans;
    const size_t room = gpu_trace_spans(times, &spans) + 1;
    OWNED struct trace_pass *passes = need_zeroed(room, sizeof(*passes));
    OWNED uint64_t *invocations = need_zeroed(room, sizeof(*invocations));
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
}

static void case_run_traced(const struct tracing *tracing, const struct plan_case *plan)
{
    OWNED_BY(result_finish) struct result result;
    OWNED_BY(span_log_finish) struct span_log log = { 0 };
    struct trace_case traced = { .result = &result, .host = &log };
    struct canary_reading clock;
    struct sampler_rules rules = sampler_rules_for(BENCH_QUICK, false);
    rules.slow_ns = rules.long_ns = 0; /* a time without poison before it */
    result_init(&result, tracing->plan, plan);
    const size_t whole = span_log_begin(&log, result.c.name);
    struct live_case *live = case_create(tracing->params->gpu, plan, tracing->workload,
                                         (struct case_tools){ .canary = NULL }, &result);
    if (!live)
        case_fail(&result, BENCH_ERROR, "no host memory for the case");
    if (live) {
        case_log(live, &log);
        const bool started = case_start(live);
        case_log(live, NULL);
        if (started && case_try(live, &rules, &traced.unstamped_ns, &clock))
            case_stamp(tracing, live, &traced, &log, whole);
    }
    if (!traced.whole.name) {
        span_log_end(&log, whole);
        traced.whole = log.spans[whole];
        tracing->params->traced(tracing->params->context, &traced);
    }
    case_destroy(&live);
    struct trace_results *outcome = tracing->outcome;
    if (gpu_failed(tracing->params->gpu))
        outcome->device_unusable = !gpu_recover(tracing->params->gpu);
    const enum bench_status status = result.c.status;
    outcome->done = outcome->done || status == BENCH_OK;
    outcome->wrong = outcome->wrong || status == BENCH_FAILED_VERIFY || status == BENCH_SUSPECT;
    outcome->untried = outcome->untried || status == BENCH_ERROR || status == BENCH_DEVICE_LOST ||
                       status == BENCH_TIMEOUT;
}

/* A case that is not tried, and why. */
static void case_skip(const struct tracing *tracing, const struct plan_case *plan,
                      enum bench_status status, const char *reason)
{
    OWNED_BY(result_finish) struct result result;
    struct span_log log = { 0 };
    struct trace_case traced = { .result = &result, .host = &log };
    result_init(&result, tracing->plan, plan);
    case_fail(&result, status, "%s", reason);
    traced.whole = (struct host_span){ result.c.name, clock_now_ns(), clock_now_ns() };
    tracing->params->traced(tracing->params->context, &traced);
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
    workload_destroy(&tracing.workload);
}
