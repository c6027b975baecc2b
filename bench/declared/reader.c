/* SPDX-License-Identifier: MIT */
#include "bench/declared/private.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Places --------------------------------------------------------------------------------------- */

struct cursor {
    const char *at, *end;
};

static void blank_skip(struct cursor *c)
{
    while (c->at < c->end && isspace((unsigned char)*c->at))
        c->at++;
}

static bool is_at(struct cursor *c, char character)
{
    blank_skip(c);
    return c->at < c->end && *c->at == character;
}

static void string_skip(struct cursor *c)
{
    for (c->at++; c->at < c->end && *c->at != '"'; c->at++)
        c->at += *c->at == '\\';
    c->at += c->at < c->end;
}

/* A value, whatever it is. */
static void value_skip(struct cursor *c)
{
    size_t depth = 0;
    blank_skip(c);
    if (c->at < c->end && !strchr("\"{[", *c->at)) {
        while (c->at < c->end && !strchr(",]}", *c->at))
            c->at++;
        return;
    }
    do {
        if (is_at(c, '"')) {
            string_skip(c);
            continue;
        }
        if (c->at >= c->end)
            return;
        depth += *c->at == '{' || *c->at == '[';
        depth -= *c->at == '}' || *c->at == ']';
        c->at++;
    } while (depth > 0);
}

/* From entry i to the member or the entry; false where there is none. */
static bool seek(struct cursor *c, const char *key, size_t index, size_t i)
{
    for (; !is_at(c, key ? '}' : ']') && c->at < c->end; i++) {
        const char *name = c->at + 1;
        if (key) {
            string_skip(c);
            const size_t length = (size_t)(c->at - name) - 1;
            c->at += is_at(c, ':');
            blank_skip(c);
            if (length == strlen(key) && strncmp(name, key, length) == 0)
                return true;
        } else if (i == index) {
            return true;
        }
        value_skip(c);
        c->at += is_at(c, ',');
    }
    return false;
}

static bool enter(struct cursor *c, const struct declared_step_into *step)
{
    if (!is_at(c, step->key ? '{' : '['))
        return false;
    c->at++;
    return seek(c, step->key, step->index, 0);
}

/* From a member or an entry on to one behind it in the same value. */
static bool go_on(struct cursor *c, const struct declared_step_into *from,
                  const struct declared_step_into *to)
{
    if (!from->key != !to->key || (!to->key && to->index <= from->index))
        return false;
    value_skip(c);
    c->at += is_at(c, ',');
    return seek(c, to->key, to->index, from->index + 1);
}

static bool is_same(const struct declared_step_into *a, const struct declared_step_into *b)
{
    return a->key && b->key ? strcmp(a->key, b->key) == 0
                            : !a->key && !b->key && a->index == b->index;
}

int declared_place_line(const struct declared_place *place, const char *text, size_t size,
                        struct declared_found *last)
{
    struct declared_place *met = &last->place;
    size_t i = 0;
    while (i < met->depth && i < place->depth && is_same(&met->steps[i], &place->steps[i]))
        i++;
    size_t beside = i < met->depth ? i : DECLARED_PLACE_DEPTH; /* the step to go on from */
    for (met->depth = i; i < place->depth && i < DECLARED_PLACE_DEPTH; i++) {
        struct cursor c = { i > 0 ? last->at[i - 1] : text, text + size };
        struct cursor on = { i == beside ? last->at[i] : text, c.end };
        if (i == beside && go_on(&on, &met->steps[i], &place->steps[i]))
            c = on;
        else if (!enter(&c, &place->steps[i]))
            break;
        met->steps[i] = place->steps[i];
        last->at[i] = c.at;
        met->depth = i + 1;
    }
    const char *found = met->depth > 0 ? last->at[met->depth - 1] : text;
    const char *from = last->counted ? last->counted : text;
    for (const char *at = from; at < found; at++)
        last->newlines += *at == '\n';
    for (const char *at = found; at < from; at++)
        last->newlines -= *at == '\n';
    last->counted = found;
    return last->newlines + 1;
}

/* "variants.look_back.steps[2].bind[1]", cut where it does not fit. */
static void declared_place_print(const struct declared_place *place, char *text, size_t bytes)
{
    size_t used = 0;
    *text = 0;
    for (size_t i = 0; i < place->depth && used < bytes; i++) {
        const int added = place->steps[i].key
                              ? snprintf(text + used, bytes - used, "%s%.60s", i > 0 ? "." : "",
                                         place->steps[i].key)
                              : snprintf(text + used, bytes - used, "[%zu]", place->steps[i].index);
        used += added > 0 ? (size_t)added : 0;
    }
}

/* Reader --------------------------------------------------------------------------------------- */

bool declared_reader_fail(struct declared_reader *reader, const char *format, ...)
{
    char place[256], reason[512];
    va_list values;
    if (reader->failed)
        return false;
    reader->failed = true;
    va_start(values, format);
    vsnprintf(reason, sizeof(reason), format, values);
    va_end(values);
    declared_place_print(&reader->place, place, sizeof(place));
    trouble("%.300s/technique.json:%d: %s%s%s", reader->spec->folder, declared_reader_line(reader),
            place, *place ? ": " : "", reason);
    printable_clean(trouble_buffer());
    return false;
}

