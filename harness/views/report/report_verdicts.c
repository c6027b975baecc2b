/* SPDX-License-Identifier: MIT */
#include "harness/base/markup.h"
#include "harness/views/claims/claims_words.h"
#include "harness/views/report/report_page.h"

#include <string.h>

enum { PAIRS_MAX = 40 };

/* Words and colour; never colour alone. */
static void verdict_print(FILE *out, enum verdict verdict)
{
    static const char *const styles[VERDICT_COUNT] = {
        [VERDICT_NOT_TESTABLE] = "v-soft", [VERDICT_INCONCLUSIVE] = "v-soft",
        [VERDICT_CONTRADICTS] = "v-bad",   [VERDICT_NO_DIFFERENCE] = "v-bad",
        [VERDICT_MATCHES] = "v-good",      [VERDICT_DIRECTION_ONLY] = "v-good",
    };
    fprintf(out, "<span class=\"v %s\">%s</span>", styles[verdict], verdict_name(verdict));
}

static const struct claims_entry *entry_of(const struct report_page *page, size_t device,
                                           size_t index)
{
    return &page->devices[device].judged->entries[index];
}

/* On any device. */
static bool measured(const struct report_page *page, size_t index)
{
    bool any = false;
    for (size_t i = 0; i < page->device_count; i++)
        any = any || entry_of(page, i, index)->measured;
    return any;
}

/* A claim in full ------------------------------------------------------------------------------ */

static void line_print(FILE *out, const char *what, const char *text)
{
    if (!*text)
        return;
    fprintf(out, "<br>%s", what);
    sheet_escape_html(out, text);
}

static void case_link(const struct report_page *page, const char *name)
{
    const struct run_latest_case *found = NULL;
    for (size_t i = 0; i < page->device_count && !found; i++)
        found = run_latest_named(&page->devices[i].latest, name);
    if (found && report_case_has_place(page, found->c))
        report_html_link(page->out, "case-", name, name);
    else
        sheet_escape_html(page->out, name);
}

static void pairs_print(const struct report_page *page, const struct claims_entry *entry)
{
    FILE *out = page->out;
    if (entry->pair_count == 0)
        return;
    fputs("<ul class=\"note\">", out);
    for (size_t i = 0; i < entry->pair_count && i < PAIRS_MAX; i++) {
        const struct claims_pair *pair = &entry->pairs[i];
        char text[CLAIMS_WORDS_BYTES];
        claims_words_pair(entry->claim, pair, true, text);
        fputs("<li>", out);
        case_link(page, pair->a);
        if (*pair->b) {
            fputs(" against ", out);
            case_link(page, pair->b);
        }
        fputs(": ", out);
        markup_text(out, text);
    }
    if (entry->pair_count > PAIRS_MAX)
        fprintf(out, "<li>and %zu more: claimcheck claims --verbose has them",
                entry->pair_count - PAIRS_MAX);
    fputs("</ul>\n", out);
}

static void device_print(const struct report_page *page, size_t device, size_t index)
{
    FILE *out = page->out;
    const struct claims_entry *entry = entry_of(page, device, index);
    char n[CLAIMS_WORDS_BYTES], text[CLAIMS_MARKS_BYTES];
    if (!entry->measured)
        return;
    fputs("<p>", out);
    sheet_escape_html(out, page->devices[device].name);
    fputs(": ", out);
    verdict_print(out, entry->verdict);
    claims_words_n(entry, n);
    line_print(out, "", n);
    claims_words_context(entry, text);
    line_print(out, "", text);
    claims_words_marks(entry, text);
    line_print(out, "", text);
    line_print(out, "", entry->reason);
    fputs("</p>\n", out);
    pairs_print(page, entry);
}

static void claim_print(const struct report_page *page, size_t index)
{
    FILE *out = page->out;
    const struct published_claim *claim = entry_of(page, 0, index)->claim;
    fputs("<details><summary>", out);
    sheet_escape_html(out, claim->statement);
    fputs("</summary><p class=\"note\">", out);
    report_html_link(out, "claim-", claim->id, claim->id);
    if (*claim->quote) {
        fputs("<br>", out);
        sheet_escape_html(out, claim->where);
        fputs(": <q>", out);
        markup_text(out, claim->quote);
        fputs("</q>", out);
    }
    if (claim->ours)
        fputs("<br>This claim is ours, not the paper's.", out);
    line_print(out, "By construction of our code: ", claim->by_construction);
    for (size_t i = 0; i < claim->precondition_count; i++)
        line_print(out, "If ", claim->preconditions[i]);
    for (size_t i = 0; i < claim->deviation_count; i++)
        line_print(out, "Deviation: ", claim->deviations[i]);
    fputs("</p>\n", out);
    for (size_t i = 0; i < page->device_count; i++)
        device_print(page, i, index);
    fputs("</details>", out);
}

