/* SPDX-License-Identifier: MIT */
#include "harness/views/table/table.h"

#include "harness/analysis/claims/claims.h"
#include "harness/analysis/limits/limits.h"
#include "harness/analysis/why/why.h"
#include "harness/base/need.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const mark_codes[WRAP_MARKS] = { "",         "\033[1m",  "\033[31m",
                                                    "\033[32m", "\033[33m", "\033[0m" };

unsigned table_text_width(const char *text)
{
    return wrap_width(text, strlen(text));
}

unsigned table_text_lines(const char *text)
{
    unsigned lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* Cells ---------------------------------------------------------------------------------------- */

char *table_text_tie(char *cell)
{
    for (char *c = cell; *c; c++)
        *c = *c == ' ' ? *TABLE_TIE : *c;
    return cell;
}

void table_text_unmark(char *cell)
{
    char *to = cell;
    for (; *cell; cell++)
        if ((unsigned char)*cell >= WRAP_MARKS)
            *to++ = *cell == *TABLE_TIE ? ' ' : *cell;
    *to = 0;
}

/* Lines ---------------------------------------------------------------------------------------- */

static void bytes_put(struct table_text *text, const char *string, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        const unsigned char c = (unsigned char)string[i];
        if (c >= WRAP_MARKS)
            fputc(c == *TABLE_TIE ? ' ' : c, text->out);
        else if (text->colours)
            fputs(mark_codes[c], text->out);
    }
    text->column += wrap_width(string, bytes);
}

void table_text_put(struct table_text *text, const char *string)
{
    bytes_put(text, string, strlen(string));
}

void table_text_pad(struct table_text *text, unsigned column)
{
    while (text->column < column) {
        fputc(' ', text->out);
        text->column++;
    }
}

void table_text_end(struct table_text *text)
{
    fputc('\n', text->out);
    text->column = 0;
    text->lines++;
}

void table_text_wrap(struct table_text *text, const char *words, unsigned indent)
{
    struct wrap wrap = { text->columns, text->column, indent, true, text->column > indent };
    struct wrap_piece piece;
    while (wrap_next(&wrap, &words, &piece)) {
        if (piece.breaks)
            table_text_end(text);
        table_text_pad(text, piece.breaks ? indent : text->column + piece.spaces);
        bytes_put(text, piece.text, piece.bytes);
    }
}

/* Copies words of a document, cleaned for a terminal. */
static void clean_copy(char cell[TABLE_CELL_BYTES], const char *words)
{
    cell[0] = 0;
    table_text_add(cell, "", "%s", words);
    printable_clean(cell);
}

void table_text_print(FILE *out, const char *head, const char *words)
{
    struct table_text text = { .out = out, .columns = TABLE_TEXT_COLUMNS };
    char cell[TABLE_CELL_BYTES];
    clean_copy(cell, head);
    table_text_put(&text, cell);
    clean_copy(cell, words);
    table_text_wrap(&text, cell, text.column);
    table_text_end(&text);
}

/* Table label ---------------------------------------------------------------------------------- */

static const char *variant_of(const struct run_case *c)
{
    return *c->variant ? c->variant : c->name;
}

/* True when the name of a case or a workload holds "/name:value" as a part. */
static bool name_holds_axis(const char *held_by, const struct run_axis *axis)
{
    const size_t name_length = strlen(axis->name), value_length = strlen(axis->value);
    for (const char *part = strchr(held_by, '/'); part; part = strchr(part, '/')) {
        part++;
        if (strncmp(part, axis->name, name_length) != 0 || part[name_length] != ':')
            continue;
        const char *held = part + name_length + 1;
        if (strncmp(held, axis->value, value_length) == 0 && strchr("/", held[value_length]))
            return true;
    }
    return false;
}

static bool is_labelled(const struct run_case *c, const struct run_axis *axis)
{
    return !name_holds_axis(c->workload, axis) && name_holds_axis(c->name, axis);
}

