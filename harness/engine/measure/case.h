/* SPDX-License-Identifier: MIT */
/*
 * case.h: life of one case, as the sampler sees it. Benches see bench.h only.
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
#ifndef CLAIMCHECK_HARNESS_ENGINE_MEASURE_CASE_H
#define CLAIMCHECK_HARNESS_ENGINE_MEASURE_CASE_H

#include "harness/engine/instruments/cache.h"
#include "harness/engine/measure/context_life.h"
#include "harness/engine/measure/result.h"
#include "harness/engine/measure/sampler.h"
#include "harness/engine/plan/plan.h"

struct case_run;
struct host_cache; /* harness/engine/instruments/host_cache.h */
struct span_log;   /* harness/engine/instruments/span_log.h */

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

/* The group, the workload, the tools and the result outlive the run. Without a device (NULL) cases
 * of kind CPU run, others are unsupported. NULL only without memory for its state. */
struct case_run *case_create(struct gpu *gpu, const struct plan_case *plan,
                             const struct bench_workload *workload, struct case_tools tools,
                             struct result *result);

/* Begins the set-up of a case. Several cases may be set up before the first starts; their work then
 * overlaps. */
bool case_set_up(struct case_run *run);

/* case_set_up(), unless that is done, and all that it has begun; nothing is executed. */
bool case_set_up_whole(struct case_run *run);

/* Sets the case up where that has not been done. */
bool case_start(struct case_run *run);

/* Runs a case for `inspect` on a zeroed result: set-up, one execution, the full check. */
bool case_inspect(struct case_run *run);

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
bool case_once(struct case_run *run, const struct case_marks *marks);

/* The arguments of the bench's functions, those functions, and what surrounds them. */
struct bench_case *case_bench(struct case_run *run);

/* After start: true when its set-up asked for a kernel that one of the files replaces. */
bool case_asks(const struct case_run *run, const struct kernel_files *files);

/* Ends a twin whose set-up asks for no such kernel: it would be its original over again. */
void case_leave_out(struct result *result);

/*
 * *typical_ns: the median of some executions behind one another, more of them the shorter they
 * are. What is long (sampler_long_rule()) by its first check has no other, but for kind GPU on a
 * device whose clock was not up then. A case of kind CPU has had its warm-up with that. *clock is
 * the probe beside the last of them.
 */
bool case_try(struct case_run *run, const struct sampler_rules *rules, double *typical_ns,
              struct canary_reading *clock);

/*
 * Where case_needs_stamps() every execution has a pair of stamps of its own, whatever `sampling`
 * says; with such stamps there are at most CASE_STAMPED_REPETITIONS_MAX. Cold cases are never
 * primed.
 */
bool case_settle(struct case_run *run, struct plan_sampling sampling);

/* True where a reset or a sweep comes before every execution. */
bool case_needs_stamps(const struct case_run *run);

/* checked: over poisoned outputs, in no time, and with the quick check right behind it. */
bool case_sample(struct case_run *run, uint32_t round, uint32_t order, bool checked);

/*
 * After the trial, which it makes none of: where sampler_first_rule() has it, the execution of the
 * first check is the sample of round 0, unless kernels were compiled beside it, or it was not at a
 * clock that is up where that is kept. It was checked in full, so that it is the check after
 * timing, too, where no other one follows. False once the case has ended.
 */
bool case_sample_first(struct case_run *run, const struct sampler_rules *rules,
                       const struct canary_state *clock, uint32_t order);

/* Adds the time that the case is judged by to *judged_ns; *clock is the probe beside it. */
bool case_warm(struct case_run *run, double *judged_ns, struct canary_reading *clock);

/* Between samples, at moments that are drawn: checks what the last sample left, and executes over
 * poison, `wanted` times in all. False once the case has ended. */
bool case_watch(struct case_run *run, uint32_t wanted);

/* Name of an input that a kernel of the case may have written, and that was; NULL: none. */
const char *case_spoilt(struct case_run *run);

/* fresh: how many executions over poison there are to be. */
bool case_end(struct case_run *run, uint32_t fresh);

/*
 * After start, of a case that is never timed. It executes over another input first and then over
 * its own, outputs and buffers as they were, over its own with one word changed, and again over its
 * own: each answer must follow its input, and the last ones come over fresh poison, so that five in
 * all are looked at. The case has then ended, as BENCH_VERIFIED where all were right.
 */
struct workload_others; /* harness/engine/measure/workload.h */
void case_verify(struct case_run *run, const struct workload_others *others);

/*
 * After case_end(): the energy of an execution, by a loop of them that is at least so long that the
 * counter says it; what the last one left is checked. Why there is none is a reason in the result.
 * *interrupted non-zero ends the loop. False once the case has ended.
 */
struct energy_meter; /* harness/engine/instruments/energy.h */
bool case_energy(struct case_run *run, struct energy_meter *meter, double typical_ns,
                 const volatile sig_atomic_t *interrupted);

/* The part over other inputs: false once the case has failed by it. */
bool case_verify_over(struct case_run *run, const struct workload_others *others);

/* Draws a number that nobody outside of the process can know. */
uint64_t case_draw(void);

/*
 * After start: records anew, so that a trace of the device that is on (engine/gpu/trace.h) sees
 * each command; executes that twice, and then over poisoned outputs, with the quick check.
 */
bool case_trace(struct case_run *run);

/*
 * Which spans of a submission lie within a timed execution: those between its pairs of stamps,
 * without resets and sweeps. Spans are shown in order; stamps themselves are never within.
 */
struct case_window {
    bool each, inside; /* each: executions have stamps of their own */
};
struct gpu_span; /* harness/engine/gpu/trace.h */
struct case_window case_window_of(const struct gpu_span *spans, size_t count);
bool case_window_holds(struct case_window *window, const struct gpu_span *span);

/* The log, which outlives the run, is told what the host does: "set-up", "record", "warm-up",
 * "poison", "execute", "check". NULL: no longer. */
void case_log(struct case_run *run, struct span_log *log);

/* In the order declared; owned by the run. */
size_t case_outputs(const struct case_run *run, const struct case_output **outputs);

void case_destroy(struct case_run **run);

/* The status that trouble of a context stands for. */
enum bench_status case_status(enum context_trouble trouble);

/* Ends a result in the status that a failure of the device stands for. */
void case_fail_device(struct result *result, const struct gpu_failure *failure);

/* Ends a result in a status, with a reason; what was sampled is dropped. */
void case_fail(struct result *result, enum bench_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
