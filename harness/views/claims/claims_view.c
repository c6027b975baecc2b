/* SPDX-License-Identifier: MIT */
#include "harness/views/claims/claims_view.h"

#include "harness/base/plural.h"
#include "harness/views/claims/claims_sentence.h"

#include <math.h>
#include <string.h>

enum { TEXT = SHEET_IN(SHEET_TEXT) };

static const struct sheet_column columns[] = {
    { .title = "verdict", .width = 13, .in = TEXT },
    { .key = "device" },
    { .key = "paper" },
    { .key = "claim", .title = "claim", .in = ~TEXT },
    { .title = "claim", .width = 34, .in = TEXT },
    { .key = "statement", .title = "what the paper says", .in = ~TEXT },
    { .title = "paper", .width = 12, .in = SHEET_PAGES | TEXT },
    { .title = "here", .in = SHEET_PAGES },
    { .key = "verdict", .title = "verdict", .in = ~TEXT },
    { .key = "sentence" },
    { .key = "says" },
    { .key = "number" },
    { .key = "published", .type = SHEET_NUMBER },
    { .key = "published_unit" },
    { .key = "r", .type = SHEET_NUMBER },
    { .key = "r_low", .type = SHEET_NUMBER },
    { .key = "r_high", .type = SHEET_NUMBER },
    { .key = "value", .type = SHEET_NUMBER },
    { .key = "low", .type = SHEET_NUMBER },
    { .key = "high", .type = SHEET_NUMBER },
    { .key = "place_low", .type = SHEET_NUMBER },
    { .key = "place_high", .type = SHEET_NUMBER },
    { .key = "held", .type = SHEET_COUNT },
    { .key = "cases", .type = SHEET_COUNT },
    { .key = "runs", .type = SHEET_COUNT },
    { .key = "cards", .type = SHEET_COUNT },
    { .key = "processes", .type = SHEET_COUNT },
    { .key = "samples", .type = SHEET_COUNT },
    { .key = "a_value", .type = SHEET_NUMBER },
    { .key = "b_value", .type = SHEET_NUMBER },
    { .key = "marks" },
    { .key = "reason" },
    { .key = "a" },
    { .key = "b" },
    { .key = "measured", .type = SHEET_COUNT },
    { .key = "by_construction", .type = SHEET_COUNT },
    { .key = "evidence" },
    { .title = "", .in = SHEET_PAGES },
    { .title = "", .in = TEXT, .place = SHEET_BELOW },
};

static const char *number_name(enum published_number number)
{
    static const char *const names[] = {
        [PUBLISHED_OF_PAPER] = "paper", [PUBLISHED_READING] = "reading", [PUBLISHED_OURS] = "ours"
    };
    return names[number];
}

static void row_fill(struct sheet *sheet, const struct claims_device *device,
                     const struct claims_entry *entry, struct text words[8])
{
    static const struct claims_pair none = { .a = "",
                                             .b = "",
                                             .a_plain = NAN,
                                             .b_plain = NAN,
                                             .r = NAN,
                                             .r_interval = { NAN, NAN },
                                             .estimate = { .value = NAN,
                                                           .interval = { NAN, NAN } } };
    const struct claims_reading *reading = &entry->readings[0];
    const struct claims_pair *pair = reading->shown ? reading->shown : &none;
    const struct published_claim *claim = entry->claim;
    const bool places = claim->says == PUBLISHED_BEST_AT || claim->says == PUBLISHED_FROM;
    const char *text[8];
    for (int i = 0; i < 8; i++)
        text[i] = text_string(&words[i]);
    SHEET_ROW(sheet, sheet_words(text[6]), sheet_words(device->name), sheet_words(entry->paper->id),
              sheet_words(claim->id), sheet_words(claim->id), sheet_words(text[0]),
              sheet_words(text[1]), sheet_words(*text[2] ? text[2] : "-"),
              sheet_words(text[sheet_is_for_people(sheet) ? 3 : 6]), sheet_words(text[4]),
              sheet_words(published_says_name(claim->says)),
              sheet_words(number_name(claim->number)), sheet_number(claim->stated),
              sheet_words(claim->unit), sheet_number(pair->r), sheet_number(pair->r_interval.low),
              sheet_number(pair->r_interval.high), sheet_number(pair->estimate.value),
              sheet_number(pair->estimate.interval.low), sheet_number(pair->estimate.interval.high),
              sheet_number(places ? reading->place_low : NAN),
              sheet_number(places ? reading->place_high : NAN), sheet_number((double)reading->held),
              sheet_number((double)reading->case_count), sheet_number((double)entry->runs),
              sheet_number((double)entry->cards), sheet_number((double)pair->estimate.processes),
              sheet_number((double)pair->estimate.n), sheet_number(pair->a_plain),
              sheet_number(pair->b_plain), sheet_words(text[5]), sheet_words(entry->reason),
              sheet_words(pair->a), sheet_words(pair->b), sheet_number(entry->measured),
              sheet_number(*claim->by_construction != 0),
              sheet_words(published_evidence_name(claim->evidence)), sheet_words(text[7]),
              sheet_words(text[2]));
}

