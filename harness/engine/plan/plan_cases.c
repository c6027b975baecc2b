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

/* The group of that workload; NULL. */
static struct plan_group *plan_group_find(const struct plan *plan, const char *workload_name)
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

/* Appends copies of the cases that the group has not yet. It keeps its baselines, and gets one of a
 * cache mode in which it has none. */
static void plan_group_join(struct plan_group *group, const struct plan_group *other)
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

/* Selection ------------------------------------------------------------------------------------ */

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

static void message_nothing(const struct plan_request *request, const struct plan *plan)
{
    struct name_list names = { 0 };
    char hint[PLAN_NAME_BYTES];
    char(*prefixes)[PLAN_NAME_BYTES] =
        need_zeroed(plan->group_count + plan->case_count, sizeof(*prefixes));
    names_collect(&names, plan, prefixes);
    name_list_hint(&names, request->filter, hint, sizeof(hint));
    trouble("the filter '%.200s' selects no case%.200s", request->filter,
            *hint ? hint : ": claimcheck list has the names");
    name_list_finish(&names);
    free(prefixes);
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
 * given: they are legal for another axis of that name. */
static bool message_axis(const struct plan_request *request, const regex_t *filter)
{
    char name[PLAN_NAME_BYTES];
    for (const struct technique *const *t = request->techniques; *t; t++)
        for (const struct bench *const *b = (*t)->benches; *b; b++)
            for (const struct bench_variant *v = (*b)->variants; v->name; v++) {
                snprintf(name, sizeof(name), "%s.%s/%s/", (*t)->name, (*b)->name, v->name);
                if (regexec(filter, name, 0, NULL, 0) == 0 &&
                    (takes_none((*b)->axes, request) || takes_none(v->axes, request)))
                    return true;
            }
    return false;
}

/* Why nothing is selected: the filter alone, or nothing of it is wanted. */
static void message_none(const struct plan_request *request, const struct plan *plan,
                         const struct selector *selector)
{
    if (!selector->named && selector->expression && message_axis(request, selector->expression))
        return;
    if (!selector->named)
        message_nothing(request, plan);
    else if (request->filter)
        trouble("the filter '%.200s' selects no case that the %s are about", request->filter,
                request->wanted.what);
    else
        trouble("the %s are about no case of profile %s; a larger one may have some",
                request->wanted.what, profile_names[request->profile]);
}

/* Once for each case, since it is slow. NULL with a message. */
static bool *plan_select(const struct plan *plan, const struct plan_request *request,
                         struct selector *selector)
{
    bool *selected = need_zeroed(plan->case_count, sizeof(*selected)), any = false;
    size_t done = 0;
    for (size_t i = 0; i < plan->group_count; i++) {
        any = group_select(&plan->groups[i], selector, selected + done) || any;
        done += plan->groups[i].case_count;
    }
    if (any)
        return selected;
    message_none(request, plan, selector);
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

bool plan_filter(struct plan *plan, const struct plan_request *request)
{
    regex_t expression;
    struct selector selector = { .wanted = &request->wanted };
    if (request->filter && !expression_compile(&expression, "the filter ", request->filter, 0))
        return false;
    selector.expression = request->filter ? &expression : NULL;
    bool *selected = plan_select(plan, request, &selector);
    const bool any = selected;
    if (any)
        plan_keep_selected(plan, selected, !request->without_baselines);
    free(selected);
    if (request->filter)
        regfree(&expression);
    return any;
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

static struct places places_of_plan(const struct plan *plan)
{
    struct places places = { false, false };
    for (size_t i = 0; i < plan->group_count; i++)
        for (size_t k = 0; k < plan->groups[i].case_count; k++)
            places_add(&places, plan->groups[i].cases[k].variant);
    return places;
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

/* Joins the cases of `group` to the plan's own group of that name, or moves it to the end of
 * `added`. */
static void group_take(struct plan *plan, struct plan_group *added, size_t *count,
                       struct plan_group *group)
{
    struct plan_group *own = plan_group_find(plan, group->workload_name);
    if (own) {
        plan_group_join(own, group);
        return;
    }
    struct plan_group *target = &added[(*count)++];
    *target = *group;
    target->options = NULL; /* none was given, and the list is another plan's */
    *group = (struct plan_group){ 0 };
}

/* Puts the plan's own groups in `groups`, those of ceilings behind all others, and behind them
 * those that are added. */
static void groups_order(struct plan *plan, struct plan_group *groups,
                         const struct plan_group *added, size_t added_count)
{
    size_t count = 0;
    for (int ceilings = 0; ceilings < 2; ceilings++)
        for (size_t i = 0; i < plan->group_count; i++)
            if (plan_group_is_ceilings(&plan->groups[i]) == ceilings)
                groups[count++] = plan->groups[i];
    for (size_t i = 0; i < added_count; i++)
        groups[count++] = added[i];
    free(plan->groups);
    plan->groups = groups;
    plan->group_count = count;
    plan->case_count = 0;
    for (size_t i = 0; i < count; i++)
        plan->case_count += groups[i].case_count;
}

static void groups_merge(struct plan *plan, struct plan *ceilings)
{
    size_t count = 0;
    const struct places wanted = places_of_plan(plan);
    const size_t most = ceilings->group_count + plan->group_count;
    struct plan_group *added = need_zeroed(ceilings->group_count, sizeof(*added));
    struct plan_group *groups = need_zeroed(most, sizeof(*groups));
    for (size_t i = 0; i < ceilings->group_count; i++)
        if (measures_ceilings(ceilings->groups[i].bench, wanted))
            group_take(plan, added, &count, &ceilings->groups[i]);
    groups_order(plan, groups, added, count);
    free(added);
}

bool plan_add_ceilings(struct plan *plan, const struct technique *const *techniques)
{
    const struct plan_request request = { .techniques = techniques, .profile = BENCH_QUICK };
    struct plan ceilings;
    if (!plan_init(&ceilings, &request))
        return false;
    groups_merge(plan, &ceilings);
    plan_finish(&ceilings);
    return true;
}

/* Check points --------------------------------------------------------------------------------- */

bool plan_group_is_check(const struct plan_group *group)
{
    for (size_t i = 0; i < group->case_count; i++)
        if (!group->cases[i].check)
            return false;
    return true;
}

/* True where the plan times the variant, or its twin, of that bench. */
static bool times(const struct plan *plan, const struct bench *bench, const struct plan_case *c)
{
    for (size_t i = 0; i < plan->group_count; i++)
        for (size_t k = 0; plan->groups[i].bench == bench && k < plan->groups[i].case_count; k++) {
            const struct plan_case *timed = &plan->groups[i].cases[k];
            if (!timed->check && timed->variant == c->variant && timed->files == c->files)
                return true;
        }
    return false;
}

void plan_keep_checks(struct plan *checks, const struct plan *timed)
{
    size_t kept = 0;
    checks->case_count = 0;
    for (size_t i = 0; i < checks->group_count; i++) {
        struct plan_group group = checks->groups[i];
        size_t count = 0;
        for (size_t k = 0; k < group.case_count; k++)
            if (group.cases[k].check && (!timed || times(timed, group.bench, &group.cases[k])))
                group.cases[count++] = group.cases[k];
        group.case_count = count;
        checks->case_count += count;
        if (count > 0)
            checks->groups[kept++] = group;
        else
            free(group.cases);
    }
    checks->group_count = kept;
}

bool plan_group_is_first(const struct plan *plan, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (plan->groups[i].bench == plan->groups[at].bench)
            return false;
    return true;
}

bool plan_add_checks(struct plan *plan, const struct plan_request *request, bool whole)
{
    struct plan_request wanted = *request;
    const size_t timed = plan->group_count;
    wanted.check = whole ? PLAN_CHECK_ALONE : PLAN_CHECK_IN_STEP;
    wanted.cache = PLAN_CACHE_HOT;
    wanted.option_count = 0;
    bool added = true;
    for (size_t i = 0; i < timed && added; i++) {
        struct plan_group *group = &plan->groups[i];
        struct plan checks;
        if (group->option_count > 0 || !plan_group_is_first(plan, i))
            continue;
        if (!plan_bench_checks(group->bench)) {
            group->verifies = group->bench->alters;
            continue;
        }
        added = plan_checks_init(&checks, &wanted, group->technique, group->bench);
        if (added) {
            plan_keep_checks(&checks, plan);
            plan_join(plan, &checks);
        }
        plan_finish(&checks);
    }
    return added;
}

/* Hosts without a device ----------------------------------------------------------------------- */

static size_t group_keep_host(struct plan_group *group)
{
    size_t kept = 0;
    for (size_t i = 0; i < group->case_count; i++)
        if (group->cases[i].variant->kind == BENCH_CPU)
            group->cases[kept++] = group->cases[i];
    const size_t left_out = group->case_count - kept;
    group->case_count = kept;
    return left_out;
}

size_t plan_keep_host(struct plan *plan)
{
    size_t kept = 0, left_out = 0;
    for (size_t i = 0; i < plan->group_count; i++) {
        struct plan_group *group = &plan->groups[i];
        left_out += group_keep_host(group);
        if (group->case_count > 0)
            plan->groups[kept++] = *group;
        else
            free(group->cases);
    }
    plan->group_count = kept;
    plan->case_count -= left_out;
    return left_out;
}
