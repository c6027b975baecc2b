/* SPDX-License-Identifier: MIT */
#include "harness/show/table.h"

#include "harness/base/units.h"
#include "harness/judge/ceilings.h"
#include "harness/show/clock_note.h"
#include "harness/show/host_note.h"
#include "harness/show/launches_note.h"
#include "harness/show/table_ceilings.h"
#include "harness/show/table_cell.h"
#include "harness/show/table_fastest.h"
#include "harness/show/table_twin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FEW_SAMPLES = 10 };

static const double drift_noted = 0.02;

enum column {
    COLUMN_CASE,
    COLUMN_MEDIAN,
    COLUMN_INTERVAL,
    COLUMN_SPEEDUP,
    COLUMN_WALL,
    COLUMN_FLOOR,
    COLUMN_CHECK,
    COLUMN_STATUS,
    COLUMN_NOTES, /* the reason where the status is not ok */
    COLUMN_COUNT,
};

static const char *const column_titles[COLUMN_COUNT] = {
    "case", "median", "95 % interval", "speed-up", "wall", "% of floor", "check", "status", "notes",
};

enum colour { COLOUR_NONE, COLOUR_BOLD, COLOUR_GREEN, COLOUR_RED, COLOUR_YELLOW };

static const char *const colour_codes[] = { "", "\033[1m", "\033[32m", "\033[31m", "\033[33m" };

struct row {
    const struct run_case *c;
    bool verified;
    bool hidden; /* the ceilings' own lines stand for it */
    char cells[COLUMN_COUNT][TABLE_CELL_BYTES];
    char apart[160]; /* speed-up between device and host; empty: none */
};

struct table {
    FILE *out;
    bool colours;
    struct row *rows;
    size_t count, ceiling_count;
    const struct run *run;
    const struct table_options *options;
    size_t widths[COLUMN_COUNT];
};

/* Text ----------------------------------------------------------------------------------------- */

static void text_print(const struct table *table, enum colour colour, const char *text)
{
    bool coloured = table->colours && colour != COLOUR_NONE;
    fprintf(table->out, "%s%s%s", coloured ? colour_codes[colour] : "", text,
            coloured ? "\033[0m" : "");
}

/* Rows ----------------------------------------------------------------------------------------- */

static void row_times(struct row *row)
{
    const struct run_case *c = row->c;
    char low[32], high[32];
    units_format_ns(run_case_median_ns(c), row->cells[COLUMN_MEDIAN]);
    units_format_ns(run_case_interval(c).low, low);
    units_format_ns(run_case_interval(c).high, high);
    bool known = strcmp(low, "-") != 0 && strcmp(high, "-") != 0;
    snprintf(row->cells[COLUMN_INTERVAL], TABLE_CELL_BYTES, known ? "%s .. %s" : "-", low, high);
    units_format_ns(c->wall.median, row->cells[COLUMN_WALL]);
    snprintf(row->cells[COLUMN_FLOOR], TABLE_CELL_BYTES,
             isfinite(c->floor_percent) ? "%.3g%s%.1s" : "-", c->floor_percent,
             *c->floor_bound ? " " : "", c->floor_bound);
}

/* What the ratio of a case is against; NULL when the run does not have it. */
static const struct run_case *baseline_of(const struct run *run, const struct run_case *c)
{
    const struct run_case *other = NULL;
    for (size_t i = 0; i < run->case_count; i++) {
        const struct run_case *b = &run->cases[i];
        if (!b->baseline || strcmp(b->workload, c->workload) != 0)
            continue;
        if ((b->cache == RUN_CACHE_COLD) == (c->cache == RUN_CACHE_COLD))
            return b;
        other = b;
    }
    return other;
}

static void speedup_text(char text[TABLE_CELL_BYTES], const struct run_case *c)
{
    const struct stats_interval interval = run_case_ratio_interval(c);
    const double ratio = c->ratio.ratio, low = interval.low, high = interval.high;
    if (!(ratio > 0))
        snprintf(text, TABLE_CELL_BYTES, "-");
    else if (low > 0 && high > 0)
        snprintf(text, TABLE_CELL_BYTES, "%.2f [%.2f, %.2f]", 1 / ratio, 1 / high, 1 / low);
    else
        snprintf(text, TABLE_CELL_BYTES, "%.2f", 1 / ratio);
}

