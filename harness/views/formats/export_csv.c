/* SPDX-License-Identifier: MIT */
#include "harness/analysis/compare/compare.h"
#include "harness/base/json_value.h"
#include "harness/base/need.h"
#include "harness/os/path.h"
#include "harness/record/case_fields.h"
#include "harness/views/formats/export.h"
#include "harness/views/sheet/sheet_escape.h"
#include "harness/views/table/table_notes.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A line: each cell with the title of its column, which is written in the first line. */
struct line {
    FILE *out;
    bool titles;
    size_t cells;
};

static void words(struct line *line, const char *title, const char *text)
{
    fputs(line->cells++ > 0 ? "," : "", line->out);
    sheet_escape_csv(line->out, line->titles ? title : text);
}

static void number(struct line *line, const char *title, double number)
{
    if (line->titles || !isfinite(number))
        words(line, title, "");
    else {
        fputs(line->cells++ > 0 ? "," : "", line->out);
        sheet_escape_csv_number(line->out, number);
    }
}

static void flag(struct line *line, const char *title, bool flag)
{
    words(line, title, flag ? "true" : "false");
}

/* Both ----------------------------------------------------------------------------------------- */

/* A member of a record; the title is the last part of its path unless another is given. */
struct column {
    const char *path, *title; /* path NULL behind the last one */
};

/* Writes members by the table of fields; a record of NULL has none of these numbers. */
static void columns_cells(struct line *line, const struct column *columns,
                          const struct field *fields, const void *record)
{
    for (; columns->path; columns++) {
        const void *part = record;
        const struct field *field = field_find(fields, columns->path, &part);
        assert(field); /* a column that no table has */
        const char *dot = strrchr(columns->path, '.');
        const char *title = columns->title ? columns->title : dot ? dot + 1 : columns->path;
        if (!field_is_number(field))
            words(line, title, field_text(part, field));
        else
            number(line, title, record ? field_number(part, field) : NAN);
    }
}

static void case_cells(struct line *line, const struct run_case *c)
{
    static const struct column columns[] = { { "name" },      { "workload" }, { "technique" },
                                             { "bench" },     { "variant" },  { "kind" },
                                             { .path = NULL } };
    static const char *const caches[] = { "", "hot", "cold" };
    columns_cells(line, columns, case_fields, c);
    words(line, "cache", caches[c->cache]);
}

static void time_cell(struct line *line, const struct run_case *c)
{
    words(line, "time", c->by_wall ? "wall" : "gpu");
}

static void run_cells(struct line *line, const struct run *run, const struct run_case *c)
{
    static const struct column columns[] = { { "api" }, { "mark" }, { .path = NULL } };
    const struct run_device *device = &run->device;
    const char *driver = device->driver_name, *info = device->driver_info;
    char text[1024];
    snprintf(text, sizeof(text), "%s%s%s", driver, *driver && *info ? " " : "", info);
    words(line, "device", device->name);
    words(line, "driver", text);
    words(line, "started", run->session.started);
    words(line, "commit", run->tool.commit);
    columns_cells(line, columns, case_fields, c);
}

/* All axes as one object of JSON, {"n":"1024","order":"row"}: most have few of all there are. Ends
 * the line, too. */
static void axes_cell(struct line *line, const struct run_case *c)
{
    json_t *axes = json_object();
    for (size_t i = 0; i < c->axis_count; i++)
        json_value_set(&axes, c->axes[i].name, json_value_text(c->axes[i].value));
    char *text = need(json_dumps(axes, JSON_COMPACT));
    words(line, "axes", text);
    free(text);
    json_decref(axes);
    fputs("\r\n", line->out);
}

/* The titles, then what `lines` makes of each case; for the titles it gets an empty one. */
static void document_write(FILE *out, const struct run *const *runs, size_t run_count,
                           void (*lines)(FILE *out, bool titles, const struct run *run,
                                         const struct run_case *c))
{
    static const struct run no_run = { .device = { .driver_name = "", .driver_info = "" } };
    static const struct run_case no_case;
    lines(out, true, &no_run, &no_case);
    for (size_t r = 0; r < run_count; r++)
        for (size_t i = 0; i < runs[r]->case_count; i++)
            lines(out, false, runs[r], &runs[r]->cases[i]);
}

/* A line per case ------------------------------------------------------------------------------ */

static void summary_cells(struct line *line, const struct run_case *c)
{
    static const struct column columns[] = { { "count" },
                                             { "median_ns" },
                                             { "interval_low_ns", "low_ns" },
                                             { "interval_high_ns", "high_ns" },
                                             { "min_ns" },
                                             { "q1_ns" },
                                             { "q3_ns" },
                                             { "max_ns" },
                                             { "mad_ns" },
                                             { .path = NULL } };
    const void *none = c;
    columns_cells(line, columns, field_find(case_fields, "gpu", &none)->fields,
                  line->titles ? NULL : run_case_judged(c));
}

static double speedup(const struct run_case *c, double ratio)
{
    const double own = c->baseline ? 1 : ratio;
    return c->status == BENCH_OK && own > 0 ? 1 / own : NAN;
}

