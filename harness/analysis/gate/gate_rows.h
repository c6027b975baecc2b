/* SPDX-License-Identifier: MIT */
/*
 * gate_rows.h: the rows of a session, and what each launch adds to them. Pure: runs in.
 *
 * A row is a case of both sides, by its name, or one of one side, which is told at once. A launch
 * adds a block to each row that is open, and a row is closed as soon as it has a verdict. When none
 * is open, those that were slower are opened once more, for blocks of their own.
 */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_GATE_GATE_ROWS_H
#define CLAIMCHECK_HARNESS_ANALYSIS_GATE_GATE_ROWS_H

#include "harness/analysis/gate/gate.h"
#include "harness/analysis/gate/gate_counters.h"
#include "harness/base/arena.h"
#include "harness/record/run/run.h"
#include "harness/record/saved_kernels.h"

enum { GATE_ROWS_MESSAGE_BYTES = 512 };

/* One launch: a run of either side; or one run of both, whose overrides are the old side. */
struct gate_launch {
    const struct run *old, *new;
    bool new_first; /* of two, which was measured first */
    bool twins;
    const struct saved_kernels *saved; /* what the twins' kernels are of; NULL: all cases are */
};

/* Blocks of one sitting. */
struct gate_series {
    struct gate_block blocks[GATE_LAUNCHES_MAX];
    size_t count;
    size_t replaced;         /* blocks that are not here since the clocks of both sides differed */
    struct gate_found found; /* of the blocks so far; launches 0: none */
};

struct gate_limit; /* gate_limits.h */

struct gate_row {
    const char *name;
    const struct run_case *old, *new; /* of the first launch; NULL where that side has it not */
    bool open;                        /* it needs more blocks */
    bool confirming;                  /* they are those of `again` */
    bool built_in; /* both sides are one: it counts for the session, not as a row */
    bool between;  /* its sides are those of two launches, one after the other */
    double theta;  /* the rule's, or its own */
    const struct gate_limit *limit, *quarantine; /* why; NULL: the rule's, and none */
    enum gate_verdict verdict;                   /* where it is not open */
    const char *reason;                          /* "" where the verdict says all */
    struct gate_series first, again;
    struct gate_counters counters; /* that are not the same on both sides, by the first launch */
    bool untimed;                  /* its times do not gate: nothing but counters was judged */

    /* The rest is gate_rows.c's: of a built-in, what the launch before measured last. */
    double before[GATE_PAIRS], before_hz;
    bool has_before;
    bool cut; /* closed as there was no time left for it */
};

struct gate_rows {
    struct gate_rule rule;
    struct gate_row
        *rows; /* in the order of the old run; what it has not, then the built-in ones */
    size_t count;
    size_t unchanged; /* cases that are no rows, as a twin has no kernel that differs */
    size_t unsaved;   /* likewise, as the folder of kernels has none of theirs */
    size_t gone;      /* cases of the folder of kernels that the first launch has not */
    size_t samples, samples_throttled; /* of all launches */
    const struct run *first;           /* the new side of the first launch */
    struct arena arena;
};

/*
 * Makes the rows of what the first launch has, with its blocks. Cases for which `only` says no are
 * left out; NULL: all are in. The launch's runs outlive the rows. False
 * with a one-line message where the runs cannot be held against each other; gate_rows_finish() is
 * due either way.
 */
bool gate_rows_init(struct gate_rows *rows, const struct gate_launch *launch, struct gate_rule rule,
                    bool (*only)(const void *context, const char *name), const void *context,
                    char message[GATE_ROWS_MESSAGE_BYTES]);
void gate_rows_finish(struct gate_rows *rows);

/* A block more for each open row. False with a one-line message where a run is of another device or
 * profile than the first, has no such row, or not GATE_PAIRS samples of it. */
bool gate_rows_add(struct gate_rows *rows, const struct gate_launch *launch,
                   char message[GATE_ROWS_MESSAGE_BYTES]);

/* How many are open. */
size_t gate_rows_open(const struct gate_rows *rows);

/* Opens those that were slower for the second time, each once; how many. None may be open. */
size_t gate_rows_confirm(struct gate_rows *rows);

/* Closes what is open, as undecided. `cut`: since there is no time left, which is nothing that a
 * control says. */
void gate_rows_close(struct gate_rows *rows, const char *reason, bool cut);

struct gate_tally gate_rows_tally(const struct gate_rows *rows);

#endif
