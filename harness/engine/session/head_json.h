/* SPDX-License-Identifier: MIT */
/* head_json.h: what a run file says beside workloads, kernels and cases, as the run begins. New
 * references; NULL when memory runs out. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_SESSION_HEAD_JSON_H
#define CLAIMCHECK_HARNESS_ENGINE_SESSION_HEAD_JSON_H

#include "harness/engine/measure/sampler.h"

#include <jansson.h>

struct head {
    uint64_t seed;
    const char *profile; /* "quick", "paper", "full" */
    const char *started; /* UTC, ISO 8601 */
    int argument_count;
    const char *const *arguments; /* as given, without the program's name */
    const char *const *
        plan_arguments; /* NULL-terminated: what `run` needs to rebuild the same plan on --resume */
    const char *const *paths; /* NULL-terminated: files that the arguments name, see paths.h */
    const struct gpu_info *device;
    bool validate;
    uint32_t launches; /* processes that measure each case; 0 and 1: one */
    struct sampler_rules rules;
};

/* A journal's: it holds session.paths. */
json_t *head_json(const struct head *head);

json_t *head_json_device(const struct gpu_info *info);
json_t *head_json_features(uint32_t features); /* names of bits of enum gpu_feature */

#endif
