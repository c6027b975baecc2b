/* SPDX-License-Identifier: MIT */
#include "harness/engine/gpu/engine.h"
#include "harness/engine/instruments/instruments.h"
#include "harness/engine/measure/measure.h"
#include "harness/engine/measure/private.h"

bool case_trace(struct live_case *live)
{
    struct case_timing timing;
    const size_t recording = span_log_begin(live->log, "record");
    case_record_sample(live);
    span_log_end(live->log, recording);
    fault_reach(live->gpu, live->private.plan->name, FAULT_SAMPLE);
    const size_t warming = span_log_begin(live->log, "warm-up");
    const bool warm =
        case_still_ok(live) && case_execute(live, &timing) && case_execute(live, &timing);
    span_log_end(live->log, warming);
    return warm && case_execute_checked(live, BENCH_CHECK_QUICK, &timing);
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

void case_log(struct live_case *live, struct span_log *log)
{
    live->log = log;
}
