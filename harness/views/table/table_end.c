/* SPDX-License-Identifier: MIT */
#include "harness/views/table/table_end.h"

#include "harness/views/table/clock_note.h"
#include "harness/views/table/host_note.h"
#include "harness/views/table/launches_note.h"
#include "harness/views/table/table_group.h"
#include "harness/views/table/table_note.h"
#include "harness/views/table/table_row.h"

#include <stdlib.h>

enum { INDENT = 2 };

struct end {
    struct table_text *text;
    const struct run *run;
    const struct table_options *options;
    const struct run_case **cases; /* that are shown */
    size_t count;
};

static void line_print(const struct end *end, const char *before, const char *line)
{
    if (!*line)
        return;
    table_text_put(end->text, before);
    table_text_wrap(end->text, line, INDENT);
    table_text_end(end->text);
}

/* Where rows of kind CPU ran. */
static void host_print(const struct end *end)
{
    char line[HOST_NOTE_BYTES];
    size_t i = 0;
    while (i < end->count && end->cases[i]->kind != BENCH_CPU)
        i++;
    host_note(end->run, line);
    table_text_clean(line);
    if (i < end->count)
        line_print(end, "host: ", line);
}

/* Of ceilings, or of the others; not what the filter leaves out. */
static bool is_counted(const struct end *end, const struct run_case *c, bool ceilings)
{
    const regex_t *filter = end->options->filter;
    if (filter && regexec(filter, c->name, 0, NULL, 0) != 0)
        return false;
    return (c->ceiling != BENCH_CEILING_NONE) == ceilings && !(c->twin && c->replaced_count == 0);
}

/* "3 cases: 2 ok, 1 failed_verify" */
static void counts_print(const struct end *end, const char *what, bool ceilings, bool unless_well)
{
    size_t counts[BENCH_STATUS_COUNT] = { 0 }, all = 0;
    char line[TABLE_CELL_BYTES] = "", part[96];
    for (size_t i = 0; i < end->run->case_count; i++) {
        const struct run_case *c = &end->run->cases[i];
        all += is_counted(end, c, ceilings);
        counts[c->status] += is_counted(end, c, ceilings);
    }
    if (unless_well && counts[BENCH_OK] + counts[BENCH_UNSUPPORTED] == all)
        return;
    snprintf(part, sizeof(part), "%zu %s%s", all, what, all == 1 ? "" : "s");
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
    line_print(end, "", line);
}

static void all_print(const struct end *end, bool others)
{
    char line[LAUNCHES_NOTE_BYTES], clock[CLOCK_NOTE_BYTES];
    bool apart = false;
    for (size_t i = 0; i < end->count; i++)
        apart = apart ||
                (end->cases[i]->status == BENCH_OK && table_row_is_apart(end->run, end->cases[i]));
    table_note_legend_print(end->text, end->run, end->cases, end->count, apart);
    table_note_software_print(end->text, end->run, end->cases, end->count);
    host_print(end);
    clock_note_run(end->run, clock);
    line_print(end, "", clock);
    launches_note_run(end->run, line);
    line_print(end, "", line);
    counts_print(end, "ceiling", true, others);
    if (others)
        counts_print(end, "case", false, false);
}

bool table_end_print(struct table_text *text, const struct run *run,
                     const struct table_options *options, bool others)
{
    struct end end = { .text = text, .run = run, .options = options };
    end.cases = calloc(run->case_count + 1, sizeof(*end.cases));
    if (!end.cases)
        return false;
    for (size_t i = 0; i < run->case_count; i++)
        if (table_group_shows(options, &run->cases[i], others))
            end.cases[end.count++] = &run->cases[i];
    all_print(&end, others);
    free(end.cases);
    return true;
}
