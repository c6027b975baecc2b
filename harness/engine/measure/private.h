/* SPDX-License-Identifier: MIT */
/*
 * private.h: what the files of this folder share. Nobody else includes it.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_MEASURE_PRIVATE_H
#define CLAIMCHECK_HARNESS_ENGINE_MEASURE_PRIVATE_H

#include "harness/engine/cpu/cpu_clock.h"
#include "harness/engine/gpu/gpu.h"
#include "harness/engine/instruments/instruments.h"
#include "harness/engine/measure/measure.h"

/* Cases ------------------------------------------------------------------------------------- */

enum {
    CASE_OUTPUTS_MAX = 64,
    CASE_STATES_MAX = 16,
    CASE_STATE_WORDS_MAX = 4, /* of one range */
    CASE_FRESH_MAX = 8,       /* executions behind poison that are timed */
    CASE_GIVES_MAX = 24,      /* as many where a program gives its answers late */
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

struct live_case {
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
    struct gpu_commands *single;      /* GPU: of execute_single() */
    bool single_is_recorded;
    bool notes_groups; /* what is recorded now: case_count_groups() */
    double fresh_ns[CASE_GIVES_MAX], again_ns[CASE_GIVES_MAX]; /* of such pairs */
    /* Least times of a program: to take a word of its input, to give poison, to give an answer. */
    double sent_ns, gave_poison_ns, gave_ns;
    const struct bench_workload *unseen; /* of a program, with an answer that is not asked for so
                                            far; NULL: none */
    uint32_t fresh_wanted;
    size_t fresh_count;
    double look_ns;    /* host's least time for a look at what an execution left, */
    double looks_ns;   /* for all between samples, */
    double sampled_ns; /* and for samples */
    uint32_t looks;    /* between samples */
    double typical_ns; /* of a program, by its trial */
    uint32_t inner;
    bool stamps_each;  /* every execution in a pair of stamps of its own */
    bool primed;       /* an untimed execution comes before each sample */
    bool poisons_each; /* each sample is behind poison: it is long, and that costs it nothing */
    bool checked;      /* the last execution was, and its outputs were right */
    bool is_set_up;    /* case_set_up() has ended well, */
    bool ready;        /* and this is what the method's set-up said */
};

/* True while the case is ok; turns a failure of the device into the case's. */
bool case_still_ok(struct live_case *live);

/* Records what a sample submits: reset and, for kind GPU, the stamped executions. */
void case_record_sample(struct live_case *live);

/* Adds what was recorded into a submission; submissions and returns to the host stay. */
void case_counters_add(struct case_counters *sum, const struct gpu_counters *other);

/* Writes how many groups an execution has launched, and its chain. For indirect dispatches of kind
 * GPU another execution, in no time, copies their arguments; of those that the host drives none is
 * known, and the work says 0 groups. False once the case has ended. */
bool case_count_groups(struct live_case *live, struct bench_work *work);

/* Ends the case where its execution failed for no reason. False once the case has ended. */
bool case_executed(struct live_case *live, bool ok);

/* One sample's worth of executions. False once the case has ended. */
bool case_execute(struct live_case *live, struct case_timing *timing);

/* Whether the case is watched for kept work: others of kind CPU come with claimcheck. */
bool case_is_watched(const struct live_case *live);

/* Marks the case, which goes on; the first mark stays. */
void case_mark(struct result *result, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* case_try() of a program: as many executions as make a sample long beside a request. */
bool case_try_program(struct live_case *live, double *typical_ns);

/* Fills outputs and scratch (gpu_scope_settle()) with a word that is drawn anew; what
 * bench_state_range() declares is 0, and what the set-up of a twin put into its buffers is there
 * again. False once the case has ended. */
bool case_poison(struct live_case *live);

/* After an execution: states as a metric, `kept_bytes`, what the method keeps from one to the next:
 * what it declares by bench_state_range(), and what its set-up fills and executions may write. */
void case_state_tell(struct live_case *live);

/* True where poison comes before pairs of executions, not before each sample. */
bool case_executes_fresh(const struct live_case *live);

/* So many executions behind one another, without reset and sweep. Kind GPU: in a submission of
 * their own, which the first call records and every later one has alike; *ns is then the device's
 * time. False once the case has ended. */
bool case_execute_loop(struct live_case *live, struct gpu_commands **loop, uint32_t times,
                       double *ns);

/* After the last sample, and as many such pairs as are wanted: false once the case has failed by
 * its times over poison. */
bool case_judge_fresh(struct live_case *live, uint32_t wanted);

/* Checks what the last execution left. False once the case has failed by it. */
bool case_look(struct live_case *live, enum bench_check check);

/* Looks at the answer in full; the reason of a wrong one begins with `when`. */
bool case_look_when(struct live_case *live, const char *when);

/* Executes over poison, and looks. */
bool case_execute_checked(struct live_case *live, enum bench_check check,
                          struct case_timing *timing);

/* Inputs ------------------------------------------------------------------------------------ */

/*
 * Buffers that all cases of a group share and that no shipped kernel writes. A kernel of
 * the user's can: that is found, and put back, so that it costs no other case its answer.
 */

struct inputs;

/* Copies the buffers of the scope that are no scratch, as they are, to memory of the host. NULL
 * when there is none left: nothing is then found. */
struct inputs *inputs_create(struct gpu_scope *scope);

/* Drops the buffers that changed since: a shipped kernel wrote them, so they are no inputs. Accepts
 * NULL. */
void inputs_learn(struct inputs *inputs);

/* Drops the changed buffers that a shipped kernel declares that it may write, for a file's kernel
 * whose original has not run. Accepts NULL. */
void inputs_learn_declared(struct inputs *inputs);

/* Puts back the inputs that were written to. Name of the first of them; NULL when there is none.
 * Accepts NULL. */
const char *inputs_restore(struct inputs *inputs);

/* Accepts NULL, sets *inputs to NULL. */
void inputs_destroy(struct inputs **inputs);

/* The sampler ------------------------------------------------------------------------------- */

struct probes; /* harness/engine/measure/sampler_probes.c */

enum { SAMPLER_WINDOW_PROBES = 9 };

/* A window of the warm-up: all its cases, one behind the other. */
struct sampler_window {
    double probes_ns[SAMPLER_WINDOW_PROBES]; /* the last ones */
    size_t count;
    double turn_ns; /* what the cases took; 0 of their trials */
};

/* One group while it runs. */
struct sampler_group {
    const struct sampler_params *params;
    const struct plan_group *plan;
    struct sampler_results *outcome;
    struct bench_workload *workload;
    struct live_case **live;     /* NULL: ended */
    size_t ahead;                /* so many cases are set up behind the one that is checked */
    bool *sampling;              /* still wants samples */
    double *typical_ns;          /* of an execution, as tried */
    struct sampler_window tried; /* the trials of those that are warmed up */
    struct timer timer;
    struct canary *canary; /* NULL: samples have no clock */
    bool cold;             /* which cases are sampled: cold ones, or all others */
    struct cache *cache;   /* NULL: the group has no cold case, or there is no memory for a sweep */
    char cache_trouble[GPU_MESSAGE_BYTES];
    struct host_cache *host_cache; /* likewise, for those of kind CPU */
    struct inputs *inputs;         /* NULL: the group has no twins */
    struct workload_others others; /* made for its first check case */
    struct probes *probes;         /* NULL: no case has one */
    struct energy_sum energy;      /* read beside the rounds, */
    double energy_read_ns;         /* when it was last, */
    unsigned energy_limits;        /* and what held the clock back then */
    bool clock_stays_low;          /* the last load did not bring it up */
    double load_ns;                /* wall time of loads beside the host's work, as yet uncounted */
    double throttled_ns; /* wall time that throttled rounds have cost in pauses and loads */
    size_t *order;
    uint64_t random;
};

/* Wall time of a case in rounds, with that of untimed executions. */
double sampler_wall_ns(const struct result *result);

/* True when no more of the group is to be run: the device is gone, or the run was interrupted. */
bool sampler_group_stopped(const struct sampler_group *group);

/* Ends a case that is in another status than ok. */
void sampler_group_drop(struct sampler_group *group, size_t i);

/* Says which case works next; i past the last: none does. */
void sampler_group_announce(const struct sampler_group *group, size_t i, uint32_t round);

/* True when the set-up of the case before, which a twin has in common, asks for none of its files;
 * unknown, and false, when that case has ended. */
bool sampler_twins_idle(const struct sampler_group *group, size_t i);

/* After the first check of any case: a twin that wrote what its original leaves alone has failed,
 * and what was spoiled is put right for the next case. */
void sampler_twins_checked(struct sampler_group *group, size_t i);

/* Between samples, and behind them: when an input is not what it was, no case that had it has a
 * time; those whose kernels may write it are to blame. True where that was so: these have ended. */
bool sampler_inputs_spoilt(struct sampler_group *group);

/*
 * Behind the first checks: a probe for each case that is to have one, checked. Cases that declare
 * the same bytes in the same cache mode share it. One that cannot be is a reason in their results.
 */
void sampler_probes_start(struct sampler_group *group);

/* How many there are; their indices in an order of rounds are behind those of the cases. */
size_t sampler_probes_count(const struct sampler_group *group);

/* True when probe k wants a sample in this round: some are enough, and together they cost but a
 * share of what the cases do. */
bool sampler_probes_want(const struct sampler_group *group, size_t k);

/* A sample of probe k. One that fails has no samples any more. */
void sampler_probes_sample(struct sampler_group *group, size_t k, uint32_t round, uint32_t order);

/* Behind a round: whether a sample of it was throttled. */
void sampler_probes_mark(struct sampler_group *group, uint32_t round, bool throttled);

/* Behind the last round: checks them again, hands out what they have, and gives their memory back,
 * which the last checks of the cases may want. */
void sampler_probes_end(struct sampler_group *group);

#endif
