/* SPDX-License-Identifier: MIT */
/* report_overview.c: the first screen of the first page. */
#include "harness/base/markup.h"
#include "harness/base/plural.h"
#include "harness/views/claims/claims_sentence.h"
#include "harness/views/claims/claims_view.h"
#include "harness/views/report/report_page.h"

#include <stdlib.h>
#include <string.h>

/* Counts --------------------------------------------------------------------------------------- */

static const size_t *counts_of(const struct report_device *device, enum claims_origin origin)
{
    return device->judged->counts[origin];
}

static size_t testable(const size_t counts[VERDICT_CLASS_COUNT])
{
    size_t sum = 0;
    for (int i = 0; i < VERDICT_CLASS_COUNT; i++)
        sum += i != VERDICT_CLASS_NOT_TESTABLE ? counts[i] : 0;
    return sum;
}

/* The sentence that sums up -------------------------------------------------------------------- */

static void count_add(struct text *text, size_t count, const char *one, const char *many)
{
    if (count > 0)
        text_join(text, ", ", "%zu %s", count, plural(count, one, many));
}

static void lead_print(FILE *out, const struct report_device *device)
{
    struct text text = { 0 };
    claims_view_lead(device->judged, &text);
    report_html_part(out, "<p class=\"lead\">", &text, "</p>\n");
}

/* Device, driver, date, runs and cards --------------------------------------------------------- */

static void meta_print(FILE *out, const struct report_device *device)
{
    const struct run *run = device->newest;
    struct text text = { 0 };
    fputs("<p class=\"meta\">", out);
    if (run && *run->device.driver_name) {
        text_add_format(&text, "%.160s %.160s", run->device.driver_name, run->device.driver_info);
        report_html_part(out, "Driver ", &text, " \xC2\xB7 ");
    }
    claims_view_pool(device->judged, &text);
    report_html_part(out, "", &text, "");
    fputs("</p>\n", out);
}

/* Bars ----------------------------------------------------------------------------------------- */

static void bars_print(FILE *out, const struct report_device *device)
{
    const size_t *own = counts_of(device, CLAIMS_OF_PAPER);
    const size_t *reading = counts_of(device, CLAIMS_OF_READING);
    const size_t most = testable(own) > testable(reading) ? testable(own) : testable(reading);
    report_bar_print(out, own, most, "Claims that a paper states as a number or an order");
    if (testable(reading) == 0)
        return;
    fputs("<div class=\"second\">", out);
    report_bar_print(out, reading, most, "Claims whose number is our reading of the paper's word");
    fprintf(out,
            "<p class=\"iv\">%zu more, whose number is our reading of the paper's word</p></div>\n",
            testable(reading));
}

static bool has_group(const struct report_page *page, enum verdict_class class)
{
    for (size_t i = 0; i < page->row_count; i++)
        if (report_row_counts(&page->rows[i]) && page->rows[i].class == class &&
            !page->rows[i].differs)
            return true;
    return false;
}

/* Each word with its sign, its meaning and, of one device, how often: "21 + 12". */
static void legend_print(const struct report_page *page)
{
    FILE *out = page->out;
    fputs("<ul class=\"legend\">\n", out);
    for (int i = 0; i < REPORT_WORDS_TOLD; i++) {
        const enum verdict_class class = report_bar_order[i];
        const struct report_word *word = &report_words[class];
        const struct report_device *device = &page->devices[0];
        if (!has_group(page, class))
            continue;
        fprintf(out,
                "<li><a href=\"#words-%s\"><span class=\"key b-%s\" aria-hidden=\"true\">%s</span>",
                word->style, word->style, word->glyph);
        if (page->device_count == 1) {
            const size_t own = counts_of(device, CLAIMS_OF_PAPER)[class];
            const size_t reading = counts_of(device, CLAIMS_OF_READING)[class];
            fprintf(out, reading > 0 ? "<b>%zu + %zu</b> " : "<b>%zu</b> ", own, reading);
        }
        fprintf(out, "%s</a> <span class=\"iv\">%s</span></li>\n", verdict_class_name(class),
                word->means);
    }
    fputs("</ul>\n", out);
}

static void others_print(const struct report_page *page)
{
    size_t counts[CLAIMS_ORIGIN_COUNT] = { 0 }, untested = 0;
    struct text text = { 0 };
    for (size_t i = 0; i < page->row_count; i++) {
        const struct report_row *row = &page->rows[i];
        untested += row->class == VERDICT_CLASS_NOT_TESTABLE;
        counts[row->origin] += row->class != VERDICT_CLASS_NOT_TESTABLE;
    }
    count_add(&text, counts[CLAIMS_OF_OTHER_EVIDENCE], "by other evidence than runs",
              "by other evidence than runs");
    count_add(&text, counts[CLAIMS_OURS], "of ours", "of ours");
    count_add(&text, counts[CLAIMS_CONSTRUCTED], "true by design", "true by design");
    if (text.length == 0 && untested == 0)
        return;
    fputs("<p class=\"iv\">Counted separately: ", page->out);
    const bool both = text.length > 0 && untested > 0;
    report_html_part(page->out, "<a href=\"#uncounted\">", &text, "</a>");
    if (untested > 0)
        fprintf(page->out, "%s<a href=\"#untested\">%zu not testable here</a>", both ? "; " : "",
                untested);
    fputs(".</p>\n", page->out);
}

