/* SPDX-License-Identifier: MIT */
#include "harness/base/need.h"
#include "harness/base/text.h"
#include "harness/views/table/table_parts.h"

#include <stdlib.h>
#include <string.h>

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

bool table_group_shows(const struct table_options *options, const struct run_case *c, bool others)
{
    const bool well = c->status == BENCH_OK || c->status == BENCH_UNSUPPORTED;
    const bool left_out = c->twin && c->replaced_count == 0;
    const bool aside = others && well && c->ceiling != BENCH_CEILING_NONE;
    return !left_out && c->status != BENCH_VERIFIED && !aside && !is_filtered(options, c);
}

static void group_collect(struct group *group, const struct table_options *options, bool others)
{
    for (size_t i = 0; i < group->run->case_count; i++) {
        const struct run_case *c = &group->run->cases[i];
        if (strcmp(c->workload, group->workload) != 0)
            continue;
        if (table_group_shows(options, c, others))
            group->cases[group->count++] = c;
        else
            group->filtered = group->filtered || is_filtered(options, c);
    }
}

static void group_head(struct group *group, bool wall)
{
    char name[TABLE_CELL_BYTES] = "", common[TABLE_CELL_BYTES];
    table_text_add(name, "", group->workload);
    table_text_clean(name);
    table_label_common_text(common, &group->common);
    if (wall)
        table_text_add(common, ", ", "wall time");
    table_text_add(group->head, "", TABLE_BOLD);
    table_text_add(group->head, "", name);
    table_text_add(group->head, "", TABLE_PLAIN);
    if (*common)
        table_text_add(group->head, " all ", common);
}

static bool has_times(const struct group *group)
{
    for (size_t i = 0; i < group->count; i++)
        if (group->cases[i]->status == BENCH_OK)
            return true;
    return false;
}

static bool group_has_best(const struct group *group)
{
    return group->count > 1 && !group->filtered && has_times(group);
}

/* Keeps the share of the device's limits alone. */
static void group_narrow(struct group *group)
{
    for (size_t i = 0; i < group->count; i++) {
        struct table_row *row = &group->rows[i];
        for (int column = 0; column < TABLE_COLUMN_COUNT; column++)
            if (column != TABLE_FLOOR && column != TABLE_UNIT)
                row->cells[column][0] = '\0';
        row->note[0] = '\0';
    }
}

/* Returns true if all columns are there. */
static bool is_roomy(const struct sheet *sheet)
{
    const struct sheet_look *look = &sheet->look;
    return look->style != SHEET_TEXT || look->wide || look->columns >= ROOMY_COLUMNS;
}

static void group_init(struct group *group, const struct table_options *options, bool others)
{
    const bool all = is_roomy(group->sheet);
    group->cases = need_zeroed(group->run->case_count, sizeof(*group->cases));
    group_collect(group, options, others);
    group->filtered = group->filtered || options->part;
    group->rows = need_zeroed(group->count, sizeof(*group->rows));
    bool wall = group->count > 1;
    for (size_t i = 0; i < group->count; i++)
        wall = wall && group->cases[i]->by_wall;
    const struct table_note_options notes = { .outliers = all, .wall_said = wall };
    table_label_common(&group->common, group->cases, group->count);
    group_head(group, wall);
    for (size_t i = 0; i < group->count; i++)
        table_row_init(&group->rows[i], group->run, group->cases[i], &group->common, notes);
    if (group_has_best(group))
        table_fastest_mark(group->rows, group->count, group->run, group->workload,
                           options->catalogue);
    if (options->only_limits)
        group_narrow(group);
    else
        table_text_add(group->note, "", run_fact_text(group->run, group->workload, "note"));
    table_text_clean(group->note);
}

static bool is_used(const struct group *group, int column)
{
    bool used = column == TABLE_MEDIAN;
    for (size_t i = 0; i < group->count; i++)
        used = used || *group->rows[i].cells[column];
    return used;
}

/* Makes the columns that have something in a row. */
static size_t columns_make(const struct group *group,
                           struct sheet_column columns[TABLE_COLUMN_COUNT + 2])
{
    size_t count = 0;
    columns[count++] = (struct sheet_column){ .title = "case" };
    for (int column = 0; column < TABLE_COLUMN_COUNT; column++) {
        if (!is_used(group, column))
            continue;
        columns[count++] = (struct sheet_column){
            .title = table_row_titles[column],
            .type = SHEET_NUMBER,
            .yields = column == TABLE_RATE || column == TABLE_ITEMS,
            .in = column >= TABLE_WALL ? SHEET_IN(SHEET_TEXT) : 0,
            .from = column == TABLE_UNIT   ? WIDE
                    : column >= TABLE_WALL ? ROOMY_COLUMNS
                                           : 0,
        };
    }
    columns[count++] = (struct sheet_column){ .title = "notes", .place = SHEET_BEHIND };
    return count;
}

