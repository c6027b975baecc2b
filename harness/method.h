/* SPDX-License-Identifier: MIT */
/*
 * method.h: how an answer is come to, and what a case and its method may ask of the harness.
 * bench.h says what there is to be answered, and where a worked example is.
 *
 *   setup    once per case: its own buffers and kernels, its outputs
 *   prepare  once per case, when its turn has come: what runs its kernels before they are measured,
 *            for set-ups come ahead and kernels compile until one is recorded; may be NULL
 *   reset    before every execution of every kind, and in no time; NULL: an execution finds what
 *            it needs. Recorded for GPU and HOST_DRIVEN; of a CPU method done on the host, with
 *            commands NULL
 *   discard  HOST_DRIVEN: before every execution and in no time, on the host: what the one before
 *            it has made goes; may be NULL
 *   record   GPU: what is timed, into commands that are submitted again for every sample
 *   drive    HOST_DRIVEN: what is timed; submits and reads back by itself
 *   compute  CPU: what is timed, on the host. All that a CPU variant has is called without a
 *            device, too: its scope is then NULL, and what upload() makes is not there
 *   compute_times  CPU, in place of compute, of a process of its own: so many executions behind one
 *            another. 0 comes before them, and in no time: it makes the case's workload their input
 *            and fills the outputs with context_poison(), as far as that is not so already
 *   renew    beside compute_times: changes a word of the input to one that no execution has seen,
 *            or that of the case's workload, where it is another now; compute_times() of 0 changes
 *            it back. May be NULL
 *   fetch    beside compute_times: reads what the last execution left, as check() does
 *   check    after the first execution (BENCH_CHECK_FULL) and after the last sample
 *            (BENCH_CHECK_QUICK); outputs are poisoned before both. A case whose check fails has
 *            no time
 *   work     what the algorithm must do, whatever the device: bytes, operations, items; the whole
 *            struct is written. What is launched, and the chain, the harness records
 *   finish   before the case's state goes: ends what setup() has begun outside of the scope; may be
 *            NULL
 *
 * Trouble is told by context.h: a function that returns false has said why, or the device has
 * failed.
 */
#ifndef CLAIMCHECK_HARNESS_METHOD_H
#define CLAIMCHECK_HARNESS_METHOD_H

#include "harness/context.h"
#include "harness/record/bench_kinds.h"

struct bench;
struct bench_variant;
struct cpu_pool;   /* harness/engine/cpu/cpu.h */
struct gpu_target; /* harness/engine/gpu/gpu.h */

enum bench_check { BENCH_CHECK_FULL, BENCH_CHECK_QUICK };

/* The input of a point on the bench's axes, shared by all cases there. */
struct bench_workload {
    struct context context; /* scope: for upload(); NULL when only the host part is wanted */
    const struct bench *bench;
    void *state;      /* workload_bytes of the bench, zeroed */
    bool timed;       /* cases over it are, not verified alone */
    bool unanswered;  /* executions over it are not checked: it needs no reference's answer */
    uint64_t altered; /* drawn; not 0: one word of the input differs from what the seed gives. Of a
                          bench that `alters` */
};

struct bench_case;

struct bench_method {
    size_t case_bytes; /* of the case's state, zeroed by the harness */
    bool (*setup)(struct bench_case *c);
    bool (*prepare)(struct bench_case *c);
    void (*reset)(struct bench_case *c, struct gpu_commands *commands);
    void (*discard)(struct bench_case *c);
    void (*record)(struct bench_case *c, struct gpu_commands *commands);
    bool (*drive)(struct bench_case *c);
    bool (*compute)(struct bench_case *c);
    bool (*compute_times)(struct bench_case *c, uint32_t times);
    bool (*renew)(struct bench_case *c);
    bool (*fetch)(struct bench_case *c);
    bool (*check)(struct bench_case *c, enum bench_check check);
    /* Name of an input that a kernel of the case may write, and that is not what upload() put
     * there; NULL: all are. May be NULL where no kernel is of a user's. */
    const char *(*spoilt)(struct bench_case *c);
    void (*work)(const struct bench_case *c, struct bench_work *work);
    void (*finish)(struct bench_case *c);
};

