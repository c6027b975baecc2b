/* SPDX-License-Identifier: MIT */
#include "harness/cli/session/session_note.h"

#include "harness/base/json_value.h"
#include "harness/base/plural.h"
#include "harness/engine/plan/plan.h"

#include <stdio.h>
#include <string.h>

static bool is_ceiling(const struct plan_case *c)
{
    return c->variant->ceiling != BENCH_CEILING_NONE;
}

/* Counts the cases of the technique; NULL: of all. */
static size_t count_of(const struct plan *plan, const struct technique *technique, bool ceilings)
{
    size_t count = 0;
    for (size_t i = 0; i < plan->group_count; i++)
        for (size_t k = 0; k < plan->groups[i].case_count; k++)
            count += !plan->groups[i].cases[k].check &&
                     is_ceiling(&plan->groups[i].cases[k]) == ceilings &&
                     (!technique || plan->groups[i].technique == technique);
    return count;
}

static bool is_first(const struct plan *plan, size_t group)
{
    for (size_t i = 0; i < group; i++)
        if (plan->groups[i].technique == plan->groups[group].technique)
            return false;
    return true;
}

static void add(char text[PLAN_NOTE_BYTES], const char *separator, size_t count, const char *what)
{
    const size_t length = strlen(text);
    snprintf(text + length, PLAN_NOTE_BYTES - length, "%s%zu %s", separator, count, what);
}

void plan_note(const struct plan *plan, double seconds, char text[PLAN_NOTE_BYTES])
{
    const size_t ceilings = count_of(plan, NULL, true);
    const char *separator = ": ";
    char time[32];
    plan_time_text(seconds, time);
    snprintf(text, PLAN_NOTE_BYTES, "%s", time);
    for (size_t i = 0; i < plan->group_count; i++) {
        const struct technique *technique = plan->groups[i].technique;
        const size_t count = count_of(plan, technique, false);
        if (count == 0 || !is_first(plan, i))
            continue;
        add(text, separator, count, technique->name);
        separator = ", ";
    }
    if (plan->claims_left_out > 0)
        add(text, "; without ", plan->claims_left_out,
            plural(plan->claims_left_out, "claim about a device's time",
                   "claims about a device's times"));
    const bool alone = strcmp(separator, ": ") == 0;
    if (ceilings > 0)
        add(text, alone ? ": " : "; ", ceilings, plural(ceilings, "device limit", "device limits"));
    if (ceilings > 0 && !alone)
        snprintf(text + strlen(text), PLAN_NOTE_BYTES - strlen(text), " last");
}

void plan_list_print(FILE *out, const struct plan *plan)
{
    for (size_t i = 0; i < plan->group_count; i++)
        for (size_t k = 0; k < plan->groups[i].case_count; k++)
            fprintf(out, "%s\n", plan->groups[i].cases[k].name);
}

static json_t *case_json(const struct plan_group *group, const struct plan_case *c)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:b, s:s, s:o}", "name", c->name, "workload",
                     group->workload_name, "technique", group->technique->name, "bench",
                     group->bench->name, "variant", c->variant->name, "kind",
                     bench_kind_name(c->variant->kind), "baseline", c->baseline, "cache",
                     c->cold ? "cold" : "hot", "launches", json_value_count(c->launches));
}

json_t *plan_list_json(const struct plan *plan, const char *profile)
{
    json_t *list = json_array();
    for (size_t i = 0; i < plan->group_count; i++)
        for (size_t k = 0; k < plan->groups[i].case_count; k++)
            json_value_append(&list, case_json(&plan->groups[i], &plan->groups[i].cases[k]));
    return json_pack("{s:s, s:o}", "profile", profile, "cases", list);
}
