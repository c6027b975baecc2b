/* SPDX-License-Identifier: MIT */
#include "harness/record/run/run.h"

#include "harness/base/base.h"
#include "harness/base/need.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { WORDS_MAX = 64 };

/* Returns -1 where there is none. */
static int type_of(const json_t *value)
{
    return value ? (int)json_typeof(value) : -1;
}

static const char *kind_of(const json_t *value)
{
    switch (type_of(value)) {
    case JSON_OBJECT: return "an object";
    case JSON_ARRAY: return "an array";
    case JSON_STRING: return "a text";
    case JSON_INTEGER:
    case JSON_REAL: return "a number";
    case JSON_TRUE:
    case JSON_FALSE: return "true or false";
    case JSON_NULL: break;
    }
    return "null";
}

void json_reader_fault(const struct json_reader *part, const char *key, const char *format, ...)
{
    struct run_reading *reader = part->reader;
    char text[384];
    va_list arguments;
    if (reader->stopped)
        return;
    reader->failed = true;
    reader->faults++;
    reader->stopped = !reader->goes_on;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    const bool named = reader->name[0] != 0;
    const char *dot = part->name[0] && key ? "." : "";
    char line[1024];
    snprintf(line, sizeof(line), "'%s' is not a valid %s: %s%s%s%s%s%s%s%s%s", reader->path,
             reader->format ? reader->format : "run file", reader->what, named ? " '" : "",
             reader->name, named ? "'" : "", reader->what[0] ? ": " : "", part->name, dot,
             key ? key : "", text);
    printable_clean(line);
    if (reader->goes_on && reader->faults > 1)
        trouble("%s\n%s", trouble_text(), line);
    else
        trouble("%s", line);
}

void json_reader_known(const struct json_reader *part, const char *const *known, size_t count)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)part->json, key, value)
    {
        if (NAMED(known, count, key))
            continue;
        const char *nearest = nearest_find(key, known, count);
        char cut[64];
        snprintf(cut, sizeof(cut), "%s", key);
        json_reader_fault(part, cut, " is not known%s%s%s", nearest ? ": did you mean '" : "",
                          nearest ? nearest : "", nearest ? "'?" : "");
    }
}

/* Nothing where there is none, or something has failed. */
static const json_t *member(const struct json_reader *part, const char *key)
{
    const json_t *value = json_object_get(part->json, key);
    return part->reader->stopped || json_is_null(value) ? NULL : value;
}

const char *const *json_reader_keys(const struct json_reader *part, size_t *count)
{
    const char **keys =
        json_reader_alloc(part->reader, json_object_size(part->json), sizeof(*keys));
    const char *key;
    json_t *unused;
    *count = 0;
    if (keys)
        json_object_foreach((json_t *)part->json, key, unused) keys[(*count)++] = key;
    return keys;
}

void json_reader_missing(const struct json_reader *part, const char *key)
{
    if (!member(part, key))
        json_reader_fault(part, key, " is missing");
}

static struct json_reader inner(const struct json_reader *part, const char *key, bool is_array)
{
    const json_t *value = member(part, key);
    struct json_reader found = { .reader = part->reader };
    if (!value)
        return found;
    if (type_of(value) != (is_array ? JSON_ARRAY : JSON_OBJECT)) {
        json_reader_fault(part, key, " is %s, and not %s", kind_of(value),
                          is_array ? "an array" : "an object");
        return found;
    }
    found.json = value;
    snprintf(found.name, sizeof(found.name), "%.63s%s%.31s", part->name, part->name[0] ? "." : "",
             key);
    return found;
}

struct json_reader json_reader_object(const struct json_reader *part, const char *key)
{
    return inner(part, key, false);
}

struct json_reader json_reader_array(const struct json_reader *part, const char *key)
{
    return inner(part, key, true);
}

