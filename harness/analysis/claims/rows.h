/* SPDX-License-Identifier: MIT */
/* rows.h: which cases of some runs a claim speaks of. Texts are those of the runs; what is made
 * lies in an arena. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_ROWS_H
#define CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_ROWS_H

#include "harness/analysis/published/published.h"
#include "harness/record/run/run.h"

/* Runs of one device. */
struct rows_runs {
    const struct run *const *runs;
    size_t count;
    bool *counted; /* of each, set by estimates that rest on it; NULL: nobody asks */
};

/* A case by its name, in each run that has it verified. */
struct rows_row {
    const struct run_case *any;          /* the first of them */
    const struct run_case *const *cases; /* of each run; NULL where it has none */
    bool stand_in;
};

struct rows {
    struct rows_row *rows; /* in the order of the runs */
    size_t count;
    size_t bad;                     /* that are selected, and are verified in no run */
    size_t unmet;                   /* that are, and do not meet a precondition */
    const char *unmet_text;         /* what the first of those is instead; "" */
    const struct run_case *trouble; /* the first of those */
    bool failed;                    /* memory ran out */
};

/* What side `b` of a claim, or a, selects, twins apart, whose values of axes lie in the claim's
 * ranges and which meet its preconditions: with hot caches, where there are any. */
void rows_find(struct rows *rows, const struct rows_runs *runs, const struct published *paper,
               const struct published_claim *claim, bool b, struct arena *arena);

/* Leaves out what stands in for something; returns how many. */
size_t rows_drop_stand_ins(struct rows *rows);

/* The value of an axis; NULL where it has none of the name. */
const char *rows_value(const struct rows_row *row, const char *axis);

/* As a number; NAN where it begins with none. */
double rows_number(const char *value);

/* By the numbers in them, and letter by letter besides: 9x2 before 10x1 before 10x2. */
int rows_value_compare(const char *a, const char *b);

/* What tells a row from the others, "subtree/subtree_levels:5"; "" of one alone. */
const char *rows_label(const struct rows *rows, const struct rows_row *row, struct arena *arena);

#endif
