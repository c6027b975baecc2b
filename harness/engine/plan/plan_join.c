/* SPDX-License-Identifier: MIT */
#include "harness/base/expression.h"
#include "harness/base/name_list.h"
#include "harness/base/need.h"
#include "harness/engine/plan/plan_parts.h"
#include "harness/record/profile.h"

#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct plan_group *plan_group_find(const struct plan *plan, const char *workload_name)
{
    for (size_t i = 0; i < plan->group_count; i++)
        if (strcmp(plan->groups[i].workload_name, workload_name) == 0)
            return &plan->groups[i];
    return NULL;
}

static bool group_holds(const struct plan_group *group, const char *name)
{
    for (size_t i = 0; i < group->case_count; i++)
        if (strcmp(group->cases[i].name, name) == 0)
            return true;
    return false;
}

static bool has_baseline(const struct plan_group *group, bool cold)
{
    for (size_t i = 0; i < group->case_count; i++)
        if (group->cases[i].baseline && group->cases[i].cold == cold)
            return true;
    return false;
}

void plan_group_join(struct plan_group *group, const struct plan_group *other)
{
    for (size_t i = 0; i < other->case_count; i++) {
        if (group_holds(group, other->cases[i].name))
            continue;
        group->cases = need_again(group->cases, (group->case_count + 1) * sizeof(*group->cases));
        struct plan_case *c = &group->cases[group->case_count];
        *c = other->cases[i];
        c->baseline = c->baseline && !has_baseline(group, c->cold);
        group->case_count++;
    }
}

static int by_name(const void *a, const void *b)
{
    const struct plan_group *const *one = a, *const *other = b;
    return strcmp((*one)->workload_name, (*other)->workload_name);
}

void plan_join(struct plan *plan, struct plan *other)
{
    const size_t own = plan->group_count;
    plan->group_room = own + other->group_count;
    plan->groups = need_again(plan->groups, plan->group_room * sizeof(*plan->groups));
    struct plan_group **sorted = need_bytes(own * sizeof(*sorted));
    for (size_t i = 0; i < own; i++)
        sorted[i] = &plan->groups[i];
    qsort(sorted, own, sizeof(*sorted), by_name);
    for (size_t i = 0; i < other->group_count; i++) {
        struct plan_group *from = &other->groups[i];
        struct plan_group **found = bsearch(&from, sorted, own, sizeof(*sorted), by_name);
        struct plan_group *group = found ? *found : NULL;
        const size_t before = group ? group->case_count : 0;
        if (group) {
            plan_group_join(group, from);
        } else {
            group = &plan->groups[plan->group_count++];
            *group = *from;
            *from = (struct plan_group){ 0 };
        }
        plan->case_count += group->case_count - before;
    }
    free(sorted);
}

/* A selector of cases. */
struct selector {
    const regex_t *expression; /* NULL: any name */
    const struct plan_wanted *wanted;
    bool named; /* some case, by the expression */
};

static bool is_selected(struct selector *selector, const struct plan_case *c)
{
    const struct plan_wanted *wanted = selector->wanted;
    if (selector->expression && regexec(selector->expression, c->name, 0, NULL, 0) != 0)
        return false;
    selector->named = true;
    return !wanted->has || wanted->has(wanted->data, c);
}

/* Says of each case whether it is selected, itself or its twin; returns whether any is. */
static bool group_select(const struct plan_group *group, struct selector *selector, bool *selected)
{
    bool any = false;
    for (size_t i = 0; i < group->case_count; i++) {
        selected[i] = is_selected(selector, &group->cases[i]);
        any = any || selected[i];
    }
    for (size_t i = 1; i < group->case_count; i++)
        if (group->cases[i].files && !group->cases[i - 1].files)
            selected[i] = selected[i - 1] = selected[i] || selected[i - 1];
    return any;
}

/* Keeps what is selected, and with `baselines` those of the groups in which anything is. */
static void group_filter(struct plan_group *group, const bool *selected, bool baselines)
{
    const struct plan_case *wanted[2] = { NULL, NULL };
    for (size_t i = 0; i < group->case_count && baselines; i++) {
        const struct plan_case *baseline = plan_baseline(group, i);
        if (baseline && selected[i])
            wanted[baseline->cold] = baseline;
    }
    size_t kept = 0;
    for (size_t i = 0; i < group->case_count; i++) {
        const struct plan_case *c = &group->cases[i];
        if (c == wanted[c->cold] || selected[i])
            group->cases[kept++] = *c;
    }
    group->case_count = kept;
}

