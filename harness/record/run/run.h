/* SPDX-License-Identifier: MIT */
/* run.h: a run as structs, and its readers. */
#ifndef CLAIMCHECK_HARNESS_RECORD_RUN_RUN_H
#define CLAIMCHECK_HARNESS_RECORD_RUN_RUN_H

#include "harness/base/base.h"
#include "harness/record/bench_kinds.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---------------------------------------------------------------------------------------------- */

/*
 * run_case: a case of a run, as its file has it.
 *
 * Texts are never NULL: "" where there is none. Numbers are NAN where the file has none: null, or a
 * key that an earlier version did not write. Times are nanoseconds; those that are there are finite
 * and above 0, but for spreads, costs of waiting, and GPU times of kind cpu.
 */

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
    RESULT_STOP_COUNT,
};

extern const char *const result_stop_names[RESULT_STOP_COUNT]; /* "converged", ... */

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

/* "slower", "too_few_rounds", ...; NULL for NONE. */
extern const char *const results_override_verdict_names[RESULTS_OVERRIDE_VERDICT_COUNT];

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

/* What bounds a case, of the units that papers speak of. Only in a row of evidence (record.h). */
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
    size_t sample_count, sample_room; /* the latter is record.h's */
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
    bool kernels_changed;      /* of a row: this build has other kernels (run_kernel) */
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
    double look_count; /* executions between samples of which the outputs were compared */

    /* Only with status ok; counts are 0 otherwise. */
    struct run_sample *samples;       /* in the order of sampling */
    size_t sample_count, sample_room; /* the latter is record.h's */
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

/* The axis of that name, and its text in the run; NULL. */
const struct run_axis *run_case_axis(const struct run_case *c, const char *name);
const char *run_case_axis_value(const struct run_case *c, const char *name);

/* True where both have the same values of the same axes. */
bool run_case_same_axes(const struct run_case *c, const struct run_case *other);

/* The times that the case is judged by; NULL where it has none, as every case that is not ok. */
const struct stats_summary *run_case_judged(const struct run_case *c);

/* Whether its device's times count: those of a program do where their median is within 5 % of what
 * an execution more takes by our clock, or of its wall time, where each is too long for more. */
bool run_case_device_counts(const struct run_case *c);

/* The time of one of its samples that it is judged by, of one execution. */
double run_case_sample_ns(const struct run_case *c, const struct run_sample *sample);

/* The energy of an execution, in joules; NAN where the run has none, or none that counts. */
double run_case_joules(const struct run_case *c);

/* The interval of its median, and of its ratio, that says most: between launches where there are
 * several, else within the process. Both ends NAN where there is none. */
struct stats_interval run_case_interval(const struct run_case *c);
struct stats_interval run_case_ratio_interval(const struct run_case *c);

/* The median of those, with several launches the median of theirs; NAN where there is none. */
double run_case_median_ns(const struct run_case *c);

/* ---------------------------------------------------------------------------------------------- */

/*
 * run_session: what a run was asked for, when, and where its time went. As in run_case, a text
 * that the file does not have is "", and a number NAN.
 */

/* ---------------------------------------------------------------------------------------------- */

/* When sampling starts and stops, as the sampler takes it and the file of a run
 * says. INFINITY: no such bound. */

