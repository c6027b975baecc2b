/* SPDX-License-Identifier: MIT */
/* plan_note.h: what a run is going to do, before it does. */
#ifndef CLAIMCHECK_HARNESS_CLI_SESSION_PLAN_NOTE_H
#define CLAIMCHECK_HARNESS_CLI_SESSION_PLAN_NOTE_H

#include "harness/engine/plan/plan.h"

enum { PLAN_NOTE_BYTES = 512 };

/* "about 4 min: 126 tile_subdivision, 111 cbt; 31 ceilings first": cases of each technique, in the
 * order of the plan; and how many claims a software device has no say in. */
void plan_note(const struct plan *plan, double seconds, char text[PLAN_NOTE_BYTES]);

#endif
