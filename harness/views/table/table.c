/* SPDX-License-Identifier: MIT */
#include "harness/views/table/table.h"

#include "harness/analysis/limits/ceilings.h"
#include "harness/base/terminal.h"
#include "harness/views/table/table_ceilings.h"
#include "harness/views/table/table_end.h"
#include "harness/views/table/table_group.h"

#include <string.h>

static void no_memory(struct table *table)
{
    table_text_put(&table->text, "no memory is left for the table");
    table_text_end(&table->text);
}

static bool is_ceilings(const struct run *run, const char *workload)
{
    for (size_t i = 0; i < run->case_count; i++)
        if (strcmp(run->cases[i].workload, workload) == 0)
            return run->cases[i].ceiling != BENCH_CEILING_NONE;
    return false;
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

/* Those of the file, or else of its cases so far. */
void table_add_ceilings(struct table *table, const struct run *run)
{
    struct run_ceilings found;
    const struct run_ceilings *ceilings = &run->ceilings;
    if (table->ceilings)
        return;
    table->ceilings = true;
    if (!ceilings_known(ceilings)) {
        ceilings_find(&found, run);
        ceilings = &found;
    }
    if (!ceilings_known(ceilings))
        return;
    table_text_put(&table->text, TABLE_BOLD "ceilings of the device" TABLE_PLAIN);
    table_ceilings_age_print(&table->text, run);
    table_text_end(&table->text);
    table_ceilings_print(&table->text, ceilings, table->options.wide || !table->others);
}

void table_add(struct table *table, const struct run *run, const char *workload)
{
    if (table->others && !is_ceilings(run, workload))
        table_add_ceilings(table, run);
    if (!table_group_print(&table->text, run, workload, &table->options, table->others))
        no_memory(table);
}

void table_end(struct table *table, const struct run *run)
{
    table_add_ceilings(table, run);
    if (!table_end_print(&table->text, run, &table->options, table->others))
        no_memory(table);
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
