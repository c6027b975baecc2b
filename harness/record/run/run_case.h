/* SPDX-License-Identifier: MIT */
/*
 * run_case.h: a case of a run, as its file has it.
 *
 * Texts are never NULL: "" where there is none. Numbers are NAN where the file has none: null, or a
 * key that an earlier version did not write. Times are nanoseconds; those that are there are finite
 * and above 0, but for spreads, costs of waiting, and GPU times of kind cpu.
 */
#ifndef CLAIMCHECK_HARNESS_RECORD_RUN_RUN_CASE_H
#define CLAIMCHECK_HARNESS_RECORD_RUN_RUN_CASE_H

#include "harness/base/launch_stats.h"
#include "harness/base/stats.h"
#include "harness/record/bench_kinds.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---------------------------------------------------------------------------------------------- */

/* result_stop: how a case ended: why sampling stopped, and room for the reason of a failure. */

enum { RESULT_REASON_BYTES = 640 };

enum result_stop {
    RESULT_STOP_NONE,        /* never sampled */
    RESULT_STOP_CONVERGED,   /* intervals of the median and of the ratio within the target */
    RESULT_STOP_SAMPLES,     /* cap on samples, its own or its baseline's */
    RESULT_STOP_TIME,        /* cap on wall time, likewise */
    RESULT_STOP_LONG,        /* a long execution: few samples, of which a median has no interval */
    RESULT_STOP_INTERRUPTED, /* SIGINT */
};

const char *result_stop_name(enum result_stop stop); /* "converged", ...; static storage */

/* ---------------------------------------------------------------------------------------------- */

/*
 * results_override: what a run says of a case with kernels of the user's and the case beside it
 * with the shipped ones: `twin` of the former. harness/analysis/override/override.h finds it out.
 */

enum results_override_verdict {
    RESULTS_OVERRIDE_NONE,    /* not said */
    RESULTS_OVERRIDE_WRONG,   /* its check failed, or its time cannot be true */
    RESULTS_OVERRIDE_NO_TIME, /* of it, or of the original */
    RESULTS_OVERRIDE_TOO_FEW, /* common rounds, to tell */
    RESULTS_OVERRIDE_NO_DIFFERENCE,
    RESULTS_OVERRIDE_FASTER,
    RESULTS_OVERRIDE_SLOWER,
    RESULTS_OVERRIDE_VERDICT_COUNT,
};

enum results_override_fact {
    RESULTS_OVERRIDE_REGISTERS, /* of a thread */
    RESULTS_OVERRIDE_SPILLS,    /* as the driver counts them */
    RESULTS_OVERRIDE_LOCAL,     /* bytes of a thread in memory: arrays and what is spilled */
    RESULTS_OVERRIDE_SHARED,    /* bytes of a group */
    RESULTS_OVERRIDE_BINARY,    /* bytes */
    RESULTS_OVERRIDE_SPIRV,     /* bytes */
    RESULTS_OVERRIDE_FACT_COUNT,
};

/* A kernel and what stands in for it. */
struct results_override_kernel {
    const char *name;                          /* of both */
    const char *id, *file_id;                  /* in kernels[] */
    bool same;                                 /* SPIR-V, to the byte */
    double facts[RESULTS_OVERRIDE_FACT_COUNT]; /* NAN: the driver does not say */
    double file_facts[RESULTS_OVERRIDE_FACT_COUNT];
};

struct results_override {
    const char *original;     /* the case's name; "" where the run does not have it */
    struct stats_ratio ratio; /* of the file's time to the original's; pairs 0: none */
    enum results_override_verdict verdict;
    struct results_override_kernel *kernels; /* malloc'ed */
    size_t kernel_count;
};

/* "slower", "too_few_rounds", ... Static storage. */
const char *results_override_verdict_name(enum results_override_verdict verdict);

struct run_axis {
    const char *name, *value;
    double number; /* of an axis of integers; NAN */
};

struct run_sample {
    double gpu_ns, wall_ns; /* per execution: the total over inner_repetitions; gpu_ns 0 for kind
                               cpu */
    uint32_t round, order;
    double canary_ns, core_hz;
    bool throttled, held_back; /* held_back: so the device said; the file has it as throttled */
    uint32_t launch;           /* from 0 */
    double host_canary_ns, host_hz; /* of kind cpu */
};

