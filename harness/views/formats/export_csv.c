/* SPDX-License-Identifier: MIT */
#include "harness/views/formats/export_csv.h"

#include "harness/views/formats/export_axes.h"
#include "harness/views/sheet/sheet_escape.h"
#include "harness/views/table/host_note.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* What a column shows, and of what. */
enum cell {
    CELL_TEXT, /* members of the case, at an offset */
    CELL_NUMBER,
    CELL_KIND,
    CELL_BASELINE,
    CELL_STATUS,
    CELL_TIME,
    CELL_COUNT,
    CELL_SUMMARY,    /* a time of those that the case is judged by */
    CELL_SPEEDUP,    /* 1 over a number of the ratio */
    CELL_INVERSE,    /* 1 over a number */
    CELL_DISPATCHES, /* of both kinds */
    CELL_DEVICE,
    CELL_DRIVER, /* its name and what it says of itself */
    CELL_STARTED,
    CELL_COMMIT,
    CELL_LAUNCHES, /* 1 for the process of the run alone */
    CELL_HOST,     /* its CPU and what it did beside; of kind cpu alone */
};

struct csv_column {
    const char *title;
    enum cell cell;
    size_t offset;
};

#define OF_CASE(member) offsetof(struct run_case, member)
#define OF_SUMMARY(member) offsetof(struct stats_summary, member)

static const struct csv_column csv_columns[] = {
    { "name", CELL_TEXT, OF_CASE(name) },
    { "workload", CELL_TEXT, OF_CASE(workload) },
    { "technique", CELL_TEXT, OF_CASE(technique) },
    { "bench", CELL_TEXT, OF_CASE(bench) },
    { "variant", CELL_TEXT, OF_CASE(variant) },
    { "kind", CELL_KIND, 0 },
    { "baseline", CELL_BASELINE, 0 },
    { "status", CELL_STATUS, 0 },
    { "reason", CELL_TEXT, OF_CASE(reason) },
    { "time", CELL_TIME, 0 },
    { "count", CELL_COUNT, 0 },
    { "median_ns", CELL_SUMMARY, OF_SUMMARY(median) },
    { "low_ns", CELL_SUMMARY, OF_SUMMARY(interval.low) },
    { "high_ns", CELL_SUMMARY, OF_SUMMARY(interval.high) },
    { "min_ns", CELL_SUMMARY, OF_SUMMARY(minimum) },
    { "q1_ns", CELL_SUMMARY, OF_SUMMARY(quartile1) },
    { "q3_ns", CELL_SUMMARY, OF_SUMMARY(quartile3) },
    { "max_ns", CELL_SUMMARY, OF_SUMMARY(maximum) },
    { "mad_ns", CELL_SUMMARY, OF_SUMMARY(mad) },
    { "wall_median_ns", CELL_NUMBER, OF_CASE(wall.median) },
    { "speedup", CELL_SPEEDUP, OF_CASE(ratio.ratio) },
    { "speedup_low", CELL_SPEEDUP, OF_CASE(ratio.interval.high) },
    { "speedup_high", CELL_SPEEDUP, OF_CASE(ratio.interval.low) },
    { "inner_repetitions", CELL_NUMBER, OF_CASE(inner_repetitions) },
    { "dispatches", CELL_DISPATCHES, 0 },
    { "barriers", CELL_NUMBER, OF_CASE(counters.barriers) },
    { "host_returns", CELL_NUMBER, OF_CASE(counters.host_returns) },
    { "peak_bytes", CELL_NUMBER, OF_CASE(peak_bytes) },
    { "bytes_read", CELL_NUMBER, OF_CASE(work.bytes_read) },
    { "bytes_written", CELL_NUMBER, OF_CASE(work.bytes_written) },
    { "operations", CELL_NUMBER, OF_CASE(work.operations) },
    { "chain", CELL_NUMBER, OF_CASE(work.chain) },
    { "device", CELL_DEVICE, 0 },
    { "driver", CELL_DRIVER, 0 },
    { "started", CELL_STARTED, 0 },
    { "commit", CELL_COMMIT, 0 },
    { "threads", CELL_NUMBER, OF_CASE(threads) },
    { "host", CELL_HOST, 0 },
    { "launches", CELL_LAUNCHES, 0 },
    { "launches_median_ns", CELL_NUMBER, OF_CASE(time_between.median) },
    { "launches_low_ns", CELL_NUMBER, OF_CASE(time_between.interval.low) },
    { "launches_high_ns", CELL_NUMBER, OF_CASE(time_between.interval.high) },
    { "launches_confidence", CELL_NUMBER, OF_CASE(time_between.confidence) },
    { "launches_speedup_low", CELL_INVERSE, OF_CASE(ratio_between.interval.high) },
    { "launches_speedup_high", CELL_INVERSE, OF_CASE(ratio_between.interval.low) },
};

