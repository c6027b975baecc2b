/* SPDX-License-Identifier: MIT */
/* report_rows.c: which claims the pages have, in which order, and in which words. */
#include "harness/base/markup.h"
#include "harness/base/need.h"
#include "harness/views/claims/claims_sentence.h"
#include "harness/views/report/report_page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Words ---------------------------------------------------------------------------------------- */

const struct report_word report_words[VERDICT_CLASS_COUNT] = {
    [VERDICT_CLASS_STRONGER] = { "stronger", "\xE2\x96\xB3", "more than the paper says" },
    [VERDICT_CLASS_CONFIRMED] = { "confirmed", "\xE2\x9C\x93", "as the paper says" },
    [VERDICT_CLASS_WEAKER] = { "weaker", "\xE2\x96\xBD", "same direction, smaller" },
    [VERDICT_CLASS_NOT_SEEN] = { "unseen", "\xE2\x97\x8B", "no difference here" },
    [VERDICT_CLASS_CONTRADICTED] = { "contradicted", "\xE2\x9C\x97", "the opposite" },
    [VERDICT_CLASS_MIXED] = { "mixed", "\xE2\x97\x90", "holds in some cases only" },
    [VERDICT_CLASS_BETWEEN] = { "between", "\xE2\x97\x87", "on an edge" },
    [VERDICT_CLASS_UNDECIDED] = { "undecided", "?", "these runs cannot decide" },
    [VERDICT_CLASS_NOT_TESTABLE] = { "untested", "\xE2\x80\x93", "not testable here" },
};

const enum verdict_class report_bar_order[REPORT_WORDS_TOLD] = {
    VERDICT_CLASS_CONFIRMED, VERDICT_CLASS_STRONGER,     VERDICT_CLASS_WEAKER,
    VERDICT_CLASS_BETWEEN,   VERDICT_CLASS_UNDECIDED,    VERDICT_CLASS_MIXED,
    VERDICT_CLASS_NOT_SEEN,  VERDICT_CLASS_CONTRADICTED,
};

const enum verdict_class report_list_order[REPORT_WORDS_TOLD] = {
    VERDICT_CLASS_CONTRADICTED, VERDICT_CLASS_STRONGER,  VERDICT_CLASS_MIXED,
    VERDICT_CLASS_NOT_SEEN,     VERDICT_CLASS_WEAKER,    VERDICT_CLASS_BETWEEN,
    VERDICT_CLASS_UNDECIDED,    VERDICT_CLASS_CONFIRMED,
};

/* A smaller number is more of a surprise. */
static size_t rank_of(enum verdict_class class)
{
    size_t rank = 0;
    while (rank < REPORT_WORDS_TOLD && report_list_order[rank] != class)
        rank++;
    return rank;
}

void report_word_print(FILE *out, struct verdict verdict)
{
    char words[VERDICT_BYTES];
    const struct report_word *word = &report_words[verdict_class_of(verdict)];
    fprintf(out, "<span class=\"v v-%s\"><span aria-hidden=\"true\">%s</span> %s</span>",
            word->style, word->glyph, verdict_words(verdict, words));
}

void report_bar_print(FILE *out, const size_t counts[VERDICT_CLASS_COUNT], size_t total,
                      const char *label)
{
    size_t sum = 0;
    fputs("<div class=\"bar\" role=\"img\" aria-label=\"", out);
    markup_text(out, label);
    for (int i = 0; i < REPORT_WORDS_TOLD; i++)
        if (counts[report_bar_order[i]] > 0)
            fprintf(out, "%s%zu %s", sum == 0 ? ": " : ", ", counts[report_bar_order[i]],
                    verdict_class_name(report_bar_order[i])),
                sum += counts[report_bar_order[i]];
    fputs("\">", out);
    for (int i = 0; i < REPORT_WORDS_TOLD; i++) {
        const size_t count = counts[report_bar_order[i]];
        if (count > 0)
            fprintf(out, "<b class=\"b b-%s\" style=\"flex-grow:%zu\">%zu</b>",
                    report_words[report_bar_order[i]].style, count, count);
    }
    if (sum < total)
        fprintf(out, "<span style=\"flex-grow:%zu\"></span>", total - sum);
    fputs("</div>\n", out);
}

void report_measured_print(FILE *out, const struct claims_entry *entry, bool whole)
{
    struct text text = { 0 };
    claims_sentence_measured(entry, &text);
    const size_t head = strcspn(text_string(&text), "[(;");
    char *first = need(strndup(text_string(&text), head));
    fputs("<b>", out);
    report_html_say(out, first);
    fputs("</b>", out);
    if (whole && *(text_string(&text) + head)) {
        fputs("<span class=\"iv\">", out);
        report_html_say(out, text_string(&text) + head);
        fputs("</span>", out);
    }
    free(first);
    text_finish(&text);
}

