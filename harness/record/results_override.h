/* SPDX-License-Identifier: MIT */
/*
 * results_override.h: what a run says of a case with kernels of the user's and the case beside it
 * with the shipped ones: `twin` of the former. harness/analysis/override/override.h finds it out.
 */
#ifndef CLAIMCHECK_HARNESS_RECORD_RESULTS_OVERRIDE_H
#define CLAIMCHECK_HARNESS_RECORD_RESULTS_OVERRIDE_H

#include "harness/base/stats.h"

#include <stdbool.h>
#include <stddef.h>

enum results_override_verdict {
    RESULTS_OVERRIDE_NONE,    /* not said */
    RESULTS_OVERRIDE_WRONG,   /* its check failed, or its time cannot be true */
    RESULTS_OVERRIDE_NO_TIME, /* of it, or of the original */
    RESULTS_OVERRIDE_TOO_FEW, /* common rounds, to tell */
    RESULTS_OVERRIDE_NO_DIFFERENCE,
    RESULTS_OVERRIDE_FASTER,
    RESULTS_OVERRIDE_SLOWER,
    RESULTS_OVERRIDE_VERDICT_COUNT,
};

enum results_override_fact {
    RESULTS_OVERRIDE_REGISTERS, /* of a thread */
    RESULTS_OVERRIDE_SPILLS,    /* as the driver counts them */
    RESULTS_OVERRIDE_LOCAL,     /* bytes of a thread in memory: arrays and what is spilled */
    RESULTS_OVERRIDE_SHARED,    /* bytes of a group */
    RESULTS_OVERRIDE_BINARY,    /* bytes */
    RESULTS_OVERRIDE_SPIRV,     /* bytes */
    RESULTS_OVERRIDE_FACT_COUNT,
};

/* A kernel and what stands in for it. */
struct results_override_kernel {
    const char *name;                          /* of both */
    const char *id, *file_id;                  /* in kernels[] */
    bool same;                                 /* SPIR-V, to the byte */
    double facts[RESULTS_OVERRIDE_FACT_COUNT]; /* NAN: the driver does not say */
    double file_facts[RESULTS_OVERRIDE_FACT_COUNT];
};

struct results_override {
    const char *original;     /* the case's name; "" where the run does not have it */
    struct stats_ratio ratio; /* of the file's time to the original's; pairs 0: none */
    enum results_override_verdict verdict;
    struct results_override_kernel *kernels; /* malloc'ed */
    size_t kernel_count;
};

/* "slower", "too_few_rounds", ... Static storage. */
const char *results_override_verdict_name(enum results_override_verdict verdict);

#endif
