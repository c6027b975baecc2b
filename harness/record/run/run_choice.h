/* SPDX-License-Identifier: MIT */
/* run_choice.h: some cases of a run, in an order. */
#ifndef CLAIMCHECK_HARNESS_RECORD_RUN_RUN_CHOICE_H
#define CLAIMCHECK_HARNESS_RECORD_RUN_RUN_CHOICE_H

#include "harness/record/run/run.h"

enum run_order {
    RUN_ORDER_FILE,    /* as they ended */
    RUN_ORDER_TIME,    /* the shortest first */
    RUN_ORDER_NAME,    /* numbers in names by their value */
    RUN_ORDER_SPEEDUP, /* the highest first */
    RUN_ORDER_FLOOR,   /* the nearest to its floor first */
};

struct run_wanted {
    const char *filter; /* extended regular expression on names of cases; NULL: all */
    const char *name;   /* exactly this case; NULL */
    enum run_order order;
};

/*
 * *chosen is the run with those cases alone. Where an order wants a number that a case has not, the
 * case comes last. The run outlives it. False with a one-line message: no such case, with the
 * nearest name; an expression that is none; nothing chosen. run_choice_finish() is due either way.
 */
bool run_choose(struct run *chosen, const struct run *run, const struct run_wanted *wanted);
void run_choice_finish(struct run *chosen);

/* ---------------------------------------------------------------------------------------------- */

/* The cases of several runs of one device, each name once. */

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

/* ---------------------------------------------------------------------------------------------- */

/* Samples of a run, fewer. */

/*
 * Makes a summary of a run: at most so many samples of each case, 1 at least, and `summary`, which
 * says so. All else stays as it is of all samples. Those rounds stay whose number, its bits
 * reversed, is the least: they are spread evenly, and are the same ones for all cases of a group,
 * whose pairs so stay pairs. Several launches share the number, one at least. Of core clock and
 * canary the clock stays, which says the same.
 */
void run_thin(struct run *run, size_t samples_max);

#endif
