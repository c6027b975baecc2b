/* SPDX-License-Identifier: MIT */
#include "harness/record/record.h"

#include "harness/base/base.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { KEYS_MAX = 96 };

/* Reading ------------------------------------------------------------------------------------- */

static double number_read(const struct json_reader *part, const struct field *field)
{
    static const enum run_range ranges[] = { [FIELD_NUMBER] = RUN_ANY,
                                             [FIELD_AMOUNT] = RUN_AMOUNT,
                                             [FIELD_TIME] = RUN_TIME,
                                             [FIELD_COUNT] = RUN_COUNT };
    const double number = json_reader_number(part, field->key, ranges[field->type]);
    if (isnan(number) && (field->flags & FIELD_WANTED) && part->json)
        json_reader_missing(part, field->key);
    return isnan(number) && (field->flags & FIELD_ZERO) ? 0 : number;
}

static void size_read(const struct json_reader *part, const struct field *field, void *member)
{
    const double count = field->flags & FIELD_WANTED
                             ? (double)json_reader_total(part, field->key)
                             : json_reader_number(part, field->key, RUN_COUNT);
    const size_t size = count > 0 ? (size_t)count : 0;
    if (field->bytes == sizeof(uint32_t))
        *(uint32_t *)member = size < UINT32_MAX ? (uint32_t)size : UINT32_MAX;
    else
        *(size_t *)member = size;
}

static size_t size_of(const void *member, const struct field *field)
{
    return field->bytes == sizeof(uint32_t) ? *(const uint32_t *)member : *(const size_t *)member;
}

static const char *text_read(const struct json_reader *part, const struct field *field)
{
    if (field->words) {
        const int word = json_reader_word(part, field->key, field->words, (int)field->most, -1);
        return word < 0 ? "" : field->words[word];
    }
    if (field->flags & FIELD_KEY)
        return json_reader_key(part, field->key);
    return field->flags & FIELD_WANTED ? json_reader_name(part, field->key)
                                       : json_reader_text(part, field->key);
}

static void entries_read(const struct json_reader *list, const struct field *field, char *entries,
                         size_t count)
{
    struct run_reading *reader = list->reader;
    for (size_t i = 0; i < count && !reader->stopped; i++) {
        struct json_reader entry = json_reader_entry(list, i);
        if (entry.json && (field->flags & FIELD_NAMED)) {
            /* Lets messages name the entry by its id, where it has one. */
            const char *id = json_value_text_of(entry.json, "id");
            entry.reader->what = *id ? field->key : "";
            entry.reader->name = id;
            if (*id)
                entry.name[0] = 0;
        }
        char *at = entries + i * field->bytes;
        if (entry.json && field->make)
            field->make(&entry, NULL, at);
        else if (entry.json)
            field_read(&entry, field->fields, at);
        else if (field->fields)
            field_clear(at, field->fields);
        if (field->flags & FIELD_NAMED)
            reader->what = reader->name = "";
    }
}

/* A list in memory of the reader's arena, or in the record itself, which has room for `most`. */
static size_t list_read(const struct json_reader *part, const struct field *field, void *member)
{
    const size_t faults = part->reader->faults;
    const struct json_reader list = json_reader_array(part, field->key);
    size_t count = json_reader_count(&list);
    char *entries = member;
    if (field->type == FIELD_LIST)
        entries = json_reader_alloc(part->reader, count, field->bytes);
    else if (count > field->most && !(field->flags & FIELD_CUT))
        json_reader_fault(&list, NULL, " has %zu entries, and %zu is the most", count, field->most);
    if (field->type == FIELD_ROOM && count > field->most)
        count = field->most;
    entries_read(&list, field, entries, count);
    const bool none = (field->flags & FIELD_WHOLE) && part->reader->faults > faults;
    if (field->type == FIELD_LIST)
        *(void **)member = none ? NULL : entries;
    return none ? 0 : count;
}

static size_t map_read(const struct json_reader *part, const struct field *field, void *member)
{
    const struct json_reader map = json_reader_object(part, field->key);
    size_t count;
    const char *const *names = json_reader_keys(&map, &count);
    char *entries = json_reader_alloc(part->reader, count, field->bytes);
    *(void **)member = entries;
    for (size_t i = 0; i < count; i++) {
        char *entry = entries + i * field->bytes;
        struct json_reader object = { .reader = part->reader };
        if (!field->make)
            object = json_reader_object(&map, names[i]);
        if (part->reader->stopped)
            return 0;
        *(const char **)entry = json_reader_keep(part->reader, names[i]);
        if (field->make)
            field->make(&map, names[i], entry);
        else
            field_read(&object, field->fields, entry);
    }
    return count;
}

static size_t *count_of(const void *record, const struct field *field)
{
    return (size_t *)((char *)record + field->count);
}

