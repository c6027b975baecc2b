/* SPDX-License-Identifier: MIT */
#include "harness/base/need.h"
#include "harness/views/claims/claims.h"
#include "harness/views/figure/figure.h"
#include "harness/views/formats/export.h"

enum { Y_TICKS = 7 };

/* The two lists of a document. */
struct lists {
    json_t *devices, *figures;
    const struct claims *claims; /* of the devices, judged */
};

/* Takes the lists over. */
static json_t *lists_join(struct lists *lists)
{
    return json_value_object("schema_version:t devices:o figures:o", "1.0", lists->devices,
                             lists->figures);
}

json_t *export_axis_json(const struct figure_axis *axis, size_t wanted)
{
    static const char *const units[] = { "", "count", "ns", "bytes" };
    double places[FIGURE_AXIS_TICKS_MAX];
    const size_t count = figure_axis_ticks(axis, wanted, places);
    json_t *ticks = json_array();
    for (size_t i = 0; i < count; i++) {
        char text[32];
        figure_axis_format(axis, places[i], text);
        json_value_append(&ticks, json_value_object("at:n text:t", places[i], text));
    }
    return json_value_object("label:t unit:t log:b low:n high:n ticks:o", axis->label,
                             axis->unit == FIGURE_RATE ? axis->of : units[axis->unit], axis->log,
                             axis->low, axis->high, ticks);
}

static json_t *series_json(const struct figure_chart *chart)
{
    json_t *list = json_array();
    foreach (const struct figure_series, series, chart->series, chart->series_count) {
        const bool published = series->colour == FIGURE_PUBLISHED;
        const char *line = !series->joined && !series->bare ? "none"
                           : series->dashed                 ? "dashed"
                                                            : "solid";
        json_t *points = json_array();
        foreach (const struct figure_point, point, series->points, series->count) {
            json_value_append(&points,
                              json_value_object("x:n y:n low:n high:n case:t", point->x, point->y,
                                                point->low, point->high, point->title));
        }
        json_value_append(
            &list, json_value_object("name:t variant:t device:o colour:o line:t marks:b points:o",
                                     series->name, series->variant,
                                     published ? json_null() : json_value_count(series->device),
                                     published ? json_null() : json_value_number(series->colour),
                                     line, !series->bare, points));
    }
    return list;
}

/* An axis of cases and its value in all of the figure; an empty object where there is none. */
static json_t *axis_value_json(const char *axis, const char *value)
{
    return value && *value ? json_pack("{s:o}", axis, json_value_text(value)) : json_object();
}

json_t *export_figure_json(const struct figure *figure)
{
    const struct figure_chart *chart = &figure->chart;
    struct figure_axis x, y;
    json_t *rules = json_array();
    figure_axes(chart, &x, &y);
    foreach (const struct figure_rule, rule, chart->rules, chart->rule_count) {
        json_value_append(&rules,
                          json_value_object("axis:t at:n text:t", rule->vertical ? "x" : "y",
                                            rule->at, rule->label));
    }
    json_t *made = json_value_object(
        "key:t technique:w title:t text:t split:o held:o left_out:c warning:t x:o series:o rules:o",
        figure->key, figure->technique, figure->title, figure->text,
        axis_value_json(figure->split, figure->value), axis_value_json(figure->held, figure->at),
        figure->more, chart->stamp, export_axis_json(&x, EXPORT_X_TICKS), series_json(chart),
        rules);
    json_value_set(&made, chart->rows ? "rows" : "y",
                   chart->rows ? field_texts_json(chart->rows, chart->row_count)
                               : export_axis_json(&y, Y_TICKS));
    return made;
}

/* Adds the figure, and what devices say of the claims that it has all cases of. */
static void figure_take(void *user, const struct figure *figure)
{
    struct lists *lists = user;
    json_t *made = export_figure_json(figure), *verdicts = json_array();
    for (size_t k = 0; k < lists->claims->device_count; k++)
        foreach (const struct claims_entry, entry, lists->claims->devices[k].entries,
                 lists->claims->devices[k].entry_count) {
            if (!figure_has_claim(figure, entry))
                continue;
            OWNED char *statement = claims_part_words(entry, claims_sentence_statement);
            json_value_append(
                &verdicts,
                json_value_object("device:c claim:t verdict:t statement:t", k, entry->claim->id,
                                  verdict_words(entry->verdict, VERDICT_ROOM), statement));
        }
    json_value_set(&made, "verdicts", verdicts);
    json_value_append(&lists->figures, made);
}

json_t *export_figures(const struct run *const *runs, size_t run_count,
                       const struct published_list *published)
{
    OWNED_BY(claims_destroy)
    struct claims *claims =
        claims_judge(&(struct claims_request){ .runs = runs,
                                               .run_count = run_count,
                                               .published = published->files,
                                               .published_count = published->count });
    const size_t count = claims->device_count;
    struct lists lists = { json_array(), json_array(), claims };
    OWNED struct figure_device *devices = need_zeroed(count, sizeof(*devices));
    OWNED struct run_latest *latest = need_zeroed(count, sizeof(*latest));
    OWNED struct run_ceilings *ceilings = need_zeroed(count, sizeof(*ceilings));
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
                          json_value_object("name:t driver:t started:t commit:t host:t software:b",
                                            newest->device.name, newest->device.driver_info,
                                            newest->session.started, newest->tool.commit,
                                            newest->context.cpu, software));
    }
    figure_each(&(struct figure_source){ .devices = devices,
                                         .device_count = count,
                                         .published = published },
                NULL, figure_take, &lists);
    for (size_t i = 0; i < count; i++)
        run_latest_finish(&latest[i]);
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
        foreach (const struct figure_pipeline_box, box, pipeline->boxes, pipeline->box_count) {
            if (box->pass == i)
                json_value_append(&boxes, json_value_object("row:c begin:n end:n", box->row,
                                                            box->begin, box->end));
        }
        json_value_append(&passes, json_value_object("name:t gap:b boxes:o", pipeline->passes[i],
                                                     pipeline->gaps[i], boxes));
    }
    return json_value_object("key:t title:t text:t x:o rows:o passes:o", "pipeline",
                             FIGURE_PIPELINE_TITLE, FIGURE_PIPELINE_TEXT,
                             export_axis_json(&x, EXPORT_X_TICKS), rows, passes);
}

json_t *export_figures_trace(const json_t *document)
{
    const json_t *other = json_object_get(document, "otherData");
    struct lists lists = { json_array(), json_array(), NULL };
    OWNED_BY(figure_pipeline_finish) struct figure_pipeline pipeline;
    figure_pipeline_read(&pipeline, document);
    json_value_append(&lists.devices, json_value_object("name:t driver:t started:t clock:t",
                                                        json_value_text_of(other, "device"),
                                                        json_value_text_of(other, "driver"),
                                                        json_value_text_of(other, "started"),
                                                        json_value_text_of(other, "clock")));
    if (pipeline.row_count > 0 && pipeline.longest > 0)
        json_value_append(&lists.figures, pipeline_json(&pipeline));
    return lists_join(&lists);
}
