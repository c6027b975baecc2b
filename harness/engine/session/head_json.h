/* SPDX-License-Identifier: MIT */
/* head_json.h: what a run file says beside workloads, kernels and cases, as the run begins. New
 * references. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_SESSION_HEAD_JSON_H
#define CLAIMCHECK_HARNESS_ENGINE_SESSION_HEAD_JSON_H

#include "harness/engine/gpu/info.h"
#include "harness/record/run/run_session.h"

#include <jansson.h>

/* A journal's: it holds session.paths. */
json_t *head_json(const struct run_session *session, const struct gpu_info *device);

json_t *head_json_device(const struct gpu_info *info);
json_t *head_json_features(uint32_t features); /* names of bits of enum gpu_feature */

#endif
