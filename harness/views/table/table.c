/* SPDX-License-Identifier: MIT */
#include "harness/views/table/table.h"

#include "harness/analysis/limits/limits.h"
#include "harness/base/need.h"
#include "harness/base/plural.h"
#include "harness/base/terminal.h"
#include "harness/views/table/table_notes.h"
#include "harness/views/table/table_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { INDENT = 2 };

struct end {
    struct sheet *sheet;
    const struct run *run;
    const struct table_options *options;
    const struct run_case **cases; /* that are shown */
    size_t count;
};

static void line_view(const struct end *end, const char *before, const char *line)
{
    if (*line)
        sheet_line(end->sheet, SHEET_NOTE, before, INDENT, line);
}

/* Where rows of kind CPU ran. */
static void host_view(const struct end *end)
{
    char line[HOST_NOTE_BYTES];
    size_t i = 0;
    while (i < end->count && end->cases[i]->kind != BENCH_CPU)
        i++;
    host_note(end->run, line);
    table_text_clean(line);
    if (i < end->count)
        line_view(end, "host: ", line);
}

/* Counts device limits, or other cases; not those that the filter excludes. */
static bool is_counted(const struct end *end, const struct run_case *c, bool ceilings)
{
    const regex_t *filter = end->options->filter;
    if (filter && regexec(filter, c->name, 0, NULL, 0) != 0)
        return false;
    return (c->ceiling != BENCH_CEILING_NONE) == ceilings && !(c->twin && c->replaced_count == 0);
}

/* "3 cases: 2 ok, 1 failed_verify; intervals: 95 %, within one process" */
static void counts_view(const struct end *end, const char *what, bool ceilings, bool unless_well,
                        const char *behind)
{
    size_t counts[BENCH_STATUS_COUNT] = { 0 }, all = 0;
    char line[TABLE_CELL_BYTES] = "", part[96];
    for (size_t i = 0; i < end->run->case_count; i++) {
        const struct run_case *c = &end->run->cases[i];
        all += is_counted(end, c, ceilings);
        counts[c->status] += is_counted(end, c, ceilings);
    }
    if (unless_well && counts[BENCH_OK] + counts[BENCH_UNSUPPORTED] + counts[BENCH_VERIFIED] == all)
        return;
    snprintf(part, sizeof(part), "%zu %s%s", all, what, plural(all, "", "s"));
    table_text_add(line, "", part);
    const char *separator = ": ";
    for (int status = 0; status < BENCH_STATUS_COUNT; status++) {
        if (counts[status] == 0)
            continue;
        snprintf(part, sizeof(part), "%zu %s", counts[status],
                 bench_status_name((enum bench_status)status));
        table_text_add(line, separator, part);
        separator = ", ";
    }
    table_text_add(line, *behind ? "; " : "", behind);
    line_view(end, "", line);
}

static void all_view(const struct end *end, bool others)
{
    char line[LAUNCHES_NOTE_BYTES], clock[CLOCK_NOTE_BYTES];
    table_note_software_view(end->sheet, end->run, end->cases, end->count);
    launches_note_run(end->run, line);
    if (!end->options->brief) {
        host_view(end);
        clock_note_run(end->run, clock);
        line_view(end, "", clock);
        line_view(end, "", line);
        line[0] = '\0';
    }
    counts_view(end, "device limit", true, others, others ? "" : line);
    if (others)
        counts_view(end, "case", false, false, line);
}

/* Fills in the end of a table: the meaning of notes, the host of CPU cases, the scope of intervals,
 * and how many cases ended how. Device limits appear only if nothing else ran, or if one failed. */
static void end_view(struct table *table, const struct run *run)
{
    struct end end = { .sheet = &table->sheet, .run = run, .options = &table->options };
    end.cases = need_bytes(run->case_count * sizeof(*end.cases));
    for (size_t i = 0; i < run->case_count; i++)
        if (table_group_shows(&table->options, &run->cases[i], table->others))
            end.cases[end.count++] = &run->cases[i];
    all_view(&end, table->others);
    free(end.cases);
}

static void text_look(struct sheet_look *look, const struct table_options *options)
{
    const unsigned columns = options->columns > 0 ? options->columns : TERMINAL_COLUMNS;
    look->columns = columns > TABLE_COLUMNS_MIN ? columns : TABLE_COLUMNS_MIN;
    look->wide = options->wide;
    look->colours = options->colours;
}