/* One that is at its default, and has no name for it, has the axis as well. */
static bool is_common(const struct run_axis *axis, const struct run_case *const *cases,
                      size_t count)
{
    size_t holders = 0;
    for (size_t i = 0; i < count; i++) {
        const struct run_axis *other = run_case_axis(cases[i], axis->name);
        if (other && strcmp(other->value, axis->value) != 0)
            return false;
        holders += !!other;
    }
    return holders > 1;
}

static bool holds(const struct table_label_common *common, const char *name)
{
    for (size_t i = 0; i < common->axis_count; i++)
        if (strcmp(common->axes[i]->name, name) == 0)
            return true;
    return false;
}

static void table_label_common(struct table_label_common *common,
                               const struct run_case *const *cases, size_t count)
{
    *common = (struct table_label_common){ .cold = count > 1 };
    if (count < 2)
        return;
    common->variant = variant_of(cases[0]);
    for (size_t i = 0; i < count; i++) {
        common->cold = common->cold && cases[i]->cache == RUN_CACHE_COLD;
        if (common->variant && strcmp(common->variant, variant_of(cases[i])) != 0)
            common->variant = NULL;
        foreach (const struct run_axis, axis, cases[i]->axes, cases[i]->axis_count)
            if (common->axis_count < TABLE_LABEL_AXES_MAX && !holds(common, axis->name) &&
                is_labelled(cases[i], axis) && is_common(axis, cases, count))
                common->axes[common->axis_count++] = axis;
    }
}

const char *table_label(char cell[TABLE_CELL_BYTES], const struct run_case *c,
                        const struct table_label_common *common)
{
    static const struct table_label_common nothing = { 0 };
    const struct table_label_common *left_out = common ? common : &nothing;
    cell[0] = '\0';
    if (!left_out->variant)
        table_text_add(cell, "", "%s", variant_of(c));
    for (size_t i = 0; i < c->axis_count; i++)
        if (is_labelled(c, &c->axes[i]) && !holds(left_out, c->axes[i].name))
            table_text_add(cell, " ", "%s:%s", c->axes[i].name, c->axes[i].value);
    if (c->cache == RUN_CACHE_COLD && !left_out->cold)
        table_text_add(cell, " ", "cold");
    if (!*cell)
        table_text_add(cell, "", "%s", variant_of(c));
    printable_clean(cell);
    return cell;
}

/* Table row ------------------------------------------------------------------------------------ */

static const char *const row_titles[TABLE_COLUMN_COUNT] = {
    "median", "\xC2\xB1",   "speed-up",   "rate",  "items",
    "wall",   "% of limit", "% of probe", "check", "top unit",
};

bool table_row_is_apart(const struct run *run, const struct run_case *c)
{
    const struct run_case *baseline = case_launches_baseline(run, c);
    return baseline && !c->baseline && c->ratio.ratio > 0 &&
           ((baseline->kind == BENCH_CPU) != (c->kind == BENCH_CPU) ||
            strcmp(baseline->api, c->api) != 0);
}

/* Writes the speed-up with its interval; of a case that is apart, as the note that says it. A
 * program whose device tells its time is held against the device's time of the baseline: the wall
 * time of one submission has the way to the device in it, that of a loop of launches has not. */
