/* SPDX-License-Identifier: MIT */
/* gate.h: whether the new side of a row is slower than the old one, from blocks of samples that
 * took turns. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_GATE_GATE_H
#define CLAIMCHECK_HARNESS_ANALYSIS_GATE_GATE_H

#include "harness/base/stats.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * How much slower the new side is than the old one, from blocks of samples that took turns. Pure
 * functions on times.
 *
 * A block is what one launch gave: GATE_PAIRS samples of either side, in turns. Samples of two
 * blocks are never held against one another, so what differs from launch to launch alike for both
 * sides is in no ratio. Precision comes from more launches, never from more pairs in one.
 */

enum { GATE_PAIRS = 5, GATE_LAUNCHES_MAX = 40 };

/* Times in ns, or of any one unit, above 0. */
struct gate_block {
    double old[GATE_PAIRS], new[GATE_PAIRS];
};

/* The time of the new side over that of the old one. */
struct gate_bounds {
    double ratio;     /* median over all pairs within blocks; of their logarithms */
    double low, high; /* either misses the truth with the probability asked for; NAN: too few */
};

/*
 * The 1-based rank of the lower bound among the GATE_PAIRS^2 ratios of each of `blocks` blocks,
 * ascending: the largest below which at most `alpha` lies when both sides are alike. Exact: the
 * number of ratios below 1 is then a sum of Mann and Whitney's U, one per block. 0 where no rank
 * is safe enough. At most GATE_LAUNCHES_MAX blocks.
 */
size_t gate_rank(size_t blocks, double alpha);

/* Hodges and Lehmann's estimate and its bounds, stratified by blocks. count: 1 to
 * GATE_LAUNCHES_MAX. */
struct gate_bounds gate_bounds(const struct gate_block *blocks, size_t count, double alpha);

/* The least time of the new side over the least of the old one: a second opinion. */
double gate_ratio_of_least(const struct gate_block *blocks, size_t count);

/*
 * The verdicts of an interleaved comparison, of a row and of all rows. Pure rules; their cost, and
 * how often they err, tests/analysis/gate_errors_test.c finds.
 *
 * A row is looked at after 2, 4 and 6 launches, where it may pass, and after all of them, where
 * alone it may fail: that an unchanged kernel is called slower costs somebody a day. What is called
 * slower is measured once more, in processes of its own, before it counts.
 */

enum { GATE_LAUNCHES = 10 };

/* The default threshold, 3 %; and how often the bounds of all launches hold the ratio, 99 %, where
 * launches are alike. */
extern const double gate_theta, gate_confidence;

enum gate_look {
    GATE_LOOK_MORE, /* measure on */
    GATE_LOOK_SAME, /* slower by less than theta */
    GATE_LOOK_FASTER,
    GATE_LOOK_SLOWER, /* to be confirmed */
    GATE_LOOK_UNDECIDED,
};

struct gate_limits; /* gate_limits.h */

struct gate_rule {
    double theta;        /* 0.03: a ratio between 1 / 1.03 and 1.03 is no change */
    size_t launches;     /* all of them: GATE_LAUNCHES, or more where launches differ much */
    bool software_times; /* times of a software device gate, too */
    const struct gate_limits *limits; /* of single rows; NULL: none */
    /* Names of cases that the session measures against themselves. Ends with NULL; NULL: none. */
    const char *const *controls;
};

struct gate_found {
    enum gate_look look;
    struct gate_bounds bounds; /* the look was decided by these, and they are printed */
    bool whole;                /* of all launches */
    size_t launches;
    double smallest; /* the least change that would have been found with a probability of 80 %, 0.05
                        for 5 %; NAN where there are no bounds */
    bool slower_small; /* slower beyond doubt, by less than theta */
    bool disagree;     /* the ratio of the least times says something else, by more than theta */
};

/* True where a row of so many launches is looked at. */
bool gate_looks(size_t launches, struct gate_rule rule);

/* count: at least 1. GATE_LOOK_MORE where this is no look, too. */
struct gate_found gate_look(const struct gate_block *blocks, size_t count, struct gate_rule rule);

/* The verdict of a row, at the end. */
enum gate_verdict {
    GATE_FASTER,
    GATE_SLOWER, /* twice */
    GATE_SAME,
    GATE_FLAKY, /* SLOWER at first, SAME or FASTER when it was measured again: counts as SAME */
    GATE_UNDECIDED,
    GATE_INCOMPARABLE, /* not the same was measured, or nothing that gates */
    GATE_MISSING,      /* the new side has it not */
    GATE_NEW,          /* the old side has it not */
    GATE_FAILED,       /* the new side gives a wrong result, or none where the old one does */
    GATE_VERDICT_COUNT,
};

/* "FASTER", "SLOWER", "SAME", "SAME (SLOWER once)", ... Static storage. */
const char *gate_verdict_name(enum gate_verdict verdict);

/* again: NULL where nothing was measured once more, which only what is slower needs. */
enum gate_verdict gate_settle(const struct gate_found *first, const struct gate_found *again);

/* All rows of a session. */
struct gate_tally {
    size_t counts[GATE_VERDICT_COUNT];
    size_t quarantined;             /* rows that are in none of the counts */
    size_t old, compared;           /* rows that the old side measured; those of them that have a
                                       verdict which may fail */
    size_t untimed;                 /* those of them whose counters alone were compared */
    size_t built_in, built_in_same; /* kernels that are measured against themselves: no other row is
                                       known not to have changed (--a and --b run two hosts), or it
                                       is no row (--old-kernels) */
    size_t built_in_lost;           /* of these, which the new side fails at, or has not */
    size_t samples, samples_throttled;
    size_t kernels_gone;     /* of an earlier build, that this one has not */
    size_t undecided_beyond; /* of the undecided rows, those whose estimate lies beyond their
                                threshold, or that have none */
};

/* Whether too few of the old side's rows were compared, for any reason: nothing passes then. */
bool gate_lacks(size_t compared, size_t old);

/* NULL where the session can be believed; otherwise why not: static storage. */
const char *gate_invalid(const struct gate_tally *tally);

/* The exit code of a session with undecided rows in which nothing is slower or failed. */
enum gate_undecided {
    GATE_UNDECIDED_BEYOND, /* 77 where an estimate lies beyond its threshold, else 0 */
    GATE_UNDECIDED_PASS,   /* 0 */
    GATE_UNDECIDED_WARN,   /* 77 */
    GATE_UNDECIDED_FAIL,   /* 1 */
    GATE_UNDECIDED_COUNT,
};

/* "beyond", "pass", "warn", "fail". Static storage. */
const char *gate_undecided_name(enum gate_undecided rule);

/* 0, 1, 77 or 99, as documented: 99 before 1 before 77 before 0. */
struct gate_exit {
    enum gate_undecided undecided;
    bool missing_fails, advisory;
};
int gate_exit_code(const struct gate_tally *tally, struct gate_exit rule);

#endif
