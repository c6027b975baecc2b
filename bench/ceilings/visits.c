/* SPDX-License-Identifier: MIT */
#include "bench/ceilings/visits.h"

enum {
    ROW = 64,                   /* visits.glsl */
    GROUPS_X_MAX = 1 << 14,     /* any device has so many */
    CACHED_BYTES_MAX = 1 << 21, /* of a set that the last cache of any device holds */
};

struct ceilings_visits ceilings_visits_plan(uint64_t visits, uint64_t blocks, uint64_t bytes)
{
    struct ceilings_visits plan = { .push = { .each = bytes <= CACHED_BYTES_MAX ? 16 : 4 } };
    while (plan.push.each > 1 && visits % (ROW * plan.push.each) != 0)
        plan.push.each /= 2;
    const uint32_t groups = (uint32_t)((visits + plan.push.each - 1) / plan.push.each);
    plan.groups[0] = groups < GROUPS_X_MAX ? groups : GROUPS_X_MAX;
    plan.groups[1] = groups / plan.groups[0];
    plan.groups[2] = 1;
    while (UINT64_C(1) << plan.push.shift < blocks)
        plan.push.shift++;
    return plan;
}