/* Between device and host there is no speed-up of a method: it stands apart, in the notes. */
static void row_speedup(struct row *row, const struct run *run)
{
    const struct run_case *c = row->c, *baseline = baseline_of(run, c);
    const bool apart = baseline && (baseline->kind == BENCH_CPU) != (c->kind == BENCH_CPU);
    char text[TABLE_CELL_BYTES];
    speedup_text(text, c);
    snprintf(row->cells[COLUMN_SPEEDUP], TABLE_CELL_BYTES, "%s",
             c->baseline ? "1.00"
             : apart     ? "-"
                         : text);
    if (!apart || c->baseline || !(c->ratio.ratio > 0))
        return;
    snprintf(row->apart, sizeof(row->apart), "on the %s %.60s times as fast as %.40s",
             c->kind == BENCH_CPU ? "host" : "device", text, baseline->variant);
}

static void row_check(struct row *row)
{
    const struct run_case *c = row->c;
    const bool ok = c->status == BENCH_OK, passed = c->check == RUN_CHECK_PASSED;
    const bool failed = c->status == BENCH_FAILED_VERIFY || (ok && c->check == RUN_CHECK_FAILED);
    row->verified = ok && passed;
    snprintf(row->cells[COLUMN_CHECK], TABLE_CELL_BYTES, "%s",
             failed   ? "FAILED"
             : passed ? "ok"
                      : "-");
}

static void row_notes(struct row *row, const struct run *run, const struct stats_summary *summary)
{
    const struct run_case *c = row->c;
    char *cell = row->cells[COLUMN_NOTES], text[64], clock[CLOCK_NOTE_BYTES];
    if (c->by_wall)
        table_cell_add(cell, ", ", "wall time");
    if (*row->apart)
        table_cell_add(cell, ", ", row->apart);
    if (c->cache_proof.known && !(c->cache_proof.cold && c->cache_proof.clean))
        table_cell_add(cell, ", ", "cold caches not proven");
    if (c->preceded_by == RUN_PRECEDED_BY_OTHERS && !run->device.software)
        table_cell_add(cell, ", ", "behind other cases");
    clock_note_case(c, clock);
    if (*clock)
        table_cell_add(cell, ", ", clock);
    if (!summary)
        return;
    launches_note_case(run, c, text, sizeof(text));
    if (*text)
        table_cell_add(cell, ", ", text);
    if (summary->bimodal)
        table_cell_add(cell, ", ", "bimodal");
    if (c->time_between.bimodal)
        table_cell_add(cell, ", ", "two modes between launches");
    if (fabs(summary->drift) > drift_noted) {
        snprintf(text, sizeof text, "drift %+.3g %%", 100 * summary->drift);
        table_cell_add(cell, ", ", text);
    }
    if (summary->count < FEW_SAMPLES) {
        snprintf(text, sizeof text, "%zu samples only", summary->count);
        table_cell_add(cell, ", ", text);
    }
    if (summary->outliers > 0) {
        snprintf(text, sizeof text, "%zu outlier%s", summary->outliers,
                 summary->outliers > 1 ? "s" : "");
        table_cell_add(cell, ", ", text);
    }
}

static void row_init(struct row *row, const struct run *run, const struct run_case *c)
{
    const struct stats_summary *summary = run_case_judged(c);
    row->c = c;
    table_cell_label(row->cells[COLUMN_CASE], c);
    row_check(row);
    table_cell_add(row->cells[COLUMN_STATUS], "", bench_status_name(c->status));
    if (c->status == BENCH_OK) {
        row_times(row);
        row_speedup(row, run);
        row_notes(row, run, summary);
        return;
    }
    for (int column = COLUMN_MEDIAN; column <= COLUMN_FLOOR; column++)
        snprintf(row->cells[column], TABLE_CELL_BYTES, "-");
    table_cell_add(row->cells[COLUMN_NOTES], "", c->reason);
    table_cell_clean(row->cells[COLUMN_NOTES]);
}

static bool row_is_ceiling(const struct row *row)
{
    return row->c->ceiling != BENCH_CEILING_NONE;
}

/* Table ---------------------------------------------------------------------------------------- */

static const char *column_title(const struct table *table, enum column column)
{
    const bool several = column == COLUMN_INTERVAL && table->run->session.launches > 1;
    return several ? "between launches" : column_titles[column];
}

