/* SPDX-License-Identifier: MIT */
#include "bench/ceilings/ceilings.h"

enum {
    ROW = 64,                   /* visits.glsl */
    GROUPS_X_MAX = 1 << 14,     /* any device has so many */
    CACHED_BYTES_MAX = 1 << 21, /* of a set that the last cache of any device holds */
};

/* Splits groups into rows that are no longer than any device allows. */
static void case_selection_find(uint32_t groups, uint32_t split[3])
{
    uint32_t rows = 1;
    while (groups % rows != 0 || groups / rows > GROUPS_X_MAX)
        rows++;
    split[0] = groups / rows;
    split[1] = rows;
    split[2] = 1;
}

struct ceilings_visits ceilings_visits_plan(uint64_t visits, uint64_t blocks, uint64_t bytes)
{
    struct ceilings_visits plan = { .push = { .each = bytes <= CACHED_BYTES_MAX ? 16 : 4 } };
    while (plan.push.each > 1 && visits % (ROW * plan.push.each) != 0)
        plan.push.each /= 2;
    case_selection_find((uint32_t)((visits + plan.push.each - 1) / plan.push.each), plan.groups);
    while (UINT64_C(1) << plan.push.shift < blocks)
        plan.push.shift++;
    plan.passes = (uint32_t)(visits / blocks);
    plan.constant = UINT64_C(1) << plan.push.shift == blocks ? 0 : (uint32_t)blocks;
    return plan;
}
