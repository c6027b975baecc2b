/* SPDX-License-Identifier: MIT */
#include "harness/engine/plan/plan.h"

#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/engine/plan/plan_parts.h"
#include "harness/engine/shaders/shaders.h"
#include "harness/os/os.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Values of an axis ---------------------------------------------------------------------------- */

struct plan_axis_values {
    const struct bench_axis *axis;
    struct plan_axis_value *values;
    size_t count;
};

/* All axes of all techniques: of the benches and of their variants. */
struct plan_axis_list {
    const struct bench_axis **axes;
    size_t count, capacity;
};

/* Canonical form only: a case has one name. */
static bool integer_read(const char *text, int64_t *integer)
{
    const char *digits = *text == '-' ? text + 1 : text;
    if (!isdigit((unsigned char)*digits) || (*digits == '0' && (digits[1] != 0 || digits != text)))
        return false;
    char *end = NULL;
    errno = 0;
    *integer = strtoll(text, &end, 10);
    return errno == 0 && *end == 0;
}

static bool axis_accepts(const struct bench_axis *axis, const char *value)
{
    if (*value == 0 || strlen(value) >= PLAN_VALUE_BYTES)
        return false;
    int64_t integer = 0;
    if (!axis->names && integer_read(value, &integer) && integer >= axis->min &&
        integer <= axis->max)
        return true;
    for (size_t i = 0; axis->names && axis->names[i]; i++)
        if (strcmp(axis->names[i], value) == 0)
            return true;
    return axis->accepts && axis->accepts(value);
}

/* Copies the next value of a comma-separated list; false at its end. Too long a value is cut, and
 * illegal by that. */
static bool next_value(const char **list, char value[PLAN_VALUE_BYTES + 1])
{
    if (!*list)
        return false;
    size_t length = strcspn(*list, ",");
    size_t kept = length < PLAN_VALUE_BYTES ? length : PLAN_VALUE_BYTES;
    memcpy(value, *list, kept);
    value[kept] = 0;
    *list = (*list)[length] == ',' ? *list + length + 1 : NULL;
    return true;
}

static bool list_has(const char *list, size_t length, const char *name)
{
    return text_list_find(list, length, ',', name) >= 0;
}

static void axis_list_add(struct plan_axis_list *list, const struct bench_axis *axes)
{
    for (; axes && axes->name; axes++) {
        list->axes = need_room(list->axes, list->count, &list->capacity, sizeof(*list->axes));
        list->axes[list->count++] = axes;
    }
}

/* "'12a' is not a value of the axis 'top': it takes integers from 1 to 12" */
static void message_illegal(const struct bench_axis *axis, const char *value)
{
    OWNED_BY(name_list_finish) struct name_list legal = { 0 };
    char list[256] = "";
    for (size_t i = 0; axis->names && axis->names[i]; i++) {
        name_list_add(&legal, axis->names[i]);
        text_join_cut(list, sizeof(list), ", ", "%s", axis->names[i]);
    }
    if (!axis->names)
        snprintf(list, sizeof(list), "integers from %lld to %lld", (long long)axis->min,
                 (long long)axis->max);
    bool more = axis->accepts && axis->accepts_help;
    trouble("'%s' is not a value of the axis '%s'%s; it takes %s%s%s", value, axis->name,
            name_list_hint(&legal, value), list, more ? ", " : "", more ? axis->accepts_help : "");
}

/*
 * Checks one --axis: the name exists, and every value is legal for at least one axis of that name.
 * False with a one-line message.
 */