static void row_speedup(struct table_row *row, const struct run *run, char apart[TABLE_CELL_BYTES])
{
    const struct run_case *c = row->c, *baseline = case_launches_baseline(run, c);
    const bool by_devices = baseline && *c->api && !*c->mark && run_case_device_counts(c) &&
                            !*baseline->api && !baseline->by_wall && baseline->gpu.count > 0 &&
                            table_row_is_apart(run, c);
    const double stamps =
        by_devices ? estimate_stamps_factor(c) * estimate_stamps_factor(baseline) : 1;
    const struct stats_interval *own = &c->gpu.interval;
    const struct stats_interval interval =
        by_devices ? (struct stats_interval){ own->low / baseline->gpu.interval.high / stamps,
                                              own->high / baseline->gpu.interval.low * stamps }
                   : run_case_ratio_interval(c);
    const double ratio = by_devices ? c->gpu.median / baseline->gpu.median : c->ratio.ratio;
    const double speedup = 1 / ratio;
    const int decimals = speedup >= 99.95   ? 0
                         : speedup >= 9.995 ? 1
                         : speedup >= 0.1   ? 2
                         : speedup >= 0.01  ? 3
                                            : 4;
    char text[TABLE_NUMBER_BYTES] = "";
    apart[0] = '\0';
    if (interval.low > 0 && interval.high > 0 && ratio > 0)
        snprintf(text, TABLE_NUMBER_BYTES, "%.*f [%.*f, %.*f]", decimals, speedup, decimals,
                 1 / interval.high, decimals, 1 / interval.low);
    else if (ratio > 0)
        snprintf(text, TABLE_NUMBER_BYTES, "~%.*f", decimals, speedup);
    if (!table_row_is_apart(run, c)) {
        snprintf(row->cells[TABLE_SPEEDUP], TABLE_NUMBER_BYTES, "%s",
                 c->baseline ? "baseline" : text);
        return;
    }
    if (by_devices)
        table_text_add(apart, "", "device %s", units_format_ns(c->gpu.median, UNITS_ROOM));
    table_text_add(apart, ", ", "%s", text);
    if (*c->api || *baseline->api)
        table_text_add(apart, " ", "x %.20s, two" TABLE_TIE "APIs",
                       *baseline->api                ? baseline->api
                       : baseline->kind == BENCH_CPU ? "host"
                                                     : "vulkan");
    else
        table_text_add(apart, " ", "x %s", c->kind == BENCH_CPU ? "device" : "host");
    table_text_tie(apart);
}

/* common: of its group. */
static void table_row_init(struct table_row *row, const struct run *run, const struct run_case *c,
                           const struct table_label_common *common, struct table_note_options notes)
{
    char apart[TABLE_CELL_BYTES];
    struct why why;
    *row = (struct table_row){ .c = c, .mark = ' ' };
    table_label(row->label, c, common);
    if (c->status != BENCH_OK) {
        table_text_add(row->note, "", "%s", c->reason);
        printable_clean(row->note);
        return;
    }
    const bool failed = c->check == RUN_CHECK_FAILED, passed = c->check == RUN_CHECK_PASSED;
    const struct stats_interval interval = run_case_interval(c);
    const double median = run_case_median_ns(c);
    /* The farther end of the interval, so that the whole lies within; rounded up. */
    const double half = 100 * fmax(interval.high - median, median - interval.low) / median;
    const double tenths = ceil(10 * half - 1e-6) / 10;
    units_format_ns(median, row->cells[TABLE_MEDIAN]);
    if (!isnan(interval.low) && !isnan(interval.high) && isfinite(half))
        snprintf(row->cells[TABLE_INTERVAL], TABLE_NUMBER_BYTES, "%.*f %%", tenths < 10 ? 1 : 0,
                 tenths < 10 ? fmax(tenths, 0) : ceil(half));
    if (isfinite(c->wall.median))
        units_format_ns(c->wall.median, row->cells[TABLE_WALL]);
    if (isfinite(c->floor_percent))
        snprintf(row->cells[TABLE_FLOOR], TABLE_NUMBER_BYTES, "%.1f%s%.20s", c->floor_percent,
                 *c->floor_bound ? " " : "", c->floor_bound);
    if (isfinite(c->probe_percent))
        snprintf(row->cells[TABLE_PROBE], TABLE_NUMBER_BYTES, "%.1f", c->probe_percent);
    snprintf(row->cells[TABLE_CHECK], TABLE_NUMBER_BYTES, "%s",
             failed   ? "FAILED"
             : passed ? "ok"
                      : "-");
    /* Bytes moved, or operations, in its time; and the items that the case declares. */
    const struct bench_work *work = &c->work; /* NAN where it is not declared */
    const double bytes =
        fmax(work->bytes_read, 0) + fmax(work->bytes_written, 0) + fmax(work->bytes_sampled, 0);
    const double amount = bytes > 0 ? bytes : work->operations;
    const double seconds = median / 1e9, items_per_s = work->items / median * 1e9;
    if (amount > 0 && seconds > 0)
        units_format_rate(amount / seconds, bytes > 0 ? "B/s" : "op/s", row->cells[TABLE_RATE]);
    if (items_per_s > 0)
        units_format_rate(items_per_s, "/s", row->cells[TABLE_ITEMS]);
    row_speedup(row, run, apart);
    why_find(&why, run, c);
    if (why.use_count > 0)
        snprintf(row->cells[TABLE_UNIT], TABLE_NUMBER_BYTES, "%s %.1f %%",
                 why_unit_name(why.uses[0].unit), why.uses[0].percent);
    table_note(row->note, run, c, apart, notes);
}

