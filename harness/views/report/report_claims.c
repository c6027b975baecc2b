/* SPDX-License-Identifier: MIT */
/* report_claims.c: the claims that count, by their words. */
#include "harness/base/markup.h"
#include "harness/base/plural.h"
#include "harness/views/report/report_page.h"

/* Groups --------------------------------------------------------------------------------------- */

/* Rows of one word, or those that differ between devices, which have no group beside it. */
static bool is_in(const struct report_row *row, bool differs, enum verdict_class class)
{
    return report_row_counts(row) && row->differs == differs && (differs || row->class == class);
}

static void group_print(const struct report_page *page, bool differs, enum verdict_class class)
{
    FILE *out = page->out;
    const struct report_word *word = &report_words[class];
    size_t count = 0;
    for (size_t i = 0; i < page->row_count; i++)
        count += is_in(&page->rows[i], differs, class);
    if (count == 0)
        return;
    if (differs)
        fprintf(out,
                "<section class=\"group\" id=\"differs\"><h3>The devices differ <span "
                "class=\"iv\">%zu</span></h3>\n",
                count);
    else
        fprintf(
            out,
            "<section class=\"group\" id=\"words-%s\"><h3 class=\"v-%s\"><span "
            "aria-hidden=\"true\">%s</span> %s <span class=\"iv\">%zu \xC2\xB7 %s</span></h3>\n",
            word->style, word->style, word->glyph, verdict_class_name(class), count, word->means);
    for (size_t i = 0; i < page->row_count; i++)
        if (is_in(&page->rows[i], differs, class))
            report_row_print(page, &page->rows[i]);
    fputs("</section>\n", out);
}

/* Filter --------------------------------------------------------------------------------------- */

static void word_buttons(const struct report_page *page)
{
    for (int k = 0; k < REPORT_WORDS_TOLD; k++) {
        const struct report_word *word = &report_words[report_list_order[k]];
        size_t count = 0;
        for (size_t i = 0; i < page->row_count; i++)
            for (size_t d = 0; d < page->device_count && report_row_counts(&page->rows[i]); d++)
                if (verdict_class_of(report_entry(page, d, page->rows[i].index)->verdict) ==
                    report_list_order[k]) {
                    count++;
                    break;
                }
        if (count > 0)
            fprintf(page->out,
                    "<button type=\"button\" data-f=\"v\" data-k=\"%s\" aria-pressed=\"false\">"
                    "<span aria-hidden=\"true\">%s</span> %s %zu</button>\n",
                    word->style, word->glyph, verdict_class_name(report_list_order[k]), count);
    }
}

static void paper_buttons(const struct report_page *page)
{
    const struct published_list *published = page->source->published;
    for (size_t k = 0; k < published->count; k++) {
        const struct published *paper = published->files[k];
        size_t count = 0;
        for (size_t i = 0; i < page->row_count; i++)
            count += report_row_counts(&page->rows[i]) &&
                     report_entry(page, 0, page->rows[i].index)->paper == paper;
        if (count == 0)
            continue;
        fputs("<button type=\"button\" data-f=\"p\" aria-pressed=\"false\" data-k=\"", page->out);
        markup_text(page->out, paper->id);
        fputs("\">", page->out);
        report_cite(page->out, paper);
        fprintf(page->out, " %zu</button>\n", count);
    }
}

static void filter_print(const struct report_page *page)
{
    FILE *out = page->out;
    fputs(
        "<div class=\"filter\" role=\"search\" aria-label=\"Filter claims\">\n<div class=\"chips\" "
        "role=\"group\" aria-label=\"Word\">",
        out);
    word_buttons(page);
    fputs("</div>\n<div class=\"chips\" role=\"group\" aria-label=\"Paper\">", out);
    paper_buttons(page);
    fputs("</div>\n<label>Search <input type=\"search\" id=\"find\"></label> "
          "<output id=\"shown\" aria-live=\"polite\"></output>\n</div>\n",
          out);
}

/* Rows whose rule got its present form after a kept run that could judge them. */
static size_t after_data(const struct report_page *page)
{
    size_t count = 0;
    for (size_t i = 0; i < page->row_count; i++)
        count += report_row_counts(&page->rows[i]) &&
                 report_entry(page, 0, page->rows[i].index)->marks & CLAIMS_AFTER_DATA;
    return count;
}

static void how_print(const struct report_page *page, size_t claims)
{
    FILE *out = page->out;
    static const struct {
        enum zone zone;
        const char *words;
    } zones[] = { { ZONE_CONTRADICTED, "opposite" },
                  { ZONE_NOT_SEEN, "no difference" },
                  { ZONE_WEAKER, "weaker" },
                  { ZONE_CONFIRMED, "confirmed" },
                  { ZONE_STRONGER, "stronger" } };
    fputs("<div class=\"how\">", out);
    report_zones_example(out);
    fputs("<p>", out);
    for (size_t i = 0; i < sizeof(zones) / sizeof(zones[0]); i++)
        fprintf(out, "<span class=\"nb\"><span class=\"key z%d\"></span>%s</span> ",
                (int)zones[i].zone, zones[i].words);
    fputs("<br>A dashed diamond is a number of ours, for a word of the paper: <span "
          "class=\"mark\">our reading</span>. Open a row for the paper's words, every pair, and "
          "the deviations of our setup.",
          out);
    const size_t after = after_data(page);
    if (after > 0)
        fprintf(out, " %s%zu rule%s took %s present form after a kept run could judge %s%s.",
                after == claims ? "All " : "", after, plural(after, "", "s"),
                plural(after, "its", "their"), plural(after, "it", "them"),
                after == claims ? "" : ": an open row says \"after data\"");
    fputs("</p></div>\n", out);
}

void report_claims_print(const struct report_page *page)
{
    FILE *out = page->out;
    size_t count = 0;
    for (size_t i = 0; i < page->row_count; i++)
        count += report_row_counts(&page->rows[i]);
    fputs("<section id=\"claims\"><h2>Claims, surprises first</h2>\n", out);
    if (count == 0) {
        fputs("<p>These runs have no case that decides a claim of a paper.</p></section>\n", out);
        return;
    }
    how_print(page, count);
    filter_print(page);
    group_print(page, true, VERDICT_CLASS_COUNT - 1);
    for (int i = 0; i < REPORT_WORDS_TOLD; i++)
        group_print(page, false, report_list_order[i]);
    fputs("</section>\n", out);
}