/* Papers --------------------------------------------------------------------------------------- */

void report_cite(FILE *out, const struct published *paper)
{
    struct text text = { 0 };
    claims_sentence_cite(paper, &text);
    sheet_escape_html(out, text_string(&text));
    text_finish(&text);
}

/* Rows ----------------------------------------------------------------------------------------- */

const struct claims_entry *report_entry(const struct report_page *page, size_t device, size_t index)
{
    return &page->devices[device].judged->entries[index];
}

bool report_row_counts(const struct report_row *row)
{
    return row->class != VERDICT_CLASS_NOT_TESTABLE &&
           (row->origin == CLAIMS_OF_PAPER || row->origin == CLAIMS_OF_READING);
}

bool report_has_paper(const struct report_page *page, const char *technique,
                      const struct published *paper)
{
    for (size_t i = 0; i < page->row_count; i++)
        if (strcmp(page->rows[i].technique, technique) == 0 &&
            report_entry(page, 0, page->rows[i].index)->paper == paper)
            return true;
    return false;
}

/* From the zone that confirms it; what has no end is very far. */
static double distance_of(const struct claims_entry *entry)
{
    const double farthest = log(1e4);
    double distance = 0;
    for (size_t i = 0; i < entry->reading_count; i++)
        for (size_t k = 0; k < entry->readings[i].pair_count; k++) {
            const struct claims_pair *pair = &entry->readings[i].pairs[k];
            const struct stats_interval zone = zones_confirmed(&pair->zones);
            if (isnan(pair->r) || isnan(zone.low) || pair->verdict.kind == VERDICT_NOT_TESTABLE)
                continue;
            const double outside = fmax(log(zone.low / pair->r), log(pair->r / zone.high));
            distance = fmax(distance, fmin(outside, farthest));
        }
    return distance;
}

static bool is_decided(enum verdict_class class)
{
    return class != VERDICT_CLASS_BETWEEN && class != VERDICT_CLASS_UNDECIDED &&
           class != VERDICT_CLASS_NOT_TESTABLE;
}

/* The technique whose cases the claim is about, by its expression; else the paper's. */
static const char *technique_of(const struct report_page *page, const struct claims_entry *entry)
{
    const char *name = entry->claim->a + (*entry->claim->a == '^');
    for (size_t i = 0; i < page->technique_count; i++) {
        const size_t length = strlen(page->techniques[i]);
        if (length > 0 && strncmp(name, page->techniques[i], length) == 0 &&
            strncmp(name + length, "\\.", 2) == 0)
            return page->techniques[i];
    }
    return entry->paper->technique;
}

/* False where no run has a case of the claim. */
static bool row_make(const struct report_page *page, size_t index, struct report_row *row)
{
    const struct claims_entry *first = report_entry(page, 0, index);
    enum verdict_class decided = VERDICT_CLASS_NOT_TESTABLE;
    bool measured = false;
    *row = (struct report_row){ .index = index,
                                .class = VERDICT_CLASS_NOT_TESTABLE,
                                .origin = claims_origin_of(first->claim),
                                .technique = technique_of(page, first) };
    for (size_t i = 0; i < page->device_count; i++) {
        const struct claims_entry *entry = report_entry(page, i, index);
        const enum verdict_class class = verdict_class_of(entry->verdict);
        measured = measured || entry->measured;
        if (!entry->measured)
            continue;
        row->class = rank_of(class) < rank_of(row->class) ? class : row->class;
        row->distance = fmax(row->distance, distance_of(entry));
        row->differs =
            row->differs || (is_decided(class) && is_decided(decided) && class != decided);
        decided = is_decided(class) ? class : decided;
    }
    return measured;
}

static int compare_rows(const void *a, const void *b)
{
    const struct report_row *first = a, *second = b;
    const size_t ranks[2] = { rank_of(first->class), rank_of(second->class) };
    if (first->differs != second->differs)
        return first->differs ? -1 : 1;
    if (ranks[0] != ranks[1])
        return ranks[0] < ranks[1] ? -1 : 1;
    if (first->distance != second->distance)
        return first->distance > second->distance ? -1 : 1;
    return (first->index > second->index) - (first->index < second->index);
}

void report_rows_make(struct report_page *page)
{
    const size_t count = page->device_count > 0 ? page->devices[0].judged->entry_count : 0;
    page->rows = need_zeroed(count, sizeof(*page->rows));
    for (size_t i = 0; i < count; i++)
        page->row_count += row_make(page, i, &page->rows[page->row_count]);
    qsort(page->rows, page->row_count, sizeof(*page->rows), compare_rows);
}
