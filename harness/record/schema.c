/* SPDX-License-Identifier: MIT */
#include "harness/record/record.h"

#include "harness/base/base.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { TABLES_MAX = 128, PATH_BYTES = 160 };

/* Tables that were met, and where: a table has the words of its first place. */
struct walk {
    json_t *words;
    struct {
        const struct field *fields;
        char path[PATH_BYTES];
    } tables[TABLES_MAX];
    size_t count;
};

static json_t *object_make(struct walk *walk, const struct field *fields, const char *path);

/* Lays the words of a path over what a table says. */
static void words_lay(const struct walk *walk, const char *path, json_t **part)
{
    const char *key;
    json_t *value;
    json_object_foreach(json_object_get(walk->words, path), key, value)
    {
        json_t *members = strcmp(key, "properties") == 0 ? json_object_get(*part, key) : NULL;
        if (json_is_null(value))
            json_object_del(*part, key);
        else if (!members)
            json_value_set(part, key, json_incref(value));
        else
            json_object_update(members, value);
    }
}

/* Makes an entry of a list or a map. */
static json_t *entry_make(struct walk *walk, const struct field *field, const char *path,
                          const char *ending)
{
    char inner[PATH_BYTES];
    snprintf(inner, sizeof(inner), "%.150s%s", path, ending);
    json_t *part = object_make(walk, field->fields, inner);
    words_lay(walk, inner, &part);
    return part;
}

static json_t *value_make(struct walk *walk, const struct field *field, const char *path)
{
    const bool wanted = field->flags & (FIELD_WANTED | FIELD_KEY);
    if (field->words) {
        json_t *names = json_array();
        for (size_t i = 0; i < field->most; i++)
            if (field->words[i] && *field->words[i])
                json_value_append(&names, json_string(field->words[i]));
        return json_pack("{s:o}", "enum", names);
    }
    switch (field->type) {
    case FIELD_NUMBER: return json_pack("{s:s}", "type", "number");
    case FIELD_AMOUNT:
    case FIELD_TIME: return json_pack("{s:s, s:i}", "type", "number", "minimum", 0);
    case FIELD_COUNT:
    case FIELD_SEED: return json_pack("{s:s, s:i}", "type", "integer", "minimum", 0);
    case FIELD_SIZE: return json_pack("{s:s, s:i}", "type", "integer", "minimum", (int)wanted);
    case FIELD_FLAG: return json_pack("{s:s}", "type", "boolean");
    case FIELD_TEXT:
        return wanted ? json_pack("{s:s, s:i}", "type", "string", "minLength", 1)
                      : json_pack("{s:s}", "type", "string");
    case FIELD_SAME: return json_pack("{s:s}", "const", field->text);
    case FIELD_TEXTS:
        return json_pack("{s:s, s:{s:s}}", "type", "array", "items", "type", "string");
    case FIELD_OBJECT: return object_make(walk, field->fields, path);
    case FIELD_LIST:
    case FIELD_ROOM:
        return json_pack("{s:s, s:o}", "type", "array", "items",
                         entry_make(walk, field, path, "[]"));
    case FIELD_MAP:
        return json_pack("{s:s, s:o}", "type", "object", "additionalProperties",
                         entry_make(walk, field, path, ".*"));
    case FIELD_WORD:
    case FIELD_JSON:
    case FIELD_OWN:
    case FIELD_MADE:
    case FIELD_KEYED:
    case FIELD_UNREAD:
    case FIELD_ALONE: break;
    }
    return json_object();
}

static json_t *object_make(struct walk *walk, const struct field *fields, const char *path)
{
    /* Where the table was met first. */
    size_t met = 0;
    while (met < walk->count && walk->tables[met].fields != fields)
        met++;
    if (met == walk->count && met < TABLES_MAX) {
        walk->tables[walk->count++].fields = fields;
        snprintf(walk->tables[met].path, PATH_BYTES, "%s", path);
    }
    const char *base = met < TABLES_MAX ? walk->tables[met].path : path;
    json_t *required = json_array(), *members = json_object();
    for (; fields->key; fields++) {
        char inner[PATH_BYTES];
        snprintf(inner, sizeof(inner), "%.100s%s%.50s", base, *base ? "." : "", fields->key);
        json_t *member = value_make(walk, fields, inner);
        json_t *type = json_object_get(member, "type"), *names = json_object_get(member, "enum");
        const bool null = fields->flags & (FIELD_NULL | FIELD_ZERO);
        if (names && null)
            json_array_append_new(names, json_null());
        if (type && null)
            json_value_set(&member, "type", json_pack("[O, s]", type, "null"));
        words_lay(walk, inner, &member);
        json_value_set(&members, fields->key, member);
        if (!(fields->flags & (FIELD_LATER | FIELD_OMIT)))
            json_value_append(&required, json_string(fields->key));
    }
    json_t *part =
        json_pack("{s:s, s:o, s:o}", "type", "object", "required", required, "properties", members);
    if (json_array_size(json_object_get(part, "required")) == 0)
        json_object_del(part, "required");
    return part;
}

json_t *schema_json(void)
{
    struct walk walk = { .words = json_loadb(schema_words->text, schema_words->bytes, 0, NULL) };
    const struct field cases = { .fields = case_fields };
    json_t *whole = json_object();
    json_t *head = object_make(&walk, head_fields, "");
    json_t *entry =
        json_pack("{s:s, s:o}", "type", "array", "items", entry_make(&walk, &cases, "cases", "[]"));
    words_lay(&walk, "cases", &entry);
    json_value_set_in(&head, "properties", "cases", entry);
    json_value_append_in(&head, "required", json_string("cases"));
    words_lay(&walk, "", &whole);
    json_object_update_new(whole, head);
    json_decref(walk.words);
    return whole;
}

json_t *schema_rows_json(void)
{
    struct walk walk = { .words = json_loadb(schema_words->text, schema_words->bytes, 0, NULL) };
    json_t *whole = json_object(), *row = object_make(&walk, row_fields, "rows");
    words_lay(&walk, "rows", &whole);
    json_object_update_new(whole, row);
    json_decref(walk.words);
    return whole;
}

/* Version -------------------------------------------------------------------------------------- */

const char *schema_version_fault(const json_t *version, char text[SCHEMA_VERSION_BYTES])
{
    static const char remedy[] = "and this claimcheck reads 2: ";
    static const char older[] = "read it by the claimcheck that wrote it, or measure again";
    static const char newer[] = "it was written by a newer claimcheck, use that one";
    int major = 0, minor = 0, used = 0;
    const char *word = json_string_value(version);
    if (json_integer_value(version) == 1) {
        snprintf(text, SCHEMA_VERSION_BYTES, "is 1, %s%s", remedy, older);
        return text;
    }
    const bool numbered = word && strspn(word, "0123456789.") == strlen(word) &&
                          sscanf(word, "%4d.%4d%n", &major, &minor, &used) == 2 && !word[used];
    if (!version)
        snprintf(text, SCHEMA_VERSION_BYTES, "is missing");
    else if (!numbered || major == 0)
        snprintf(text, SCHEMA_VERSION_BYTES, "is not a version that any claimcheck wrote");
    else if (major != SCHEMA_VERSION_MAJOR)
        snprintf(text, SCHEMA_VERSION_BYTES, "is %s, %s%s", word, remedy,
                 major < SCHEMA_VERSION_MAJOR ? older : newer);
    else
        return NULL;
    return text;
}