/* Ceilings that come along with other cases need no rows, unless something went wrong. */
static void rows_hide(const struct table *table, struct row *row)
{
    bool well = row->c->status == BENCH_OK || row->c->status == BENCH_UNSUPPORTED;
    const regex_t *filter = table->options->filter;
    row->hidden = (row_is_ceiling(row) && well && table->ceiling_count < table->count) ||
                  (filter && regexec(filter, row->c->name, 0, NULL, 0) != 0);
}

static bool table_init(struct table *table, FILE *out, const struct run *run,
                       const struct table_options *options)
{
    *table = (struct table){ .out = out,
                             .colours = options->colours,
                             .run = run,
                             .options = options,
                             .count = run->case_count };
    if (table->count == 0)
        return true;
    table->rows = calloc(table->count, sizeof *table->rows);
    if (!table->rows)
        return false;
    for (int column = 0; column < COLUMN_COUNT; column++)
        table->widths[column] = strlen(column_title(table, (enum column)column));
    for (size_t i = 0; i < table->count; i++) {
        row_init(&table->rows[i], run, &run->cases[i]);
        table->ceiling_count += row_is_ceiling(&table->rows[i]);
    }
    for (size_t i = 0; i < table->count; i++) {
        rows_hide(table, &table->rows[i]);
        for (int column = 0; column < COLUMN_COUNT && !table->rows[i].hidden; column++) {
            size_t width = table_cell_width(table->rows[i].cells[column]);
            if (table->widths[column] < width)
                table->widths[column] = width;
        }
    }
    return true;
}

static enum colour status_colour(enum bench_status status)
{
    if (status == BENCH_FAILED_VERIFY || status == BENCH_ERROR || status == BENCH_DEVICE_LOST)
        return COLOUR_RED;
    return status == BENCH_OK ? COLOUR_GREEN : COLOUR_YELLOW;
}

static enum colour cell_colour(const struct row *row, enum column column)
{
    if (column == COLUMN_CHECK) {
        bool failed = strcmp(row->cells[COLUMN_CHECK], "FAILED") == 0;
        return failed ? COLOUR_RED : row->verified ? COLOUR_GREEN : COLOUR_NONE;
    }
    if (column == COLUMN_STATUS)
        return status_colour(row->c->status);
    return column == COLUMN_NOTES ? COLOUR_YELLOW : COLOUR_NONE;
}

/* One line of cells; titles when row is NULL. Numbers are set flush right, words flush left. */
static void line_print(const struct table *table, const struct row *row)
{
    for (int column = 0; column < COLUMN_COUNT; column++) {
        const char *text = row ? row->cells[column] : column_title(table, (enum column)column);
        enum colour colour = row ? cell_colour(row, (enum column)column) : COLOUR_NONE;
        int padding = (int)(table->widths[column] - table_cell_width(text));
        bool right = column >= COLUMN_MEDIAN && column <= COLUMN_FLOOR;
        bool last = column + 1 == COLUMN_COUNT ||
                    (column == COLUMN_STATUS && row && row->cells[COLUMN_NOTES][0] == '\0');
        fprintf(table->out, "  %*s", right ? padding : 0, "");
        text_print(table, colour, text);
        if (last)
            break;
        fprintf(table->out, "%*s", right ? 0 : padding, "");
    }
    fputc('\n', table->out);
}

/* What the bench has to say of its input. */
static void note_print(const struct table *table, const char *workload)
{
    char note[TABLE_CELL_BYTES] = "";
    table_cell_add(note, "", run_fact_text(table->run, workload, "note"));
    table_cell_clean(note);
    if (*note)
        fprintf(table->out, "  %s\n", note);
}

/* All cases of an input that is ruled out say the same: that stands once. */
static bool unsupported_print(const struct table *table, const char *workload)
{
    const struct row *first = NULL;
    size_t count = 0;
    for (size_t i = 0; i < table->count; i++) {
        const struct row *row = &table->rows[i];
        if (strcmp(row->c->workload, workload) != 0 || row->hidden)
            continue;
        first = first ? first : row;
        if (row->c->status != BENCH_UNSUPPORTED || strcmp(row->c->reason, first->c->reason) != 0)
            return false;
        count++;
    }
    if (count < 2)
        return false;
    fprintf(table->out, "  %zu cases  ", count);
    text_print(table, status_colour(BENCH_UNSUPPORTED), bench_status_name(BENCH_UNSUPPORTED));
    fprintf(table->out, "  %s\n\n", first->cells[COLUMN_NOTES]);
    return true;
}

