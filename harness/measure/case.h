/* SPDX-License-Identifier: MIT */
/*
 * case.h: life of one case, as the sampler sees it. Benches see bench.h only.
 *
 * start    set-up, and the first check, of one execution over poisoned outputs
 * try      how long one execution takes
 * repeat   how many inner repetitions a sample has
 * warm     one execution that is not kept
 * sample   one timed submission, any number of times
 * end      the check again, over poisoned outputs, of the very commands that were timed
 *
 * Each step returns false once the case has ended in another status than ok; its result then says
 * which and why.
 */
#ifndef CLAIMCHECK_HARNESS_MEASURE_CASE_H
#define CLAIMCHECK_HARNESS_MEASURE_CASE_H

#include "harness/measure/cache.h"
#include "harness/measure/result.h"
#include "harness/measure/sampler.h"
#include "harness/plan/plan.h"

struct case_run;
struct span_log; /* harness/measure/span_log.h */

/* What a bench declared by bench_output(). */
struct case_output {
    struct gpu_buffer *buffer; /* either this, */
    struct gpu_target *target; /* or this, */
    void *memory;              /* or memory of the host */
    uint64_t offset, bytes;
};

/* What a case is sampled with; NULL: without. */
struct case_tools {
    struct canary *canary; /* clock beside each sample */
    struct cache *cache;   /* sweeps, for cold cases: without it they run hot */
};

enum { CASE_COLD_REPETITIONS_MAX = 16 };

/* The group, the workload, the tools and the result outlive the run. NULL only when memory runs
 * out. */
struct case_run *case_create(struct gpu *gpu, const struct plan_case *plan,
                             const struct bench_workload *workload, struct case_tools tools,
                             struct result *result);
bool case_start(struct case_run *run);

/* After start: true when its set-up asked for a kernel that one of the files replaces. */
bool case_asks(const struct case_run *run, const struct kernel_files *files);

/* Ends a twin whose set-up asks for no such kernel: it would be its original over again. */
void case_leave_out(struct result *result);
bool case_try(struct case_run *run, const struct sampler_rules *rules, double *shortest_ns);

/* Of a cold case at most CASE_COLD_REPETITIONS_MAX. */
bool case_repeat(struct case_run *run, uint32_t inner);

bool case_sample(struct case_run *run, uint32_t round, uint32_t order);

/* Adds the time that the case is judged by to *judged_ns; *clock is the probe beside it. */
bool case_warm(struct case_run *run, double *judged_ns, struct canary_reading *clock);

bool case_end(struct case_run *run);

/*
 * After start: records anew, so that a trace of the device that is on (harness/gpu/trace.h) sees
 * each command; executes that twice, and then over poisoned outputs, with the quick check.
 */
bool case_trace(struct case_run *run);

/* The log, which outlives the run, is told what the host does: "set-up", "record", "warm-up",
 * "poison", "execute", "check". NULL: no longer. */
void case_log(struct case_run *run, struct span_log *log);

/* In the order declared; owned by the run. */
size_t case_outputs(const struct case_run *run, const struct case_output **outputs);

void case_destroy(struct case_run **run);

/* Ends a result in the status that a failure of the device stands for. */
void case_fail_device(struct result *result, const struct gpu_failure *failure);

/* Ends a result in a status, with a reason; what was sampled is dropped. */
void case_fail(struct result *result, enum bench_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
