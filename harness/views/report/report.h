/* SPDX-License-Identifier: MIT */
/*
 * report.h: runs as two pages of HTML that need nothing else: their pictures and their looks are
 * within them, and without JavaScript all of them can be read. analysis/ judges the runs; no number
 * is computed here. Identical runs are identical bytes.
 *
 * The first page, index.html, is for a stranger: what came out, in one screen, then each claim.
 *
 *   #techniques-at-a-glance   a card each: picture, paper, one finding with its figure
 *   #claims                   each claim as a sentence, surprises first: #claim-ID
 *   #untested, #uncounted     what is not testable, by reason; what is not a paper's own statement
 *   #technique-NAME           the question, what to use here, the paper's figures
 *
 * The second, cases.html, has the rest.
 *
 *   #devices              what measured, and what it can do at most
 *   #technique-NAME       all figures, passes, and the cases
 *   #roofline, #against   all cases under the ceilings; device against device
 *   #case-NAME            a case in full: samples in order with the clock, distribution, kernels
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_REPORT_REPORT_H
#define CLAIMCHECK_HARNESS_VIEWS_REPORT_REPORT_H

#include "harness/analysis/claims/claims.h"
#include "harness/analysis/published/published.h"
#include "harness/record/run/run.h"
#include "harness/views/view/view.h"

#include <stdio.h>

/* The source of a page. */
struct report_source {
    const struct run *const *runs;
    size_t run_count;
    const struct published_list *published;
    const struct claims *claims;         /* of these runs by these files */
    const struct catalogue *catalogue;   /* whose questions are known */
    const struct view_picture *pictures; /* of techniques that have one */
    size_t picture_count;
    const json_t *trace; /* whose passes stand with the cases of these names; NULL */
};

/* The amount on the second page: one that is too large is written again with less, and names what
 * is not there. */
enum report_detail {
    REPORT_WHOLE,
    REPORT_CLAIMED,    /* pictures of samples and distributions of cases that a verdict rests on */
    REPORT_NO_SAMPLES, /* none */
    REPORT_RESTED_ON,  /* of cases that are well and that no verdict rests on, only their rows */
    REPORT_NO_CASES,   /* of all that are well */
    REPORT_CLAIMS,     /* no rows either: figures, and what went wrong */
    REPORT_DETAIL_COUNT,
};

/* More bytes than this are too many for a page. Of a first page that would be larger, pairs and
 * deviations of what is CONFIRMED are on the second; where that is not enough, of all claims. */
enum { REPORT_FIRST_BYTES_MAX = 600 * 1000, REPORT_BYTES_MAX = 5 * 1000 * 1000 };

/* The pages link to each other by these names. */
enum report_part { REPORT_FIRST, REPORT_CASES, REPORT_PART_COUNT };
extern const char *const report_file_names[REPORT_PART_COUNT];

struct report_pages {
    char *pages[REPORT_PART_COUNT]; /* malloc'ed */
    size_t bytes[REPORT_PART_COUNT];
    enum report_detail detail;
};

/* With as much as fits. */
void report_make(const struct report_source *source, struct report_pages *made);
void report_finish(struct report_pages *made);

/* A sentence that names what is left out; "" of WHOLE. Static storage. */
const char *report_left_out(enum report_detail detail);

#endif