static void entry_view(struct sheet *sheet, const struct claims_device *device,
                       const struct claims_entry *entry)
{
    struct text words[8] = { { 0 } };
    char verdict[VERDICT_BYTES];
    claims_sentence_statement(entry, &words[0]);
    claims_sentence_paper(entry, &words[1]);
    claims_sentence_measured(entry, &words[2]);
    claims_sentence_verdict(entry, &words[3]);
    claims_sentence(entry, &words[4]);
    claims_sentence_marks(entry, &words[5]);
    text_add(&words[6], verdict_words(entry->verdict, verdict));
    claims_sentence_rests(entry, &words[7]);
    row_fill(sheet, device, entry, words);
    for (int i = 0; i < 8; i++)
        text_finish(&words[i]);
}

static bool paper_measured(const struct claims_device *device, const struct published *paper)
{
    for (size_t i = 0; i < device->entry_count; i++)
        if (device->entries[i].paper == paper && device->entries[i].measured)
            return true;
    return false;
}

static bool is_shown(const struct sheet *sheet, const struct claims_device *device,
                     const struct claims_entry *entry)
{
    if (sheet->look.style == SHEET_TEXT)
        return entry->measured && entry->verdict.kind != VERDICT_NOT_TESTABLE;
    return !sheet_is_for_people(sheet) || paper_measured(device, entry->paper);
}

void claims_view_pool(const struct claims_device *device, struct text *text)
{
    const struct run *const *runs = device->runs;
    const char *first = runs[0]->session.started, *last = first;
    for (size_t i = 1; i < device->run_count; i++) {
        const char *started = runs[i]->session.started;
        first = strcmp(started, first) < 0 ? started : first;
        last = strcmp(started, last) > 0 ? started : last;
    }
    text_add_format(text, "%zu run%s of %zu card%s, %.10s", device->run_count,
                    plural(device->run_count, "", "s"), device->card_count,
                    plural(device->card_count, "", "s"), first);
    if (strncmp(first, last, strlen("2026-01-01")) != 0)
        text_add_format(text, " to %.10s", last);
    text_add(text, device->unit == ESTIMATE_CARD ? "; verdicts are of this card"
                                                 : "; verdicts are of the model");
    const char *from = NULL, *to = NULL;
    size_t changed = 0;
    for (size_t i = 0; i < device->entry_count; i++) {
        const char *date = device->entries[i].kernels_date;
        if (!*date || device->entries[i].verdict.kind == VERDICT_NOT_TESTABLE)
            continue;
        changed++;
        from = !from || strcmp(date, from) < 0 ? date : from;
        to = !to || strcmp(date, to) > 0 ? date : to;
    }
    if (changed > 0)
        text_add_format(text, ", %zu by kernels of %.10s", changed, from);
    if (changed > 0 && strncmp(from, to, strlen("2026-01-01")) != 0)
        text_add_format(text, " to %.10s", to);
}