static void row_print(const struct report_page *page, size_t index)
{
    FILE *out = page->out;
    const struct published_claim *claim = entry_of(page, 0, index)->claim;
    char text[CLAIMS_WORDS_BYTES];
    fputs("<tr id=\"", out);
    sheet_escape_id(out, "claim-", claim->id);
    fputs("\"><td class=\"w\">", out);
    claim_print(page, index);
    claims_words_paper(entry_of(page, 0, index), text);
    fputs("</td><td data-of=\"paper\">", out);
    markup_text(out, text);
    fputs("</td>", out);
    for (size_t i = 0; i < page->device_count; i++) {
        const struct claims_entry *entry = entry_of(page, i, index);
        fputs("<td class=\"of\" data-of=\"", out);
        markup_text(out, page->devices[i].name);
        fputs("\">", out);
        if (entry->measured)
            verdict_print(out, entry->verdict);
        else
            fputs("<span class=\"soft\">not measured</span>", out);
        claims_words_here(entry, true, text);
        fputs(page->device_count > 1 ? " <br>" : "</td><td>", out);
        markup_text(out, text);
        fputs("</td>", out);
    }
    fputs("</tr>\n", out);
}

/* Papers --------------------------------------------------------------------------------------- */

static void paper_print(const struct report_page *page, size_t begin, size_t end)
{
    FILE *out = page->out;
    const struct published *paper = entry_of(page, 0, begin)->paper;
    fputs("<h3 id=\"", out);
    sheet_escape_id(out, "paper-", paper->id);
    fputs("\">", out);
    sheet_escape_html(out, paper->title);
    fputs("</h3>\n<div class=\"wide\"><table class=\"sort claims\"><thead><tr><th>claim</th>"
          "<th>paper</th>",
          out);
    for (size_t i = 0; i < page->device_count; i++) {
        fputs(page->device_count > 1 ? "" : "<th>verdict</th>", out);
        fputs("<th class=\"dev\">", out);
        sheet_escape_html(out, page->devices[i].name);
        fputs("</th>", out);
    }
    fputs("</tr></thead><tbody>\n", out);
    for (size_t i = begin; i < end; i++)
        if (measured(page, i))
            row_print(page, i);
    fputs("</tbody></table></div>\n", out);
}

/* Claims of a paper that no run has a case of. */
static size_t unmeasured(const struct report_page *page, size_t begin, size_t end)
{
    size_t count = 0;
    for (size_t i = begin; i < end; i++)
        count += !measured(page, i);
    return count;
}

/* How many of each, of what was measured. */
static void counts_print(const struct report_page *page)
{
    static const char *const origins[CLAIMS_ORIGIN_COUNT] = {
        [CLAIMS_OF_PAPER] = "the papers'",
        [CLAIMS_OURS] = "ours",
        [CLAIMS_CONSTRUCTED] = "by construction of our code",
    };
    FILE *out = page->out;
    fputs("<div class=\"wide\"><table><thead><tr><th>device</th><th>claims</th>", out);
    for (int i = 0; i < VERDICT_COUNT; i++) {
        fputs("<th>", out);
        verdict_print(out, claims_words_order[i]);
        fputs("</th>", out);
    }
    fputs("</tr></thead><tbody>\n", out);
    for (size_t i = 0; i < page->device_count; i++)
        for (int origin = 0; origin < CLAIMS_ORIGIN_COUNT; origin++) {
            fputs("<tr><td class=\"dev\">", out);
            sheet_escape_html(out, origin == 0 ? page->devices[i].name : "");
            fprintf(out, "</td><td>%s</td>", origins[origin]);
            for (int k = 0; k < VERDICT_COUNT; k++)
                fprintf(out, "<td class=\"n\">%zu</td>",
                        page->devices[i].judged->counts[origin][claims_words_order[k]]);
            fputs("</tr>\n", out);
        }
    fputs("</tbody></table></div>\n", out);
}

void report_verdicts_print(const struct report_page *page)
{
    FILE *out = page->out;
    fputs("<section id=\"verdicts\"><h2>Verdicts</h2>\n", out);
    const size_t count = page->device_count > 0 ? page->devices[0].judged->entry_count : 0;
    counts_print(page);
    for (size_t begin = 0, end; begin < count; begin = end) {
        const struct published *paper = entry_of(page, 0, begin)->paper;
        for (end = begin; end < count && entry_of(page, 0, end)->paper == paper; end++)
            ;
        const size_t left_out = unmeasured(page, begin, end);
        if (left_out < end - begin)
            paper_print(page, begin, end);
        if (left_out > 0) {
            fputs("<p class=\"note\">", out);
            sheet_escape_html(out, paper->id);
            fprintf(out, ": no run has a case of %zu of its %zu claims</p>\n", left_out,
                    end - begin);
        }
    }
    fputs("</section>\n", out);
}