void declared_reader_enter(struct declared_reader *reader, const char *key, size_t index)
{
    struct declared_place *place = &reader->place;
    if (place->depth < DECLARED_PLACE_DEPTH) {
        place->steps[place->depth].key = key;
        place->steps[place->depth].index = index;
    }
    place->depth++;
}

bool declared_reader_leave(struct declared_reader *reader)
{
    reader->place.depth--;
    return !reader->failed;
}

bool declared_reader_next(struct declared_reader *reader, struct declared_entry *entry)
{
    json_t *of = (json_t *)(uintptr_t)entry->of;
    if (entry->value) {
        declared_reader_leave(reader);
        entry->index++;
    }
    entry->member = !entry->value ? json_object_iter(of) : json_object_iter_next(of, entry->member);
    entry->name = json_object_iter_key(entry->member);
    entry->value =
        entry->member ? json_object_iter_value(entry->member) : json_array_get(of, entry->index);
    if (reader->failed || !entry->value)
        return false;
    declared_reader_enter(reader, entry->name, entry->index);
    return true;
}

int declared_reader_line(struct declared_reader *reader)
{
    return declared_place_line(&reader->place, reader->text, reader->size, &reader->found);
}

bool declared_reader_members(struct declared_reader *reader, const json_t *object,
                             const char *known)
{
    const char *key;
    json_t *value;
    if (!json_is_object(object))
        return declared_reader_fail(reader, "is not an object: write {...}");
    json_object_foreach((json_t *)object, key, value)
    {
        const size_t length = strlen(key);
        const char *at = length > 0 ? strstr(known, key) : NULL;
        while (at && ((at > known && at[-1] != ' ') || (at[length] != 0 && at[length] != ' ')))
            at = strstr(at + 1, key);
        if (at && !strchr(key, ' '))
            continue;
        declared_reader_enter(reader, key, 0);
        return declared_reader_fail(reader, "is not known here; known are: %s", known);
    }
    return true;
}

const char *declared_reader_text(struct declared_reader *reader, const json_t *object,
                                 const char *key, const char *fallback)
{
    const json_t *value = json_object_get(object, key);
    if (!value && fallback)
        return fallback;
    if (!value)
        declared_reader_fail(reader, "has no \"%s\"", key);
    if (json_is_string(value) && json_string_length(value) > 0 &&
        strlen(json_string_value(value)) == json_string_length(value)) {
        char *clean = arena_text(&reader->spec->arena, json_string_value(value));
        printable_clean(clean);
        return clean;
    }
    declared_reader_enter(reader, key, 0);
    declared_reader_fail(reader, "is not a text");
    declared_reader_leave(reader);
    return "";
}

bool declared_reader_truth(struct declared_reader *reader, const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (value && !json_is_boolean(value)) {
        declared_reader_enter(reader, key, 0);
        declared_reader_fail(reader, "is neither true nor false");
        declared_reader_leave(reader);
    }
    return json_is_true(value);
}

bool declared_reader_name(struct declared_reader *reader, const char *name)
{
    const size_t length = strlen(name);
    return (length > 0 && length < 60 && *name >= 'a' && *name <= 'z' &&
            strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == length) ||
           declared_reader_fail(reader,
                                "'%.60s' is not a name: begin with a letter, and use a..z, "
                                "0..9 and _ alone",
                                name);
}

bool declared_reader_names(struct declared_reader *reader, const json_t *object, const char *key,
                           bool needed, const char *const **names, size_t *count)
{
    struct declared_entry entry = { .of = json_object_get(object, key) };
    const size_t size = json_array_size(entry.of);
    const char **own = arena_alloc(&reader->spec->arena, size * sizeof(*own));
    declared_reader_enter(reader, key, 0);
    if ((entry.of || needed) && (size == 0 || size > DECLARED_BUFFERS_MAX))
        return declared_reader_fail(reader, "is not a list of 1 to %d names", DECLARED_BUFFERS_MAX);
    while (declared_reader_next(reader, &entry)) {
        const char *name = json_string_value(entry.value);
        declared_reader_name(reader, name ? name : "");
        own[(*count)++] = name;
    }
    *names = own;
    return declared_reader_leave(reader);
}

bool declared_reader_file(struct declared_reader *reader, const char *file)
{
    const size_t length = strlen(file);
    const char *up = strstr(file, "..");
    return (length > 0 && length < 256 && *file != '/' && !up && !strchr(file, '\\')) ||
           declared_reader_fail(reader,
                                "'%.200s' is not a file of the folder: give its path from there, "
                                "without '..'",
                                file);
}

