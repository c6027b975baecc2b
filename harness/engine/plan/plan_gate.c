/* SPDX-License-Identifier: MIT */
#include "harness/engine/plan/plan_gate.h"

#include <string.h>

static bool has(const void *data, const struct plan_case *c)
{
    const struct technique *const *techniques = data;
    for (; *techniques; techniques++)
        for (const char *const *name = (*techniques)->gate; name && *name; name++)
            if (strcmp(*name, c->name) == 0)
                return true;
    return false;
}

struct plan_wanted plan_gate_wanted(const struct technique *const *techniques)
{
    return (struct plan_wanted){ has, techniques, "rows of the profile gate" };
}

const struct technique *plan_gate_control(const struct technique *const *techniques)
{
    static const struct technique none;
    while (*techniques && !(*techniques)->controls)
        techniques++;
    return *techniques ? *techniques : &none;
}

size_t plan_gate_names(const struct technique *const *techniques, const char *names[PLAN_GATE_MAX])
{
    size_t count = 0;
    for (; *techniques; techniques++)
        for (const char *const *name = (*techniques)->gate; name && *name && count < PLAN_GATE_MAX;
             name++)
            names[count++] = *name;
    return count;
}