const char *field_json_text(const struct json_reader *part, const char *key)
{
    const json_t *json = json_object_get(part->json, key);
    if (!json || json_is_null(json))
        return NULL;
    OWNED char *text = json_value_dump(json, JSON_COMPACT | JSON_ENCODE_ANY);
    return arena_text(part->reader->arena, text);
}

static void row_read(const struct json_reader *part, const struct field *field, void *record)
{
    char *member = (char *)record + field->offset;
    struct json_reader object;
    int word;
    if ((field->type == FIELD_TEXTS || field->type == FIELD_OBJECT || field->type == FIELD_LIST ||
         field->type == FIELD_KEYED) &&
        part->json && (field->flags & FIELD_WANTED))
        json_reader_missing(part, field->key);
    switch (field->type) {
    case FIELD_NUMBER:
    case FIELD_AMOUNT:
    case FIELD_TIME:
    case FIELD_COUNT: *(double *)member = number_read(part, field); return;
    case FIELD_SIZE: size_read(part, field, member); return;
    case FIELD_SEED: *(uint64_t *)member = json_reader_seed(part, field->key); return;
    case FIELD_FLAG: *(bool *)member = json_reader_flag(part, field->key); return;
    case FIELD_TEXT: *(const char **)member = text_read(part, field); return;
    case FIELD_WORD:
        word = (field->flags & FIELD_OPEN ? json_reader_word : json_reader_choice)(
            part, field->key, field->words, (int)field->most, -1);
        if (word < 0 && (field->flags & FIELD_WANTED))
            json_reader_missing(part, field->key);
        *(unsigned *)member = word < 0 ? 0 : (unsigned)word;
        return;
    case FIELD_SAME:
    case FIELD_UNREAD:
    case FIELD_ALONE: return;
    case FIELD_MADE: field->make(part, field->key, member); return;
    case FIELD_TEXTS:
        object = json_reader_array(part, field->key);
        *(const char *const **)member = json_reader_texts(&object, count_of(record, field));
        return;
    case FIELD_OBJECT:
        object = json_reader_object(part, field->key);
        if (object.json)
            field_read(&object, field->fields, member);
        else
            field_clear(member, field->fields);
        return;
    case FIELD_LIST:
    case FIELD_ROOM: *count_of(record, field) = list_read(part, field, member); return;
    case FIELD_MAP:
    case FIELD_KEYED: *count_of(record, field) = map_read(part, field, member); return;
    case FIELD_JSON: *(const char **)member = field_json_text(part, field->key); return;
    case FIELD_OWN:
        if (field->own->read)
            field->own->read(part, record);
        return;
    }
}

void field_read(const struct json_reader *part, const struct field *fields, void *record)
{
    const char *keys[KEYS_MAX];
    size_t count = 0;
    for (; fields[count].key && count < KEYS_MAX; count++)
        keys[count] = fields[count].key;
    if (fields[count].type == FIELD_ALONE)
        json_reader_known(part, keys, count);
    for (const struct field *field = fields; field->key; field++)
        row_read(part, field, record);
}

void field_clear(void *record, const struct field *fields)
{
    struct run_reading reader = { .stopped = true };
    const struct json_reader nothing = { .reader = &reader };
    field_read(&nothing, fields, record);
}

/* Writing ------------------------------------------------------------------------------------- */

static bool member_is_empty(const void *record, const struct field *field)
{
    const char *member = (const char *)record + field->offset;
    const char *text;
    switch (field->type) {
    case FIELD_NUMBER:
    case FIELD_AMOUNT:
    case FIELD_TIME:
    case FIELD_COUNT:
        return !isfinite(*(const double *)member) ||
               ((field->flags & FIELD_ZERO) && *(const double *)member == 0);
    case FIELD_SIZE: return size_of(member, field) == 0;
    case FIELD_SEED: return false;
    case FIELD_FLAG: return !*(const bool *)member;
    case FIELD_TEXT: text = *(const char *const *)member; return !text || !*text;
    case FIELD_WORD: return *(const unsigned *)member == 0;
    case FIELD_SAME:
    case FIELD_OWN:
    case FIELD_MADE:
    case FIELD_UNREAD:
    case FIELD_ALONE: return true;
    case FIELD_OBJECT: return field_is_empty(member, field->fields);
    case FIELD_TEXTS:
    case FIELD_LIST:
    case FIELD_ROOM:
    case FIELD_MAP:
    case FIELD_KEYED: return *count_of(record, field) == 0;
    case FIELD_JSON: return !*(const char *const *)member;
    }
    return true;
}

bool field_is_empty(const void *record, const struct field *fields)
{
    bool empty = true;
    for (const struct field *field = fields; field->key; field++) {
        const bool own = member_is_empty(record, field);
        if (own && (field->flags & FIELD_WANTED))
            return true;
        empty = empty && own;
    }
    return empty;
}

