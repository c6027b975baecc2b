/* SPDX-License-Identifier: MIT */
/*
 * results_twin.h: what a run says of a case with kernels of the user's and the case beside it with
 * the shipped ones: `twin` of the former. harness/analysis/override/twin.h finds it out.
 */
#ifndef CLAIMCHECK_HARNESS_RECORD_RESULTS_TWIN_H
#define CLAIMCHECK_HARNESS_RECORD_RESULTS_TWIN_H

#include "harness/base/stats.h"

#include <jansson.h>

enum results_twin_verdict {
    RESULTS_TWIN_WRONG,   /* its check failed, or its time cannot be true */
    RESULTS_TWIN_NO_TIME, /* of it, or of the original */
    RESULTS_TWIN_TOO_FEW, /* common rounds, to tell */
    RESULTS_TWIN_NO_DIFFERENCE,
    RESULTS_TWIN_FASTER,
    RESULTS_TWIN_SLOWER,
    RESULTS_TWIN_VERDICT_COUNT,
};

enum results_twin_fact {
    RESULTS_TWIN_REGISTERS, /* of a thread */
    RESULTS_TWIN_SPILLS,    /* as the driver counts them */
    RESULTS_TWIN_LOCAL,     /* bytes of a thread in memory: arrays and what is spilled */
    RESULTS_TWIN_SHARED,    /* bytes of a group */
    RESULTS_TWIN_BINARY,    /* bytes */
    RESULTS_TWIN_SPIRV,     /* bytes */
    RESULTS_TWIN_FACT_COUNT,
};

/* A kernel and what stands in for it. */
struct results_twin_kernel {
    const char *name;                      /* of both */
    const char *id, *file_id;              /* in kernels[] */
    bool same;                             /* SPIR-V, to the byte */
    double facts[RESULTS_TWIN_FACT_COUNT]; /* NAN: the driver does not say */
    double file_facts[RESULTS_TWIN_FACT_COUNT];
};

struct results_twin {
    const char *original;     /* the case's name; "" where the run does not have it */
    struct stats_ratio ratio; /* of the file's time to the original's; pairs 0: none */
    enum results_twin_verdict verdict;
    struct results_twin_kernel *kernels; /* malloc'ed */
    size_t kernel_count;
};

/* "slower", "too_few_rounds", ... Static storage. */
const char *results_twin_verdict_name(enum results_twin_verdict verdict);

/* New reference; NULL when memory runs out. */
json_t *results_twin_json(const struct results_twin *twin);

#endif
