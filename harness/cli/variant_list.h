/* SPDX-License-Identifier: MIT */
/* variant_list.h: which variants a device cannot run, and why. */
#ifndef CLAIMCHECK_HARNESS_CLI_VARIANT_LIST_H
#define CLAIMCHECK_HARNESS_CLI_VARIANT_LIST_H

#include "harness/bench.h"

#include <jansson.h>

/*
 * {"variant": "technique.bench/variant", "features": [names]} for every variant that needs more
 * than `features` has. New reference.
 */
json_t *variant_missing_json(const struct technique *const *techniques, uint32_t features);

#endif
