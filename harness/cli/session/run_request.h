/* SPDX-License-Identifier: MIT */
/* run_request.h: what `claimcheck run` was asked for, and the arguments that ask for it again. */
#ifndef CLAIMCHECK_HARNESS_CLI_SESSION_RUN_REQUEST_H
#define CLAIMCHECK_HARNESS_CLI_SESSION_RUN_REQUEST_H

#include "harness/cli/session/published_cases.h"
#include "harness/engine/measure/sampler.h"
#include "harness/engine/plan/plan.h"
#include "harness/engine/shaders/kernel.h"

struct attempts; /* harness/analysis/override/override.h */

struct run_request {
    const char *filter, *device, *out, *resume; /* NULL when not given */
    const char *repetitions_of;                 /* likewise; a run file */
    const char *claims;     /* expression on ids of claims that the cases are about, "" for all;
                               NULL: it does not matter */
    const char **published; /* files of claims, in place of the shipped ones; owned */
    size_t published_count;
    const struct technique *const *techniques; /* all there are; NULL: unknown */
    struct published_cases cases;              /* of the claims */
    bool any_profile;                          /* none was asked for: `profile` is the claims' */
    bool device_profile;   /* none was asked for, by claims neither: the device's */
    bool software;         /* it is for a software device: run_request_on() knows */
    bool gate;             /* of `profile`, which is full, only the cases of the gate */
    bool scale;            /* the profile `scale` in place of `profile`, whose rules it has */
    uint64_t memory_bytes; /* of the device, that a case of `scale` may take; 0: as
                              plan_scale_memory_bytes() has it, or any without a device */
    enum bench_profile profile;
    enum plan_cache cache;
    enum probe_wanted probes;
    struct plan_setting *axes; /* names owned */
    size_t axis_count;
    struct plan_setting *options; /* of techniques */
    size_t option_count;
    struct kernel_files files; /* compiled */
    uint64_t seed;
    uint32_t samples;        /* of every case; 0: as the profile has it */
    double begin_ns;         /* when it was read: the command began */
    uint32_t case_timeout_s; /* 0: as run_request_case_timeout_s() has it */
    uint32_t launches;       /* of all cases; above 1 a process each; 0: as launch_plan.h has it */
    bool isolate;            /* each bench in a process of its own */
    bool fresh_ceilings;     /* none that an earlier run has kept */
    bool fresh_answers;      /* likewise */
    bool force;              /* a run file that is there is replaced */
    bool json;               /* what is written goes to standard output, too; alone without `out` */
    bool again; /* a later turn of --watch: ceilings are kept ones or none, and what the
                                first one has warned of is not said again */
    struct attempts *attempts; /* of --watch; NULL: of another run */
    bool scratch;              /* nobody is told where the run file is: it goes with its folder */
    bool kernel_fault;         /* there is no request, for the sake of a file of --kernel */
    bool no_ceilings, validate, validate_gpu, list_cases, quiet, verbose;
    bool check_only;        /* check points, and nothing else */
    bool wide;              /* the table, however narrow the terminal is */
    bool all;               /* every case, on a terminal, too */
    bool without_baselines; /* set by the caller: a plan for no ratios, and no floors */
};

void run_request_finish(struct run_request *request);

/* Names by enum plan_cache, except PROFILE. */
extern const char *const run_request_cache_names[PLAN_CACHE_BOTH + 1];

/* Names by enum probe_wanted. */
extern const char *const run_request_probe_names[PROBE_WANTED_COUNT];

/* Who makes a request of arguments: the command line, which is above this. */
struct run_reader {
    const void *command;                       /* whose options they are; the reader's own */
    const struct technique *const *techniques; /* NULL-terminated */

    /* The arguments outlive the request. False with a message of trouble.h. */
    bool (*read)(const struct run_reader *reader, struct run_request *request, int argc,
                 const char *const *argv);
};

/* Expands the plan, of which a software device gets no claims that it cannot test. It has the
 * ceilings first unless the request leaves them out or only lists cases; the request outlives it.
 * False with a one-line message. */
bool run_request_plan(const struct run_request *request, const struct technique *const *techniques,
                      struct plan *plan);

/* The request as it is on a device, or with NULL without any: with the profile that is the device's
 * where none was asked for, and knowing a software device and its memory. What it points to stays
 * the request's: it is not to be finished. */
struct run_request run_request_on(const struct run_request *request, const struct gpu_info *device);

/* The name of the profile, as the session has it: the gate's is "full". */
const char *run_request_profile(const struct run_request *request);

struct sampler_rules run_request_rules(const struct run_request *request, bool software);

/* Seconds without a sign of life after which a case is given up. */
uint32_t run_request_case_timeout_s(const struct run_request *request, bool software);

/* Time-out of one submission: half of that. */
uint64_t run_request_wait_ns(const struct run_request *request, bool software);

/*
 * Arguments that make the same plan and the same samples again, device and files left out:
 * NULL-terminated, for os_path_names_free().
 */
char **run_request_arguments(const struct run_request *request);

#endif
