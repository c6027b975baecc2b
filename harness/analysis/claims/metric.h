/* SPDX-License-Identifier: MIT */
/* metric.h: what a run says of a case by a measure of a claim. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_METRIC_H
#define CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_METRIC_H

#include "harness/analysis/published/published.h"
#include "harness/record/run/run.h"

/* True of gpu, wall, judged and host_share: there are samples of it. */
bool metric_sampled(const struct published_measure *measure);

/* True of a metric whose unit has a time in it: it is as noisy as one. */
bool metric_timed(const struct run_case *c, const struct published_measure *measure);

/* Returns a case's value of a measure; for times the median, of all samples or of the launches.
 * `wall` decides for judged, and for host_share it is the wall time. NAN where the run has none. */
double metric_value(const struct run *run, const struct run_case *c,
                    const struct published_measure *measure, bool wall);

/* Names of a case's counters, ends with NULL. */
extern const char *const metric_counters[];

/* Returns the measure's value in one launch of several, for the time that the case is judged by and
 * for metrics that are times. NAN where the run does not say. */
double metric_launch_value(const struct run_case *c, size_t launch,
                           const struct published_measure *measure, bool wall);

#endif
