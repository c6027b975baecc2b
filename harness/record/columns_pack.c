/* SPDX-License-Identifier: MIT */
#include "harness/base/need.h"
#include "harness/base/text.h"
#include "harness/record/columns.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 256 };

static const char before[] = "\n\"cases\":[\n", behind[] = "\n]";

/* Members whose numbers contain those of another, and are kept as what they have beyond them. */
static const struct {
    const char *member, *plus;
} pairs[] = { { "samples.wall_total_ns", "samples.gpu_total_ns" } };

/* A value of a case, and that of the member which it contains; NULL without one. */
struct item {
    const char *at, *base;
    size_t bytes, base_bytes;
};

struct column {
    char *member;
    struct item *items;
    size_t count, room, seen; /* seen: one more than the case that had it last */
    size_t plus;              /* column; none of `SIZE_MAX` */
};

struct maker {
    const char *at, *end;
    char path[PATH_BYTES];
    size_t path_bytes, index, last; /* last: the column that was met last */
    struct column *columns;
    size_t count, room;
    struct text form, forms, order;
    char **known; /* forms */
    size_t known_count, known_room;
};

static bool value_take(struct maker *maker);

/* Finds the column of the member at hand: mostly the one behind the last. */
static struct column *column_find(struct maker *maker, const char *member)
{
    for (size_t i = 0; i < maker->count; i++) {
        const size_t at = (maker->last + 1 + i) % maker->count;
        if (strcmp(maker->columns[at].member, member) == 0)
            return &maker->columns[at];
    }
    return NULL;
}

static struct column *column_get(struct maker *maker)
{
    struct column *found = column_find(maker, maker->path);
    if (found)
        return found;
    maker->columns = need_room(maker->columns, maker->count, &maker->room, sizeof(*maker->columns));
    found = &maker->columns[maker->count++];
    *found = (struct column){ .member = need_copy(maker->path), .plus = SIZE_MAX };
    return found;
}

static size_t commas(const char *at, size_t bytes)
{
    size_t count = 0;
    for (const char *end = at + bytes; at < end; at++)
        count += *at == ',';
    return count;
}

/* Names the item that another contains, if this case has one of as many numbers. */
static void base_find(struct maker *maker, struct column *column, struct item *item)
{
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        const struct column *plus =
            strcmp(column->member, pairs[i].member) == 0 ? column_find(maker, pairs[i].plus) : NULL;
        const struct item *base = plus && plus < column && plus->seen == maker->index + 1
                                      ? &plus->items[plus->count - 1]
                                      : NULL;
        if (!base || *item->at != '[' || *base->at != '[' || item->bytes <= 2 || base->bytes <= 2 ||
            commas(item->at, item->bytes) != commas(base->at, base->bytes))
            continue;
        item->base = base->at;
        item->base_bytes = base->bytes;
        column->plus = (size_t)(plus - maker->columns);
    }
}

/* Adds a value to its column, and the column's number to the form. */
static bool item_take(struct maker *maker, const char *end)
{
    struct column *column = column_get(maker);
    struct item item = { .at = maker->at, .bytes = (size_t)(end - maker->at) };
    base_find(maker, column, &item);
    column->items = need_room(column->items, column->count, &column->room, sizeof(item));
    column->items[column->count++] = item;
    column->seen = maker->index + 1;
    maker->last = (size_t)(column - maker->columns);
    text_add_format(&maker->form, "%zu", maker->last);
    maker->at = end;
    return item.bytes > 0;
}

/* The end of a string; NULL where it has none. */
static const char *string_end(const char *at, const char *end)
{
    for (at++; at < end && *at != '"'; at++)
        at += *at == '\\';
    return at < end ? at + 1 : NULL;
}

static const char *scalar_end(const char *at, const char *end)
{
    if (*at == '"')
        return string_end(at, end);
    while (at < end && *at != ',' && *at != '}' && *at != ']')
        at++;
    return at;
}

/* The end of an array of strings and numbers; NULL where it holds anything else. */
static const char *array_end(const char *at, const char *end)
{
    for (at++; at && at < end && *at != ']';) {
        if (*at == '{' || *at == '[' || *at == '}')
            return NULL;
        at = *at == ',' ? at + 1 : scalar_end(at, end);
    }
    return at && at < end ? at + 1 : NULL;
}

/* Copies a letter of the case to the form. */
static bool letter_take(struct maker *maker, char letter)
{
    if (maker->at >= maker->end || *maker->at != letter)
        return false;
    text_add_bytes(&maker->form, maker->at++, 1);
    return true;
}

