/* SPDX-License-Identifier: MIT */
/*
 * bench.h: the contract of a benchmark. Read this file first.
 *
 * A technique holds benches; a bench asks one question and has variants, the answers to it. Axes
 * span the cases: the axes of the bench describe the workload, the axes of a variant only that
 * variant. The harness owns the loop, the clock, all clean-up and all output; a bench owns the
 * input, the reference's answer, and what is recorded.
 *
 *   workload  once per point on the bench's axes, on the host: the input, the reference's answer
 *   upload    once per point, on the device: buffers that all variants share
 *   setup     once per case: the variant's own buffers and kernels
 *   reset     before every execution, untimed (optional)
 *   record    GPU: what is timed, into commands that are submitted again for every sample
 *   drive     HOST_DRIVEN: what is timed; submits and reads back by itself
 *   compute   CPU: what is timed, on the host
 *   check     after the first execution (BENCH_CHECK_FULL) and after the last sample
 *             (BENCH_CHECK_QUICK); outputs are poisoned before both. A case whose check fails has
 *             no time
 *   work      bytes, operations and dependent steps that the algorithm must do
 *
 * Trouble: a wrong caller asserts; what the device lacks is bench_unsupported(); an input that
 * cannot be used is bench_workload_fail(); a wrong result is bench_mismatch(); a failing device
 * call needs no code at all.
 */
#ifndef CLAIMCHECK_HARNESS_BENCH_H
#define CLAIMCHECK_HARNESS_BENCH_H

#include "harness/gpu/gpu.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gpu_target;        /* harness/gpu/raster.h */
struct image;             /* harness/image.h */
struct inspection;        /* harness/inspection.h */
struct inspection_option; /* harness/inspection.h */

enum bench_profile { BENCH_QUICK, BENCH_PAPER, BENCH_FULL, BENCH_PROFILE_COUNT };

enum bench_kind {
    BENCH_GPU,         /* recorded once, no host in between */
    BENCH_HOST_DRIVEN, /* returns to the host */
    BENCH_CPU,
};

enum bench_status {
    BENCH_OK,
    BENCH_UNSUPPORTED,   /* the device or the input rules it out; says why */
    BENCH_SKIPPED,       /* not tried; says why */
    BENCH_FAILED_VERIFY, /* a wrong result, before or after timing */
    BENCH_SUSPECT,       /* a time that cannot be true */
    BENCH_ERROR,
    BENCH_DEVICE_LOST,
    BENCH_TIMEOUT,
    BENCH_STATUS_COUNT,
};

/*
 * What of the device a variant measures, where it is not an algorithm: harness/judge/ceilings.h
 * makes ceilings of such cases, and every case's floor of those. Bytes, operations and steps are
 * those that the variant's work() declares. COPY, READ and WRITE have an axis `bytes`: the working
 * set.
 */
enum bench_ceiling {
    BENCH_CEILING_NONE,
    BENCH_CEILING_COPY,  /* bytes read and written, per time */
    BENCH_CEILING_READ,  /* bytes read */
    BENCH_CEILING_WRITE, /* bytes written */
    BENCH_CEILING_OPERATIONS,
    BENCH_CEILING_ATOMIC_ONE,    /* operations are atomics, all to one address */
    BENCH_CEILING_ATOMIC_MANY,   /* to many */
    BENCH_CEILING_ATOMIC_SHARED, /* in shared memory */
    BENCH_CEILING_DISPATCH,      /* time per dispatch (of the counters), none waits for another */
    BENCH_CEILING_DEPENDENT,     /* time per dependent step: a dispatch and a barrier */
    BENCH_CEILING_INDIRECT,      /* an indirect dispatch, whose arguments the step before wrote */
    BENCH_CEILING_FILL,          /* a fill */
    BENCH_CEILING_ROUND_TRIP,    /* wall time per submission (of the counters) */
    BENCH_CEILING_COUNT,
};

/* "copy", "atomic_one", ...; NULL for NONE. Static storage. */
const char *bench_ceiling_name(enum bench_ceiling ceiling);

