/* SPDX-License-Identifier: MIT */
#include "harness/record/record.h"

#include <string.h>

const char *const profile_names[BENCH_PROFILE_COUNT] = {
    [BENCH_QUICK] = "quick",
    [BENCH_PAPER] = "paper",
    [BENCH_FULL] = "full",
};

const char profile_gate[] = "gate", profile_scale[] = "scale";

bool profile_find(const char *name, enum bench_profile *profile)
{
    const char *const *found = NAMED(profile_names, BENCH_PROFILE_COUNT, name);
    if (found)
        *profile = (enum bench_profile)(found - profile_names);
    return found;
}
