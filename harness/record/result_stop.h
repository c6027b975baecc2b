/* SPDX-License-Identifier: MIT */
/* result_stop.h: how a case ended: why sampling stopped, and room for the reason of a failure. */
#ifndef CLAIMCHECK_HARNESS_RECORD_RESULT_STOP_H
#define CLAIMCHECK_HARNESS_RECORD_RESULT_STOP_H

enum { RESULT_REASON_BYTES = 640 };

enum result_stop {
    RESULT_STOP_NONE,        /* never sampled */
    RESULT_STOP_CONVERGED,   /* intervals of the median and of the ratio within the target */
    RESULT_STOP_SAMPLES,     /* cap on samples, its own or its baseline's */
    RESULT_STOP_TIME,        /* cap on wall time, likewise */
    RESULT_STOP_LONG,        /* a long execution: few samples, of which a median has no interval */
    RESULT_STOP_INTERRUPTED, /* SIGINT */
};

const char *result_stop_name(enum result_stop stop); /* "converged", ...; static storage */

#endif
