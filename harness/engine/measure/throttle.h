/* SPDX-License-Identifier: MIT */
/*
 * throttle.h: which samples were taken at a clock that was too low to count. The reference is the
 * highest clock that the canary has seen in the run. A throttled sample stays in the run file; it
 * is left out of summaries, intervals, ratios and the stop rule, unless too few others remain.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_MEASURE_THROTTLE_H
#define CLAIMCHECK_HARNESS_ENGINE_MEASURE_THROTTLE_H

#include "harness/engine/instruments/canary.h"
#include "harness/engine/measure/result.h"

enum { THROTTLE_LEAST = 6 }; /* samples that an interval of the median needs */

/*
 * Marks the samples whose clock is under `share` of the reference, in place of earlier marks; with
 * share 0 none but those that the device says were held back. Other samples without a probe are
 * never marked. When fewer than THROTTLE_LEAST would remain, or than half where there are few to
 * begin with, throttled_count makes all of them count.
 */
void throttle_mark(struct result *result, double share, const struct canary_state *reference);

/* How many samples are marked. */
size_t throttle_count(const struct result *result);

/* How long to wait before the next round, after so many rounds in a row that held a throttled
 * sample, in nanoseconds: grows from 10 ms to 1 s. 0 for no such round. */
double throttle_pause_ns(uint32_t rounds);

#endif
