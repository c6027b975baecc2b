/* SPDX-License-Identifier: MIT */

#include "harness/base/wrap.h"
#include "harness/views/table/table_parts.h"

#include <stdlib.h>
#include <string.h>

enum {
    INDENT = 2,      /* of rows */
    DEEP_INDENT = 6, /* of what belongs to a row, below it */
    GAP = 2,
    LABEL_MIN = 16,
    ROOMY_COLUMNS = 110, /* from here on all columns are there */
};

struct group {
    struct table_text *text;
    const struct run *run;
    const char *workload;
    const struct run_case **cases; /* that are shown */
    struct table_row *rows;        /* of those */
    size_t count;
    bool filtered; /* some cases of the workload are not shown */
    struct table_label_common common;
    char head[TABLE_CELL_BYTES]; /* the workload, and what its cases have in common */
    unsigned label_width, widths[TABLE_COLUMN_COUNT]; /* 0: the column is left out */
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

/* Leaves the rates out where labels would be broken for them. */
static void rates_fit(struct group *group, unsigned widest, unsigned *numbers)
{
    const unsigned columns = group->text->columns, own = group->widths[TABLE_RATE];
    const unsigned label = widest > LABEL_MIN ? widest : LABEL_MIN;
    if (own == 0 || columns == 0 || *numbers + label <= columns)
        return;
    group->widths[TABLE_RATE] = 0;
    *numbers -= GAP + own;
}

static void group_measure(struct group *group, int shown)
{
    const unsigned head = table_text_width(group->head);
    bool noted = false;
    unsigned numbers = INDENT, room, widest = 0;
    const unsigned columns = group->text->columns;
    for (int column = 0; column < shown; column++) {
        unsigned *width = &group->widths[column];
        for (size_t i = 0; i < group->count; i++) {
            const unsigned own = table_text_width(group->rows[i].cells[column]);
            *width = own > *width ? own : *width;
        }
        if (*width > 0 && *width < table_text_width(table_row_titles[column]))
            *width = table_text_width(table_row_titles[column]);
        numbers += *width > 0 ? GAP + *width : 0;
    }
    for (size_t i = 0; i < group->count; i++) {
        const unsigned own = table_text_width(group->rows[i].label);
        widest = own > widest ? own : widest;
        noted = noted || (*group->rows[i].note && group->cases[i]->status == BENCH_OK);
    }
    rates_fit(group, widest, &numbers);
    /* Titles stand behind the head where nothing else wants the room. */
    widest = !noted && head > INDENT + widest ? head - INDENT : widest;
    room = columns > numbers + LABEL_MIN ? columns - numbers : LABEL_MIN;
    group->label_width = columns && widest > room ? room : widest;
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

static bool group_init(struct group *group, const struct table_options *options, bool others)
{
    const bool all = options->wide || group->text->columns >= ROOMY_COLUMNS;
    group->cases = calloc(group->run->case_count + 1, sizeof(*group->cases));
    if (!group->cases)
        return false;
    group_collect(group, options, others);
    group->rows = calloc(group->count + 1, sizeof(*group->rows));
    if (!group->rows)
        return false;
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
    group_measure(group, options->wide ? TABLE_COLUMN_COUNT : all ? TABLE_UNIT : TABLE_WALL);
    return true;
}

/* Returns the column in which the numbers begin. */
static unsigned numbers_column(const struct group *group)
{
    return INDENT + group->label_width;
}

static void numbers_print(const struct group *group, const char *(*cell)(const void *, int),
                          const void *of)
{
    unsigned end = numbers_column(group);
    table_text_pad(group->text, end);
    for (int column = 0; column < TABLE_COLUMN_COUNT; column++) {
        const char *string = cell(of, column);
        if (group->widths[column] == 0)
            continue;
        end += GAP + group->widths[column];
        if (!*string)
            continue;
        table_text_pad(group->text, end - table_text_width(string));
        table_text_put(group->text, string);
    }
}

static const char *title_cell(const void *of, int column)
{
    (void)of;
    return table_row_titles[column];
}

static const char *row_cell(const void *of, int column)
{
    const struct table_row *row = of;
    return row->cells[column];
}

/* Titles stand behind it where they fit. */
static void head_print(const struct group *group)
{
    table_text_wrap(group->text, group->head, 2 * INDENT);
    if (has_times(group)) {
        if (group->text->column > numbers_column(group))
            table_text_end(group->text);
        numbers_print(group, title_cell, NULL);
    }
    table_text_end(group->text);
}

/* Prints the bench's facts about its input. */
static void fact_print(const struct group *group)
{
    char note[TABLE_CELL_BYTES] = "";
    table_text_add(note, "", run_fact_text(group->run, group->workload, "note"));
    table_text_clean(note);
    if (!*note)
        return;
    table_text_pad(group->text, INDENT);
    table_text_wrap(group->text, note, INDENT);
    table_text_end(group->text);
}

/* On the line where it fits, or else below. */
static void behind_print(const struct group *group, const char *mark, const char *string)
{
    struct table_text *text = group->text;
    if (!*string)
        return;
    const unsigned width = table_text_width(string);
    if (text->columns && text->column + GAP + width > text->columns) {
        table_text_end(text);
        table_text_pad(text, DEEP_INDENT);
    } else {
        table_text_pad(text, text->column + GAP);
    }
    table_text_put(text, mark);
    table_text_wrap(text, string, DEEP_INDENT);
    table_text_put(text, TABLE_PLAIN);
}

static void row_print(const struct group *group, const struct table_row *row)
{
    struct table_text *text = group->text;
    const size_t fits = wrap_fit(row->label, group->label_width);
    char first[TABLE_CELL_BYTES];
    snprintf(first, sizeof(first), "%.*s", (int)fits, row->label);
    const bool best = row->mark == '*';
    table_text_put(text, (const char[]){ row->mark, ' ', '\0' });
    table_text_put(text, best ? TABLE_BOLD : "");
    table_text_put(text, first);
    table_text_put(text, best ? TABLE_PLAIN : "");
    numbers_print(group, row_cell, row);
    if (row->label[fits]) { /* the rest of a long one, below */
        table_text_end(text);
        table_text_pad(text, 2 * INDENT);
        table_text_wrap(text, row->label + fits + (row->label[fits] == ' '), 2 * INDENT);
    }
    behind_print(group, TABLE_YELLOW, row->note);
    table_text_end(text);
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

static void ended_labels_print(const struct group *group, const struct run_case *like, size_t count)
{
    size_t listed = 0;
    for (size_t i = 0; i < group->count; i++) {
        char label[TABLE_CELL_BYTES + 2];
        if (!same_end(group->cases[i], like))
            continue;
        listed++;
        snprintf(label, sizeof(label), "%s%s%s", listed > 1 ? " " : "", group->rows[i].label,
                 listed < count ? "," : "");
        table_text_wrap(group->text, label, 2 * INDENT);
    }
}

/* Prints one line for all cases that ended like case `index`, at the first of them. */
static void ended_print(const struct group *group, size_t index)
{
    const struct run_case *c = group->cases[index];
    size_t count = 0;
    for (size_t i = 0; i < group->count; i++) {
        if (i < index && same_end(group->cases[i], c))
            return;
        count += same_end(group->cases[i], c);
    }
    table_text_pad(group->text, INDENT);
    if (count > 1 && count == group->count) {
        char all[TABLE_NUMBER_BYTES];
        snprintf(all, sizeof(all), "all %zu cases", count);
        table_text_put(group->text, all);
    } else {
        ended_labels_print(group, c, count);
    }
    behind_print(group, status_mark(c->status), bench_status_name(c->status));
    behind_print(group, "", group->rows[index].note);
    table_text_end(group->text);
}

/* Explains the notes of the group, and says which case is the fastest. */
static void foot_print(const struct group *group, const struct table_options *options,
                       unsigned *explained)
{
    bool apart = false;
    for (size_t i = 0; i < group->count; i++)
        apart = apart || (group->cases[i]->status == BENCH_OK &&
                          table_row_is_apart(group->run, group->cases[i]));
    table_note_legend_print(group->text, group->run, group->cases, group->count, apart, explained);
    table_override_print(group->text, group->run, group->workload);
    if (group_has_best(group))
        table_fastest_print(group->text, group->run, group->workload, &group->common,
                            options->catalogue);
}

bool table_group_print(struct table_text *text, const struct run *run, const char *workload,
                       const struct table_options *options, bool others, unsigned *explained)
{
    struct group group = { .text = text, .run = run, .workload = workload };
    const bool there = group_init(&group, options, others);
    if (there && group.count > 0) {
        head_print(&group);
        if (!options->only_limits)
            fact_print(&group);
        for (size_t i = 0; i < group.count; i++)
            if (group.cases[i]->status == BENCH_OK)
                row_print(&group, &group.rows[i]);
            else
                ended_print(&group, i);
        if (!options->only_limits)
            foot_print(&group, options, explained);
        table_text_end(text);
    }
    free(group.rows);
    free(group.cases);
    return there;
}
