/* SPDX-License-Identifier: MIT */
/* result_case.h: what the sampler yielded, as a case of a run. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_SESSION_RESULT_CASE_H
#define CLAIMCHECK_HARNESS_ENGINE_SESSION_RESULT_CASE_H

#include "harness/base/arena.h"
#include "harness/engine/measure/result.h"
#include "harness/record/run/run_case.h"

#include <jansson.h>

/* Fills a case in, in memory of the arena, without a lower bound of its time. `kernels` is what
 * kernel_json_list() makes of the result's. False when memory runs out. */
bool result_case(const struct result *result, const json_t *kernels, struct arena *arena,
                 struct run_case *c);

/* Describes the sweep of a cold case; something must have been measured. */
struct run_cache_proof result_case_cache_proof(const struct cache_proof *proof);

#endif
