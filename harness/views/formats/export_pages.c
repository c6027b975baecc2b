/* SPDX-License-Identifier: MIT */
#include "harness/views/formats/export.h"

#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/views/sheet/sheet.h"
#include "harness/views/table/table_notes.h"
#include "harness/views/table/table_parts.h"

#include <math.h>
#include <string.h>

static void head_view(struct sheet *sheet, const struct run *run)
{
    char intervals[LAUNCHES_NOTE_BYTES];
    launches_note_run(run, intervals);
    sheet_note(sheet, "", "%.100s, %.60s %.60s, %.10s, claimcheck %.40s%s%s%s",
               *run->device.name ? run->device.name : "no device", run->device.driver_name,
               run->device.driver_info, run->session.started, run->tool.commit,
               *intervals ? "; " : "", intervals,
               run->device.software ? "; times of a software device say nothing of a GPU" : "");
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

static void interval_words(const struct run_case *c, char text[80])
{
    const struct stats_interval time = run_case_interval(c);
    char low[32], high[32];
    units_format_ns(time.low, low);
    units_format_ns(time.high, high);
    snprintf(text, 80, "%s .. %s", low, high);
    if (!isfinite(time.low))
        text[0] = 0;
}

static void speedup_words(const struct run *run, const struct run_case *c, char text[80])
{
    const struct stats_interval ratio = run_case_ratio_interval(c);
    int used = snprintf(text, 80, "%s", c->baseline ? "1.00" : "");
    if (c->baseline || is_apart(run, c))
        return;
    if (c->ratio.ratio > 0)
        used = snprintf(text, 80, "%.2f", 1 / c->ratio.ratio);
    if (ratio.low > 0)
        snprintf(text + used, 80 - (size_t)used, " [%.2f, %.2f]", 1 / ratio.high, 1 / ratio.low);
}

/* Writes the notes of a case that is ok. */
static void note_words(const struct run *run, const struct run_case *c, struct text *note)
{
    char text[CLOCK_NOTE_BYTES];
    if (c->by_wall)
        text_join(note, ", ", "%s", c->kind == BENCH_CPU ? "host" : "wall time");
    if (c->check != RUN_CHECK_PASSED)
        text_join(note, ", ", "not checked");
    clock_note_case(c, text);
    if (*text)
        text_join(note, ", ", "%s", text);
    launches_note_case(run, c, text, sizeof(text));
    if (*text)
        text_join(note, ", ", "%s", text);
}

static void row_view(struct sheet *sheet, const struct run *run, const struct run_case *c)
{
    const bool ok = c->status == BENCH_OK;
    char label[TABLE_CELL_BYTES], median[32] = "", interval[80] = "", speedup[80] = "";
    struct text note = { 0 };
    table_label(label, c, NULL);
    if (ok) {
        units_format_ns(run_case_median_ns(c), median);
        interval_words(c, interval);
        speedup_words(run, c, speedup);
        note_words(run, c, &note);
    } else {
        text_add_format(&note, "%s%s%s", bench_status_name(c->status), *c->reason ? ": " : "",
                        c->reason);
    }
    SHEET_ROW(sheet, sheet_words(label), sheet_words(median), sheet_words(interval),
              sheet_words(speedup), sheet_words(text_string(&note)));
    sheet_drop(sheet, &note);
}

static bool is_first(const struct run *run, const struct run_case *c)
{
    for (const struct run_case *other = run->cases; other < c; other++)
        if (strcmp(other->workload, c->workload) == 0)
            return false;
    return true;
}

static void view(struct sheet *sheet, const void *of)
{
    static const struct sheet_column columns[] = {
        { .title = "case" },
        { .title = "median", .type = SHEET_NS },
        { .title = "interval", .type = SHEET_NUMBER },
        { .title = "speed-up", .type = SHEET_NUMBER },
        { .title = "note" },
    };
    const struct run *run = of;
    head_view(sheet, run);
    for (size_t i = 0; i < run->case_count; i++) {
        const char *workload = run->cases[i].workload;
        if (!is_first(run, &run->cases[i]))
            continue;
        sheet_heading(sheet, "%s", workload);
        sheet_table(sheet, &(struct sheet_table){ .name = "cases", SHEET_COLUMNS(columns) });
        for (size_t k = i; k < run->case_count; k++)
            if (strcmp(run->cases[k].workload, workload) == 0)
                row_view(sheet, run, &run->cases[k]);
    }
}

bool export_markdown(FILE *out, const struct run *run)
{
    return sheet_write(out, &(struct sheet_look){ .style = SHEET_MARKDOWN }, view, run);
}

bool export_html(FILE *out, const struct run *run)
{
    const struct sheet_look look = { .style = SHEET_HTML, .title = "claimcheck" };
    return sheet_write(out, &look, view, run);
}

bool export_latex(FILE *out, const struct run *run)
{
    return sheet_write(out, &(struct sheet_look){ .style = SHEET_LATEX }, view, run);
}
