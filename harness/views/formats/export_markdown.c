/* SPDX-License-Identifier: MIT */
#include "harness/views/formats/export_markdown.h"

#include "harness/base/units.h"
#include "harness/views/sheet/sheet_escape.h"
#include "harness/views/table/clock_note.h"
#include "harness/views/table/launches_note.h"
#include "harness/views/table/table_label.h"

#include <math.h>
#include <string.h>

static void head_write(FILE *out, const struct run *run)
{
    const struct run_device *device = &run->device;
    char text[512], intervals[LAUNCHES_NOTE_BYTES];
    snprintf(text, sizeof(text), "%.100s, %.60s %.60s, %.10s, claimcheck %.40s",
             *device->name ? device->name : "no device", device->driver_name, device->driver_info,
             run->session.started, run->tool.commit);
    launches_note_run(run, intervals);
    sheet_escape_markdown(out, text);
    fprintf(out, "%s", *intervals ? "; " : "");
    sheet_escape_markdown(out, intervals);
    fputs(device->software ? "; times of a software device say nothing of a GPU\n" : "\n", out);
}

/* Whether the ratio of the case is one between device and host. */
static bool is_apart(const struct run *run, const struct run_case *c)
{
    for (size_t i = 0; i < run->case_count; i++) {
        const struct run_case *b = &run->cases[i];
        if (b->baseline && run_case_same_workload(b, c) &&
            (b->kind == BENCH_CPU) != (c->kind == BENCH_CPU))
            return true;
    }
    return false;
}

static void times_write(FILE *out, const struct run *run, const struct run_case *c)
{
    char median[32], low[32], high[32];
    const struct stats_interval time = run_case_interval(c), ratio = run_case_ratio_interval(c);
    units_format_ns(run_case_median_ns(c), median);
    units_format_ns(time.low, low);
    units_format_ns(time.high, high);
    fprintf(out, " %s |", median);
    if (isfinite(time.low))
        fprintf(out, " %s .. %s", low, high);
    fputs(" |", out);
    if (c->baseline)
        fputs(" 1.00", out);
    else if (c->ratio.ratio > 0 && !is_apart(run, c))
        fprintf(out, " %.2f", 1 / c->ratio.ratio);
    if (!c->baseline && ratio.low > 0 && !is_apart(run, c))
        fprintf(out, " [%.2f, %.2f]", 1 / ratio.high, 1 / ratio.low);
    fputs(" |", out);
}

static void note_write(FILE *out, const struct run *run, const struct run_case *c)
{
    char note[TABLE_CELL_BYTES] = "", text[CLOCK_NOTE_BYTES];
    if (c->by_wall)
        table_text_add(note, ", ", c->kind == BENCH_CPU ? "host" : "wall time");
    if (c->check != RUN_CHECK_PASSED)
        table_text_add(note, ", ", "not checked");
    clock_note_case(c, text);
    if (*text)
        table_text_add(note, ", ", text);
    launches_note_case(run, c, text, sizeof(text));
    if (*text)
        table_text_add(note, ", ", text);
    fputc(' ', out);
    sheet_escape_markdown(out, note);
    fputs(" |\n", out);
}

static void row_write(FILE *out, const struct run *run, const struct run_case *c)
{
    char label[TABLE_CELL_BYTES];
    table_label(label, c, NULL);
    fputs("| ", out);
    sheet_escape_markdown(out, label);
    fputs(" |", out);
    if (c->status == BENCH_OK) {
        times_write(out, run, c);
        note_write(out, run, c);
        return;
    }
    fprintf(out, " | | | ");
    sheet_escape_markdown(out, bench_status_name(c->status));
    fputs(*c->reason ? ": " : "", out);
    sheet_escape_markdown(out, c->reason);
    fputs(" |\n", out);
}

static bool is_first(const struct run *run, const struct run_case *c)
{
    for (const struct run_case *other = run->cases; other < c; other++)
        if (strcmp(other->workload, c->workload) == 0)
            return false;
    return true;
}

bool export_markdown(FILE *out, const struct run *run)
{
    head_write(out, run);
    for (size_t i = 0; i < run->case_count; i++) {
        const char *workload = run->cases[i].workload;
        if (!is_first(run, &run->cases[i]))
            continue;
        fputs("\n**", out);
        sheet_escape_markdown(out, workload);
        fputs("**\n\n| case | median | interval | speed-up | note |\n"
              "|:---|---:|---:|---:|:---|\n",
              out);
        for (size_t k = i; k < run->case_count; k++)
            if (strcmp(run->cases[k].workload, workload) == 0)
                row_write(out, run, &run->cases[k]);
    }
    return !ferror(out);
}
