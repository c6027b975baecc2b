/* SPDX-License-Identifier: MIT */
/* gate_result.h: a session at its end, and what stands behind its rows. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_GATE_GATE_RESULT_H
#define CLAIMCHECK_HARNESS_ANALYSIS_GATE_GATE_RESULT_H

#include "harness/analysis/gate/gate_rows.h"
#include "harness/analysis/gate/trace_pair.h"
#include "harness/record/saved_kernels.h"

#include <stdint.h>

/* Rows that fail, by the kernels that they have in common. */

struct gate_cause {
    const char *kernel; /* that all of the rows have; NULL: those that share none with another */
    bool changed;       /* its SPIR-V differs between the sides */
    const struct gate_row **rows;
    size_t count;
};

/*
 * The fewest kernels that the rows which are slower or failed have in common, one after the other
 * that of most of the rows that are left: kernels whose SPIR-V is another one before those that are
 * the same, since these are what can be the cause. Every failing row is in one of them. Memory is
 * that of the arena.
 */
struct gate_cause *gate_causes_find(const struct gate_rows *rows, const struct run *old,
                                    const struct run *new, struct arena *arena, size_t *count);

/* True of a verdict that fails by itself. */
bool gate_row_fails(const struct gate_row *row);

/* Reasons for a slower row: the pass that has grown, and what the driver made of the kernels. Pure:
 * rows, runs and two traces in. */

/* Facts that may differ; NAN: the driver does not say. */
struct gate_detail_facts {
    double registers;   /* of a thread */
    double spills;      /* as the driver counts them */
    double local_bytes; /* of a thread in memory: arrays, and what is spilled on NVIDIA */
};

/* A kernel of both sides of which one of these differs. */
struct gate_detail_kernel {
    const char *name;
    struct gate_detail_facts old, new;
};

struct gate_detail {
    const struct gate_row *row;
    const struct trace_pair_case *timeline; /* NULL: there is none of both sides */
    const struct trace_pair_pass *grown;    /* most, of that; NULL: none has */
    struct gate_detail_kernel *kernels;
    size_t kernel_count;
};

/*
 * Of each row that is slower, in their order; `old` and `new` are the runs that the rows are of,
 * `traces` timelines of the same cases, NULL where there are none, which outlive the details.
 * Memory is that of the arena.
 */
struct gate_detail *gate_details_find(const struct gate_rows *rows, const struct run *old,
                                      const struct run *new, const struct trace_pair *traces,
                                      struct arena *arena, size_t *count);

/* True of a row that they are wanted of. */
bool gate_detail_wants(const struct gate_row *row);

struct gate_result {
    const struct gate_rows *rows;
    const struct run *old, *new;         /* of the first launch */
    const struct saved_kernels *kernels; /* that were the old side; NULL: that was a build */
    struct gate_tally tally;
    struct gate_exit rule;
    int code; /* gate_exit_code() */
    const struct gate_cause *causes;
    size_t cause_count;
    const struct gate_detail *details; /* of rows that are slower */
    size_t detail_count;
    uint64_t seed;
    size_t launches, launches_again; /* of both sittings */
    double seconds;
    const char *filter;  /* as the user gave it; NULL */
    bool gate;           /* rows are of the profile `gate` */
    const char *retest;  /* the command that measures again what failed; NULL: nothing did */
    const char *started; /* UTC, as in run files */
};

/* Verdicts for tools that know passed, failed and skipped. Pure. */

enum gate_report {
    GATE_REPORT_PASSED,
    GATE_REPORT_FAILED,  /* it makes the exit code 1 */
    GATE_REPORT_ADVISED, /* it would, but for `advisory` */
    GATE_REPORT_SKIPPED, /* it was not told */
};

/* Reports a row that is not built in. */
enum gate_report gate_report_row(const struct gate_row *row, struct gate_exit rule);

/* Reports the session as a whole. It failed where the session, and no row, makes the exit code 1.
 * It is skipped where nothing was decided. A discarded result, 99, is none of these and counts as
 * passed. */
enum gate_report gate_report_session(const struct gate_result *outcome);

/* The rows that are no built-in ones, what is worst first, in the order of the rows within one
 * verdict; `sorted` has room for all rows. How many. */
size_t gate_report_sort(const struct gate_rows *rows, const struct gate_row **sorted);

/* Medians of the samples of either side, in ns: of the first sitting's blocks, or where there are
 * none, of the first launch; NAN where a side has no time, or times were not compared. */
struct gate_report_times {
    double old_ns, new_ns;
};
struct gate_report_times gate_report_times(const struct gate_row *row);

#endif