struct sampler_rules {
    uint32_t samples_min, samples_max; /* equal: so many, however long they take */
    double target_width;     /* half-width of a 95 % interval over its middle at which a case has
                                converged: of its median, and of its ratio to the baseline */
    double gpu_ns_min;       /* measured time that a case needs before it may converge */
    double case_wall_ns_max; /* cap on the wall time of one case, untimed executions and all */
    double host_wall_ns_max; /* the same, with samples_min samples at least, for a case that is
                                judged by wall time, and for a cold one, which is sweeps mostly */
    double ceiling_ns_max;   /* the same, where what it measures is a ceiling */
    double slow_ns; /* an execution that takes at least this gets 6 samples, which is how many an
                       interval needs, and its first check is its trial and its warm-up; 0: none. Of
                       a profile: as long as six of them reach host_wall_ns_max */
    double long_ns; /* likewise, and long_samples; of a profile: as long as three of them reach
                       case_wall_ns_max */
    uint32_t long_samples;
    uint32_t fresh;        /* executions over poison beside the samples, and in no file */
    uint32_t slow_samples; /* in place of the 6 of slow_ns, and in no file; 0: 6 */
    double first_ns;     /* a first check's execution of at least this is the first sample of a long
                        case: what an execution costs but once, such as pages of memory, is little
                        beside it; 0: none is */
    double wall_width;   /* half-width, as target_width, of the wall time of a case of kind GPU
                        beside others that are judged by it, at which it has converged, too, or
                        else at host_wall_ns_max; 0: that is not asked */
    double raise_ns_min; /* load that brings the clock up, before the first group, at least, unless
                            the core clock is seen to rise by half and to stand */
    double raise_ns_max; /* and before any group or round, at most; 0: never */
    double throttle_share;  /* a sample whose clock is under this share of the highest seen is
                                throttled; 0: none is */
    double throttle_ns_max; /* wall time of a group for pauses and loads after throttled rounds */
    double warmup_ns_max;
    double warmup_change; /* relative change of the canary between turns of all cases at which
                             warm-up ends; of the turns themselves where there is no canary */
    double ticks_min;     /* a sample is at least this many timer periods long */
    double inner_ns_max;  /* inner repetitions never make a sample longer than this */
    double prime_ns_max;  /* before a hot sample of a case whose execution takes at most this comes
                             an untimed one of the same case */
};

/* ---------------------------------------------------------------------------------------------- */

/*
 * What a device can do at most: as a run file has it, or as
 * analysis/limits/limits.h finds it in the cases of a run.
 */

enum { RUN_CEILINGS_POINTS_MAX = 32 };

/* Bandwidth over the working set. */
struct run_ceilings_point {
    double bytes; /* of the set */
    double bytes_per_s;
};

struct run_ceilings_curve {
    struct run_ceilings_point points[RUN_CEILINGS_POINTS_MAX]; /* by bytes, ascending, each once */
    size_t count;
};

/* Lookups in sampled images over their size, of texels of so many bytes. */
struct run_ceilings_texture {
    double texel_bytes;
    struct run_ceilings_curve curve;
};

enum { RUN_CEILINGS_TEXTURES_MAX = 4, RUN_CEILINGS_LATENCIES_MAX = 16 };

/* Dependent loads over the working set. */
struct run_ceilings_latency {
    double bytes; /* of the set */
    double ns;    /* of a load */
};

/* Limits of so many threads of the host, by wall time. */
struct run_ceilings_threads {
    double count; /* of threads */
    struct run_ceilings_curve copy, read, write;
    double operations_per_s;
};

enum { RUN_CEILINGS_THREADS_MAX = 4 };

/* 0 where nothing was measured. */
struct run_ceilings {
    struct run_ceilings_curve copy, read, write;
    struct run_ceilings_texture textures[RUN_CEILINGS_TEXTURES_MAX];
    size_t texture_count;
    double operations_per_s; /* the best of all kinds; a fused multiply-add is 2 */
    double single_per_s, integer_per_s, special_per_s; /* of one kind */
    struct run_ceilings_atomics {
        double dropped_per_s, returned_per_s; /* the old value */
    } atomics[BENCH_ATOMICS_COUNT];
    struct run_ceilings_latency latencies[RUN_CEILINGS_LATENCIES_MAX]; /* by bytes, ascending */
    size_t latency_count;
    double atomic_one_per_s, atomic_many_per_s, atomic_shared_per_s;
    double dispatch_ns;                                 /* none waits for another */
    double dependent_ns, indirect_ns, fill_ns, copy_ns; /* per dependent step, barrier included */
    double groups_per_s;                                /* work-groups that do nothing */
    double vertices_per_s, pixels_per_s;                /* of draws */
    double round_ns;          /* of a group, behind a barrier of its own */
    double round_trip_ns;     /* wall time: record, submit, wait, read back */
    double tick_ns, empty_ns; /* of the timestamps: instruments.h */
    struct run_ceilings_threads threads[RUN_CEILINGS_THREADS_MAX]; /* of the host */
    size_t threads_count;
    bool cached;          /* by an earlier run, and so not by this one */
    const char *measured; /* when that one began; NULL or empty: by this one */
};