/* Table group ---------------------------------------------------------------------------------- */

enum { ROOMY_COLUMNS = 110, WIDE = SHEET_WIDE }; /* from here on columns are there */

struct group {
    struct sheet *sheet;
    const struct run *run;
    const char *workload;
    const struct run_case **cases; /* that are shown */
    struct table_row *rows;        /* of those */
    size_t count;
    bool filtered; /* some cases of the workload are not shown */
    struct table_label_common common;
    char head[TABLE_CELL_BYTES]; /* the workload, and what its cases have in common */
    char note[TABLE_CELL_BYTES]; /* what the bench has to say of its input */
};

static bool is_filtered(const struct table_options *options, const struct run_case *c)
{
    return options->filter && regexec(options->filter, c->name, 0, NULL, 0) != 0;
}

/* True for cases that have a row: not those that the filter leaves out, nor twins that no file
 * concerns; nor, where there are `others`, ceilings that are well. */
static bool table_group_shows(const struct table_options *options, const struct run_case *c,
                              bool others)
{
    const bool well = c->status == BENCH_OK || c->status == BENCH_UNSUPPORTED;
    const bool left_out = c->twin && c->replaced_count == 0;
    const bool aside = others && well && c->ceiling != BENCH_CEILING_NONE;
    return !left_out && c->status != BENCH_VERIFIED && !aside && !is_filtered(options, c);
}

static bool group_has_best(const struct group *group)
{
    bool times = false;
    for (size_t i = 0; i < group->count; i++)
        times = times || group->cases[i]->status == BENCH_OK;
    return times && group->count > 1 && !group->filtered;
}

static void group_init(struct group *group, const struct table_options *options, bool others)
{
    const struct run *run = group->run;
    const struct sheet_look *look = &group->sheet->look;
    const bool roomy = look->style != SHEET_TEXT || look->wide || look->columns >= ROOMY_COLUMNS;
    group->cases = need_zeroed(run->case_count, sizeof(*group->cases));
    group->filtered = options->part;
    foreach (const struct run_case, c, run->cases, run->case_count) {
        if (strcmp(c->workload, group->workload) != 0)
            continue;
        if (table_group_shows(options, c, others))
            group->cases[group->count++] = c;
        else
            group->filtered = group->filtered || is_filtered(options, c);
    }
    group->rows = need_zeroed(group->count, sizeof(*group->rows));
    bool wall = group->count > 1;
    for (size_t i = 0; i < group->count; i++)
        wall = wall && group->cases[i]->by_wall;
    const struct table_note_options notes = { .outliers = roomy, .wall_said = wall };
    table_label_common(&group->common, group->cases, group->count);
    /* The head: the workload, and what all have in common, "packed images:no cold". */
    const struct table_label_common *of = &group->common;
    char name[TABLE_CELL_BYTES] = "", common[TABLE_CELL_BYTES] = "";
    table_text_add(name, "", "%s", group->workload);
    printable_clean(name);
    if (of->variant)
        table_text_add(common, "", "%s", of->variant);
    for (size_t i = 0; i < of->axis_count; i++)
        table_text_add(common, " ", "%s:%s", of->axes[i]->name, of->axes[i]->value);
    if (of->cold)
        table_text_add(common, " ", "cold");
    printable_clean(common);
    if (wall)
        table_text_add(common, ", ", "wall time");
    table_text_add(group->head, "", TABLE_BOLD "%s" TABLE_PLAIN, name);
    if (*common)
        table_text_add(group->head, " all ", "%s", common);
    for (size_t i = 0; i < group->count; i++)
        table_row_init(&group->rows[i], run, group->cases[i], &group->common, notes);
    if (group_has_best(group))
        table_fastest_mark(group->rows, group->count, run, group->workload, options->catalogue);
    for (size_t i = 0; i < group->count && options->only_limits; i++) {
        struct table_row *row = &group->rows[i];
        for (int column = 0; column < TABLE_COLUMN_COUNT; column++)
            if (column != TABLE_FLOOR && column != TABLE_UNIT)
                row->cells[column][0] = '\0';
        row->note[0] = '\0';
    }
    if (!options->only_limits)
        table_text_add(group->note, "", "%s", run_fact_text(run, group->workload, "note"));
    printable_clean(group->note);
}

