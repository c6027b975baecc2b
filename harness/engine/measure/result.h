/* SPDX-License-Identifier: MIT */
/* result.h: what one case yielded: the case of a run, and what only the engine needs of it. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_MEASURE_RESULT_H
#define CLAIMCHECK_HARNESS_ENGINE_MEASURE_RESULT_H

#include "harness/bench.h"
#include "harness/engine/plan/plan.h"
#include "harness/engine/shaders/kernel.h"
#include "harness/record/run/run_case.h"

/* How a metric's value is derived from the median time of an execution. */
enum result_metric_kind {
    RESULT_METRIC_VALUE,
    RESULT_METRIC_EXACT, /* the same value, with one seed always the same */
    RESULT_METRIC_PER_SECOND,
    RESULT_METRIC_TIME_PER,
};

struct result {
    /*
     * The case as the sampler fills it in; result_case.h adds what is known at its end. Times are
     * not rounded, 0 stands for what was not read, and the samples are malloc'ed, the probe's too.
     * The name is the plan's, which outlives the result.
     */
    struct run_case c;
    char reason[RESULT_REASON_BYTES];       /* empty for ok */
    char mark[RESULT_REASON_BYTES];         /* empty: none */
    char probe_reason[RESULT_REASON_BYTES]; /* of the probe, where it has no time */
    struct energy_texts {                   /* those of c.energy; "" for none */
        char source[RESULT_REASON_BYTES], reason[RESULT_REASON_BYTES], lacks[RESULT_REASON_BYTES];
        char limits[RESULT_REASON_BYTES], rounds_limits[RESULT_REASON_BYTES];
    } energy;
    const struct plan_case *plan;
    const struct bench_variant *variant;
    bool beside_wall; /* other cases of its group are judged by wall time */
    bool *asked;   /* of a twin whether set-up asked for each file's kernel; NULL: it was not run */
    bool left_out; /* a twin that no file concerns, as far as set-up came: no run file shows it */
    double aside_ns; /* time of samples that belongs to no timed execution: probes,
                                     sweeps */
    /* The bench's own numbers, as many as the case's metric_count: value is the bench's here. */
    struct run_metric metrics[BENCH_METRICS_MAX];
    enum result_metric_kind metric_kinds[BENCH_METRICS_MAX];
    struct kernel_facts *kernels; /* that its set-up created; malloc'ed */
    size_t kernel_count;
};

/* Fills in name, kind and plan of a case that has not run. Group and plan outlive the result. */
void result_init(struct result *result, const struct plan_group *group,
                 const struct plan_case *plan);

/* Adds a sample. */
void result_add(struct result *result, const struct run_sample *sample);

/* The time of a sample that the case is judged by, of one execution. */
double result_sample_ns(const struct result *result, const struct run_sample *sample);

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
 * NULL. */
void result_summarize(struct result *result, const struct result *baseline);

void result_finish(struct result *result); /* frees samples, the probe's too, and kernels */

#endif