static bool plan_axis_check(const struct plan_axis_list *list, const struct plan_setting *setting)
{
    const char *rest = setting->value;
    char value[PLAN_VALUE_BYTES + 1];
    while (next_value(&rest, value)) {
        const struct bench_axis *named = NULL;
        bool legal = false;
        for (size_t i = 0; i < list->count && !legal; i++) {
            if (strcmp(list->axes[i]->name, setting->name) != 0)
                continue;
            named = !named ? list->axes[i] : named;
            legal = axis_accepts(list->axes[i], value);
        }
        if (legal)
            continue;
        if (named) {
            message_illegal(named, value);
            return false;
        }
        OWNED_BY(name_list_finish) struct name_list names = { 0 };
        for (size_t i = 0; i < list->count; i++)
            name_list_add(&names, list->axes[i]->name);
        return trouble("no bench has an axis '%s'%s; all axes: claimcheck list", setting->name,
                       name_list_hint(&names, setting->name));
    }
    return true;
}

static void values_add(struct plan_axis_values *values, const char *text)
{
    for (size_t i = 0; i < values->count; i++)
        if (strcmp(values->values[i].text, text) == 0)
            return;
    values->values = need_again(values->values, (values->count + 1) * sizeof(*values->values));
    struct plan_axis_value *value = &values->values[values->count++];
    *value = (struct plan_axis_value){ .axis = values->axis };
    snprintf(value->text, sizeof(value->text), "%s", text);
    if (!integer_read(text, &value->integer))
        value->integer = 0;
}

/* Adds a comma-separated list. With skip_illegal, values that are not legal are left out. */
static bool values_add_list(struct plan_axis_values *values, const char *list, bool skip_illegal)
{
    char value[PLAN_VALUE_BYTES + 1];
    while (next_value(&list, value)) {
        if (!axis_accepts(values->axis, value)) {
            if (skip_illegal)
                continue;
            message_illegal(values->axis, value);
            return false;
        }
        values_add(values, value);
    }
    return true;
}

/* Adds the list of an option, or "file.<stem>" of its path, with '_' for what must not stand in a
 * case name. */
static bool values_add_option(struct plan_axis_values *values, const char *given)
{
    const struct bench_axis *axis = values->axis;
    char value[PLAN_VALUE_BYTES + 1];
    bool legal = true;
    for (const char *list = given; legal && next_value(&list, value);)
        legal = axis_accepts(axis, value);
    if (legal || (!axis->names && !axis->accepts))
        return values_add_list(values, given, false);
    const char *slash = os_path_last(given);
    const char *stem = !slash ? given : slash + 1;
    const char *dot = strrchr(stem, '.');
    int length = (int)(!dot || dot == stem ? strlen(stem) : (size_t)(dot - stem));
    snprintf(value, PLAN_VALUE_BYTES, "file.%.*s", length, stem);
    for (char *c = value; *c != 0; c++)
        if (!isalnum((unsigned char)*c) && !strchr("._-", *c))
            *c = '_';
    values_add(values, value);
    return true;
}

static const struct bench_values *table_find(const struct bench_values *values, const char *axis)
{
    for (; values && values->axis; values++)
        if (strcmp(values->axis, axis) == 0)
            return values;
    return NULL;
}

static const char *const *values_find(const struct bench_values *values, const char *axis)
{
    const struct bench_values *table = table_find(values, axis);
    return table ? table->values : NULL;
}

/* The list of a profile, or of the one below it that has one. */
static const char *of_profile(const char *const *values, enum bench_profile profile)
{
    int i = (int)profile;
    while (i > BENCH_QUICK && !values[i])
        i--;
    return values[i];
}

const char *plan_axis_profile_values(struct plan_axis_owner owner, const struct bench_axis *axis,
                                     enum bench_profile profile)
{
    const char *const *values = values_find(owner.more, axis->name);
    if (!values && owner.variant)
        values = values_find(owner.variant->values, axis->name);
    if (!values && !owner.more)
        values = values_find(owner.bench->values, axis->name);
    return of_profile(values ? values : axis->values, profile);
}