static bool is_used(const struct group *group, int column)
{
    bool used = column == TABLE_MEDIAN;
    for (size_t i = 0; i < group->count; i++)
        used = used || *group->rows[i].cells[column];
    return used;
}

static void row_view(const struct group *group, const struct table_row *row)
{
    struct sheet_value values[TABLE_COLUMN_COUNT + 2];
    OWNED_TEXT struct text label = { 0 };
    const bool best = row->mark == '*';
    size_t count = 0;
    if (group->sheet->look.style != SHEET_TEXT)
        text_add_format(&label, "%s%s", row->label, row->mark == '~' ? " ~" : "");
    else /* behind its mark, or as much room */
        text_add_format(&label, "%c" TABLE_TIE "%s", row->mark == ' ' ? *TABLE_TIE : row->mark,
                        row->label);
    values[count] = sheet_words(text_string(&label));
    values[count].colour = best ? TABLE_BOLD : NULL;
    values[count++].strong = best;
    for (int column = 0; column < TABLE_COLUMN_COUNT; column++)
        if (is_used(group, column))
            values[count++] = sheet_words(row->cells[column]);
    values[count] = sheet_words(row->note);
    values[count++].colour = TABLE_YELLOW;
    sheet_row(group->sheet, values, count);
}

/* Adds one row for the cases that ended like case `index`, at the first of them. */
static void ended_view(const struct group *group, size_t index)
{
    const struct run_case *c = group->cases[index];
    const bool expected = c->status == BENCH_UNSUPPORTED || c->status == BENCH_SKIPPED;
    OWNED_TEXT struct text labels = { 0 };
    size_t count = 0;
    for (size_t i = 0; i < group->count; i++) {
        const struct run_case *other = group->cases[i];
        if (other->status != c->status || strcmp(other->reason, c->reason) != 0)
            continue;
        if (i < index)
            break;
        text_join(&labels, ", ", "%s", group->rows[i].label);
        count++;
    }
    if (count > 1 && count == group->count) {
        text_finish(&labels);
        text_add_format(&labels, "all %zu cases", count);
    }
    const struct sheet_value values[] = { sheet_words(text_string(&labels)),
                                          { .text = bench_status_name(c->status),
                                            .colour = expected ? TABLE_YELLOW : TABLE_RED },
                                          sheet_words(group->rows[index].note) };
    if (count > 0)
        sheet_row_words(group->sheet, values, COUNT_OF(values));
}

/* Adds the columns that have something in a row, and the rows; then explains the notes of the
 * group, and says which case is the fastest. */