/* Direct and indirect; NAN where neither is known. */
static double dispatches(const struct run_counters *counters)
{
    const double direct = counters->dispatches, indirect = counters->indirect_dispatches;
    return isnan(direct) ? indirect : isnan(indirect) ? direct : direct + indirect;
}

static void launches_cells(struct line *line, const struct run_case *c)
{
    static const struct column columns[] = {
        { "launches.time.median_ns", "launches_median_ns" },
        { "launches.time.interval_low_ns", "launches_low_ns" },
        { "launches.time.interval_high_ns", "launches_high_ns" },
        { "launches.time.confidence", "launches_confidence" },
        { .path = NULL },
    };
    number(line, "launches", c->launch_count > 0 ? (double)c->launch_count : 1);
    columns_cells(line, columns, case_fields, c);
    number(line, "launches_speedup_low", 1 / c->ratio_between.interval.high);
    number(line, "launches_speedup_high", 1 / c->ratio_between.interval.low);
}

static void energy_cells(struct line *line, const struct run_case *c)
{
    static const struct column columns[] = {
        { "energy.apart", "energy_apart" },   { "energy.power_w" },
        { "energy.temperature_c" },           { "energy.memory_hz" },
        { "energy.reason", "energy_reason" }, { .path = NULL }
    };
    number(line, "energy_j", line->titles ? NAN : run_case_joules(c));
    columns_cells(line, columns, case_fields, c);
}

static void case_line(FILE *out, bool titles, const struct run *run, const struct run_case *c)
{
    static const struct column ended[] = {
        { "baseline" }, { "status" }, { "reason" }, { .path = NULL }
    };
    static const struct column wall[] = { { "wall.median_ns", "wall_median_ns" }, { NULL } };
    static const struct column work[] = {
        { "counters.barriers" },  { "counters.host_returns" },
        { "peak_bytes" },         { "work.bytes_read" },
        { "work.bytes_written" }, { "work.operations" },
        { "work.chain" },         { .path = NULL },
    };
    static const struct column threads[] = { { "threads.count", "threads" }, { NULL } };
    struct line line = { out, titles, 0 };
    char host[HOST_NOTE_BYTES] = "";
    if (c->kind == BENCH_CPU && !titles)
        host_note(run, host);
    case_cells(&line, c);
    columns_cells(&line, ended, case_fields, c);
    time_cell(&line, c);
    summary_cells(&line, c);
    columns_cells(&line, wall, case_fields, c);
    number(&line, "speedup", speedup(c, c->ratio.ratio));
    number(&line, "speedup_low", speedup(c, c->ratio.interval.high));
    number(&line, "speedup_high", speedup(c, c->ratio.interval.low));
    number(&line, "inner_repetitions", c->inner_repetitions);
    number(&line, "dispatches", dispatches(&c->counters));
    columns_cells(&line, work, case_fields, c);
    run_cells(&line, run, c);
    columns_cells(&line, threads, case_fields, c);
    words(&line, "host", host);
    launches_cells(&line, c);
    energy_cells(&line, c);
    axes_cell(&line, c);
}

void export_csv_runs(FILE *out, const struct run *const *runs, size_t run_count)
{
    document_write(out, runs, run_count, case_line);
}

void export_csv(FILE *out, const struct run *run)
{
    export_csv_runs(out, &run, 1);
}

/* A line per sample ---------------------------------------------------------------------------- */

static void sample_line(FILE *out, bool titles, const struct run *run, const struct run_case *c,
                        size_t index)
{
    static const struct run_sample none;
    const struct run_sample *sample = titles ? &none : &c->samples[index];
    const char *slash = titles ? NULL : os_path_last(run->path);
    struct line line = { out, titles, 0 };
    words(&line, "run", slash ? slash + 1 : run->path);
    case_cells(&line, c);
    flag(&line, "baseline", c->baseline);
    time_cell(&line, c);
    number(&line, "launch", sample->launch);
    number(&line, "round", sample->round);
    number(&line, "sample", (double)index);
    number(&line, "order", sample->order);
    number(&line, "gpu_ns", sample->gpu_ns > 0 ? sample->gpu_ns : NAN);
    number(&line, "wall_ns", sample->wall_ns);
    number(&line, "inner_repetitions", c->inner_repetitions);
    number(&line, "canary_ns", sample->canary_ns);
    number(&line, "core_hz", sample->core_hz);
    number(&line, "host_canary_ns", sample->host_canary_ns);
    number(&line, "host_hz", sample->host_hz);
    flag(&line, "throttled", sample->throttled);
    flag(&line, "counts", paired_counts(c, sample));
    run_cells(&line, run, c);
    axes_cell(&line, c);
}

static void sample_lines(FILE *out, bool titles, const struct run *run, const struct run_case *c)
{
    const size_t count = titles ? 1 : export_rows_has(c) ? c->sample_count : 0;
    for (size_t i = 0; i < count; i++)
        sample_line(out, titles, run, c, i);
}

void export_tidy(FILE *out, const struct run *const *runs, size_t run_count)
{
    document_write(out, runs, run_count, sample_lines);
}
