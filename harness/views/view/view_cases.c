/* SPDX-License-Identifier: MIT */
/* view_cases.c: cases as columns, with all their samples, and their kernels. */
#include "harness/analysis/compare/compare.h"
#include "harness/analysis/why/why.h"
#include "harness/base/need.h"
#include "harness/views/case/case_print.h"
#include "harness/views/figure/figure.h"
#include "harness/views/formats/export.h"
#include "harness/views/table/table.h"
#include "harness/views/view/view_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Adds samples in whole ticks from the median. A tick has two digits: a quarter of the median's
 * interval, within a thousandth and a five-thousandth of the median; but no finer than the timer's
 * own step. */
static void samples_set(json_t **row, const struct run_case *c)
{
    const double median = run_case_median_ns(c), middle = median > 0 ? median : 0;
    const struct stats_interval interval = run_case_interval(c);
    const double step = c->by_wall ? 1 : c->tick_ns;
    const double own = step > 0 ? step / (c->inner_repetitions > 0 ? c->inner_repetitions : 1) : 0;
    const double told = fmin((interval.high - interval.low) / 4, middle / 1000);
    const double seen = fmax(told, middle / 5000), digit = pow(10, floor(log10(seen)) - 1);
    const double tick = own > seen ? own : seen > 0 ? digit * round(seen / digit) : 1;
    json_t *samples = json_array(), *throttled = json_array();
    for (size_t i = 0; i < c->sample_count; i++) {
        const struct run_sample *sample = &c->samples[i];
        const double ns = run_case_sample_ns(c, sample);
        const double ticks = (ns - middle) / tick;
        json_value_append(&samples, json_value_whole(isfinite(ticks) ? ticks : 0));
        if (sample->throttled)
            json_value_append(&throttled, json_value_count(i));
    }
    json_value_add(row, "tick:o samples:o throttled:o",
                   json_pack("[o, o]", json_value_number(tick), json_value_number(middle)), samples,
                   throttled);
}

/* Kernels -------------------------------------------------------------------------------------- */

/* The places of a case's kernels among those of the document, which they join where they are
 * new. */
static json_t *kernels_of(struct view *view, const struct run_latest_case *it)
{
    json_t *list = json_array();
    for (size_t i = 0; i < it->c->kernel_count; i++) {
        const struct run_kernel *kernel = run_kernel_find(it->run, it->c->kernels[i]);
        size_t place = 0;
        if (!kernel)
            continue;
        while (place < view->kernel_count && view->kernels[place] != kernel &&
               (strcmp(view->kernels[place]->id, kernel->id) != 0 ||
                strcmp(view->kernels[place]->sha256, kernel->sha256) != 0))
            place++;
        if (place == view->kernel_count) {
            view->kernels = need_room(view->kernels, view->kernel_count, &view->kernel_room,
                                      sizeof(*view->kernels));
            view->kernels[view->kernel_count++] = kernel;
        }
        json_value_append(&list, json_value_count(place));
    }
    return list;
}

/* Adds the members of a row, which it takes over, to the columns of their names. */
static void row_add(json_t *columns, json_t *row)
{
    const char *name;
    json_t *column;
    json_object_foreach(columns, name, column)
    {
        json_array_append(column, json_object_get(row, name));
    }
    json_decref(row);
}

static json_t *kernels_json(const struct view *view)
{
    json_t *columns = json_pack("{s:[], s:[], s:[], s:[], s:[], s:[], s:[]}", "name", "sha256",
                                "group", "registers", "shared", "spill", "facts");
    for (size_t i = 0; i < view->kernel_count; i++) {
        const struct run_kernel *kernel = view->kernels[i];
        json_t *facts = json_array();
        for (size_t k = 0; k < kernel->statistic_count; k++)
            if (isfinite(kernel->statistics[k].number))
                json_value_append(&facts,
                                  json_pack("[o, o]", json_value_text(kernel->statistics[k].name),
                                            json_sprintf("%.17g", kernel->statistics[k].number)));
        row_add(columns,
                json_value_object("name:t sha256:t group:t registers:n shared:n spill:n facts:o",
                                  kernel->name, kernel->sha256, kernel->group_size,
                                  why_kernel_registers(kernel), kernel->shared_bytes,
                                  why_kernel_stack(kernel), facts));
    }
    return columns;
}