static void group_view(const struct group *group, const struct table_options *options,
                       unsigned *explained)
{
    struct sheet *sheet = group->sheet;
    struct sheet_column columns[TABLE_COLUMN_COUNT + 2];
    size_t count = 0;
    bool apart = false;
    columns[count++] = (struct sheet_column){ .title = "case" };
    for (int column = 0; column < TABLE_COLUMN_COUNT; column++)
        if (is_used(group, column))
            columns[count++] = (struct sheet_column){
                .title = row_titles[column],
                .type = SHEET_NUMBER,
                .yields = column == TABLE_RATE || column == TABLE_ITEMS,
                .in = column >= TABLE_WALL ? SHEET_IN(SHEET_TEXT) : 0,
                .from = column == TABLE_UNIT   ? WIDE
                        : column >= TABLE_WALL ? ROOMY_COLUMNS
                                               : 0,
            };
    columns[count++] = (struct sheet_column){ .title = "notes", .place = SHEET_BEHIND };
    sheet_table(sheet, &(struct sheet_table){ .columns = columns,
                                              .column_count = count,
                                              .gap = 2,
                                              .head = group->head,
                                              .note = *group->note ? group->note : NULL,
                                              .dense = true });
    for (size_t i = 0; i < group->count; i++)
        if (group->cases[i]->status == BENCH_OK) {
            row_view(group, &group->rows[i]);
            apart = apart || table_row_is_apart(group->run, group->cases[i]);
        } else {
            ended_view(group, i);
        }
    sheet_table_end(sheet);
    if (options->only_limits)
        return;
    table_note_legend_view(sheet, group->run, group->cases, group->count, apart, explained);
    table_override_view(sheet, group->run, group->workload, options->attempts);
    if (group_has_best(group))
        table_fastest_view(sheet, group->run, group->workload, &group->common, options->catalogue);
}

/* Table ---------------------------------------------------------------------------------------- */

enum { INDENT = 2 };

static void line_view(struct sheet *sheet, const char *before, const char *line)
{
    if (*line)
        sheet_line(sheet, SHEET_NOTE, before, INDENT, line);
}

/* "3 cases: 2 ok, 1 failed_verify; intervals: 95 %, within one process", of device limits or of
 * other cases; not those that the filter excludes. */
static void counts_view(struct table *table, const struct run *run, bool ceilings, bool unless_well,
                        const char *behind)
{
    size_t counts[BENCH_STATUS_COUNT] = { 0 }, all = 0;
    OWNED_TEXT struct text line = { 0 };
    const char *separator = ": ";
    foreach (const struct run_case, c, run->cases, run->case_count) {
        if (is_filtered(&table->options, c) || (c->twin && c->replaced_count == 0) ||
            (c->ceiling != BENCH_CEILING_NONE) != ceilings)
            continue;
        all++;
        counts[c->status]++;
    }
    if (unless_well && counts[BENCH_OK] + counts[BENCH_UNSUPPORTED] + counts[BENCH_VERIFIED] == all)
        return;
    text_add_format(&line, "%zu %s%s", all, ceilings ? "device limit" : "case",
                    plural(all, "", "s"));
    for (int status = 0; status < BENCH_STATUS_COUNT; status++) {
        if (counts[status] == 0)
            continue;
        text_add_format(&line, "%s%zu %s", separator, counts[status],
                        bench_status_name((enum bench_status)status));
        separator = ", ";
    }
    text_add_format(&line, "%s%s", *behind ? "; " : "", behind);
    line_view(&table->sheet, "", text_string(&line));
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
    OWNED_TEXT struct text line = { 0 };
    *table = (struct table){ .options = *options, .others = others };
    text_look(&look, options);
    sheet_init(&table->sheet, out, &look);
    table->sheet.marked = true;
    if (*device->name)
        text_add_format(&line, "%s, %s%s%s", device->name,
                        *device->driver_name ? device->driver_name : "driver unknown",
                        *device->driver_info ? " " : "", device->driver_info);
    if (options->style != SHEET_TEXT)
        text_join(&line, ", ", "%.10s, claimcheck %.40s", run->session.started, run->tool.commit);
    if (line.length > 0) {
        printable_clean(line.string);
        sheet_line(&table->sheet, SHEET_TITLE, "", INDENT, line.string);
    }
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
    OWNED_TEXT struct text line = { 0 };
    text_add(&line, "device limits");
    table_ceilings_age(&line, run);
    sheet_line(sheet, SHEET_HEADING, "", INDENT, text_string(&line));
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
    OWNED_TEXT struct text line = { 0 }, details = { 0 };
    const char *file = table->options.file;
    const struct run_ceilings *ceilings = ceilings_of(run, &found);
    if (!ceilings_known(ceilings) || table->options.no_limits)
        return;
    if (!table->others) {
        ceilings_view(&table->sheet, run);
        return;
    }
    table_limits_text(&line, run, ceilings);
    text_add_format(&details, "details: claimcheck show%s%s --limits", file ? " " : "",
                    file ? file : "");
    const size_t columns = table->options.columns > 0 ? table->options.columns : TERMINAL_COLUMNS;
    const bool beside = table->options.wide || line.length + 2 + details.length <= columns;
    if (beside)
        text_add_format(&line, "; %s", text_string(&details));
    sheet_line(&table->sheet, SHEET_NOTE, "", INDENT, text_string(&line));
    if (!beside && details.length <= columns) /* a command that breaks cannot be pasted */
        sheet_line(&table->sheet, SHEET_NOTE, "", INDENT, text_string(&details));
}

