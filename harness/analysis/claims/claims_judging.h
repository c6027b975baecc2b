/* SPDX-License-Identifier: MIT */
/* claims_judging.h: one claim while it is judged. Private to this folder. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_CLAIMS_JUDGING_H
#define CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_CLAIMS_JUDGING_H

#include "harness/analysis/claims/claims.h"
#include "harness/record/record.h"

/* Values of a case on its axes. */

/* Reads the number that a value begins with; NAN where there is none. */
double case_axis_number(const char *value);

/* True where all values of axes are in the claim's ranges. */
bool case_in_ranges(const struct run_case *c, const struct published_claim *claim);

/* Compares by the numbers in them, and letter by letter besides: 9x2 before 10x1 before 10x2. */
int case_axis_compare(const char *a, const char *b);

/* One claim while it is judged. Private to claims*.c. */

struct claims_judging {
    struct case_selection_runs runs;
    const struct published_claim *claim;
    struct claims_entry *entry;
    struct claims_reading *reading; /* the one that is made */
    struct case_selection a, b;     /* b: no rows where the claim has none */
    enum estimate_unit unit;
    bool all_times; /* claims_row_fill() */
    double kappa;
    int margin_step; /* 0, or -1 and 1: by the next narrower or wider margin of a word */
    double trip_ns;  /* as that of an estimate's request */
    struct arena *arena;
    struct claims_pair *pairs; /* of the reading */
    size_t pair_capacity;
};

/* Adds a pair. */
struct claims_pair *claims_pair_add(struct claims_judging *judging);

/* The estimate of some terms, by the stopwatch of the reading. */
struct estimate claims_estimate(const struct claims_judging *judging,
                                const struct estimate_term *terms, size_t count);

/* Fills in the label, the cases and the estimate of a, or a over b; b may be NULL. */
void claims_pair_fill(struct claims_judging *judging, struct claims_pair *pair,
                      const struct case_selection_row *a, const struct case_selection_row *b);

/* Fills in the cases' names, and what each is in the run that is typical of the pair's estimate. */
void claims_pair_sides(const struct claims_judging *judging, struct claims_pair *pair,
                       const struct case_selection_row *a, const struct case_selection_row *b,
                       const struct published_measure *measure_b);

/* Sets r, zones and the verdict of a pair that has its estimate and its published number. */
void claims_pair_decide(const struct claims_judging *judging, struct claims_pair *pair);

/* A text in the arena. */
const char *claims_text(struct claims_judging *judging, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* True where a and b have the same values of the axes of join, and b is not a itself. */
bool claims_joined(const struct claims_judging *judging, const struct case_selection_row *a,
                   const struct case_selection_row *b);

/* True where the reading judges a, and b unless it is NULL, by wall time. */
bool claims_by_wall(const struct claims_judging *judging, const struct case_selection_row *a,
                    const struct case_selection_row *b);

/* The row's measure in the newest run that has it, by the stopwatch of the reading, for times the
 * median: tells which of several is the extreme. NAN where no run has it. */
double claims_newest(const struct claims_judging *judging, const struct case_selection_row *row,
                     const struct published_measure *measure, bool wall);

/* Claims that hold pair by pair; those that go along an axis. They add pairs with verdicts, and set
 * the reading's verdict, cases and place. */
void claims_pairs_judge(struct claims_judging *judging);
void claims_series_judge(struct claims_judging *judging);

/* Judges a claim by what its file has observed on this device or any; adds no reading where that is
 * nothing. */
void claims_observed_judge(struct claims_judging *judging, const char *device);

/* Adds a reading, which pairs are added to from here on. */
void claims_reading_begin(struct claims_judging *judging, enum estimate_clock clock);

/* Joins the pairs of each key to a case, and the cases to the verdict of the reading. */
void claims_cases_join(struct claims_judging *judging);

/* Sets the entry's marks; `stand_ins` were excluded. The entry has its readings and verdict. */
void claims_marks_find(struct claims_judging *judging, size_t stand_ins);

#endif
