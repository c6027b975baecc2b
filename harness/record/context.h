/* SPDX-License-Identifier: MIT */
/* context.h: where a run took place: host, system, processor, Vulkan loader, environment. */
#ifndef CLAIMCHECK_HARNESS_RECORD_CONTEXT_H
#define CLAIMCHECK_HARNESS_RECORD_CONTEXT_H

#include <jansson.h>
#include <stdbool.h>

/*
 * The object `context` of a run file. What cannot be found out is null. The environment holds every
 * set variable that steers a Vulkan driver, loader or layer, see results/run.schema.json. New
 * reference; NULL only when memory runs out.
 */
json_t *context_json(void);

/* Load average of the last minute; negative when it is not known. */
double context_load(void);

/* False for a build whose host side is slow: without optimisation, or with sanitizers. */
bool context_build_is_optimized(void);

#endif
