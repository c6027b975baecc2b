/* SPDX-License-Identifier: MIT */
#include "harness/base/markup.h"
#include "harness/base/units.h"
#include "harness/show/figure/figure_pipeline.h"
#include "harness/show/report/report_html.h"
#include "harness/show/report/report_page.h"
#include "harness/show/svg/svg_axis.h"
#include "harness/show/svg/svg_text.h"
#include "harness/show/table_label.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 900, LEFT = 260, RIGHT = 890, ROW = 22, BOX = 15, TEXT = 12, COLOURS = 8 };

/* What of a trace belongs to one technique of the page. */
struct part {
    const struct report_page *page;
    const char *technique;
    struct figure_pipeline *pipeline;
    struct svg_axis axis; /* ns */
};

/* The case of the page's runs, which says what technique it is of; NULL. */
static const struct run_latest_case *case_of(const struct part *part, size_t row)
{
    const struct run_latest_case *found = NULL;
    for (size_t i = 0; i < part->page->device_count && !found; i++)
        found = run_latest_named(&part->page->devices[i].latest, part->pipeline->rows[row].name);
    return found && strcmp(found->c->technique, part->technique) == 0 ? found : NULL;
}

static double place(const struct part *part, double us)
{
    return svg_axis_place(&part->axis, us * 1e3, LEFT, RIGHT);
}

static void number_print(FILE *out, const char *name, double number)
{
    fprintf(out, " %s=\"", name);
    svg_text_number(out, number);
    fputc('"', out);
}

static void box_print(const struct part *part, const struct figure_pipeline_box *box, double y)
{
    FILE *out = part->page->out;
    char time[32];
    const double begin = place(part, box->begin), end = place(part, box->end);
    units_format_ns((box->end - box->begin) * 1e3, time);
    fprintf(out, "<rect class=\"b c%zu\"", box->pass % COLOURS);
    number_print(out, "x", begin);
    number_print(out, "y", y);
    number_print(out, "width", fmax(end - begin, 0.5));
    fprintf(out, " height=\"%d\"><title>", BOX);
    markup_text(out, part->pipeline->passes[box->pass]);
    fprintf(out, ", %s</title></rect>", time);
}

static void row_print(const struct part *part, size_t row, double top)
{
    FILE *out = part->page->out;
    const struct run_latest_case *it = case_of(part, row);
    char label[TABLE_CELL_BYTES];
    table_label(label, it->c, NULL);
    svg_text_print(out,
                   &(struct svg_text){ .x = LEFT - 8,
                                       .y = top + TEXT,
                                       .left = 0,
                                       .right = LEFT - 8,
                                       .size = TEXT,
                                       .anchor = SVG_END },
                   label);
    for (size_t i = 0; i < part->pipeline->box_count; i++) {
        const struct figure_pipeline_box *box = &part->pipeline->boxes[i];
        if (box->row == row && !part->pipeline->gaps[box->pass])
            box_print(part, box, top);
    }
    fputc('\n', out);
}

static void axis_print(const struct part *part, double bottom)
{
    FILE *out = part->page->out;
    double ticks[SVG_AXIS_TICKS_MAX];
    const size_t count = svg_axis_ticks(&part->axis, 6, ticks);
    for (size_t i = 0; i < count; i++) {
        char text[32];
        const double x = svg_axis_place(&part->axis, ticks[i], LEFT, RIGHT);
        svg_axis_format(&part->axis, ticks[i], text);
        fputs("<path class=\"grid\" d=\"M", out);
        svg_text_number(out, x);
        fputs(" 0V", out);
        svg_text_number(out, bottom);
        fputs("\"/>", out);
        svg_text_print(out,
                       &(struct svg_text){ .x = x,
                                           .y = bottom + TEXT + 4,
                                           .left = 0,
                                           .right = WIDTH,
                                           .size = TEXT,
                                           .anchor = SVG_MIDDLE },
                       text);
    }
}

/* Which colour is which, of those that a row has. */
static void legend_print(const struct part *part)
{
    FILE *out = part->page->out;
    fputs("<p class=\"note\">", out);
    for (size_t i = 0; i < part->pipeline->pass_count; i++) {
        bool there = false;
        for (size_t k = 0; k < part->pipeline->box_count && !there; k++)
            there =
                part->pipeline->boxes[k].pass == i && case_of(part, part->pipeline->boxes[k].row);
        if (!there || part->pipeline->gaps[i])
            continue;
        fprintf(out, "<span class=\"c%zu\">\xE2\x96\xA0</span> ", i % COLOURS);
        report_html_name(out, part->pipeline->passes[i]);
        fputs(" ", out);
    }
    fputs("</p>\n", out);
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static void part_print(const struct part *part, size_t rows)
{
    FILE *out = part->page->out;
    const json_t *other = json_object_get(part->page->source->trace, "otherData");
    const double bottom = ROW * (double)rows;
    double top = 2;
    fputs("<figure class=\"pipeline\"><figcaption>Passes of one execution on ", out);
    report_html_name(out, text_of(other, "device"));
    fputs(", ", out);
    report_html_name(out, text_of(other, "started"));
    fputs(". <span class=\"soft\">Stamps between them slow them down: a diagnosis, no "
          "measurement.</span></figcaption>\n",
          out);
    fprintf(out,
            "<svg class=\"chart\" role=\"img\" viewBox=\"0 0 %d %.0f\"><title>passes of each "
            "case</title>\n",
            WIDTH, bottom + 22);
    axis_print(part, bottom);
    for (size_t i = 0; i < part->pipeline->row_count; i++)
        if (case_of(part, i)) {
            row_print(part, i, top);
            top += ROW;
        }
    fputs("</svg>\n", out);
    legend_print(part);
    fputs("</figure>\n", out);
}

void report_pipeline_print(const struct report_page *page, const char *technique)
{
    struct figure_pipeline pipeline;
    struct part part = { page, technique, &pipeline, { .unit = SVG_NS, .zero = true } };
    size_t rows = 0;
    if (!page->source->trace)
        return;
    if (figure_pipeline_read(&pipeline, page->source->trace))
        for (size_t i = 0; i < pipeline.row_count; i++)
            if (case_of(&part, i)) {
                svg_axis_hold(&part.axis, pipeline.rows[i].end * 1e3);
                rows++;
            }
    svg_axis_round(&part.axis);
    if (rows > 0)
        part_print(&part, rows);
    figure_pipeline_finish(&pipeline);
}
