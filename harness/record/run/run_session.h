/* SPDX-License-Identifier: MIT */
/*
 * run_session.h: what a run was asked for, when, and where its time went. As in run_case.h, a text
 * that the file does not have is "", and a number NAN.
 */
#ifndef CLAIMCHECK_HARNESS_RECORD_RUN_RUN_SESSION_H
#define CLAIMCHECK_HARNESS_RECORD_RUN_RUN_SESSION_H

#include "harness/record/bench_kinds.h"
#include "harness/record/run/run_case.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* `ceilings` of the run file; null when nothing was measured. A new reference; NULL when memory
 * runs out. */
json_t *ceilings_json(const struct run_ceilings *ceilings);

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

/* "workload", "setup", ...; static storage. */
const char *session_phase_name(enum overhead_phase phase);

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

#endif
