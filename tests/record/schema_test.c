/* SPDX-License-Identifier: MIT */
/*
 * schema_test.c: results/run.schema.json says of each member what the tables of the record say;
 * with --print, the list of members in docs/reference/run-file.md, of the same tables.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness/record/case_fields.h"
#include "harness/record/head_fields.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const json_t *schema;
static size_t differences;

/* Words that the member cannot have; keys that exports add; a bound is null where its floor is. */
static bool is_so(const char *path, const char *key, const char *what)
{
    static const char *const known[] = { "each.stop: none",
                                         "cases.preceded_by: sweep",
                                         "case.top_unit: is in no table",
                                         "case.why: is in no table",
                                         "case.speedup: is in no table",
                                         "case.speedup_low: is in no table",
                                         "case.speedup_high: is in no table",
                                         "floor.bound: cannot be null" };
    char line[256];
    snprintf(line, sizeof(line), "%s.%s: %s", path, key, what);
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        if (strcmp(known[i], line) == 0)
            return true;
    return false;
}

static void differ(const char *path, const char *key, const char *what)
{
    if (is_so(path, key, what))
        return;
    print_message("%s.%s: %s\n", path, key, what);
    differences++;
}

static bool holds(const json_t *list, const char *text)
{
    const json_t *entry;
    size_t i;
    if (json_is_string(list))
        return strcmp(json_string_value(list), text) == 0;
    json_array_foreach(list, i, entry)
    {
        if (json_is_string(entry) && strcmp(json_string_value(entry), text) == 0)
            return true;
    }
    return false;
}

/* Behind references, and of two choices the one that is not null. *null: that may be, too. */
static const json_t *resolved(const json_t *part, bool *null)
{
    static const char *const choices[] = { "oneOf", "anyOf" };
    static const char prefix[] = "#/definitions/";
    const char *reference = json_string_value(json_object_get(part, "$ref"));
    const json_t *words = json_object_get(part, "enum"), *entry;
    size_t i;
    if (reference)
        return resolved(
            json_object_get(json_object_get(schema, "definitions"), reference + sizeof(prefix) - 1),
            null);
    for (size_t k = 0; k < sizeof(choices) / sizeof(choices[0]); k++)
        if (json_object_get(part, choices[k])) {
            *null = true;
            return resolved(json_array_get(json_object_get(part, choices[k]), 0), null);
        }
    *null = *null || holds(json_object_get(part, "type"), "null");
    json_array_foreach(words, i, entry) *null = *null || json_is_null(entry);
    return part;
}

static void fields_check(const char *path, const struct field *fields, const json_t *part);

/* Every word of the one is a word of the other. */
static void words_check(const char *path, const struct field *field, const json_t *part)
{
    const json_t *words = json_object_get(part, "enum");
    size_t known = 0, nulls = 0;
    for (size_t i = 0; i < field->most; i++) {
        const char *name = field->name((int)i);
        if (name && !holds(words, name))
            differ(path, field->key, name);
        known += name && holds(words, name);
    }
    for (size_t i = 0; i < json_array_size(words); i++)
        nulls += json_is_null(json_array_get(words, i));
    if (known + nulls != json_array_size(words))
        differ(path, field->key, "the schema has other words");
}

static const char *type_of(enum field_type type)
{
    switch (type) {
    case FIELD_NUMBER:
    case FIELD_AMOUNT:
    case FIELD_TIME: return "number";
    case FIELD_COUNT:
    case FIELD_SIZE:
    case FIELD_SEED: return "integer";
    case FIELD_FLAG: return "boolean";
    case FIELD_TEXT: return "string";
    case FIELD_OBJECT:
    case FIELD_MAP: return "object";
    case FIELD_TEXTS:
    case FIELD_LIST:
    case FIELD_ROOM: return "array";
    case FIELD_WORD:
    case FIELD_SAME:
    case FIELD_JSON:
    case FIELD_OWN: break;
    }
    return NULL;
}

static void value_check(const char *path, const struct field *field, const json_t *part)
{
    const json_t *type = json_object_get(part, "type");
    const char *wanted = type_of(field->type);
    bool null;
    if (field->name)
        words_check(path, field, part);
    else if (wanted && type && !holds(type, wanted) &&
             !(strcmp(wanted, "number") == 0 && holds(type, "integer")))
        differ(path, field->key, "the schema has another type");
    if (field->type == FIELD_OBJECT)
        fields_check(field->key, field->fields, part);
    else if (field->type == FIELD_LIST || field->type == FIELD_ROOM)
        fields_check(field->key, field->fields, resolved(json_object_get(part, "items"), &null));
    else if (field->type == FIELD_MAP)
        fields_check(field->key, field->fields,
                     resolved(json_object_get(part, "additionalProperties"), &null));
}

