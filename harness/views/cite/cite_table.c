/* SPDX-License-Identifier: MIT */
#include "harness/views/cite/cite_parts.h"
#include "harness/views/claims/claims_sentence.h"

static void cell_print(FILE *out, const struct cite *cite, const char *text, bool last)
{
    const bool latex = cite->format == CITE_LATEX;
    cite_text(out, cite->format, text);
    fputs(latex ? last ? " \\\\\n" : " & " : last ? " |\n" : " | ", out);
}

/* Our claims stand apart from those that the paper itself makes. */
static void statement_print(FILE *out, const struct cite *cite, const struct claims_entry *entry)
{
    static const char *const words[CLAIMS_ORIGIN_COUNT] = { "",
                                                            " (our reading of its word)",
                                                            " (ours, not the paper's)",
                                                            " (by construction of our code)",
                                                            " (by other evidence than runs)",
                                                            " (across two APIs)" };
    struct text text = { 0 };
    claims_sentence_statement(entry, &text);
    text_add(&text, words[claims_origin_of(entry)]);
    cell_print(out, cite, text_string(&text), false);
    text_finish(&text);
}

static void part_print(FILE *out, const struct cite *cite, const struct claims_entry *entry,
                       void (*part)(const struct claims_entry *entry, struct text *text), bool last)
{
    struct text text = { 0 };
    part(entry, &text);
    cell_print(out, cite, *text_string(&text) ? text_string(&text) : "-", last);
    text_finish(&text);
}

static void row_print(FILE *out, const struct cite *cite, const struct claims_entry *entry)
{
    fputs(cite->format == CITE_LATEX ? "" : "| ", out);
    statement_print(out, cite, entry);
    part_print(out, cite, entry, claims_sentence_paper, false);
    part_print(out, cite, entry, claims_sentence_measured, false);
    part_print(out, cite, entry, claims_sentence_verdict, false);
    part_print(out, cite, entry, claims_sentence_rests, true);
}

static void begin_print(FILE *out, const struct cite *cite, const struct cite_paper *paper)
{
    if (cite->format == CITE_MARKDOWN) {
        fputs("\n| claim | the paper | here | verdict | rests on |\n|:---|:---|:---|:---|:---|\n",
              out);
        return;
    }
    fputs("\n\\begin{table}\n\\caption{Claims of~", out);
    cite_mark(out, cite->format, paper->paper);
    fputs(" on ", out);
    cite_device(out, cite->format, paper->device);
    fputs(", measured by claimcheck ", out);
    cite_builds(out, cite->format, paper->device);
    fputs("~\\cite{claimcheck}, ", out);
    cite_dates(out, cite->format, paper->device);
    fputs("; intervals of the median or of the ratio.}\n\\begin{tabular}{p{0.42\\linewidth}llll}\n"
          "\\hline\nclaim & the paper & here & verdict & rests on \\\\\n\\hline\n",
          out);
}

/* All but what is not testable, unless that alone was asked for. */
static bool is_row(const struct cite *cite, const struct claims_entry *entry)
{
    return cite_has(cite, entry) && (cite->claim || entry->verdict.kind != VERDICT_NOT_TESTABLE);
}

void cite_table(FILE *out, const struct cite *cite, const struct cite_paper *paper)
{
    size_t rows = 0, others = 0;
    for (size_t i = 0; i < paper->entry_count; i++) {
        const struct claims_entry *entry = &paper->entries[i];
        if (is_row(cite, entry) && rows++ == 0)
            begin_print(out, cite, paper);
        if (is_row(cite, entry))
            row_print(out, cite, entry);
        else
            others += cite_has(cite, entry);
    }
    if (rows > 0 && cite->format == CITE_LATEX)
        fputs("\\hline\n\\end{tabular}\n\\end{table}\n", out);
    if (rows > 0 && others > 0)
        fprintf(out, "%s%zu more cannot be tested here.\n",
                cite->format == CITE_LATEX ? "% " : "\n", others);
}
