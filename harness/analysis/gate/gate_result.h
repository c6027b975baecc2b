/* SPDX-License-Identifier: MIT */
/* gate_result.h: a session at its end. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_GATE_GATE_RESULT_H
#define CLAIMCHECK_HARNESS_ANALYSIS_GATE_GATE_RESULT_H

#include "harness/analysis/gate/gate_causes.h"
#include "harness/analysis/gate/gate_detail.h"

#include "harness/record/saved_kernels.h"

#include <stdint.h>

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

#endif
