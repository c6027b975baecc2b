/* SPDX-License-Identifier: MIT */
/* report_claim.c: a claim as a sentence with its figure, which opens to the paper's words, pairs
 * and deviations. */
#include "harness/base/markup.h"
#include "harness/base/plural.h"
#include "harness/views/claims/claims_sentence.h"
#include "harness/views/report/report_page.h"

#include <stdlib.h>
#include <string.h>

enum { PAIRS_MAX = 40 };

/* Details -------------------------------------------------------------------------------------- */

static void line_print(FILE *out, const char *what, const char *text)
{
    if (!*text)
        return;
    fprintf(out, "<p>%s", what);
    sheet_escape_html(out, text);
    fputs("</p>\n", out);
}

static void case_link(const struct report_page *page, const char *name)
{
    const struct run_latest_case *found = NULL;
    for (size_t i = 0; i < page->device_count && !found; i++)
        found = run_latest_named(&page->devices[i].latest, name);
    if (found && report_case_has_place(page, found->c))
        report_html_link(page, "case-", name, name);
    else
        sheet_escape_html(page->out, name);
}

static void pair_print(const struct report_page *page, const struct claims_entry *entry,
                       const struct claims_pair *pair)
{
    FILE *out = page->out;
    struct text text = { 0 };
    char words[VERDICT_BYTES];
    claims_sentence_pair(entry->claim, pair, &text);
    report_html_part(out, "<li><b>", &text, "</b>");
    if (pair->verdict.kind != VERDICT_NOT_TESTABLE)
        fprintf(out, ", %s", verdict_words(pair->verdict, words));
    fputs(": <span class=\"cs\">", out);
    case_link(page, pair->a);
    if (*pair->b) {
        fputs(" against ", out);
        case_link(page, pair->b);
    }
    fputs("</span></li>\n", out);
}

static void pairs_print(const struct report_page *page, const struct claims_entry *entry)
{
    FILE *out = page->out;
    const struct claims_reading *reading = &entry->readings[0];
    if (reading->pair_count == 0)
        return;
    fputs("<ul>", out);
    for (size_t i = 0; i < reading->pair_count && i < PAIRS_MAX; i++)
        pair_print(page, entry, &reading->pairs[i]);
    if (reading->pair_count > PAIRS_MAX)
        fprintf(out, "<li>and %zu more: claimcheck claims --verbose has them</li>",
                reading->pair_count - PAIRS_MAX);
    fputs("</ul>\n", out);
}

static void device_details(const struct report_page *page, size_t device, size_t index)
{
    FILE *out = page->out;
    const struct claims_entry *entry = report_entry(page, device, index);
    struct text text = { 0 };
    if (!entry->measured)
        return;
    fputs("<p>", out);
    if (page->device_count > 1) {
        sheet_escape_html(out, page->devices[device].name);
        fputs(": ", out);
    }
    claims_sentence_verdict(entry, &text);
    report_html_part(out, "", &text, "");
    if (entry->runs > 0)
        fprintf(out, ", %zu run%s of %zu card%s", entry->runs, plural(entry->runs, "", "s"),
                entry->cards, plural(entry->cards, "", "s"));
    claims_sentence_marks(entry, &text);
    report_html_part(out, "; ", &text, "");
    fputs("</p>\n", out);
    pairs_print(page, entry);
}

static void details_print(const struct report_page *page, size_t index)
{
    FILE *out = page->out;
    const struct published_claim *claim = report_entry(page, 0, index)->claim;
    struct text text = { 0 };
    for (size_t i = 0; i < page->device_count; i++)
        device_details(page, i, index);
    line_print(out, "True by design: ", claim->by_construction);
    for (size_t i = 0; i < claim->precondition_count; i++)
        line_print(out, "If ", claim->preconditions[i]);
    for (size_t i = 0; i < claim->deviation_count; i++)
        line_print(out, "Deviation: ", claim->deviations[i]);
    for (size_t i = 0; i < claim->observed_count; i++) {
        claims_sentence_observed(claim, i, &text);
        report_html_part(out, "<p>", &text, "</p>\n");
    }
}

/* The paper's words, and whose number it is. */
static void quote_print(const struct report_page *page, size_t index)
{
    FILE *out = page->out;
    const struct claims_entry *entry = report_entry(page, 0, index);
    const struct published_claim *claim = entry->claim;
    if (*claim->quote) {
        fputs("<blockquote><p>", out);
        markup_text(out, claim->quote);
        fputs("</p><footer>", out);
        report_cite(out, entry->paper);
        fputs(", ", out);
        sheet_escape_html(out, claim->where);
        fputs("</footer></blockquote>\n", out);
    }
    if (claim->number == PUBLISHED_OURS)
        fputs("<p>This claim is ours, not the paper's.</p>\n", out);
    if (claim->number == PUBLISHED_READING)
        line_print(out, "The number is ours, for the paper's word: ", claim->word);
}

static bool is_moved(const struct report_page *page, const struct report_row *row)
{
    return page->moved > 1 || (page->moved == 1 && row->class == VERDICT_CLASS_CONFIRMED);
}

static void open_print(const struct report_page *page, const struct report_row *row)
{
    FILE *out = page->out;
    const struct published_claim *claim = report_entry(page, 0, row->index)->claim;
    fputs("<div class=\"open\">\n", out);
    quote_print(page, row->index);
    if (is_moved(page, row)) {
        fprintf(out, "<p><a href=\"%s#", report_file_names[REPORT_CASES]);
        sheet_escape_id(out, "details-", claim->id);
        fputs("\">Pairs and deviations</a></p>\n", out);
    } else {
        details_print(page, row->index);
    }
    fputs("<p class=\"iv\">", out);
    report_html_link(page, "claim-", claim->id, claim->id);
    if (*claim->registered_date) {
        fputs(", registered ", out);
        markup_text(out, claim->registered_date);
    }
    if (claim->amended_count > 0)
        fprintf(out, ", amended %zu time%s", claim->amended_count,
                plural(claim->amended_count, "", "s"));
    fputs("</p></div>\n", out);
}

