/* SPDX-License-Identifier: MIT */
#include "harness/base/units.h"
#include "harness/views/claims/claims_words.h"
#include "harness/views/compare/compare_several_rows.h"
#include "harness/views/formats/export_compare.h"
#include "harness/views/formats/export_csv.h"
#include "harness/views/formats/export_markdown.h"

#include <math.h>

static char letter_of(size_t run)
{
    return (char)('A' + (int)run);
}

static bool is_wanted(const struct compare_several_row *row, size_t count, bool changed)
{
    for (size_t i = 0; i < count && changed; i++)
        if (row->rows[i] && compare_print_has_changed(row->rows[i]))
            return true;
    return !changed;
}

/* Markdown ------------------------------------------------------------------------------------- */

static void cell_write(FILE *out, const char *text)
{
    fputc(' ', out);
    export_markdown_text(out, text);
    fputs(" |", out);
}

static void head_write(FILE *out, const char *words, size_t words_count, size_t first, size_t end,
                       const char *over)
{
    fprintf(out, "\n| %s |", words);
    for (size_t i = first; i < end; i++)
        fprintf(out, " %c%s |", letter_of(i), over);
    fputs("\n|", out);
    for (size_t i = 0; i < words_count + end - first; i++)
        fputs(i < words_count ? ":---|" : "---:|", out);
    fputc('\n', out);
}

static void runs_write(FILE *out, const struct compare_several *several)
{
    fputs("| | run | rows |\n|:---|:---|:---|\n", out);
    for (size_t i = 0; i <= several->count; i++) {
        char text[COMPARE_TEXT_BYTES];
        const struct compare *compare = &several->compares[i > 0 ? i - 1 : 0];
        fprintf(out, "| %c |", letter_of(i));
        compare_print_run(i > 0 ? compare->b : compare->a, text);
        cell_write(out, text);
        compare_print_counts(compare, text);
        cell_write(out, i > 0 ? text : "");
        fputc('\n', out);
    }
}

static void techniques_write(FILE *out, const struct compare_several *several)
{
    head_write(out, "technique | by", 2, 1, several->count + 1, " / A, geometric mean");
    for (size_t k = 0; k < several->count; k++)
        for (size_t i = 0; i < several->compares[k].technique_count; i++) {
            const struct compare_technique *technique = &several->compares[k].techniques[i];
            if (!compare_several_is_first(several, k, technique))
                continue;
            fputc('|', out);
            cell_write(out, technique->name);
            fprintf(out, " %s |", compare_clock_name(technique->clock));
            for (size_t run = 0; run < several->count; run++) {
                const struct compare_technique *own =
                    compare_several_technique(&several->compares[run], technique);
                if (own)
                    fprintf(out, " %.3g |", own->mean);
                else
                    fputs(" - |", out);
            }
            fputc('\n', out);
        }
}

static void claims_write(FILE *out, const struct compare_several *several)
{
    const struct claims_entry *entries[COMPARE_SEVERAL_MAX];
    const size_t count = compare_several_claim_count(several);
    bool begun = false;
    for (size_t i = 0; i < count; i++) {
        char text[CLAIMS_WORDS_BYTES];
        if (!compare_several_claim(several, i, entries))
            continue;
        if (!begun)
            head_write(out, "claim | paper", 2, 0, several->count + 1, "");
        begun = true;
        claims_words_paper(entries[0], text);
        fputc('|', out);
        cell_write(out, entries[0]->claim->id);
        cell_write(out, text);
        for (size_t run = 0; run <= several->count; run++) {
            char cell[2 * CLAIMS_WORDS_BYTES];
            claims_words_here(entries[run], true, text);
            snprintf(cell, sizeof(cell), "%s, %s", text, verdict_name(entries[run]->verdict));
            cell_write(out, entries[run]->measured ? cell : "-");
        }
        fputc('\n', out);
    }
}

bool compare_several_markdown(FILE *out, const struct compare_several *several, bool changed)
{
    struct compare_several_walk walk = { 0 };
    struct compare_several_row row;
    runs_write(out, several);
    techniques_write(out, several);
    claims_write(out, several);
    head_write(out, "case | A", 2, 1, several->count + 1, " / A, 95 %");
    while (compare_several_next(several, &walk, &row)) {
        char text[COMPARE_TEXT_BYTES], verdict[COMPARE_TEXT_BYTES], cell[3 * COMPARE_TEXT_BYTES];
        if (!is_wanted(&row, several->count, changed))
            continue;
        fputc('|', out);
        cell_write(out, row.a->name);
        units_format_ns(run_case_median_ns(row.a), text);
        cell_write(out, text);
        for (size_t i = 0; i < several->count; i++) {
            snprintf(text, sizeof(text), "-");
            verdict[0] = 0;
            if (row.rows[i]) {
                compare_print_ratio(row.rows[i]->ratio, text);
                compare_print_verdict(row.rows[i], verdict);
            }
            snprintf(cell, sizeof(cell), "%s%s%s", text, *verdict ? ", " : "", verdict);
            cell_write(out, cell);
        }
        fputc('\n', out);
    }
    return !ferror(out);
}

/* CSV and JSON --------------------------------------------------------------------------------- */

static void number_cell(FILE *out, double number)
{
    fputc(',', out);
    export_csv_number(out, number);
}

static void row_write(FILE *out, const struct compare_row *row)
{
    const struct stats_ratio none = { .ratio = NAN, .interval = { NAN, NAN } };
    const struct stats_ratio ratio = row ? row->ratio : none;
    number_cell(out, row ? run_case_median_ns(row->b) : NAN);
    number_cell(out, ratio.ratio);
    number_cell(out, ratio.interval.low);
    number_cell(out, ratio.interval.high);
    fputc(',', out);
    export_csv_text(out, row ? compare_verdict_name(row->verdict) : "");
}

bool compare_several_csv(FILE *out, const struct compare_several *several, bool changed)
{
    struct compare_several_walk walk = { 0 };
    struct compare_several_row row;
    fputs("name,workload,technique,time,a_ns", out);
    for (size_t i = 0; i < several->count; i++) {
        const char letter = (char)('b' + (int)i);
        fprintf(out, ",%c_ns,%c_over_a,%c_over_a_low,%c_over_a_high,%c_verdict", letter, letter,
                letter, letter, letter);
    }
    fputs("\r\n", out);
    while (compare_several_next(several, &walk, &row)) {
        if (!is_wanted(&row, several->count, changed))
            continue;
        export_csv_text(out, row.a->name);
        fputc(',', out);
        export_csv_text(out, row.a->workload);
        fputc(',', out);
        export_csv_text(out, row.a->technique);
        fprintf(out, ",%s", compare_clock_name(compare_clock_of(row.a)));
        number_cell(out, run_case_median_ns(row.a));
        for (size_t i = 0; i < several->count; i++)
            row_write(out, row.rows[i]);
        fputs("\r\n", out);
    }
    return !ferror(out);
}

bool compare_several_json(FILE *out, const struct compare_several *several, bool changed)
{
    bool whole = fputs("{\"comparisons\": [\n", out) != EOF;
    for (size_t i = 0; whole && i < several->count; i++)
        whole = (i == 0 || fputs(",\n", out) != EOF) &&
                export_compare_json(out, &several->compares[i], changed);
    return whole && fputs("]}\n", out) != EOF;
}