/* "ok", "failed_verify", ... and "gpu", "host_driven", "cpu". Static storage. */
const char *bench_status_name(enum bench_status status);
const char *bench_kind_name(enum bench_kind kind);

/* A parameter that is swept. */
struct bench_axis {
    const char *name;         /* lower_snake, as it stands in case names */
    const char *help;         /* one line */
    const char *const *names; /* legal values, NULL-terminated; NULL: decimal integers min..max */
    int64_t min, max;
    bool (*accepts)(const char *value);      /* further legal values; may be NULL */
    const char *accepts_help;                /* what they look like */
    const char *values[BENCH_PROFILE_COUNT]; /* comma-separated, per profile */
};

/*
 * An option of a technique on the command line, `--name VALUE`, for `run` and `inspect`. With an
 * axis named, a value that is legal for that axis sets the axis; any other sets it to "file.<stem
 * of the value>", and bench_option() returns the value itself.
 */
struct bench_option {
    const char *name, *argument, *help;
    const char *axis;             /* may be NULL */
    const char *fixes, *fixes_to; /* another axis that a file decides, and the value it then has */
};

struct bench_variant {
    const char *name;
    const char *summary; /* one line: what it does */
    const char *source;  /* paper and section, or "contender" */
    enum bench_kind kind;
    uint32_t needs;                /* bits of enum gpu_feature */
    const struct bench_axis *axes; /* ends with a NULL name; may be NULL */
    enum bench_ceiling ceiling;
    const void *data; /* the bench's own */
};

struct bench_work {
    double bytes_read,
        bytes_written;         /* that must cross the memory interface, caches assumed perfect */
    double bytes_intermediate; /* of bytes_written, those that no declared output holds */
    double operations;         /* arithmetic operations or node tests, as the bench's page says */
    uint32_t chain; /* dependent steps: dispatches, copies, fills that wait on each other */
};

/* Work-groups of each dispatch of one execution, in the order of recording. */
struct bench_launches {
    uint64_t *groups; /* malloc'ed */
    size_t count, capacity;
    bool failed; /* memory ran out */
};

void bench_launch(struct bench_launches *launches, uint64_t groups);

enum { BENCH_METRICS_MAX = 24 };

enum bench_check { BENCH_CHECK_FULL, BENCH_CHECK_QUICK };

struct bench_workload;
struct bench_case;

struct bench {
    const char *name; /* within the technique: "subdivide" */
    const char *question;
    const struct bench_axis *axes;        /* ends with a NULL name */
    const struct bench_variant *variants; /* ends with a NULL name; the first is the baseline */
    const void *data;                     /* the bench's own */
    bool cache_matters;                   /* full runs measure with cold caches, too */
    size_t workload_bytes, case_bytes;    /* of the states below, zeroed by the harness */
    bool (*workload)(struct bench_workload *workload);
    bool (*upload)(struct bench_workload *workload);
    bool (*setup)(struct bench_case *c);
    void (*reset)(struct bench_case *c, struct gpu_commands *commands); /* may be NULL */
    void (*record)(struct bench_case *c, struct gpu_commands *commands);
    bool (*drive)(struct bench_case *c);
    bool (*compute)(struct bench_case *c);
    bool (*check)(struct bench_case *c, enum bench_check check);
    void (*work)(const struct bench_case *c, struct bench_work *work);
    /*
     * What one execution launches, by the workload's counts alone: tests hold indirect dispatches,
     * and all that work() says, against it (tests/measure/declared_work_test.c). Not for CPU
     * variants; may be NULL.
     */
    void (*launches)(const struct bench_case *c, struct bench_launches *launches);
    bool (*picture)(const struct bench_workload *workload,
                    struct image *image); /* for inspect; may be NULL */
};

struct technique {
    const char *name;  /* the folder: "tile_subdivision" */
    const char *alias; /* for `claimcheck inspect`: "tiles" */
    const char *question;
    const char *paper;
    const struct bench *const *benches; /* NULL-terminated */
    const struct bench_option *options; /* ends with a NULL name; may be NULL */
    /*
     * What `claimcheck inspect` does when no --bench is named, with options of its own; without it,
     * `inspect` states the facts of the first bench's workload. See inspection.h. May be NULL.
     */
    bool (*inspect)(struct inspection *inspection);
    const struct inspection_option *inspect_options; /* may be NULL */
};

