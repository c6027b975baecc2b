/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"

#include "harness/base/need.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

json_t *json_value_number(double number)
{
    if (!isfinite(number))
        return json_null();
    const bool whole = number == floor(number) && fabs(number) < 0x1p53;
    return whole ? json_integer((json_int_t)number) : json_real(number);
}

json_t *json_value_whole(double number)
{
    return json_value_number(round(number));
}

json_t *json_value_count(uint64_t count)
{
    return json_integer((json_int_t)(count > INT64_MAX ? INT64_MAX : count));
}

json_t *json_value_hash(uint64_t hash)
{
    char digits[17];
    snprintf(digits, sizeof(digits), "%016" PRIx64, hash);
    return json_string(digits);
}

/* Bytes of the legal UTF-8 sequence at text; 0 when there is none. */
static size_t sequence_bytes(const char *text)
{
    size_t bytes = 1;
    unsigned char first = (unsigned char)text[0];
    if (first >= 0xc2)
        bytes = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    for (size_t i = 1; i < bytes; i++)
        if (((unsigned char)text[i] & 0xc0) != 0x80)
            return 0;
    json_auto_t *value = json_stringn(text, bytes);
    return value ? bytes : 0;
}

json_t *json_value_text(const char *text)
{
    if (!text)
        return json_null();
    json_t *value = json_string(text);
    if (value)
        return value;
    OWNED char *copy = need_copy(text);
    for (char *c = copy; *c != 0;) {
        size_t bytes = sequence_bytes(c);
        if (bytes == 0)
            *c = '?';
        c += bytes == 0 ? 1 : bytes;
    }
    return json_string(copy);
}

static void keep_if(json_t **document, bool whole)
{
    if (whole)
        return;
    json_decref(*document);
    *document = NULL;
}

void json_value_set(json_t **object, const char *key, json_t *value)
{
    keep_if(object, json_object_set_new(*object, key, value) == 0);
}

/* The next argument as a value of the type. */
static json_t *value_take(char type, va_list *values)
{
    const char *string = NULL;
    struct text *text = NULL;
    switch (type) {
    case 'o': return va_arg(*values, json_t *);
    case 'n': return json_value_number(va_arg(*values, double));
    case 'f': return json_real(va_arg(*values, double));
    case 'c': return json_value_count(va_arg(*values, size_t));
    case 'i': return json_integer(va_arg(*values, int));
    case 'b': return json_boolean(va_arg(*values, int));
    case 't': return json_value_text(va_arg(*values, const char *));
    case 'w': string = va_arg(*values, const char *); break;
    default: text = va_arg(*values, struct text *); break;
    }
    assert(text ? type == 'x' || type == 'X' : type == 'w');
    string = text ? text_string(text) : string;
    json_t *value = json_value_text(type == 'x' || *string ? string : NULL);
    if (text)
        text_finish(text);
    return value;
}

static void members_set(json_t **object, const char *members, va_list *values)
{
    enum { KEY_BYTES = 64 };
    for (const char *end; *members; members = end + (*end != 0)) {
        char key[KEY_BYTES];
        const char *type = strchr(members, ':') + 1;
        end = type + 1;
        assert(type - members <= KEY_BYTES && (*end == ' ' || !*end));
        snprintf(key, sizeof(key), "%.*s", (int)(type - 1 - members), members);
        json_value_set(object, key, value_take(*type, values));
    }
}

void json_value_add(json_t **object, const char *members, ...)
{
    va_list values;
    va_start(values, members);
    members_set(object, members, &values);
    va_end(values);
}

json_t *json_value_object(const char *members, ...)
{
    json_t *object = json_object();
    va_list values;
    va_start(values, members);
    members_set(&object, members, &values);
    va_end(values);
    return object;
}

void json_value_append(json_t **array, json_t *value)
{
    keep_if(array, json_array_append_new(*array, value) == 0);
}

void json_value_set_in(json_t **document, const char *object, const char *key, json_t *value)
{
    keep_if(document, json_object_set_new(json_object_get(*document, object), key, value) == 0);
}

void json_value_append_in(json_t **document, const char *array, json_t *value)
{
    keep_if(document, json_array_append_new(json_object_get(*document, array), value) == 0);
}

void json_value_update(json_t **object, json_t *members)
{
    keep_if(object, json_object_update_new(*object, members) == 0);
}

static int dump_add(const char *bytes, size_t count, void *text)
{
    text_add_bytes(text, bytes, count);
    return 0;
}

char *json_value_dump(const json_t *document, size_t flags)
{
    struct text text = { 0 };
    if (document && json_dump_callback(document, dump_add, &text, flags) == 0)
        return text_take(&text);
    text_finish(&text);
    return NULL;
}

bool json_value_write(FILE *out, json_t *document, size_t flags)
{
    OWNED char *text = json_value_dump(document, flags);
    json_decref(document);
    if (text)
        fputs(text, out);
    return text;
}

const char *json_value_text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

json_t *json_value_named(const json_t *array, const char *name)
{
    foreach_json (object, array) {
        const char *own = json_string_value(json_object_get(object, "name"));
        if (own && name && strcmp(own, name) == 0)
            return object;
    }
    return NULL;
}

void json_value_guard_memory(void)
{
    json_set_alloc_funcs(need_bytes, free);
}
