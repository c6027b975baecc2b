/* SPDX-License-Identifier: MIT */
/* report_untested.c: claims that are counted apart, and those that are not testable, by reason. */
#include "harness/base/markup.h"
#include "harness/base/need.h"
#include "harness/base/plural.h"
#include "harness/views/claims/claims_sentence.h"
#include "harness/views/report/report_page.h"

#include <stdlib.h>
#include <string.h>

/* Apart ---------------------------------------------------------------------------------------- */

static void origin_print(const struct report_page *page, enum claims_origin origin,
                         const char *title, const char *means)
{
    FILE *out = page->out;
    size_t counts[VERDICT_CLASS_COUNT] = { 0 }, total = 0;
    struct text text = { 0 };
    for (size_t i = 0; i < page->row_count; i++)
        if (page->rows[i].origin == origin && page->rows[i].class != VERDICT_CLASS_NOT_TESTABLE) {
            counts[page->rows[i].class]++;
            total++;
        }
    if (total == 0)
        return;
    for (int i = 0; i < REPORT_WORDS_TOLD; i++)
        if (counts[report_list_order[i]] > 0)
            text_join(&text, ", ", "%zu %s", counts[report_list_order[i]],
                      verdict_class_name(report_list_order[i]));
    fprintf(out, "<details class=\"more\"><summary><b>%zu</b> %s <span class=\"iv\">%s", total,
            title, means);
    report_html_part(out, ": ", &text, "");
    fputs("</span></summary>\n", out);
    for (size_t i = 0; i < page->row_count; i++)
        if (page->rows[i].origin == origin && page->rows[i].class != VERDICT_CLASS_NOT_TESTABLE)
            report_row_print(page, &page->rows[i]);
    fputs("</details>\n", out);
}

static void uncounted_print(const struct report_page *page)
{
    size_t count = 0;
    for (size_t i = 0; i < page->row_count; i++)
        count +=
            page->rows[i].class != VERDICT_CLASS_NOT_TESTABLE && !report_row_counts(&page->rows[i]);
    if (count == 0)
        return;
    fputs("<section id=\"uncounted\"><h2>Counted apart</h2>\n", page->out);
    origin_print(page, CLAIMS_OF_OTHER_EVIDENCE, "by other evidence than runs",
                 "a CUDA port, a trace, a test or arithmetic");
    origin_print(page, CLAIMS_OURS, "claims of ours", "no paper makes them");
    origin_print(page, CLAIMS_CONSTRUCTED, "true by design", "our code makes them true");
    fputs("</section>\n", page->out);
}

/* Not testable --------------------------------------------------------------------------------- */

static const char *reason_of(const struct report_page *page, const struct report_row *row)
{
    const char *reason = "";
    for (size_t i = 0; i < page->device_count && !*reason; i++)
        reason = report_entry(page, i, row->index)->reason;
    return reason;
}

/* The part of a reason that several claims share: without a number before it, and up to what is of
 * one claim alone. */
static const char *shared(const char *reason, size_t *length)
{
    const size_t digits = strspn(reason, "0123456789 ");
    *length = strcspn(reason + digits, ":;");
    return reason + digits;
}

static bool same_reason(const char *a, const char *b)
{
    size_t lengths[2];
    const char *heads[2] = { shared(a, &lengths[0]), shared(b, &lengths[1]) };
    return lengths[0] == lengths[1] && strncmp(heads[0], heads[1], lengths[0]) == 0;
}

static bool is_untested(const struct report_row *row)
{
    return row->class == VERDICT_CLASS_NOT_TESTABLE;
}

/* Rows with the reason of this one; 0 where it is not the first of them. */
static size_t reason_count(const struct report_page *page, size_t first)
{
    size_t count = 0;
    const char *reason = reason_of(page, &page->rows[first]);
    for (size_t i = 0; i < page->row_count; i++) {
        if (!is_untested(&page->rows[i]) || !same_reason(reason, reason_of(page, &page->rows[i])))
            continue;
        if (i < first)
            return 0;
        count++;
    }
    return count;
}

static void untested_row(const struct report_page *page, const struct report_row *row)
{
    FILE *out = page->out;
    const struct claims_entry *entry = report_entry(page, 0, row->index);
    struct text text = { 0 };
    fputs("<li", out);
    report_html_id(out, "claim-", entry->claim->id);
    fputs(">", out);
    claims_sentence_statement(entry, &text);
    report_html_part(out, "", &text, "");
    fputs(" <span class=\"iv\">", out);
    report_cite(out, entry->paper);
    fputs(": ", out);
    report_html_say(out, reason_of(page, row));
    fputs("</span></li>\n", out);
}

static void reason_print(const struct report_page *page, size_t first, size_t count)
{
    FILE *out = page->out;
    const char *reason = reason_of(page, &page->rows[first]);
    size_t length;
    const char *begin = shared(reason, &length);
    char *head = need(strndup(begin, length));
    fprintf(out, "<details class=\"more\"><summary><b>%zu</b> claims: ", count);
    report_html_say(out, head);
    fputs("</summary><ul>\n", out);
    for (size_t i = 0; i < page->row_count; i++)
        if (is_untested(&page->rows[i]) && same_reason(reason, reason_of(page, &page->rows[i])))
            untested_row(page, &page->rows[i]);
    fputs("</ul></details>\n", out);
    free(head);
}

/* Claims that no run has a case of. */
static void unmeasured_print(const struct report_page *page)
{
    const struct claims_device *judged = page->devices[0].judged;
    bool any = false;
    for (size_t begin = 0, end; begin < judged->entry_count; begin = end) {
        const struct published *paper = judged->entries[begin].paper;
        size_t measured = 0;
        for (end = begin; end < judged->entry_count && judged->entries[end].paper == paper; end++)
            for (size_t i = 0; i < page->row_count; i++)
                measured += page->rows[i].index == end;
        if (measured == end - begin)
            continue;
        fputs(any ? "; " : "<p class=\"iv\">No run has a case of the others: ", page->out);
        fprintf(page->out, "%zu of the %zu claims of ", end - begin - measured, end - begin);
        report_cite(page->out, paper);
        any = true;
    }
    fputs(any ? ". <code>claimcheck run --claims</code> measures more.</p>\n" : "", page->out);
}

void report_untested_print(const struct report_page *page)
{
    FILE *out = page->out;
    size_t count = 0, single = 0;
    uncounted_print(page);
    for (size_t i = 0; i < page->row_count; i++)
        count += is_untested(&page->rows[i]);
    fprintf(out,
            "<section id=\"untested\"><h2>Not testable here <span class=\"iv\">%zu claim%s%s"
            "</span></h2>\n",
            count, plural(count, "", "s"), count > 1 ? ", by reason" : "");
    for (size_t i = 0; i < page->row_count; i++) {
        const size_t same = is_untested(&page->rows[i]) ? reason_count(page, i) : 0;
        single += same == 1;
        if (same > 1)
            reason_print(page, i, same);
    }
    if (single > 0)
        fprintf(out,
                "<details class=\"more\"><summary><b>%zu</b> claim%s a reason of its own"
                "</summary><ul>\n",
                single, single > 1 ? "s, each for" : " for");
    for (size_t i = 0; i < page->row_count; i++)
        if (is_untested(&page->rows[i]) && reason_count(page, i) == 1)
            untested_row(page, &page->rows[i]);
    fputs(single > 0 ? "</ul></details>\n" : "", out);
    if (page->device_count > 0)
        unmeasured_print(page);
    fputs("</section>\n", out);
}
