/* SPDX-License-Identifier: MIT */
/*
 * timer.h: what the device's timestamps can tell apart, and what stamping costs. The period that a
 * device states is not its grain: an H100 states 1 ns and counts in steps of 32.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_INSTRUMENTS_TIMER_H
#define CLAIMCHECK_HARNESS_ENGINE_INSTRUMENTS_TIMER_H

#include "harness/engine/instruments/canary.h"

struct timer {
    double
        tick_ns; /* greatest common divisor of many differences; the period where there is none */
    double empty_ns; /* median of a sample with nothing between its stamps */
};

/* Some milliseconds of work on the device. False on a failed device; *timer is then the period, 0.
 */
bool timer_measure(struct gpu *gpu, struct timer *timer);

/* A spin between two stamps: what the device's clock says that it took, and between what the
 * host's clock has it. */
struct timer_spin {
    double device_ns, host_low_ns, host_high_ns;
};

/* About a quarter of a second; several where the host was kept from looking in time. False on a
 * failed device. */
bool timer_spin_measure(struct gpu *gpu, struct canary *canary, struct timer_spin *spin);

/* True where the device's time lies between the host's two, give or take 1 %. */
bool timer_spin_holds(const struct timer_spin *spin);

#endif
