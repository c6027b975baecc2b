/* SPDX-License-Identifier: MIT */
/* inspection_life.h: life of an inspection, as the command sees it. Benches see inspection.h. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_INSPECT_INSPECTION_LIFE_H
#define CLAIMCHECK_HARNESS_ENGINE_INSPECT_INSPECTION_LIFE_H

#include "harness/engine/measure/measure.h"
#include "harness/image.h"
#include "harness/inspection.h"

struct inspection_value {
    const char *name, *value; /* value NULL for a flag */
};

struct inspection_params {
    const struct inspection_kind *kind;
    const struct inspection_value *values;
    size_t value_count;
    struct gpu_params gpu; /* of the device, if one is asked for */
    uint64_t seed;
    bool picture; /* one is wanted */
};

/* Runs the callback. What params point to outlives it. How it ended
 * stands in its context. */
struct inspection *inspection_create(const struct inspection_params *params);
void inspection_destroy(struct inspection **inspection);

/* The picture, drawn or empty; who takes it leaves an empty one. */
struct image *inspection_image(const struct inspection *inspection);

#endif
