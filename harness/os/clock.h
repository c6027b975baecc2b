/* SPDX-License-Identifier: MIT */
/* clock.h: the only clock of the host: CLOCK_MONOTONIC, or QueryPerformanceCounter(). */
#ifndef CLAIMCHECK_HARNESS_OS_CLOCK_H
#define CLAIMCHECK_HARNESS_OS_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* Whether a count of the clock is a tick of QueryPerformanceCounter(); it is a nanosecond
 * otherwise. */
extern const bool clock_counts_ticks;

/* The moment of a count that somebody else has read, as clock_now_ns() has it. */
double clock_count_ns(uint64_t count);

/* Monotonic time since some moment in the past. */
double clock_now_ns(void);

/* Waits at least so long, unless a signal comes. */
void clock_sleep_ns(double ns);

#endif