struct bench_case {
    struct context context; /* scope: buffers, kernels and commands of this case */
    const struct bench *bench;
    const struct bench_variant *variant;
    const struct bench_workload *workload;
    const struct bench_method *method; /* the variant's, with what it leaves NULL from the bench */
    void *state;                       /* case_bytes of the method, zeroed */
    bool inspected;                    /* run by `inspect`: nothing is timed, more may be counted */
    struct case_private *private;
};

/* Outputs ------------------------------------------------------------------------------------- */

/* Declares an output: filled with context_poison() before executions that are checked, and between
 * samples, as is what the set-up leaves empty in the scopes of case and workload. */
void bench_output(struct bench_case *c, struct gpu_buffer *buffer);
void bench_output_range(struct bench_case *c, struct gpu_buffer *buffer, uint64_t offset,
                        uint64_t bytes);
void bench_output_memory(struct bench_case *c, void *memory, size_t bytes);
void bench_output_target(struct bench_case *c, struct gpu_target *target); /* its images */

/*
 * Declares words that every execution must find at 0 and leave so, such as a ticket: they are not
 * poisoned, but looked at before and after each checked execution. What one in between has left is
 * then there, too. The set-up makes them 0.
 */
void bench_state_range(struct bench_case *c, struct gpu_buffer *buffer, uint64_t offset,
                       uint64_t bytes);

/* Threads ------------------------------------------------------------------------------------- */

/*
 * For setup() of a CPU method, once: so many threads of the host, 0 for one per CPU that the
 * process may use, which live as long as the case. Like a case that asks for none, which has one
 * thread, they are held on a CPU each while they are timed. cpu_pool_threads() says how many there
 * are; the run file does, too.
 */
struct cpu_pool *bench_threads(struct bench_case *c, uint32_t threads);

/* Programs ------------------------------------------------------------------------------------ */

/* The name and version that a program gives itself, for the run file; static storage. */
void bench_program(struct bench_case *c, const char *name);

/* By compute_times(): how long the program's own clocks say that its executions took, in ns: the
 * host's and the device's, 0: none. The harness holds them against its own. */
void bench_program_says(struct bench_case *c, double wall_ns, double device_ns);

/* Numbers ------------------------------------------------------------------------------------- */

enum { BENCH_METRICS_MAX = 64 };

/*
 * A number of the bench's own about one execution, stated by check(): it stands with the case in
 * the run file as `metrics`, and in the table of --verbose. Names and units are static storage; a
 * name stated again replaces its value. At most BENCH_METRICS_MAX, finite.
 *
 * Some names say why a case takes its time (analysis/why/why.h): `groups`, work-groups of the
 * dispatch that matters, `balance`, what the busiest of them has over the mean,
 * `compulsory_bytes_per_second`, and `operations_per_second`.
 */
void bench_metric(struct bench_case *c, const char *name, const char *unit, double value);

/*
 * The same of what follows from the input alone, such as counts of what comes out: with one seed it
 * is one number on a device, in whatever order threads come. Any other is another result, and the
 * gate has it fail (analysis/gate/gate.h).
 */
void bench_metric_exact(struct bench_case *c, const char *name, const char *unit, double value);

/* Reports a rate: `count` things are done in one execution. The table shows how many per second, by
 * the median that the case is judged by. */
void bench_metric_rate(struct bench_case *c, const char *name, const char *unit, double count);

/* Reports the time of one of `count` things, in ns, by that median. */
void bench_metric_time_per(struct bench_case *c, const char *name, double count);

/* Driving ------------------------------------------------------------------------------------- */

/*
 * One submission of drive(): begin restarts the commands and stamps their start, submit stamps
 * their end, waits, and adds the time between to the sample's GPU time. Slots GPU_TIMESTAMPS_MAX-2
 * and -1 are taken.
 */
void bench_drive_begin(struct bench_case *c, struct gpu_commands *commands);
bool bench_drive_submit(struct bench_case *c, struct gpu_commands *commands);

#endif
