/* SPDX-License-Identifier: MIT */
/* bench_kinds.h: the kinds that benches, run files and verdicts share, and their names in files. */
#ifndef CLAIMCHECK_HARNESS_RECORD_BENCH_KINDS_H
#define CLAIMCHECK_HARNESS_RECORD_BENCH_KINDS_H

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
    BENCH_VERIFIED, /* right at a size that is verified and never timed */
    BENCH_STATUS_COUNT,
};

/*
 * What of the device a variant measures, where it is not an algorithm: analysis/limits/ceilings.h
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

/* "copy", "atomic_one", ...; NULL for NONE. Static storage. */
const char *bench_ceiling_name(enum bench_ceiling ceiling);

/* "ok", "failed_verify", ... and "gpu", "host_driven", "cpu". Static storage. */
const char *bench_status_name(enum bench_status status);
const char *bench_kind_name(enum bench_kind kind);

/* Who shares the word of memory that an atomic operation goes to. */
enum bench_atomics {
    BENCH_ATOMICS_ONE_WORD,  /* all threads */
    BENCH_ATOMICS_LANES_16,  /* 16 neighbours or more; words of others lie beside it, as with: */
    BENCH_ATOMICS_LANES_2,   /* 2 to 15 */
    BENCH_ATOMICS_LANES_1,   /* nobody */
    BENCH_ATOMICS_SCATTERED, /* nobody; words of neighbours are far apart */
    BENCH_ATOMICS_COUNT,
};

/* "one_word", "lanes_16", ... Static storage. */
const char *bench_atomics_name(enum bench_atomics pattern);

#endif
