/* SPDX-License-Identifier: MIT */
/* Figures of papers speak of techniques, benches, variants, axes and published numbers that
 * there are: a name that has gone would leave a picture out, and nobody would see it. Each
 * published number is in a figure, or docs/plots.md says why not. */
#include "harness/show/figure/figure.h"

#include "bench/registry.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct bench *bench_of(const struct figure_cases *cases)
{
    for (size_t i = 0; registry_techniques[i]; i++)
        for (size_t k = 0; registry_techniques[i]->benches[k]; k++)
            if (strcmp(registry_techniques[i]->name, cases->technique) == 0 &&
                strcmp(registry_techniques[i]->benches[k]->name, cases->bench) == 0)
                return registry_techniques[i]->benches[k];
    fail_msg("there is no bench %s.%s", cases->technique, cases->bench);
    return NULL;
}

static const struct bench_axis *axis_in(const struct bench_axis *axes, const char *name,
                                        size_t length)
{
    for (; axes && axes->name; axes++)
        if (strlen(axes->name) == length && strncmp(axes->name, name, length) == 0)
            return axes;
    return NULL;
}

/* Of the bench or of one of the variants that are drawn. */
static const struct bench_axis *axis_of(const struct figure_cases *cases, const char *name,
                                        size_t length)
{
    const struct bench *bench = bench_of(cases);
    const struct bench_axis *found = axis_in(bench->axes, name, length);
    for (const struct bench_variant *variant = bench->variants; variant->name && !found; variant++)
        if (!cases->variants ||
            figure_list_has(cases->variants, variant->name, strlen(variant->name)))
            found = axis_in(variant->axes, name, length);
    if (!found)
        fail_msg("%s.%s has no axis %.*s", cases->technique, cases->bench, (int)length, name);
    return found;
}

/* A name of a closed list must be one of it. */
static void assert_value(const struct bench_axis *axis, const char *value, size_t length)
{
    char text[64];
    snprintf(text, sizeof(text), "%.*s", (int)length, value);
    bool legal = !axis->names || (axis->accepts && axis->accepts(text));
    for (size_t i = 0; axis->names && axis->names[i]; i++)
        legal = legal || strcmp(axis->names[i], text) == 0;
    if (!legal)
        fail_msg("axis %s has no value %s", axis->name, text);
}

static void assert_cases(const struct figure_cases *cases)
{
    const struct bench *bench = bench_of(cases);
    for (const char *at = cases->variants; at && *at;
         at += strcspn(at, ",") + (strchr(at, ',') != NULL)) {
        const size_t length = strcspn(at, ",");
        const struct bench_variant *variant = bench->variants;
        while (variant->name &&
               (strlen(variant->name) != length || strncmp(variant->name, at, length) != 0))
            variant++;
        if (!variant->name)
            fail_msg("%s.%s has no variant %.*s", cases->technique, cases->bench, (int)length, at);
    }
    for (const char *at = cases->only; at && *at; at += at[0] == ',') {
        const struct bench_axis *axis = axis_of(cases, at, strcspn(at, "="));
        at += strcspn(at, "=");
        while (*at == '=' || *at == '|') {
            const size_t length = strcspn(++at, "|,");
            assert_value(axis, at, length);
            at += length;
        }
    }
}

static void assert_published(const struct published_list *list, const char *id)
{
    if (id && !isfinite(figure_published(list, id)))
        fail_msg("nothing is published as %s", id);
}

/* A row without cases of ours has something published; one with a measure names it. */
static void assert_row(const struct figure_rows *rows, const struct figure_row *row)
{
    if (!row->cases.bench) {
        assert_non_null(row->id);
        return;
    }
    assert_cases(&row->cases);
    assert_string_equal(row->cases.technique, rows->technique);
    assert_int_equal(row->measure.quantity != PUBLISHED_NONE, rows->quantity >= FIGURE_PHASE);
}

