/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/engine/gpu/engine.h"
#include "harness/engine/measure/measure.h"
#include "harness/record/record.h"

#include <math.h>
#include <stdio.h>

#include "version.h"

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
                         json_value_object("name:t ph:t pid:i tid:i args:o", what, "M", PROCESS,
                                           track, json_value_object("name:t", name)));
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
                         json_value_object("name:t cat:t ph:t pid:i tid:i ts:o dur:o args:o",
                                           span->name, category, "X", PROCESS, track,
                                           microseconds(begin_ns),
                                           microseconds(fmax(0, end_ns - begin_ns)), args));
}

static json_t *case_args(const struct trace_case *traced)
{
    return json_value_object("case:t", traced->result->c.name);
}

static json_t *span_args(const struct trace_case *traced, const struct gpu_span *span,
                         uint64_t invocations)
{
    json_t *args = case_args(traced);
    json_value_add(&args, "kind:t", gpu_span_kind_name(span->kind));
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
    const bool known = invocations != TRACE_INVOCATIONS_UNKNOWN;
    json_value_add(&args, "kernel:t group_invocations:c", span->name,
                   (size_t)span->group_invocations);
    if (span->kind == GPU_SPAN_DISPATCH)
        json_value_set(&args, "work_groups", json_value_count(direct));
    else if (known && invocations % span->group_invocations == 0)
        json_value_set(&args, "work_groups",
                       json_value_count(invocations / span->group_invocations));
    if (known)
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
    json_value_add(&args, "clock:t", submission->calibrated ? "calibrated" : "estimated");
    if (submission->calibrated)
        json_value_add(&args, "deviation_ns:n", submission->deviation_ns);
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
    const struct gpu_info *device = header->device;
    const bool calibrated = !header->estimate && device->features & GPU_CALIBRATED_TIMESTAMPS;
    json_t *other = json_value_object(
        "tool:t version:t commit:t started:t seed:o device:t driver:t clock:t note:t", "claimcheck",
        CLAIMCHECK_VERSION, CLAIMCHECK_COMMIT, header->started, json_value_count(header->seed),
        device->name, device->driver_info, calibrated ? "calibrated" : "estimated", note);
    json_t *document = json_value_object("displayTimeUnit:t otherData:o cases:o traceEvents:o",
                                         "ns", other, json_array(), json_array());
    char process[320];
    snprintf(process, sizeof(process), "claimcheck: %s", device->name);
    name_track(&document, "process_name", 0, process);
    name_track(&document, "thread_name", TRACK_HOST, "host");
    name_track(&document, "thread_name", TRACK_GPU, "GPU queue");
    return document;
}

void trace_json_add_workload(json_t **document, const struct trace_header *header,
                             const char *workload_name, const struct trace_results *outcome)
{
    const struct host_span *const spans[] = { &outcome->workload, &outcome->upload };
    for (size_t i = 0; i < sizeof(spans) / sizeof(spans[0]); i++)
        if (spans[i]->name)
            add_event(document, header, TRACK_HOST, "host", spans[i],
                      json_value_object("workload:t", workload_name));
}

static json_t *passes_json(const struct trace_case *traced)
{
    json_t *passes = json_array();
    for (size_t i = 0; i < traced->pass_count; i++) {
        const struct trace_pass *pass = &traced->passes[i];
        char title[256];
        gpu_span_title(pass->kind, pass->name, title, sizeof(title));
        json_t *entry =
            json_value_object("name:t kind:t count:i us:o", title, gpu_span_kind_name(pass->kind),
                              (int)pass->count, microseconds(pass->ns));
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
        json_value_append(&counters, json_value_object("name:t category:t unit:t description:t",
                                                       counter->name, counter->category,
                                                       counter->unit, counter->description));
    }
    json_value_append_in(
        document, "cases",
        json_value_object(
            "name:t kind:t status:t reason:o gpu_us:o wall_us:o unstamped_us:o counters:o passes:o",
            result->c.name, bench_kind_name(result->c.kind), bench_status_name(result->c.status),
            result->reason[0] ? paths_strip_text(result->reason) : json_null(),
            microseconds(traced->gpu_ns), microseconds(traced->wall_ns),
            microseconds(traced->unstamped_ns), counters, passes_json(traced)));
}
