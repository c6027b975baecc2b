/* SPDX-License-Identifier: MIT */
/* context.h: where a run took place: host, system, processor, Vulkan loader, environment. */
#ifndef CLAIMCHECK_HARNESS_CONTEXT_H
#define CLAIMCHECK_HARNESS_CONTEXT_H

#include <jansson.h>

/*
 * The object `context` of a run file. What cannot be found out is null. The environment holds every
 * set variable that steers a Vulkan driver, loader or layer, see results/run.schema.json. New
 * reference; NULL only when memory runs out.
 */
json_t *context_json(void);

#endif
