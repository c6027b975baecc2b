/* SPDX-License-Identifier: MIT */
/*
 * case_launches.h: a case of several launches, made of what each of them measured. Its samples are
 * those of all, a launch behind the other; `launches` says how many each has and what came of them,
 * time_between and ratio_between are the intervals between launches; gpu, wall and ratio are of all
 * samples, with the interval that one process typically has.
 */
#ifndef CLAIMCHECK_HARNESS_RECORD_CASE_LAUNCHES_H
#define CLAIMCHECK_HARNESS_RECORD_CASE_LAUNCHES_H

#include "harness/base/arena.h"
#include "harness/record/run/run.h"

/* Launches that the case has a time of; 0 for one that is not ok. */
size_t case_launches_count(const struct run_case *c);

/*
 * Adds launch `index` (from 0) of the case to those before, in memory of the arena. A case that is
 * not ok in any launch is not ok, and has no times. False where the case has not as many launches
 * as come before it.
 */
bool case_launches_add(struct arena *arena, struct run_case *c, const struct run_case *launch,
                       size_t index);

/* Finds the case of the ratio's baseline: of its own cache mode, or else of the workload. NULL when
 * the run does not have it. */
const struct run_case *case_launches_baseline(const struct run *run, const struct run_case *c);

/* Takes the ratios away from cases whose baseline has ended badly in any launch. */
void case_launches_close(struct run *run);

#endif
