/* SPDX-License-Identifier: MIT */
/* run_history.h: times of cases over many runs, in the order of their dates. Pure: runs in, one
 * after the other, of which nothing is kept but what is here. */
#ifndef CLAIMCHECK_HARNESS_RECORD_RUN_RUN_HISTORY_H
#define CLAIMCHECK_HARNESS_RECORD_RUN_RUN_HISTORY_H

#include "harness/base/arena.h"
#include "harness/record/run/run.h"

/* A case of a run, which is ok and has a time. */
struct run_history_point {
    double seconds;              /* of the date, since 1970 */
    const char *date, *commit;   /* UTC, as in the run file */
    const char *device, *driver; /* of kind cpu the host's processor, and "" */
    const char *card;            /* first digits of its UUID's hash; of kind cpu, and unknown, "" */
    const char *kernels;         /* likewise of a hash of the case's SPIR-V; "" of none */
    const char *profile;
    const char *mark;                  /* run_case.mark */
    double launches;                   /* processes of the case; NAN: the file does not say */
    const char *name;                  /* of the case */
    double median_ns, low_ns, high_ns; /* as the run is judged; ends NAN where it has none */
    size_t samples;                    /* 0: the row does not say */
    const char *moved;                 /* what moved it from the points before; "": nothing did */
};

/* Points of one case on all cards and drivers of a model, the oldest first. */
struct run_history_line {
    struct run_history_point **points;
    size_t count;
};

/* Begins as zero; run_history_finish() is due. */
struct run_history {
    struct run_history_point *points; /* by case, device, card, driver, date */
    size_t point_count, capacity;
    struct run_history_line *lines; /* of run_history_end() */
    size_t line_count;
    size_t runs; /* that were added */
    struct arena arena;
};

/* Takes what the run, or row of evidence, has of cases for which `wants` says so. False with a
 * one-line message where the run has no date. */
bool run_history_add(struct run_history *history, const struct run *run,
                     bool (*wants)(const void *context, const char *name), const void *context);

/* Sorts them, once all are in, drops those of a run that was added twice, and makes the lines. */
void run_history_end(struct run_history *history);

void run_history_finish(struct run_history *history);

#endif
