/* SPDX-License-Identifier: MIT */
/* case_private.h: what the files of a case share. Nobody else includes it. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_MEASURE_CASE_PRIVATE_H
#define CLAIMCHECK_HARNESS_ENGINE_MEASURE_CASE_PRIVATE_H

#include "harness/engine/cpu/cpu_clock.h"
#include "harness/engine/measure/case.h"
#include "harness/engine/measure/inputs.h"

enum {
    CASE_OUTPUTS_MAX = 64,
    CASE_STATES_MAX = 16,
    CASE_STATE_WORDS_MAX = 4, /* of one range */
    CASE_FRESH_MAX = 8,       /* executions behind poison that are timed */
    CASE_LONG_NS = 100000000, /* of an execution of a program: each of it costs too much */
    CASE_SLOT_BEGIN = 0,
    CASE_SLOT_END = 1,
    CASE_SLOT_CANARY_BEGIN = 2,
    CASE_SLOT_CANARY_END = 3,
    CASE_SLOT_LAST = 4,
    CASE_SLOT_FIRST = 5, /* before the untimed execution, where there is one */
    CASE_SLOT_EACH = 8,  /* and as many pairs behind it as there are repetitions */
    CASE_SLOT_DRIVE_BEGIN = GPU_TIMESTAMPS_MAX - 2,
    CASE_SLOT_DRIVE_END = GPU_TIMESTAMPS_MAX - 1,
};

/* Counters of one execution: those of the run file, what of its work is recorded, and what the
 * declared bytes are held against. */
struct case_counters {
    struct run_counters counted;
    double groups, groups_most, chain, bytes_bound; /* struct gpu_counters */
};

struct case_private {
    const struct plan_case *plan;
    struct result *result;
    struct case_output outputs[CASE_OUTPUTS_MAX];
    size_t output_count;
    struct case_output states[CASE_STATES_MAX]; /* buffers, of bench_state_range() */
    size_t state_count;
    struct cpu_pool *pool;          /* CPU: the threads that compute; others NULL */
    double said_ns, said_device_ns; /* bench_program_says(), of the last request */
    double drive_gpu_ns;            /* of the execution that is running */
    struct case_counters drive_counters;
};

struct case_timing {
    double gpu_ns, wall_ns; /* per execution */
    double aside_ns;        /* of the whole sample: sweeps, probes and untimed executions that the
                               host waited for */
    struct canary_reading clock;
    struct cpu_clock_reading host; /* CPU: behind the last execution */
};

struct case_run {
    struct bench_case c;
    struct case_private private;
    struct gpu *gpu;
    struct gpu_commands *commands; /* GPU: reset and execution; HOST_DRIVEN: reset alone */
    struct case_counters counters;
    struct span_log *log;          /* NULL but while tracing */
    struct canary *canary;         /* NULL: no probes */
    struct overhead *overhead;     /* or NULL */
    struct cache *cache;           /* NULL: hot */
    struct host_cache *host_cache; /* likewise, of a CPU case */
    struct bench_method method; /* what is called: around, then the variant's, then the bench's */
    struct bench_method inner_method; /* c.method: without what stands around it */
    struct case_timing first;         /* of its first check's execution, */
    struct inputs *held;              /* of a twin: what its set-up put into buffers; or NULL */
    struct gpu_commands *single;      /* GPU: of case_execute_single() */
    bool single_is_recorded;
    bool notes_groups; /* what is recorded now: case_count_groups() */
    double fresh_ns[CASE_FRESH_MAX], again_ns[CASE_FRESH_MAX]; /* of such pairs */
    double sent_ns; /* to a program: a word of its input, the least */
    size_t fresh_count;
    double look_ns;    /* host's time for the first look at what an execution left */
    double typical_ns; /* of a program, by its trial */
    uint32_t inner;
    bool stamps_each;  /* every execution in a pair of stamps of its own */
    bool primed;       /* an untimed execution comes before each sample */
    bool poisons_each; /* each sample is behind poison: it is long, and that costs it nothing */
    bool looked;       /* at what a sample left, between samples */
    bool checked;      /* the last execution was, and its outputs were right */
    bool is_set_up;    /* case_set_up() has ended well, */
    bool ready;        /* and this is what the method's set-up said */
};

/* True while the case is ok; turns a failure of the device into the case's. */
bool case_still_ok(struct case_run *run);

/* Records what a sample submits: reset and, for kind GPU, the stamped executions. */
void case_record_sample(struct case_run *run);

/* Adds what was recorded into a submission; submissions and returns to the host stay. */
void case_counters_add(struct case_counters *sum, const struct gpu_counters *other);

/* Writes how many groups an execution has launched, and its chain. For indirect dispatches of kind
 * GPU another execution, in no time, copies their arguments; of those that the host drives none is
 * known, and the work says 0 groups. False once the case has ended. */
bool case_count_groups(struct case_run *run, struct bench_work *work);

/* One sample's worth of executions. False once the case has ended. */
bool case_execute(struct case_run *run, struct case_timing *timing);

/* Holds the bytes that the case declares against what its first execution has bound. False
 * once the case has failed by it. */
bool case_declared_check(struct case_run *run);

/* Whether the case is watched for kept work: others of kind CPU come with claimcheck. */
bool case_is_watched(const struct case_run *run);

/* Marks the case, which goes on; the first mark stays. */
void case_mark(struct result *result, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* case_program.c: cases of compute_times(). So many executions in one request, *ns in all. */
bool case_program_run(struct case_run *run, uint32_t times, double *ns);

/* case_try() of one: as many executions as make a sample long beside a request. */
bool case_try_program(struct case_run *run, double *typical_ns);

/* case_try_fresh() of one: over poison and an input that it has never seen, then over one that it
 * has. False once the case has ended. */
bool case_try_renewed(struct case_run *run);

/* Once there are samples: marks the case where more executions do not take more time, or its own
 * clock says less than ours. False once the case has ended. */
bool case_audit_program(struct case_run *run);

/* Fills outputs and scratch (gpu_scope_settle()) with a word that is drawn anew; what
 * bench_state_range() declares is 0, and what the set-up of a twin put into its buffers is there
 * again. False once the case has ended. */
bool case_poison(struct case_run *run);

/* After an execution: states as a metric, `kept_bytes`, what the method keeps from one to the next:
 * what it declares by bench_state_range(), and what its set-up fills and executions may write. */
void case_state_tell(struct case_run *run);

/* One execution over what is there, by itself, and its time, on the device where it is stamped.
 * False once the case has ended. Not for kind CPU. */
bool case_execute_single(struct case_run *run, double *ns);

/* A pair of them, the first over poison: what it takes longer than the second, and than samples do,
 * is work that was kept. What a submission costs its first kernels both have alike. False once the
 * case has ended. */
bool case_try_fresh(struct case_run *run);

/* True where poison comes before such pairs, not before each sample. */
bool case_executes_fresh(const struct case_run *run);

/* So many executions behind one another, without reset and sweep. Kind GPU: in a submission of
 * their own, which the first call records and every later one has alike; *ns is then the device's
 * time. False once the case has ended. */
bool case_execute_loop(struct case_run *run, struct gpu_commands **loop, uint32_t times,
                       double *ns);

/* After the last sample, and as many such pairs as are wanted: false once the case has failed by
 * its times over poison. */
bool case_judge_fresh(struct case_run *run, uint32_t wanted);

/* Checks what the last execution left. False once the case has failed by it. */
bool case_look(struct case_run *run, enum bench_check check);

/* Executes over poison, and looks. */
bool case_execute_checked(struct case_run *run, enum bench_check check, struct case_timing *timing);

#endif
