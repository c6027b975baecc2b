/* SPDX-License-Identifier: MIT */
/* Figures of papers speak of techniques, benches, variants and axes that there are: a name that has
 * gone would leave a picture out, and nobody would see it. Each published number is in a figure, or
 * docs/reference/figures.md says why not. */
#include "harness/views/figure/figure.h"

#include "bench/registry.h"
#include "tests/files.h"

static const struct bench *bench_of(const struct published_plot_cases *cases)
{
    for (size_t i = 0; registry_techniques[i]; i++)
        for (size_t k = 0; registry_techniques[i]->benches[k]; k++)
            if (strcmp(registry_techniques[i]->name, cases->technique) == 0 &&
                strcmp(registry_techniques[i]->benches[k]->name, cases->bench) == 0)
                return registry_techniques[i]->benches[k];
    fail_msg("there is no bench %s.%s", cases->technique, cases->bench);
    return NULL;
}

static bool has_variant(const struct published_plot_cases *cases, const char *name)
{
    const struct published_plot_cases all = { cases->technique, cases->bench, cases->variants, "" };
    const struct run_case c = {
        .technique = all.technique, .bench = all.bench, .variant = name, .status = BENCH_OK
    };
    const struct run_latest_case it = { NULL, &c, 1 };
    return figure_cases_have(&all, &it);
}

static const struct bench_axis *axis_in(const struct bench_axis *axes, const char *name)
{
    for (; axes && axes->name; axes++)
        if (strcmp(axes->name, name) == 0)
            return axes;
    return NULL;
}

/* Finds an axis of the bench or of one of the variants that are drawn. */
static const struct bench_axis *axis_of(const struct published_plot_cases *cases, const char *name)
{
    const struct bench *bench = bench_of(cases);
    const struct bench_axis *found = axis_in(bench->axes, name);
    for (const struct bench_variant *variant = bench->variants; variant->name && !found; variant++)
        if (has_variant(cases, variant->name))
            found = axis_in(variant->axes, name);
    return found;
}

static void assert_axis(const struct published_plot *plot, const char *name)
{
    if (*name && !axis_of(&plot->cases, name))
        fail_msg("%s: there is no axis %s", plot->id, name);
}

static void assert_cases(const struct published_plot *plot,
                         const struct published_plot_cases *cases)
{
    const struct bench *bench = bench_of(cases);
    char *variants = strdup(cases->variants), *only = strdup(cases->only), *at = variants;
    for (char *name = strsep(&at, "|"); name; name = strsep(&at, "|")) {
        const struct bench_variant *variant = bench->variants;
        while (variant->name && strcmp(variant->name, name) != 0)
            variant++;
        if (!variant->name && strcmp(name, "*") != 0)
            fail_msg("%s: %s.%s has no variant %s", plot->id, cases->technique, cases->bench, name);
    }
    at = *only ? only : NULL;
    for (char *values = strsep(&at, "/"); values; values = strsep(&at, "/")) {
        const char *name = strsep(&values, ":");
        const struct bench_axis *axis = axis_of(cases, name);
        bool elsewhere = false; /* it may be that of other rows of the plot */
        for (size_t i = 0; !axis && i < plot->row_count; i++)
            elsewhere =
                elsewhere || (*plot->rows[i].cases.bench && axis_of(&plot->rows[i].cases, name));
        if (!axis && !elsewhere)
            fail_msg("%s: %s.%s has no axis %s", plot->id, cases->technique, cases->bench, name);
        for (char *value = strsep(&values, "|"); axis && value; value = strsep(&values, "|")) {
            bool legal = !axis->names || (axis->accepts && axis->accepts(value));
            for (size_t i = 0; axis->names && axis->names[i]; i++)
                legal = legal || strcmp(axis->names[i], value) == 0;
            if (!legal)
                fail_msg("axis %s has no value %s", axis->name, value);
        }
    }
    free(only);
    free(variants);
}

static void assert_plot(const struct published_plot *plot)
{
    for (size_t i = 0; i < plot->row_count; i++) {
        const struct published_plot_row *row = &plot->rows[i];
        if (!*row->cases.bench)
            continue;
        assert_cases(plot, &row->cases);
        assert_string_equal(row->cases.technique, plot->technique);
    }
    if (plot->row_count > 0)
        return;
    assert_cases(plot, &plot->cases);
    if (plot->kind == PUBLISHED_ALONG_AXIS)
        assert_axis(plot, plot->along);
    assert_axis(plot, plot->greatest);
    assert_axis(plot, plot->follows);
    assert_axis(plot, plot->split);
}

TEST(test_names)
{
    CLEANUP(published_list_finish) struct published_list list = { 0 };
    size_t count = 0;
    published_list_shipped(&list);
    for (size_t i = 0; i < list.count; i++)
        for (size_t k = 0; k < list.files[i]->plot_count; k++, count++)
            assert_plot(&list.files[i]->plots[k]);
    assert_true(count >= 31);
}

/* Figures that are not drawn ------------------------------------------------------------------ */

static bool is_id(const struct published_figure *figure, const char *id)
{
    return figure && strcmp(figure->id, id) == 0;
}