/* Cases ---------------------------------------------------------------------------------------- */

static void counters_add(struct text *text, const struct run_case *c)
{
    const struct run_counters *counters = &c->counters;
    const struct {
        double count;
        const char *one, *several;
    } all[] = {
        { counters->dispatches, "dispatch", "dispatches" },
        { counters->indirect_dispatches, "indirect dispatch", "indirect dispatches" },
        { counters->draws, "draw", "draws" },
        { counters->traces, "trace of rays", "traces of rays" },
        { counters->builds, "build", "builds" },
        { counters->fills, "fill", "fills" },
        { counters->copies, "copy", "copies" },
        { counters->barriers, "barrier", "barriers" },
        { counters->read_backs, "read back", "reads back" },
        { counters->submits, "submission", "submissions" },
        { counters->host_returns, "return to the host", "returns to the host" },
    };
    for (size_t i = 0; i < COUNT_OF(all); i++)
        if (all[i].count > 0)
            text_join(text, ", ", "%.0f %s", all[i].count,
                      all[i].count > 1 ? all[i].several : all[i].one);
}

static void times_set(json_t **row, const struct run_case *c)
{
    const struct stats_interval own = run_case_interval(c);
    const struct stats_interval between = unpaired_interval(c, c->by_wall, UNPAIRED_CONFIDENCE);
    json_value_add(row, "wall:i n:c inner:n time:n low:n high:n", c->by_wall, c->sample_count,
                   c->inner_repetitions, run_case_median_ns(c), own.low, own.high);
    json_value_add(row, "between_low:n between_high:n floor:n bound:w percent:n", between.low,
                   between.high, c->floor_ns, c->floor_bound, c->floor_percent);
    json_value_add(row, "counted:i stop:t", c->clock.throttled_count,
                   c->sample_count > 0 ? result_stop_names[c->stop] : "");
}

static json_t *case_row_json(struct view *view, const struct run_latest_case *it,
                             const json_t *works)
{
    static const char *const caches[] = { NULL, "hot", "cold" };
    const struct run_case *c = it->c;
    const double joules = run_case_joules(c);
    struct text energy = { 0 }, counters = { 0 };
    json_t *row = json_object();
    counters_add(&counters, c);
    case_energy_add(&energy, c);
    json_value_add(&row, "name:t work:o technique:c bench:t variant:t", c->name,
                   json_incref(json_object_get(works, c->workload)),
                   view_technique_index(view, c->technique), c->bench, c->variant);
    json_value_add(&row, "settings:t kind:t base:i part:i cache:t",
                   table_label(TABLE_ROOM, c, NULL), bench_kind_name(c->kind), c->baseline,
                   fastest_does_part(view->source->catalogue, c), caches[c->cache]);
    json_value_add(&row, "status:t reason:t api:t mark:t", bench_status_name(c->status), c->reason,
                   c->api, c->mark);
    times_set(&row, c);
    /* Cases of devices of different models can be compared where these two are equal, the second
     * where both files say it: compare_setting_between(). */
    json_value_set(&row, "setting",
                   json_sprintf("%s, %s%s%s", bench_kind_name(c->kind),
                                c->by_wall ? "wall time" : "GPU time",
                                c->cache == RUN_CACHE_COLD ? ", cold" : "",
                                it->run->session.validate ? ", validated" : ""));
    json_value_set(&row, "prepared",
                   c->preceded_by == RUN_PRECEDED_NONE
                       ? json_null()
                       : json_sprintf("%d%s", (int)c->preceded_by, c->stamps_each ? ", each" : ""));
    export_case_explain(&row, it->run, c);
    json_value_add(&row, "kernels:o counters:x joules:t energy:x", kernels_of(view, it), &counters,
                   isnan(joules) ? NULL : units_format_joules(joules, UNITS_ROOM), &energy);
    samples_set(&row, c);
    return row;
}

