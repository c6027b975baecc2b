/* SPDX-License-Identifier: MIT */
/* Figures of papers speak of techniques, benches, variants, axes and published numbers that
 * there are: a name that has gone would leave a picture out, and nobody would see it. */
#include "harness/show/figure/figure.h"

#include "bench/registry.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
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
        cmocka_unit_test(test_cases),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