static bool is_drawn(const struct published *paper, const char *id)
{
    bool drawn = false;
    for (size_t i = 0; i < paper->plot_count; i++) {
        const struct published_plot *plot = &paper->plots[i];
        for (size_t k = 0; k < plot->line_count; k++)
            drawn = drawn || is_id(plot->lines[k].figure, id);
        for (size_t k = 0; k < plot->row_count; k++)
            drawn = drawn || is_id(plot->rows[k].figure, id) || is_id(plot->rows[k].over, id);
    }
    return drawn;
}

struct names {
    char names[128][64];
    size_t count;
};

/* Reads the names in backquotes in the first column of a table. */
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

/* Prints figures that are neither drawn nor listed, or both, and unknown names. Returns how
 * many. */
static int faults_print(const struct published_list *list, const char *text)
{
    struct names names;
    int faults = 0;
    names_read(&names, text);
    for (size_t i = 0; i < list->count; i++)
        for (size_t k = 0; k < list->files[i]->figure_count; k++) {
            const struct published_figure *figure = &list->files[i]->figures[k];
            bool listed = false;
            for (size_t n = 0; n < names.count; n++)
                listed = listed || is_of(figure->id, names.names[n]);
            if (!isfinite(figure->value) || is_drawn(list->files[i], figure->id) != listed)
                continue;
            printf("%s is %s\n", figure->id,
                   listed ? "drawn, and listed" : "neither drawn nor listed");
            faults++;
        }
    for (size_t n = 0; n < names.count; n++) {
        bool published = false;
        for (size_t i = 0; i < list->count; i++)
            for (size_t k = 0; k < list->files[i]->figure_count; k++)
                published = published || is_of(list->files[i]->figures[k].id, names.names[n]);
        if (!published)
            printf("nothing is published as %s\n", names.names[n]);
        faults += !published;
    }
    return faults;
}

/* The list is the last part of docs/reference/figures.md. */
TEST(test_all_drawn)
{
    static const char heading[] = "\n## What is not drawn\n";
    const char *results = getenv("CLAIMCHECK_TEST_RESULTS");
    char path[4096], text[65536];
    CLEANUP(published_list_finish) struct published_list list = { 0 };
    assert_non_null(results);
    snprintf(path, sizeof(path), "%.4000s/../docs/reference/figures.md", results);
    file_read_text(path, text, sizeof(text));
    const char *begin = strstr(text, heading);
    assert_non_null(begin);
    published_list_shipped(&list);
    assert_int_equal(faults_print(&list, begin + sizeof(heading) - 1), 0);
}

/* Planted: a new number, one that is listed besides, a list with what nobody publishes. */
TEST(test_drawn_planted)
{
    static const char list_text[] = "Of `paper.words` nothing.\n"
                                    "| published | why not |\n|---|---|\n"
                                    "| `paper.set`, `paper.size` | set, of `paper.new` |\n"
                                    "| `paper.other` | other |\n";
    const struct published_figure figures[] = {
        { .id = "paper.set", .value = 1 },       { .id = "paper.set.too", .value = 1 },
        { .id = "paper.size.low", .value = 1 },  { .id = "paper.other", .value = 1 },
        { .id = "paper.picture", .value = NAN }, { .id = "paper.drawn", .value = 100 },
        { .id = "paper.new", .value = 1 },       { .id = "paper.sets", .value = 1 },
    };
    const struct published_plot_line line = { .figure = &figures[5] };
    const struct published_plot plot = { .lines = &line, .line_count = 1 };
    struct published paper = {
        .figures = figures, .figure_count = 6, .plots = &plot, .plot_count = 1
    };
    struct published *files[] = { &paper };
    const struct published_list list = { files, 1 };
    assert_int_equal(faults_print(&list, list_text), 0);
    paper.figure_count = 7;
    assert_int_equal(faults_print(&list, list_text), 1);
    paper.figure_count = 8;
    assert_int_equal(faults_print(&list, list_text), 2);
    paper.figure_count = 6;
    assert_int_equal(faults_print(&list, "| `paper` | both |\n"), 1);
    assert_int_equal(faults_print(&list, "| `paper`, `papers` | gone |\n"), 2);
    assert_int_equal(faults_print(&list, "| published |\n"), 4);
}

TEST(test_cases)
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
        struct published_plot_cases cases;
        bool has;
    } wanted[] = {
        { { "t", "b", "*", "" }, true },
        { { "t", "b", "u|v", "map:scene" }, true },
        { { "t", "b", "vv|u", "" }, false },
        { { "t", "b", "*", "map:scen" }, false },
        { { "t", "b", "*", "width:640|2560/map:scene" }, true },
        { { "t", "b", "*", "width:25|60/map:scene" }, false },
        { { "t", "b", "*", "other:1/width:2560" }, true },
        { { "t", "bb", "*", "" }, false },
        { { "tt", "b", "*", "" }, false },
    };
    for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++)
        assert_int_equal(figure_cases_have(&wanted[i].cases, &it), wanted[i].has);
}
