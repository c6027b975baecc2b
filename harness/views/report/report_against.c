/* SPDX-License-Identifier: MIT */

#include "harness/analysis/compare/compare.h"
#include "harness/base/need.h"
#include "harness/base/text.h"
#include "harness/views/compare/compare_view.h"
#include "harness/views/report/report_page.h"
#include "harness/views/svg/svg_chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The first device and another, compared. */
struct against {
    const struct report_device *b;
    const struct run *runs[2]; /* NULL: no two runs have a case in common */
    struct compare compare;    /* of these; empty where there are none */
};

/* Names that both runs have, at most. */
static size_t common_names(const struct run *a, const struct run *b)
{
    const struct run *both[] = { a, b };
    struct run_latest latest;
    size_t count = 0;
    run_latest_find(&latest, both, 2);
    for (size_t i = 0; i < latest.count; i++)
        count += latest.cases[i].runs > 1;
    run_latest_finish(&latest);
    return count;
}

/* Finds for each device the run that shares the most cases with one of the other. */
static size_t pair_find(const struct report_device *a, const struct report_device *b,
                        const struct run *pair[2])
{
    size_t most = 0;
    for (size_t i = 0; i < a->judged->run_count; i++)
        for (size_t k = 0; k < b->judged->run_count; k++) {
            const size_t common = common_names(a->judged->runs[i], b->judged->runs[k]);
            if (common <= most)
                continue;
            most = common;
            pair[0] = a->judged->runs[i];
            pair[1] = b->judged->runs[k];
        }
    return most;
}

static bool is_of(const struct compare_row *row, const struct compare_technique *technique)
{
    return strcmp(row->a->technique, technique->name) == 0 &&
           compare_clock_of(row->a) == technique->clock && isfinite(row->ratio.ratio) &&
           row->verdict != JUDGE_INCOMPARABLE;
}

/* The ratios of one technique by one clock, as rows. */
static void ratios_print(const struct report_page *page, const struct compare *compare,
                         const struct compare_technique *technique)
{
    enum { ROWS_MAX = 40 };
    FILE *out = page->out;
    const char *rows[ROWS_MAX];
    struct svg_point points[ROWS_MAX];
    size_t count = 0;
    for (size_t i = 0; i < compare->row_count && count < ROWS_MAX; i++) {
        const struct compare_row *row = &compare->rows[i];
        if (!is_of(row, technique))
            continue;
        rows[count] = row->a->name;
        points[count] =
            (struct svg_point){ .x = row->ratio.ratio,
                                .y = (double)count,
                                .low = row->ratio.interval.low,
                                .high = row->ratio.interval.high,
                                .title = row->a->name,
                                .href = report_case_has_place(page, row->a)
                                            ? report_html_href(page, "case-", row->a->name)
                                            : NULL };
        count++;
    }
    if (count == 0)
        return;
    const struct svg_series series = {
        .name = NULL, .colour = 0, .points = points, .count = count
    };
    const struct svg_rule rule = { true, 1, "alike" };
    const struct svg_chart chart = { .title = "time on the one device over time on the other",
                                     .stamp = report_page_stamp(page),
                                     .width = 640,
                                     .x = { .label = "B / A, by time", .log = true },
                                     .rows = rows,
                                     .row_count = count,
                                     .series = &series,
                                     .series_count = 1,
                                     .rules = &rule,
                                     .rule_count = 1 };
    fputs("<details><summary>", out);
    sheet_escape_html(out, technique->name);
    fprintf(out, ", %s: case by case%s</summary>\n", compare_clock_name(technique->clock),
            technique->rows > count ? ", the first of them" : "");
    svg_chart_print(out, &chart);
    fputs("</details>\n", out);
    for (size_t i = 0; i < count; i++)
        free((void *)(uintptr_t)points[i].href);
}

static void pair_print(const struct report_page *page, const struct against *one)
{
    static const struct sheet_look part = { .style = SHEET_HTML };
    FILE *out = page->out;
    char text[COMPARE_WORDS_BYTES];
    fputs("<h3>", out);
    sheet_escape_html(out, one->b->name);
    fputs(" against ", out);
    sheet_escape_html(out, page->devices[0].name);
    fputs("</h3>\n", out);
    if (!one->runs[0]) {
        fputs("<p>No two runs of them have a case in common.</p>\n", out);
        return;
    }
    for (int i = 0; i < 2; i++) {
        compare_words_run(one->runs[i], text);
        fprintf(out, "%s%c: ", i == 0 ? "<p class=\"note\">" : "; ", 'A' + i);
        sheet_escape_html(out, text);
    }
    fputs("</p>\n", out);
    sheet_write(out, &part, compare_view_techniques, &one->compare);
    for (size_t i = 0; i < one->compare.technique_count; i++)
        ratios_print(page, &one->compare, &one->compare.techniques[i]);
    if (one->compare.difference_count == 0)
        return;
    fputs("<details><summary>what else differs between the runs</summary>", out);
    sheet_write(out, &part, compare_view_differences, &one->compare);
    fputs("</details>\n", out);
}