/* The check values of an axis: the variant's, or else the bench's, or else its own; NULL. */
static const char *check_values(struct plan_axis_owner owner, const struct bench_axis *axis)
{
    const struct bench_values *own =
        owner.variant ? table_find(owner.variant->values, axis->name) : NULL;
    if (own && own->check)
        return own->check;
    own = table_find(owner.bench->values, axis->name);
    return own && own->check ? own->check : axis->check;
}

static bool any_checks(struct plan_axis_owner owner, const struct bench_axis *axes)
{
    for (const struct bench_axis *axis = axes; axis && axis->name; axis++)
        if (check_values(owner, axis))
            return true;
    return false;
}

/* True where the setting gives values of the axis. A size that a user asks for is timed, and
 * others are checked. */
static bool setting_is_of(const struct plan_setting *setting, const struct bench_axis *axis,
                          const struct plan_request *request)
{
    return strcmp(setting->name, axis->name) == 0 &&
           (axis->names || request->check == PLAN_CHECK_NONE);
}

struct builder {
    const struct plan_request *request;
    struct plan *plan;
    const struct technique *technique;
    const struct plan_option_value *options; /* of the technique */
    size_t option_count;
    size_t step;                /* which point, where check points go in step */
    enum bench_profile profile; /* that was asked for: the request's may be a smaller one */
};

/* True when the request sets the axis, by --axis or by an option that decides it. */
static bool axis_is_given(const struct builder *builder, const struct bench_axis *axis)
{
    const struct plan_request *request = builder->request;
    for (size_t i = 0; i < request->axis_count; i++)
        if (setting_is_of(&request->axes[i], axis, request))
            return true;
    for (size_t i = 0; i < builder->option_count; i++) {
        const struct bench_option *option = builder->options[i].option;
        if ((option->axis && strcmp(option->axis, axis->name) == 0) ||
            (option->fixes && strcmp(option->fixes, axis->name) == 0))
            return true;
    }
    return false;
}

/*
 * Does the variant want a value of its bench's axis? Not where its own values leave it out, unless
 * the request gives values of this axis.
 */
static bool variant_takes(const struct builder *builder, const struct bench_variant *variant,
                          const struct plan_axis_value *value)
{
    const struct bench_values *table = table_find(variant->values, value->axis->name);
    const bool checks = builder->request->check != PLAN_CHECK_NONE;
    if (!table || (checks && !table->check) || axis_is_given(builder, value->axis))
        return true;
    const char *list = checks ? table->check : of_profile(table->values, builder->request->profile);
    return list && list_has(list, strlen(list), value->text);
}

bool plan_axis_takes_none(const struct bench_axis *axis, const struct plan_setting *setting)
{
    char value[PLAN_VALUE_BYTES + 1], illegal[PLAN_VALUE_BYTES + 1] = "";
    const char *list = setting->value;
    if (strcmp(axis->name, setting->name) != 0)
        return false;
    while (next_value(&list, value)) {
        if (axis_accepts(axis, value))
            return false;
        memcpy(illegal, value, sizeof(illegal));
    }
    message_illegal(axis, illegal);
    return true;
}

/*
 * Values of one axis: from the option bound to it, or else from --axis (those that are legal here),
 * or else the profile's. Each once, in the order given. False with a one-line message.
 */
static bool values_init(const struct builder *builder, struct plan_axis_values *values,
                        const struct bench_axis *axis, struct plan_axis_owner owner)
{
    assert(!axis->default_value || axis_accepts(axis, axis->default_value));
    *values = (struct plan_axis_values){ .axis = axis };
    const struct plan_request *request = builder->request;
    const struct plan_option_value *bound = NULL;
    for (size_t i = 0; i < builder->option_count; i++) {
        const struct plan_option_value *option = &builder->options[i];
        if (!option->option->axis || strcmp(option->option->axis, axis->name) != 0)
            continue;
        if (bound)
            return trouble("--%s and --%s both set the axis '%s': give one", bound->option->name,
                           option->option->name, axis->name);
        bound = option;
    }
    if (bound)
        return values_add_option(values, bound->value);
    bool set = false;
    for (size_t i = 0; i < request->axis_count; i++) {
        if (!setting_is_of(&request->axes[i], axis, request))
            continue;
        set = true;
        if (!values_add_list(values, request->axes[i].value, true))
            return false;
    }
    if (set)
        return true;
    const bool checks = request->check != PLAN_CHECK_NONE;
    const char *list = checks ? check_values(owner, axis) : NULL;
    if (!list)
        list = plan_axis_profile_values(owner, axis, checks ? BENCH_QUICK : request->profile);
    return values_add_list(values, list, false);
}

