/* SPDX-License-Identifier: MIT */
#include "harness/engine/plan/plan_parts.h"

#include "harness/base/name_list.h"
#include "harness/base/need.h"
#include "harness/os/path.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

bool plan_axis_accepts(const struct bench_axis *axis, const char *value)
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

static bool accepts_all(const struct bench_axis *axis, const char *list)
{
    char value[PLAN_VALUE_BYTES + 1];
    while (next_value(&list, value))
        if (!plan_axis_accepts(axis, value))
            return false;
    return true;
}

static void axis_list_add(struct plan_axis_list *list, const struct bench_axis *axes)
{
    for (; axes && axes->name; axes++) {
        list->axes = need_room(list->axes, list->count, &list->capacity, sizeof(*list->axes));
        list->axes[list->count++] = axes;
    }
}

void plan_axis_list_init(struct plan_axis_list *list, const struct technique *const *techniques)
{
    *list = (struct plan_axis_list){ 0 };
    for (; *techniques; techniques++) {
        for (const struct bench *const *bench = (*techniques)->benches; *bench; bench++) {
            axis_list_add(list, (*bench)->axes);
            for (const struct bench_variant *v = (*bench)->variants; v->name; v++)
                axis_list_add(list, v->axes);
        }
    }
}

void plan_axis_list_finish(struct plan_axis_list *list)
{
    free(list->axes);
    *list = (struct plan_axis_list){ 0 };
}

/* "'12a' is not a value of the axis 'top': it takes integers from 1 to 12" */
static void message_illegal(const struct bench_axis *axis, const char *value,
                            char message[PLAN_MESSAGE_BYTES])
{
    struct name_list legal = { 0 };
    char list[PLAN_MESSAGE_BYTES / 2] = "", hint[PLAN_VALUE_BYTES + 32] = "";
    size_t used = 0;
    for (size_t i = 0; axis->names && axis->names[i]; i++) {
        name_list_add(&legal, axis->names[i]);
        int written =
            snprintf(list + used, sizeof(list) - used, "%s%s", i == 0 ? "" : ", ", axis->names[i]);
        used += (size_t)written < sizeof(list) - used ? (size_t)written : 0;
    }
    name_list_hint(&legal, value, hint, sizeof(hint));
    if (!axis->names)
        snprintf(list, sizeof(list), "integers from %lld to %lld", (long long)axis->min,
                 (long long)axis->max);
    bool more = axis->accepts && axis->accepts_help;
    snprintf(message, PLAN_MESSAGE_BYTES, "'%s' is not a value of the axis '%s'%s; it takes %s%s%s",
             value, axis->name, hint, list, more ? ", " : "", more ? axis->accepts_help : "");
    name_list_finish(&legal);
}

static void message_unknown(const struct plan_axis_list *list, const char *name,
                            char message[PLAN_MESSAGE_BYTES])
{
    struct name_list names = { 0 };
    char hint[128] = "";
    for (size_t i = 0; i < list->count; i++)
        name_list_add(&names, list->axes[i]->name);
    name_list_hint(&names, name, hint, sizeof(hint));
    snprintf(message, PLAN_MESSAGE_BYTES, "no bench has an axis '%s'%s; all axes: claimcheck list",
             name, hint);
    name_list_finish(&names);
}

bool plan_axis_check(const struct plan_axis_list *list, const struct plan_setting *setting,
                     char message[PLAN_MESSAGE_BYTES])
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
            legal = plan_axis_accepts(list->axes[i], value);
        }
        if (legal)
            continue;
        if (!named)
            message_unknown(list, setting->name, message);
        else
            message_illegal(named, value, message);
        return false;
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
static bool values_add_list(struct plan_axis_values *values, const char *list, bool skip_illegal,
                            char message[PLAN_MESSAGE_BYTES])
{
    char value[PLAN_VALUE_BYTES + 1];
    while (next_value(&list, value)) {
        if (!plan_axis_accepts(values->axis, value)) {
            if (skip_illegal)
                continue;
            message_illegal(values->axis, value, message);
            return false;
        }
        values_add(values, value);
    }
    return true;
}

/* "file.<stem>" of a path, with '_' for what must not stand in a case name. */
static void file_value(const char *path, char value[PLAN_VALUE_BYTES])
{
    const char *slash = os_path_last(path);
    const char *stem = !slash ? path : slash + 1;
    const char *dot = strrchr(stem, '.');
    int length = (int)(!dot || dot == stem ? strlen(stem) : (size_t)(dot - stem));
    snprintf(value, PLAN_VALUE_BYTES, "file.%.*s", length, stem);
    for (char *c = value; *c != 0; c++)
        if (!isalnum((unsigned char)*c) && !strchr("._-", *c))
            *c = '_';
}

