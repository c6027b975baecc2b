/* SPDX-License-Identifier: MIT */
#include "harness/engine/plan/plan.h"

#include <stdio.h>
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

static double case_s(enum bench_kind kind, bool software)
{
    static const double on_gpu[] = {
        [BENCH_GPU] = 0.1, [BENCH_HOST_DRIVEN] = 0.25, [BENCH_CPU] = 0.35
    };
    static const double on_cpu[] = {
        [BENCH_GPU] = 0.25, [BENCH_HOST_DRIVEN] = 0.25, [BENCH_CPU] = 0.15
    };
    return software ? on_cpu[kind] : on_gpu[kind];
}

/* In full runs a case gets less time, and inputs are larger. */
static double scale(const struct technique *technique, bool software, enum bench_profile profile)
{
    if (software)
        return profile == BENCH_QUICK ? 1 : 5;
    if (profile != BENCH_FULL)
        return 1;
    return technique->full_scale > 0 ? technique->full_scale : 0.75;
}

double plan_time_s(const struct plan *plan, bool software, enum bench_profile profile)
{
    double seconds = 1; /* to begin with: the device, the first kernels */
    for (size_t i = 0; i < plan->group_count; i++) {
        const struct plan_group *group = &plan->groups[i];
        if (plan_group_is_check(group)) /* some milliseconds */
            continue;
        double once = software || group->case_count == 0 ? 0 : group->technique->group_s;
        for (size_t k = 0; k < group->case_count; k++)
            once += scale(group->technique, software, profile) *
                    case_s(group->cases[k].variant->kind, software);
        seconds += once * (group->launches > 1 ? group->launches : 1);
    }
    return seconds;
}

void plan_time_text(double seconds, char text[32])
{
    if (seconds < 90)
        snprintf(text, 32, "about %.0f s", seconds);
    else
        snprintf(text, 32, "about %.0f min", seconds / 60);
}