/* Joins ---------------------------------------------------------------------------------------- */

/* Whether a row's words name an axis, and then whether they have that value of it. */
enum joined { JOINED_UNNAMED, JOINED_YES, JOINED_NO };

static enum joined words_have(const char *words, const char *axis, const char *value)
{
    const size_t length = strlen(axis);
    for (const char *word = words; *word != 0; word += strspn(word, " ")) {
        const size_t whole = strcspn(word, " "), name = strcspn(word, ": ");
        if (name == length && memcmp(word, axis, length) == 0)
            return whole == name || list_has(word + name + 1, whole - name - 1, value) ? JOINED_YES
                                                                                       : JOINED_NO;
        word += whole;
    }
    return JOINED_UNNAMED;
}

static bool is_base(struct plan_axis_owner owner, const struct plan_axis_value *value)
{
    const char *list = NULL;
    for (int profile = BENCH_QUICK; profile < BENCH_PROFILE_COUNT && !list; profile++)
        list = plan_axis_profile_values(owner, value->axis, (enum bench_profile)profile);
    return list && list_has(list, strcspn(list, ","), value->text);
}

/* Points --------------------------------------------------------------------------------------- */

/* The axes of a bench or a variant, with their values. */
struct point_axes {
    struct plan_axis_values axes[PLAN_AXES_MAX];
    size_t count;
    size_t position[PLAN_AXES_MAX];
};

static void point_axes_finish(struct point_axes *point)
{
    for (size_t i = 0; i < point->count; i++)
        free(point->axes[i].values);
    point->count = 0;
}

static struct plan_axis_values *point_find(struct point_axes *point, const char *name)
{
    for (size_t i = 0; i < point->count && name; i++)
        if (strcmp(point->axes[i].axis->name, name) == 0)
            return &point->axes[i];
    return NULL;
}

static bool point_axes_init(const struct builder *builder, struct point_axes *point,
                            struct plan_axis_owner owner)
{
    *point = (struct point_axes){ 0 };
    bool made = true;
    const struct bench_axis *axes = owner.variant ? owner.variant->axes : owner.bench->axes;
    for (; made && axes && axes->name; axes++) {
        assert(point->count < PLAN_AXES_MAX);
        made = values_init(builder, &point->axes[point->count++], axes, owner);
    }
    /* A file may decide another axis than the one it is the value of. */
    for (size_t i = 0; made && i < builder->option_count; i++) {
        const struct bench_option *option = builder->options[i].option;
        const struct plan_axis_values *source = point_find(point, option->axis);
        struct plan_axis_values *target = point_find(point, option->fixes);
        if (!source || !target || axis_accepts(source->axis, builder->options[i].value))
            continue;
        target->count = 0;
        made = values_add_list(target, option->fixes_to, false);
    }
    if (!made)
        point_axes_finish(point);
    return made;
}

/* No point at all when an axis is left without a value. */
static bool point_exists(const struct point_axes *point)
{
    for (size_t i = 0; i < point->count; i++)
        if (point->axes[i].count == 0)
            return false;
    return true;
}

/* Goes to a step, at which shorter lists have begun again. False behind the last of the longest. */
static bool point_step(struct point_axes *point, size_t step)
{
    bool there = false;
    for (size_t i = 0; i < point->count; i++) {
        point->position[i] = step % point->axes[i].count;
        there = there || step < point->axes[i].count;
    }
    return there;
}