enum overhead_phase {
    OVERHEAD_WORKLOAD,     /* input and reference's answer, on the host */
    OVERHEAD_UPLOAD,       /* of what all cases share; the device's timer and canary */
    OVERHEAD_SETUP,        /* of the cases: their buffers, and what the driver makes of kernels */
    OVERHEAD_FIRST_CHECKS, /* an execution of each, and its output against the answer */
    OVERHEAD_CLOCK,        /* loads that bring the device's clock up */
    OVERHEAD_WARMUP,       /* executions that are not kept, and the choice of repetitions */
    OVERHEAD_ROUNDS,       /* samples, and what lies between them */
    OVERHEAD_CHECKS,       /* after the samples, and what is freed */
    OVERHEAD_PHASE_COUNT,
};

/* Wall time of a try at the cases of a workload, or of the whole run. */
struct run_overhead {
    double phases_ns[OVERHEAD_PHASE_COUNT];
    double samples;
    double sampled_ns;    /* within samples; part of ROUNDS */
    double excluded_ns;   /* probes, sweeps and untimed executions beside them; part of ROUNDS */
    double wall_ns;       /* of it all */
    double rest_ns;       /* in no phase */
    double outside_ns;    /* in no sample */
    double per_sample_ns; /* between samples, without what is excluded */

    const char *workload; /* of a try */

    double first_number_ns; /* of the run: from its start to the first case measured */
    struct run_overhead *groups;
    size_t group_count;
};

/* A file of the user's, under the kernel that it stands in for or the option that named it. */
struct run_given_file {
    const char *name, *file, *sha256;
};

/* A claim that the run was planned by, with the SHA-256 of its judged members. */
struct run_planned_claim {
    const char *id, *sha256;
};

/* How cases are sampled, as another run decided: of --repetitions-of. */
struct run_sampling {
    const char *started, *commit; /* of that run */
    struct run_sampling_case {
        const char *name, *workload;
        enum bench_kind kind;
        enum run_cache cache;
        double inner_repetitions;
        bool stamps_each;
        enum run_preceding preceded_by;
    } * cases;
    size_t case_count;
};

struct run_session {
    uint64_t seed;
    const char *profile, *started, *ended;
    const char *const *arguments, *const *plan_arguments;
    size_t argument_count, plan_argument_count;
    bool validate, complete;
    double launches; /* processes that measure each case, or that with most; 1: the run itself */
    struct sampler_rules rules;
    struct run_given_file *kernel_files, *technique_files, *input_files;
    size_t kernel_file_count, technique_file_count, input_file_count;
    struct run_planned_claim *claims;
    size_t claim_count;
    struct run_sampling sampling;
    struct run_overhead overhead;
    double
        cpu_throttled_s; /* that the system held the control group back meanwhile; 0: not known */

    /* Members of a journal alone; bytes are in hexadecimal digits. */
    const char *const *paths, *const *argument_bytes;
    size_t path_count, argument_bytes_count;
    const char *folder, *device_identity, *program;
    bool replaces;
};

/* ---------------------------------------------------------------------------------------------- */

/*
 * run: a run file as structs, read once and checked once, before anything is computed from it.
 * Whoever reads a run reads these; harness/record/ alone writes the file. What texts and numbers
 * are where the file has none, run_case says.
 *
 * Checked: the version, types of all that is read, names that must be there and be unique, words
 * of closed lists, arrays of samples of one length, counts of at least 1, times above 0. Keys that
 * are not known are ignored. A run that breaks a rule is not read at all: one line says which file,
 * which case and what is wrong.
 */