static void member_check(const char *path, const struct field *field, const json_t *part)
{
    const bool later = field->flags & (FIELD_LATER | FIELD_OMIT);
    const bool required = holds(json_object_get(part, "required"), field->key);
    bool null = false;
    const json_t *named = json_object_get(json_object_get(part, "properties"), field->key);
    const json_t *own =
        resolved(named ? named : json_object_get(part, "additionalProperties"), &null);
    if (!json_is_object(own)) {
        differ(path, field->key, "is not in the schema");
        return;
    }
    if (required == later)
        differ(path, field->key, later ? "is required" : "is not required");
    if ((field->flags & (FIELD_NULL | FIELD_ZERO)) && !null)
        differ(path, field->key, "cannot be null");
    value_check(path, field, own);
}

static void fields_check(const char *path, const struct field *fields, const json_t *part)
{
    const char *key;
    json_t *unused;
    for (const struct field *field = fields; field->key; field++)
        member_check(path, field, part);
    json_object_foreach(json_object_get(part, "properties"), key, unused)
    {
        const struct field *field = fields;
        while (field->key && strcmp(field->key, key) != 0)
            field++;
        if (!field->key && strcmp(key, "cases") != 0)
            differ(path, key, "is in no table");
    }
}

static void test_schema(void **state)
{
    const char *results = getenv("CLAIMCHECK_TEST_RESULTS");
    char path[4096];
    (void)state;
    snprintf(path, sizeof(path), "%s/run.schema.json", results ? results : "results");
    json_t *file = json_load_file(path, 0, NULL);
    assert_non_null(file);
    schema = file;
    fields_check("run", head_fields, schema);
    fields_check("case", case_fields,
                 json_object_get(json_object_get(schema, "definitions"), "case"));
    json_decref(file);
    assert_int_equal(differences, 0);
}

/* Page ---------------------------------------------------------------------------------------- */

enum { PATHS_MAX = 128, PATH_BYTES = 128, COLUMNS = 118 };

/* Tables that were printed, and where. */
static struct {
    const struct field *fields;
    char path[PATH_BYTES];
} printed[PATHS_MAX];
static size_t printed_count, column;

static void print_word(const char *word)
{
    if (column > 0 && column + strlen(word) > COLUMNS)
        column = (size_t)printf("\n  ") - 1;
    column += (size_t)printf("%s%s", column > 2 ? " " : "", word);
}

static void member_print(const struct field *field)
{
    char word[128];
    snprintf(word, sizeof(word), "`%s`%s%s%s", field->key,
             field->flags & (FIELD_LATER | FIELD_OMIT) ? "?" : "",
             field->flags & (FIELD_NULL | FIELD_ZERO) ? "°" : "", field[1].key ? "," : "");
    print_word(word);
}

static void fields_print(const char *path, const struct field *fields)
{
    char inner[PATH_BYTES];
    for (size_t i = 0; i < printed_count; i++)
        if (printed[i].fields == fields) {
            printf("- `%s`: as `%s`\n", path, printed[i].path);
            return;
        }
    assert_true(printed_count < PATHS_MAX);
    printed[printed_count].fields = fields;
    snprintf(printed[printed_count++].path, PATH_BYTES, "%s", path);
    snprintf(inner, sizeof(inner), *path ? "- `%.100s`:" : "- the whole:%s", path);
    print_word(inner);
    for (const struct field *field = fields; field->key; field++)
        member_print(field);
    putchar('\n');
    column = 0;
    for (const struct field *field = fields; field->key; field++) {
        const char *ending = field->type == FIELD_OBJECT ? ""
                             : field->type == FIELD_MAP  ? ".*"
                                                         : "[]";
        snprintf(inner, sizeof(inner), "%.60s%s%.40s%s", path, *path ? "." : "", field->key,
                 ending);
        if (field->fields)
            fields_print(inner, field->fields);
    }
}

int main(int count, char **arguments)
{
    if (count > 1 && strcmp(arguments[1], "--print") == 0) {
        fields_print("", head_fields);
        fields_print("cases[]", case_fields);
        return 0;
    }
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_schema) };
    return cmocka_run_group_tests_name("schema", tests, NULL, NULL);
}
