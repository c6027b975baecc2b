/* SPDX-License-Identifier: MIT */
/*
 * gate_counters.h: what was counted of a case, and not timed, on either side. Pure: runs in.
 *
 * No noise is in a count: what the harness counts itself (dispatches, barriers, submits and the
 * like), the declared work, the most device memory held at once, metrics that the bench calls
 * exact, and the facts of the workload. Of two runs with one seed
 *
 *   counters, work   more is a failure, fewer is a note
 *   peak_bytes       likewise, on one driver; another one may round otherwise
 *   metrics, facts   they are of the output, or of what it is made of: any other is a failure
 *
 * What one side alone has counted is not judged, work that one side alone has declared neither: an
 * earlier build counted less. Facts say nothing of a case by themselves: a case of which nothing
 * else is on both sides was not told to be the same.
 */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_GATE_GATE_COUNTERS_H
#define CLAIMCHECK_HARNESS_ANALYSIS_GATE_GATE_COUNTERS_H

#include "harness/base/arena.h"
#include "harness/record/run/run.h"

enum { GATE_COUNTERS_TEXT_BYTES = 256, GATE_COUNTER_NUMBER_BYTES = 32 };

enum gate_change {
    GATE_CHANGE_FEWER,
    GATE_CHANGE_MORE,
    GATE_CHANGE_OTHER, /* neither is better */
    GATE_CHANGE_COUNT,
};

/* "fewer", "more", "other"; static storage. */
const char *gate_change_name(enum gate_change change);

/* One that is not the same on both sides. */
struct gate_counter {
    const char *name;      /* as in the run file: "barriers", "work.bytes_read", "metrics.n_out",
                              "facts.nodes", of a series with the place of the first that differs */
    const char *old, *new; /* the numbers with all digits, or the texts */
    enum gate_change change;
    const char *accepted; /* why it does not fail; NULL where it does, or is a note */
};

struct gate_counters {
    struct gate_counter *list; /* those that differ, in the order above; in the arena */
    size_t count;
    size_t compared; /* of the case, on both sides, and not 0 on both unless of its output */
};

/* The case of either run, measured with one seed. */
void gate_counters_find(struct gate_counters *counters, struct arena *arena,
                        const struct run *old_run, const struct run_case *old,
                        const struct run *new_run, const struct run_case *new);

/* A number as `old` and `new` have it. */
void gate_counter_number(double number, char text[GATE_COUNTER_NUMBER_BYTES]);

/* How many of them make a row fail: more or other, and not accepted. */
size_t gate_counters_failing(const struct gate_counters *counters);

/* "barriers 13, were 12; submits 2, were 1", of those that fail, or of the others; cut, with how
 * many more there are; "" where there is none. */
void gate_counters_text(const struct gate_counters *counters, bool failing,
                        char text[GATE_COUNTERS_TEXT_BYTES]);

#endif
