/* SPDX-License-Identifier: MIT */
/*
 * run_ceilings.h: what a device can do at most: as a run file has it, or as
 * analysis/limits/limits.h finds it in the cases of a run.
 */
#ifndef CLAIMCHECK_HARNESS_RECORD_RUN_RUN_CEILINGS_H
#define CLAIMCHECK_HARNESS_RECORD_RUN_RUN_CEILINGS_H

#include "harness/record/bench_kinds.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum { RUN_CEILINGS_POINTS_MAX = 32 };

/* Bandwidth over the working set. */
struct run_ceilings_point {
    double bytes; /* of the set */
    double bytes_per_s;
};

struct run_ceilings_curve {
    struct run_ceilings_point points[RUN_CEILINGS_POINTS_MAX]; /* by bytes, ascending, each once */
    size_t count;
};

/* Lookups in sampled images over their size, of texels of so many bytes. */
struct run_ceilings_texture {
    double texel_bytes;
    struct run_ceilings_curve curve;
};

enum { RUN_CEILINGS_TEXTURES_MAX = 4, RUN_CEILINGS_LATENCIES_MAX = 16 };

/* Dependent loads over the working set. */
struct run_ceilings_latency {
    double bytes; /* of the set */
    double ns;    /* of a load */
};

/* Limits of so many threads of the host, by wall time. */
struct run_ceilings_threads {
    double count; /* of threads */
    struct run_ceilings_curve copy, read, write;
    double operations_per_s;
};

enum { RUN_CEILINGS_THREADS_MAX = 4 };

/* 0 where nothing was measured. */
struct run_ceilings {
    struct run_ceilings_curve copy, read, write;
    struct run_ceilings_texture textures[RUN_CEILINGS_TEXTURES_MAX];
    size_t texture_count;
    double operations_per_s; /* the best of all kinds; a fused multiply-add is 2 */
    double single_per_s, integer_per_s, special_per_s; /* of one kind */
    struct run_ceilings_atomics {
        double dropped_per_s, returned_per_s; /* the old value */
    } atomics[BENCH_ATOMICS_COUNT];
    struct run_ceilings_latency latencies[RUN_CEILINGS_LATENCIES_MAX]; /* by bytes, ascending */
    size_t latency_count;
    double atomic_one_per_s, atomic_many_per_s, atomic_shared_per_s;
    double dispatch_ns;                                 /* none waits for another */
    double dependent_ns, indirect_ns, fill_ns, copy_ns; /* per dependent step, barrier included */
    double groups_per_s;                                /* work-groups that do nothing */
    double vertices_per_s, pixels_per_s;                /* of draws */
    double round_ns;          /* of a group, behind a barrier of its own */
    double round_trip_ns;     /* wall time: record, submit, wait, read back */
    double tick_ns, empty_ns; /* of the timestamps: instruments.h */
    struct run_ceilings_threads threads[RUN_CEILINGS_THREADS_MAX]; /* of the host */
    size_t threads_count;
    bool cached;          /* by an earlier run, and so not by this one */
    const char *measured; /* when that one began; NULL or empty: by this one */
};

/* `ceilings` of the run file; null when nothing was measured. A new reference; NULL when memory
 * runs out. */
json_t *ceilings_json(const struct run_ceilings *ceilings);

#endif
