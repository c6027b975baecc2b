/* SPDX-License-Identifier: MIT */
#include "harness/show/gate/gate_print.h"

#include "harness/base/exit_code.h"
#include "harness/show/table_label.h"
#include "harness/show/text_wrap.h"

#include <math.h>
#include <string.h>

/* Columns: 2 + 13 + 1 + 21 + 1 + 7 + 2, and the case has 33. */
enum { VERDICT = 13, RATIO = 21, FOUND = 7, BEFORE_CASE = 47, CASE = 33, TEXT_BYTES = 512 };

/* Texts ---------------------------------------------------------------------------------------- */

static void number_text(double number, char text[16])
{
    snprintf(text, 16, "%.*f", number < 9.9995 ? 3 : number < 99.95 ? 1 : 0, number);
}

static void ratio_text(const struct gate_found *found, char text[TEXT_BYTES])
{
    char number[16], low[16], high[16];
    number_text(found->bounds.ratio, number);
    number_text(found->interval.low, low);
    number_text(found->interval.high, high);
    if (found->launches == 0)
        text[0] = 0;
    else if (!isnan(found->interval.low))
        snprintf(text, TEXT_BYTES, "%s [%s, %s]", number, low, high);
    else if (!isnan(found->bounds.high)) {
        number_text(found->bounds.high, high);
        snprintf(text, TEXT_BYTES, "%s, below %s", number, high);
    } else
        snprintf(text, TEXT_BYTES, "%s", number);
}

/* Appends what is counted. */
static void count_add(char text[TEXT_BYTES], size_t count, const char *what)
{
    const size_t used = strlen(text);
    if (count > 0)
        snprintf(text + used, TEXT_BYTES - used, "%s%zu %s", used > 0 ? ", " : "", count, what);
}

/* Head ----------------------------------------------------------------------------------------- */

static void side_print(FILE *out, const char *head, const struct run *run)
{
    char text[TEXT_BYTES];
    snprintf(text, sizeof(text), "%.60s%s%.60s, driver %.120s %.120s", run->tool.version,
             *run->tool.commit ? " " : "", run->tool.commit,
             *run->device.driver_name ? run->device.driver_name : "not named",
             run->device.driver_info);
    text_wrap_print(out, head, text);
}

static void kernels_print(FILE *out, const struct gate_outcome *outcome)
{
    const struct kernel_folder *kernels = outcome->kernels;
    char text[TEXT_BYTES], counts[TEXT_BYTES] = "";
    count_add(counts, kernels->count, "differ");
    count_add(counts, kernels->same, "are the same");
    count_add(counts, kernels->gone, "are gone");
    count_add(counts, kernels->other,
              "differ and cannot be compared, as they are of pipelines that "
              "draw or trace");
    snprintf(text, sizeof(text), "kernels of %.80s: %s", kernels->commit, counts);
    text_wrap_print(out, "A   ", text);
    if (outcome->rows->unchanged > 0) {
        snprintf(text, sizeof(text), "%zu case%s no kernel that differs, and %s left out",
                 outcome->rows->unchanged, outcome->rows->unchanged == 1 ? " has" : "s have",
                 outcome->rows->unchanged == 1 ? "is" : "are");
        text_wrap_print(out, "    ", text);
    }
}

static void verdict_text(const struct gate_outcome *outcome, char text[TEXT_BYTES])
{
    const size_t *counts = outcome->tally.counts;
    const char *invalid = gate_invalid(&outcome->tally);
    if (outcome->code == EXIT_CODE_UNTRIED)
        snprintf(text, TEXT_BYTES, "not to be believed: %s", invalid);
    else if (outcome->code == EXIT_CODE_NOTHING)
        snprintf(text, TEXT_BYTES,
                 "nothing was told: no row was told apart, nor told to be the "
                 "same");
    else if (outcome->code == EXIT_CODE_WRONG && counts[GATE_SLOWER] + counts[GATE_FAILED] == 0)
        snprintf(text, TEXT_BYTES, "fails: rows that are missing, or inconclusive, fail here");
    else if (outcome->code == EXIT_CODE_WRONG)
        snprintf(text, TEXT_BYTES, "fails: %s",
                 counts[GATE_FAILED] > 0 ? "a result is wrong, or there is none any more"
                                         : "the new side is slower");
    else if (counts[GATE_SLOWER] + counts[GATE_FAILED] > 0)
        snprintf(text, TEXT_BYTES, "passes, as an advice alone: the new side is slower, or fails");
    else
        snprintf(text, TEXT_BYTES, "passes: no row is slower");
}