/* Makes the path longer by a member or by brackets; false where it has no room. */
static bool path_add(struct maker *maker, const char *name, size_t bytes)
{
    const bool dot = maker->path_bytes > 0 && *name != '[';
    if (bytes == 0 || maker->path_bytes + dot + bytes >= PATH_BYTES || memchr(name, '\\', bytes))
        return false;
    if (dot)
        maker->path[maker->path_bytes++] = '.';
    memcpy(maker->path + maker->path_bytes, name, bytes);
    maker->path_bytes += bytes;
    maker->path[maker->path_bytes] = 0;
    return true;
}

static bool member_take(struct maker *maker)
{
    const size_t outer = maker->path_bytes;
    const char *name = maker->at;
    const char *end = name < maker->end && *name == '"' ? string_end(name, maker->end) : NULL;
    if (!end || !path_add(maker, name + 1, (size_t)(end - name) - 2))
        return false;
    text_add_bytes(&maker->form, name, (size_t)(end - name));
    maker->at = end;
    const bool taken = letter_take(maker, ':') && value_take(maker);
    maker->path_bytes = outer;
    maker->path[outer] = 0;
    return taken;
}

static bool object_take(struct maker *maker)
{
    letter_take(maker, '{');
    if (letter_take(maker, '}'))
        return true;
    do
        if (!member_take(maker))
            return false;
    while (letter_take(maker, ','));
    return letter_take(maker, '}');
}

static bool objects_take(struct maker *maker)
{
    const size_t outer = maker->path_bytes;
    letter_take(maker, '[');
    if (!path_add(maker, "[]", 2))
        return false;
    do
        if (!value_take(maker))
            return false;
    while (letter_take(maker, ','));
    maker->path_bytes = outer;
    maker->path[outer] = 0;
    return letter_take(maker, ']');
}

static bool value_take(struct maker *maker)
{
    const char *at = maker->at;
    if (at >= maker->end)
        return false;
    if (*at == '{')
        return object_take(maker);
    const char *end = *at == '[' ? array_end(at, maker->end) : scalar_end(at, maker->end);
    if (*at == '[' && !end)
        return objects_take(maker);
    return end && item_take(maker, end);
}

/* Adds the form of the case at hand to the order, and to the forms where it is new. */
static void form_place(struct maker *maker)
{
    char *form = text_take(&maker->form);
    size_t place = 0;
    while (place < maker->known_count && strcmp(maker->known[place], form) != 0)
        place++;
    text_join(&maker->order, ",", "%zu", place);
    if (place < maker->known_count) {
        free(form);
        return;
    }
    maker->known =
        need_room(maker->known, maker->known_count, &maker->known_room, sizeof(*maker->known));
    maker->known[maker->known_count++] = form;
    text_join(&maker->forms, ",\n", "%s", form);
}

/* Takes the cases, one a line. */
static bool cases_take(struct maker *maker, const char *end)
{
    for (bool more = true; more; maker->index++) {
        const char *line = memchr(maker->at, '\n', (size_t)(end - maker->at));
        more = line && line < end;
        maker->end = more ? line - 1 : end;
        if (maker->at >= maker->end || *maker->at != '{' || !value_take(maker) ||
            maker->at != maker->end)
            return false;
        form_place(maker);
        maker->at = more ? line + 1 : end;
    }
    return true;
}

/* Reads a whole number as JSON has it, and steps behind it. */
static bool number_read(const char **at, const char *end, int64_t *number)
{
    const char *first = *at;
    *number = 0;
    while (*at < end && **at >= '0' && **at <= '9' && *number < COLUMNS_NUMBER_END)
        *number = 10 * *number + (*(*at)++ - '0');
    return *at > first && *number < COLUMNS_NUMBER_END && (*first != '0' || *at == first + 1);
}

/* Reads number after number of an array, less those of its base. `at` and `base` are at the bracket
 * or comma before them. False behind the last, or where a number is not whole: *whole says it. */
static bool number_next(const struct item *item, const char **at, const char **base,
                        int64_t *number, bool *whole)
{
    int64_t beneath = 0;
    if (item->bytes == 2 || **at == ']')
        return false;
    ++*at;
    *whole = number_read(at, item->at + item->bytes, number) && (**at == ',' || **at == ']');
    if (*whole && *base) {
        ++*base;
        *whole = number_read(base, item->base + item->base_bytes, &beneath);
    }
    *number -= beneath;
    return *whole;
}

