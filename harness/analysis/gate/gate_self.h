/* SPDX-License-Identifier: MIT */
/*
 * gate_self.h: one build against itself: how far launches differ on this machine, and what can
 * honestly be told apart there. Pure: runs in.
 *
 * A launch is one process here. The first and the second have one seed, and so the same input; so
 * have the third and the fourth, and so on. What those two differ in is no change of a kernel or of
 * the input, so they are a block (gate_bounds.h) of which every verdict but `same` would be a false
 * alarm.
 */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_GATE_GATE_SELF_H
#define CLAIMCHECK_HARNESS_ANALYSIS_GATE_GATE_SELF_H

#include "harness/analysis/gate/gate_rows.h"
#include "harness/base/arena.h"

enum { GATE_SELF_LAUNCHES_MIN = 4, GATE_SELF_LAUNCHES_MAX = 2 * GATE_LAUNCHES };

struct gate_self_row {
    const char *name;
    double times[GATE_SELF_LAUNCHES_MAX][GATE_PAIRS];
    bool lost;   /* it has no time by the device's clock in some launch, and is not judged */
    bool failed; /* as its result is wrong */

    double spread;   /* standard deviation of the logarithms of the medians of launches with one
                        input: 0.01, 1 % */
    double smallest; /* the least threshold that is honest: three times the spread, as the rule's
                        3 % are of the 1 % that gate_errors_test.c finds it to bear; and above
                        what the blocks would be called slower or faster by */
    double theta;    /* the rule's, or where launches differ by more than 1 % what is honest */
    bool alarm;      /* it would be called slower, or faster, by the rule's threshold */
};

struct gate_self {
    struct gate_self_row *rows; /* in the order of the first run */
    size_t count, launches;
    char device[128];
    struct arena arena;
};

/* A launch more; the first one makes the rows, of the cases for which `only` says so. False with a
 * one-line message. The run may go afterwards. */
bool gate_self_add(struct gate_self *self, const struct run *run,
                   bool (*only)(const void *context, const char *name), const void *context,
                   char message[GATE_ROWS_MESSAGE_BYTES]);

/* After at least GATE_SELF_LAUNCHES_MIN launches. theta: the rule's. */
void gate_self_judge(struct gate_self *self, double theta);

void gate_self_finish(struct gate_self *self);

#endif