static void head_print(FILE *out, const struct gate_outcome *outcome, bool colours)
{
    static const enum gate_verdict order[] = { GATE_FAILED,       GATE_SLOWER,  GATE_FASTER,
                                               GATE_SAME,         GATE_FLAKY,   GATE_INCONCLUSIVE,
                                               GATE_INCOMPARABLE, GATE_MISSING, GATE_NEW };
    char text[TEXT_BYTES], counts[TEXT_BYTES] = "";
    verdict_text(outcome, text);
    fputs(!colours ? "" : outcome->code == EXIT_CODE_OK ? "\033[32m" : "\033[31m", out);
    text_wrap_print(out, "", text);
    fputs(colours ? "\033[0m" : "", out);
    for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
        count_add(counts, outcome->tally.counts[order[i]], gate_verdict_name(order[i]));
    text_wrap_print(out, "rows: ", *counts ? counts : "none");
    text_wrap_print(out, "on  ", outcome->new->device.name);
    if (outcome->kernels)
        kernels_print(out, outcome);
    else
        side_print(out, "A   ", outcome->old);
    side_print(out, "B   ", outcome->new);
    snprintf(text, sizeof(text), "%zu launches%s%s, seed %llu, a change of %.3g %% told apart",
             outcome->launches, outcome->kernels ? " of both" : " of either side",
             outcome->launches_again > 0 ? ", and again to confirm" : "",
             (unsigned long long)outcome->seed, 100 * outcome->rows->rule.theta);
    text_wrap_print(out, "by  ", text);
    if (outcome->new->device.software)
        text_wrap_print(out, "    ", "a software device: these are times of the host's processor");
}

/* Rows ----------------------------------------------------------------------------------------- */

static const struct run_case *case_of(const struct gate_row *row)
{
    return row->new ? row->new : row->old;
}

static const char *colour_of(const struct gate_row *row)
{
    return gate_row_fails(row)           ? "\033[31m"
           : row->verdict == GATE_FASTER ? "\033[32m"
           : row->verdict == GATE_SAME   ? ""
                                         : "\033[33m";
}

/* What is to be known beside the verdict. */
static void remarks_text(const struct gate_row *row, char text[TEXT_BYTES])
{
    const struct gate_found *found = &row->first.found;
    snprintf(text, TEXT_BYTES, "%s", row->reason);
    if (row->verdict == GATE_FLAKY)
        snprintf(text, TEXT_BYTES, "slower at first, and not when it was measured again");
    else if (row->verdict == GATE_SAME && found->launches > 0 && found->slower_small)
        snprintf(text, TEXT_BYTES, "slower by less than the threshold");
    const size_t used = strlen(text);
    if (found->disagree && (gate_row_fails(row) || row->verdict == GATE_FASTER))
        snprintf(text + used, TEXT_BYTES - used, "%sthe least times say something else",
                 used > 0 ? "; " : "");
}

static void row_print(FILE *out, const struct gate_row *row, bool colours)
{
    char label[TABLE_CELL_BYTES], ratio[TEXT_BYTES], found[32] = "", remarks[TEXT_BYTES];
    const char *colour = colours ? colour_of(row) : "";
    table_label(label, case_of(row), NULL);
    ratio_text(&row->first.found, ratio);
    if (row->first.found.launches > 0 && !isnan(row->first.found.interval.low))
        snprintf(found, sizeof(found), "%.1f %%", 100 * row->first.found.smallest);
    fprintf(out, "  %s%-*s%s %-*s %*s", colour, VERDICT, gate_verdict_name(row->verdict),
            *colour ? "\033[0m" : "", RATIO, ratio, FOUND, found);
    if (table_text_width(label) > CASE)
        fprintf(out, "\n    ");
    fprintf(out, "  %s\n", label);
    remarks_text(row, remarks);
    if (*remarks)
        text_wrap_print(out, "      ", remarks);
}

static bool is_first(const struct gate_rows *rows, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (!rows->rows[i].built_in &&
            strcmp(case_of(&rows->rows[i])->workload, case_of(&rows->rows[index])->workload) == 0)
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
        const char *workload = case_of(&rows->rows[i])->workload;
        fputs(colours ? "\n\033[1m" : "\n", out);
        text_wrap_print(out, "", workload);
        fputs(colours ? "\033[0m" : "", out);
        for (size_t k = i; k < rows->count; k++)
            if (!rows->rows[k].built_in && strcmp(case_of(&rows->rows[k])->workload, workload) == 0)
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

static void cause_print(FILE *out, const struct gate_cause *cause)
{
    char text[TEXT_BYTES];
    snprintf(text, sizeof(text), "%.200s%s: %zu row%s", cause->kernel ? cause->kernel : "no kernel",
             cause->kernel && cause->changed ? ", which was changed" : "", cause->count,
             cause->count == 1 ? "" : "s");
    text_wrap_print(out, "  ", text);
    for (size_t i = 0; i < cause->count; i++)
        text_wrap_print(out, "    ", cause->rows[i]->name);
}

void gate_print(FILE *out, const struct gate_outcome *outcome, bool colours)
{
    head_print(out, outcome, colours);
    rows_print(out, outcome->rows, colours);
    built_in_print(out, outcome->rows, colours);
    if (outcome->cause_count > 0)
        fputs("\nwhat fails, by the kernel that it shares\n", out);
    for (size_t i = 0; i < outcome->cause_count; i++)
        cause_print(out, &outcome->causes[i]);
    if (outcome->retest)
        fprintf(out, "\nwhat failed alone, once more:\n  %s\n", outcome->retest);
}
