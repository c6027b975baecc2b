/* SPDX-License-Identifier: MIT */
/* inspection_life.h: life of an inspection, as the command sees it. Benches see inspection.h. */
#ifndef CLAIMCHECK_HARNESS_INSPECT_INSPECTION_LIFE_H
#define CLAIMCHECK_HARNESS_INSPECT_INSPECTION_LIFE_H

#include "harness/base/facts.h"
#include "harness/image.h"
#include "harness/inspection.h"

enum inspection_end {
    INSPECTION_OK,
    INSPECTION_WRONG,       /* a wrong result */
    INSPECTION_UNSUPPORTED, /* the device, or that there is none, rules it out */
    INSPECTION_FAILED,      /* bad arguments, no memory, a failing device */
};

struct inspection_value {
    const char *name, *value; /* value NULL for a flag */
};

struct inspection_params {
    const struct technique *technique; /* with a callback inspect() */
    const struct inspection_value *values;
    size_t value_count;
    struct gpu_params gpu; /* of the device, if one is asked for */
    uint64_t seed;
    bool picture; /* one is wanted */
};

/* Runs the callback. NULL when there is no memory. What params point to outlives it. */
struct inspection *inspection_create(const struct inspection_params *params);
void inspection_destroy(struct inspection **inspection);

/* How it ended, and its line; empty for INSPECTION_OK. */
enum inspection_end inspection_outcome(const struct inspection *inspection);
const char *inspection_message(const struct inspection *inspection);

/* What was stated so far, failed or not; owned by the inspection. */
const struct workload_facts *inspection_facts(const struct inspection *inspection);

/* The picture, drawn or empty. */
const struct image *inspection_image(const struct inspection *inspection);

#endif
