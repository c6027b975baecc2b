/* SPDX-License-Identifier: MIT */
/* report_cards.c: each technique at a glance: picture, paper, one finding with its figure. */
#include "harness/base/plural.h"
#include "harness/record/catalogue.h"
#include "harness/views/claims/claims_sentence.h"
#include "harness/views/report/report_page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A technique's rows, counted by their classes. */
struct card {
    const char *technique;
    const struct view_picture *picture;
    const struct report_row *headline; /* NULL: no claim of a paper is testable */
    size_t counts[VERDICT_CLASS_COUNT], total;
};

static bool is_testable(const struct claims_entry *entry)
{
    return entry->measured && entry->verdict.kind != VERDICT_NOT_TESTABLE &&
           entry->readings[0].shown;
}

/* The finding that a card shows: the larger the gain that a paper states, the better; a claim
 * without a number, a word that is not decided and a number of ours are worse. */
static double headline_rank(const struct report_page *page, const struct report_row *row)
{
    size_t device = 0;
    while (device + 1 < page->device_count && !is_testable(report_entry(page, device, row->index)))
        device++;
    const struct claims_entry *entry = report_entry(page, device, row->index);
    const enum published_says says = entry->claim->says;
    if (!is_testable(entry))
        return -100;
    const double published = entry->readings[0].shown->published;
    const bool gain = says <= PUBLISHED_SLOWER && isfinite(published);
    double rank = gain ? 10 + log(published) : says <= PUBLISHED_SLOWER ? 2 : 1;
    rank -= row->class == VERDICT_CLASS_BETWEEN || row->class == VERDICT_CLASS_UNDECIDED ? 1 : 0;
    rank -= row->origin == CLAIMS_OF_PAPER ? 0 : 20;
    rank -= device > 0 ? 5 : 0;
    return rank;
}

static struct card card_of(const struct report_page *page, const char *technique)
{
    struct card card = { .technique = technique, .picture = report_picture_of(page, technique) };
    for (size_t i = 0; i < page->row_count; i++) {
        const struct report_row *row = &page->rows[i];
        if (strcmp(row->technique, technique) != 0 || !report_row_counts(row))
            continue;
        card.counts[row->class]++;
        card.total++;
        if (!card.headline || headline_rank(page, row) > headline_rank(page, card.headline))
            card.headline = row;
    }
    return card;
}

static void papers_print(const struct report_page *page, const char *technique)
{
    const struct published_list *published = page->source->published;
    bool any = false;
    fputs("<p class=\"iv\">", page->out);
    for (size_t k = 0; k < published->count; k++) {
        if (!report_has_paper(page, technique, published->files[k]))
            continue;
        fputs(any ? "; " : "", page->out);
        report_cite(page->out, published->files[k]);
        any = true;
    }
    fputs("</p>\n", page->out);
}

/* Prints a device's own line and figure. */
static void device_print(const struct report_page *page, size_t device, size_t index)
{
    FILE *out = page->out;
    const struct claims_entry *entry = report_entry(page, device, index);
    struct text text = { 0 };
    fputs("<p class=\"f\">", out);
    if (page->device_count > 1) {
        report_word_print(out, entry->verdict);
        fputc(' ', out);
        sheet_escape_html(out, page->devices[device].name);
        fputs(": ", out);
    }
    report_measured_print(out, entry, false);
    claims_sentence_gives(entry, &text);
    report_html_part(out, " \xC2\xB7 ", &text, "");
    fputs("</p>\n", out);
    report_zones_print(out, entry, true);
}

static void finding_print(const struct report_page *page, const struct report_row *row)
{
    enum { DEVICES_MAX = 2 };
    FILE *out = page->out;
    struct text text = { 0 };
    fputs("<p class=\"find\">", out);
    if (page->device_count == 1)
        report_word_print(out, report_entry(page, 0, row->index)->verdict);
    claims_sentence_statement(report_entry(page, 0, row->index), &text);
    report_html_part(out, " <span class=\"s\">", &text, "</span></p>\n");
    for (size_t i = 0, shown = 0; i < page->device_count && shown < DEVICES_MAX; i++) {
        if (!is_testable(report_entry(page, i, row->index)))
            continue;
        device_print(page, i, row->index);
        shown++;
    }
}

static void thumb_print(FILE *out, const struct card *card)
{
    fputs("<svg class=\"thumb\" aria-hidden=\"true\" viewBox=\"0 0 132 104\"><use href=\"#", out);
    sheet_escape_id(out, "picture-", card->technique);
    fputs("\" width=\"132\" height=\"104\"/></svg>\n", out);
}

static void card_print(const struct report_page *page, const struct card *card)
{
    FILE *out = page->out;
    const struct catalogue *catalogue = page->source->catalogue;
    const char *question = catalogue->question(catalogue->techniques, card->technique, NULL);
    char *href = report_html_href(page, "technique-", card->technique);
    fprintf(out, "<article class=\"card%s\">\n", card->picture ? "" : " bare");
    if (card->picture)
        thumb_print(out, card);
    fprintf(out, "<div><h2><a href=\"%s\">", href ? href : "");
    report_html_title(page, card->technique);
    fputs("</a></h2>\n", out);
    papers_print(page, card->technique);
    if (card->total > 0)
        report_bar_print(out, card->counts, card->total, "Verdicts");
    if (card->total > 0)
        fprintf(out, "<p class=\"iv\">%zu verdict%s, %zu contradicted</p>", card->total,
                plural(card->total, "", "s"), card->counts[VERDICT_CLASS_CONTRADICTED]);
    fputs("</div>\n", out);
    if (card->headline)
        finding_print(page, card->headline);
    if (!card->headline && question) {
        fputs("<p class=\"find\">", out);
        sheet_escape_html(out, question);
        fputs("</p>\n", out);
    }
    fputs("</article>\n", out);
    free(href);
}

/* Each picture is stored once. */
static void pictures_store(const struct report_page *page)
{
    FILE *out = page->out;
    fputs("<svg class=\"store\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n", out);
    for (size_t i = 0; i < page->technique_count; i++) {
        const struct view_picture *picture = report_picture_of(page, page->techniques[i]);
        if (!picture)
            continue;
        fputs("<symbol", out);
        report_html_id(out, "picture-", picture->technique);
        fprintf(out,
                " viewBox=\"0 0 %u %u\" preserveAspectRatio=\"xMidYMid slice\"><image "
                "width=\"%u\" height=\"%u\" href=\"data:image/png;base64,",
                picture->width, picture->height, picture->width, picture->height);
        report_html_base64(out, (const unsigned char *)picture->png, picture->bytes);
        fputs("\"/></symbol>\n", out);
    }
    fputs("</defs></svg>\n", out);
}

void report_cards_print(const struct report_page *page)
{
    bool any = false;
    pictures_store(page);
    for (size_t i = 0; i < page->technique_count; i++) {
        const struct card card = card_of(page, page->techniques[i]);
        if (run_measures_limits(card.technique) || !*card.technique)
            continue;
        fputs(any ? ""
                  : "<section class=\"cards\" id=\"techniques-at-a-glance\" "
                    "aria-label=\"Techniques at a glance\">\n",
              page->out);
        card_print(page, &card);
        any = true;
    }
    fputs(any ? "</section>\n" : "", page->out);
}
