/* SPDX-License-Identifier: MIT */
/* run_end.h: what a run means, at the end of what a person reads of it. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_CLAIMS_RUN_END_H
#define CLAIMCHECK_HARNESS_VIEWS_CLAIMS_RUN_END_H

#include "harness/analysis/published/published.h"
#include "harness/record/catalogue.h"
#include "harness/record/run/run.h"

#include <stdio.h>

struct run_end {
    const struct run *run;
    const struct published_list *published;
    const struct catalogue *catalogue; /* as for recommendation_find() */
    const char *before;                /* a sentence on an earlier run; NULL or "": none */
    const char *file;                  /* the run file as a word of a shell; NULL: the last run's */
    unsigned columns;
    unsigned lines; /* at most; 0: as many as there are */
};

/*
 * Prints what was asked for by name, whatever its verdict, then what is surprising, in sentences
 * of claims_sentence.h: claims that are contradicted or stronger, the papers' own of the GPU first,
 * by their distance from the paper, and all of them where there are few.
 * Then recommendations, how many claims agree, and the sentence on an earlier run. Of a software
 * device it says once that times are not judged. Nothing of claims that the run has no verdict on,
 * nor in a run with kernels of the user's, which papers say nothing about.
 */
void run_end_print(FILE *out, const struct run_end *end);

/* Prints the run in at most twenty lines of Markdown, for an issue or a chat: device, build, rates,
 * the sentence on the card where it is not "", and three surprises. Of `end` it reads the run and
 * `published`. */
void run_end_paste(FILE *out, const struct run_end *end, const char *card);
/* Orders pointers to entries for qsort(): what surprises most first, the papers own first. */
int run_end_surprise_compare(const void *a, const void *b);

#endif
