/* SPDX-License-Identifier: MIT */
/*
 * ceilings.h: what a device can do at most, from the cases of a run that measure that. It knows
 * those by their key `ceiling` alone, and works on a run document, so that a live run, a resumed
 * one and a file give the same.
 */
#ifndef CLAIMCHECK_HARNESS_JUDGE_CEILINGS_H
#define CLAIMCHECK_HARNESS_JUDGE_CEILINGS_H

#include "harness/bench.h"

#include <jansson.h>

enum { CEILINGS_POINTS_MAX = 32 };

/* Bandwidth over the working set. */
struct ceilings_point {
    double bytes; /* of the set */
    double bytes_per_s;
};

struct ceilings_curve {
    struct ceilings_point points[CEILINGS_POINTS_MAX]; /* by bytes, ascending, each once */
    size_t count;
};

/* 0 where nothing was measured. */
struct ceilings {
    struct ceilings_curve copy, read, write;
    double operations_per_s; /* the best of all variants; a fused multiply-add is 2 */
    double atomic_one_per_s, atomic_many_per_s, atomic_shared_per_s;
    double dispatch_ns;                        /* none waits for another */
    double dependent_ns, indirect_ns, fill_ns; /* per dependent step, barrier included */
    double round_trip_ns;                      /* wall time: record, submit, wait, read back */
    double tick_ns, empty_ns;                  /* of the timestamps: timer.h */
};

/*
 * Reads the cases with status ok and warm caches (an array, as in a run document). Where several
 * measure the same, the best counts. All 0 when there is none.
 */
void ceilings_read(struct ceilings *ceilings, const json_t *cases);

/* True when anything was measured. */
bool ceilings_known(const struct ceilings *ceilings);

/*
 * The best rate of a curve for data of so many bytes: of all working sets from the largest one that
 * is no larger than that on (from the smallest one on, where none is). So the rate of a cache is
 * granted to what may lie in it, and never falls with a set that happened to be slow. 0 for an
 * empty curve.
 */
double ceilings_rate(const struct ceilings_curve *curve, double bytes);

/* `ceilings` of the run file; null when nothing was measured. A new reference; NULL when memory
 * runs out. */
json_t *ceilings_json(const struct ceilings *ceilings);

#endif