bool declared_reader_command(struct declared_reader *reader, const json_t *object, const char *key,
                             struct declared_command *command)
{
    struct declared_spec *spec = reader->spec;
    const json_t *words = json_object_get(object, key);
    const char **list = arena_alloc(&spec->arena, (DECLARED_WORDS_MAX + 1) * sizeof(*list));
    struct declared_entry entry = { .of = words };
    *command = (struct declared_command){ strcmp(key, "reference") == 0 ? "word" : key, list, 0 };
    declared_reader_enter(reader, key, 0);
    if (spec->command_count == DECLARED_COMMANDS_MAX)
        return declared_reader_fail(reader, "a folder has at most %d commands",
                                    DECLARED_COMMANDS_MAX);
    if (!json_is_array(words) || json_array_size(words) == 0 ||
        json_array_size(words) > DECLARED_WORDS_MAX)
        return declared_reader_fail(reader, "is not a program and its arguments: "
                                            "[\"python3\", \"reference.py\"]");
    while (declared_reader_next(reader, &entry)) {
        if (!json_is_string(entry.value) ||
            (entry.index == 0 && json_string_length(entry.value) == 0))
            return declared_reader_fail(reader, "is not a text");
        list[command->count++] = json_string_value(entry.value);
    }
    spec->commands[spec->command_count++] = *command;
    return declared_reader_leave(reader);
}

size_t declared_reader_choice(struct declared_reader *reader, const json_t *object, const char *key,
                              const char *const *names)
{
    const char *text = declared_reader_text(reader, object, key, names[0]);
    char all[256] = "";
    for (size_t i = 0; names[i]; i++) {
        if (strcmp(names[i], text) == 0)
            return i;
        snprintf(all + strlen(all), sizeof(all) - strlen(all), "%s%s", i > 0 ? ", " : "", names[i]);
    }
    declared_reader_fail(reader, "\"%s\": '%.60s' is not one of %s", key, text, all);
    return 0;
}

/* Formulas ------------------------------------------------------------------------------------- */

static bool name_known(const void *user, const char *name, struct declared_number *value)
{
    const struct declared_reader *reader = user;
    const struct declared_spec *spec = reader->spec;
    const struct declared_axis *axis = NAMED(spec->axes, spec->axis_count, name);
    struct name_list names = { 0 };
    *value = (struct declared_number){ .whole = 1 };
    if (axis && axis->is_named)
        return trouble("axis '%s' has names for values: use sizeof(%s)", name, name);
    for (size_t i = 0; reader->variant && i < reader->variant->axis_count; i++)
        name_list_add(&names, reader->variant->axes[i].axis.name);
    for (size_t i = 0; i < spec->axis_count; i++)
        name_list_add(&names, spec->axes[i].axis.name);
    for (size_t i = 0; i < spec->number_count; i++)
        name_list_add(&names, spec->numbers[i]);
    for (size_t i = 0; i < spec->let_count; i++)
        name_list_add(&names, spec->lets[i].name);
    for (size_t i = 0; i < reader->level_count; i++)
        name_list_add(&names, reader->levels[i]);
    const bool known = NAMED(names.names, names.count, name);
    const char *hint = name_list_hint(&names, name);
    name_list_finish(&names);
    return known || trouble("there is no axis and no \"let\" of the name '%s'%s", name, hint);
}

static bool type_known(const void *user, const char *name, int64_t *bytes)
{
    const struct declared_spec *spec = ((const struct declared_reader *)user)->spec;
    const struct declared_axis *axis = NAMED(spec->axes, spec->axis_count, name);
    *bytes = 1;
    return (axis && axis->is_named) ||
           trouble("sizeof(%s): it is neither a type nor an axis of types", name);
}

bool declared_reader_formula(struct declared_reader *reader, const char *formula,
                             struct declared_amount *amount)
{
    struct declared_number any;
    const struct declared_names names = { name_known, type_known, reader, true, NULL };
    *amount = (struct declared_amount){ .formula = formula, .line = declared_reader_line(reader) };
    return declared_formula_value(formula, &names, &any) ||
           declared_reader_fail(reader, "%.399s", trouble_text());
}

bool declared_reader_amount(struct declared_reader *reader, const json_t *value,
                            struct declared_amount *amount)
{
    if (json_is_string(value))
        return declared_reader_formula(reader, json_string_value(value), amount);
    *amount = (struct declared_amount){ .number = { .is_real = json_is_real(value),
                                                    .whole = json_integer_value(value),
                                                    .real = json_real_value(value) },
                                        .line = declared_reader_line(reader) };
    return json_is_number(value) ||
           declared_reader_fail(reader, "is neither a number nor a formula in quotes");
}

bool declared_reader_amount_of(struct declared_reader *reader, const json_t *object,
                               const char *key, bool required, struct declared_amount *amount)
{
    const json_t *value = json_object_get(object, key);
    *amount = (struct declared_amount){ 0 };
    if (!value)
        return !required || declared_reader_fail(reader, "has no \"%s\"", key);
    declared_reader_enter(reader, key, 0);
    return declared_reader_amount(reader, value, amount) && declared_reader_leave(reader);
}