/* The program that measured. */
struct run_tool {
    const char *name, *version, *commit;
    bool optimized, slow; /* slow: built without optimisation, or with sanitizers; else not said */
};

/* The CPU, as any user may read it. */
struct run_processor {
    const char *model, *vendor, *revision, *microcode;
    const char *governor;            /* of its clock */
    double cpus, cores, usable_cpus; /* usable: by the process */
    double quota_cpus;               /* by its control group, at once; 0: without a limit */
    double base_hz, max_hz;
    struct run_cpu_cache {
        double level, bytes, shared_by;
    } * caches;
    const char *const *features;
    size_t cache_count, feature_count;
};

struct run_variable {
    const char *name, *value;
};

/* Where it was measured. */
struct run_context {
    const char *os, *kernel, *architecture, *cpu, *loader;
    const char *host_hash; /* "" where there is none; of one host or of two it proves nothing */
    double cores, load_average;
    struct run_processor processor;
    struct run_variable *environment; /* what is set of drivers' and our own */
    size_t variable_count;
    const char *fault;                /* that was planted: CLAIMCHECK_FAULT */
    const char *layers;               /* of Vulkan, that the environment asked for; "" for none */
    const char *const *active_layers; /* of Vulkan, that were between this program and the driver */
    size_t active_layer_count;
};

struct run_device {
    const char *name, *kind, *uuid, *driver_uuid, *driver_name, *driver_info, *api_version;
    double vendor_id, device_id, driver_version, subgroup_size, multiprocessors;
    double timestamp_bits, timestamp_period_ns;
    const char *const *features;
    size_t feature_count;
    const char *group_count_max, *group_size_max; /* arrays, as JSON; NULL */
    double group_invocations_max, shared_bytes_max, storage_buffers_max, storage_buffer_bytes_max;
    double memory_bytes;
    bool software;
};

/* A fact of a workload: a text, a number, or a series of numbers; the others are "", NAN, 0. */
struct run_fact {
    const char *name, *text;
    double number;
    const double *series;
    size_t series_count;
    const char *json; /* as the file has it, where these do not hold all of it; NULL */
};

struct run_workload {
    const char *name;
    const struct run_fact *facts;
    size_t fact_count;
};

/* A driver's statistic of a kernel, under the driver's own name. */
struct run_statistic {
    const char *executable, *name;
    const char *json; /* a number, or true or false; NULL */
    double number;    /* NAN where it is none */
};

struct run_kernel {
    const char *id, *name, *file, *sha256;
    double bytes, bindings, push_bytes, shared_bytes, subgroup_size;
    double group_threads;                               /* of a work-group */
    const char *binding_kinds, *constants, *group_size; /* arrays, as JSON; NULL */
    struct run_statistic *statistics;
    size_t statistic_count;
    const char *const *of; /* of a row, where it stands for all of a case: each one's name, and the
                              first digits of its hash */
    size_t of_count;
};

/* Summary of a file whose samples were thinned; otherwise all counts are 0. */
struct run_summary {
    size_t samples_max, samples, of; /* of a case; in the file; of those that were taken */
};

/* Record of a baseline, or of a candidate for one. */
struct run_baseline {
    const char *accepted, *reason, *by;
    const char *fingerprint; /* as JSON; NULL where the run is neither */
};

struct run_row;

struct run {
    const char *path, *schema_version;
    struct run_tool tool;
    struct run_session session;
    struct run_context context;
    struct run_device device;
    struct run_ceilings ceilings; /* as the file has them */
    struct run_summary summary;
    struct run_baseline baseline;
    struct run_workload *workloads;
    struct run_kernel *kernels;
    struct run_case *cases; /* in the order in which they ended */
    const char *sum;        /* as the file has it; what is written gets one of its own: record.h */
    size_t workload_count, kernel_count, case_count;
    size_t case_capacity, workload_room, kernel_room;
    struct run_row *row; /* of a row of evidence, which has less of all this (record.h); NULL */
    struct arena arena;  /* holds all that the above point to, but for the cases */
};