static void group_print(const struct table *table, const char *workload)
{
    char heading[TABLE_CELL_BYTES] = "";
    table_cell_add(heading, "", workload);
    table_cell_clean(heading);
    text_print(table, COLOUR_BOLD, heading);
    fputc('\n', table->out);
    note_print(table, workload);
    if (unsupported_print(table, workload))
        return;
    line_print(table, NULL);
    for (size_t i = 0; i < table->count; i++)
        if (strcmp(table->rows[i].c->workload, workload) == 0 && !table->rows[i].hidden)
            line_print(table, &table->rows[i]);
    table_twin_print(table->out, table->run, workload, table->colours);
    table_fastest_print(table->out, table->run, workload, table->colours);
}

static bool workload_is_new(const struct table *table, size_t index)
{
    if (table->rows[index].hidden)
        return false;
    for (size_t i = index; i-- > 0;)
        if (!table->rows[i].hidden &&
            strcmp(table->rows[i].c->workload, table->rows[index].c->workload) == 0)
            return false;
    return true;
}

/* Where rows of kind CPU ran. */
static void host_print(const struct table *table)
{
    char text[HOST_NOTE_BYTES];
    size_t i = 0;
    while (i < table->count && table->rows[i].c->kind != BENCH_CPU)
        i++;
    host_note(table->run, text);
    table_cell_clean(text);
    if (i < table->count && *text)
        fprintf(table->out, "host: %s\n", text);
}

static void device_print(const struct table *table)
{
    const struct run_device *device = &table->run->device;
    char text[TABLE_CELL_BYTES] = "", clock[CLOCK_NOTE_BYTES];
    if (!*device->name)
        return;
    table_cell_add(text, "", device->name);
    table_cell_add(text, ", ", *device->driver_name ? device->driver_name : "driver unknown");
    table_cell_add(text, " ", device->driver_info);
    table_cell_clean(text);
    text_print(table, COLOUR_BOLD, text);
    clock_note_run(table->run, clock);
    fprintf(table->out, "%s%s\n", *clock ? "; " : "", clock);
    host_print(table);
    fputc('\n', table->out);
}

/* "3 cases: 2 ok, 1 failed_verify" */
static void counts_print(const struct table *table, const char *what, bool ceilings)
{
    size_t of_kind = ceilings ? table->ceiling_count : table->count - table->ceiling_count;
    fprintf(table->out, "%zu %s%s", of_kind, what, of_kind == 1 ? "" : "s");
    const char *separator = ": ";
    for (size_t i = 0; i < table->count; i++) {
        const char *status = table->rows[i].cells[COLUMN_STATUS];
        size_t count = 0;
        bool counted = row_is_ceiling(&table->rows[i]) != ceilings;
        for (size_t j = 0; j < table->count; j++) {
            bool same = row_is_ceiling(&table->rows[j]) == ceilings &&
                        strcmp(table->rows[j].cells[COLUMN_STATUS], status) == 0;
            counted |= same && j < i;
            count += same;
        }
        if (counted)
            continue;
        fprintf(table->out, "%s%zu %s", separator, count, status);
        separator = ", ";
    }
    fputc('\n', table->out);
}

/* What the intervals are of. */
static void intervals_print(const struct table *table)
{
    char text[LAUNCHES_NOTE_BYTES];
    launches_note_run(table->run, text);
    fprintf(table->out, "%s%s", text, *text ? "\n" : "");
}

static void ceilings_print(const struct table *table)
{
    if (!ceilings_known(&table->run->ceilings))
        return;
    text_print(table, COLOUR_BOLD, "ceilings of the device");
    table_ceilings_age_print(table->out, table->run);
    fputc('\n', table->out);
    table_ceilings_print(table->out, &table->run->ceilings);
}

void table_print(FILE *out, const struct run *run, const struct table_options *options)
{
    struct table table;
    if (!table_init(&table, out, run, options)) {
        fprintf(out, "no memory for a table of %zu cases\n", table.count);
        return;
    }
    device_print(&table);
    ceilings_print(&table);
    for (size_t i = 0; i < table.count; i++)
        if (workload_is_new(&table, i))
            group_print(&table, table.rows[i].c->workload);
    intervals_print(&table);
    if (table.ceiling_count > 0)
        counts_print(&table, "ceiling", true);
    if (table.ceiling_count == 0 || table.ceiling_count < table.count)
        counts_print(&table, "case", false);
    free(table.rows);
}
