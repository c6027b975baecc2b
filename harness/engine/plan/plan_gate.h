/* SPDX-License-Identifier: MIT */
/*
 * plan_gate.h: the profile `gate`: cases that techniques name (technique.gate), of the profile
 * `full`, few enough for a comparison of two builds within minutes. It is part of no other profile
 * and has none within it.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_PLAN_PLAN_GATE_H
#define CLAIMCHECK_HARNESS_ENGINE_PLAN_PLAN_GATE_H

#include "harness/engine/plan/plan.h"

enum { PLAN_GATE_MAX = 40 }; /* of all techniques */

/* What selects its cases, beside the profile `full`. The techniques outlive it. */
struct plan_wanted plan_gate_wanted(const struct technique *const *techniques);

/* The technique whose controls count (bench.h); one without any where none has them. */
const struct technique *plan_gate_control(const struct technique *const *techniques);

/* The names, in the techniques' order; at most PLAN_GATE_MAX of them. Returns how many. */
size_t plan_gate_names(const struct technique *const *techniques, const char *names[PLAN_GATE_MAX]);

#endif
