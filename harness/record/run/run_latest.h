/* SPDX-License-Identifier: MIT */
/* run_latest.h: the cases of several runs of one device, each name once. */
#ifndef CLAIMCHECK_HARNESS_RECORD_RUN_RUN_LATEST_H
#define CLAIMCHECK_HARNESS_RECORD_RUN_RUN_LATEST_H

#include "harness/record/run/run.h"

/* A case, and the run that has it. */
struct run_latest_case {
    const struct run *run;
    const struct run_case *c;
    size_t runs; /* that have one of its name */
};

struct run_latest {
    struct run_latest_case *cases;          /* in the order in which the names are met; malloc'ed */
    const struct run_latest_case **by_name; /* the same, sorted */
    size_t count;
};

/* Finds one case for each name: one that is ok, then the newest run's, then the last given. */
void run_latest_find(struct run_latest *latest, const struct run *const *runs, size_t run_count);
void run_latest_finish(struct run_latest *latest);

/* NULL where there is none of the name. */
const struct run_latest_case *run_latest_named(const struct run_latest *latest, const char *name);

/* The value of an axis as it stands in the file; NULL where the case has none of the name. */
const char *run_latest_axis(const struct run_latest_case *c, const char *axis);

#endif
