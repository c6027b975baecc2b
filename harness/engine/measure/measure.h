/* SPDX-License-Identifier: MIT */
/*
 * measure.h: inputs, cases and the rounds in which they are sampled.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_MEASURE_MEASURE_H
#define CLAIMCHECK_HARNESS_ENGINE_MEASURE_MEASURE_H

#include "harness/base/base.h"
#include "harness/bench.h"
#include "harness/context.h"
#include "harness/engine/gpu/engine.h"
#include "harness/engine/gpu/gpu.h"
#include "harness/engine/instruments/instruments.h"
#include "harness/engine/plan/plan.h"
#include "harness/engine/shaders/shaders.h"
#include "harness/record/run/run.h"

#include <jansson.h>
#include <signal.h>

/* Contexts ---------------------------------------------------------------------------------- */

/* Life of a context, as its owners see it. Benches see context.h only. */

struct input_cache;
struct input_store;

enum { CONTEXT_MESSAGE_BYTES = 640 };

/* Values that context_integer() and its siblings see; they outlive the context. */
struct context_values {
    const struct plan_axis_value *values;
    size_t value_count;
    const struct plan_option_value *options;
    size_t option_count;
    const char *name; /* of the workload or case, for context_recall(); NULL: it recalls nothing */
};

/* Finish accepts a zeroed context; the scope is its owner's. */
void context_init(struct context *context, uint64_t seed, struct context_values values);
void context_finish(struct context *context);

/* With the seed, the values and the options of another, which it does not outlive unless it asks
 * for none of these any more; without scope and shelf. */
void context_init_like(struct context *context, const struct context *from);

/* Where context_share() finds what other groups made, and context_recall() what other launches
 * did; outlives the context. NULL, as at the start: nowhere. */
void context_set_shelf(struct context *context, struct input_cache *shelf);

size_t context_bytes(const struct context *context); /* of context_alloc() */

/* The first trouble and its line; empty for CONTEXT_OK. A failure of the device is not among it. */
enum context_trouble context_trouble(const struct context *context);
const char *context_message(const struct context *context);

/* Replaces the trouble there is: for a failure that outranks it. */
void context_set_trouble(struct context *context, enum context_trouble trouble,
                         const char *message);

/* What context_answer_kept() said; 0: nothing. */
int64_t context_answer_kept_s(const struct context *context);

/* Facts stated so far; owned by the context. */
struct facts *context_facts(const struct context *context);

void context_set_poison(struct context *context, uint32_t word); /* of context_poison() */

/* Frees what context_read() gave. */
void context_drop_reads(struct context *context);

/* For faults planted by tests: from now on, or no longer, there is no memory left. */
void context_refuse_memory(struct context *context, bool refuse);

/* Workload ---------------------------------------------------------------------------------- */

/* Life of a workload, as the sampler and `inspect` see it. Benches see method.h. */

/*
 * Builds the host part of a group's workload. NULL on failure, with a one-line message; a workload
 * that is unsupported comes back with its trouble, and workload_upload() refuses it. shelf: the
 * shared inputs of context_share(), or NULL; it and the group outlive the workload. Destroy takes
 * the scope of the device part, too.
 */
struct bench_workload *workload_create(const struct plan_group *group, uint64_t seed,
                                       struct input_cache *shelf);

/*
 * Other inputs of a group's point, on the device: of another seed, and, of a bench that alters,
 * that of the seed with one word changed. Either is NULL where it cannot be had, and `trouble` and
 * `why` then say what kept it.
 */
struct workload_others {
    bool tried;
    struct bench_workload *other, *altered;
    enum context_trouble trouble;
    char why[CONTEXT_MESSAGE_BYTES];
};
void workload_others_make(struct workload_others *others, const struct plan_group *group,
                          uint64_t seed, uint64_t drawn, struct gpu *gpu);
void workload_others_finish(struct workload_others *others);

/* Builds the device part, in a scope of its own. False: the device has failed, or the context says
 * why. */
bool workload_upload(struct bench_workload *workload, struct gpu *gpu);

void workload_destroy(struct bench_workload **workload);

