/* SPDX-License-Identifier: MIT */
#include "harness/views/gate/gate_print.h"

#include "harness/base/exit_code.h"
#include "harness/views/gate/gate_words.h"
#include "harness/views/table/table_label.h"
#include "harness/views/table/table_text.h"

#include <math.h>
#include <string.h>

/* Columns: 2 + 13 + 1 + 21 + 1 + 7 + 2, and the case has 33. */
enum { VERDICT = 13, RATIO = 21, FOUND = 7, BEFORE_CASE = 47, CASE = 33 };

/* Head ----------------------------------------------------------------------------------------- */

static void side_print(FILE *out, const char *head, const struct run *run)
{
    char text[GATE_WORDS_BYTES], driver[GATE_WORDS_BYTES];
    gate_words_build(run, text);
    gate_words_driver(run, driver);
    const size_t used = strlen(text);
    snprintf(text + used, sizeof(text) - used, ", driver %.260s", driver);
    table_text_print(out, head, text);
}

static void kernels_print(FILE *out, const struct gate_result *outcome)
{
    const struct saved_kernels *kernels = outcome->kernels;
    char text[GATE_WORDS_BYTES + 128], counts[GATE_WORDS_BYTES] = "";
    gate_words_count_add(counts, kernels->count, "differ");
    gate_words_count_add(counts, kernels->same, "are the same");
    gate_words_count_add(counts, kernels->gone, "are gone");
    gate_words_count_add(counts, kernels->other,
                         "differ and cannot be compared, as they are of pipelines that "
                         "draw or trace");
    snprintf(text, sizeof(text), "kernels of %.80s: %s", kernels->commit, counts);
    table_text_print(out, "A   ", text);
    if (outcome->rows->unchanged > 0) {
        snprintf(text, sizeof(text), "%zu case%s no kernel that differs, and %s left out",
                 outcome->rows->unchanged, outcome->rows->unchanged == 1 ? " has" : "s have",
                 outcome->rows->unchanged == 1 ? "is" : "are");
        table_text_print(out, "    ", text);
    }
    if (outcome->rows->unsaved > 0) {
        gate_words_unsaved(kernels, outcome->rows->unsaved, text);
        table_text_print(out, "    ", text);
    }
}

static void head_print(FILE *out, const struct gate_result *outcome, bool colours)
{
    char text[GATE_WORDS_BYTES];
    gate_words_verdict(outcome, text);
    fputs(!colours ? "" : outcome->code == EXIT_CODE_OK ? "\033[32m" : "\033[31m", out);
    table_text_print(out, "", text);
    fputs(colours ? "\033[0m" : "", out);
    gate_words_counts(&outcome->tally, text);
    table_text_print(out, "rows: ", text);
    table_text_print(out, "on  ", outcome->new->device.name);
    if (outcome->kernels)
        kernels_print(out, outcome);
    else
        side_print(out, "A   ", outcome->old);
    side_print(out, "B   ", outcome->new);
    gate_words_protocol(outcome, text);
    table_text_print(out, "by  ", text);
    if (outcome->new->device.software)
        table_text_print(out, "    ", gate_words_software(outcome));
}

/* Rows ----------------------------------------------------------------------------------------- */

static const char *colour_of(const struct gate_row *row)
{
    return gate_row_fails(row)           ? "\033[31m"
           : row->verdict == GATE_FASTER ? "\033[32m"
           : row->verdict == GATE_SAME   ? ""
                                         : "\033[33m";
}

static void row_print(FILE *out, const struct gate_row *row, bool colours)
{
    char label[TABLE_CELL_BYTES], ratio[GATE_WORDS_BYTES], found[32] = "",
                                                           remarks[GATE_WORDS_BYTES];
    const char *colour = colours ? colour_of(row) : "";
    table_label(label, gate_words_case(row), NULL);
    gate_words_ratio(&row->first.found, ratio);
    if (row->first.found.launches > 0 && !isnan(row->first.found.interval.low))
        snprintf(found, sizeof(found), "%.1f %%", 100 * row->first.found.smallest);
    fprintf(out, "  %s%-*s%s %-*s %*s", colour, VERDICT, gate_verdict_name(row->verdict),
            *colour ? "\033[0m" : "", RATIO, ratio, FOUND, found);
    if (table_text_width(label) > CASE)
        fprintf(out, "\n    ");
    fprintf(out, "  %s\n", label);
    gate_words_remarks(row, remarks);
    if (*remarks)
        table_text_print(out, "      ", remarks);
}

static bool is_first(const struct gate_rows *rows, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (!rows->rows[i].built_in && strcmp(gate_words_case(&rows->rows[i])->workload,
                                              gate_words_case(&rows->rows[index])->workload) == 0)
            return false;
    return !rows->rows[index].built_in;
}

static void rows_print(FILE *out, const struct gate_rows *rows, bool colours)
{
    if (rows->count > 0)
        fprintf(out, "\n  %-*s %-*s %*s  case\n", VERDICT, "verdict", RATIO, "B / A, 99 %", FOUND,
                "found");
    for (size_t i = 0; i < rows->count; i++) {
        if (!is_first(rows, i))
            continue;
        const char *workload = gate_words_case(&rows->rows[i])->workload;
        fputs(colours ? "\n\033[1m" : "\n", out);
        table_text_print(out, "", workload);
        fputs(colours ? "\033[0m" : "", out);
        for (size_t k = i; k < rows->count; k++)
            if (!rows->rows[k].built_in &&
                strcmp(gate_words_case(&rows->rows[k])->workload, workload) == 0)
                row_print(out, &rows->rows[k], colours);
    }
}

static void built_in_print(FILE *out, const struct gate_rows *rows, bool colours)
{
    bool any = false;
    for (size_t i = 0; i < rows->count; i++) {
        if (!rows->rows[i].built_in)
            continue;
        if (!any)
            fputs("\nkernels against themselves\n", out);
        any = true;
        row_print(out, &rows->rows[i], colours);
    }
}

/* End ------------------------------------------------------------------------------------------ */

static void cause_print(FILE *out, const struct gate_result *outcome,
                        const struct gate_cause *cause)
{
    char text[GATE_WORDS_BYTES];
    snprintf(text, sizeof(text), "%.200s%s: %zu row%s", cause->kernel ? cause->kernel : "no kernel",
             cause->kernel && cause->changed ? ", which was changed" : "", cause->count,
             cause->count == 1 ? "" : "s");
    table_text_print(out, "  ", text);
    for (size_t i = 0; i < cause->count; i++) {
        table_text_print(out, "    ", cause->rows[i]->name);
        gate_words_detail(outcome, cause->rows[i], text);
        if (*text)
            table_text_print(out, "      ", text);
    }
}

void gate_print(FILE *out, const struct gate_result *outcome, bool colours)
{
    head_print(out, outcome, colours);
    rows_print(out, outcome->rows, colours);
    built_in_print(out, outcome->rows, colours);
    if (outcome->cause_count > 0)
        fputs("\nwhat fails, by the kernel that it shares\n", out);
    for (size_t i = 0; i < outcome->cause_count; i++)
        cause_print(out, outcome, &outcome->causes[i]);
    if (outcome->retest)
        fprintf(out, "\nwhat failed alone, once more:\n  %s\n", outcome->retest);
}