void table_add(struct table *table, const struct run *run, const char *workload)
{
    struct group group = { .sheet = &table->sheet, .run = run, .workload = workload };
    group_init(&group, &table->options, table->others);
    if (group.count > 0)
        group_view(&group, &table->options, &table->explained);
    free(group.rows);
    free(group.cases);
}

void table_end(struct table *table, const struct run *run)
{
    if (!table->others)
        limits_view(table, run);
    /* The meaning of notes, the host of CPU cases, the scope of intervals, and how many cases ended
     * how. Device limits appear only if nothing else ran, or if one failed. */
    struct sheet *sheet = &table->sheet;
    OWNED const struct run_case **cases = need_bytes(run->case_count * sizeof(*cases)); /* shown */
    char launches[LAUNCHES_NOTE_BYTES], host[HOST_NOTE_BYTES];
    bool on_host = false;
    size_t count = 0;
    for (size_t i = 0; i < run->case_count; i++)
        if (table_group_shows(&table->options, &run->cases[i], table->others)) {
            cases[count++] = &run->cases[i];
            on_host = on_host || run->cases[i].kind == BENCH_CPU;
        }
    table_note_software_view(sheet, run, cases, count);
    launches_note_run(run, launches);
    if (!table->options.brief) {
        host_note(run, host);
        printable_clean(host);
        line_view(sheet, "host: ", on_host ? host : "");
        line_view(sheet, "", clock_note_run(run, (char[CLOCK_NOTE_BYTES]){ 0 }));
        line_view(sheet, "", launches);
        launches[0] = '\0';
    }
    counts_view(table, run, true, table->others, table->others ? "" : launches);
    if (table->others)
        counts_view(table, run, false, false, launches);
    /* Answers that an earlier run computed, by technique, with the day of the oldest. */
    const char *technique = NULL;
    double since_s = INFINITY;
    for (size_t i = 0; i < run->case_count; i++)
        if (run->cases[i].answer_kept_s > 0 && run->cases[i].answer_kept_s < since_s) {
            since_s = run->cases[i].answer_kept_s;
            technique = run->cases[i].technique;
        }
    if (technique) {
        char date[32] = "";
        const time_t since = (time_t)since_s;
        const struct tm *day = gmtime(&since);
        if (day)
            strftime(date, sizeof(date), "%Y-%m-%d", day);
        sheet_note(sheet, "",
                   "%s: reference's answer kept since %s; --answers fresh computes it again",
                   technique, date);
    }
    if (table->others)
        limits_view(table, run);
    sheet_finish(&table->sheet);
}

void table_print(FILE *out, const struct run *run, const struct table_options *options)
{
    struct table table;
    OWNED_BY(run_choice_finish) struct run chosen = { 0 };
    bool others = run->case_count == 0;
    for (size_t i = 0; i < run->case_count; i++)
        others = others || run->cases[i].ceiling == BENCH_CEILING_NONE;
    table_begin(&table, out, options, run, others);
    /* The limits are those of all cases. */
    run_choose_by_workload(&chosen, run);
    chosen.ceilings = *ceilings_of(run, &chosen.ceilings);
    struct run part = chosen;
    part.case_count = 0;
    while (run_choice_next(&part, &chosen))
        table_add(&table, &part, part.cases->workload);
    table_end(&table, run);
}