static bool values_add_option(struct plan_axis_values *values, const char *given,
                              char message[PLAN_MESSAGE_BYTES])
{
    const struct bench_axis *axis = values->axis;
    bool integers_only = !axis->names && !axis->accepts;
    if (integers_only || accepts_all(axis, given))
        return values_add_list(values, given, false, message);
    char text[PLAN_VALUE_BYTES];
    file_value(given, text);
    values_add(values, text);
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

bool plan_bench_checks(const struct bench *bench)
{
    bool any = any_checks((struct plan_axis_owner){ .bench = bench }, bench->axes);
    for (const struct bench_variant *variant = bench->variants; variant->name && !any; variant++) {
        const struct plan_axis_owner owner = { .bench = bench, .variant = variant };
        any = any_checks(owner, variant->axes) || any_checks(owner, bench->axes);
    }
    return any;
}

bool plan_axis_checks(const struct plan_request *request)
{
    return request->check == PLAN_CHECK_ALONE || request->check == PLAN_CHECK_IN_STEP;
}

static const char *request_values(struct plan_axis_owner owner, const struct bench_axis *axis,
                                  const struct plan_request *request)
{
    const bool checks = plan_axis_checks(request);
    const char *check = checks ? check_values(owner, axis) : NULL;
    return check ? check
                 : plan_axis_profile_values(owner, axis, checks ? BENCH_QUICK : request->profile);
}

/* True where the setting gives values of the axis. A size that a user asks for is timed, and
 * others are checked. */
static bool setting_is_of(const struct plan_setting *setting, const struct bench_axis *axis,
                          const struct plan_request *request)
{
    return strcmp(setting->name, axis->name) == 0 && (axis->names || !plan_axis_checks(request));
}

bool plan_axis_is_given(const struct bench_axis *axis, const struct plan_request *request,
                        const struct plan_option_value *options, size_t option_count)
{
    for (size_t i = 0; i < request->axis_count; i++)
        if (setting_is_of(&request->axes[i], axis, request))
            return true;
    for (size_t i = 0; i < option_count; i++)
        if (options[i].option->axis && strcmp(options[i].option->axis, axis->name) == 0)
            return true;
    return false;
}

bool plan_axis_variant_takes(const struct bench_variant *variant,
                             const struct plan_axis_value *value,
                             const struct plan_request *request,
                             const struct plan_option_value *options, size_t option_count)
{
    const struct bench_values *table = table_find(variant->values, value->axis->name);
    const bool checks = plan_axis_checks(request);
    if (!table || (checks && !table->check) ||
        plan_axis_is_given(value->axis, request, options, option_count))
        return true;
    char wanted[PLAN_VALUE_BYTES + 1];
    const char *list = checks ? table->check : of_profile(table->values, request->profile);
    while (next_value(&list, wanted))
        if (strcmp(wanted, value->text) == 0)
            return true;
    return false;
}

bool plan_axis_takes_none(const struct bench_axis *axis, const struct plan_setting *setting,
                          char message[PLAN_MESSAGE_BYTES])
{
    char value[PLAN_VALUE_BYTES + 1], illegal[PLAN_VALUE_BYTES + 1] = "";
    const char *list = setting->value;
    if (strcmp(axis->name, setting->name) != 0)
        return false;
    while (next_value(&list, value)) {
        if (plan_axis_accepts(axis, value))
            return false;
        memcpy(illegal, value, sizeof(illegal));
    }
    message_illegal(axis, illegal, message);
    return true;
}

bool plan_axis_values_set(struct plan_axis_values *values, const char *value,
                          char message[PLAN_MESSAGE_BYTES])
{
    const struct bench_axis *axis = values->axis;
    plan_axis_values_finish(values);
    values->axis = axis;
    return values_add_list(values, value, false, message);
}

bool plan_axis_values_init(struct plan_axis_values *values, const struct bench_axis *axis,
                           struct plan_axis_owner owner, const struct plan_request *request,
                           const struct plan_option_value *options, size_t option_count,
                           char message[PLAN_MESSAGE_BYTES])
{
    assert(!axis->default_value || plan_axis_accepts(axis, axis->default_value));
    *values = (struct plan_axis_values){ .axis = axis };
    const struct plan_option_value *bound = NULL;
    for (size_t i = 0; i < option_count; i++) {
        if (!options[i].option->axis || strcmp(options[i].option->axis, axis->name) != 0)
            continue;
        if (bound) {
            snprintf(message, PLAN_MESSAGE_BYTES, "--%s and --%s both set the axis '%s': give one",
                     bound->option->name, options[i].option->name, axis->name);
            return false;
        }
        bound = &options[i];
    }
    if (bound)
        return values_add_option(values, bound->value, message);
    bool set = false;
    for (size_t i = 0; i < request->axis_count; i++) {
        if (!setting_is_of(&request->axes[i], axis, request))
            continue;
        set = true;
        if (!values_add_list(values, request->axes[i].value, true, message))
            return false;
    }
    return set || values_add_list(values, request_values(owner, axis, request), false, message);
}

void plan_axis_values_finish(struct plan_axis_values *values)
{
    free(values->values);
    *values = (struct plan_axis_values){ 0 };
}