/* Rows ----------------------------------------------------------------------------------------- */

/* Marks that change how a row is to be read. */
static void marks_print(FILE *out, const struct claims_entry *entry)
{
    static const struct {
        unsigned marks;
        const char *words;
    } shown[] = { { CLAIMS_READING, "our reading" },
                  { CLAIMS_CLOCKS, "turns with the stopwatch" } };
    for (size_t i = 0; i < sizeof(shown) / sizeof(shown[0]); i++)
        if (entry->marks & shown[i].marks)
            fprintf(out, " <span class=\"mark\">%s</span>", shown[i].words);
}

static void statement_print(FILE *out, const struct claims_entry *entry)
{
    struct text text = { 0 };
    claims_sentence_statement(entry, &text);
    report_html_part(out, "<span class=\"st\">", &text, "</span>");
}

static void paper_print(FILE *out, const struct claims_entry *entry)
{
    struct text text = { 0 };
    claims_sentence_gives(entry, &text);
    report_html_part(out, "", &text, "");
    fputs(" <span class=\"pa\">", out);
    report_cite(out, entry->paper);
    fputs("</span>", out);
    marks_print(out, entry);
}

static void measured_print(FILE *out, const struct claims_entry *entry)
{
    if (!entry->measured)
        fputs("not measured", out);
    else if (entry->verdict.kind == VERDICT_NOT_TESTABLE)
        report_html_say(out, entry->reason);
    else
        report_measured_print(out, entry, true);
}

static void word_print(FILE *out, const struct claims_entry *entry)
{
    fputs("<span class=\"w\">", out);
    if (entry->measured)
        report_word_print(out, entry->verdict);
    fputs("</span>", out);
}

static void figure_print(FILE *out, const struct claims_entry *entry)
{
    fputs("<span class=\"g\">", out);
    report_zones_print(out, entry, false);
    fputs("</span>", out);
}

static void one_print(const struct report_page *page, size_t index)
{
    FILE *out = page->out;
    const struct claims_entry *entry = report_entry(page, 0, index);
    word_print(out, entry);
    fputs("<span class=\"t\">", out);
    statement_print(out, entry);
    fputs("<span class=\"f\">", out);
    measured_print(out, entry);
    fputs(" \xC2\xB7 ", out);
    paper_print(out, entry);
    fputs("</span></span>", out);
    figure_print(out, entry);
}

static void several_print(const struct report_page *page, size_t index)
{
    FILE *out = page->out;
    fputs("<span class=\"t all\">", out);
    statement_print(out, report_entry(page, 0, index));
    fputs("<span class=\"f\">", out);
    paper_print(out, report_entry(page, 0, index));
    fputs("</span></span>", out);
    for (size_t i = 0; i < page->device_count; i++) {
        const struct claims_entry *entry = report_entry(page, i, index);
        word_print(out, entry);
        fputs("<span class=\"t f\">", out);
        sheet_escape_html(out, page->devices[i].name);
        fputs(": ", out);
        measured_print(out, entry);
        fputs("</span>", out);
        figure_print(out, entry);
    }
}

/* The words of all devices, for the filter. */
static void styles_print(const struct report_page *page, size_t index)
{
    for (size_t i = 0; i < page->device_count; i++) {
        const struct claims_entry *entry = report_entry(page, i, index);
        fprintf(page->out, "%s%s", i > 0 ? " " : "",
                report_words[verdict_class_of(entry->verdict)].style);
    }
}

void report_row_print(const struct report_page *page, const struct report_row *row)
{
    FILE *out = page->out;
    const struct claims_entry *entry = report_entry(page, 0, row->index);
    fputs("<details class=\"row\"", out);
    report_html_id(out, "claim-", entry->claim->id);
    fputs(" data-v=\"", out);
    styles_print(page, row->index);
    fputs("\" data-p=\"", out);
    markup_text(out, entry->paper->id);
    fputs("\"><summary>", out);
    if (page->device_count == 1)
        one_print(page, row->index);
    else
        several_print(page, row->index);
    fputs("</summary>\n", out);
    open_print(page, row);
    fputs("</details>\n", out);
}

/* Second page ---------------------------------------------------------------------------------- */

void report_moved_print(const struct report_page *page)
{
    FILE *out = page->out;
    bool any = false;
    for (size_t i = 0; i < page->row_count; i++) {
        const struct report_row *row = &page->rows[i];
        if (!is_moved(page, row) || row->class == VERDICT_CLASS_NOT_TESTABLE)
            continue;
        const struct claims_entry *entry = report_entry(page, 0, row->index);
        struct text text = { 0 };
        fputs(any ? "" : "<section id=\"details\"><h2>Pairs and deviations</h2>\n", out);
        any = true;
        fputs("<details class=\"case\"", out);
        report_html_id(out, "details-", entry->claim->id);
        fputs("><summary>", out);
        claims_sentence_statement(entry, &text);
        report_html_part(out, "", &text, "");
        fputs("</summary><p>", out);
        report_html_link(page, "claim-", entry->claim->id, entry->claim->id);
        fputs("</p>\n", out);
        details_print(page, row->index);
        fputs("</details>\n", out);
    }
    fputs(any ? "</section>\n" : "", out);
}
