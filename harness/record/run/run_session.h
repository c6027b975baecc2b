/* SPDX-License-Identifier: MIT */
/*
 * run_session.h: what a run was asked for, when, and where its time went. As in run_case.h, a text
 * that the file does not have is "", and a number NAN.
 */
#ifndef CLAIMCHECK_HARNESS_RECORD_RUN_RUN_SESSION_H
#define CLAIMCHECK_HARNESS_RECORD_RUN_RUN_SESSION_H

#include "harness/record/run/run_case.h"
#include "harness/record/sampler_rules.h"

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
