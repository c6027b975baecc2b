/* SPDX-License-Identifier: MIT */
#include "harness/base/exit_code.h"
#include "harness/base/plural.h"
#include "harness/views/gate/gate_view.h"
#include "harness/views/gate/gate_words.h"
#include "harness/views/table/table_parts.h"

#include <math.h>
#include <string.h>

/* Head ----------------------------------------------------------------------------------------- */

static void side_view(struct sheet *sheet, const char *head, const struct run *run)
{
    char build[GATE_WORDS_BYTES], driver[GATE_WORDS_BYTES];
    gate_words_build(run, build);
    gate_words_driver(run, driver);
    sheet_note(sheet, head, "%s, driver %.260s", build, driver);
}

static void kernels_view(struct sheet *sheet, const struct gate_result *outcome)
{
    const struct saved_kernels *kernels = outcome->kernels;
    const struct gate_rows *rows = outcome->rows;
    char text[GATE_WORDS_BYTES] = "";
    judge_count_add(text, kernels->count, "differ");
    judge_count_add(text, kernels->same, "are the same");
    judge_count_add(text, kernels->gone, "are gone");
    judge_count_add(text, kernels->other,
                    "differ and cannot be compared, as they are of pipelines that "
                    "draw or trace");
    sheet_note(sheet, "A   ", "kernels of %.80s: %s", kernels->commit, text);
    if (rows->unchanged > 0)
        sheet_note(sheet, "    ", "%zu case%s no kernel that differs, and %s left out",
                   rows->unchanged, plural(rows->unchanged, " has", "s have"),
                   plural(rows->unchanged, "is", "are"));
    if (rows->unsaved > 0) {
        gate_words_unsaved(kernels, rows->unsaved, text);
        sheet_note(sheet, "    ", "%s", text);
    }
}

static void head_view(struct sheet *sheet, const struct gate_result *outcome)
{
    const bool colours = sheet->look.colours, commands = outcome->rows->rule.commands;
    char text[GATE_WORDS_BYTES];
    judge_words(&outcome->tally, outcome->code, text);
    fputs(!colours ? "" : outcome->code == EXIT_CODE_OK ? "\033[32m" : "\033[31m", sheet->out);
    sheet_note(sheet, "", "%s", text);
    fputs(colours ? "\033[0m" : "", sheet->out);
    judge_counts(&outcome->tally, text);
    sheet_note(sheet, "rows: ", "%s", text);
    sheet_note(sheet, "on  ", "%s", outcome->new->device.name);
    if (outcome->kernels)
        kernels_view(sheet, outcome);
    else if (!outcome->stored && !commands)
        side_view(sheet, "A   ", outcome->old);
    for (size_t i = 0; i < outcome->stored_count; i++)
        sheet_note(sheet, i == 0 ? "A   " : "    ", "%s", outcome->stored[i]);
    if (!commands)
        side_view(sheet, "B   ", outcome->new);
    gate_words_protocol(outcome, text);
    sheet_note(sheet, "by  ", "%s", text);
    if (outcome->new->device.software)
        sheet_note(sheet, "    ", "%s", gate_words_software(outcome));
}

/* Rows ----------------------------------------------------------------------------------------- */

static void row_view(struct sheet *sheet, const struct gate_row *row)
{
    const struct gate_found *found = &row->first.found;
    const char *colour = gate_row_fails(row)            ? TABLE_RED
                         : row->verdict == JUDGE_FASTER ? TABLE_GREEN
                         : row->verdict == JUDGE_SAME   ? NULL
                                                        : TABLE_YELLOW;
    char label[TABLE_CELL_BYTES], ratio[GATE_WORDS_BYTES], remarks[GATE_WORDS_BYTES];
    char smallest[32] = "";
    table_label(label, gate_words_case(row), NULL);
    gate_words_ratio(found, ratio);
    gate_words_remarks(row, remarks);
    if (found->launches > 0 && found->whole && !isnan(found->smallest))
        snprintf(smallest, sizeof(smallest), "%.1f %%", 100 * found->smallest);
    SHEET_ROW(sheet, { .text = judge_verdict_name(row->verdict), .colour = colour },
              sheet_words(ratio), sheet_words(smallest), sheet_words(label), sheet_words(remarks));
}

/* The rows below their workload, and below those the kernels that were held against themselves. */
static const char *group_of(const struct gate_row *row)
{
    return row->built_in ? "kernels against themselves" : gate_words_case(row)->workload;
}

/* All of the group that the row begins, unless an earlier one does. */
static void group_view(struct sheet *sheet, const struct gate_rows *rows, size_t index)
{
    const struct gate_row *first = &rows->rows[index];
    for (size_t i = 0; i < rows->count; i++) {
        const struct gate_row *row = &rows->rows[i];
        if (row->built_in != first->built_in || strcmp(group_of(row), group_of(first)) != 0)
            continue;
        if (i < index)
            return;
        if (i == index)
            sheet_group(sheet, "%s", group_of(row));
        row_view(sheet, row);
    }
}

static void rows_view(struct sheet *sheet, const struct gate_rows *rows)
{
    static const struct sheet_column columns[] = {
        { .title = "verdict", .width = 13 },
        { .title = "B / A, bounds", .width = 21 },
        { .title = "found", .type = SHEET_NUMBER, .width = 7 },
        { .title = "case", .place = SHEET_OR_BELOW },
        { .title = "", .place = SHEET_BELOW },
    };
    sheet_note(sheet, "", "%s", judge_legend);
    sheet_table(sheet, &(struct sheet_table){ SHEET_COLUMNS(columns), .indent = 2 });
    for (int built_in = 0; built_in < 2; built_in++)
        for (size_t i = 0; i < rows->count; i++)
            if (rows->rows[i].built_in == built_in)
                group_view(sheet, rows, i);
}

/* End ------------------------------------------------------------------------------------------ */

static void cause_view(struct sheet *sheet, const struct gate_result *outcome,
                       const struct gate_cause *cause)
{
    char text[GATE_WORDS_BYTES];
    sheet_note(sheet, "  ", "%.200s%s: %zu row%s", cause->kernel ? cause->kernel : "no kernel",
               cause->kernel && cause->changed ? ", which was changed" : "", cause->count,
               plural(cause->count, "", "s"));
    for (size_t i = 0; i < cause->count; i++) {
        sheet_note(sheet, "    ", "%s", cause->rows[i]->name);
        gate_words_detail(outcome, cause->rows[i], text);
        if (*text)
            sheet_note(sheet, "      ", "%s", text);
    }
}

static void view(struct sheet *sheet, const void *of)
{
    const struct gate_result *outcome = of;
    head_view(sheet, outcome);
    rows_view(sheet, outcome->rows);
    if (outcome->cause_count > 0)
        sheet_heading(sheet, "what fails, by the kernel that it shares");
    for (size_t i = 0; i < outcome->cause_count; i++)
        cause_view(sheet, outcome, &outcome->causes[i]);
}

void gate_print(FILE *out, const struct gate_result *outcome, bool colours)
{
    sheet_write(out, &(struct sheet_look){ .colours = colours }, view, outcome);
    if (outcome->retest)
        fprintf(out, "\nthe failed rows alone, once more:\n  %s\n", outcome->retest);
}
