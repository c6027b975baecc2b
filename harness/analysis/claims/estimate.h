/* SPDX-License-Identifier: MIT */
/*
 * estimate.h: a measure of a case, or a quotient of several, over the runs of one device, with its
 * interval.
 *
 * Processes are the units: a run, or each launch of one. Of one process the interval is of 95 %:
 * two cases of one workload by the rounds that they have in common, others by an interval each, as
 * much nearer to certain as they are many (two: 97.5 %). Of six processes and more it is the one
 * between them; of fewer, what holds the intervals of all. Of runs that have all terms, those count
 * whose kernels are the newest one's: other kernels are another program.
 */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_ESTIMATE_H
#define CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_ESTIMATE_H

#include "harness/analysis/claims/case_selection.h"

enum { ESTIMATE_TERMS_MAX = 4, ESTIMATE_PROCESSES_LEAST = 6 };

struct estimate_term {
    const struct case_selection_row *row;
    const struct published_measure *measure;
    int power; /* 1, or -1: divides */
};

struct estimate {
    double value;                   /* ns, bytes, counts, ratios; NAN: some run lacks a term */
    struct stats_interval interval; /* both ends NAN where there is none */
    size_t n;                       /* samples of the least term, of all processes */
    size_t processes;
    size_t older;     /* runs that are left out, for their kernels are not the newest's */
    bool exact;       /* nothing in it has noise */
    bool same_rounds; /* all of it was measured in the same rounds, or is one term */
    bool throttled;   /* no sample of a term was not */
    bool moves;       /* times of too few processes for an interval between them */
    bool wall;        /* of wall times */
    bool share;       /* of the host, in wall time */
};

/* At most ESTIMATE_TERMS_MAX terms. NAN where no process has all of them, or memory runs out. */
struct estimate estimate_make(const struct case_selection_runs *runs,
                              const struct estimate_term *terms, size_t count);

/* By which factor it may be another one in another process; 1 where nothing moves. Wall times, and
 * their quotients, move by up to a half, far beyond what one process tells, times of the device by
 * 1.5 %: 19 of 20 are within, by the runs of docs/claims.md. */
double estimate_moves(const struct estimate *estimate);

/* The value that another process may have: a quotient the whole way lower at -1, higher at 1. */
double estimate_moved(const struct estimate *estimate, double way);

/* From the least to the greatest that it is, or may be in another process. That a process is not
 * sure of its own value is among the reasons why another one has another. */
struct stats_interval estimate_reach(const struct estimate *estimate);

/* True of times, of metrics in ns, and of rates. */
bool estimate_timed(const struct case_selection_row *row, const struct published_measure *measure);

/* What the row has of the measure without samples, in the newest run that has it: of times the
 * median. NAN where it has none. */
double estimate_plain(const struct case_selection_runs *runs, const struct case_selection_row *row,
                      const struct published_measure *measure, bool wall);

/* The first run that is one with another before it, which *first then is: the same process, by what
 * it says of itself and of a case. It counts once, so whoever pools runs refuses it. NULL where
 * there is none. */
const struct run *estimate_run_again(const struct run *const *runs, size_t count,
                                     const struct run **first);

#endif
