/* SPDX-License-Identifier: MIT */
/* keep.h: whether a run is one to keep: measured with care, whole, by a source that others have. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_KEEP_KEEP_H
#define CLAIMCHECK_HARNESS_ANALYSIS_KEEP_KEEP_H

#include "harness/analysis/judge/judge.h"
#include "harness/record/run/run.h"

/* Reasons not to keep a run. */
enum keep_fault {
    KEEP_UNKNOWN,    /* the tool names no commit */
    KEEP_DIRTY,      /* its source was changed */
    KEEP_SLOW,       /* its build is slow */
    KEEP_VALIDATED,  /* with validation layers */
    KEEP_LAYERED,    /* below layers that may change times */
    KEEP_PLANTED,    /* with a fault */
    KEEP_INCOMPLETE, /* cases are missing */
    KEEP_WRONG,      /* a case has a wrong result, or a time that cannot be true */
    KEEP_UNTRIED,    /* a case ended in an error, or with its device or process */
    KEEP_TIMELESS,   /* no case has a time */
    KEEP_THROTTLED,  /* the device was too hot */
    KEEP_CACHED,     /* ceilings of an earlier run */
    KEEP_ANSWERED,   /* answers of references are of an earlier run */
    KEEP_SUMMARY,    /* it is a summary of a run */
    KEEP_UNDATED,    /* when it was begun, or had ended, is no date */
    KEEP_CLOCKS,     /* a sample took the device longer than the host that waited for it */
    KEEP_CHANGED,    /* times are not those of their samples */
    KEEP_FAULT_COUNT,
};

/* True, with a message that names it and the remedy, when the run has the fault. */
bool keep_fault_is(const struct run *run, enum keep_fault fault);

/* Name of the first layer below which the run was measured that may change times: any that is not
 * known to stay out of the calls of a device. NULL: none. */
const char *keep_layer(const struct run *run);

/* True, with a message, when the document has a check sum that run_file_json() could not look at,
 * or a text of tool, session, context or device has characters that steer a terminal (base.h). A
 * run has them cleaned. */
bool keep_document_is_odd(const json_t *document);

/* True, with a message, when the ceilings that the run has of an earlier one are not those of
 * `other`, so that what they come from is not kept with it. */
bool keep_ceilings_differ(const struct run *run, const struct run *other);

/* Names a kept run: date, technique where there is one beside the device limits, then the profile,
 * or "claims". "" when `bytes` are too few. */
void keep_name(const struct run *run, char *name, size_t bytes);

/* How a run went as a whole. */

/* Says whether the device or the user rules the case out, which is no failure. */
bool run_status_is_left_out(const struct run_case *c);

/* Whether its result is wrong, or its time, or it has a time and a check that failed. */
bool run_status_is_wrong(const struct run_case *c);
const char *run_status_word(const struct run_case *c); /* which says so, too */
bool run_status_is_untried(const struct run_case *c);  /* it failed before it had a result */

/* Neither well nor left out: a wrong result, or none. */
bool run_status_fails(const struct run_case *c);

/* As a side of a row; ABSENT: NULL. */
enum judge_status run_status_judged(const struct run_case *c);

/* The exit code that the statuses of its cases ask for. */
int run_status_exit(const struct run *run);

/* Returns the exit code that counts more, as within a run. */
int run_status_worse(int a, int b);

#endif
