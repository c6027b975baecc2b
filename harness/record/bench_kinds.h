/* SPDX-License-Identifier: MIT */
/* bench_kinds.h: the kinds that benches, run files and verdicts share, and their names in files. */
#ifndef CLAIMCHECK_HARNESS_RECORD_BENCH_KINDS_H
#define CLAIMCHECK_HARNESS_RECORD_BENCH_KINDS_H

#include <stdbool.h>

enum bench_profile { BENCH_QUICK, BENCH_PAPER, BENCH_FULL, BENCH_PROFILE_COUNT };

enum bench_kind {
    BENCH_GPU,         /* recorded once, no host in between */
    BENCH_HOST_DRIVEN, /* returns to the host */
    BENCH_CPU,
    BENCH_KIND_COUNT,
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
    BENCH_VERIFIED, /* right at a size that is verified and never timed */
    BENCH_STATUS_COUNT,
};

/*
 * What of the device a variant measures, where it is not an algorithm: analysis/limits/limits.h
 * makes ceilings of such cases, and every case's floor of those. Bytes, operations and steps are
 * those that the variant's work() declares. COPY, READ, WRITE, TEXTURE and LATENCY have an axis
 * `bytes`: the working set.
 */
enum bench_ceiling {
    BENCH_CEILING_NONE,
    BENCH_CEILING_COPY,          /* bytes read and written, per time */
    BENCH_CEILING_READ,          /* bytes read */
    BENCH_CEILING_WRITE,         /* bytes written */
    BENCH_CEILING_TEXTURE,       /* bytes of texels looked up in sampled images */
    BENCH_CEILING_OPERATIONS,    /* of which multiply-adds are two */
    BENCH_CEILING_SINGLE,        /* that must not become multiply-adds */
    BENCH_CEILING_INTEGER,       /* of 32 bits */
    BENCH_CEILING_SPECIAL,       /* roots, inverses, powers */
    BENCH_CEILING_ATOMIC,        /* those that work() declares */
    BENCH_CEILING_ATOMIC_ONE,    /* operations are atomics, all to one address */
    BENCH_CEILING_ATOMIC_MANY,   /* to many */
    BENCH_CEILING_ATOMIC_SHARED, /* in shared memory */
    BENCH_CEILING_DISPATCH,      /* time per dispatch (of the counters), none waits for another */
    BENCH_CEILING_DEPENDENT,     /* time per dependent step: a dispatch and a barrier */
    BENCH_CEILING_INDIRECT,      /* an indirect dispatch, whose arguments the step before wrote */
    BENCH_CEILING_FILL,          /* a fill */
    BENCH_CEILING_COPY_STEP,     /* a copy of next to nothing */
    BENCH_CEILING_ROUND,         /* time per round */
    BENCH_CEILING_GROUPS,        /* work-groups that do nothing */
    BENCH_CEILING_VERTICES,      /* of triangles that cover no pixel */
    BENCH_CEILING_PIXELS,        /* that fragments cover, opaque and of one colour */
    BENCH_CEILING_LATENCY,       /* time per dependent load */
    BENCH_CEILING_ROUND_TRIP,    /* wall time per submission (of the counters) */
    BENCH_CEILING_COUNT,
};

/* Who shares the word of memory that an atomic operation goes to. */
enum bench_atomics {
    BENCH_ATOMICS_ONE_WORD,  /* all threads */
    BENCH_ATOMICS_LANES_16,  /* 16 neighbours or more; words of others lie beside it, as with: */
    BENCH_ATOMICS_LANES_2,   /* 2 to 15 */
    BENCH_ATOMICS_LANES_1,   /* nobody */
    BENCH_ATOMICS_SCATTERED, /* nobody; words of neighbours are far apart */
    BENCH_ATOMICS_COUNT,
};

/* Names in files: "ok", "failed_verify", ...; "gpu", ...; "copy", "atomic_one", ..., and NULL for
 * NONE; "one_word", "lanes_16", ...; and what sets the least time of a case, "" where nothing does:
 * "bytes", "texture", ... */
enum { BENCH_BOUND_COUNT = 9 };
extern const char *const bench_bound_names[BENCH_BOUND_COUNT];
extern const char *const bench_status_names[BENCH_STATUS_COUNT];
extern const char *const bench_kind_names[BENCH_KIND_COUNT];
extern const char *const bench_ceiling_names[BENCH_CEILING_COUNT];
extern const char *const bench_atomics_names[BENCH_ATOMICS_COUNT];
const char *bench_status_name(enum bench_status status);
const char *bench_kind_name(enum bench_kind kind);

/* Work that an execution must do, as work() declares it. In the case of a run the members that its
 * file may lack are NAN where they are not there. */
struct bench_work {
    double bytes_read, bytes_written; /* that must cross the memory interface, caches assumed
                                         perfect; a second reading of what no cache can hold counts:
                                         three passes of a prefix sum move 3 n, one pass 2 n */
    double bytes_intermediate;        /* of bytes_written, those that no declared output holds */
    double bytes_sampled; /* of texels looked up in sampled images, each lookup of each texel; 0
                             where there are none, or they are filtered */
    double texel_bytes;   /* of each of these; 0 where they differ: then they bound nothing */
    double operations;    /* arithmetic operations or node tests, as the bench's page says; of a
                             multiply-add two */
    double single, integer, special; /* of these, where they are known: of floats that must not
                                        become multiply-adds (`precise`); of integers; roots,
                                        inverses, powers */
    struct bench_atomic_counts {
        double dropped, returned; /* by whether the old value is used */
    } atomics[BENCH_ATOMICS_COUNT];
    double loads; /* of the longest chain of loads, each from a place that the one before gave */
    double load_bytes; /* of what these come from; 0: of several, the dearest cannot be told */
    double rounds;     /* of the longest chain of rounds between which a whole group waits */
    double groups, groups_most; /* work-groups of all dispatches, and of the largest: recorded, as
                                   is the chain; work() leaves them 0. 0: unknown, as of indirect
                                   dispatches that the host drives */
    double vertices, pixels;    /* of draws: vertices that a vertex shader makes, each at least once
                                   an instance; pixels that a fragment shader fills and that stay */
    double items;      /* elements, keys, rays of the input, for items a second; 0: not counted */
    double chain;      /* recorded: dispatches, copies, fills that wait on each other */
    bool beyond_bound; /* more bytes than an execution binds, for a reason that is given */
};

#endif
