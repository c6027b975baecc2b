/* SPDX-License-Identifier: MIT */
/* result.h: what one case yielded, in memory. results.h turns it into JSON, run.h reads that. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_MEASURE_RESULT_H
#define CLAIMCHECK_HARNESS_ENGINE_MEASURE_RESULT_H

#include "harness/base/stats.h"
#include "harness/bench.h"
#include "harness/engine/cpu/cpu_clock.h"
#include "harness/engine/instruments/cache_proof.h"
#include "harness/engine/instruments/canary.h"
#include "harness/engine/instruments/probe.h"
#include "harness/engine/instruments/timer.h"
#include "harness/engine/plan/plan.h"
#include "harness/engine/shaders/kernel_facts.h"
#include "harness/record/result_stop.h"

struct result_sample {
    double gpu_ns;  /* per execution; 0 for CPU cases, and where what is driven stamps nothing */
    double wall_ns; /* per execution; for GPU cases submit to return of the wait */
    uint32_t round; /* of the group, from 0 */
    uint32_t order; /* position within the round, from 0 */
    struct canary_reading clock;   /* GPU: right after it; HOST_DRIVEN: before it; CPU: 0 */
    bool throttled;                /* throttle.h */
    struct cpu_clock_reading host; /* CPU: behind it; others: 0 */
};

/* Work done for the device's clock while the group was sampled; all 0 where nothing was done. */
struct result_clock {
    uint32_t raises; /* loads to bring it up: before the rounds, and whenever it had sagged */
    double raise_ns; /* wall time of those */
    struct canary_reading reading; /* after the last of them */
    uint32_t pauses;               /* before rounds that followed a throttled sample */
    double pause_ns;               /* wall time of those */
    struct canary_state reference; /* highest clock of the run when the group had ended */
};

/* How a metric's value is derived from the median time of an execution. */
enum result_metric_kind {
    RESULT_METRIC_VALUE,
    RESULT_METRIC_EXACT, /* the same value, with one seed always the same */
    RESULT_METRIC_PER_SECOND,
    RESULT_METRIC_TIME_PER,
};

/* A number of the bench's own: bench_metric() and those below it. */
struct result_metric {
    const char *name, *unit; /* static storage */
    double value;            /* of one execution */
    enum result_metric_kind kind;
};

struct result_probe_sample {
    double ns;             /* of one execution */
    uint32_t round, order; /* as those of the cases, among which it lies */
    bool throttled;        /* a case's sample in the same round was */
};

/* The bandwidth probe beside a case, see probe.h. Cases of one workload with equal bytes share
 * it. */
struct result_probe {
    struct probe_bytes bytes;         /* both 0: the case has none, and is to have none */
    char reason[RESULT_REASON_BYTES]; /* why there are no samples; "" where there are */
    bool cold;
    struct result_probe_sample *samples; /* malloc'ed; checked before and after */
    size_t sample_count;
    struct stats_summary time; /* of those that are not throttled, or of all where all are; count 0:
                                  none */
};

struct result {
    char name[PLAN_NAME_BYTES], workload[PLAN_NAME_BYTES];
    const struct technique *technique;
    const struct bench *bench;
    const struct bench_variant *variant;
    struct plan_axis_value values[PLAN_AXES_MAX];
    size_t value_count;
    bool baseline;
    bool cold;        /* caches are swept before each execution */
    bool beside_wall; /* other cases of its group are judged by wall time */

    const struct kernel_files *files; /* as the plan has it: it is the twin of another case */
    bool *asked;   /* of a twin whether set-up asked for each file's kernel; NULL: it was not run */
    bool left_out; /* a twin that no file concerns, as far as set-up came: no run file shows it */

    enum bench_status status;
    char reason[RESULT_REASON_BYTES]; /* empty for ok */
    bool verified_before, verified_after;
    bool first_sampled; /* the execution of the first check is its first sample */

    /* Only with status ok; count 0 otherwise. */
    struct result_sample *samples; /* malloc'ed */
    size_t sample_count, sample_capacity;
    bool throttled_count; /* too few samples are not throttled: all count; throttle.h */
    enum result_stop stop;
    struct plan_sampling sampling;  /* as it was done; a cold case has a sweep before each execution
                                    */
    double aside_ns;                /* time of samples that belongs to no timed execution: probes,
                                   sweeps */
    struct cache_proof cache_proof; /* of a cold case: sweep_bytes 0 otherwise */
    double warmup_ns;               /* wall time spent on warm-up */
    uint32_t warmup_executions;
    bool warmup_converged; /* it ended since the clock was steady, not since time was up */
    struct timer timer;    /* of the device, when the group was sampled */
    struct result_clock clock;
    uint32_t threads, threads_held; /* CPU: that compute; of those, held on a CPU each */
    struct stats_summary gpu, wall; /* gpu.count is 0 where there is no GPU time */
    struct stats_ratio ratio; /* of the case's time to the baseline's; pairs 0 when there is none */

    struct bench_work work;
    struct gpu_counters counters; /* of one execution */
    uint64_t peak_bytes;          /* device bytes of workload and case together */
    struct result_metric metrics[BENCH_METRICS_MAX];
    size_t metric_count;
    struct result_probe probe;
    struct kernel_facts *kernels; /* that its set-up created; malloc'ed */
    size_t kernel_count;
};

/* What a case is, before anything is done; *result is zeroed before. */
void result_init(struct result *result, const struct plan_group *group,
                 const struct plan_case *plan);

/*
 * True when the case is judged by wall time: kinds HOST_DRIVEN (what it costs to return to the host
 * is the point) and CPU. Kind GPU is judged by GPU time; wall time is kept beside it.
 */
bool result_uses_wall(const struct result *result);

/* The time of a sample that the case is judged by, of one execution. */
double result_sample_ns(const struct result *result, const struct result_sample *sample);

/* False for a sample that is left out of summaries and ratios. */
bool result_sample_counts(const struct result *result, size_t i);

/*
 * Times of both for their ratio, in the order of rounds; returns how many. Sample i of every case
 * of a group was taken in round i, so pairs are those of equal index; both count. Like to like: by
 * wall time on both sides for a case that is judged by it, and against a baseline that has no
 * other. own and other hold as many values as result has samples.
 */
size_t result_pairs(const struct result *result, const struct result *baseline, double *own,
                    double *other);

/* Fills in gpu, wall and ratio from the samples that count, when the status is ok. baseline may be
 * NULL. False when memory runs out. */
bool result_summarize(struct result *result, const struct result *baseline);

void result_finish(struct result *result); /* frees samples, the probe's too, and kernels */

#endif
