/* SPDX-License-Identifier: MIT */
#include "harness/cli/session/session_note.h"

#include "harness/base/json_value.h"

void plan_list_print(FILE *out, const struct plan *plan)
{
    for (size_t i = 0; i < plan->group_count; i++)
        for (size_t k = 0; k < plan->groups[i].case_count; k++)
            fprintf(out, "%s\n", plan->groups[i].cases[k].name);
}

static json_t *case_json(const struct plan_group *group, const struct plan_case *c)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:b, s:s}", "name", c->name, "workload",
                     group->workload_name, "technique", group->technique->name, "bench",
                     group->bench->name, "variant", c->variant->name, "kind",
                     bench_kind_name(c->variant->kind), "baseline", c->baseline, "cache",
                     c->cold ? "cold" : "hot");
}

json_t *plan_list_json(const struct plan *plan, const char *profile)
{
    json_t *list = json_array();
    for (size_t i = 0; i < plan->group_count; i++)
        for (size_t k = 0; k < plan->groups[i].case_count; k++)
            json_value_append(&list, case_json(&plan->groups[i], &plan->groups[i].cases[k]));
    return json_pack("{s:s, s:o}", "profile", profile, "cases", list);
}
