/* SPDX-License-Identifier: MIT */
#include "harness/views/compare/compare_several.h"

#include "harness/base/units.h"
#include "harness/views/claims/claims_words.h"
#include "harness/views/compare/compare_several_rows.h"
#include "harness/views/table/table_label.h"
#include "harness/views/table/table_text.h"

#include <math.h>
#include <string.h>

/* Columns: 2 + 27 + 1 + 8, or 2 + 29 + 1 of claims, and 8 for each of the runs beside A. */
enum { LABEL = 27, TIME = 8, ID = 29, CELL = 8, BESIDE = 5 };

static char letter_of(size_t compare)
{
    return (char)('B' + (int)compare);
}

/* Head ----------------------------------------------------------------------------------------- */

static void run_print(FILE *out, char letter, const struct run *run)
{
    const char head[] = { letter, ' ', ' ', 0 };
    char text[COMPARE_TEXT_BYTES];
    compare_print_run(run, text);
    table_text_print(out, head, text);
    table_text_print(out, "   ", run->path);
}

/* "B  device, driver; 3 of 40 kernels have another hash" */
static void differences_print(FILE *out, char letter, const struct compare *compare)
{
    const char head[] = { ' ', ' ', letter, ' ', ' ', 0 };
    char text[COMPARE_TEXT_BYTES] = "";
    for (size_t i = 0; i < compare->difference_count; i++) {
        const size_t used = strlen(text);
        snprintf(text + used, sizeof(text) - used, "%s%s", i > 0 ? ", " : "",
                 compare->differences[i].what);
    }
    const size_t used = strlen(text);
    if (compare->kernel_count > 0)
        snprintf(text + used, sizeof(text) - used, "%s%zu of %zu kernels have another hash",
                 used > 0 ? "; " : "", compare->kernel_count, compare->kernels_common);
    table_text_print(out, head, *text ? text : "nothing but the times");
}

/* Rows ----------------------------------------------------------------------------------------- */

/* "0.83<*" */
static void ratio_text(const struct compare_row *row, char text[COMPARE_TEXT_BYTES])
{
    char number[16] = "-";
    if (row && !isnan(row->ratio.ratio))
        compare_print_number(row->ratio.ratio, number);
    const char *mark = !row                                   ? ""
                       : row->verdict == COMPARE_FASTER       ? "<"
                       : row->verdict == COMPARE_SLOWER       ? ">"
                       : row->verdict == COMPARE_INCOMPARABLE ? "!"
                                                              : "";
    snprintf(text, COMPARE_TEXT_BYTES, "%s%s%s", number, mark, row && row->kernel ? "*" : "");
}

static bool is_shown(const struct compare_several_row *row, size_t count,
                     const struct compare_look *look)
{
    for (size_t i = 0; i < count; i++)
        if (row->rows[i] && compare_print_is_shown(row->rows[i], look))
            return true;
    return false;
}

static void heads_print(FILE *out, size_t first, size_t end, const char *over)
{
    char text[COMPARE_TEXT_BYTES];
    for (size_t i = first; i < end; i++) {
        snprintf(text, sizeof(text), "%c%s", letter_of(i), over);
        compare_print_cell(out, text, CELL, true);
    }
    fputc('\n', out);
}

static void rows_print(FILE *out, const struct compare_several *several, size_t first, size_t end,
                       const struct compare_look *look)
{
    struct compare_several_walk walk = { 0 };
    struct compare_several_row row;
    const char *workload = NULL;
    fprintf(out, "\n  %-*s %*s", LABEL, "case", TIME, "A");
    heads_print(out, first, end, " / A");
    while (compare_several_next(several, &walk, &row)) {
        char text[COMPARE_TEXT_BYTES], label[TABLE_CELL_BYTES], time[32];
        if (!is_shown(&row, several->count, look))
            continue;
        if (!workload || strcmp(workload, row.a->workload) != 0) {
            fputc('\n', out);
            table_text_print(out, "", row.a->workload);
        }
        workload = row.a->workload;
        table_label(label, row.a, NULL);
        fputs("  ", out);
        compare_print_cell(out, label, LABEL, false);
        if (table_text_width(label) > LABEL)
            fprintf(out, "\n  %*s", LABEL, "");
        fputc(' ', out);
        units_format_ns(run_case_median_ns(row.a), time);
        compare_print_cell(out, time, TIME, true);
        for (size_t i = first; i < end; i++) {
            ratio_text(row.rows[i], text);
            compare_print_cell(out, text, CELL, true);
        }
        fputc('\n', out);
    }
}

/* End ------------------------------------------------------------------------------------------ */

