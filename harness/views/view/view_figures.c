/* SPDX-License-Identifier: MIT */
/* view_figures.c: the papers' figures with this device on them, its roofline, speed over size, and
 * the passes of a trace. */
#include "harness/base/json_value.h"
#include "harness/base/need.h"
#include "harness/views/figure/figure.h"
#include "harness/views/formats/export.h"
#include "harness/views/view/view_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Figures that are collected. */
struct figures {
    const struct view *view;
    const char *kind, *technique;
    json_t *list;
};

/* Replaces the names of cases by their indices, and colours by whose the numbers are. */
static void series_adapt(const struct figures *figures, json_t *series)
{
    json_t *point, *points = json_object_get(series, "points");
    const bool stated = json_is_null(json_object_get(series, "colour"));
    const char *role = !stated                                ? "measured"
                       : strcmp(figures->kind, "figure") == 0 ? "paper"
                                                              : "limit";
    size_t i;
    json_array_foreach(points, i, point)
    {
        const char *name = json_value_text_of(point, "case");
        const json_int_t index = view_case_index(figures->view, name);
        json_object_set_new(point, "case", index < 0 ? json_null() : json_integer(index));
    }
    json_object_del(series, "colour");
    json_object_del(series, "variant");
    json_object_del(series, "device");
    json_object_set_new(series, "role", json_string(role));
}

static void figure_take(void *user, const struct figure *figure)
{
    struct figures *figures = user;
    json_t *made = export_figure_json(figure), *series, *claims = json_array();
    size_t i;
    json_array_foreach(json_object_get(made, "series"), i, series)
    {
        series_adapt(figures, series);
    }
    for (i = 0; i < figures->view->claim_count; i++)
        if (figure_has_claim(figure, figures->view->claims[i].entry))
            json_value_append(&claims, json_value_count(i));
    json_value_set(&made, "claims", claims);
    json_value_set(&made, "kind", json_string(figures->kind));
    json_value_set(&made, "technique", json_value_text(figures->technique));
    json_value_append(&figures->list, made);
}

/* Draws a chart that no paper has. */
static void chart_take(struct figures *figures, const char *key, const char *text,
                       struct figure_chart chart)
{
    chart.stamp = figure_stamp(figures->view->software);
    figure_take(figures, &(struct figure){ .technique = "",
                                           .key = key,
                                           .title = chart.title,
                                           .text = text,
                                           .split = "",
                                           .value = "",
                                           .held = "",
                                           .at = "",
                                           .chart = chart });
}

/* Adds a limit, bytes a second over bytes, as a line without marks. `points` outlives the
 * series. */
static void limit_add(struct figure_series *series, size_t *count, struct figure_point *points,
                      const struct run_ceilings_curve *curve, const char *name, bool dashed)
{
    for (size_t i = 0; i < curve->count; i++)
        points[i] = (struct figure_point){ curve->points[i].bytes, curve->points[i].bytes_per_s,
                                           NAN, NAN, NULL };
    if (curve->count > 1)
        series[(*count)++] = (struct figure_series){ .name = name,
                                                     .colour = FIGURE_PUBLISHED,
                                                     .joined = true,
                                                     .bare = true,
                                                     .dashed = dashed,
                                                     .points = points,
                                                     .count = curve->count };
}

/* Roofline ------------------------------------------------------------------------------------- */

enum { CURVES = 2 };

/* A series of each technique, and the limits. */
struct roof {
    const struct view *view;
    bool operations; /* over intensity; else bytes over how many there are */
    struct run_ceilings ceilings;
    struct figure_point curves[CURVES][RUN_CEILINGS_POINTS_MAX];
    struct figure_point *points; /* of all techniques */
    struct figure_series *series;
    size_t point_count, series_count;
};