/* Describes the fault of a number, in `text`; NULL where there is none. */
static const char *number_trouble(const json_t *value, enum run_range range, char text[64])
{
    const double number = json_number_value(value);
    if (!json_is_number(value))
        snprintf(text, 64, " is %s, and not a number", kind_of(value));
    else if (!isfinite(number))
        snprintf(text, 64, " is not finite");
    else if ((range == RUN_TIME || range == RUN_TOTAL) && !(number > 0))
        snprintf(text, 64, " is %.9g: it must be above 0", number);
    else if (range != RUN_ANY && number < 0)
        snprintf(text, 64, " is %.9g: it cannot be below 0", number);
    else if ((range == RUN_COUNT || range == RUN_TOTAL) && number != floor(number))
        snprintf(text, 64, " is %.9g: it must be whole", number);
    else if ((range == RUN_COUNT || range == RUN_TOTAL) && number >= 0x1p64)
        snprintf(text, 64, " is %.9g: it must be below 2^64", number);
    else
        return NULL;
    return text;
}

double json_reader_number(const struct json_reader *part, const char *key, enum run_range range)
{
    char text[64];
    const json_t *value = member(part, key);
    if (!value)
        return NAN;
    if (!number_trouble(value, range, text))
        return json_number_value(value);
    json_reader_fault(part, key, "%s", text);
    return NAN;
}

size_t json_reader_total(const struct json_reader *part, const char *key)
{
    const double count = json_reader_number(part, key, RUN_COUNT);
    if (count >= 1)
        return (size_t)count;
    if (part->json && isnan(count))
        json_reader_missing(part, key);
    else if (part->json)
        json_reader_fault(part, key, " is %.9g: it must be at least 1", count);
    return 0;
}

uint64_t json_reader_seed(const struct json_reader *part, const char *key)
{
    const json_t *value = member(part, key);
    const bool whole = type_of(value) == JSON_INTEGER;
    const json_int_t seed = whole ? json_integer_value(value) : -1;
    if (seed >= 0)
        return (uint64_t)seed;
    json_reader_fault(part, key, value ? " is not a whole number of 0 or more" : " is missing");
    return 0;
}

static bool is_truth(const json_t *value)
{
    return type_of(value) == JSON_TRUE || type_of(value) == JSON_FALSE;
}

bool json_reader_flag(const struct json_reader *part, const char *key)
{
    const json_t *value = member(part, key);
    if (value && !is_truth(value))
        json_reader_fault(part, key, " is %s, and not true or false", kind_of(value));
    return type_of(value) == JSON_TRUE;
}

static const char *text_read(const struct json_reader *part, const char *key, const json_t *value)
{
    const char *text = json_string_value(value);
    if (text)
        return json_reader_keep(part->reader, text);
    json_reader_fault(part, key, " is %s, and not a text", kind_of(value));
    return "";
}

const char *json_reader_text(const struct json_reader *part, const char *key)
{
    const json_t *value = member(part, key);
    return value ? text_read(part, key, value) : "";
}

const char *json_reader_name(const struct json_reader *part, const char *key)
{
    const json_t *value = member(part, key);
    const char *text = value ? text_read(part, key, value) : "";
    if (!*text && (!value || json_string_value(value)))
        json_reader_fault(part, key, " is missing");
    return text;
}

const char *json_reader_key(const struct json_reader *part, const char *key)
{
    const char *text = json_string_value(json_object_get(part->json, key));
    if (text && !printable_is(text))
        json_reader_fault(part, key, " is '%.64s': a name has no control characters", text);
    return json_reader_name(part, key);
}

int json_reader_word(const struct json_reader *part, const char *key, const char *const *words,
                     int count, int otherwise)
{
    const json_t *value = member(part, key);
    const char *text = json_string_value(value);
    const char *const *found = text ? NAMED(words, (size_t)count, text) : NULL;
    if (value && !text)
        json_reader_fault(part, key, " is %s, and not a text", kind_of(value));
    return found ? (int)(found - words) : otherwise;
}