/* The last axis turns fastest. */
static bool point_next(struct point_axes *point)
{
    for (size_t i = point->count; i-- > 0;) {
        if (++point->position[i] < point->axes[i].count)
            return true;
        point->position[i] = 0;
    }
    return false;
}

static size_t point_values(const struct point_axes *point,
                           struct plan_axis_value values[PLAN_AXES_MAX], size_t count)
{
    for (size_t i = 0; i < point->count; i++) {
        assert(count < PLAN_AXES_MAX);
        values[count++] = point->axes[i].values[point->position[i]];
    }
    return count;
}

static bool name_too_long(const struct builder *builder, const struct bench *bench)
{
    return trouble("the name of a case of %s.%s is too long", builder->technique->name,
                   bench->name);
}

static bool name_make(const struct builder *builder, char name[PLAN_NAME_BYTES],
                      const struct bench *bench, const char *variant, const char *mark,
                      const struct plan_axis_value *values, size_t count)
{
    size_t used = (size_t)snprintf(name, PLAN_NAME_BYTES, "%s.%s%s%s%s", builder->technique->name,
                                   bench->name, *variant == 0 ? "" : "/", variant, mark);
    for (size_t i = 0; i < count && used < PLAN_NAME_BYTES; i++) {
        const char *left_out = values[i].axis->default_value;
        if (left_out && strcmp(left_out, values[i].text) == 0)
            continue;
        used += (size_t)snprintf(name + used, PLAN_NAME_BYTES - used, "/%s:%s",
                                 values[i].axis->name, values[i].text);
    }
    return used < PLAN_NAME_BYTES || name_too_long(builder, bench);
}

/* True where the words of a row, "" of none, have the case, of whose values the first `count` are
 * looked up there. Axes that the request sets have any value. */
static bool words_take(const struct builder *builder, const char *words, const struct bench *bench,
                       const struct plan_case *c, size_t count)
{
    const struct plan_axis_owner owner = { .bench = bench, .variant = c->variant };
    for (size_t i = 0; i < c->value_count; i++) {
        const struct plan_axis_value *value = &c->values[i];
        const enum joined joined =
            words_have(i < count ? words : "", value->axis->name, value->text);
        if (joined != JOINED_YES && (joined == JOINED_NO || !is_base(owner, value)) &&
            !axis_is_given(builder, value->axis))
            return false;
    }
    const enum joined mode = words_have(words, "cache", c->cold ? "cold" : "hot");
    return builder->request->cache != PLAN_CACHE_PROFILE || mode == JOINED_YES ||
           (mode == JOINED_UNNAMED && !c->cold);
}

/* True where the variant joins the case's point: the base point, or one of a row. The baseline
 * joins what others do, by the `own` first values: those of the bench. */
static bool is_joined(const struct builder *builder, const struct bench *bench,
                      const struct plan_case *c, size_t own)
{
    bool joined = !bench->joins || c->check || words_take(builder, "", bench, c, 0);
    for (const struct bench_join *join = bench->joins; !joined && join->variants; join++) {
        const bool named = strcmp(join->variants, "*") == 0 ||
                           list_has(join->variants, strlen(join->variants), c->variant->name);
        joined = join->from <= builder->profile && (named || c->variant == bench->variants) &&
                 words_take(builder, join->at, bench, c, named ? c->value_count : own);
    }
    return joined;
}

