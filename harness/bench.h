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
 *   method    how a variant comes to its answer: method.h has the functions, in their order
 *
 * Trouble: a wrong caller asserts; the rest is told by context.h, and a failing device call needs
 * no code at all.
 */
#ifndef CLAIMCHECK_HARNESS_BENCH_H
#define CLAIMCHECK_HARNESS_BENCH_H

#include "harness/method.h"

struct image;           /* harness/image.h */
struct inspection_kind; /* harness/inspection.h */

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
    uint32_t needs_cpu;            /* bits of enum cpu_feature: harness/cpu/cpu_features.h */
    const struct bench_axis *axes; /* ends with a NULL name; may be NULL */
    enum bench_ceiling ceiling;
    const struct bench_method *method; /* NULL: the bench's alone */
    const void *data;                  /* the bench's own */
};

struct bench {
    const char *name; /* within the technique: "subdivide" */
    const char *question;
    const struct bench_axis *axes;        /* ends with a NULL name */
    const struct bench_variant *variants; /* ends with a NULL name; the first is the baseline */
    const void *data;                     /* the bench's own */
    bool cache_matters;                   /* full runs measure with cold caches, too */
    size_t workload_bytes;                /* of the workload's state, zeroed by the harness */
    bool (*workload)(struct bench_workload *workload);
    bool (*upload)(struct bench_workload *workload); /* may be NULL */
    struct bench_method method;                      /* what the variants' methods leave NULL */
    const struct bench_method *around; /* may be NULL: its members come first, and call those of
                                          c->method; for a bench that times more around them */
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
     * What `claimcheck inspect NAME` does; the first of them for the technique's own name, too,
     * when no --bench is given. Without any, `inspect` states the facts of a bench's workload.
     * Ends with a NULL name; may be NULL. See inspection.h.
     */
    const struct inspection_kind *inspections;
};

#endif