void view_cases_set(json_t **document, struct view *view)
{
    static const char *const names[] = {
        "name",  "work",        "technique",    "bench",   "variant",   "settings",
        "kind",  "base",        "part",         "cache",   "status",    "reason",
        "wall",  "n",           "inner",        "time",    "low",       "high",
        "floor", "between_low", "between_high", "bound",   "percent",   "counted",
        "stop",  "setting",     "prepared",     "speedup", "kernels",   "counters",
        "why",   "speedup_low", "speedup_high", "tick",    "throttled", "samples",
        "api",   "mark",        "joules",       "energy"
    };
    json_auto_t *works = json_object();
    json_t *work_names = json_array(), *columns = json_object();
    for (size_t i = 0; i < COUNT_OF(names); i++)
        json_value_set(&columns, names[i], json_array());
    for (size_t i = 0; i < view->latest.count; i++) {
        const char *work = view->latest.cases[i].c->workload;
        if (!json_object_get(works, work)) {
            json_value_set(&works, work, json_value_count(json_object_size(works)));
            json_value_append(&work_names, json_value_text(work));
        }
        row_add(columns, case_row_json(view, &view->latest.cases[i], works));
    }
    json_value_add(document, "works:o cases:o kernels:o", work_names, columns, kernels_json(view));
}

/* History -------------------------------------------------------------------------------------- */

/* A run of the device, and its place among those given. */
struct dated {
    const struct run *run;
    size_t place;
};

static int compare_dated(const void *a, const void *b)
{
    const struct dated *first = a, *second = b;
    const int order = strcmp(first->run->session.started, second->run->session.started);
    return order != 0 ? order : (first->place > second->place) - (first->place < second->place);
}

static json_t *points_json(const struct dated *dated, size_t count, const char *name)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        const struct run_case *c = run_find_case(dated[i].run, name);
        if (!c || !run_case_judged(c))
            continue;
        const struct stats_interval own = run_case_interval(c);
        json_value_append(&list, json_value_object("run:c time:n low:n high:n", dated[i].place,
                                                   run_case_median_ns(c), own.low, own.high));
    }
    return list;
}

json_t *view_history_json(const struct view *view, const json_t *techniques)
{
    json_t *list = json_array();
    const size_t count = view->device->run_count;
    OWNED struct dated *dated = need_zeroed(count, sizeof(*dated));
    for (size_t i = 0; i < count; i++)
        dated[i] = (struct dated){ view->device->runs[i], i };
    qsort(dated, count, sizeof(*dated), compare_dated);
    foreach_json (technique, techniques)
        foreach_json (bar, json_object_get(json_object_get(technique, "headline"), "bars")) {
            json_t *index = json_object_get(bar, "case");
            const size_t place = (size_t)json_integer_value(index);
            json_auto_t *points = points_json(dated, count, view->latest.cases[place].c->name);
            if (json_array_size(points) > 1)
                json_value_append(&list, json_pack("{s:O, s:O}", "case", index, "points", points));
        }
    return list;
}

/* View figures --------------------------------------------------------------------------------- */

/* Figures that are collected. */
struct figures {
    const struct view *view;
    const char *kind, *technique;
    json_t *list;
};

/* Adds a figure with indices in place of the names of cases, and whose the numbers are in place of
 * colours. */
static void figure_take(void *user, const struct figure *figure)
{
    struct figures *figures = user;
    json_t *made = export_figure_json(figure), *claims = json_array();
    const char *stated = strcmp(figures->kind, "figure") == 0 ? "paper" : "limit";
    foreach_json (series, json_object_get(made, "series")) {
        const bool measured = !json_is_null(json_object_get(series, "colour"));
        foreach_json (point, json_object_get(series, "points")) {
            const json_int_t at = view_case_index(figures->view, json_value_text_of(point, "case"));
            json_object_set_new(point, "case", at < 0 ? json_null() : json_integer(at));
        }
        json_object_del(series, "colour");
        json_object_del(series, "variant");
        json_object_del(series, "device");
        json_object_set_new(series, "role", json_string(measured ? "measured" : stated));
    }
    for (size_t i = 0; i < figures->view->claim_count; i++)
        if (figure_has_claim(figure, figures->view->claims[i].entry))
            json_value_append(&claims, json_value_count(i));
    json_value_add(&made, "claims:o kind:t technique:t", claims, figures->kind, figures->technique);
    json_value_append(&figures->list, made);
}