static bool group_add_case(const struct builder *builder, struct plan_group *group,
                           const struct bench_variant *variant, const struct point_axes *point,
                           bool cold, const struct kernel_files *files)
{
    static const char suffix[] = "/cache:cold";
    if (builder->plan->case_count + group->case_count >= PLAN_CASES_MAX)
        return trouble("more than %d cases with those of %s.%s: give its axes fewer values, with "
                       "--axis or where they are declared",
                       PLAN_CASES_MAX, builder->technique->name, group->bench->name);
    group->cases = need_again(group->cases, (group->case_count + 1) * sizeof(*group->cases));
    struct plan_case *c = &group->cases[group->case_count];
    *c = (struct plan_case){ .variant = variant };
    memcpy(c->values, group->values, sizeof(c->values));
    c->value_count = point_values(point, c->values, group->value_count);
    c->cold = cold;
    c->files = files;
    c->check = builder->request->check != PLAN_CHECK_NONE;
    if (!is_joined(builder, group->bench, c, group->value_count))
        return true;
    c->baseline =
        variant == group->bench->variants && (group->case_count == 0 || c[-1].cold != cold);
    group->case_count++;
    if (!name_make(builder, c->name, group->bench, variant->name, files ? "@file" : "", c->values,
                   c->value_count))
        return false;
    if (!cold)
        return true;
    if (strlen(c->name) + sizeof(suffix) > PLAN_NAME_BYTES)
        return name_too_long(builder, group->bench);
    strcat(c->name, suffix);
    return true;
}

static bool group_add_variant(const struct builder *builder, struct plan_group *group,
                              struct plan_axis_owner owner, bool cold)
{
    const struct bench_variant *variant = owner.variant;
    struct point_axes point;
    const struct plan_request *request = builder->request;
    const bool twins = variant->kind != BENCH_CPU &&
                       kernel_files_concern(request->files, group->technique, request->techniques);
    for (size_t i = 0; i < group->value_count; i++)
        if (!variant_takes(builder, variant, &group->values[i]))
            return true;
    if (!point_axes_init(builder, &point, owner))
        return false;
    bool added = true;
    const bool in_step = request->check == PLAN_CHECK_IN_STEP;
    if (point_exists(&point) && in_step)
        point_step(&point, builder->step);
    if (point_exists(&point))
        do
            added =
                group_add_case(builder, group, variant, &point, cold, NULL) &&
                (!twins || group_add_case(builder, group, variant, &point, cold, request->files));
        while (added && !in_step && point_next(&point));
    point_axes_finish(&point);
    return added;
}

static bool plan_add_group(const struct builder *builder, struct plan_axis_owner owner,
                           const struct point_axes *point)
{
    const struct bench *bench = owner.bench;
    struct plan *plan = builder->plan;
    plan->groups =
        need_room(plan->groups, plan->group_count, &plan->group_room, sizeof(*plan->groups));
    struct plan_group *group = &plan->groups[plan->group_count];
    *group = (struct plan_group){
        .technique = builder->technique,
        .bench = bench,
        .options = builder->options,
        .option_count = builder->option_count,
    };
    group->value_count = point_values(point, group->values, 0);
    if (!name_make(builder, group->workload_name, bench, "", "", group->values, group->value_count))
        return false;
    plan->group_count++;
    const enum plan_cache cache = builder->request->cache;
    const enum bench_profile profile = builder->request->profile;
    for (int cold = 0; cold < 2; cold++)
        for (owner.variant = bench->variants; owner.variant->name; owner.variant++) {
            const enum bench_kind kind = owner.variant->kind;
            bool wanted = cache == PLAN_CACHE_BOTH || (cache == PLAN_CACHE_COLD) == (cold != 0);
            if (cache == PLAN_CACHE_PROFILE)
                wanted = cold == 0 ||
                         (!owner.more &&
                          ((kind != BENCH_CPU && bench->cache_matters && profile == BENCH_FULL) ||
                           (kind == BENCH_GPU && bench->cold_in_paper && profile == BENCH_PAPER)));
            /* No sweep reaches what a program has; a built-in one is for who asks for its API. */
            if (owner.variant->api)
                wanted = wanted && cold == 0 &&
                         (builder->technique->folder || builder->request->programs ||
                          (builder->request->filter &&
                           strstr(builder->request->filter, owner.variant->api)));
            if (wanted && !group_add_variant(builder, group, owner, cold != 0))
                return false;
        }
    plan->case_count += group->case_count;
    if (group->case_count == 0) {
        free(group->cases);
        plan->group_count--;
    }
    return true;
}