/* Reads a run file or the journal of a run that was cut short, plain or packed by gzip or xz. NULL
 * with a one-line message. */
struct run *run_load(const char *path);

/* Reads a run document; `path` is what messages call it. NULL with a one-line message. */
struct run *run_read(const json_t *json, const char *path);

/*
 * Adds one more case, which pointers to cases do not outlive: what it points to lives in the run's
 * arena. NULL with a one-line message where the run has one of its name.
 */
struct run_case *run_add_case(struct run *run, const struct run_case *c);

/* Reads a case, into the run's arena. False with a one-line message. */
bool run_read_case(struct run *run, const json_t *json, struct run_case *c);

/* Reads one more entry of kernels[], unless the run has one of its id: that one, then. NULL with a
 * one-line message. */
const struct run_kernel *run_add_kernel(struct run *run, const json_t *entry);

/* The run as a document. */
json_t *run_document(const struct run *run);

/* The case of that name, which is the run's; NULL. */
struct run_case *run_find_case(const struct run *run, const char *name);

/* The value of an option that the plan was made by, "" of a flag; NULL where it was not given. */
const char *run_plan_argument(const struct run *run, const char *option);

/* Reads one more workload, with its facts, unless the run has one of its name. False with a
 * one-line message. */
bool run_add_workload(struct run *run, const json_t *workload);

/* The workload of that name; NULL. */
const struct run_workload *run_workload_find(const struct run *run, const char *name);

/* The text of a fact; "" where the workload or the fact is not there. */
const char *run_fact_text(const struct run *run, const char *workload, const char *fact);

/* The number of a fact; NAN where the workload or the fact is not there. */
double run_fact_number(const struct run *run, const char *workload, const char *fact);

/* A copy that lives as long as the run. */
const char *run_keep_text(struct run *run, const char *text);

/* Accepts NULL, sets *run to NULL. */
void run_destroy(struct run **run);

/* True of the technique whose cases measure the limits of a device: `ceilings` of a run file. */
bool run_measures_limits(const char *technique);

/* True where the device's queue has no timestamps: times of kind GPU are the host's. */
bool run_device_lacks_stamps(const struct run *run);

/* ---------------------------------------------------------------------------------------------- */

/* Entries of kernels[]. */

/* The kernel of that id; NULL where the run has none. */
const struct run_kernel *run_kernel_find(const struct run *run, const char *id);

/* Finds the kernel that another case has in place of kernel `index` of this case. If several have
 * its name, the positions among them must agree. With `file`, only a user's files count. NULL where
 * there is none. */
const struct run_kernel *run_kernel_instead(const struct run *run, const struct run_case *c,
                                            size_t index, const struct run *other_run,
                                            const struct run_case *other, bool file);

/*
 * The SHA-256 of the SPIR-V that this build has of a shipped kernel; "" where it has that one no
 * more; NULL where it is none of its own. Whoever knows the build sets it; NULL: nobody does.
 */
extern const char *(*run_kernel_built)(const char *name);

/* Whether a kernel is another one in this build, by a hash of which some digits may be left. */
bool run_kernel_changed(const char *name, const char *sha256);

/* ---------------------------------------------------------------------------------------------- */

/*
 * foreign: results of other tools as runs. Nobody here has checked what they measured, and their
 * rows took no turns: each case has foreign_mark, and check NONE. A row is a case without axes; its
 * name is VARIANT/WORKLOAD, or VARIANT alone. Values are its samples, in ns; a rate becomes the
 * time of one unit, and its mark names the rate.
 */

