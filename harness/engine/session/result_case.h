/* SPDX-License-Identifier: MIT */
/* result_case.h: the end of a result: its case, with texts and samples in memory of the run. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_SESSION_RESULT_CASE_H
#define CLAIMCHECK_HARNESS_ENGINE_SESSION_RESULT_CASE_H

#include "harness/base/arena.h"
#include "harness/engine/measure/result.h"
#include "harness/record/run/run_case.h"

#include <jansson.h>

/* Takes the case of a result, rounded, in memory of the arena and without a lower bound of its
 * time. `kernels` is what kernel_json_list() makes of the result's. */
void result_case(const struct result *result, const json_t *kernels, struct arena *arena,
                 struct run_case *c);

#endif