/* Papers whose own claims the device has a verdict on. */
static size_t papers_count(const struct claims_device *device)
{
    const struct published *last = NULL;
    size_t count = 0;
    for (size_t i = 0; i < device->entry_count; i++) {
        const struct claims_entry *entry = &device->entries[i];
        const bool counts = entry->measured && entry->verdict.kind != VERDICT_NOT_TESTABLE &&
                            claims_origin_of(entry) == CLAIMS_OF_PAPER;
        count += counts && entry->paper != last;
        last = counts ? entry->paper : last;
    }
    return count;
}

static void count_add(struct text *text, size_t count, const char *one, const char *many)
{
    if (count > 0)
        text_join(text, ", ", "%zu %s", count, plural(count, one, many));
}

void claims_view_lead(const struct claims_device *device, struct text *text)
{
    const size_t *counts = device->counts[CLAIMS_OF_PAPER], papers = papers_count(device);
    const size_t hold = counts[VERDICT_CLASS_CONFIRMED] + counts[VERDICT_CLASS_STRONGER];
    struct text rest = { 0 };
    size_t all = 0;
    for (int i = 0; i < VERDICT_CLASS_COUNT; i++)
        all += i != VERDICT_CLASS_NOT_TESTABLE ? counts[i] : 0;
    if (all == 0) {
        text_add(text, "These runs decide no claim that a paper states as a number or an order.");
        return;
    }
    text_add_format(text,
                    "%zu paper%s state%s %zu claim%s, as a number or an order, that %s tested "
                    "here. %zu hold%s",
                    papers, plural(papers, "", "s"), plural(papers, "s", ""), all,
                    plural(all, "", "s"), plural(all, "was", "were"), hold, plural(hold, "s", ""));
    if (counts[VERDICT_CLASS_STRONGER] > 0)
        text_add_format(text, ", %zu of them more than stated", counts[VERDICT_CLASS_STRONGER]);
    count_add(&rest, counts[VERDICT_CLASS_CONTRADICTED], "is contradicted", "are contradicted");
    count_add(&rest, counts[VERDICT_CLASS_WEAKER], "holds with a smaller gain",
              "hold with a smaller gain");
    count_add(&rest, counts[VERDICT_CLASS_MIXED], "holds in some cases only",
              "hold in some cases only");
    count_add(&rest, counts[VERDICT_CLASS_NOT_SEEN], "shows no difference", "show no difference");
    count_add(&rest, counts[VERDICT_CLASS_BETWEEN] + counts[VERDICT_CLASS_UNDECIDED],
              "is not decided", "are not decided");
    if (rest.length > 0)
        text_add_format(text, "; %s", text_string(&rest));
    text_add(text, ".");
    text_finish(&rest);
}

static void device_view(struct sheet *sheet, const struct claims_device *device)
{
    const bool text = sheet->look.style == SHEET_TEXT;
    struct text pool = { 0 };
    size_t listed = 0;
    if (text && device->measured == 0)
        return;
    claims_view_pool(device, &pool);
    sheet_heading(sheet, text ? "on %s (%s):" : "%s, %s", device->name, text_string(&pool));
    text_finish(&pool);
    sheet_table(sheet,
                &(struct sheet_table){ .name = "claims", SHEET_COLUMNS(columns), .main = true });
    for (size_t i = 0; i < device->entry_count; i++) {
        const struct claims_entry *entry = &device->entries[i];
        if (!is_shown(sheet, device, entry))
            continue;
        entry_view(sheet, device, entry);
        listed++;
    }
    if (text && device->measured > listed)
        sheet_foot(sheet, "not testable here: %zu; claimcheck claims RUN.json says why",
                   device->measured - listed);
}

void claims_view(struct sheet *sheet, const void *of)
{
    const struct claims *claims = of;
    for (size_t i = 0; i < claims->device_count; i++)
        device_view(sheet, &claims->devices[i]);
}