/* Surprises ------------------------------------------------------------------------------------ */

static bool is_surprise(const struct report_row *row)
{
    return report_row_counts(row) &&
           (row->class == VERDICT_CLASS_CONTRADICTED || row->class == VERDICT_CLASS_STRONGER ||
            row->class == VERDICT_CLASS_MIXED || row->class == VERDICT_CLASS_NOT_SEEN ||
            row->class == VERDICT_CLASS_WEAKER);
}

static void surprise_print(const struct report_page *page, const struct report_row *row)
{
    FILE *out = page->out;
    struct text text = { 0 };
    size_t device = 0;
    while (device + 1 < page->device_count &&
           verdict_class_of(report_entry(page, device, row->index)->verdict) != row->class)
        device++;
    const struct claims_entry *entry = report_entry(page, device, row->index);
    char *href = report_html_href(page, "claim-", entry->claim->id);
    fputs("<li>", out);
    report_word_print(out, entry->verdict);
    fprintf(out, " <a href=\"%s\">", href ? href : "");
    claims_sentence_statement(entry, &text);
    report_html_part(out, "", &text, "</a>");
    fputs(": ", out);
    report_measured_print(out, entry, false);
    claims_sentence_gives(entry, &text);
    report_html_part(out, " \xC2\xB7 ", &text, "");
    if (page->device_count > 1) {
        fputs(" <span class=\"iv\">on ", out);
        sheet_escape_html(out, page->devices[device].name);
        fputs("</span>", out);
    }
    fputs("</li>\n", out);
    free(href);
}

static void surprises_print(const struct report_page *page)
{
    enum { MOST = 3, OF_ONE_WORD = 2 };
    size_t shown = 0, of_word = 0;
    enum verdict_class last = VERDICT_CLASS_COUNT;
    for (size_t i = 0; i < page->row_count && shown < MOST; i++) {
        const struct report_row *row = &page->rows[i];
        of_word = row->class == last ? of_word : 0;
        if (!is_surprise(row) || of_word == OF_ONE_WORD)
            continue;
        fputs(shown == 0 ? "<section class=\"top\" aria-labelledby=\"top\"><h2 id=\"top\">Largest "
                           "surprises</h2><ul>\n"
                         : "",
              page->out);
        surprise_print(page, row);
        last = row->class;
        of_word++;
        shown++;
    }
    fputs(shown > 0 ? "</ul></section>\n" : "", page->out);
}

/* All ------------------------------------------------------------------------------------------ */

static void differs_print(const struct report_page *page)
{
    FILE *out = page->out;
    size_t differ = 0, counted = 0;
    for (size_t i = 0; i < page->row_count; i++) {
        differ += report_row_counts(&page->rows[i]) && page->rows[i].differs;
        counted += report_row_counts(&page->rows[i]);
    }
    fputs("<p class=\"lead\">", out);
    if (differ > 0)
        fprintf(out,
                "<a href=\"#differs\">%zu of %zu claims</a> %s out otherwise on one device "
                "than on another.",
                differ, counted, plural(differ, "comes", "come"));
    else
        fprintf(out, "None of %zu claim%s has different decided verdicts on these devices.",
                counted, plural(counted, "", "s"));
    fprintf(out, " <a href=\"%s#against\">Times, device against device</a></p>\n",
            report_file_names[REPORT_CASES]);
}

/* One device's bars stand beside its sentence, those of several below each other. */
static void verdicts_print(const struct report_page *page)
{
    FILE *out = page->out;
    for (size_t i = 0; i < page->device_count; i++) {
        if (page->device_count > 1) {
            fputs("<h2 class=\"dev\">", out);
            sheet_escape_html(out, page->devices[i].name);
            fputs("</h2>\n", out);
            meta_print(out, &page->devices[i]);
        }
        bars_print(out, &page->devices[i]);
    }
}

void report_overview_print(const struct report_page *page)
{
    FILE *out = page->out;
    fputs("<div class=\"hero\"><div>\n<h1>", out);
    report_page_title(page, sheet_escape_html);
    fputs("</h1>\n", out);
    if (report_page_is_software(page))
        fputs("<p class=\"warn\">A software device: its times are artefacts of this machine and "
              "say nothing of a GPU. Answers and counts are checked all the same.</p>\n",
              out);
    if (page->device_count == 1) {
        meta_print(out, &page->devices[0]);
        lead_print(out, &page->devices[0]);
        fputs("</div><div>\n", out);
        verdicts_print(page);
        legend_print(page);
        others_print(page);
    } else if (page->device_count > 1) {
        differs_print(page);
        legend_print(page);
        others_print(page);
        fputs("</div><div>\n", out);
        verdicts_print(page);
    }
    fputs("</div></div>\n", out);
    surprises_print(page);
}
