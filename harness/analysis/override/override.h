/* SPDX-License-Identifier: MIT */
/* override.h: a case with kernels of the user's against the same case with the shipped ones, by the
 * rounds that both have (paired_ratio()). */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_OVERRIDE_OVERRIDE_H
#define CLAIMCHECK_HARNESS_ANALYSIS_OVERRIDE_OVERRIDE_H

#include "harness/record/run/run.h"

/* The case of the same workload, axes and cache mode whose kernels are all shipped ones; NULL where
 * `c` is no twin, or the run does not have it. */
const struct run_case *override_original(const struct run *run, const struct run_case *c);

/*
 * What the run says of the twin. The ratio is that of the samples, of a summary, which has not all
 * of them, the one that stands in its file. A ratio whose whole interval lies within 2 % of 1 is no
 * difference; else an interval on one side of 1 tells; and one that holds 1, or no interval, does
 * not.
 */
void override_find(const struct run *run, const struct run_case *c, struct results_override *twin);
void override_finish(struct results_override *twin);

/* The verdict of one such ratio. */
enum results_override_verdict override_verdict(const struct stats_ratio *ratio);

/* Fills in `beside` of each case of the run that is a twin. */
void override_find_all(struct run *run);

/* Reads a kernel's facts from the run; NAN where it has none. The names of NVIDIA's, AMD's and
 * Mesa's drivers are known. */
void override_kernel_facts(const struct run_kernel *kernel,
                           double facts[RESULTS_OVERRIDE_FACT_COUNT]);

/* Attempts at one kernel, one after the other, as run --watch measures them: each
 * against the shipped kernel in rounds of its own, and so against the attempt before. */

enum { ATTEMPTS_MAX = 64, ATTEMPTS_NAME_BYTES = 192 };

/* The last attempt of each case that has had one; all zero: none. It may lie in shared memory. */
struct attempts {
    struct {
        char name[ATTEMPTS_NAME_BYTES]; /* of the case */
        struct stats_ratio ratio;       /* of the file's time to the original's */
    } last[ATTEMPTS_MAX];
    size_t count;
};

/* Keeps the ratios of the run's twins. A twin without one, such as a wrong result, leaves what was
 * kept; so do cases beyond ATTEMPTS_MAX, and names that are too long. */
void attempts_keep(struct attempts *attempts, const struct run *run);

/* The ratio of a twin's time to that of the attempt before: of both ratios to the original, with an
 * interval of both, as independent. pairs 0: there was none. */
struct stats_ratio attempts_ratio(const struct attempts *attempts, const struct run_case *c,
                                  const struct results_override *twin);

#endif
