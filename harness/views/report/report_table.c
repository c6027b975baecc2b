/* SPDX-License-Identifier: MIT */
#include "harness/analysis/keep/keep.h"

#include "harness/base/text.h"
#include "harness/record/catalogue.h"
#include "harness/views/case/case_print.h"
#include "harness/views/report/report_page.h"
#include "harness/views/table/table_parts.h"

#include <stdlib.h>
#include <string.h>

/* Cases of one bench on one device. */
struct part {
    const struct report_page *page;
    const struct report_device *device;
    const char *technique, *bench;
    bool items; /* a case declares some */
};

static bool is_of(const struct part *part, const struct run_case *c)
{
    return strcmp(c->bench, part->bench) == 0 && strcmp(c->technique, part->technique) == 0;
}

/* Not twins that no file of the user's concerns. */
static bool has_row(const struct part *part, const struct run_case *c)
{
    if (c->twin && c->replaced_count == 0)
        return false;
    return is_of(part, c) && (part->page->detail < REPORT_CLAIMS || run_status_fails(c));
}

static bool has_items(const struct part *part)
{
    const struct run_latest *latest = &part->device->latest;
    bool items = false;
    for (size_t i = 0; i < latest->count; i++)
        items = items || (has_row(part, latest->cases[i].c) && latest->cases[i].c->work.items > 0);
    return items;
}

static bool has_column(const struct part *part, int column)
{
    return column != TABLE_ITEMS || part->items;
}

/* Rows --------------------------------------------------------------------------------------- */

static void row_print(const struct part *part, const struct run_latest_case *it)
{
    FILE *out = part->page->out;
    struct table_row row;
    const struct run_case *c = it->c;
    const bool ok = c->status == BENCH_OK;
    table_row_init(&row, it->run, c, NULL, (struct table_note_options){ .outliers = true });
    fputs("<tr><td class=\"w\">", out);
    if (report_case_has_place(part->page, c))
        report_html_link(part->page, "case-", c->name, row.label);
    else
        sheet_escape_html(out, row.label);
    fputs("</td>", out);
    for (int column = 0; column < TABLE_COLUMN_COUNT; column++) {
        if (!has_column(part, column))
            continue;
        const bool check = column == TABLE_CHECK;
        fprintf(out, "<td class=\"n%s\">", check && run_status_fails(c) ? " bad" : "");
        report_html_cell(out, check && !ok ? bench_status_name(c->status) : row.cells[column]);
        fputs("</td>", out);
    }
    fputs("<td class=\"w\">", out);
    report_html_cell(out, row.note);
    fputs("</td></tr>\n", out);
}

/* Prints the bench's facts about its input. */
static void facts_print(const struct part *part, const struct run_latest_case *it)
{
    FILE *out = part->page->out;
    struct text text = { 0 };
    FILE *memory = text_stream(&text);
    case_print_workload(memory, it->run, it->c);
    text_stream_close(memory);
    if (text.length > 0) {
        fputs("<details><summary class=\"note\">its facts</summary><pre>", out);
        report_html_lines(out, text.string);
        fputs("</pre></details>", out);
    }
    text_finish(&text);
}

/* A workload whose first case this is. */
static void workload_print(const struct part *part, size_t first)
{
    FILE *out = part->page->out;
    const struct run_latest *latest = &part->device->latest;
    const struct run_case *c = latest->cases[first].c;
    fprintf(out, "<tbody><tr class=\"g\"><th colspan=\"%d\">",
            TABLE_COLUMN_COUNT + 1 + part->items);
    sheet_escape_html(out, c->workload);
    facts_print(part, &latest->cases[first]);
    fputs("</th></tr>\n", out);
    for (size_t i = first; i < latest->count; i++)
        if (run_case_same_workload(c, latest->cases[i].c) && has_row(part, latest->cases[i].c))
            row_print(part, &latest->cases[i]);
    fputs("</tbody>\n", out);
}

static bool is_first_of_workload(const struct part *part, size_t index)
{
    const struct run_latest_case *cases = part->device->latest.cases;
    for (size_t i = 0; i < index; i++)
        if (run_case_same_workload(cases[i].c, cases[index].c) && has_row(part, cases[i].c))
            return false;
    return true;
}

static void device_print(const struct part *part)
{
    FILE *out = part->page->out;
    const struct run_latest *latest = &part->device->latest;
    bool any = false;
    for (size_t i = 0; i < latest->count; i++) {
        if (!has_row(part, latest->cases[i].c) || !is_first_of_workload(part, i))
            continue;
        if (!any) {
            fputs("<details open><summary>", out);
            sheet_escape_html(out, part->device->name);
            fputs("</summary><div class=\"wide\"><table class=\"sort\"><thead><tr><th>case</th>",
                  out);
            for (int column = 0; column < TABLE_COLUMN_COUNT; column++)
                if (has_column(part, column))
                    fprintf(out, "<th>%s</th>", table_row_titles[column]);
            fputs("<th>notes</th></tr></thead>\n", out);
        }
        any = true;
        workload_print(part, i);
    }
    fputs(any ? "</table></div></details>\n" : "", out);
}

/* Benches -------------------------------------------------------------------------------------- */

static const char *question_of(const struct part *part)
{
    const struct catalogue *catalogue = part->page->source->catalogue;
    const char *question = catalogue->question(catalogue->techniques, part->technique, part->bench);
    return question ? question : "";
}

static void bench_print(struct part *part)
{
    const struct report_page *page = part->page;
    bool any = false;
    for (size_t i = 0; i < page->device_count; i++)
        for (size_t k = 0; k < page->devices[i].latest.count; k++)
            any = any || has_row(part, page->devices[i].latest.cases[k].c);
    if (!any)
        return;
    fputs("<h3>", page->out);
    sheet_escape_html(page->out, part->bench);
    fputs("</h3>\n<p>", page->out);
    sheet_escape_html(page->out, question_of(part));
    fputs("</p>\n", page->out);
    report_passes_print(page, part->technique, part->bench);
    for (size_t i = 0; i < page->device_count; i++) {
        part->device = &page->devices[i];
        part->items = has_items(part);
        device_print(part);
    }
}

/* True where no case before this one, of any device, has its bench. */
static bool is_first_of_bench(const struct report_page *page, size_t device, size_t index)
{
    const struct run_case *c = page->devices[device].latest.cases[index].c;
    const struct part part = { page, NULL, c->technique, c->bench };
    for (size_t i = 0; i <= device; i++) {
        const struct run_latest *latest = &page->devices[i].latest;
        for (size_t k = 0; k < (i == device ? index : latest->count); k++)
            if (is_of(&part, latest->cases[k].c))
                return false;
    }
    return true;
}

void report_table_print(const struct report_page *page, const char *technique)
{
    for (size_t i = 0; i < page->device_count; i++) {
        const struct run_latest *latest = &page->devices[i].latest;
        for (size_t k = 0; k < latest->count; k++) {
            struct part part = { page, NULL, technique, latest->cases[k].c->bench };
            if (strcmp(latest->cases[k].c->technique, technique) == 0 &&
                is_first_of_bench(page, i, k))
                bench_print(&part);
        }
    }
}