enum run_cache { RUN_CACHE_NONE, RUN_CACHE_HOT, RUN_CACHE_COLD }; /* NONE: not said */

/* Effect of the sweep before each execution of a cold case. */
struct run_cache_proof {
    bool known, cold, clean;
    double sweep_bytes, sweep_ns, read_bytes, hot_ns, cold_ns, clean_ns, dirty_ns;
};

/* Work done for the device's clock while the group was sampled. */
struct run_clock {
    double raises, raise_ns, pauses, pause_ns;
    double probe_ns, core_hz;               /* after the last load */
    double best_ns, best_alone_ns, best_hz; /* of the run, when the group had ended */
    bool throttled_count;                   /* throttled samples count, too; of several launches
                                               those of any: struct run_launch says of which */
};

/*
 * Energy of an execution, by a loop of the case behind its samples, in joules: of the whole device,
 * what it draws at rest included; for kind cpu, of the host's processor packages.
 */
struct run_energy {
    bool known;         /* the run asked for it */
    const char *source; /* what was read; "" where there is nothing */
    const char *reason; /* why there is no energy that counts; "" where there is */
    const char *lacks;  /* what else the system does not give, each with its remedy; "" for none */
    double counter_j;   /* by the difference of the energy counter, of an execution */
    double power_j;     /* by the mean of the power samples times the time */
    double apart;       /* of the two, relative; without one of them, of the halves of the loop */
    double executions, execution_ns, busy; /* of the loop; busy: share of it in executions */
    double window_ns, tick_ns;             /* between two ticks of the counter; of one tick */
    double power_w, temperature_c, core_hz, memory_hz; /* in the loop: means, the highest, lows */
    const char *limits; /* what held the clock back in the loop, "power, heat"; "" for nothing */
    double rounds_power_w, rounds_temperature_c, rounds_memory_hz; /* beside the rounds */
    const char *rounds_limits;
};

struct run_counters {
    double dispatches, indirect_dispatches, draws, copies, read_backs, fills, barriers, submits,
        host_returns, builds, traces;
};

struct run_metric {
    const char *name, *unit;
    double value;
    bool exact; /* with one seed always the same */
};

/* The execution directly before a sample, without a pause; NONE: not recorded. */
enum run_preceding {
    RUN_PRECEDED_NONE,
    RUN_PRECEDED_BY_ITSELF,
    RUN_PRECEDED_BY_SWEEP,
    RUN_PRECEDED_BY_OTHERS
};

/* One of several launches, a process each, that measured the case. */
struct run_launch {
    size_t samples;           /* of the case's, behind those of the launches before */
    double median_ns;         /* of the time that the case is judged by */
    struct stats_ratio ratio; /* pairs 0: none */
    enum result_stop stop;
    bool throttled_count;             /* throttled samples of this launch count, too */
    const struct run_metric *metrics; /* those that are times or energies; older files have none */
    size_t metric_count;
};

/* What bounds a case, of the units that papers speak of. Only in a row of evidence (row.h). */
struct run_unit_floor {
    const char *bound; /* "" where none is known */
    double percent;    /* of its time; NAN */
    bool texels_open;  /* the cost of texel lookups was not measured */
};

/* One execution of it, among the samples of cases. */
struct run_probe_sample {
    double ns;
    uint32_t round, order;
    bool throttled; /* a case's sample in the same round was */
    uint32_t launch;
};

/* The yardstick beside the case, instruments.h. */
struct run_probe {
    bool known;                       /* the file has one, or says why not */
    const char *reason;               /* why it has no time */
    double bytes_read, bytes_written; /* the case's, in whole words */
    enum run_preceding preceded_by;
    struct run_probe_sample *samples; /* in the order of sampling */
    size_t sample_count, sample_room; /* the latter is case_launches.h's */
    struct stats_summary time;        /* of all its samples that count; count 0: none */
};

enum run_check { RUN_CHECK_NONE, RUN_CHECK_PASSED, RUN_CHECK_FAILED };