void table_begin(struct table *table, FILE *out, const struct table_options *options,
                 const struct run *run, bool others)
{
    const struct run_device *device = &run->device;
    struct sheet_look look = { .style = options->style };
    char line[TABLE_CELL_BYTES] = "";
    *table = (struct table){ .options = *options, .others = others };
    text_look(&look, options);
    sheet_init(&table->sheet, out, &look);
    table->sheet.marked = true;
    if (*device->name) {
        table_text_add(line, "", device->name);
        table_text_add(line, ", ", *device->driver_name ? device->driver_name : "driver unknown");
        table_text_add(line, " ", device->driver_info);
    }
    if (options->style != SHEET_TEXT) {
        char made[128];
        snprintf(made, sizeof(made), "%.10s, claimcheck %.40s", run->session.started,
                 run->tool.commit);
        table_text_add(line, ", ", made);
    }
    table_text_clean(line);
    if (*line)
        sheet_line(&table->sheet, SHEET_TITLE, "", INDENT, line);
}

/* Returns those of the file, or else of its cases so far, in *found. */
static const struct run_ceilings *ceilings_of(const struct run *run, struct run_ceilings *found)
{
    if (ceilings_known(&run->ceilings))
        return &run->ceilings;
    ceilings_find(found, run);
    return found;
}

static void ceilings_view(struct sheet *sheet, const struct run *run)
{
    struct run_ceilings found;
    char line[TABLE_CELL_BYTES] = "device limits";
    table_ceilings_age(line, run);
    sheet_line(sheet, SHEET_HEADING, "", INDENT, line);
    if (sheet_is_for_people(sheet))
        table_ceilings_view(sheet, ceilings_of(run, &found), true);
    else
        table_limits_data_view(sheet, ceilings_of(run, &found));
}

bool table_limits_print(FILE *out, const struct run *run, const struct table_options *options)
{
    struct run_ceilings found;
    struct sheet sheet;
    struct sheet_look look = { .style = options->style };
    if (!ceilings_known(ceilings_of(run, &found)))
        return false;
    text_look(&look, options);
    sheet_init(&sheet, out, &look);
    sheet.marked = true;
    ceilings_view(&sheet, run);
    sheet_finish(&sheet);
    return true;
}

/* Folds them to a line beside other cases. */
static void limits_view(struct table *table, const struct run *run)
{
    struct run_ceilings found;
    char line[TABLE_CELL_BYTES], details[TABLE_CELL_BYTES];
    const char *file = table->options.file;
    const struct run_ceilings *ceilings = ceilings_of(run, &found);
    if (!ceilings_known(ceilings) || table->options.no_limits)
        return;
    if (!table->others) {
        ceilings_view(&table->sheet, run);
        return;
    }
    table_limits_text(line, run, ceilings);
    snprintf(details, sizeof(details), "details: claimcheck show%s%s --limits", file ? " " : "",
             file ? file : "");
    const size_t columns = table->options.columns > 0 ? table->options.columns : TERMINAL_COLUMNS;
    if (table->options.wide || strlen(line) + 2 + strlen(details) <= columns) {
        table_text_add(line, "; ", details);
        details[0] = '\0';
    }
    sheet_line(&table->sheet, SHEET_NOTE, "", INDENT, line);
    if (*details && strlen(details) <= columns) /* a command that breaks cannot be pasted */
        sheet_line(&table->sheet, SHEET_NOTE, "", INDENT, details);
}

/* Names answers that an earlier run computed, by technique, with the day of the oldest. */
static void answers_view(struct table *table, const struct run *run)
{
    const char *technique = NULL;
    double since_s = INFINITY;
    for (size_t i = 0; i < run->case_count; i++)
        if (run->cases[i].answer_kept_s > 0 && run->cases[i].answer_kept_s < since_s) {
            since_s = run->cases[i].answer_kept_s;
            technique = run->cases[i].technique;
        }
    if (!technique)
        return;
    char date[32] = "";
    const time_t since = (time_t)since_s;
    const struct tm *day = gmtime(&since);
    if (day)
        strftime(date, sizeof(date), "%Y-%m-%d", day);
    sheet_note(&table->sheet, "",
               "%s: reference's answer kept since %s; --answers fresh computes it again", technique,
               date);
}

void table_add(struct table *table, const struct run *run, const char *workload)
{
    table_group_view(&table->sheet, run, workload, &table->options, table->others,
                     &table->explained);
}

void table_end(struct table *table, const struct run *run)
{
    if (!table->others)
        limits_view(table, run);
    end_view(table, run);
    answers_view(table, run);
    if (table->others)
        limits_view(table, run);
    sheet_finish(&table->sheet);
}

static bool workload_is_new(const struct run *run, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (run_case_same_workload(&run->cases[i], &run->cases[index]))
            return false;
    return true;
}

void table_print(FILE *out, const struct run *run, const struct table_options *options)
{
    struct table table;
    bool others = run->case_count == 0;
    for (size_t i = 0; i < run->case_count; i++)
        others = others || run->cases[i].ceiling == BENCH_CEILING_NONE;
    table_begin(&table, out, options, run, others);
    for (size_t i = 0; i < run->case_count; i++)
        if (workload_is_new(run, i))
            table_add(&table, run, run->cases[i].workload);
    table_end(&table, run);
}
