/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"
#include "harness/views/headline/headline.h"

#include <string.h>

/* Options for a table as wide as stdout, with colours where they are wanted. */
static struct table_options options_of_stdout(bool wide, const struct catalogue *catalogue)
{
    return (struct table_options){ .brief = !wide,
                                   .columns = terminal_columns(CONSOLE_OUTPUT),
                                   .wide = wide,
                                   .colours = terminal_colours(CONSOLE_OUTPUT),
                                   .catalogue = catalogue };
}

/* Another group of the plan goes on with its workload, or nothing came of it. */
static bool is_skipped(const struct plan *plan, size_t index, const struct run *run)
{
    const char *workload = plan->groups[index].workload_name;
    for (size_t i = index + 1; i < plan->group_count; i++)
        if (strcmp(plan->groups[i].workload_name, workload) == 0)
            return true;
    foreach (const struct run_case, c, run->cases, run->case_count)
        if (strcmp(c->workload, workload) == 0)
            return false;
    return true;
}

void session_table_go_on(struct session_table *table, const struct run *run, size_t end)
{
    const struct plan *plan = table->plan;
    for (; table->printed < end && !table->request->quiet && table->launches == 1;
         table->printed++) {
        if (is_skipped(plan, table->printed, run))
            continue;
        struct table_options options = options_of_stdout(table->request->wide, &table->catalogue);
        bool others = false;
        size_t cases = 0;
        if (!table->begun) {
            options.no_limits = table->request->again; /* the turn before has printed them */
            options.attempts = table->request->attempts;
            foreach (const struct plan_group, group, plan->groups, plan->group_count)
                if (!plan_group_is_ceilings(group)) {
                    others = true;
                    cases += group->case_count;
                }
            table->digest = console_is(CONSOLE_OUTPUT) && !table->request->all && !options.wide &&
                            table->request->files.count == 0 &&
                            digest_suits(cases, table->plan->group_count);
            table_begin(&table->table, stdout, &options, run, others);
            table->begun = true;
        }
        if (!table->digest)
            table_add(&table->table, run, plan->groups[table->printed].workload_name);
        fflush(stdout);
    }
}

unsigned session_table_finish(struct session_table *table, const struct run *run)
{
    table->launches = 1; /* the table of all of them */
    session_table_go_on(table, run, table->plan->group_count);
    if (!table->begun)
        return 0;
    if (table->digest)
        digest_print(stdout, &(struct run_end){ .run = run,
                                                .published = table->published,
                                                .catalogue = &table->catalogue,
                                                .columns = table->table.options.columns,
                                                .file = table->file });
    /* Fills the columns in that need device limits, where those were measured after the rows. */
    const bool late = ceilings_known(&run->ceilings) && !run->ceilings.cached;
    if (table->request->wide && late && table->table.others) {
        sheet_note(&table->table.sheet, "",
                   "shares of the device limits, which were measured last:");
        table->table.options.only_limits = true;
        table->printed = 0;
        session_table_go_on(table, run, table->plan->group_count);
        table->table.options.only_limits = false;
    }
    const unsigned before = table->table.sheet.block_lines;
    table->table.options.file = table->file;
    kernel_constants_view(&table->table.sheet, run, &table->request->files);
    /* Adds lines of each folder whose technique is in the plan. */
    for (size_t i = 0; i < table->plan->group_count; i++) {
        const struct technique *technique = table->plan->groups[i].technique;
        if (technique->folder && plan_technique_is_first(table->plan, i))
            kernel_constants_folder_view(&table->table.sheet, run, technique->folder);
    }
    table_end(&table->table, run);
    if (table->request->attempts)
        attempts_keep(table->request->attempts, run);
    return table->table.sheet.block_lines - before;
}

void session_table_print(const struct run *run, bool wide, const struct catalogue *catalogue)
{
    const struct table_options options = options_of_stdout(wide, catalogue);
    if (run->case_count > 0)
        table_print(stdout, run, &options);
}

void session_table_launch(const struct session_table *table, const struct run *run, uint32_t launch,
                          double seconds)
{
    size_t failed = 0;
    char others[64] = "";
    if (table->launches == 1 || table->request->quiet)
        return;
    foreach (const struct run_case, c, run->cases, run->case_count)
        failed +=
            c->status != BENCH_OK && c->status != BENCH_UNSUPPORTED && c->status != BENCH_VERIFIED;
    if (failed > 0)
        snprintf(others, sizeof(others), ", %zu of them went wrong", failed);
    printf("launch %u of %u: %zu case%s in %.1f s%s\n", launch + 1, table->launches,
           COUNTED(run->case_count), seconds, others);
    fflush(stdout);
}