/* Writes the label: in a text behind its mark, or as much room; a page has the best bold. */
static void label_text(const struct sheet *sheet, const struct table_row *row, struct text *label)
{
    if (sheet->look.style != SHEET_TEXT)
        text_add_format(label, "%s%s", row->label, row->mark == '~' ? " ~" : "");
    else if (row->mark == ' ')
        text_add_format(label, TABLE_TIE TABLE_TIE "%s", row->label);
    else
        text_add_format(label, "%c" TABLE_TIE "%s", row->mark, row->label);
}

static void row_view(const struct group *group, const struct table_row *row)
{
    struct sheet_value values[TABLE_COLUMN_COUNT + 2];
    struct text label = { 0 };
    const bool best = row->mark == '*';
    size_t count = 0;
    label_text(group->sheet, row, &label);
    values[count] = sheet_words(text_string(&label));
    values[count].colour = best ? TABLE_BOLD : NULL;
    values[count++].strong = best;
    for (int column = 0; column < TABLE_COLUMN_COUNT; column++)
        if (is_used(group, column))
            values[count++] = sheet_words(row->cells[column]);
    values[count] = sheet_words(row->note);
    values[count++].colour = TABLE_YELLOW;
    sheet_row(group->sheet, values, count);
    text_finish(&label);
}

/* Cases that did not come to a time --------------------------------------------------------- */

static bool same_end(const struct run_case *a, const struct run_case *b)
{
    return a->status == b->status && strcmp(a->reason, b->reason) == 0;
}

static const char *status_mark(enum bench_status status)
{
    return status == BENCH_UNSUPPORTED || status == BENCH_SKIPPED ? TABLE_YELLOW : TABLE_RED;
}

/* Adds one row for the cases that ended like case `index`, at the first of them. */
static void ended_view(const struct group *group, size_t index)
{
    const struct run_case *c = group->cases[index];
    struct text labels = { 0 };
    size_t count = 0;
    for (size_t i = 0; i < group->count; i++) {
        if (!same_end(group->cases[i], c))
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
                                            .colour = status_mark(c->status) },
                                          sheet_words(group->rows[index].note) };
    if (count > 0)
        sheet_row_words(group->sheet, values, sizeof(values) / sizeof(values[0]));
    text_finish(&labels);
}

/* Explains the notes of the group, and says which case is the fastest. */
static void foot_view(const struct group *group, const struct table_options *options,
                      unsigned *explained)
{
    bool apart = false;
    for (size_t i = 0; i < group->count; i++)
        apart = apart || (group->cases[i]->status == BENCH_OK &&
                          table_row_is_apart(group->run, group->cases[i]));
    table_note_legend_view(group->sheet, group->run, group->cases, group->count, apart, explained);
    table_override_view(group->sheet, group->run, group->workload, options->attempts);
    if (group_has_best(group))
        table_fastest_view(group->sheet, group->run, group->workload, &group->common,
                           options->catalogue);
}

static void group_view(const struct group *group, const struct table_options *options,
                       unsigned *explained)
{
    struct sheet_column columns[TABLE_COLUMN_COUNT + 2];
    const struct sheet_table table = { .columns = columns,
                                       .column_count = columns_make(group, columns),
                                       .gap = 2,
                                       .head = group->head,
                                       .note = *group->note ? group->note : NULL,
                                       .dense = true };
    sheet_table(group->sheet, &table);
    for (size_t i = 0; i < group->count; i++)
        if (group->cases[i]->status == BENCH_OK)
            row_view(group, &group->rows[i]);
        else
            ended_view(group, i);
    sheet_table_end(group->sheet);
    if (!options->only_limits)
        foot_view(group, options, explained);
}

void table_group_view(struct sheet *sheet, const struct run *run, const char *workload,
                      const struct table_options *options, bool others, unsigned *explained)
{
    struct group group = { .sheet = sheet, .run = run, .workload = workload };
    group_init(&group, options, others);
    if (group.count > 0)
        group_view(&group, options, explained);
    free(group.rows);
    free(group.cases);
}