/* Input cache ------------------------------------------------------------------------------- */

/*
 * What groups of one process share: things that several workloads or cases need and
 * that one of them has made, each under the key that names it. Benches see context_share() only.
 */

/* Holds `bytes_max` bytes over from one group to the next at most. */
struct input_cache *input_cache_create(size_t bytes_max);

/* Accepts NULL, sets *shelf to NULL. */
void input_cache_destroy(struct input_cache **shelf);

/*
 * A group begins, and the contexts of the one before have ended: what was longest not asked for
 * goes until the rest fits. Accepts NULL.
 */
void input_cache_evict(struct input_cache *shelf);

/* Sets what launches share, for the groups from now on; outlives the cache. NULL, as at the start:
 * nothing. */
void input_cache_set_store(struct input_cache *shelf, struct input_store *store);
struct input_store *input_cache_store(const struct input_cache *shelf);

size_t input_cache_bytes(const struct input_cache *shelf); /* that are held now */

/* context_share(), of a context whose shelf this is: what it makes is there until a later turn. */
void *input_cache_share(struct input_cache *shelf, struct context *context, const char *key,
                        size_t bytes, context_share_fn *make, const void *argument);

/* Input store ------------------------------------------------------------------------------- */

/*
 * Answers of references that the launches of a run share: one makes them, and those
 * behind it, each in a process of its own, copy them into memory of their own. It is memory without
 * a name, which goes with the last process that has it. One process at a time uses it. Benches see
 * context_recall() and context_keep() only.
 */

enum { INPUT_STORE_KEY_BYTES = 768 };

/* Returns the bytes of a run's store: a 16th of the host's memory, 4 GiB at most. */
uint64_t input_store_bytes(void);

/* Holds `bytes_max` bytes at most: what does not fit is not kept. NULL where the system has no
 * memory for it. */
struct input_store *input_store_create(uint64_t bytes_max);

/* Returns the store of another process by its descriptor, which is then the store's. NULL when it
 * is none. */
struct input_store *input_store_attach(int descriptor, uint64_t bytes_max);

/* Returns its descriptor, for another process; 0 when the store is NULL. */
int input_store_descriptor(const struct input_store *store);

/* Accepts NULL, sets *store to NULL. */
void input_store_destroy(struct input_store **store);

/* Serve context_recall() and context_keep(). Both accept NULL. */
bool input_store_recall(const struct input_store *store, const char *key,
                        const struct context_part *parts, size_t count);
void input_store_keep(struct input_store *store, const char *key, const struct context_part *parts,
                      size_t count);

/* Result ------------------------------------------------------------------------------------ */

/* The yield of one case: the case of a run, and what only the engine needs of it. */

/* How a metric's value is derived from the median time of an execution. */
enum result_metric_kind {
    RESULT_METRIC_VALUE,
    RESULT_METRIC_EXACT, /* the same value, with one seed always the same */
    RESULT_METRIC_PER_SECOND,
    RESULT_METRIC_TIME_PER,
};

