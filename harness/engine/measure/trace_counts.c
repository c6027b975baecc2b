/* SPDX-License-Identifier: MIT */
#include "harness/base/need.h"
#include "harness/engine/measure/case.h"
#include "harness/engine/measure/trace_private.h"

#include <stdlib.h>
#include <string.h>

/* Counting ------------------------------------------------------------------------------------- */

/* Counters first to first + count - 1, in one execution. Each has the same spans. */
static bool counts_add(const struct tracing *tracing, struct case_run *run, size_t first,
                       size_t count, struct trace_counts *counts)
{
    struct trace_window window;
    const struct gpu_span *spans;
    struct gpu_trace *trace =
        trace_counted(tracing, run,
                      (struct gpu_trace_params){ .mode = GPU_TRACE_COUNTERS,
                                                 .counters = counts->chosen + first,
                                                 .counter_count = count },
                      &window);
    gpu_trace_spans(trace, &spans);
    if (window.count > 0 && !counts->values) {
        counts->values = need_zeroed(window.count * counts->counter_count, sizeof(*counts->values));
        counts->span_count = window.count;
    }
    const bool ok = counts->values && window.count == counts->span_count;
    for (size_t i = 0; ok && i < window.count; i++)
        memcpy(&counts->values[i * counts->counter_count + first], spans[window.first + i].counts,
               count * sizeof(*counts->values));
    gpu_trace_destroy(&trace);
    return ok;
}

void trace_counts_take(const struct tracing *tracing, struct case_run *run,
                       struct trace_counts *counts)
{
    const struct trace_params *params = tracing->params;
    *counts =
        (struct trace_counts){ .counter_count = params->counter_count, .chosen = params->counters };
    gpu_counters(params->gpu, &counts->counters);
    for (size_t first = 0, count; first < params->counter_count; first += count) {
        count = gpu_counters_together(params->gpu, params->counters + first,
                                      params->counter_count - first);
        if (count > 0 && counts_add(tracing, run, first, count, counts))
            continue;
        free(counts->values);
        *counts = (struct trace_counts){ 0 };
        return;
    }
}

/* Passes --------------------------------------------------------------------------------------- */

static size_t pass_of(const struct trace_case *traced, const struct gpu_span *span)
{
    for (size_t i = 0; i < traced->pass_count; i++)
        if (trace_pass_has(&traced->passes[i], span))
            return i;
    return traced->pass_count;
}

static void pass_add(const struct trace_counts *counts, const struct gpu_span *span,
                     const struct trace_pass *pass, const double *values, double *sums)
{
    const double ns = span->end_ns - span->begin_ns;
    for (size_t k = 0; k < counts->counter_count; k++) {
        const bool is_rate = counts->counters[counts->chosen[k]].is_rate;
        const double share = !is_rate ? 1 : pass->ns > 0 ? ns / pass->ns : 1.0 / pass->count;
        sums[k] += share * values[k];
    }
}

double *trace_counts_sum(const struct trace_counts *counts, const struct trace_case *traced)
{
    const struct gpu_span *spans;
    gpu_trace_spans(traced->times, &spans);
    spans += traced->first_span;
    if (!counts->values || counts->span_count != traced->span_count || traced->pass_count == 0)
        return NULL;
    double *sums = need_zeroed(traced->pass_count * counts->counter_count, sizeof(*sums));
    struct case_window window = case_window_of(spans, traced->span_count);
    for (size_t i = 0; i < traced->span_count; i++) {
        if (!case_window_holds(&window, &spans[i]))
            continue;
        const size_t pass = pass_of(traced, &spans[i]);
        if (pass < traced->pass_count)
            pass_add(counts, &spans[i], &traced->passes[pass],
                     &counts->values[i * counts->counter_count],
                     &sums[pass * counts->counter_count]);
    }
    return sums;
}

void trace_counts_tell(const struct trace_counts *counts, const double *sums,
                       struct trace_case *traced)
{
    traced->counts = sums;
    traced->counters = counts->counters;
    traced->chosen = counts->chosen;
    traced->counter_count = counts->counter_count;
}