enum { CSV_COLUMN_COUNT = sizeof csv_columns / sizeof *csv_columns };

static double number_at(const void *object, size_t offset)
{
    return *(const double *)((const char *)object + offset);
}

static void speedup_write(FILE *out, const struct run_case *c, size_t offset)
{
    const double ratio = c->baseline ? 1 : number_at(c, offset);
    if (c->status == BENCH_OK && ratio > 0)
        sheet_escape_csv_number(out, 1 / ratio);
}

static void dispatches_write(FILE *out, const struct run_counters *counters)
{
    const double direct = counters->dispatches, indirect = counters->indirect_dispatches;
    if (!isnan(direct) || !isnan(indirect))
        sheet_escape_csv_number(out,
                                (isnan(direct) ? 0 : direct) + (isnan(indirect) ? 0 : indirect));
}

static void host_write(FILE *out, const struct run *run, const struct run_case *c)
{
    char text[HOST_NOTE_BYTES];
    if (c->kind != BENCH_CPU)
        return;
    host_note(run, text);
    sheet_escape_csv(out, text);
}

static void cell_write(FILE *out, const struct csv_column *column, const struct run *run,
                       const struct run_case *c)
{
    const struct stats_summary *summary = run_case_judged(c);
    switch (column->cell) {
    case CELL_TEXT:
        sheet_escape_csv(out, *(const char *const *)((const char *)c + column->offset));
        return;
    case CELL_NUMBER: sheet_escape_csv_number(out, number_at(c, column->offset)); return;
    case CELL_KIND: sheet_escape_csv(out, bench_kind_name(c->kind)); return;
    case CELL_BASELINE: fputs(c->baseline ? "true" : "false", out); return;
    case CELL_STATUS: sheet_escape_csv(out, bench_status_name(c->status)); return;
    case CELL_TIME: fputs(c->by_wall ? "wall" : "gpu", out); return;
    case CELL_COUNT:
        if (summary)
            fprintf(out, "%zu", summary->count);
        return;
    case CELL_SUMMARY:
        sheet_escape_csv_number(out, summary ? number_at(summary, column->offset) : NAN);
        return;
    case CELL_SPEEDUP: speedup_write(out, c, column->offset); return;
    case CELL_INVERSE: sheet_escape_csv_number(out, 1 / number_at(c, column->offset)); return;
    case CELL_DISPATCHES: dispatches_write(out, &c->counters); return;
    case CELL_DEVICE: sheet_escape_csv(out, run->device.name); return;
    case CELL_DRIVER: export_axes_driver(out, &run->device); return;
    case CELL_STARTED: sheet_escape_csv(out, run->session.started); return;
    case CELL_COMMIT: sheet_escape_csv(out, run->tool.commit); return;
    case CELL_LAUNCHES:
        sheet_escape_csv_number(out, c->launch_count > 0 ? (double)c->launch_count : 1);
        return;
    case CELL_HOST: host_write(out, run, c); return;
    }
}

static void row_write(FILE *out, const struct run *run, const struct run_case *c,
                      const struct name_list *axes)
{
    for (size_t i = 0; i < CSV_COLUMN_COUNT; i++) {
        if (i)
            fputc(',', out);
        cell_write(out, &csv_columns[i], run, c);
    }
    export_axes_cells(out, axes, c);
    fputs("\r\n", out);
}

bool export_csv_runs(FILE *out, const struct run *const *runs, size_t run_count)
{
    struct name_list axes = { 0 };
    const bool complete = export_axes_collect(runs, run_count, &axes);
    for (size_t i = 0; i < CSV_COLUMN_COUNT && complete; i++)
        fprintf(out, "%s%s", i ? "," : "", csv_columns[i].title);
    if (complete) {
        export_axes_titles(out, &axes);
        fputs("\r\n", out);
    }
    for (size_t r = 0; r < run_count && complete; r++)
        for (size_t i = 0; i < runs[r]->case_count; i++)
            row_write(out, runs[r], &runs[r]->cases[i], &axes);
    name_list_finish(&axes);
    return complete && fflush(out) == 0 && !ferror(out);
}

bool export_csv(FILE *out, const struct run *run)
{
    return export_csv_runs(out, &run, 1);
}