static void test_names(void **state)
{
    struct published_list list = { 0 };
    (void)state;
    assert_true(published_list_shipped(&list));
    for (const struct figure_sweep *sweep = figure_sweeps; sweep->title; sweep++) {
        assert_cases(&sweep->cases);
        if (sweep->kind == FIGURE_AXIS)
            axis_of(&sweep->cases, sweep->along, strlen(sweep->along));
        if (sweep->greatest)
            axis_of(&sweep->cases, sweep->greatest, strlen(sweep->greatest));
        if (sweep->follows)
            axis_of(&sweep->cases, sweep->follows, strlen(sweep->follows));
        if (sweep->split)
            axis_of(&sweep->cases, sweep->split, strlen(sweep->split));
        for (size_t i = 0; i < FIGURE_LINES_MAX; i++)
            assert_published(&list, sweep->lines[i].id);
    }
    for (const struct figure_rows *rows = figure_tables; rows->title; rows++)
        for (size_t i = 0; i < rows->row_count; i++) {
            assert_row(rows, &rows->rows[i]);
            assert_published(&list, rows->rows[i].id);
            assert_published(&list, rows->rows[i].over);
        }
    assert_true(isnan(figure_published(&list, "weber.nothing")));
    assert_true(fabs(figure_published(&list, "deliot.unity.first_passes.before") - 5.78e6) < 1);
    published_list_finish(&list);
}

/* What is not drawn ---------------------------------------------------------------------------- */

static bool is_drawn(const char *id)
{
    bool drawn = false;
    for (const struct figure_sweep *sweep = figure_sweeps; sweep->title; sweep++)
        for (size_t i = 0; i < FIGURE_LINES_MAX; i++)
            drawn = drawn || (sweep->lines[i].id && strcmp(sweep->lines[i].id, id) == 0);
    for (const struct figure_rows *rows = figure_tables; rows->title; rows++)
        for (size_t i = 0; i < rows->row_count; i++) {
            const struct figure_row *row = &rows->rows[i];
            drawn = drawn || (row->id && strcmp(row->id, id) == 0) ||
                    (row->over && strcmp(row->over, id) == 0);
        }
    return drawn;
}

struct names {
    char names[128][64];
    size_t count;
};

/* Those in backquotes in the first column of a table. */
static void names_read(struct names *names, const char *text)
{
    char *copy = strdup(text), *lines = copy;
    names->count = 0;
    for (char *line = strsep(&lines, "\n"); line; line = strsep(&lines, "\n")) {
        if (strncmp(line, "| `", 3) != 0)
            continue;
        line[1 + strcspn(line + 1, "|")] = 0;
        strsep(&line, "`");
        for (char *name = strsep(&line, "`"); name && line; name = strsep(&line, "`")) {
            assert_true(names->count < 128 && strlen(name) < 64);
            strcpy(names->names[names->count++], name);
            strsep(&line, "`");
        }
    }
    free(copy);
}

/* A name is that of a number, or of all that are named behind it and a dot. */
static bool is_of(const char *id, const char *name)
{
    const size_t length = strlen(name);
    return strncmp(id, name, length) == 0 && (!id[length] || id[length] == '.');
}

static bool is_listed(const struct names *names, const char *id)
{
    for (size_t i = 0; i < names->count; i++)
        if (is_of(id, names->names[i]))
            return true;
    return false;
}

static bool is_published(const struct published_list *list, const char *name)
{
    for (size_t i = 0; i < list->count; i++)
        for (size_t k = 0; k < list->files[i]->figure_count; k++)
            if (is_of(list->files[i]->figures[k].id, name))
                return true;
    return false;
}

/* What is neither drawn nor listed, or both, and names that nothing is published under. Returns how
 * many. */
static int faults_print(const struct published_list *list, const char *text)
{
    struct names names;
    int faults = 0;
    names_read(&names, text);
    for (size_t i = 0; i < list->count; i++)
        for (size_t k = 0; k < list->files[i]->figure_count; k++) {
            const struct published_figure *figure = &list->files[i]->figures[k];
            const bool listed = is_listed(&names, figure->id);
            if (!isfinite(figure->value) || is_drawn(figure->id) != listed)
                continue;
            printf("%s is %s\n", figure->id,
                   listed ? "drawn, and listed" : "neither drawn nor listed");
            faults++;
        }
    for (size_t i = 0; i < names.count; i++)
        if (!is_published(list, names.names[i])) {
            printf("nothing is published as %s\n", names.names[i]);
            faults++;
        }
    return faults;
}