struct run_case {
    const char *name, *workload, *technique, *bench, *variant;
    uint64_t workload_key; /* of the name; of two names hardly ever the same */
    bool twin;             /* files of the user's stand in for kernels of its own: `replaced` */
    const char *const *replaced;
    size_t replaced_count;
    enum bench_kind kind;
    const char *api, *program; /* of a program: what it works by, "cuda" or "host", and the name
                                  that it gives itself */
    const char *mark;          /* a doubt about its times that does not make them wrong */
    bool yardstick;            /* never the fastest */
    bool kernels_changed;      /* of a row: this build has other kernels (run_kernel.h) */
    bool baseline;
    enum run_cache cache;
    const struct run_axis *axes; /* in the order of the file */
    size_t axis_count;
    enum bench_ceiling ceiling; /* that it measures */
    enum bench_status status;
    const char *reason; /* why it is not ok */
    bool by_wall;       /* it is judged by wall time; see run_case_judged() */
    enum run_check check;
    double answer_kept_s; /* since 1970: an earlier run computed the answer; 0: none did */
    bool check_before, check_after;
    bool check_sampled; /* the execution of the first check is the first sample */
    /* Executions over poison, outside of the samples, each in stamps of its own: how many, their
     * median, and that of the executions right behind them. 0: none. */
    double fresh_count, fresh_ns, again_ns;

    /* Only with status ok; counts are 0 otherwise. */
    struct run_sample *samples;       /* in the order of sampling */
    size_t sample_count, sample_room; /* the latter is case_launches.h's */
    struct stats_summary gpu, wall;   /* count 0: none */
    struct stats_ratio ratio;         /* of the case's time to the baseline's; pairs 0: none */
    struct results_override beside;   /* of a twin, as the file has it */
    /*
     * Of several launches; 0 of one. gpu, wall and ratio are of all samples then, but their
     * intervals those that one process typically has; these are between launches.
     */
    struct run_launch *launches;
    size_t launch_count;
    struct launch_stats time_between, ratio_between; /* launches 0: none */
    struct run_clock clock;
    struct run_energy energy;
    double tick_ns, empty_ns; /* instruments.h */

    enum result_stop stop;
    double inner_repetitions;
    bool stamps_each; /* each in a pair of stamps of its own */
    enum run_preceding preceded_by;
    struct run_cache_proof cache_proof;
    double warmup_ns, warmup_executions;
    bool warmup_converged; /* it ended since the clock was steady, not since time was up */
    struct bench_work work;
    struct run_counters counters;
    double peak_bytes;
    double threads, threads_held; /* of kind cpu: of the host, and how many were held on a CPU */
    const struct run_metric *metrics;
    size_t metric_count;
    double floor_ns;         /* limits.h */
    const char *floor_bound; /* "bytes", "texture", "operations", "atomics", "chain", "groups",
                                "vertices", "pixels" */
    double floor_percent;
    struct run_unit_floor unit_floor;
    struct run_probe probe;
    double probe_percent;       /* its time over the case's */
    const char *const *kernels; /* ids of struct run_kernel */
    size_t kernel_count;
};

/* Compares workloads by name; the key nearly always decides. */
bool run_case_same_workload(const struct run_case *c, const struct run_case *other);

/* The axis of that name; NULL. */
const struct run_axis *run_case_axis(const struct run_case *c, const char *name);

/* True where both have the same values of the same axes. */
bool run_case_same_axes(const struct run_case *c, const struct run_case *other);

/* The metric of that name; NULL. */
const struct run_metric *run_metric_find(const struct run_metric *metrics, size_t count,
                                         const char *name);

/* The times that the case is judged by; NULL where it has none, as every case that is not ok. */
const struct stats_summary *run_case_judged(const struct run_case *c);

/* The energy of an execution, in joules; NAN where the run has none, or none that counts. */
double run_case_joules(const struct run_case *c);

/* The interval of its median, and of its ratio, that says most: between launches where there are
 * several, else within the process. Both ends NAN where there is none. */
struct stats_interval run_case_interval(const struct run_case *c);
struct stats_interval run_case_ratio_interval(const struct run_case *c);

/* The median of those, with several launches the median of theirs; NAN where there is none. */
double run_case_median_ns(const struct run_case *c);

#endif
