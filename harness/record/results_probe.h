/* SPDX-License-Identifier: MIT */
/* results_probe.h: `probe` and `probe_percent` of a case, as results/run.schema.json has them. */
#ifndef CLAIMCHECK_HARNESS_RECORD_RESULTS_PROBE_H
#define CLAIMCHECK_HARNESS_RECORD_RESULTS_PROBE_H

#include "harness/engine/measure/result.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* A new reference, of null where there is no probe; NULL only when memory runs out. */
json_t *results_probe_json(const struct result_probe *probe);

/* Sets probe_percent of a case whose probe and times are there: null where one of them is not.
 * False when memory runs out. */
bool results_probe_set_percent(json_t *c);

/* Adds what launch `index` (from 1) has, where both have samples: a launch without any adds none,
 * and where the first has none there are none. False when memory runs out. */
bool results_probe_append(json_t *c, const json_t *launch, size_t index);

#endif
