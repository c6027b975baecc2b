/* SPDX-License-Identifier: MIT */
#include "harness/analysis/claims/condition.h"

#include "harness/analysis/claims/case_axis.h"
#include "harness/analysis/claims/metric.h"
#include "harness/analysis/limits/limits.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static double axis_number(const struct run_case *c, const char *axis)
{
    const char *value = case_axis_value(c, axis);
    return value ? case_axis_number(value) : NAN;
}

/* Whether its run knows what lookups of texels cost, where the case may have some: a floor is that
 * of what was measured, and the files of old say of no case whether it has any. */
static bool texels_are_known(const struct run *run, const struct run_case *c)
{
    for (size_t i = 0; i < run->ceilings.texture_count; i++)
        if (!(c->work.bytes_sampled > 0) ||
            run->ceilings.textures[i].texel_bytes == c->work.texel_bytes)
            return true;
    return false;
}

struct unit_floor {
    const char *bound; /* "" where none is known */
    double percent;    /* of its time; NAN */
};

/* Launching work-groups is no unit that papers speak of: what takes longest of the others. */
static struct unit_floor unit_floor_of(const struct run *run, const struct run_case *c)
{
    struct run_ceilings ceilings = run->ceilings;
    struct floor_work work = floor_work_of(c);
    if (strcmp(c->floor_bound, floor_bound_name(FLOOR_GROUPS)) != 0)
        return (struct unit_floor){ c->floor_bound, c->floor_percent };
    if (!ceilings_known(&ceilings))
        ceilings_find(&ceilings, run);
    work.amounts.groups = 0;
    const struct floor_time next = floor_find(&ceilings, &work);
    const bool known = next.bound != FLOOR_NONE;
    return (struct unit_floor){ floor_bound_name(next.bound),
                                known ? c->floor_percent * next.ns / c->floor_ns : NAN };
}

static bool floor_met(const struct published_condition *condition, const struct run *run,
                      const struct run_case *c, char text[CONDITION_TEXT_BYTES])
{
    const char *bound = unit_floor_of(run, c).bound;
    if (*bound && !texels_are_known(run, c)) {
        snprintf(text, CONDITION_TEXT_BYTES, "the cost of texel lookups was not measured");
        return false;
    }
    if (!*bound)
        snprintf(text, CONDITION_TEXT_BYTES, "the lower bound of %.64s is not known", c->variant);
    else
        snprintf(text, CONDITION_TEXT_BYTES, "the lower bound of %.64s comes from %s, not from %s",
                 c->variant, bound, condition->bound);
    return strcmp(bound, condition->bound) == 0;
}

/* The name without what kind of name it is. */
static const char *name_of(const struct published_condition *condition)
{
    if (condition->about == PUBLISHED_ABOUT_FLOOR_PERCENT)
        return "its lower bound in per cent of its time";
    if (condition->about == PUBLISHED_ABOUT_MULTIPROCESSORS)
        return condition->text;
    return condition->about == PUBLISHED_ABOUT_AXIS ? condition->axis : condition->measure.name;
}

bool condition_met(const struct published_condition *condition, const struct run *run,
                   const struct run_case *c, char text[CONDITION_TEXT_BYTES])
{
    double number = NAN;
    switch (condition->about) {
    case PUBLISHED_ABOUT_DEVICE: return true;
    case PUBLISHED_ABOUT_FLOOR: return floor_met(condition, run, c, text);
    case PUBLISHED_ABOUT_FLOOR_PERCENT: number = unit_floor_of(run, c).percent; break;
    case PUBLISHED_ABOUT_MULTIPROCESSORS: number = run->device.multiprocessors; break;
    case PUBLISHED_ABOUT_AXIS: number = axis_number(c, condition->axis); break;
    case PUBLISHED_ABOUT_MEASURE: number = metric_value(run, c, &condition->measure, false); break;
    }
    const bool least = isfinite(condition->low) && !(number > condition->high);
    const size_t used =
        isnan(number)
            ? (size_t)snprintf(text, CONDITION_TEXT_BYTES, "%.96s is not known", name_of(condition))
            : (size_t)snprintf(text, CONDITION_TEXT_BYTES, "%.96s is %.3g", name_of(condition),
                               number);
    snprintf(text + used, CONDITION_TEXT_BYTES - used, " (%.3g %s)",
             least ? condition->low : condition->high, least ? "at least" : "at most");
    return number >= condition->low && number <= condition->high;
}