/* The order of foreign_form_name(). */
enum foreign_form {
    FOREIGN_NONE,
    FOREIGN_GBENCH,       /* JSON of google/benchmark: real_time of each repetition */
    FOREIGN_HYPERFINE,    /* JSON of hyperfine */
    FOREIGN_NVBENCH,      /* JSON of nvbench, with its files of samples: cold times by the device */
    FOREIGN_LLAMA_BENCH,  /* JSON or JSONL of llama-bench */
    FOREIGN_KERNEL_TUNER, /* a cache of Kernel Tuner, closed or not */
    FOREIGN_CSV,          /* a first line with name, value and unit, then a value a line */
    FOREIGN_LINES,        /* NAME VALUE UNIT; other lines do not count */
    FOREIGN_JSON,         /* numbers at a path in JSON, of which less is better */
    FOREIGN_RATE,         /* numbers at a path in JSON, of which more is better */
    FOREIGN_WALL,         /* nothing: how long the command took, which the caller knows */
    FOREIGN_FORM_COUNT,
};

/* "gbench", "hyperfine", ...; static storage. */
const char *foreign_form_name(enum foreign_form form);

/* The mark of each case begins with this: "not verified, not in turns". */
extern const char foreign_mark[];

/* True of a case that another tool measured. */
bool foreign_is(const struct run_case *c);

/* The form of a file, by its first bytes; NONE for a run file, and for what is no result of another
 * tool: LINES, JSON and RATE do not show. */
enum foreign_form foreign_find(const char *text, size_t size);

struct foreign_source {
    enum foreign_form form;
    const char *member; /* of JSON and RATE: "a.b[*].c" */
    const char *text;   /* ends with a zero */
    size_t size;
    const char *path;    /* of the file, which messages name; nvbench's files lie beside it */
    const char *started; /* for a file that has no date: "2026-01-31T10:00:00Z" */
};

/* The run. NULL with trouble(): the text has another form, no row, a value that is no time
 * or rate above 0, or a row with two units. */
struct run *foreign_run(const struct foreign_source *source);

/* Gives a case of such a run these samples in ns, in memory of the run, and what follows. */
void foreign_set_samples(struct run *run, struct run_case *c, const double *values, size_t count);

/* ---------------------------------------------------------------------------------------------- */

/*
 * json_reader: values of a run document, typed and checked as they are read. The first one that
 * breaks a rule leaves a message of base.h; after that every call gives nothing, so that callers
 * look once, at the end. A reader that goes on has a line for each, as far as there is room.
 */

enum { JSON_READER_NAME_BYTES = 96 };

struct run_reading {
    struct arena *arena; /* of texts and arrays */
    const char *path;
    const char *what, *name; /* "case", its name; "" outside of them */
    bool failed;
    size_t faults;      /* said so far */
    const char *format; /* what the document should be; NULL: "run file" */
    bool goes_on;       /* reads on behind a fault */
    bool stopped;       /* nothing more is read */
    void *of;           /* what its document's own readers need (record.h: make) */
};

/* An object or an array of the document; json is NULL for one that is not there, which has no
 * members. */
struct json_reader {
    struct run_reading *reader;
    const json_t *json;
    char name[JSON_READER_NAME_BYTES]; /* "samples", "ceilings.bandwidth.copy[3]"; "" for a whole */
};

/* The range that a number must have. */
enum run_range {
    RUN_ANY,
    RUN_AMOUNT, /* 0 and more */
    RUN_TIME,   /* above 0 */
    RUN_COUNT,  /* whole, 0 and more, below 2^64 */
    RUN_TOTAL,  /* the same, above 0 */
};

