/* SPDX-License-Identifier: MIT */
/*
 * ceilings.h: what a device can do at most, from the cases of a run that measure that. It knows
 * those by struct run_case.ceiling alone; a live run, a resumed one and a file give the same.
 */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_LIMITS_CEILINGS_H
#define CLAIMCHECK_HARNESS_ANALYSIS_LIMITS_CEILINGS_H

#include "harness/record/run/run.h"

/*
 * From the cases with status ok and warm caches. Where several measure the same, the best counts.
 * All 0 when there is none. Those of an earlier run, where the run has taken them.
 */
void ceilings_find(struct run_ceilings *ceilings, const struct run *run);

/* Finds the limits in the newest of several runs that has any. */
void ceilings_find_newest(struct run_ceilings *ceilings, const struct run *const *runs,
                          size_t run_count);

/* Limits of the host with so many threads; NULL when those were not measured. */
const struct run_ceilings_threads *ceilings_of_threads(const struct run_ceilings *ceilings,
                                                       double count);

/* True when anything was measured. */
bool ceilings_known(const struct run_ceilings *ceilings);

/*
 * The best rate of a curve for data of so many bytes: of all working sets from the largest one that
 * is no larger than that on (from the smallest one on, where none is). So the rate of a cache is
 * granted to what may lie in it, and never falls with a set that happened to be slow. 0 for an
 * empty curve.
 */
double ceilings_rate(const struct run_ceilings_curve *curve, double bytes);

/* Least time of a dependent load within so many bytes. 0 where none was measured. */
double ceilings_load_ns(const struct run_ceilings *ceilings, double bytes);

#endif
