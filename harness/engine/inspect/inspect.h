/* SPDX-License-Identifier: MIT */
/* inspect.h: one execution, looked into. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_INSPECT_INSPECT_H
#define CLAIMCHECK_HARNESS_ENGINE_INSPECT_INSPECT_H

#include "harness/bench.h"
#include "harness/engine/measure/measure.h"
#include "harness/engine/plan/plan.h"
#include "harness/image.h"
#include "harness/inspection.h"

/* Life of an inspection, as the command sees it. Benches see inspection.h. */

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

/* One execution ------------------------------------------------------------------------------ */

/* One execution of one case, and nothing beside it: for profilers. */

struct once_params {
    struct gpu *gpu; /* NULL: cases of kind CPU run, others are unsupported */
    uint64_t seed;
    const struct plan_group *group;
    const struct plan_case *plan;   /* of the group */
    const struct case_marks *marks; /* around the execution; NULL: none */
};

/*
 * Makes the input, sets the case up, and executes it as case_once() does. What the answer is,
 * nobody looks at. BENCH_OK, or another status with its reason in one line.
 */
enum bench_status once_run(const struct once_params *params);

/*
 * Sets the case up on a device that only compiles (gpu_params.compile_only): the kernels of the
 * result are those that the case has, with its constants. result_finish()
 * frees it. The workload was uploaded to that device. False when the result is not BENCH_OK.
 */
bool once_compile(const struct once_params *params, const struct bench_workload *workload,
                  struct result *result);

/* Portraits ---------------------------------------------------------------------------------- */

/* Draws the picture that stands for a technique, by technique->portrait, which is there. Trouble
 * comes with a one-line message; the image is then empty. */
enum context_trouble portrait_draw(const struct technique *technique, struct image *image);

#endif