/* Says what is wrong with a member; `key` may be NULL, for the part itself. */
void json_reader_fault(const struct json_reader *part, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Says that a member is missing, unless it is there: then what is wrong with it has been said. */
void json_reader_missing(const struct json_reader *part, const char *key);

/* A fault for each member that is none of `known`, with the one that was meant. */
void json_reader_known(const struct json_reader *part, const char *const *known, size_t count);

/* The names of all members, in the document's order. NULL once something has failed. */
const char *const *json_reader_keys(const struct json_reader *part, size_t *count);

/* Members; null is as good as none. */
struct json_reader json_reader_object(const struct json_reader *part, const char *key);
struct json_reader json_reader_array(const struct json_reader *part, const char *key);
double json_reader_number(const struct json_reader *part, const char *key, enum run_range range);
/* A count of at least 1 that must be there where the part is; 0 where that is not. */
size_t json_reader_total(const struct json_reader *part, const char *key);
uint64_t json_reader_seed(const struct json_reader *part, const char *key);
bool json_reader_flag(const struct json_reader *part, const char *key);
const char *json_reader_text(const struct json_reader *part, const char *key);

/* A text that must be there, and not be empty. */
const char *json_reader_name(const struct json_reader *part, const char *key);

/* A name by which things of the document are joined: one that is not printable is a fault. */
const char *json_reader_key(const struct json_reader *part, const char *key);

/* The index of a text in a list with possible gaps; `otherwise` where there is none. */
int json_reader_choice(const struct json_reader *part, const char *key, const char *const *words,
                       int count, int otherwise);

/* Reads a word of a list that later versions may extend: an unknown word is `otherwise`, too. */
int json_reader_word(const struct json_reader *part, const char *key, const char *const *words,
                     int count, int otherwise);

/* Compiles an expression on names of cases, the text of a member. False where there is none, or it
 * is at fault. */
bool json_reader_expression(const struct json_reader *part, const char *key, const char *text,
                            struct expression *rows);

/* Entries of an array; `if_any` takes null, and gives NAN for it. */
size_t json_reader_count(const struct json_reader *array);
struct json_reader json_reader_entry(const struct json_reader *array, size_t i); /* an object */
double json_reader_value(const struct json_reader *array, size_t i, enum run_range range);
double json_reader_value_if_any(const struct json_reader *array, size_t i, enum run_range range);
bool json_reader_truth(const struct json_reader *array, size_t i);

/* All entries, which must be texts. */
const char *const *json_reader_texts(const struct json_reader *array, size_t *count);

/* Memory and texts of the run, these cleaned (base.h). NULL and "" once something has failed. */
void *json_reader_alloc(struct run_reading *reader, size_t count, size_t bytes);
const char *json_reader_keep(struct run_reading *reader, const char *text);

/* ---------------------------------------------------------------------------------------------- */

/* run_choice: some cases of a run, in an order. */

enum run_order {
    RUN_ORDER_FILE,    /* as they ended */
    RUN_ORDER_TIME,    /* the shortest first */
    RUN_ORDER_NAME,    /* numbers in names by their value */
    RUN_ORDER_SPEEDUP, /* the highest first */
    RUN_ORDER_FLOOR,   /* the nearest to its floor first */
};

struct run_wanted {
    const char *filter; /* extended regular expression on names of cases; NULL: all */
    const char *name;   /* exactly this case; NULL */
    enum run_order order;
};

/*
 * *chosen is the run with those cases alone. Where an order wants a number that a case has not, the
 * case comes last. The run outlives it. False with a one-line message: no such case, with the
 * nearest name; an expression that is none; nothing chosen. run_choice_finish() is due either way.
 */
bool run_choose(struct run *chosen, const struct run *run, const struct run_wanted *wanted);
void run_choice_finish(struct run *chosen);

/* The cases of each workload side by side, in the order in which the run has their first ones.
 * run_choice_finish() is due. */
void run_choose_by_workload(struct run *chosen, const struct run *run);

/* Gives *part, at first the choice without cases, those of the next workload; false at the end. */
bool run_choice_next(struct run *part, const struct run *chosen);

/* ---------------------------------------------------------------------------------------------- */

/* The cases of several runs of one device, each name once. */

/* A case, and the run that has it. */
struct run_latest_case {
    const struct run *run;
    const struct run_case *c;
    size_t runs; /* that have one of its name */
};

struct run_latest {
    struct run_latest_case *cases;          /* in the order in which the names are met; malloc'ed */
    const struct run_latest_case **by_name; /* the same, sorted */
    size_t count;
};

/* Finds one case for each name: one that is ok, then the newest run's, then the last given. */
void run_latest_find(struct run_latest *latest, const struct run *const *runs, size_t run_count);
void run_latest_finish(struct run_latest *latest);

/* NULL where there is none of the name. */
const struct run_latest_case *run_latest_named(const struct run_latest *latest, const char *name);

/* ---------------------------------------------------------------------------------------------- */

/* Samples of a run, fewer. */

/*
 * Makes a summary of a run: at most so many samples of each case, 1 at least, and `summary`, which
 * says so. All else stays as it is of all samples. Those rounds stay whose number, its bits
 * reversed, is the least: they are spread evenly, and are the same ones for all cases of a group,
 * whose pairs so stay pairs. Several launches share the number, one at least. Of core clock and
 * canary the clock stays, which says the same.
 */
void run_thin(struct run *run, size_t samples_max);

/* ---------------------------------------------------------------------------------------------- */

/* run_file: run files, their journals and traces as JSON, plain or packed by gzip or xz. */

/* A file that is larger, as it is or unpacked, is not read. */
#define RUN_FILE_BYTES_MAX ((size_t)DISK_LOAD_BYTES_MAX)

/* Nor is one that has more in session.paths, as a journal may: each is looked for in every text. */
enum { RUN_FILE_PATHS_MAX = 1024 };

/* Length of a run file's name or path without its ending, .json, .json.gz or .json.xz; the whole
 * length where it has none of them. */
size_t run_file_stem_bytes(const char *name);

/*
 * The document in a file; a journal becomes the document that it was to be, without a last line
 * that was cut short, and without paths (record.h). What the file is shows by its first
 * bytes, not by its name. Nothing is said of what the JSON holds;
 * a check sum that was looked at, and holds, is no member of it. NULL with a one-line message that
 * names the path, the line and what is wrong.
 */
json_t *run_file_json(const char *path);

/* Parses the bytes of a file, which messages call `path`. */
json_t *run_file_parse(const char *text, size_t size, const char *path);

/* Loads several run files, some at a time: of each path what run_load() gives, and its message. */
void run_load_all(const char *const *paths, size_t count, struct run **runs,
                  char (*messages)[MESSAGE_BYTES]);

/* ---------------------------------------------------------------------------------------------- */

/* run_history: times of cases over many runs, in the order of their dates. Pure: runs in, one
 * after the other, of which nothing is kept but what is here. */

/* A case of a run, which is ok and has a time. */
struct run_history_point {
    double seconds;              /* of the date, since 1970 */
    const char *date, *commit;   /* UTC, as in the run file */
    const char *device, *driver; /* of kind cpu the host's processor, and "" */
    const char *card;            /* first digits of its UUID's hash; of kind cpu, and unknown, "" */
    const char *kernels;         /* likewise of a hash of the case's SPIR-V; "" of none */
    const char *profile;
    const char *mark;                  /* run_case.mark */
    double launches;                   /* processes of the case; NAN: the file does not say */
    const char *name;                  /* of the case */
    double median_ns, low_ns, high_ns; /* as the run is judged; ends NAN where it has none */
    size_t samples;                    /* 0: the row does not say */
    const char *moved;                 /* what moved it from the points before; "": nothing did */
};

/* Points of one case on all cards and drivers of a model, the oldest first. */
struct run_history_line {
    struct run_history_point **points;
    size_t count;
};

/* Begins as zero; run_history_finish() is due. */
struct run_history {
    struct run_history_point *points; /* by case, device, card, driver, date */
    size_t point_count, capacity;
    struct run_history_line *lines; /* of run_history_end() */
    size_t line_count;
    size_t runs; /* that were added */
    struct arena arena;
};

/* Takes what the run, or row of evidence, has of cases for which `wants` says so. False with a
 * one-line message where the run has no date. */
bool run_history_add(struct run_history *history, const struct run *run,
                     bool (*wants)(const void *context, const char *name), const void *context);

/* Sorts them, once all are in, drops those of a run that was added twice, and makes the lines. */
void run_history_end(struct run_history *history);

void run_history_finish(struct run_history *history);

#endif
