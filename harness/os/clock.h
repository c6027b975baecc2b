/* SPDX-License-Identifier: MIT */
/* clock.h: the only clock of the host. */
#ifndef CLAIMCHECK_HARNESS_OS_CLOCK_H
#define CLAIMCHECK_HARNESS_OS_CLOCK_H

/* Monotonic time since some moment in the past. */
double clock_now_ns(void);

/* Waits at least so long, unless a signal comes. */
void clock_sleep_ns(double ns);

#endif
