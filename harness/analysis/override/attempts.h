/* SPDX-License-Identifier: MIT */
/* attempts.h: attempts at one kernel, one after the other, as run --watch measures them: each
 * against the shipped kernel in rounds of its own, and so against the attempt before. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_OVERRIDE_ATTEMPTS_H
#define CLAIMCHECK_HARNESS_ANALYSIS_OVERRIDE_ATTEMPTS_H

#include "harness/record/run/run.h"

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
