/* SPDX-License-Identifier: MIT */
/*
 * estimate.h: a measure of a case, or a quotient of several, over the runs of one device, with its
 * interval. docs/reference/verdict-rules.md explains the units.
 *
 * Runs count that have all terms and the kernels of the newest such run: other kernels are another
 * program. Of one card, the processes of its runs are the units: the interval is the one between
 * six processes and more, and holds the intervals of all processes where they are fewer. Of a
 * model, each card gives one value, the median of its runs: the interval is by ranks of six cards
 * and more, the range of all runs of three to five, and that range grown by a factor of fewer.
 */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_ESTIMATE_H
#define CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_ESTIMATE_H

#include "harness/analysis/claims/case_selection.h"

enum { ESTIMATE_TERMS_MAX = 4, ESTIMATE_PROCESSES_LEAST = 6, ESTIMATE_CARDS_LEAST = 6 };

struct estimate_term {
    const struct case_selection_row *row;
    const struct published_measure *measure;
    int power; /* 1, or -1: divides */
};

/* The unit of an interval. */
enum estimate_unit { ESTIMATE_CARD, ESTIMATE_MODEL };

/* Which of its two times a sample is judged by: as the measure says, or one of them. */
enum estimate_clock { ESTIMATE_AS_STATED, ESTIMATE_DEVICE_TIME, ESTIMATE_WALL_TIME };

struct estimate_request {
    const struct case_selection_runs *runs;
    enum estimate_unit unit;
    enum estimate_clock clock;
    bool share; /* a part of a whole: the factor of few cards grows its odds */
};

struct estimate {
    double value;                   /* ns, bytes, counts, ratios; NAN: some run lacks a term */
    struct stats_interval interval; /* both ends NAN where there is none */
    size_t n;                       /* samples of the least term, of all processes */
    size_t processes, runs, cards;
    const struct run *typical; /* the run that comes nearest to `value`; NULL */
    size_t older;              /* runs that are left out, for their kernels are not the newest's */
    double factor;             /* that the interval grew by, for want of cards; 1 */
    bool exact;                /* nothing in it has noise */
    bool same_rounds;          /* all of it was measured in the same rounds, or is one term */
    bool throttled;            /* no sample of a term was not */
    bool timed;                /* of times */
    bool wall;                 /* of wall times */
    bool host;                 /* of wall times that a CPU row, or two workloads, take part in */
};

/* At most ESTIMATE_TERMS_MAX terms. NAN where no process has all of them. */
struct estimate estimate_make(const struct estimate_request *request,
                              const struct estimate_term *terms, size_t count);

/* 95 % of single runs lie within this factor of the other cards' median: of device times, of wall
 * times of one workload, of those with a CPU row or of two workloads. */
extern const double estimate_factor_device, estimate_factor_wall, estimate_factor_host;

/* True of times, of metrics in ns, and of rates. */
bool estimate_timed(const struct case_selection_row *row, const struct published_measure *measure);

/* Returns the row's value of the measure without samples, in the newest run that has it; for times
 * the median. NAN where it has none. */
double estimate_plain(const struct case_selection_runs *runs, const struct case_selection_row *row,
                      const struct published_measure *measure, bool wall);

/* The first run that is one with another before it, which *first then is: the same process, by what
 * it says of itself and of a case. It counts once, so whoever pools runs refuses it. NULL where
 * there is none. */
const struct run *estimate_run_again(const struct run *const *runs, size_t count,
                                     const struct run **first);

#endif