static void techniques_print(FILE *out, const struct compare_several *several, size_t first,
                             size_t end)
{
    enum { NAME = 24 };
    fprintf(out, "\n  %-*s %-11s", NAME, "technique", "by");
    heads_print(out, first, end, " / A");
    for (size_t k = 0; k < several->count; k++)
        for (size_t i = 0; i < several->compares[k].technique_count; i++) {
            const struct compare_technique *technique = &several->compares[k].techniques[i];
            char name[TABLE_CELL_BYTES] = "", number[16];
            if (!compare_several_is_first(several, k, technique))
                continue;
            table_text_add(name, "", technique->name);
            table_text_clean(name);
            fprintf(out, "  %-*s %-11s", NAME, name, compare_clock_name(technique->clock));
            for (size_t run = first; run < end; run++) {
                const struct compare_technique *own =
                    compare_several_technique(&several->compares[run], technique);
                if (own)
                    compare_print_number(own->mean, number);
                compare_print_cell(out, own ? number : "-", CELL, true);
            }
            fputc('\n', out);
        }
}

static const char *verdict_short(const struct claims_entry *entry)
{
    static const char *const words[VERDICT_COUNT] = {
        [VERDICT_NOT_TESTABLE] = "UNTEST.", [VERDICT_INCONCLUSIVE] = "INCONCL",
        [VERDICT_CONTRADICTS] = "CONTRA.",  [VERDICT_NO_DIFFERENCE] = "NO DIFF",
        [VERDICT_MATCHES] = "MATCHES",      [VERDICT_DIRECTION_ONLY] = "DIRECT.",
    };
    return entry->measured ? words[entry->verdict] : "-";
}

/* "A 2.01 [1.99, 2.03]; B 1.2 [1.1, 1.3]", of all, below verdicts that differ. */
static void claim_numbers_print(FILE *out, const struct claims_entry *const *entries, size_t runs)
{
    char text[COMPARE_SEVERAL_MAX * CLAIMS_WORDS_BYTES] = "";
    bool same = true;
    for (size_t i = 0; i < runs; i++) {
        char words[CLAIMS_WORDS_BYTES];
        const size_t used = strlen(text);
        same = same && entries[i]->verdict == entries[0]->verdict;
        claims_words_here(entries[i], true, words);
        snprintf(text + used, sizeof(text) - used, "%s%c %s", i > 0 ? "; " : "",
                 (char)('A' + (int)i), words);
    }
    if (!same)
        table_text_print(out, "    ", text);
}

static void claims_print_table(FILE *out, const struct compare_several *several, size_t first,
                               size_t end)
{
    const struct claims_entry *entries[COMPARE_SEVERAL_MAX];
    const size_t count = compare_several_claim_count(several);
    bool begun = false;
    for (size_t i = 0; i < count; i++) {
        if (!compare_several_claim(several, i, entries))
            continue;
        if (!begun) {
            fprintf(out, "\n  %-*s %*s", ID, "claim", CELL, "A");
            heads_print(out, first, end, "");
        }
        begun = true;
        const char *id = entries[0]->claim->id;
        fputs("  ", out);
        compare_print_cell(out, id, ID, false);
        if (table_text_width(id) > ID)
            fprintf(out, "\n  %*s", ID, "");
        fprintf(out, " %*s", CELL, verdict_short(entries[0]));
        for (size_t run = first; run < end; run++)
            fprintf(out, "%*s", CELL, verdict_short(entries[run + 1]));
        fputc('\n', out);
        if (first == 0)
            claim_numbers_print(out, entries, several->count + 1);
    }
}

static void only_print(FILE *out, const struct compare_several *several)
{
    char text[COMPARE_TEXT_BYTES], head[32];
    for (size_t i = 0; i < several->count; i++) {
        const struct compare *compare = &several->compares[i];
        compare_print_counts(compare, text);
        const size_t used = strlen(text);
        if (compare->only_a_count + compare->only_b_count > 0)
            snprintf(text + used, sizeof(text) - used, "%s%zu only in A, %zu only in %c",
                     used > 0 ? "; " : "", compare->only_a_count, compare->only_b_count,
                     letter_of(i));
        snprintf(head, sizeof(head), "rows of %c: ", letter_of(i));
        table_text_print(out, head, text);
    }
}

void compare_several_print(FILE *out, const struct compare_several *several,
                           const struct compare_look *look)
{
    run_print(out, 'A', several->compares[0].a);
    for (size_t i = 0; i < several->count; i++)
        run_print(out, letter_of(i), several->compares[i].b);
    fputs("\nwhat differs from A\n", out);
    for (size_t i = 0; i < several->count; i++)
        differences_print(out, letter_of(i), &several->compares[i]);
    for (size_t first = 0; first < several->count; first += BESIDE) {
        const size_t end = first + BESIDE < several->count ? first + BESIDE : several->count;
        rows_print(out, several, first, end, look);
        techniques_print(out, several, first, end);
        claims_print_table(out, several, first, end);
    }
    fputc('\n', out);
    only_print(out, several);
    table_text_print(
        out, "",
        "ratios of times: below 1, less time than A; of techniques the geometric mean. "
        "< faster, > slower beyond the threshold of one device, ! incomparable, * a "
        "kernel has another hash, - no time: claimcheck compare of two says more");
}