json_t *field_texts_json(const char *const *texts, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        json_value_append(&array, json_value_text(texts[i]));
    return array;
}

/* An array, or an object by the first member of each entry. */
static json_t *entries_json(const char *entries, size_t count, const struct field *field)
{
    const bool keyed = field->type == FIELD_MAP || field->type == FIELD_KEYED;
    json_t *all = keyed ? json_object() : json_array();
    for (size_t i = 0; i < count; i++) {
        const char *entry = entries + i * field->bytes;
        json_t *value = field->put ? field->put(entry) : field_json(entry, field->fields);
        if (keyed)
            json_value_set(&all, *(const char *const *)entry, value);
        else
            json_value_append(&all, value);
    }
    return all;
}

static json_t *member_json(const void *record, const struct field *field)
{
    const char *member = (const char *)record + field->offset;
    switch (field->type) {
    case FIELD_NUMBER:
    case FIELD_AMOUNT:
    case FIELD_TIME:
    case FIELD_COUNT: return json_value_number(*(const double *)member);
    case FIELD_SIZE: return json_value_count(size_of(member, field));
    case FIELD_SEED: return json_value_count(*(const uint64_t *)member);
    case FIELD_FLAG: return json_boolean(*(const bool *)member);
    case FIELD_TEXT: return json_value_text(*(const char *const *)member);
    case FIELD_WORD:
        assert(*(const unsigned *)member < field->most);
        return json_value_text(field->words[*(const unsigned *)member]);
    case FIELD_SAME: return json_string(field->text);
    case FIELD_TEXTS:
        return field_texts_json(*(const char *const *const *)member, *count_of(record, field));
    case FIELD_OBJECT: return field_json(member, field->fields);
    case FIELD_ROOM: return entries_json(member, *count_of(record, field), field);
    case FIELD_LIST:
    case FIELD_MAP:
    case FIELD_KEYED:
        return entries_json(*(const char *const *)member, *count_of(record, field), field);
    case FIELD_JSON: return json_loads(*(const char *const *)member, JSON_DECODE_ANY, NULL);
    case FIELD_OWN: return field->own->write(record);
    case FIELD_MADE:
    case FIELD_UNREAD:
    case FIELD_ALONE: break;
    }
    return NULL;
}

json_t *field_member_json(const void *record, const struct field *fields, const char *key)
{
    while (strcmp(fields->key, key) != 0)
        fields++;
    const bool empty = fields->type != FIELD_OWN && member_is_empty(record, fields);
    return empty ? NULL : member_json(record, fields);
}

json_t *field_json(const void *record, const struct field *fields)
{
    json_t *object = json_object();
    for (const struct field *field = fields; field->key; field++) {
        const bool empty =
            field->type != FIELD_SAME && field->type != FIELD_OWN && member_is_empty(record, field);
        const bool null = empty && (field->type == FIELD_JSON ||
                                    (field->flags & (FIELD_NULL | FIELD_ZERO | FIELD_OMIT)));
        /* Where it is null: what cannot be null, and earlier files have not. */
        const bool left_out =
            (field->flags & FIELD_OMIT) ||
            (field->flags & (FIELD_LATER | FIELD_NULL | FIELD_ZERO)) == FIELD_LATER;
        json_auto_t *value = null ? json_null() : member_json(record, field);
        if (!json_is_null(value) || !left_out)
            json_value_set(&object, field->key, json_incref(value));
    }
    return object;
}

/* One member ---------------------------------------------------------------------------------- */

const struct field *field_find(const struct field *fields, const char *path, const void **record)
{
    const size_t length = strcspn(path, ".");
    while (fields->key && (strncmp(fields->key, path, length) != 0 || fields->key[length]))
        fields++;
    if (!fields->key || !path[length])
        return fields->key ? fields : NULL;
    if (fields->type != FIELD_OBJECT)
        return NULL;
    *record = (const char *)*record + fields->offset;
    return field_find(fields->fields, path + length + 1, record);
}

bool field_is_number(const struct field *field)
{
    return field->type <= FIELD_SIZE;
}

double field_number(const void *record, const struct field *field)
{
    const void *member = (const char *)record + field->offset;
    if (!field_is_number(field))
        return NAN;
    return field->type == FIELD_SIZE ? (double)size_of(member, field) : *(const double *)member;
}

const char *field_text(const void *record, const struct field *field)
{
    const void *member = (const char *)record + field->offset;
    const char *text = "";
    if (field->type == FIELD_TEXT)
        text = *(const char *const *)member;
    else if (field->type == FIELD_WORD)
        text = field->words[*(const unsigned *)member];
    else if (field->type == FIELD_FLAG)
        text = *(const bool *)member ? "true" : "false";
    return text ? text : "";
}
