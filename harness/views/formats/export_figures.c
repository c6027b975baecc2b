/* SPDX-License-Identifier: MIT */
#include "harness/analysis/claims/claims.h"
#include "harness/base/need.h"
#include "harness/views/claims/claims.h"
#include "harness/views/figure/figure.h"
#include "harness/views/formats/export.h"

#include <math.h>
#include <stdlib.h>

enum { X_TICKS = 10, Y_TICKS = 7 };

/* The two lists of a document. */
struct lists {
    json_t *devices, *figures;
    const struct claims *claims; /* of the devices, judged */
};

/* Takes the lists over. */
static json_t *lists_join(struct lists *lists)
{
    return json_pack("{s:s, s:o, s:o}", "schema_version", "1.0", "devices", lists->devices,
                     "figures", lists->figures);
}

static json_t *ticks_json(const struct figure_axis *axis, size_t wanted)
{
    static const char *const units[] = { "", "count", "ns", "bytes" };
    double places[FIGURE_AXIS_TICKS_MAX];
    const size_t count = figure_axis_ticks(axis, wanted, places);
    json_t *ticks = json_array();
    for (size_t i = 0; i < count; i++) {
        char text[32];
        figure_axis_format(axis, places[i], text);
        json_value_append(
            &ticks, json_pack("{s:o, s:s}", "at", json_value_number(places[i]), "text", text));
    }
    return json_pack(
        "{s:o, s:o, s:b, s:o, s:o, s:o}", "label", json_value_text(axis->label), "unit",
        json_value_text(axis->unit == FIGURE_RATE ? axis->of : units[axis->unit]), "log", axis->log,
        "low", json_value_number(axis->low), "high", json_value_number(axis->high), "ticks", ticks);
}

static json_t *series_json(const struct figure_chart *chart)
{
    json_t *list = json_array();
    for (size_t i = 0; i < chart->series_count; i++) {
        const struct figure_series *series = &chart->series[i];
        const bool published = series->colour == FIGURE_PUBLISHED;
        const char *line = !series->joined && !series->bare ? "none"
                           : series->dashed                 ? "dashed"
                                                            : "solid";
        json_t *points = json_array();
        for (size_t k = 0; k < series->count; k++) {
            const struct figure_point *point = &series->points[k];
            json_value_append(
                &points,
                json_pack("{s:o, s:o, s:o, s:o, s:o}", "x", json_value_number(point->x), "y",
                          json_value_number(point->y), "low", json_value_number(point->low), "high",
                          json_value_number(point->high), "case", json_value_text(point->title)));
        }
        json_value_append(
            &list,
            json_pack("{s:o, s:o, s:o, s:o, s:s, s:b, s:o}", "name", json_value_text(series->name),
                      "variant", json_value_text(series->variant), "device",
                      published ? json_null() : json_value_count(series->device), "colour",
                      published ? json_null() : json_value_number(series->colour), "line", line,
                      "marks", !series->bare, "points", points));
    }
    return list;
}

/* An axis of cases and its value in all of the figure; an empty object where there is none. */
static json_t *axis_value_json(const char *axis, const char *value)
{
    return *value ? json_pack("{s:o}", axis, json_value_text(value)) : json_object();
}

json_t *export_axis_json(const struct figure_axis *axis)
{
    return ticks_json(axis, X_TICKS);
}

json_t *export_figure_json(const struct figure *figure)
{
    const struct figure_chart *chart = &figure->chart;
    struct figure_axis x, y;
    json_t *rules = json_array();
    figure_axes(chart, &x, &y);
    for (size_t i = 0; i < chart->rule_count; i++) {
        const struct figure_rule *rule = &chart->rules[i];
        json_value_append(&rules, json_pack("{s:s, s:o, s:o}", "axis", rule->vertical ? "x" : "y",
                                            "at", json_value_number(rule->at), "text",
                                            json_value_text(rule->label)));
    }
    json_t *made =
        json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "key",
                  json_value_text(figure->key), "technique",
                  json_value_text(*figure->technique ? figure->technique : NULL), "title",
                  json_value_text(figure->title), "text", json_value_text(figure->text), "split",
                  axis_value_json(figure->split, figure->value), "held",
                  axis_value_json(figure->held, figure->at), "left_out",
                  json_value_count(figure->more), "warning", json_value_text(chart->stamp), "x",
                  ticks_json(&x, X_TICKS), "series", series_json(chart), "rules", rules);
    json_value_set(&made, chart->rows ? "rows" : "y",
                   chart->rows ? field_texts_json(chart->rows, chart->row_count)
                               : ticks_json(&y, Y_TICKS));
    return made;
}

