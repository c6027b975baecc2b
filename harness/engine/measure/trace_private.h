/* SPDX-License-Identifier: MIT */
/* trace_private.h: between trace.c and trace_counts.c. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_MEASURE_TRACE_PRIVATE_H
#define CLAIMCHECK_HARNESS_ENGINE_MEASURE_TRACE_PRIVATE_H

#include "harness/engine/measure/trace.h"

struct case_run;

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

/* Whether the command is of the pass. */
bool trace_pass_has(const struct trace_pass *pass, const struct gpu_span *span);

/* A checked execution in which something is counted; the caller destroys the trace. Without spans
 * in its window where it failed. */
struct gpu_trace *trace_counted(const struct tracing *tracing, struct case_run *run,
                                struct gpu_trace_params params, struct trace_window *window);

/* Counts of the driver: trace_params.counter_count values for each span of the execution. */
struct trace_counts {
    size_t span_count, counter_count;
    const struct gpu_counter *counters; /* all of the device */
    const uint32_t *chosen;
    double *values; /* malloc'ed; NULL: nothing was counted */
};

/* Executes as often as the counters need. A failure is the case's. */
void trace_counts_take(const struct tracing *tracing, struct case_run *run,
                       struct trace_counts *counts);

/* Per pass: sums, and means of rates. Malloc'ed; NULL where the stamped execution has other spans
 * than those that were counted. */
double *trace_counts_sum(const struct trace_counts *counts, const struct trace_case *traced);

/* These sums are the case's. */
void trace_counts_tell(const struct trace_counts *counts, const double *sums,
                       struct trace_case *traced);

#endif