/* Draws a chart that no paper has. */
static void chart_take(struct figures *figures, const char *key, const char *title,
                       const char *text, struct figure_chart chart)
{
    chart.stamp = figure_stamp(figures->view->software);
    figure_take(figures,
                &(struct figure){
                    .technique = "", .key = key, .title = title, .text = text, .chart = chart });
}

enum { CURVES = 2 };

/* Adds the limits of copying and, dashed, of reading: bytes a second over bytes, as lines without
 * marks. `points` outlives the series. */
static void limits_add(struct figure_series *series, size_t *count,
                       struct figure_point points[CURVES][RUN_CEILINGS_POINTS_MAX],
                       const struct run_ceilings *ceilings, const char *reading)
{
    for (int k = 0; k < CURVES; k++) {
        const struct run_ceilings_curve *curve = k == 0 ? &ceilings->copy : &ceilings->read;
        for (size_t i = 0; i < curve->count; i++)
            points[k][i] = (struct figure_point){ curve->points[i].bytes,
                                                  curve->points[i].bytes_per_s, NAN, NAN, NULL };
        if (curve->count > 1)
            series[(*count)++] =
                (struct figure_series){ .name = k == 0 ? "limit of copying" : reading,
                                        .colour = FIGURE_PUBLISHED,
                                        .joined = true,
                                        .bare = true,
                                        .dashed = k > 0,
                                        .points = points[k],
                                        .count = curve->count };
    }
}

/* Draws a series of each technique, and the limits: rates over intensity, or over bytes. */
static void roofline_take(struct figures *figures, bool operations)
{
    const struct view *view = figures->view;
    const struct run_latest *latest = &view->latest;
    struct figure_point curves[CURVES][RUN_CEILINGS_POINTS_MAX];
    OWNED struct figure_point *points = need_zeroed(latest->count, sizeof(*points));
    OWNED struct figure_series *series =
        need_zeroed(view->technique_count + CURVES, sizeof(*series));
    struct run_ceilings ceilings;
    size_t point_count = 0, count = 0;
    ceilings_find_newest(&ceilings, view->device->runs, view->device->run_count);
    for (size_t t = 0; t < view->technique_count; t++) {
        const size_t first = point_count;
        for (size_t i = 0; i < latest->count; i++) {
            const struct run_case *c = latest->cases[i].c;
            if (strcmp(c->technique, view->techniques[t]) != 0)
                continue;
            const struct roofline at = roofline_of(c);
            const double x = operations ? at.intensity : at.bytes;
            const double y = operations ? at.operations_per_s : at.bytes_per_s;
            if (x > 0 && isfinite(x) && isfinite(y))
                points[point_count++] = (struct figure_point){ x, y, NAN, NAN, c->name };
        }
        if (point_count > first)
            series[count++] = (struct figure_series){ .name = view->techniques[t],
                                                      .colour = (int)t,
                                                      .points = &points[first],
                                                      .count = point_count - first };
    }
    if (!operations)
        limits_add(series, &count, curves, &ceilings, "of reading");
    const struct figure_rule rule = { false, ceilings.operations_per_s, "arithmetic, measured" };
    if (point_count > 0)
        chart_take(
            figures, operations ? "roofline-operations" : "roofline-bytes",
            operations ? "Operations a second over operations a byte"
                       : "Bytes a second over bytes moved",
            "Each case that runs on the device alone, at the rate at which it did the work that "
            "its algorithm must do: declared by the bench, not counted. Lines are what this "
            "device was measured to do at most; a cache may lift a point above them.",
            (struct figure_chart){
                .x = { .label = operations ? "operations a byte" : "bytes that it must move",
                       .unit = operations ? FIGURE_PLAIN : FIGURE_BYTES,
                       .log = true },
                .y = { .label = operations ? "operations a second" : "bytes a second",
                       .unit = FIGURE_RATE,
                       .of = operations ? "op/s" : "B/s",
                       .log = true },
                .series = series,
                .series_count = count,
                .rules = &rule,
                .rule_count = operations && ceilings.operations_per_s > 0 });
}

