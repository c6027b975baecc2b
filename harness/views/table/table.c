/* SPDX-License-Identifier: MIT */
#include "harness/views/table/table.h"

#include "harness/analysis/limits/ceilings.h"
#include "harness/base/terminal.h"
#include "harness/views/table/table_notes.h"
#include "harness/views/table/table_parts.h"

#include <stdlib.h>
#include <string.h>

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

/* Counts device limits, or other cases; not those that the filter excludes. */
static bool is_counted(const struct end *end, const struct run_case *c, bool ceilings)
{
    const regex_t *filter = end->options->filter;
    if (filter && regexec(filter, c->name, 0, NULL, 0) != 0)
        return false;
    return (c->ceiling != BENCH_CEILING_NONE) == ceilings && !(c->twin && c->replaced_count == 0);
}

/* "3 cases: 2 ok, 1 failed_verify; intervals: 95 %, within one process" */
static void counts_print(const struct end *end, const char *what, bool ceilings, bool unless_well,
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
    table_text_add(line, *behind ? "; " : "", behind);
    line_print(end, "", line);
}

static void all_print(const struct end *end, bool others)
{
    char line[LAUNCHES_NOTE_BYTES], clock[CLOCK_NOTE_BYTES];
    table_note_software_print(end->text, end->run, end->cases, end->count);
    launches_note_run(end->run, line);
    if (!end->options->brief) {
        host_print(end);
        clock_note_run(end->run, clock);
        line_print(end, "", clock);
        line_print(end, "", line);
        line[0] = '\0';
    }
    counts_print(end, "device limit", true, others, others ? "" : line);
    if (others)
        counts_print(end, "case", false, false, line);
}

/* Prints the end of a table: the meaning of notes, the host of CPU cases, the scope of intervals,
 * and how many cases ended how. Device limits appear only if nothing else ran, or if one failed.
 * False when memory runs out. */
static bool table_end_print(struct table_text *text, const struct run *run,
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

static void no_memory(struct table *table)
{
    table_text_put(&table->text, "no memory is left for the table");
    table_text_end(&table->text);
}

void table_begin(struct table *table, FILE *out, const struct table_options *options,
                 const struct run *run, bool others)
{
    const struct run_device *device = &run->device;
    unsigned columns = options->columns ? options->columns : TERMINAL_COLUMNS;
    char line[TABLE_CELL_BYTES] = "";
    columns = columns < TABLE_COLUMNS_MIN ? TABLE_COLUMNS_MIN : columns;
    *table = (struct table){
        .text = { out, options->wide ? 0 : columns, options->colours, 0 },
        .options = *options,
        .others = others,
    };
    if (!*device->name)
        return;
    table_text_add(line, "", device->name);
    table_text_add(line, ", ", *device->driver_name ? device->driver_name : "driver unknown");
    table_text_add(line, " ", device->driver_info);
    table_text_clean(line);
    table_text_put(&table->text, TABLE_BOLD);
    table_text_wrap(&table->text, line, 2);
    table_text_put(&table->text, TABLE_PLAIN);
    table_text_end(&table->text);
    table_text_end(&table->text);
}

/* Returns those of the file, or else of its cases so far, in *found. */
static const struct run_ceilings *ceilings_of(const struct run *run, struct run_ceilings *found)
{
    if (ceilings_known(&run->ceilings))
        return &run->ceilings;
    ceilings_find(found, run);
    return found;
}

static void ceilings_print(struct table_text *text, const struct run *run, bool all)
{
    struct run_ceilings found;
    const struct run_ceilings *ceilings = ceilings_of(run, &found);
    table_text_put(text, TABLE_BOLD "device limits" TABLE_PLAIN);
    table_ceilings_age_print(text, run);
    table_text_end(text);
    table_ceilings_print(text, ceilings, all);
}

bool table_limits_print(FILE *out, const struct run *run, const struct table_options *options)
{
    struct run_ceilings found;
    struct table_text text = { .out = out,
                               .columns = options->wide ? 0 : options->columns,
                               .colours = options->colours };
    const bool known = ceilings_known(ceilings_of(run, &found));
    if (known)
        ceilings_print(&text, run, true);
    return known;
}

/* Folds them to a line beside other cases. */
static void limits_print(struct table *table, const struct run *run)
{
    struct run_ceilings found;
    char line[TABLE_CELL_BYTES];
    const char *file = table->options.file;
    const struct run_ceilings *ceilings = ceilings_of(run, &found);
    if (!ceilings_known(ceilings) || table->options.no_limits)
        return;
    if (!table->others) {
        ceilings_print(&table->text, run, true);
        return;
    }
    table_limits_text(line, run, ceilings);
    if (file)
        table_text_add(line, " ", file);
    table_text_add(line, " ", "--limits");
    table_text_wrap(&table->text, line, INDENT);
    table_text_end(&table->text);
}

void table_add(struct table *table, const struct run *run, const char *workload)
{
    if (!table_group_print(&table->text, run, workload, &table->options, table->others,
                           &table->explained))
        no_memory(table);
}

void table_end(struct table *table, const struct run *run)
{
    if (!table->others)
        limits_print(table, run);
    if (!table_end_print(&table->text, run, &table->options, table->others))
        no_memory(table);
    if (table->others)
        limits_print(table, run);
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
