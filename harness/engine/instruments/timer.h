/* SPDX-License-Identifier: MIT */
/*
 * timer.h: what the device's timestamps can tell apart, and what stamping costs. The period that a
 * device states is not its grain: an H100 states 1 ns and counts in steps of 32.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_INSTRUMENTS_TIMER_H
#define CLAIMCHECK_HARNESS_ENGINE_INSTRUMENTS_TIMER_H

#include "harness/engine/gpu/gpu.h"

struct timer {
    double
        tick_ns; /* greatest common divisor of many differences; the period where there is none */
    double empty_ns; /* median of a sample with nothing between its stamps */
};

/* Some milliseconds of work on the device. False on a failed device; *timer is then the period, 0.
 */
bool timer_measure(struct gpu *gpu, struct timer *timer);

#endif
