/* SPDX-License-Identifier: MIT */
#include "harness/plan/plan_filter.h"

#include "harness/base/name_list.h"

#include <regex.h>
#include <stdio.h>
#include <stdlib.h>

static bool name_matches(const struct plan_case *c, const regex_t *expression)
{
    return regexec(expression, c->name, 0, NULL, 0) == 0;
}

/* A case and its twin behind it are selected together. */
static bool case_selected(const struct plan_group *group, size_t i, const regex_t *expression)
{
    const struct plan_case *c = &group->cases[i];
    const bool has_twin = i + 1 < group->case_count && !c->files && c[1].files;
    return name_matches(c, expression) || (c->files && name_matches(c - 1, expression)) ||
           (has_twin && name_matches(c + 1, expression));
}

/* Keeps what the expression selects, and with `baselines` those of the groups in which it selects
 * any. */
static void group_filter(struct plan_group *group, const regex_t *expression, bool baselines)
{
    const struct plan_case *wanted[2] = { NULL, NULL };
    for (size_t i = 0; i < group->case_count && baselines; i++) {
        const struct plan_case *baseline = plan_baseline(group, i);
        if (baseline && case_selected(group, i, expression))
            wanted[baseline->cold] = baseline;
    }
    size_t kept = 0;
    for (size_t i = 0; i < group->case_count; i++) {
        const struct plan_case *c = &group->cases[i];
        if (c == wanted[c->cold] || case_selected(group, i, expression))
            group->cases[kept++] = *c;
    }
    group->case_count = kept;
}

/* What a filter may have meant: names of techniques, benches and variants, and the parts of case
 * names that they make. prefixes: a line for every case. */
static void names_collect(struct name_list *names, const struct plan *plan,
                          char (*prefixes)[PLAN_NAME_BYTES])
{
    for (size_t i = 0; i < plan->group_count; i++) {
        const struct plan_group *group = &plan->groups[i];
        name_list_add(names, group->technique->name);
        name_list_add(names, group->bench->name);
        for (size_t k = 0; k < group->case_count; k++) {
            const struct plan_case *c = &group->cases[k];
            snprintf(*prefixes, PLAN_NAME_BYTES, "%s.%s/%s", group->technique->name,
                     group->bench->name, c->variant->name);
            name_list_add(names, c->variant->name);
            name_list_add(names, *prefixes++);
            name_list_add(names, c->name);
        }
        snprintf(*prefixes, PLAN_NAME_BYTES, "%s.%s", group->technique->name, group->bench->name);
        name_list_add(names, *prefixes++);
    }
}

static void message_nothing(const struct plan_request *request, const struct plan *plan,
                            char *message)
{
    struct name_list names = { 0 };
    char hint[PLAN_NAME_BYTES];
    char(*prefixes)[PLAN_NAME_BYTES] =
        calloc(plan->group_count + plan->case_count, sizeof(*prefixes));
    if (prefixes)
        names_collect(&names, plan, prefixes);
    name_list_hint(&names, request->filter, hint, sizeof(hint));
    snprintf(message, PLAN_MESSAGE_BYTES, "the filter '%.200s' selects no case%.200s",
             request->filter, hint);
    name_list_finish(&names);
    free(prefixes);
}

bool plan_filter(struct plan *plan, const struct plan_request *request, char *message)
{
    regex_t expression;
    int code = regcomp(&expression, request->filter, REG_EXTENDED | REG_NOSUB);
    if (code != 0) {
        char text[128];
        regerror(code, &expression, text, sizeof(text));
        snprintf(message, PLAN_MESSAGE_BYTES, "the filter '%.200s' is no regular expression: %s",
                 request->filter, text);
        return false;
    }
    bool any = false;
    for (size_t i = 0; i < plan->group_count && !any; i++)
        for (size_t k = 0; k < plan->groups[i].case_count && !any; k++)
            any = name_matches(&plan->groups[i].cases[k], &expression);
    if (!any)
        message_nothing(request, plan, message);
    size_t kept = 0;
    plan->case_count = 0;
    for (size_t i = 0; i < plan->group_count; i++) {
        struct plan_group *group = &plan->groups[i];
        group_filter(group, &expression, !request->without_baselines);
        plan->case_count += group->case_count;
        if (group->case_count == 0)
            free(group->cases);
        else
            plan->groups[kept++] = *group;
    }
    plan->group_count = kept;
    regfree(&expression);
    return any;
}