/* The last part of docs/plots.md; malloc'ed. */
static char *list_load(void)
{
    static const char heading[] = "\n## What is not drawn\n";
    const char *results = getenv("CLAIMCHECK_TEST_RESULTS");
    char path[4096], text[65536];
    assert_non_null(results);
    snprintf(path, sizeof(path), "%.4000s/../docs/plots.md", results);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof(text) - 1, file)] = 0;
    fclose(file);
    char *begin = strstr(text, heading);
    assert_non_null(begin);
    return strdup(begin + sizeof(heading) - 1);
}

static void test_all_drawn(void **state)
{
    struct published_list list = { 0 };
    char *text = list_load();
    (void)state;
    assert_true(published_list_shipped(&list));
    assert_int_equal(faults_print(&list, text), 0);
    published_list_finish(&list);
    free(text);
}

/* Planted: a new number, one that is listed besides, a list with what nobody publishes. */
static void test_drawn_planted(void **state)
{
    static const char list_text[] = "Of `paper.words` nothing.\n"
                                    "| published | why not |\n|---|---|\n"
                                    "| `paper.set`, `paper.size` | set, of `paper.new` |\n"
                                    "| `paper.other` | other |\n";
    const struct published_figure figures[] = {
        { .id = "paper.set", .value = 1 },       { .id = "paper.set.too", .value = 1 },
        { .id = "paper.size.low", .value = 1 },  { .id = "paper.other", .value = 1 },
        { .id = "paper.picture", .value = NAN }, { .id = "weber.fig7.dip", .value = 100 },
        { .id = "paper.new", .value = 1 },       { .id = "paper.sets", .value = 1 },
    };
    struct published paper = { .figures = figures, .figure_count = 6 };
    struct published *files[] = { &paper };
    const struct published_list list = { files, 1 };
    (void)state;
    assert_int_equal(faults_print(&list, list_text), 0);
    paper.figure_count = 7;
    assert_int_equal(faults_print(&list, list_text), 1);
    paper.figure_count = 8;
    assert_int_equal(faults_print(&list, list_text), 2);
    paper.figure_count = 6;
    assert_int_equal(faults_print(&list, "| `paper`, `weber.fig7` | both |\n"), 1);
    assert_int_equal(faults_print(&list, "| `paper`, `papers` | gone |\n"), 1);
    assert_int_equal(faults_print(&list, "| published |\n"), 4);
}

static void test_cases(void **state)
{
    const struct run_axis axes[] = { { "map", "scene", NAN }, { "width", "2560", 2560 } };
    const struct run_case c = { .technique = "t",
                                .bench = "b",
                                .variant = "v",
                                .axes = axes,
                                .axis_count = 2,
                                .status = BENCH_OK };
    const struct run_latest_case it = { NULL, &c, 1 };
    static const struct {
        struct figure_cases cases;
        bool has;
    } wanted[] = {
        { { "t", "b", NULL, NULL }, true },
        { { "t", "b", "u,v", "map=scene" }, true },
        { { "t", "b", "vv,u", NULL }, false },
        { { "t", "b", NULL, "map=scen" }, false },
        { { "t", "b", NULL, "width=640|2560,map=scene" }, true },
        { { "t", "b", NULL, "width=25|60,map=scene" }, false },
        { { "t", "b", NULL, "other=1,width=2560" }, true },
        { { "t", "bb", NULL, NULL }, false },
        { { "tt", "b", NULL, NULL }, false },
    };
    (void)state;
    for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++)
        assert_int_equal(figure_cases_have(&wanted[i].cases, &it), wanted[i].has);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_all_drawn),
        cmocka_unit_test(test_drawn_planted),
        cmocka_unit_test(test_cases),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
