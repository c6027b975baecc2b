/* SPDX-License-Identifier: MIT */
/*
 * claims_each.h: what each of several runs says of the claims alone, beside what all of a device
 * say together: which verdicts change from run to run.
 *
 *   struct claims_each *each = claims_each_judge(runs, run_count, list.files, list.count);
 *   stability_view(&sheet, each);           harness/views/claims/stability_view.h
 *   claims_each_destroy(&each);
 *
 * A run alone speaks of its card, all together of the unit of the request. The caller owns the
 * whole alone; runs and published files outlive it.
 */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_CLAIMS_EACH_H
#define CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_CLAIMS_EACH_H

#include "harness/analysis/claims/claims.h"

/* A claim that some run of the device has a case of. */
struct claims_each_row {
    const struct claims_entry *together;
    const struct claims_entry *const *alone; /* of each run; NULL: it has no case of it */
    bool differs;                            /* some run alone has other words than all together */
    bool excludes;                           /* and shares no zone with them */
};

struct claims_each_device {
    const struct claims_device *together; /* whose runs are in the order of `alone` */
    const struct claims_each_row *rows;   /* in the order of files and claims */
    size_t row_count;
    size_t judged;   /* verdicts of single runs that can be held against the one together */
    size_t differed; /* those with other words */
    size_t excluded; /* those that share no zone with it */
};

struct claims_each {
    struct claims *together;
    struct claims **alone; /* of each run, in the order given */
    size_t run_count;
    struct claims_each_device *devices; /* as those of `together` */
    size_t device_count;
};

struct claims_each *claims_each_judge(const struct claims_request *request);

/* Accepts NULL, sets *each to NULL. */
void claims_each_destroy(struct claims_each **each);

#endif