/* Adds the points of one table of values: all combinations, or those in step. */
static bool plan_add_points(const struct builder *builder, struct plan_axis_owner owner)
{
    const bool in_step = builder->request->check == PLAN_CHECK_IN_STEP;
    struct builder at = *builder;
    struct point_axes point;
    if (!point_axes_init(builder, &point, owner))
        return false;
    bool added = true;
    if (point_exists(&point))
        do
            added = plan_add_group(&at, owner, &point);
        while (added && (in_step ? point_step(&point, ++at.step) : point_next(&point)));
    point_axes_finish(&point);
    return added;
}

/* Adds the points of one profile, table by table, and at those that are there already the cases
 * that are not. */
static bool plan_add_profile(const struct builder *builder, const struct bench *bench,
                             enum bench_profile profile)
{
    const struct bench_values *const *more = bench->more_values;
    struct plan_axis_owner owner = { .bench = bench };
    struct plan_request request = *builder->request;
    struct builder other = *builder;
    bool made;
    request.profile = profile;
    other.request = &request;
    do {
        struct plan added = { 0 };
        other.plan = &added;
        made = plan_add_points(&other, owner);
        if (made)
            plan_join(builder->plan, &added);
        plan_finish(&added);
        owner.more = more ? *more++ : NULL;
    } while (made && owner.more);
    return made;
}

static bool any_given(const struct builder *builder, const struct bench_axis *axes)
{
    for (; axes && axes->name; axes++)
        if (axis_is_given(builder, axes))
            return true;
    return false;
}

/* The points of the profile, and what smaller ones have that it has not; where the request sets an
 * axis of the bench, those alone that it asks for. */
static bool plan_add_bench(const struct builder *builder, const struct bench *bench)
{
    if (builder->request->check == PLAN_CHECK_ALONE)
        return plan_add_points(builder, (struct plan_axis_owner){ .bench = bench });
    bool set = any_given(builder, bench->axes), added = true;
    for (const struct bench_variant *v = bench->variants; v->name && !set; v++)
        set = any_given(builder, v->axes);
    const int wanted = (int)builder->request->profile;
    for (int profile = wanted; profile >= (set ? wanted : BENCH_QUICK) && added; profile--)
        added = plan_add_profile(builder, bench, (enum bench_profile)profile);
    return added;
}

static bool request_check_option(const struct plan_request *request, size_t index)
{
    const char *name = request->options[index].name;
    OWNED_BY(name_list_finish) struct name_list known = { 0 };
    bool found = false;
    for (const struct technique *const *t = request->techniques; *t; t++) {
        found = found || plan_option_find(*t, name);
        for (const struct bench_option *o = (*t)->options; o && o->name; o++)
            name_list_add(&known, o->name);
    }
    if (!found)
        return trouble("no technique has an option '%s'%s", name, name_list_hint(&known, name));
    for (size_t i = 0; i < index; i++)
        if (strcmp(request->options[i].name, name) == 0)
            return trouble("option '%s' is given twice", name);
    return true;
}

static bool request_check(const struct plan_request *request)
{
    struct plan_axis_list axes = { 0 };
    bool legal = true;
    for (const struct technique *const *t = request->techniques; *t; t++)
        for (const struct bench *const *bench = (*t)->benches; *bench; bench++) {
            axis_list_add(&axes, (*bench)->axes);
            for (const struct bench_variant *v = (*bench)->variants; v->name; v++)
                axis_list_add(&axes, v->axes);
        }
    for (size_t i = 0; i < request->axis_count && legal; i++)
        legal = plan_axis_check(&axes, &request->axes[i]);
    for (size_t i = 0; i < request->option_count && legal; i++)
        legal = request_check_option(request, i);
    free(axes.axes);
    return legal;
}

