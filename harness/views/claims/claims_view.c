/* SPDX-License-Identifier: MIT */
#include "harness/base/need.h"
#include "harness/views/claims/claims.h"

#include <stdlib.h>
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

const char *claims_number_name(enum published_number number)
{
    static const char *const names[] = {
        [PUBLISHED_OF_PAPER] = "paper", [PUBLISHED_READING] = "reading", [PUBLISHED_OURS] = "ours"
    };
    return names[number];
}

/* The pair of an entry that has none to show. */
static const struct claims_pair no_pair = {
    .a = "",
    .b = "",
    .a_plain = NAN,
    .b_plain = NAN,
    .r = NAN,
    .r_interval = { NAN, NAN },
    .estimate = { .value = NAN, .interval = { NAN, NAN } },
};

const struct claims_pair *claims_view_pair(const struct claims_entry *entry)
{
    return entry->readings[0].shown ? entry->readings[0].shown : &no_pair;
}

static void entry_view(struct sheet *sheet, const struct claims_device *device,
                       const struct claims_entry *entry)
{
    enum { STATEMENT, PAPER, MEASURED, VERDICT, SENTENCE, MARKS, RESTS, WORDS };
    static claims_part *const parts[WORDS] = {
        [STATEMENT] = claims_sentence_statement,
        [PAPER] = claims_sentence_paper,
        [MEASURED] = claims_sentence_measured,
        [VERDICT] = claims_sentence_verdict,
        [SENTENCE] = claims_sentence,
        [MARKS] = claims_sentence_marks,
        [RESTS] = claims_sentence_rests,
    };
    const struct claims_reading *reading = &entry->readings[0];
    const struct claims_pair *pair = claims_view_pair(entry);
    const struct estimate *estimate = &pair->estimate;
    const struct published_claim *claim = entry->claim;
    const bool places = claim->says == PUBLISHED_BEST_AT || claim->says == PUBLISHED_FROM;
    const char *verdict = verdict_words(entry->verdict, VERDICT_ROOM);
    char *words[WORDS];
    for (int i = 0; i < WORDS; i++)
        words[i] = claims_part_words(entry, parts[i]);
    SHEET_ROW(sheet, sheet_words(verdict), sheet_words(device->name), sheet_words(entry->paper->id),
              sheet_words(claim->id), sheet_words(claim->id), sheet_words(words[STATEMENT]),
              sheet_words(words[PAPER]), sheet_words(*words[MEASURED] ? words[MEASURED] : "-"),
              sheet_words(sheet_is_for_people(sheet) ? words[VERDICT] : verdict),
              sheet_words(words[SENTENCE]), sheet_words(published_says_name(claim->says)),
              sheet_words(claims_number_name(claim->number)), sheet_number(claim->stated),
              sheet_words(claim->unit), sheet_number(pair->r), sheet_number(pair->r_interval.low),
              sheet_number(pair->r_interval.high), sheet_number(estimate->value),
              sheet_number(estimate->interval.low), sheet_number(estimate->interval.high),
              sheet_number(places ? reading->place_low : NAN),
              sheet_number(places ? reading->place_high : NAN), sheet_count(reading->held),
              sheet_count(reading->case_count), sheet_count(entry->runs), sheet_count(entry->cards),
              sheet_count(estimate->processes), sheet_count(estimate->n),
              sheet_number(pair->a_plain), sheet_number(pair->b_plain), sheet_words(words[MARKS]),
              sheet_words(entry->reason), sheet_words(pair->a), sheet_words(pair->b),
              sheet_number(entry->measured), sheet_number(*claim->by_construction != 0),
              sheet_words(published_evidence_words[claim->evidence]), sheet_words(words[RESTS]),
              sheet_words(words[MEASURED]));
    for (int i = 0; i < WORDS; i++)
        free(words[i]);
}

static bool is_shown(const struct sheet *sheet, const struct claims_device *device,
                     const struct claims_entry *entry)
{
    if (sheet->look.style == SHEET_TEXT)
        return entry->measured && entry->verdict.kind != VERDICT_NOT_TESTABLE;
    bool paper = !sheet_is_for_people(sheet); /* pages have those some of which was measured */
    for (size_t i = 0; i < device->entry_count && !paper; i++)
        paper = device->entries[i].paper == entry->paper && device->entries[i].measured;
    return paper;
}

const struct run *claims_view_newest(const struct claims_device *device)
{
    const struct run *newest = device->runs[0];
    for (size_t i = 1; i < device->run_count; i++)
        if (strcmp(device->runs[i]->session.started, newest->session.started) > 0)
            newest = device->runs[i];
    return newest;
}

void claims_view_dates(const struct claims_device *device, char dates[2][11])
{
    for (size_t i = 0; i < device->run_count; i++) {
        const char *started = device->runs[i]->session.started;
        if (i == 0 || strncmp(started, dates[0], 10) < 0)
            snprintf(dates[0], 11, "%s", started);
        if (i == 0 || strncmp(started, dates[1], 10) > 0)
            snprintf(dates[1], 11, "%s", started);
    }
}

void claims_view_pool(const struct claims_device *device, struct text *text)
{
    char dates[2][11];
    claims_view_dates(device, dates);
    text_add_format(text, "%zu run%s of %zu card%s, %s", COUNTED(device->run_count),
                    COUNTED(device->card_count), dates[0]);
    if (strcmp(dates[0], dates[1]) != 0)
        text_add_format(text, " to %s", dates[1]);
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

static void count_add(struct text *text, size_t count, const char *one, const char *many)
{
    if (count > 0)
        text_join(text, ", ", "%zu %s", count, plural(count, one, many));
}

void claims_view_lead(const struct claims_device *device, struct text *text)
{
    const size_t *counts = device->counts[CLAIMS_OF_PAPER];
    const size_t hold = counts[VERDICT_CLASS_CONFIRMED] + counts[VERDICT_CLASS_STRONGER];
    const struct published *last = NULL;
    OWNED_TEXT struct text rest = { 0 };
    size_t all = 0, papers = 0; /* whose own claims have a verdict */
    foreach (const struct claims_entry, entry, device->entries, device->entry_count) {
        const bool counts_here = entry->measured && entry->verdict.kind != VERDICT_NOT_TESTABLE &&
                                 claims_origin_of(entry) == CLAIMS_OF_PAPER;
        papers += counts_here && entry->paper != last;
        last = counts_here ? entry->paper : last;
    }
    for (int i = 0; i < VERDICT_CLASS_COUNT; i++)
        all += i != VERDICT_CLASS_NOT_TESTABLE ? counts[i] : 0;
    if (all == 0) {
        text_add(text, "These runs decide no claim that a paper states as a number or an order.");
        return;
    }
    text_add_format(text,
                    "%zu paper%s state%s %zu claim%s, as a number or an order, that %s tested "
                    "here. %zu hold%s",
                    COUNTED(papers), plural(papers, "s", ""), COUNTED(all),
                    plural(all, "was", "were"), hold, plural(hold, "s", ""));
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
}

static void device_view(struct sheet *sheet, const struct claims_device *device)
{
    const bool text = sheet->look.style == SHEET_TEXT;
    OWNED_TEXT struct text pool = { 0 };
    size_t listed = 0;
    if (text && device->measured == 0)
        return;
    claims_view_pool(device, &pool);
    sheet_heading(sheet, text ? "on %s (%s):" : "%s, %s", device->name, text_string(&pool));
    SHEET_TABLE(sheet, columns, .name = "claims", .main = true);
    foreach (const struct claims_entry, entry, device->entries, device->entry_count) {
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
