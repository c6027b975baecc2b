/* SPDX-License-Identifier: MIT */
/*
 * cpu_clock.h: a canary for the host's clock: the time of a loop whose every step waits for the one
 * before, and that touches no memory. It takes the same cycles each time, so its time tells how
 * fast the CPU runs, and whether another program had it meanwhile.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_CPU_CPU_CLOCK_H
#define CLAIMCHECK_HARNESS_ENGINE_CPU_CPU_CLOCK_H

struct cpu_clock_reading {
    double probe_ns; /* shortest of some loops, tens of microseconds together */
    double core_hz;  /* of the CPU that it ran on, as the system states it; 0: it does not */
};

/* On the CPU that the caller runs on. */
struct cpu_clock_reading cpu_clock_probe(void);

#endif
