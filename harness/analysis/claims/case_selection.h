/* SPDX-License-Identifier: MIT */
/* case_selection.h: which cases of some runs a claim speaks of. Texts are those of the runs; what
 * is made lies in an arena. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_CASE_SELECTION_H
#define CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_CASE_SELECTION_H

#include "harness/analysis/published/published.h"
#include "harness/record/run/run.h"

/* Runs of one device. */
struct case_selection_runs {
    const struct run *const *runs;
    size_t count;
    bool *counted; /* of each, set by estimates that rest on it; NULL: nobody asks */
};

/* A case by its name, in each run that has it verified. */
struct case_selection_row {
    const struct run_case *any;          /* the first of them */
    const struct run_case *const *cases; /* of each run; NULL where it has none */
    bool stand_in;
};

struct case_selection {
    struct case_selection_row *rows; /* in the order of the runs */
    size_t count;
    size_t bad;                     /* that are selected, and are verified in no run */
    size_t unmet;                   /* that are, and do not meet a precondition */
    const char *unmet_text;         /* what the first that fails each is instead; "" */
    uint64_t unmet_conditions;      /* by their bits */
    const struct run_case *trouble; /* the first of those */
};

/* Selects the rows of side `b` of a claim, or a. Overrides are excluded; values of axes lie in the
 * claim's ranges, and the preconditions are met. The caches are hot where there is such a case. */
void case_selection_find(struct case_selection *rows, const struct case_selection_runs *runs,
                         const struct published *paper, const struct published_claim *claim, bool b,
                         struct arena *arena);

/* Leaves out what stands in for something; returns how many. */
size_t case_selection_drop_stand_ins(struct case_selection *rows);

/* Returns what distinguishes a row from the others, "subtree/subtree_levels:5"; "" of one alone. */
const char *case_selection_label(const struct case_selection *rows,
                                 const struct case_selection_row *row, struct arena *arena);

#endif
