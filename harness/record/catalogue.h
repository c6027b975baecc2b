/* SPDX-License-Identifier: MIT */
/* catalogue.h: facts about techniques for readers of runs, which see no bench. */
#ifndef CLAIMCHECK_HARNESS_RECORD_CATALOGUE_H
#define CLAIMCHECK_HARNESS_RECORD_CATALOGUE_H

#include "harness/record/run/run_case.h"

/* Whose method a variant is: of the paper that is judged, a library's, or another's. */
enum catalogue_origin { CATALOGUE_PAPER, CATALOGUE_LIBRARY, CATALOGUE_CONTENDER };

/* "paper", "library", "contender". Static storage. */
const char *catalogue_origin_name(enum catalogue_origin origin);

/* Texts are NULL where the variant is not known. */
struct catalogue_variant {
    const char *summary, *source;
    enum catalogue_origin origin;
};

/* Texts have static storage; NULL where the technique or the bench is not known. */
struct catalogue {
    const void *techniques; /* the first argument of each function */
    const char *(*question)(const void *techniques, const char *technique,
                            const char *bench); /* bench NULL: that of the technique */
    const char *(*title)(const void *techniques, const char *technique);
    const char *(*paper)(const void *techniques, const char *technique);
    /* True for a case that does a part of the work (bench_axis.parts): no answer to the question.
     * False where its variant is not known. */
    bool (*does_part)(const void *techniques, const struct run_case *c);
    struct catalogue_variant (*variant)(const void *techniques, const struct run_case *c);
};

#endif