static void technique_add(struct roof *roof, size_t technique)
{
    const struct run_latest *latest = &roof->view->latest;
    const size_t first = roof->point_count;
    for (size_t i = 0; i < latest->count; i++) {
        const struct run_case *c = latest->cases[i].c;
        if (strcmp(c->technique, roof->view->techniques[technique]) != 0)
            continue;
        const struct roofline at = roofline_of(c);
        const double x = roof->operations ? at.intensity : at.bytes;
        const double y = roof->operations ? at.operations_per_s : at.bytes_per_s;
        if (x > 0 && isfinite(x) && isfinite(y))
            roof->points[roof->point_count++] = (struct figure_point){ x, y, NAN, NAN, c->name };
    }
    if (roof->point_count > first)
        roof->series[roof->series_count++] =
            (struct figure_series){ .name = roof->view->techniques[technique],
                                    .colour = (int)technique,
                                    .points = &roof->points[first],
                                    .count = roof->point_count - first };
}

static void roof_take(struct figures *figures, const struct roof *roof)
{
    const bool operations = roof->operations;
    const struct figure_rule rule = { false, roof->ceilings.operations_per_s,
                                      "arithmetic, measured" };
    chart_take(figures, operations ? "roofline-operations" : "roofline-bytes",
               "Each case that runs on the device alone, at the rate at which it did the work that "
               "its algorithm must do: declared by the bench, not counted. Lines are what this "
               "device was measured to do at most; a cache may lift a point above them.",
               (struct figure_chart){
                   .title = operations ? "Operations a second over operations a byte"
                                       : "Bytes a second over bytes moved",
                   .x = { .label = operations ? "operations a byte" : "bytes that it must move",
                          .unit = operations ? FIGURE_PLAIN : FIGURE_BYTES,
                          .log = true },
                   .y = { .label = operations ? "operations a second" : "bytes a second",
                          .unit = FIGURE_RATE,
                          .of = operations ? "op/s" : "B/s",
                          .log = true },
                   .series = roof->series,
                   .series_count = roof->series_count,
                   .rules = &rule,
                   .rule_count = operations && roof->ceilings.operations_per_s > 0 });
}

static void roofline_take(struct figures *figures, bool operations)
{
    const struct view *view = figures->view;
    struct roof roof = { .view = view, .operations = operations };
    roof.points = need_zeroed(view->latest.count, sizeof(*roof.points));
    roof.series = need_zeroed(view->technique_count + CURVES, sizeof(*roof.series));
    ceilings_find_newest(&roof.ceilings, view->device->runs, view->device->run_count);
    for (size_t i = 0; i < view->technique_count; i++)
        technique_add(&roof, i);
    if (!operations) {
        limit_add(roof.series, &roof.series_count, roof.curves[0], &roof.ceilings.copy,
                  "limit of copying", false);
        limit_add(roof.series, &roof.series_count, roof.curves[1], &roof.ceilings.read,
                  "of reading", true);
    }
    if (roof.point_count > 0)
        roof_take(figures, &roof);
    free(roof.points);
    free(roof.series);
}

/* Growth --------------------------------------------------------------------------------------- */

/* The newest run of the device that has points of the technique. */
static void growth_newest(struct growth *growth, const struct view *view, const char *technique)
{
    const char *started = "";
    *growth = (struct growth){ 0 };
    for (size_t i = 0; i < view->device->run_count; i++) {
        const struct run *run = view->device->runs[i];
        struct growth other;
        growth_find(&other, run, technique);
        if (other.count == 0 || strcmp(run->session.started, started) < 0)
            continue;
        started = run->session.started;
        *growth = other;
    }
}

static void growth_take(struct figures *figures, const char *technique)
{
    const struct view *view = figures->view;
    struct figure_point points[GROWTH_POINTS_MAX], curves[CURVES][RUN_CEILINGS_POINTS_MAX];
    struct figure_series series[1 + CURVES] = { 0 };
    struct run_ceilings ceilings;
    struct growth growth;
    char knee[GROWTH_TEXT_BYTES];
    size_t count = 1;
    growth_newest(&growth, view, technique);
    if (growth.count < 2)
        return;
    for (size_t i = 0; i < growth.count; i++)
        points[i] = (struct figure_point){ growth.points[i].bytes, growth.points[i].bytes_per_s,
                                           NAN, NAN, growth.points[i].c->name };
    series[0] = (struct figure_series){
        .name = growth.points[0].c->variant, .joined = true, .points = points, .count = growth.count
    };
    ceilings_find_newest(&ceilings, view->device->runs, view->device->run_count);
    limit_add(series, &count, curves[0], &ceilings.copy, "limit of copying", false);
    limit_add(series, &count, curves[1], &ceilings.read, "limit of reading", true);
    growth_text(&growth, knee);
    figures->technique = technique;
    chart_take(
        figures, technique, knee,
        (struct figure_chart){
            .title = "Speed over size",
            .x = { .label = "bytes that an execution moves", .unit = FIGURE_BYTES, .log = true },
            .y = { .label = "bytes a second", .unit = FIGURE_RATE, .of = "B/s", .log = true },
            .series = series,
            .series_count = count });
}

