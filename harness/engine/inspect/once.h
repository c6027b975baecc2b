/* SPDX-License-Identifier: MIT */
/* once.h: one execution of one case, and nothing beside it: for profilers. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_INSPECT_ONCE_H
#define CLAIMCHECK_HARNESS_ENGINE_INSPECT_ONCE_H

#include "harness/bench.h"
#include "harness/engine/measure/measure.h"
#include "harness/engine/plan/plan.h"

struct case_marks; /* harness/engine/measure/measure.h */

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

#endif
