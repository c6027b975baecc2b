/* SPDX-License-Identifier: MIT */
/*
 * schema_test.c: results/run.schema.json is what the tables of the record make, with their words;
 * with --print, the list of members in docs/reference/run-file.md, of the same tables.
 */
#include "harness/record/record.h"
#include "tests/unit.h"

TEST(test_file)
{
    const char *results = getenv("CLAIMCHECK_TEST_RESULTS");
    json_auto_t *file =
        json_load_file(unit_text("%s/run.schema.json", results ? results : "results"), 0, NULL);
    json_auto_t *schema = schema_json();
    assert_true(file && schema);
    if (!json_equal(file, schema))
        fail_msg("results/run.schema.json: write it anew by claimcheck documents schema");
}

/* Returns the part at "cases[].metrics.*.value"; NULL where there is none. */
static const json_t *part_at(const json_t *part, char *path)
{
    char *step;
    while ((step = strsep(&path, "."))) {
        char *entries = strstr(step, "[]");
        if (entries)
            *entries = 0;
        if (!*step)
            continue;
        part = strcmp(step, "*") == 0 ? json_object_get(part, "additionalProperties")
                                      : json_object_get(json_object_get(part, "properties"), step);
        part = entries ? json_object_get(part, "items") : part;
    }
    return part;
}

/* Words of a member that is in no table would be said of nothing. */
TEST(test_words)
{
    json_auto_t *words = json_loadb(schema_words->text, schema_words->bytes, 0, NULL);
    json_t *unused;
    json_auto_t *schema = schema_json(), *rows = schema_rows_json();
    const char *path;
    size_t lost = 0;
    json_object_foreach(words, path, unused)
    {
        char copy[256];
        const bool of_rows = strncmp(path, "rows", 4) == 0;
        snprintf(copy, sizeof(copy), "%s", of_rows ? path + (path[4] ? 5 : 4) : path);
        if (part_at(of_rows ? rows : schema, copy))
            continue;
        print_message("run.words.json: %s is in no table\n", path);
        lost++;
    }
    assert_int_equal(lost, 0);
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
        print_word(unit_text(
            "`%s`%s%s%s", field->key, field->flags & (FIELD_LATER | FIELD_OMIT) ? "?" : "",
            field->flags & (FIELD_NULL | FIELD_ZERO) ? "°" : "", field[1].key ? "," : ""));
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
    return unit_run(NULL, NULL);
}