int json_reader_choice(const struct json_reader *part, const char *key, const char *const *words,
                       int count, int otherwise)
{
    const int word = json_reader_word(part, key, words, count, -1);
    const char *text = json_string_value(member(part, key));
    if (word < 0 && text) {
        /* Says so, with the word that was meant; a list may have gaps. */
        const char *known[WORDS_MAX], *nearest;
        size_t known_count = 0;
        for (int i = 0; i < count && known_count < WORDS_MAX; i++)
            if (words[i] && *words[i])
                known[known_count++] = words[i];
        nearest = nearest_find(text, known, known_count);
        json_reader_fault(part, key, " is '%.64s', which is not known%s%s%s", text,
                          nearest ? ": did you mean '" : "", nearest ? nearest : "",
                          nearest ? "'?" : "");
    }
    return word < 0 ? otherwise : word;
}

bool json_reader_expression(const struct json_reader *part, const char *key, const char *text,
                            struct expression *rows)
{
    char why[128];
    const char *refusal = expression_refuse(text);
    const int code = *text && !refusal ? expression_init(rows, text) : 0;
    if (*text && refusal)
        json_reader_fault(part, key, " is not an expression for rows: it %s", refusal);
    if (code != 0) {
        regerror(code, &rows->rest, why, sizeof(why));
        json_reader_fault(part, key, " is not an extended regular expression: %s", why);
    }
    return *text && !refusal && code == 0;
}

/* Arrays -------------------------------------------------------------------------------------- */

size_t json_reader_count(const struct json_reader *array)
{
    return array->reader->stopped ? 0 : json_array_size(array->json);
}

static struct json_reader entry_of(const struct json_reader *array, size_t i)
{
    const json_t *value = json_array_get(array->json, i);
    struct json_reader entry = { .reader = array->reader, .json = value };
    snprintf(entry.name, sizeof(entry.name), "%.70s[%zu]", array->name, i);
    return entry;
}

struct json_reader json_reader_entry(const struct json_reader *array, size_t i)
{
    const json_t *value = json_array_get(array->json, i);
    struct json_reader entry = entry_of(array, i);
    if (type_of(value) != JSON_OBJECT) {
        json_reader_fault(&entry, NULL, " is %s, and not an object", kind_of(value));
        return (struct json_reader){ .reader = array->reader };
    }
    return entry;
}

double json_reader_value(const struct json_reader *array, size_t i, enum run_range range)
{
    char text[64];
    const json_t *value = json_array_get(array->json, i);
    if (!number_trouble(value, range, text))
        return json_number_value(value);
    const struct json_reader entry = entry_of(array, i);
    json_reader_fault(&entry, NULL, "%s", text);
    return NAN;
}

double json_reader_value_if_any(const struct json_reader *array, size_t i, enum run_range range)
{
    return json_is_null(json_array_get(array->json, i)) ? NAN : json_reader_value(array, i, range);
}

bool json_reader_truth(const struct json_reader *array, size_t i)
{
    const json_t *value = json_array_get(array->json, i);
    if (!is_truth(value)) {
        const struct json_reader entry = entry_of(array, i);
        json_reader_fault(&entry, NULL, " is %s, and not true or false", kind_of(value));
    }
    return type_of(value) == JSON_TRUE;
}

const char *const *json_reader_texts(const struct json_reader *array, size_t *count)
{
    *count = json_reader_count(array);
    const char **texts = json_reader_alloc(array->reader, *count, sizeof(*texts));
    for (size_t i = 0; i < *count; i++) {
        const struct json_reader entry = entry_of(array, i);
        texts[i] = text_read(&entry, NULL, json_array_get(array->json, i));
    }
    return texts;
}

/* Memory -------------------------------------------------------------------------------------- */

void *json_reader_alloc(struct run_reading *reader, size_t count, size_t bytes)
{
    if (reader->stopped)
        return NULL;
    return need(count <= SIZE_MAX / bytes ? arena_alloc(reader->arena, count * bytes) : NULL);
}

const char *json_reader_keep(struct run_reading *reader, const char *text)
{
    if (reader->stopped || !*text)
        return "";
    char *copy = arena_text(reader->arena, text);
    printable_clean(copy);
    return copy;
}