/* Collects what a filter may have meant: names of techniques, benches and variants, and the parts
 * of case names that they make. prefixes: a line for every case. */
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
        need_zeroed(plan->group_count + plan->case_count, sizeof(*prefixes));
    names_collect(&names, plan, prefixes);
    name_list_hint(&names, request->filter, hint, sizeof(hint));
    snprintf(message, PLAN_MESSAGE_BYTES, "the filter '%.200s' selects no case%.200s",
             request->filter, *hint ? hint : ": claimcheck list has the names");
    name_list_finish(&names);
    free(prefixes);
}

static bool takes_none(const struct bench_axis *axes, const struct plan_request *request,
                       char *message)
{
    for (const struct bench_axis *axis = axes; axis && axis->name; axis++)
        for (size_t i = 0; i < request->axis_count; i++)
            if (plan_axis_takes_none(axis, &request->axes[i], message))
                return true;
    return false;
}

/* True with a message where the filter names a variant one of whose axes takes none of the values
 * given: they are legal for another axis of that name. */
static bool message_axis(const struct plan_request *request, const regex_t *filter, char *message)
{
    char name[PLAN_NAME_BYTES];
    for (const struct technique *const *t = request->techniques; *t; t++)
        for (const struct bench *const *b = (*t)->benches; *b; b++)
            for (const struct bench_variant *v = (*b)->variants; v->name; v++) {
                snprintf(name, sizeof(name), "%s.%s/%s/", (*t)->name, (*b)->name, v->name);
                if (regexec(filter, name, 0, NULL, 0) == 0 &&
                    (takes_none((*b)->axes, request, message) ||
                     takes_none(v->axes, request, message)))
                    return true;
            }
    return false;
}

/* Why nothing is selected: the filter alone, or nothing of it is wanted. */
static void message_none(const struct plan_request *request, const struct plan *plan,
                         const struct selector *selector, char *message)
{
    if (!selector->named && selector->expression &&
        message_axis(request, selector->expression, message))
        return;
    if (!selector->named)
        message_nothing(request, plan, message);
    else if (request->filter)
        snprintf(message, PLAN_MESSAGE_BYTES,
                 "the filter '%.200s' selects no case that the %s are about", request->filter,
                 request->wanted.what);
    else
        snprintf(message, PLAN_MESSAGE_BYTES,
                 "the %s are about no case of profile %s; a larger one may have some",
                 request->wanted.what, profile_names[request->profile]);
}

/* Once for each case, since it is slow. NULL with a message. */
static bool *plan_select(const struct plan *plan, const struct plan_request *request,
                         struct selector *selector, char *message)
{
    bool *selected = need_zeroed(plan->case_count, sizeof(*selected)), any = false;
    size_t done = 0;
    for (size_t i = 0; i < plan->group_count; i++) {
        any = group_select(&plan->groups[i], selector, selected + done) || any;
        done += plan->groups[i].case_count;
    }
    if (any)
        return selected;
    message_none(request, plan, selector, message);
    free(selected);
    return NULL;
}

static void plan_keep_selected(struct plan *plan, const bool *selected, bool baselines)
{
    size_t kept = 0;
    plan->case_count = 0;
    for (size_t i = 0; i < plan->group_count; i++) {
        struct plan_group *group = &plan->groups[i];
        const size_t count = group->case_count;
        group_filter(group, selected, baselines);
        selected += count;
        plan->case_count += group->case_count;
        if (group->case_count == 0)
            free(group->cases);
        else
            plan->groups[kept++] = *group;
    }
    plan->group_count = kept;
}

bool plan_filter(struct plan *plan, const struct plan_request *request, char *message)
{
    regex_t expression;
    struct selector selector = { .wanted = &request->wanted };
    char why[EXPRESSION_WHY_BYTES];
    if (request->filter && !expression_compile(&expression, request->filter, 0, why)) {
        snprintf(message, PLAN_MESSAGE_BYTES, "the filter '%.200s' is not a regular expression: %s",
                 request->filter, why);
        return false;
    }
    selector.expression = request->filter ? &expression : NULL;
    bool *selected = plan_select(plan, request, &selector, message);
    const bool any = selected;
    if (any)
        plan_keep_selected(plan, selected, !request->without_baselines);
    free(selected);
    if (request->filter)
        regfree(&expression);
    return any;
}