static void pair_make(const struct report_page *page, struct against *one, size_t device)
{
    one->b = &page->devices[device];
    if (pair_find(&page->devices[0], one->b, one->runs) > 0)
        compare_runs(&one->compare, one->runs[0], one->runs[1], NULL, NULL);
}

/* Means of all devices by one clock. */
struct means {
    const char **rows; /* techniques */
    size_t row_count;
    struct svg_series *series; /* a device each */
    struct svg_point *points;  /* of all series, row_count each at most */
};

static const struct compare_technique *technique_of(const struct against *one,
                                                    enum compare_clock clock, size_t index)
{
    const struct compare_technique *technique = &one->compare.techniques[index];
    return technique->clock == clock && technique->rows > 0 ? technique : NULL;
}

/* Where the technique stands, which is added where it does not. */
static size_t row_of(struct means *means, const char *name)
{
    size_t row = 0;
    while (row < means->row_count && strcmp(means->rows[row], name) != 0)
        row++;
    means->rows[row] = name;
    means->row_count += row == means->row_count;
    return row;
}

static void series_make(struct means *means, const struct against *one, size_t index,
                        enum compare_clock clock, struct svg_point *points)
{
    struct svg_series *series = &means->series[index];
    *series = (struct svg_series){ .name = one->b->name, .colour = (int)index, .points = points };
    for (size_t i = 0; i < one->compare.technique_count; i++) {
        const struct compare_technique *technique = technique_of(one, clock, i);
        if (technique)
            points[series->count++] =
                (struct svg_point){ .x = technique->mean,
                                    .y = (double)row_of(means, technique->name),
                                    .low = technique->least,
                                    .high = technique->greatest };
    }
}

static void means_print(const struct report_page *page, const struct means *means, size_t count,
                        enum compare_clock clock)
{
    FILE *out = page->out;
    const struct svg_rule rule = { true, 1, "alike" };
    const struct svg_chart chart = { .title = "mean ratio of each technique",
                                     .stamp = report_page_stamp(page),
                                     .width = 640,
                                     .x = { .label = "B / A, by time", .log = true },
                                     .rows = means->rows,
                                     .row_count = means->row_count,
                                     .series = means->series,
                                     .series_count = count,
                                     .rules = &rule,
                                     .rule_count = 1 };
    fprintf(out,
            "<figure><figcaption>By technique, %s: the mean, and the least and the greatest "
            "case</figcaption>\n",
            compare_clock_name(clock));
    svg_chart_print(out, &chart);
    fputs("</figure>\n", out);
}

static void clock_print(const struct report_page *page, const struct against *all, size_t count,
                        enum compare_clock clock)
{
    size_t most = 0;
    for (size_t i = 0; i < count; i++)
        most += all[i].compare.technique_count;
    struct means means = { .rows = need_zeroed(most, sizeof(*means.rows)),
                           .series = need_zeroed(count, sizeof(*means.series)),
                           .points = need_zeroed(most, sizeof(*means.points)) };
    struct svg_point *points = means.points;
    for (size_t i = 0; i < count; i++) {
        series_make(&means, &all[i], i, clock, points);
        points += means.series[i].count;
    }
    if (means.row_count > 0)
        means_print(page, &means, count, clock);
    free(means.rows);
    free(means.series);
    free(means.points);
}

/* A picture per clock: each technique's mean ratio, with the least and the greatest, of all
 * devices. */
static void means_of_all_print(const struct report_page *page, const struct against *all,
                               size_t count)
{
    fputs("<div class=\"figures\">\n", page->out);
    for (int clock = 0; clock < COMPARE_CLOCK_COUNT; clock++)
        clock_print(page, all, count, (enum compare_clock)clock);
    fputs("</div>\n", page->out);
}

void report_against_print(const struct report_page *page)
{
    const size_t count = page->device_count - (page->device_count > 0);
    if (count == 0)
        return;
    struct against *all = need_zeroed(count, sizeof(*all));
    fputs("<section id=\"against\"><h2>Device against device</h2>\n<p class=\"note\">Times of B "
          "over times of A, of the runs of both that have the most cases in common: below 1 B is "
          "the faster. A is ",
          page->out);
    sheet_escape_html(page->out, page->devices[0].name);
    fputs(". Means are geometric.</p>\n", page->out);
    for (size_t i = 0; i < count; i++)
        pair_make(page, &all[i], i + 1);
    means_of_all_print(page, all, count);
    for (size_t i = 0; i < count; i++)
        pair_print(page, &all[i]);
    fputs("</section>\n", page->out);
    for (size_t i = 0; i < count; i++)
        compare_finish(&all[i].compare);
    free(all);
}
