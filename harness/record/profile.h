/* SPDX-License-Identifier: MIT */
/* profile.h: names of the profiles. */
#ifndef CLAIMCHECK_HARNESS_RECORD_PROFILE_H
#define CLAIMCHECK_HARNESS_RECORD_PROFILE_H

#include "harness/record/bench_kinds.h"

#include <stdbool.h>

/* "quick", "paper", "full"; indexed by enum bench_profile. */
extern const char *const profile_names[BENCH_PROFILE_COUNT];

extern const char profile_gate[];  /* "gate": the cases that techniques name for it */
extern const char profile_scale[]; /* "scale": their best variants over sizes */

/* False when there is no such profile. */
bool profile_find(const char *name, enum bench_profile *profile);

#endif