/* All ------------------------------------------------------------------------------------------ */

json_t *view_figures_json(const struct view *view)
{
    struct figures figures = { view, "figure", NULL, json_array() };
    struct run_ceilings ceilings;
    ceilings_find_newest(&ceilings, view->device->runs, view->device->run_count);
    const struct figure_device device = { view->device->name, &view->latest, &ceilings,
                                          view->software };
    const struct figure_source source = { .devices = &device,
                                          .device_count = 1,
                                          .published = view->source->published };
    for (size_t i = 0; i < view->technique_count; i++) {
        figures.technique = view->techniques[i];
        figure_each(&source, view->techniques[i], figure_take, &figures);
    }
    figures.kind = "growth";
    for (size_t i = 0; i < view->technique_count; i++)
        growth_take(&figures, view->techniques[i]);
    figures.kind = "roofline";
    figures.technique = NULL;
    for (int operations = 0; operations < 2; operations++)
        roofline_take(&figures, operations);
    return figures.list;
}

/* Passes --------------------------------------------------------------------------------------- */

static const struct run_latest_case *case_of(const struct view *view,
                                             const struct figure_pipeline *pipeline, size_t row)
{
    return run_latest_named(&view->latest, pipeline->rows[row].name);
}

/* Boxes of the technique's rows, which get places of their own in the order of the trace. */
static json_t *passes_of(const struct view *view, const struct figure_pipeline *pipeline,
                         const char *technique)
{
    json_t *rows = json_array(), *boxes = json_array();
    struct figure_axis axis = { .label = "µs since the first command" };
    for (size_t row = 0; row < pipeline->row_count; row++) {
        const struct run_latest_case *it = case_of(view, pipeline, row);
        if (!it || strcmp(it->c->technique, technique) != 0)
            continue;
        axis.high = fmax(axis.high, pipeline->rows[row].end);
        for (size_t i = 0; i < pipeline->box_count; i++) {
            const struct figure_pipeline_box *box = &pipeline->boxes[i];
            if (box->row == row)
                json_value_append(&boxes,
                                  json_pack("{s:o, s:o, s:f, s:f, s:b}", "row",
                                            json_value_count(json_array_size(rows)), "name",
                                            json_value_text(pipeline->passes[box->pass]),
                                            "start_ns", 1e3 * box->begin, "end_ns", 1e3 * box->end,
                                            "gap", pipeline->gaps[box->pass]));
        }
        json_value_append(&rows, view_case_json(view, it->c->name));
    }
    if (json_array_size(rows) == 0 || !(axis.high > 0)) {
        json_decref(rows);
        json_decref(boxes);
        return NULL;
    }
    return json_pack("{s:o, s:s, s:s, s:o, s:o, s:o}", "technique", json_value_text(technique),
                     "title", "Passes of each case, one stamped execution", "text",
                     "Stamps between commands slow them down and grow the gaps: a diagnosis, no "
                     "measurement.",
                     "rows", rows, "axis", export_axis_json(&axis), "boxes", boxes);
}

json_t *view_passes_json(const struct view *view)
{
    json_t *list = json_array();
    struct figure_pipeline pipeline;
    if (!view->source->trace)
        return list;
    figure_pipeline_read(&pipeline, view->source->trace);
    for (size_t i = 0; i < view->technique_count; i++) {
        json_t *passes = passes_of(view, &pipeline, view->techniques[i]);
        if (passes)
            json_value_append(&list, passes);
    }
    figure_pipeline_finish(&pipeline);
    return list;
}
