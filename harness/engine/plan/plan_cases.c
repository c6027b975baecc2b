/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/engine/plan/plan_parts.h"

#include "harness/base/need.h"
#include "harness/record/record.h"

#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Joins ---------------------------------------------------------------------------------------- */

/* Appends copies of the cases that the group has not yet. It keeps its baselines, and gets one of a
 * cache mode in which it has none. */
static void plan_group_join(struct plan_group *group, const struct plan_group *other)
{
    for (size_t i = 0; i < other->case_count; i++) {
        struct plan_case c = other->cases[i];
        bool held = false;
        foreach (const struct plan_case, own, group->cases, group->case_count) {
            held = held || strcmp(own->name, c.name) == 0;
            c.baseline = c.baseline && !(own->baseline && own->cold == c.cold);
        }
        if (held)
            continue;
        group->cases = need_again(group->cases, (group->case_count + 1) * sizeof(*group->cases));
        group->cases[group->case_count++] = c;
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
    OWNED struct plan_group **sorted = need_bytes(own * sizeof(*sorted));
    for (size_t i = 0; i < own; i++)
        sorted[i] = &plan->groups[i];
    qsort(sorted, own, sizeof(*sorted), by_name);
    foreach (struct plan_group, from, other->groups, other->group_count) {
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
}

/* Selection ------------------------------------------------------------------------------------ */

/* Says what the filter may have meant: names of techniques, benches and variants, and the parts of
 * case names that they make. */
static void trouble_nothing(const struct plan_request *request, const struct plan *plan)
{
    OWNED_BY(name_list_finish) struct name_list names = { 0 };
    OWNED char(*prefixes)[PLAN_NAME_BYTES] =
        need_zeroed(plan->group_count + plan->case_count, sizeof(*prefixes));
    char(*prefix)[PLAN_NAME_BYTES] = prefixes;
    foreach (const struct plan_group, group, plan->groups, plan->group_count) {
        name_list_add(&names, group->technique->name);
        name_list_add(&names, group->bench->name);
        foreach (const struct plan_case, c, group->cases, group->case_count) {
            snprintf(*prefix, PLAN_NAME_BYTES, "%s.%s/%s", group->technique->name,
                     group->bench->name, c->variant->name);
            name_list_add(&names, c->variant->name);
            name_list_add(&names, *prefix++);
            name_list_add(&names, c->name);
        }
        snprintf(*prefix, PLAN_NAME_BYTES, "%s.%s", group->technique->name, group->bench->name);
        name_list_add(&names, *prefix++);
    }
    const char *hint = name_list_hint(&names, request->filter);
    trouble("the filter '%.200s' selects no case%.200s", request->filter,
            *hint ? hint : ": claimcheck list has the names");
}

static bool takes_none(const struct bench_axis *axes, const struct plan_request *request)
{
    for (const struct bench_axis *axis = axes; axis && axis->name; axis++)
        for (size_t i = 0; i < request->axis_count; i++)
            if (plan_axis_takes_none(axis, &request->axes[i]))
                return true;
    return false;
}

/* True with a message where the filter names a variant one of whose axes takes none of the values
 * given: they are legal for another axis of that name. of_api: where it fits a built-in program and
 * lacks the word of its API. */
static bool message_variant(const struct plan_request *request, const regex_t *filter, bool of_api)
{
    char name[PLAN_NAME_BYTES];
    for (const struct technique *const *t = request->techniques; *t; t++)
        for (const struct bench *const *b = (*t)->benches; *b; b++)
            for (const struct bench_variant *v = (*b)->variants; v->name; v++) {
                snprintf(name, sizeof(name), "%s.%s/%s/", (*t)->name, (*b)->name, v->name);
                if (regexec(filter, name, 0, NULL, 0) != 0)
                    continue;
                if (!of_api && (takes_none((*b)->axes, request) || takes_none(v->axes, request)))
                    return true;
                if (of_api && v->api && !(*t)->folder)
                    return !trouble("the filter '%.200s' fits %s.%s/%s, a program, which is left "
                                    "out unless the filter has the word '%s'",
                                    request->filter, (*t)->name, (*b)->name, v->name, v->api);
            }
    return false;
}

/* Drops the cases that are not selected, themselves or by their twin: once, since it is slow. The
 * expression is the filter's; NULL: any name. False with a message where none is left. */
static bool plan_select(struct plan *plan, const struct plan_request *request,
                        const regex_t *expression)
{
    bool named = false, any = false; /* some case is named by the expression; is left */
    foreach (struct plan_group, group, plan->groups, plan->group_count) {
        foreach (struct plan_case, c, group->cases, group->case_count) {
            c->dropped = true;
            if (expression && regexec(expression, c->name, 0, NULL, 0) != 0)
                continue;
            named = true;
            c->dropped = request->wanted.has && !request->wanted.has(request->wanted.data, c);
            any = any || !c->dropped;
        }
        for (struct plan_case *c = group->cases + 1; c < group->cases + group->case_count; c++)
            if (c->files && !c[-1].files)
                c->dropped = c[-1].dropped = c->dropped && c[-1].dropped;
    }
    if (!named && (!expression || !(message_variant(request, expression, false) ||
                                    message_variant(request, expression, true))))
        trouble_nothing(request, plan);
    else if (named && !any && request->filter)
        trouble("the filter '%.200s' selects no case that the %s are about", request->filter,
                request->wanted.what);
    else if (named && !any)
        trouble("the %s are about no case of profile %s; a larger one may have some",
                request->wanted.what, profile_names[request->profile]);
    return any;
}

/* Takes out the cases that are dropped and the groups without any, and counts those left. */
static void plan_compact(struct plan *plan)
{
    struct plan_group *kept = plan->groups;
    plan->case_count = 0;
    foreach (struct plan_group, group, plan->groups, plan->group_count) {
        size_t left = 0;
        foreach (const struct plan_case, c, group->cases, group->case_count)
            if (!c->dropped)
                group->cases[left++] = *c;
        group->case_count = left;
        plan->case_count += left;
        if (left > 0)
            *kept++ = *group;
        else
            free(group->cases);
    }
    plan->group_count = (size_t)(kept - plan->groups);
}

bool plan_filter(struct plan *plan, const struct plan_request *request)
{
    regex_t expression;
    if (request->filter && !expression_compile(&expression, "the filter ", request->filter, 0))
        return false;
    const bool any = plan_select(plan, request, request->filter ? &expression : NULL);
    if (request->filter)
        regfree(&expression);
    if (!any)
        return false;
    foreach (struct plan_group, group, plan->groups, plan->group_count) {
        const struct plan_case *wanted[2] = { NULL, NULL }; /* baselines of what is selected */
        for (size_t k = 0; k < group->case_count && !request->without_baselines; k++) {
            const struct plan_case *baseline = plan_baseline(group, k);
            if (baseline && !group->cases[k].dropped)
                wanted[baseline->cold] = baseline;
        }
        foreach (struct plan_case, c, group->cases, group->case_count)
            c->dropped = c->dropped && c != wanted[c->cold];
    }
    plan_compact(plan);
    return true;
}

/* Ceilings ------------------------------------------------------------------------------------- */

/* Which cases have their floors by what a bench measures. */
struct places {
    bool device, host;
};

static void places_add(struct places *places, const struct bench_variant *variant)
{
    if (bench_variant_is_on_host(variant))
        places->host = true;
    else if (variant->kind != BENCH_CPU)
        places->device = true;
}

/* True when the bench measures ceilings there. */
static bool measures_ceilings(const struct bench *bench, struct places wanted)
{
    struct places places = { false, false };
    for (const struct bench_variant *variant = bench->variants; variant->name; variant++)
        if (variant->ceiling != BENCH_CEILING_NONE)
            places_add(&places, variant);
    return (places.device && wanted.device) || (places.host && wanted.host);
}

bool plan_group_is_ceilings(const struct plan_group *group)
{
    return group->case_count > 0 && group->cases[0].variant->ceiling != BENCH_CEILING_NONE;
}

bool plan_add_ceilings(struct plan *plan, const struct technique *const *techniques)
{
    const struct plan_request request = { .techniques = techniques, .profile = BENCH_QUICK };
    struct places wanted = { false, false };
    OWNED_BY(plan_finish) struct plan ceilings;
    if (!plan_init(&ceilings, &request))
        return false;
    const size_t own_count = plan->group_count, room = own_count + ceilings.group_count;
    struct plan_group *own = plan->groups, *groups = need_zeroed(room, sizeof(*groups));
    plan->groups = groups;
    plan->group_count = 0;
    plan->group_room = room;
    for (int last = 0; last < 2; last++)
        for (size_t i = 0; i < own_count; i++)
            if (plan_group_is_ceilings(&own[i]) == last)
                groups[plan->group_count++] = own[i];
    free(own);
    for (size_t i = 0; i < own_count; i++)
        for (size_t k = 0; k < groups[i].case_count; k++)
            places_add(&wanted, groups[i].cases[k].variant);
    foreach (struct plan_group, group, ceilings.groups, ceilings.group_count) {
        struct plan_group *there = NULL;
        if (!measures_ceilings(group->bench, wanted))
            continue;
        for (size_t k = 0; k < plan->group_count && !there; k++)
            if (strcmp(groups[k].workload_name, group->workload_name) == 0)
                there = &groups[k];
        foreach (struct plan_case, c, group->cases, group->case_count)
            c->limit = true;
        if (there) {
            plan_group_join(there, group);
            continue;
        }
        groups[plan->group_count] = *group;
        groups[plan->group_count++].options = NULL; /* none was given, and the list is another's */
        *group = (struct plan_group){ 0 };
    }
    plan_compact(plan);
    return true;
}

/* Check points --------------------------------------------------------------------------------- */

bool plan_group_is_check(const struct plan_group *group)
{
    foreach (const struct plan_case, c, group->cases, group->case_count)
        if (!c->check)
            return false;
    return true;
}

bool plan_has(const struct plan *plan, const struct bench *bench, const struct plan_case *like,
              bool (*is)(const struct plan_case *c))
{
    foreach (const struct plan_group, group, plan->groups, plan->group_count)
        foreach (const struct plan_case, c, group->cases,
                 group->bench == bench ? group->case_count : 0)
            if (c->variant == like->variant && c->files == like->files && is(c))
                return true;
    return false;
}

static bool is_timed(const struct plan_case *c)
{
    return !c->check;
}

void plan_keep_checks(struct plan *checks, const struct plan *timed)
{
    foreach (struct plan_group, group, checks->groups, checks->group_count)
        foreach (struct plan_case, c, group->cases, group->case_count)
            c->dropped = !c->check || (timed && !plan_has(timed, group->bench, c, is_timed));
    plan_compact(checks);
}

bool plan_technique_is_first(const struct plan *plan, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (plan->groups[i].technique == plan->groups[at].technique)
            return false;
    return true;
}

bool plan_group_is_first(const struct plan *plan, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (plan->groups[i].bench == plan->groups[at].bench)
            return false;
    return true;
}

size_t plan_keep_host(struct plan *plan)
{
    const size_t before = plan->case_count;
    foreach (struct plan_group, group, plan->groups, plan->group_count)
        foreach (struct plan_case, c, group->cases, group->case_count)
            c->dropped = c->variant->kind != BENCH_CPU;
    plan_compact(plan);
    return before - plan->case_count;
}
