/* SPDX-License-Identifier: MIT */
/* host.h: where a run took place: system, processor, Vulkan loader, environment; no name of the
 * machine, and no path. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_SESSION_HOST_H
#define CLAIMCHECK_HARNESS_ENGINE_SESSION_HOST_H

#include "harness/base/sha256.h"
#include "harness/base/text.h"

#include <jansson.h>
#include <stdbool.h>

/*
 * The object `context` of a run file. What cannot be found out is null. The environment holds every
 * set variable that steers a Vulkan driver, loader or layer, see results/run.schema.json. New
 * reference.
 */
json_t *host_json(void);

/* Its object `environment`. New reference. */
json_t *host_environment_json(void);

/* Appends the names of set variables that loaders, layers, drivers or compilers may read. */
void host_variables_add(struct text *names);

/*
 * A hash of ROOT/etc/machine-id that this program alone makes: HMAC-SHA-256 of a fixed id of the
 * program, with that of the machine as the key, so that neither is found from it. Images of one
 * container may share it, and one host may have several. False where there is none; text is "".
 */
bool host_hash(const char *root, char text[SHA256_TEXT_BYTES]);

/* Load average of the last minute; negative when it is not known. */
double host_load(void);

/* False for a build whose host side is slow: without optimisation, or with sanitizers. */
bool host_build_is_optimized(void);

#endif