struct result {
    /*
     * The case as the sampler fills it in; session.h adds what is known at its end. Times are
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
    double aside_ns; /* time of samples that belongs to no timed execution: probes, sweeps */
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

/* Throttle ---------------------------------------------------------------------------------- */

/*
 * Which samples were taken at a clock that was too low to count. The reference is the
 * highest clock that the canary has seen in the run. A throttled sample stays in the run file; it
 * is left out of summaries, intervals, ratios and the stop rule, unless too few others remain.
 */

enum { THROTTLE_LEAST = 6 }; /* samples that an interval of the median needs */

/*
 * Marks the samples whose clock is under `share` of the reference, in place of earlier marks; with
 * share 0 none but those that the device says were held back. Other samples without a probe are
 * never marked. When fewer than THROTTLE_LEAST would remain, or than half where there are few to
 * begin with, throttled_count makes all of them count.
 */
void throttle_mark(struct result *result, double share, const struct canary_state *reference);

/* How many samples are marked. */
size_t throttle_count(const struct result *result);

/* How long to wait before the next round, after so many rounds in a row that held a throttled
 * sample, in nanoseconds: grows from 10 ms to 1 s. 0 for no such round. */
double throttle_pause_ns(uint32_t rounds);

/* Case -------------------------------------------------------------------------------------- */

/*
 * Life of one case, as the sampler sees it. Benches see bench.h only.
 *
 * set_up   the method's set-up: drivers go on compiling behind it, on threads of their own
 * start    the end of that, and the first check, of one execution over poisoned outputs
 * try      how long one execution takes: the first check tells of a long one, others are tried
 * settle   how many inner repetitions a sample has, and what comes before it; the first check's
 *          execution is the first sample where it is long, and as others will be
 * warm     one execution that is not kept
 * sample   one timed submission, any number of times; what is long is behind poison each time, and
 *          what may be the last is checked
 * watch    between samples: what the last one left is compared, and executions over poison are
 *          timed
 * end      whether those took longer than samples, and the check again, of what the last sample
 *          left; nothing where that was checked
 *
 * Each step returns false once the case has ended in another status than ok; its result then says
 * which and why.
 */

struct live_case; /* one case while it is measured; struct run_case is what a run keeps of it */

/* An output that a bench declared by bench_output(). */
struct case_output {
    struct gpu_buffer *buffer; /* either this, */
    struct gpu_target *target; /* or this, */
    void *memory;              /* or memory of the host */
    uint64_t offset, bytes;
};

/* Instruments with which a case is sampled; NULL: without. */
struct case_tools {
    struct canary *canary;         /* clock beside each sample */
    struct cache *cache;           /* sweeps, for cold cases: without it they run hot */
    struct host_cache *host_cache; /* likewise for those of kind CPU */
    struct input_cache *shelf;     /* of context_share(); kernels of the user's share nothing */
    struct overhead *overhead;     /* that the first check is billed to */
};

enum {
    CASE_STAMPED_REPETITIONS_MAX = 16,
    CASE_REQUESTED_NS = 12000000, /* that executions of a request to a program take at least: a
                                     request itself takes about a thousandth of it */
};

/* The group, the workload, the tools and the result outlive it. Without a device (NULL) cases
 * of kind CPU run, others are unsupported. NULL only without memory for its state. */
struct live_case *case_create(struct gpu *gpu, const struct plan_case *plan,
                              const struct bench_workload *workload, struct case_tools tools,
                              struct result *result);

/* Begins the set-up of a case. Several cases may be set up before the first starts; their work then
 * overlaps. */
bool case_set_up(struct live_case *live);

/* case_set_up(), unless that is done, and all that it has begun; nothing is executed. */
bool case_set_up_whole(struct live_case *live);

/* Sets the case up where that has not been done. */
bool case_start(struct live_case *live);

/*
 * In place of start and all that follows: set-up, and one execution, with no stamps of ours, no
 * poison, no check and no sweep. Reset and discard come before it, in a submission of their own.
 * The execution is a region of that name on a device that has labels.
 */
struct case_marks { /* called right before the execution and right after it; NULL: nothing is */
    void (*begin)(void *context);
    void (*end)(void *context);
    void *context;
};
bool case_once(struct live_case *live, const struct case_marks *marks);

/* The arguments of the bench's functions, those functions, and what surrounds them. */
struct bench_case *case_bench(struct live_case *live);

/* Ends a twin whose set-up asks for no such kernel: it would be its original over again. */
void case_leave_out(struct result *result);

/*
 * *typical_ns: the median of some executions behind one another, more of them the shorter they
 * are. What is long (sampler_long_rule()) by its first check has no other, but for kind GPU on a
 * device whose clock was not up then. A case of kind CPU has had its warm-up with that. *clock is
 * the probe beside the last of them.
 */
bool case_try(struct live_case *live, const struct sampler_rules *rules, double *typical_ns,
              struct canary_reading *clock);

/*
 * Where case_needs_stamps() every execution has a pair of stamps of its own, whatever `sampling`
 * says; with such stamps there are at most CASE_STAMPED_REPETITIONS_MAX. Cold cases are never
 * primed.
 */
bool case_settle(struct live_case *live, struct plan_sampling sampling);

/* True where a reset or a sweep comes before every execution. */
bool case_needs_stamps(const struct live_case *live);

/* checked: over poisoned outputs, in no time, and with the quick check right behind it. */
bool case_sample(struct live_case *live, uint32_t round, uint32_t order, bool checked);

/*
 * After the trial, which it makes none of: where sampler_first_rule() has it, the execution of the
 * first check is the sample of round 0, unless kernels were compiled beside it, or it was not at a
 * clock that is up where that is kept. It was checked in full, so that it is the check after
 * timing, too, where no other one follows. False once the case has ended.
 */
bool case_sample_first(struct live_case *live, const struct sampler_rules *rules,
                       const struct canary_state *clock, uint32_t order);

/* Adds the time that the case is judged by to *judged_ns; *clock is the probe beside it. */
bool case_warm(struct live_case *live, double *judged_ns, struct canary_reading *clock);

/* Behind a sample, which took so long, at moments that are drawn: checks what it left, as often as
 * that costs little beside samples, and executes over poison, `wanted` times in all. False once the
 * case has ended. */
bool case_watch(struct live_case *live, double sample_ns, uint32_t wanted);

/* Name of an input that a kernel of the case may have written, and that was; NULL: none. */
const char *case_spoilt(struct live_case *live);

/* fresh: how many executions over poison there are to be. */
bool case_end(struct live_case *live, uint32_t fresh);

/*
 * After start, of a case that is never timed. It executes over another input first and then over
 * its own, outputs and buffers as they were, over its own with one word changed, and again over its
 * own: each answer must follow its input, and the last ones come over fresh poison, so that five in
 * all are looked at. The case has then ended, as BENCH_VERIFIED where all were right.
 */
void case_verify(struct live_case *live, const struct workload_others *others);

/*
 * After case_end(): the energy of an execution, by a loop of them that is at least so long that the
 * counter says it; what the last one left is checked. Why there is none is a reason in the result.
 * *interrupted non-zero ends the loop. False once the case has ended.
 */
bool case_energy(struct live_case *live, struct energy_meter *meter, double typical_ns,
                 const volatile sig_atomic_t *interrupted);

/* The part over other inputs: false once the case has failed by it. */
bool case_verify_over(struct live_case *live, const struct workload_others *others);

/* Draws a number that nobody outside of the process can know. */
uint64_t case_draw(void);

/*
 * After start: records anew, so that a trace of the device that is on (engine/gpu/engine.h) sees
 * each command; executes that twice, and then over poisoned outputs, with the quick check.
 */
bool case_trace(struct live_case *live);

/*
 * Which spans of a submission lie within a timed execution: those between its pairs of stamps,
 * without resets and sweeps. Spans are shown in order; stamps themselves are never within.
 */
struct case_window {
    bool each, inside; /* each: executions have stamps of their own */
    bool driven;       /* a host-driven variant's, which may have stamps of its own within */
};
struct case_window case_window_of(const struct gpu_span *spans, size_t count);
bool case_window_holds(struct case_window *window, const struct gpu_span *span);

/* The log, which outlives the case, is told what the host does: "set-up", "record", "warm-up",
 * "poison", "execute", "check". NULL: no longer. */
void case_log(struct live_case *live, struct span_log *log);

/* In the order declared; owned by the case. */
size_t case_outputs(const struct live_case *live, const struct case_output **outputs);

void case_destroy(struct live_case **live);

/* The status that trouble of a context stands for. */
enum bench_status case_status(enum context_trouble trouble);

/* Ends a result in the status that a failure of the device stands for. */
void case_fail_device(struct result *result, const struct gpu_failure *failure);

/* Ends a result in a status, with a reason; what was sampled is dropped. Returns false. */
bool case_fail(struct result *result, enum bench_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Fault ------------------------------------------------------------------------------------- */

/*
 * Faults planted for tests by CLAIMCHECK_FAULT=KIND[:STEP][#LAUNCH]@REGEX, in every case
 * whose name the extended regular expression matches. Without the variable nothing is done.
 *
 *   alloc      the next allocation of device memory fails
 *   hostalloc  the case's own memory cannot be had
 *   lost       the next submission loses the device
 *   timeout    the next submission is not waited for to its end
 *   hang       the process stops for ever
 *   crash      the process ends by SIGSEGV
 *   exit       the process ends with exit code 3
 *   skip       the STEP-th dispatch, fill or copy that an execution records is left out
 *   short      the STEP-th dispatch that an execution records, indirect ones not counted, is one
 *              group short
 *
 * Of skip and short, STEP is a number from 1, and a case without such a step ends with an error.
 * Of the others it is `setup`, `sample` (before the first sample) or `check` (before each check);
 * `sample` unless given. LAUNCH is the only one in which it comes, from 1. alloc comes in the
 * set-up, and so does hostalloc, unless `check` is given.
 */

enum fault_step { FAULT_SETUP, FAULT_SAMPLE, FAULT_CHECK };

/* Reads the variable, once per process. False with a one-line message when it cannot be understood.
 */
bool fault_init(void);

/* Plants that one, which outlives it, in place of what was planted: as the variable has it, or
 * "list@REGEX", which changes nothing and has gpu_fault_steps() of each execution. As fault_init().
 */
bool fault_plant(const char *text);

/* The launch that goes on, from 0, as it is before the first call. */
void fault_launch(uint32_t launch);

/* The variable's value; NULL when no fault is planted. */
const char *fault_text(void);

/* The case reaches the step: the set-up when it begins, and again when its kernels are waited for,
 * so that what nothing in it has struck comes with the case's own first execution. */
void fault_reach(struct gpu *gpu, const char *case_name, enum fault_step step);

/* Cancels faults that were reached and have not struck yet. */
void fault_forget(struct gpu *gpu);

/* True when the case's own memory cannot be had in that step. */
bool fault_refuses_memory(const char *case_name, enum fault_step step);

/* Stand around the recording of one execution. The end returns false with a message where the
 * planted step was not recorded. */
void fault_steps_begin(struct gpu *gpu, const char *case_name);
bool fault_steps_end(struct gpu *gpu, const char *case_name);

/* Sampler ----------------------------------------------------------------------------------- */

/*
 * The loop over cases. Energy and audits of programs have loops of their own behind it.
 *
 * One group: workload, upload; then per case set-up, some of them ahead, and the first check; then
 * rounds, each a sample of every case that is still running, in seeded random order; then the check
 * again, of the very commands that were timed.
 */

/* The rules of a profile; software devices get smaller caps. */
struct sampler_rules sampler_rules_for(enum bench_profile profile, bool software);

/* Sets the rules for verdicts: few points of many figures, with wall times that are known well
 * enough. */
void sampler_rules_of_claims(struct sampler_rules *rules);

/*
 * Lets each of several launches take its share of the samples that one process would take. Fewer
 * than six launches still have intervals of their own, of two independent medians too; of six and
 * more the medians alone count. Of 0 or 1 launch nothing changes.
 */
void sampler_rules_of_launches(struct sampler_rules *rules, uint32_t launches);

/*
 * Why a case needs no more samples; NONE when it does. Asked behind whole rounds, so that all pairs
 * exist. `baseline` is what its ratio is against, where it is sampled in the same rounds; NULL, the
 * case itself, or one that has failed: the median alone decides. For the sake of a ratio alone no
 * baseline is sampled beyond a cap of its own, or that of sampler_pairs_rule(): the case then ends
 * by the same cap.
 */
enum result_stop sampler_stop_rule(const struct sampler_rules *rules, const struct result *result,
                                   const struct result *baseline);

/* How many samples a slow or a long execution gets, where their number is not given; 0: others. */
uint32_t sampler_long_rule(const struct sampler_rules *rules, double execution_ns);

/* Whether the execution of a first check is long enough to be the first sample. */
bool sampler_first_rule(const struct sampler_rules *rules, double first_ns);

/*
 * True when a baseline that needs no more samples itself gets none for the pairs of others either:
 * it is long, or has had as much time as a case of its kind may have.
 */
bool sampler_pairs_rule(const struct sampler_rules *rules, const struct result *baseline);

/*
 * Executions of a sample: the least power of two with which one of the shortest case is ticks_min
 * ticks long, but no more than `most`, and not so many that one of the longest is longer than
 * inner_ns_max. tick_ns 0: there is no timer.
 */
uint32_t sampler_repetitions(const struct sampler_rules *rules, double tick_ns, double shortest_ns,
                             double longest_ns, uint32_t most);

struct sampler_params {
    struct gpu *gpu;
    uint64_t seed;
    uint32_t launch; /* from 0: each has an order of rounds of its own */
    struct sampler_rules rules;
    uint32_t ahead; /* set-ups that may come before the first check of the case in front of them:
                       their kernels compile side by side. 0: one case after the other, so that
                       whatever a driver does is done for the case that was announced last */
    enum probe_wanted probes;     /* which cases have a yardstick in their rounds */
    struct input_cache *shelf;    /* what groups share; NULL: nothing */
    struct canary_state *canary;  /* kept over all groups of a run; NULL: samples have no clock */
    struct energy_meters *energy; /* kept likewise; NULL: nobody asked for energy */
    const volatile sig_atomic_t
        *interrupted; /* non-zero: end the current group, keep its samples; may be NULL */
    /* Before each step of a case: round 0 is its set-up; "" for a step that is no case's. May be
     * NULL. */
    void (*progress)(void *context, const char *case_name, uint32_t round);
    /* A case has ended in another status than ok, at once. May be NULL. */
    void (*ended)(void *context, const struct result *result);
    /* The last round held a throttled sample, or no longer does. May be NULL. */
    void (*throttled)(void *context, bool throttled);
    void *progress_context; /* of all three */
};

struct sampler_results {
    struct result *results; /* one per case of the group, in its order; malloc'ed */
    size_t count;
    struct bench_workload *workload; /* host part; NULL when it could not be built */
    const struct facts *facts;       /* of the workload, and as long-lived; NULL without one */
    bool workload_failed; /* the input cannot be used: the caller ends the run with exit code 99 */
    char message[RESULT_REASON_BYTES];
    bool device_unusable; /* lost or timed out: make the device anew before the next group; the
                             cases that another one's loss left unmeasured are skipped */
    struct overhead overhead;
    bool interrupted; /* results without samples were not measured and belong into a resumed run */
};

/* Never fails as such: every case ends in a status. */
void sampler_group_run(const struct sampler_params *params, const struct plan_group *group,
                       struct sampler_results *outcome);
void sampler_results_finish(struct sampler_results *outcome);

/* Trace ------------------------------------------------------------------------------------- */

/*
 * One execution of every case of a group, command by command. A diagnosis, not a
 * measurement: what is stamped is slower (harness/engine/gpu/engine.h).
 *
 * Per case: set-up and full check as in a run; some executions without stamps; one whose dispatches
 * count their invocations, where the device can; one that is stamped, over poisoned outputs, and
 * checked again. A case that is wrong at either check has no passes and no times. Counters of the
 * driver, where they are wanted, are counted before, as many at once as the driver can.
 */

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

/* Trace json -------------------------------------------------------------------------------- */

/*
 * A trace as JSON in Chrome's Trace Event Format (the object form), which
 * ui.perfetto.dev opens: docs/guide/your-kernel.md says what is in it. Times in microseconds.
 */

struct trace_header {
    uint64_t seed;
    const char *started; /* UTC, ISO 8601 */
    const struct gpu_info *device;
    double origin_ns; /* the host's clock at time 0 of the trace */
    bool estimate;    /* calibrated timestamps were not asked for */
};

/* New reference. */
json_t *trace_json_create(const struct trace_header *header);

/* Building the input of a group, and its upload. */
void trace_json_add_workload(json_t **document, const struct trace_header *header,
                             const char *workload_name, const struct trace_results *outcome);

void trace_json_add_case(json_t **document, const struct trace_header *header,
                         const struct trace_case *traced);

/* True when a document is such a trace. */
bool trace_json_is(const json_t *document);

#endif