static int64_t divisor(int64_t a, int64_t b)
{
    while (b) {
        const int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

/* Finds the greatest common divisor of the numbers in a column's arrays. 0 where an array holds
 * anything else, or the column none. */
static int64_t column_times(const struct column *column)
{
    int64_t times = 0;
    bool any = false;
    for (size_t i = 0; i < column->count; i++) {
        const struct item *item = &column->items[i];
        const char *at = item->at, *base = item->base;
        int64_t number = 0;
        bool whole = true;
        any = any || *at == '[';
        while (*item->at == '[' && number_next(item, &at, &base, &number, &whole))
            times = divisor(times, number);
        if (!whole)
            return 0;
    }
    return !any ? 0 : times == 0 || times > COLUMNS_TIMES_MAX ? 1 : times;
}

static void item_add(struct text *out, const struct item *item, int64_t times)
{
    const char *at = item->at, *base = item->base;
    int64_t number = 0;
    bool whole = true, first = true;
    if (*item->at != '[' || times == 0) {
        text_add_bytes(out, item->at, item->bytes);
        return;
    }
    text_add(out, "[");
    for (; number_next(item, &at, &base, &number, &whole); first = false)
        text_add_format(out, "%s%lld", first ? "" : ",", (long long)(number / times));
    text_add(out, "]");
}

/* True where the column's items are all one text. */
static bool column_is_constant(const struct column *column)
{
    for (size_t i = 0; i < column->count; i++)
        if (column->plus != SIZE_MAX || column->items[i].bytes != column->items[0].bytes ||
            memcmp(column->items[i].at, column->items[0].at, column->items[0].bytes) != 0)
            return false;
    return true;
}

static void column_add(struct text *out, const struct column *column)
{
    const int64_t times = column_times(column);
    const size_t count = column_is_constant(column) ? 1 : column->count;
    text_add_format(out, "{\"member\":\"%s\"", column->member);
    if (times > 1)
        text_add_format(out, ",\"times\":%lld", (long long)times);
    if (times > 0 && column->plus != SIZE_MAX)
        text_add_format(out, ",\"plus\":%zu", column->plus);
    text_add(out, ",\"items\":[\n");
    for (size_t i = 0; i < count; i++) {
        text_add(out, i > 0 ? ",\n" : "");
        item_add(out, &column->items[i], times);
    }
    text_add(out, "\n]}");
}

static void maker_finish(struct maker *maker)
{
    for (size_t i = 0; i < maker->count; i++) {
        free(maker->columns[i].member);
        free(maker->columns[i].items);
    }
    for (size_t i = 0; i < maker->known_count; i++)
        free(maker->known[i]);
    free(maker->columns);
    free(maker->known);
    text_finish(&maker->form);
    text_finish(&maker->forms);
    text_finish(&maker->order);
}

/* True where the columns give the text again. */
static bool made_holds(const struct text *made, const char *text, size_t size)
{
    char *again = NULL;
    size_t bytes = 0;
    const char *fault = columns_unpack(made->string, made->length, size, &again, &bytes);
    const bool holds = !fault && bytes == size && memcmp(again, text, size) == 0;
    free(again);
    return holds;
}

char *columns_pack(const char *text, size_t size, size_t *bytes)
{
    struct maker maker = { .at = memmem(text, size, before, strlen(before)) };
    struct text made = { 0 };
    const char *first = maker.at ? maker.at + strlen(before) : NULL;
    const char *end = first ? memmem(first, (size_t)(text + size - first), behind, 2) : NULL;
    *bytes = 0;
    if (!end || columns_are(text, size))
        return NULL;
    text_add_bytes(&made, text, (size_t)(maker.at + 1 - text));
    maker.at = first;
    const bool taken = cases_take(&maker, end);
    text_add_format(&made, "\"packed_cases\":{\"forms\":[\n%s\n],\n\"columns\":[\n",
                    text_string(&maker.forms));
    for (size_t i = 0; taken && i < maker.count; i++) {
        text_add(&made, i > 0 ? ",\n" : "");
        column_add(&made, &maker.columns[i]);
    }
    text_add_format(&made, "\n],\n\"order\":[%s]}", text_string(&maker.order));
    text_add_bytes(&made, end + strlen(behind), (size_t)(text + size - end) - strlen(behind));
    maker_finish(&maker);
    *bytes = made.length;
    if (taken && made_holds(&made, text, size))
        return text_take(&made);
    text_finish(&made);
    return NULL;
}
