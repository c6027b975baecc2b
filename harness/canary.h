/* SPDX-License-Identifier: MIT */
/*
 * canary.h: a kernel of fixed cycles that tells whether the device's clock is up, and a load that
 * brings it up. An idle device lowers its clock, and light work may not raise it for seconds: on an
 * H100 all times of a group came out 2.5 times too long.
 */
#ifndef CLAIMCHECK_HARNESS_CANARY_H
#define CLAIMCHECK_HARNESS_CANARY_H

#include "harness/gpu/gpu.h"

struct canary;

/* What one run knows of its device; zero at the start, kept over all groups. */
struct canary_state {
    double best_ns; /* shortest probe so far: the highest clock seen */
};

/* NULL on failure; *state outlives it. */
struct canary *canary_create(struct gpu *gpu, struct canary_state *state);
void canary_destroy(struct canary **canary);

/* Time of one probe, tens of microseconds; updates best_ns. False on a failed device. */
bool canary_probe(struct canary *canary, double *probe_ns);

/* True when a probe of that length means that the clock is up, within 5 % of the best seen. */
bool canary_is_up(const struct canary *canary, double probe_ns);

/*
 * Loads the device until the clock is up: at least min_ns of wall time, at most max_ns. Returns the
 * wall time spent, and the last probe. 0 on a failed device.
 */
double canary_raise(struct canary *canary, double min_ns, double max_ns, double *probe_ns);

#endif
