/* SPDX-License-Identifier: MIT */
/*
 * selftest.h: whether this device's times can be trusted, and how far: its timer, its clock, and
 * the proof that cold caches are cold. Measures; says nothing of any bench.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_MEASURE_SELFTEST_SELFTEST_H
#define CLAIMCHECK_HARNESS_ENGINE_MEASURE_SELFTEST_SELFTEST_H

#include "harness/engine/instruments/instruments.h"

#include <stdbool.h>

enum { SELFTEST_PROBES = 101 };

/* Medians, and distances of the quartiles over them. */
struct selftest_clock {
    double raise_ns; /* wall time of the load that brought the clock up */
    double probe_ns, probe_spread;
    double core_hz, core_spread; /* 0 where no core clock is read */
};

struct selftest {
    struct timer timer;
    struct timer_spin spin;
    char order_trouble[GPU_MESSAGE_BYTES]; /* a stamp that cannot be true; nothing else was
                                              measured then */
    struct selftest_clock clock;
    struct run_cache_proof cache;          /* not known: not measured */
    char cache_trouble[GPU_MESSAGE_BYTES]; /* why not */
};

/* About a second and a half on a GPU. False on a failed device. */
bool selftest_run(struct gpu *gpu, struct selftest *test);

enum selftest_proof {
    SELFTEST_TIMER,  /* stamps go forward, and an empty pair takes time */
    SELFTEST_ORDER,  /* no stamp lies before the one before it, or beyond the host's wait */
    SELFTEST_PERIOD, /* a spin takes as long by the device's clock as by the host's */
    SELFTEST_CLOCK,  /* a probe tells a clock that is a quarter down from noise */
    SELFTEST_CORE,   /* the core clock is read, where the device says that it can be */
    SELFTEST_COLD,   /* cold is colder than hot */
    SELFTEST_CLEAN,  /* no dirty lines of the sweep are billed to what follows */
    SELFTEST_PROOF_COUNT,
};

/* "timer", "clock", ...; what it says. Static storage. */
const char *selftest_proof_name(enum selftest_proof proof);
const char *selftest_proof_text(enum selftest_proof proof);

/* True for what holds of a software device as well: the host's clock alone decides it. */
bool selftest_counts_on_host(enum selftest_proof proof);

/* Pure. `features`: bits of enum gpu_feature. SELFTEST_CORE holds where there is no shader clock.
 */
bool selftest_holds(const struct selftest *test, enum selftest_proof proof, uint32_t features);

#endif
