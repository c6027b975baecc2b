/* SPDX-License-Identifier: MIT */
#include "harness/session/session_table.h"

#include "harness/base/terminal.h"
#include "harness/judge/ceilings.h"

#include <string.h>
#include <unistd.h>

/* As wide as stdout is, with colours where they are wanted. */
static struct table_options options_of_stdout(bool wide)
{
    return (struct table_options){ .columns = terminal_columns(STDOUT_FILENO),
                                   .wide = wide,
                                   .colours = terminal_colours(STDOUT_FILENO) };
}

static bool is_ceilings(const struct plan_group *group)
{
    return group->case_count > 0 && group->cases[0].variant->ceiling != BENCH_CEILING_NONE;
}

static bool goes_on(const struct session_table *table)
{
    return !table->request->quiet && table->request->launches == 1;
}

static void begin(struct session_table *table, const struct run *run)
{
    const struct table_options options = options_of_stdout(table->request->wide);
    bool others = false;
    if (table->begun)
        return;
    for (size_t i = 0; i < table->plan->group_count; i++)
        others = others || !is_ceilings(&table->plan->groups[i]);
    table_begin(&table->table, stdout, &options, run, others);
    table->begun = true;
    table->table.ceilings = table->request->again; /* the turn before has printed them */
}

void session_table_next(struct session_table *table, const struct run *run,
                        const struct plan_group *next)
{
    if (!goes_on(table) || is_ceilings(next) || (!table->begun && !ceilings_known(&run->ceilings)))
        return;
    begin(table, run);
    table_add_ceilings(&table->table, run);
    fflush(stdout);
}

/* Another group of the plan goes on with its workload, or nothing came of it. */
static bool is_skipped(const struct plan *plan, size_t index, const struct run *run)
{
    const char *workload = plan->groups[index].workload_name;
    for (size_t i = index + 1; i < plan->group_count; i++)
        if (strcmp(plan->groups[i].workload_name, workload) == 0)
            return true;
    for (size_t i = 0; i < run->case_count; i++)
        if (strcmp(run->cases[i].workload, workload) == 0)
            return false;
    return true;
}

void session_table_go_on(struct session_table *table, const struct run *run, size_t end)
{
    const struct plan *plan = table->plan;
    for (; table->printed < end && goes_on(table); table->printed++) {
        if (is_skipped(plan, table->printed, run))
            continue;
        begin(table, run);
        table_add(&table->table, run, plan->groups[table->printed].workload_name);
        fflush(stdout);
    }
}

void session_table_finish(struct session_table *table, const struct run *run)
{
    if (table->request->launches > 1 && !table->request->quiet)
        session_table_print(run, table->request->wide);
    session_table_go_on(table, run, table->plan->group_count);
    if (table->begun)
        table_end(&table->table, run);
}

void session_table_print(const struct run *run, bool wide)
{
    const struct table_options options = options_of_stdout(wide);
    if (run->case_count > 0)
        table_print(stdout, run, &options);
}