static void growth_take(struct figures *figures, const char *technique)
{
    const struct view *view = figures->view;
    struct figure_point points[GROWTH_POINTS_MAX], curves[CURVES][RUN_CEILINGS_POINTS_MAX];
    struct figure_series series[1 + CURVES] = { 0 };
    struct run_ceilings ceilings;
    struct growth growth = { 0 };
    const char *started = "";
    char knee[GROWTH_TEXT_BYTES];
    size_t count = 1;
    for (size_t i = 0; i < view->device->run_count; i++) { /* the newest that has points of it */
        const struct run *run = view->device->runs[i];
        struct growth other;
        growth_find(&other, run, technique);
        if (other.count == 0 || strcmp(run->session.started, started) < 0)
            continue;
        started = run->session.started;
        growth = other;
    }
    if (growth.count < 2)
        return;
    for (size_t i = 0; i < growth.count; i++)
        points[i] = (struct figure_point){ growth.points[i].bytes, growth.points[i].bytes_per_s,
                                           NAN, NAN, growth.points[i].c->name };
    series[0] = (struct figure_series){
        .name = growth.points[0].c->variant, .joined = true, .points = points, .count = growth.count
    };
    ceilings_find_newest(&ceilings, view->device->runs, view->device->run_count);
    limits_add(series, &count, curves, &ceilings, "limit of reading");
    growth_text(&growth, knee);
    figures->technique = technique;
    chart_take(
        figures, technique, "Speed over size", knee,
        (struct figure_chart){
            .x = { .label = "bytes that an execution moves", .unit = FIGURE_BYTES, .log = true },
            .y = { .label = "bytes a second", .unit = FIGURE_RATE, .of = "B/s", .log = true },
            .series = series,
            .series_count = count });
}

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

/* Boxes of the technique's rows, which get places of their own in the order of the trace. */
static json_t *passes_of(const struct view *view, const struct figure_pipeline *pipeline,
                         const char *technique)
{
    json_auto_t *rows = json_array(), *boxes = json_array();
    struct figure_axis axis = { .label = "µs since the first command" };
    for (size_t row = 0; row < pipeline->row_count; row++) {
        const struct run_latest_case *it =
            run_latest_named(&view->latest, pipeline->rows[row].name);
        if (!it || strcmp(it->c->technique, technique) != 0)
            continue;
        axis.high = fmax(axis.high, pipeline->rows[row].end);
        foreach (const struct figure_pipeline_box, box, pipeline->boxes, pipeline->box_count) {
            if (box->row == row)
                json_value_append(&boxes,
                                  json_value_object("row:c name:t start_ns:f end_ns:f gap:b",
                                                    json_array_size(rows),
                                                    pipeline->passes[box->pass], 1e3 * box->begin,
                                                    1e3 * box->end, pipeline->gaps[box->pass]));
        }
        json_value_append(&rows, view_case_json(view, it->c->name));
    }
    if (json_array_size(rows) == 0 || !(axis.high > 0))
        return NULL;
    return json_value_object("technique:t title:t text:t rows:o axis:o boxes:o", technique,
                             FIGURE_PIPELINE_TITLE, FIGURE_PIPELINE_TEXT, json_incref(rows),
                             export_axis_json(&axis, EXPORT_X_TICKS), json_incref(boxes));
}

json_t *view_passes_json(const struct view *view)
{
    json_t *list = json_array();
    OWNED_BY(figure_pipeline_finish) struct figure_pipeline pipeline = { 0 };
    if (!view->source->trace)
        return list;
    figure_pipeline_read(&pipeline, view->source->trace);
    for (size_t i = 0; i < view->technique_count; i++) {
        json_t *passes = passes_of(view, &pipeline, view->techniques[i]);
        if (passes)
            json_value_append(&list, passes);
    }
    return list;
}
