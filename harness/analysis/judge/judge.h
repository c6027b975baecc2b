/* SPDX-License-Identifier: MIT */
/*
 * judge.h: the one judge of rows: what `ab`, `ab --baseline`, `compare` and `selftest --gate` say
 * of a row and of all rows, in which words and order, and the exit code. Pure, and free of runs:
 * whoever has two sides fills a row; the statistics that give its ratio are the caller's.
 */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_JUDGE_JUDGE_H
#define CLAIMCHECK_HARNESS_ANALYSIS_JUDGE_JUDGE_H

#include <stdbool.h>
#include <stddef.h>

/* In the order in which rows and counts are told: what is worst first. */
enum judge_verdict {
    JUDGE_FAILED, /* the new side gives a wrong result, or none where the old one does */
    JUDGE_SLOWER,
    JUDGE_MISSING, /* the new side has it not, or not any more */
    JUDGE_UNDECIDED,
    JUDGE_INCOMPARABLE, /* not the same was measured, or nothing that gates */
    JUDGE_FLAKY, /* SLOWER at first, SAME or FASTER when it was measured again: counts as SAME */
    JUDGE_NEW,   /* the old side has it not */
    JUDGE_FASTER,
    JUDGE_SAME,
    JUDGE_RATIO, /* of two models of device: the ratio is told, and nothing is judged */
    JUDGE_VERDICT_COUNT,
    JUDGE_OPEN = JUDGE_VERDICT_COUNT, /* not yet one of these */
};

/* "FASTER", "SLOWER", "SAME", "SAME (SLOWER once)", ... Static storage. */
const char *judge_verdict_name(enum judge_verdict verdict);

/* What the words mean: the one line that stands above every table of rows. */
extern const char judge_legend[];

/* How a side of a row went. */
enum judge_status {
    JUDGE_ABSENT, /* the side has no such row */
    JUDGE_WELL,
    JUDGE_LEFT_OUT, /* the machine or a person rules it out */
    JUDGE_BROKEN,   /* no result */
    JUDGE_WRONG,    /* a wrong one, or one not to be believed */
};

/* What the statuses alone say; OPEN: both are well, and the values decide. A wrong
 * result is FAILED whatever the old side has. */
enum judge_verdict judge_statuses(enum judge_status old, enum judge_status new);

/* The new value over the old one, with bounds; NAN where there are none. */
struct judge_ratio {
    double ratio, low, high;
};

struct judge_row {
    enum judge_status old;
    double theta; /* 0.03: a ratio between 1 / 1.03 and 1.03 is no change */
    struct judge_ratio ratio;
    enum judge_verdict verdict;
    bool quarantined; /* it fails by a wrong result alone, or none */
    bool counted;     /* what was counted is judged, and no value */
    bool built_in;    /* both sides are one: it says whether the session can be believed */
    bool cut;         /* UNDECIDED for lack of time */
};

/*
 * What the ratio says: SLOWER or FASTER where all of it lies beyond theta, SAME where none does,
 * else UNDECIDED, and where it has no bounds. `gate`: what may be faster is SAME, too, for a gate
 * asks only whether it is slower.
 */
enum judge_verdict judge_values(struct judge_ratio ratio, double theta, bool gate);

/* Whether the row makes the code 1 by itself. */
bool judge_fails(const struct judge_row *row);

/* All rows. */
struct judge_tally {
    size_t counts[JUDGE_VERDICT_COUNT];
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
    bool commands;           /* what is measured against itself is the old command, not a kernel */
    bool stored; /* the old side was measured before: to measure both again is no remedy */
};

/* Counts a row. */
void judge_add(struct judge_tally *tally, const struct judge_row *row);

/* Whether too few of the old side's rows were compared, for any reason: nothing passes then. */
bool judge_lacks(const struct judge_tally *tally);

/* NULL where the session can be believed; otherwise why not: static storage. */
const char *judge_invalid(const struct judge_tally *tally);

/* The exit code of a session with undecided rows in which nothing is slower or failed. */
enum judge_undecided {
    JUDGE_UNDECIDED_BEYOND, /* 77 where an estimate lies beyond its threshold, else 0 */
    JUDGE_UNDECIDED_PASS,   /* 0 */
    JUDGE_UNDECIDED_WARN,   /* 77 */
    JUDGE_UNDECIDED_FAIL,   /* 1 */
    JUDGE_UNDECIDED_COUNT,
};

/* "beyond", "pass", "warn", "fail". Static storage. */
extern const char *const judge_undecided_names[JUDGE_UNDECIDED_COUNT];

/* 0, 1, 77 or 99, as documented: 99 before 1 before 77 before 0. */
struct judge_exit {
    enum judge_undecided undecided;
    bool missing_fails, advisory;
};
int judge_exit_code(const struct judge_tally *tally, struct judge_exit rule);

/* The verdict of all: "passes: no row is SLOWER; 3 of 3 rows compared", and "1 SLOWER, 2 SAME";
 * "none" where there is no row. They return the text. */
enum { JUDGE_WORDS_BYTES = 512 };
const char *judge_words(const struct judge_tally *tally, int code, char text[JUDGE_WORDS_BYTES]);
const char *judge_counts(const struct judge_tally *tally, char text[JUDGE_WORDS_BYTES]);

/* Room for one that lives as long as the block. */
#define JUDGE_ROOM ((char[JUDGE_WORDS_BYTES]){ 0 })

/* A row over time ------------------------------------------------------------------------------ */

/* A value of one run, and all that may make it another than that of the run before. */
struct judge_point {
    double value, seconds; /* of its date */
    const char *card, *driver, *kernels, *commit;
};

struct judge_move {
    size_t at;                /* the first point that has the new value */
    struct judge_ratio ratio; /* of values from there on over those before, Hodges and Lehmann's */
    enum judge_verdict verdict;
    const char *cause; /* what is another there, the first of "kernel", "driver", "harness", of
                          another commit, "card"; "noise": of all that is known, nothing */
};

/*
 * Finds where the values moved, in points from the oldest to the newest. Points of one card,
 * driver, kernels and commit within an hour are one sitting, which counts once, by its median: they
 * differ less than sittings do. Splits at a place where kernels or the driver changed, by bounds of
 * 3 deviations, which 14 sittings have at the least; else at the place whose sides spread least, if
 * ranks differ by 3.5 deviations somewhere (Mann and Whitney), which takes 19; and again on both
 * sides. A movement is SLOWER or FASTER by judge_values(), by more than 1 %. Returns how many there
 * are, by place; `moves` has room for `count`. tests/cli/history.sh has the false alarms on kept
 * rows.
 */
size_t judge_moves(const struct judge_point *points, size_t count, struct judge_move *moves);

/* Appends "3 rows", behind a comma where something stands there; nothing for a count of 0. */
void judge_count_add(char text[JUDGE_WORDS_BYTES], size_t count, const char *what);

#endif
