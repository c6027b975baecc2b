/* SPDX-License-Identifier: MIT */
/*
 * report.h: runs as one page of HTML that needs nothing else: its pictures and its looks are within
 * it, and without JavaScript all of it can be read. What judge/ says of the runs stands there; no
 * figure is computed here. Identical runs are identical bytes.
 *
 *   #verdicts             a verdict per claim, each with an anchor: #claim-ID
 *   #devices              what measured, and what it can do at most
 *   #technique-NAME       the question, the paper's figures with these devices on them, the cases
 *   #roofline, #against   all cases under the ceilings; device against device
 *   #case-NAME            a case in full: samples in order with the clock, distribution, kernels
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_REPORT_REPORT_H
#define CLAIMCHECK_HARNESS_VIEWS_REPORT_REPORT_H

#include "harness/analysis/claims/claims.h"
#include "harness/analysis/published/published.h"
#include "harness/record/run/run.h"

#include <stdio.h>

/* A picture of what a technique computes. */
struct report_picture {
    const char *technique;
    const char *words; /* that `inspect` draws it by; NULL: it is a file */
    const char *png;
    size_t bytes;
    uint32_t width, height;
};

/* What it is made of. */
struct report_source {
    const struct run *const *runs;
    size_t run_count;
    const struct published_list *published;
    const struct claims *claims;           /* of these runs by these files */
    const struct catalogue *catalogue;     /* whose questions are known */
    const struct report_picture *pictures; /* of techniques that have one */
    size_t picture_count;
    const json_t *trace; /* whose passes stand with the cases of these names; NULL */
};

/* How much of it: a page that is too large is written again with less, and says what is not
 * there. */
enum report_detail {
    REPORT_WHOLE,
    REPORT_CLAIMED,    /* pictures of samples and distributions of cases that a verdict rests on */
    REPORT_NO_SAMPLES, /* none */
    REPORT_RESTED_ON,  /* of cases that are well and that no verdict rests on, only their rows */
    REPORT_NO_CASES,   /* of all that are well */
    REPORT_CLAIMS,     /* no rows either: verdicts, figures, and what went wrong */
    REPORT_DETAIL_COUNT,
};

/* More than this many bytes are too large. */
enum { REPORT_BYTES_MAX = 5 * 1000 * 1000 };

/* With as much as fits. *page is malloc'ed. False when memory runs out. */
bool report_make(const struct report_source *source, char **page, size_t *bytes,
                 enum report_detail *detail);

/* What is left out, as a sentence; "" of WHOLE. Static storage. */
const char *report_left_out(enum report_detail detail);

#endif