/* Adds the figure, and what devices say of the claims that it has all cases of. */
static void figure_take(void *user, const struct figure *figure)
{
    struct lists *lists = user;
    json_t *made = export_figure_json(figure), *verdicts = json_array();
    for (size_t k = 0; k < lists->claims->device_count; k++)
        for (size_t i = 0; i < lists->claims->devices[k].entry_count; i++) {
            const struct claims_entry *entry = &lists->claims->devices[k].entries[i];
            char words[VERDICT_BYTES];
            struct text statement = { 0 };
            if (!figure_has_claim(figure, entry))
                continue;
            claims_sentence_statement(entry, &statement);
            json_value_append(&verdicts,
                              json_pack("{s:o, s:o, s:s, s:o}", "device", json_value_count(k),
                                        "claim", json_value_text(entry->claim->id), "verdict",
                                        verdict_words(entry->verdict, words), "statement",
                                        json_value_text(text_string(&statement))));
            text_finish(&statement);
        }
    json_value_set(&made, "verdicts", verdicts);
    json_value_append(&lists->figures, made);
}

json_t *export_figures(const struct run *const *runs, size_t run_count,
                       const struct published_list *published)
{
    struct claims *claims =
        claims_judge(&(struct claims_request){ .runs = runs,
                                               .run_count = run_count,
                                               .published = published->files,
                                               .published_count = published->count });
    const size_t count = claims->device_count;
    struct lists lists = { json_array(), json_array(), claims };
    struct figure_device *devices = need_zeroed(count, sizeof(*devices));
    struct run_latest *latest = need_zeroed(count, sizeof(*latest));
    struct run_ceilings *ceilings = need_zeroed(count, sizeof(*ceilings));
    for (size_t i = 0; i < count; i++) {
        const struct claims_device *device = &claims->devices[i];
        const struct run *newest = claims_view_newest(device);
        bool software = false;
        for (size_t k = 0; k < device->run_count; k++)
            software = software || device->runs[k]->device.software;
        ceilings_find_newest(&ceilings[i], device->runs, device->run_count);
        run_latest_find(&latest[i], device->runs, device->run_count);
        devices[i] = (struct figure_device){ device->name, &latest[i], &ceilings[i], software };
        json_value_append(&lists.devices,
                          json_pack("{s:o, s:o, s:o, s:o, s:o, s:b}", "name",
                                    json_value_text(newest->device.name), "driver",
                                    json_value_text(newest->device.driver_info), "started",
                                    json_value_text(newest->session.started), "commit",
                                    json_value_text(newest->tool.commit), "host",
                                    json_value_text(newest->context.cpu), "software", software));
    }
    figure_each(&(struct figure_source){ .devices = devices,
                                         .device_count = count,
                                         .published = published },
                NULL, figure_take, &lists);
    for (size_t i = 0; i < count; i++)
        run_latest_finish(&latest[i]);
    free(ceilings);
    free(latest);
    free(devices);
    claims_destroy(&claims);
    return lists_join(&lists);
}

static json_t *pipeline_json(const struct figure_pipeline *pipeline)
{
    const struct figure_axis x = { .label = "µs since the first command",
                                   .high = pipeline->longest };
    json_t *rows = json_array(), *passes = json_array();
    for (size_t i = 0; i < pipeline->row_count; i++)
        json_value_append(&rows, json_value_text(pipeline->rows[i].name));
    for (size_t i = 0; i < pipeline->pass_count; i++) {
        json_t *boxes = json_array();
        for (size_t k = 0; k < pipeline->box_count; k++) {
            const struct figure_pipeline_box *box = &pipeline->boxes[k];
            if (box->pass == i)
                json_value_append(&boxes,
                                  json_pack("{s:o, s:o, s:o}", "row", json_value_count(box->row),
                                            "begin", json_value_number(box->begin), "end",
                                            json_value_number(box->end)));
        }
        json_value_append(&passes,
                          json_pack("{s:o, s:b, s:o}", "name", json_value_text(pipeline->passes[i]),
                                    "gap", pipeline->gaps[i], "boxes", boxes));
    }
    return json_pack("{s:s, s:s, s:s, s:o, s:o, s:o}", "key", "pipeline", "title",
                     FIGURE_PIPELINE_TITLE, "text", FIGURE_PIPELINE_TEXT, "x",
                     ticks_json(&x, X_TICKS), "rows", rows, "passes", passes);
}

json_t *export_figures_trace(const json_t *document)
{
    const json_t *other = json_object_get(document, "otherData");
    struct lists lists = { json_array(), json_array(), NULL };
    struct figure_pipeline pipeline;
    figure_pipeline_read(&pipeline, document);
    json_value_append(&lists.devices,
                      json_pack("{s:o, s:o, s:o, s:o}", "name",
                                json_value_text(json_value_text_of(other, "device")), "driver",
                                json_value_text(json_value_text_of(other, "driver")), "started",
                                json_value_text(json_value_text_of(other, "started")), "clock",
                                json_value_text(json_value_text_of(other, "clock"))));
    if (pipeline.row_count > 0 && pipeline.longest > 0)
        json_value_append(&lists.figures, pipeline_json(&pipeline));
    figure_pipeline_finish(&pipeline);
    return lists_join(&lists);
}
