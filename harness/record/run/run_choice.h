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
    RUN_ORDER_COUNT,
};

/* "file", "time", ...; indexed by enum run_order. */
extern const char *const run_order_names[RUN_ORDER_COUNT];

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

#endif
