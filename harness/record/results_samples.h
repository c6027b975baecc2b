/* SPDX-License-Identifier: MIT */
/* results_samples.h: `samples` of a case, as results/run.schema.json has them: arrays of whole
 * numbers, without those that say nothing. */
#ifndef CLAIMCHECK_HARNESS_RECORD_RESULTS_SAMPLES_H
#define CLAIMCHECK_HARNESS_RECORD_RESULTS_SAMPLES_H

#include "harness/engine/measure/result.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* A new reference; NULL only when memory runs out. */
json_t *results_samples_json(const struct result *result);

/* Adds the samples of another launch behind those that are there. False when memory runs out. */
bool results_samples_append(json_t *samples, const json_t *more);

/*
 * Makes a summary of a run document: at most so many samples of each case, 1 at least, and
 * `summary`, which says so. All else stays as it is of all samples. Those rounds stay whose
 * number, its bits reversed, is the least: they are spread evenly, and are the same ones for all
 * cases of a group, whose pairs so stay pairs. Several launches share the number, one at least. Of
 * core clock and canary the clock stays, which says the same. False when memory runs out.
 */
bool results_samples_thin(json_t *document, size_t samples_max);

#endif
