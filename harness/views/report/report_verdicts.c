/* SPDX-License-Identifier: MIT */
#include "harness/base/markup.h"
#include "harness/views/claims/claims_sentence.h"
#include "harness/views/claims/claims_view.h"
#include "harness/views/report/report_page.h"

#include <string.h>

enum { PAIRS_MAX = 40 };

/* Words and colour; never colour alone. */
static void class_print(FILE *out, enum verdict_class class, const char *words)
{
    static const char *const styles[VERDICT_CLASS_COUNT] = {
        [VERDICT_CLASS_STRONGER] = "v-good",     [VERDICT_CLASS_CONFIRMED] = "v-good",
        [VERDICT_CLASS_WEAKER] = "v-soft",       [VERDICT_CLASS_NOT_SEEN] = "v-bad",
        [VERDICT_CLASS_CONTRADICTED] = "v-bad",  [VERDICT_CLASS_MIXED] = "v-soft",
        [VERDICT_CLASS_BETWEEN] = "v-soft",      [VERDICT_CLASS_UNDECIDED] = "v-soft",
        [VERDICT_CLASS_NOT_TESTABLE] = "v-soft",
    };
    fprintf(out, "<span class=\"v %s\">%s</span>", styles[class], words);
}

static void verdict_print(FILE *out, struct verdict verdict)
{
    char words[VERDICT_BYTES];
    class_print(out, verdict_class_of(verdict), verdict_words(verdict, words));
}

/* Prints a part of a sentence, and empties it. */
static void part_print(FILE *out, const char *before, struct text *part)
{
    if (*text_string(part)) {
        fputs(before, out);
        markup_text(out, text_string(part));
    }
    if (part->broken)
        text_stream_break(out);
    text_finish(part);
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
    const struct claims_reading *reading = &entry->readings[0];
    if (reading->pair_count == 0)
        return;
    fputs("<ul class=\"note\">", out);
    for (size_t i = 0; i < reading->pair_count && i < PAIRS_MAX; i++) {
        const struct claims_pair *pair = &reading->pairs[i];
        struct text text = { 0 };
        claims_sentence_pair(entry->claim, pair, &text);
        fputs("<li>", out);
        case_link(page, pair->a);
        if (*pair->b) {
            fputs(" against ", out);
            case_link(page, pair->b);
        }
        part_print(out, ": ", &text);
    }
    if (reading->pair_count > PAIRS_MAX)
        fprintf(out, "<li>and %zu more: claimcheck claims --verbose has them",
                reading->pair_count - PAIRS_MAX);
    fputs("</ul>\n", out);
}

static void device_print(const struct report_page *page, size_t device, size_t index)
{
    FILE *out = page->out;
    const struct claims_entry *entry = entry_of(page, device, index);
    struct text text = { 0 };
    if (!entry->measured)
        return;
    fputs("<p>", out);
    sheet_escape_html(out, page->devices[device].name);
    if (entry->runs > 0)
        text_add_format(&text, "%zu run%s of %zu card%s", entry->runs, entry->runs == 1 ? "" : "s",
                        entry->cards, entry->cards == 1 ? "" : "s");
    part_print(out, ", ", &text);
    claims_sentence(entry, &text);
    part_print(out, ": ", &text);
    claims_sentence_marks(entry, &text);
    part_print(out, "<br>", &text);
    fputs("</p>\n", out);
    pairs_print(page, entry);
}

static void claim_print(const struct report_page *page, size_t index)
{
    FILE *out = page->out;
    const struct published_claim *claim = entry_of(page, 0, index)->claim;
    struct text text = { 0 };
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
    if (claim->number == PUBLISHED_OURS)
        fputs("<br>This claim is ours, not the paper's.", out);
    if (claim->number == PUBLISHED_READING)
        line_print(out, "The number is ours, for the paper's word: ", claim->word);
    line_print(out, "By construction of our code: ", claim->by_construction);
    for (size_t i = 0; i < claim->precondition_count; i++)
        line_print(out, "If ", claim->preconditions[i]);
    for (size_t i = 0; i < claim->deviation_count; i++)
        line_print(out, "Deviation: ", claim->deviations[i]);
    for (size_t i = 0; i < claim->observed_count; i++) {
        claims_sentence_observed(claim, i, &text);
        part_print(out, "<br>", &text);
    }
    fputs("</p>\n", out);
    for (size_t i = 0; i < page->device_count; i++)
        device_print(page, i, index);
    fputs("</details>", out);
}

static void row_print(const struct report_page *page, size_t index)
{
    FILE *out = page->out;
    const struct published_claim *claim = entry_of(page, 0, index)->claim;
    struct text text = { 0 };
    fputs("<tr id=\"", out);
    sheet_escape_id(out, "claim-", claim->id);
    fputs("\"><td class=\"w\">", out);
    claim_print(page, index);
    claims_sentence_paper(entry_of(page, 0, index), &text);
    fputs("</td><td data-of=\"paper\">", out);
    part_print(out, "", &text);
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
        claims_sentence_measured(entry, &text);
        fputs(page->device_count > 1 ? " <br>" : "</td><td>", out);
        part_print(out, "", &text);
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
    FILE *out = page->out;
    fputs("<div class=\"wide\"><table><thead><tr><th>device</th><th>claims</th>", out);
    for (int i = 0; i < VERDICT_CLASS_COUNT; i++) {
        fputs("<th>", out);
        class_print(out, (enum verdict_class)i, verdict_class_name((enum verdict_class)i));
        fputs("</th>", out);
    }
    fputs("</tr></thead><tbody>\n", out);
    for (size_t i = 0; i < page->device_count; i++)
        for (int origin = 0; origin < CLAIMS_ORIGIN_COUNT; origin++) {
            struct text pool = { 0 };
            fputs("<tr><td class=\"dev\">", out);
            sheet_escape_html(out, origin == 0 ? page->devices[i].name : "");
            if (origin == 0)
                claims_view_pool(page->devices[i].judged, &pool);
            part_print(out, "<br>", &pool);
            fputs("</td><td>", out);
            sheet_escape_html(out, claims_origin_name((enum claims_origin)origin));
            fputs("</td>", out);
            for (int k = 0; k < VERDICT_CLASS_COUNT; k++)
                fprintf(out, "<td class=\"n\">%zu</td>",
                        page->devices[i].judged->counts[origin][k]);
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