/* Workload ------------------------------------------------------------------------------------- */

struct bench_workload {
    const struct bench *bench;
    void *state;             /* workload_bytes, zeroed */
    uint64_t seed;           /* of the run; the same seed gives the same input */
    struct gpu_scope *scope; /* for upload(); NULL when only the host part is wanted */
    struct workload_private *private;
};

/* Value of a bench axis. Asserts that the axis exists. */
int64_t bench_workload_integer(const struct bench_workload *workload, const char *axis);
const char *bench_workload_text(const struct bench_workload *workload, const char *axis);

/* What was given for an option of the technique; NULL when it was not. */
const char *bench_workload_option(const struct bench_workload *workload, const char *option);

/* Zeroed memory that lives as long as the workload. NULL when there is none left: the workload has
 * then failed. */
void *bench_workload_alloc(struct bench_workload *workload, size_t bytes);

/* Records one line on why the input cannot be used: names the thing and the remedy. Returns false.
 */
bool bench_workload_fail(struct bench_workload *workload, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Deterministic facts of the workload, for `inspect` and the run file. Names are static storage. */
void bench_fact_count(struct bench_workload *workload, const char *name, uint64_t value);
void bench_fact_number(struct bench_workload *workload, const char *name, double value);
void bench_fact_hash(struct bench_workload *workload, const char *name, uint64_t value);
void bench_fact_text(struct bench_workload *workload, const char *name, const char *value);
void bench_fact_series(struct bench_workload *workload, const char *name, const uint64_t *values,
                       size_t count);

/* Case ----------------------------------------------------------------------------------------- */

struct bench_case {
    const struct bench *bench;
    const struct bench_variant *variant;
    const struct bench_workload *workload;
    void *state;             /* case_bytes, zeroed */
    struct gpu_scope *scope; /* buffers, kernels and commands of this case */
    struct case_private *private;
};

/* Value of an axis of the variant, or else of the bench. Asserts that the axis exists. */
int64_t bench_case_integer(const struct bench_case *c, const char *axis);
const char *bench_case_text(const struct bench_case *c, const char *axis);

/* Zeroed memory that lives as long as the case. NULL when there is none left: the case has then
 * failed. */
void *bench_case_alloc(struct bench_case *c, size_t bytes);

/* Declares an output: poisoned with 0xA5 bytes before each checked execution. */
void bench_output(struct bench_case *c, struct gpu_buffer *buffer);
void bench_output_range(struct bench_case *c, struct gpu_buffer *buffer, uint64_t offset,
                        uint64_t bytes);
void bench_output_memory(struct bench_case *c, void *memory, size_t bytes);
void bench_output_target(struct bench_case *c, struct gpu_target *target); /* its colours */

/* A wrong result, told in one line: what was wanted, what came. Only the first of a check is kept.
 * Returns false. */
bool bench_mismatch(struct bench_case *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/*
 * A number of the bench's own about one execution, stated by check(): it stands with the case in
 * the run file as `metrics`, and in the table of --verbose. Names and units are static storage; a
 * name stated again replaces its value. At most BENCH_METRICS_MAX, finite.
 */
void bench_metric(struct bench_case *c, const char *name, const char *unit, double value);

/* The same for `count` things done in one execution: what stands there is how many per second, by
 * the median that the case is judged by. */
void bench_metric_rate(struct bench_case *c, const char *name, const char *unit, double count);

/* The device or the input rules this case out, and why. Returns false. */
bool bench_unsupported(struct bench_case *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/*
 * One submission of drive(): begin restarts the commands and stamps their start, submit stamps
 * their end, waits, and adds the time between to the sample's GPU time. Slots GPU_TIMESTAMPS_MAX-2
 * and -1 are taken.
 */
void bench_drive_begin(struct bench_case *c, struct gpu_commands *commands);
bool bench_drive_submit(struct bench_case *c, struct gpu_commands *commands);

#endif
