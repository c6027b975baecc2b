/* SPDX-License-Identifier: MIT */
/*
 * trace.h: one execution of every case of a group, command by command. A diagnosis, not a
 * measurement: what is stamped is slower (harness/engine/gpu/trace.h).
 *
 * Per case: set-up and full check as in a run; some executions without stamps; one whose dispatches
 * count their invocations, where the device can; one that is stamped, over poisoned outputs, and
 * checked again. A case that is wrong at either check has no passes and no times. Counters of the
 * driver, where they are wanted, are counted before, as many at once as the driver can.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_MEASURE_TRACE_H
#define CLAIMCHECK_HARNESS_ENGINE_MEASURE_TRACE_H

#include "harness/engine/gpu/trace.h"
#include "harness/engine/instruments/span_log.h"
#include "harness/engine/measure/result.h"
#include "harness/engine/plan/plan.h"

#include <signal.h>

struct canary_state; /* harness/engine/instruments/canary.h */

#define TRACE_INVOCATIONS_UNKNOWN UINT64_MAX

/* One pass of a case: all its commands of one kind on one kernel or buffer. */
struct trace_pass {
    enum gpu_span_kind kind;
    const char *name; /* as in struct gpu_span */
    uint32_t count;
    double ns;
};

/* Valid during trace_params.traced() only, with all that it points to. */
struct trace_case {
    const struct result *result; /* status, reason, kind */
    struct host_span whole;      /* named as the case */
    const struct span_log
        *host; /* what was done within it; "execute" stands last for what follows */
    const struct gpu_trace *times;   /* NULL: a CPU case, or one that is not ok */
    const uint64_t *invocations;     /* per span of times; NULL where times is */
    size_t first_span, span_count;   /* spans of times that belong to the execution */
    const struct trace_pass *passes; /* of those, largest time first; barriers are one pass */
    size_t pass_count;
    const double
        *counts; /* counter_count per pass; NULL: none are wanted, or the execution that was
                             stamped has other commands than those that were counted */
    const struct gpu_counter *counters; /* all of the device */
    const uint32_t *chosen;             /* of these, those that were counted */
    size_t counter_count;
    double gpu_ns;       /* between the stamps of the execution: the sum of the passes */
    double wall_ns;      /* host time of the execution; for GPU cases submission and wait */
    double unstamped_ns; /* median of some executions without stamps: GPU time, or wall time where
                            the case is judged by it; 0 when it ended before */
    bool calibrated;     /* every submission of the execution */
    double deviation_ns; /* the largest of them */
};

struct trace_params {
    struct gpu *gpu;
    uint64_t seed;
    bool estimate;                            /* spans by the host's clock alone */
    const uint32_t *counters;                 /* indices of gpu_counters(), each per command */
    size_t counter_count;                     /* 0: none are wanted */
    struct canary_state *canary;              /* as in sampler_params */
    const volatile sig_atomic_t *interrupted; /* may be NULL */
    void (*traced)(void *context, const struct trace_case *traced);
    void *context;
};

struct trace_results {
    bool wrong, untried,
        done;             /* a case that failed a check; that could not be tried; that was ok */
    bool workload_failed; /* the input cannot be used; message says why */
    bool device_unusable; /* lost or timed out: make it anew before the next group */
    char message[RESULT_REASON_BYTES];
    struct host_span workload, upload;
};

/* Every case ends in a status, which `traced` is told. */
void trace_group_run(const struct trace_params *params, const struct plan_group *group,
                     struct trace_results *outcome);

#endif
