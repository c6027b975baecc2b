/* SPDX-License-Identifier: MIT */
#include "harness/views/report/report_page.h"

#include "harness/base/text.h"
#include "harness/views/svg/svg_chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of all devices by one clock. */
struct means {
    const char **rows; /* techniques */
    size_t row_count;
    struct svg_series *series; /* a device each */
    struct svg_point *points;  /* of all series, row_count each at most */
};

static const struct compare_technique *technique_of(const struct report_against *one,
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

static void series_make(struct means *means, const struct report_against *one, size_t index,
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

static void clock_print(const struct report_page *page, const struct report_against *all,
                        size_t count, enum compare_clock clock)
{
    size_t most = 0;
    for (size_t i = 0; i < count; i++)
        most += all[i].compare.technique_count;
    struct means means = { .rows = calloc(most + 1, sizeof(*means.rows)),
                           .series = calloc(count, sizeof(*means.series)),
                           .points = calloc(most + 1, sizeof(*means.points)) };
    struct svg_point *points = means.points;
    for (size_t i = 0; i < count && means.rows && means.series && means.points; i++) {
        series_make(&means, &all[i], i, clock, points);
        points += means.series[i].count;
    }
    if (!means.rows || !means.series || !means.points)
        text_stream_break(page->out);
    else if (means.row_count > 0)
        means_print(page, &means, count, clock);
    free(means.rows);
    free(means.series);
    free(means.points);
}

void report_against_means(const struct report_page *page, const struct report_against *all,
                          size_t count)
{
    fputs("<div class=\"figures\">\n", page->out);
    for (int clock = 0; clock < COMPARE_CLOCK_COUNT; clock++)
        clock_print(page, all, count, (enum compare_clock)clock);
    fputs("</div>\n", page->out);
}
