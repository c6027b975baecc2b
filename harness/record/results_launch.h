/* SPDX-License-Identifier: MIT */
/*
 * results_launch.h: a case of several launches, made of what each of them measured. `samples` holds
 * those of all, a launch behind the other; `launches` says how many each has and what came of them,
 * and the intervals between launches; `gpu`, `wall` and `time_ratio` are of all samples, with the
 * interval that one process typically has.
 */
#ifndef CLAIMCHECK_HARNESS_RECORD_RESULTS_LAUNCH_H
#define CLAIMCHECK_HARNESS_RECORD_RESULTS_LAUNCH_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Launches that the case has a time of; 0 for one that is not ok. */
size_t results_launch_count(const json_t *c);

/*
 * Adds launch `index` (from 0) of the case to those before, as results_case_json() has it. A case
 * that is not ok in any launch is not ok, and has no times. False when memory runs out, or the case
 * has not as many launches as come before it.
 */
bool results_launch_add(json_t *c, const json_t *launch, size_t index);

/* Takes the ratios away from cases whose baseline has ended badly in any launch. */
bool results_launch_close(json_t *cases);

#endif