const struct plan_case *plan_baseline(const struct plan_group *group, size_t i)
{
    const struct plan_case *other = NULL;
    for (size_t k = 0; k < group->case_count; k++) {
        const struct plan_case *c = &group->cases[k];
        if (c->baseline && c->cold == group->cases[i].cold)
            return c;
        if (c->baseline)
            other = c;
    }
    return other;
}

bool plan_init(struct plan *plan, const struct plan_request *request)
{
    *plan = (struct plan){ 0 };
    struct builder builder = { request, plan, .profile = request->profile };
    size_t technique_count = 0;
    if (!request_check(request))
        goto error;
    while (request->techniques[technique_count])
        technique_count++;
    plan->options = need_zeroed(technique_count * request->option_count, sizeof(*plan->options));
    for (size_t i = 0; i < technique_count; i++) {
        builder.technique = request->techniques[i];
        builder.options = plan->options + plan->option_count;
        builder.option_count = 0;
        for (size_t k = 0; k < request->option_count; k++) {
            const struct plan_setting *given = &request->options[k];
            const struct bench_option *option = plan_option_find(builder.technique, given->name);
            if (!option)
                continue;
            plan->options[plan->option_count++] =
                (struct plan_option_value){ .option = option, .value = given->value };
            builder.option_count++;
        }
        for (const struct bench *const *b = builder.technique->benches; *b; b++)
            if (!plan_add_bench(&builder, *b))
                goto error;
    }
    if (plan->case_count == 0) {
        trouble("there is no case to run");
        goto error;
    }
    if ((request->filter || request->wanted.has) && !plan_filter(plan, request))
        goto error;
    bool twin = !request->files;
    for (size_t i = 0; i < plan->group_count; i++)
        for (size_t k = 0; k < plan->groups[i].case_count; k++)
            twin = twin || plan->groups[i].cases[k].files;
    if (!twin) {
        trouble("--kernel: no case is selected that could use a kernel like %s: widen --filter",
                request->files->replacements[0].original->name);
        goto error;
    }
    return true;
error:
    plan_finish(plan);
    return false;
}

void plan_finish(struct plan *plan)
{
    for (size_t i = 0; i < plan->group_count; i++)
        free(plan->groups[i].cases);
    free(plan->groups);
    free(plan->options);
    free(plan->sizes_left_out);
    *plan = (struct plan){ 0 };
}

static bool is_verified(const struct plan_case *c)
{
    return c->check || c->verifies;
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
        struct plan checks = { 0 };
        if (group->option_count > 0 || !plan_group_is_first(plan, i))
            continue;
        struct plan_axis_owner owner = { .bench = group->bench };
        bool checked = any_checks(owner, owner.bench->axes); /* or any variant's axes are */
        for (owner.variant = owner.bench->variants; owner.variant->name && !checked;
             owner.variant++)
            checked =
                any_checks(owner, owner.variant->axes) || any_checks(owner, owner.bench->axes);
        if (!checked)
            continue;
        const struct builder builder = { &wanted, &checks, group->technique,
                                         .profile = wanted.profile };
        added = plan_add_points(&builder, (struct plan_axis_owner){ .bench = group->bench });
        if (added) {
            plan_keep_checks(&checks, plan);
            plan_join(plan, &checks);
        }
        plan_finish(&checks);
    }
    for (size_t i = 0; i < timed && added; i++) {
        struct plan_group *group = &plan->groups[i];
        foreach (struct plan_case, c, group->cases,
                 group->option_count == 0 ? group->case_count : 0)
            c->verifies = (group->bench->alters || group->bench->same) &&
                          !plan_has(plan, group->bench, c, is_verified);
    }
    return added;
}

bool bench_variant_is_on_host(const struct bench_variant *variant)
{
    return variant->kind == BENCH_CPU && (!variant->api || strcmp(variant->api, "host") == 0);
}
