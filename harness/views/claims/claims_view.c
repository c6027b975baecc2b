/* SPDX-License-Identifier: MIT */
#include "harness/views/claims/claims_view.h"

#include "harness/views/claims/claims_words.h"

#include <string.h>

enum { TEXT = SHEET_IN(SHEET_TEXT), HERE = 20 /* columns that the others leave of 80 */ };

static const struct sheet_column columns[] = {
    { .title = "", .width = 14, .in = TEXT },
    { .key = "device" },
    { .key = "paper" },
    { .key = "claim", .title = "claim", .in = ~TEXT },
    { .title = " claim", .in = TEXT },
    { .title = "what the paper says", .in = SHEET_PAGES },
    { .title = "paper", .type = SHEET_RATIO },
    { .title = "here" },
    { .title = "n", .in = SHEET_PAGES },
    { .key = "verdict", .title = "verdict", .in = ~TEXT },
    { .key = "relation" },
    { .key = "published", .type = SHEET_NUMBER },
    { .key = "published_unit" },
    { .key = "value", .type = SHEET_NUMBER },
    { .key = "low", .type = SHEET_NUMBER },
    { .key = "high", .type = SHEET_NUMBER },
    { .key = "place_low", .type = SHEET_NUMBER },
    { .key = "place_high", .type = SHEET_NUMBER },
    { .key = "samples", .type = SHEET_COUNT },
    { .key = "processes", .type = SHEET_COUNT },
    { .key = "pairs", .type = SHEET_COUNT },
    { .key = "a_value", .type = SHEET_NUMBER },
    { .key = "b_value", .type = SHEET_NUMBER },
    { .key = "marks" },
    { .key = "reason" },
    { .key = "a" },
    { .key = "b" },
    { .key = "measured", .type = SHEET_COUNT },
    { .key = "origin" },
    { .key = "by_construction", .type = SHEET_COUNT },
    { .title = "", .in = SHEET_PAGES },
};

static void entry_view(struct sheet *sheet, const struct claims_device *device,
                       const struct claims_entry *entry)
{
    static const struct claims_pair none = { .a = "",
                                             .b = "",
                                             .a_plain = NAN,
                                             .b_plain = NAN,
                                             .estimate = { .value = NAN,
                                                           .interval = { NAN, NAN } } };
    static const char signs[CLAIMS_ORIGIN_COUNT] = { ' ', '*', '=' };
    const struct claims_pair *pair = entry->decided ? entry->decided : &none;
    const struct published_claim *claim = entry->claim;
    const char *verdict = verdict_name(entry->verdict);
    char paper[CLAIMS_WORDS_BYTES], here[CLAIMS_WORDS_BYTES], n[CLAIMS_WORDS_BYTES];
    char marks[CLAIMS_MARKS_BYTES], id[256], why[4096];
    claims_words_paper(entry, paper);
    claims_words_here(entry, true, here);
    if (sheet->look.style == SHEET_TEXT && strlen(here) > HERE)
        claims_words_here(entry, false, here);
    claims_words_n(entry, n);
    claims_words_marks(entry, marks);
    snprintf(id, sizeof(id), "%c%s", signs[claims_origin_of(claim)], claim->id);
    snprintf(why, sizeof(why), "%s%s%s", entry->reason, *entry->reason && *marks ? "; " : "",
             marks);
    SHEET_ROW(sheet, sheet_words(verdict), sheet_words(device->name), sheet_words(entry->paper->id),
              sheet_words(claim->id), sheet_words(id), sheet_words(claim->statement),
              sheet_words(paper), sheet_words(here), sheet_words(*n ? n : "-"),
              sheet_words(verdict), sheet_words(published_relation_name(claim->relation)),
              sheet_number(claim->stated), sheet_words(claim->unit),
              sheet_number(pair->estimate.value), sheet_number(pair->estimate.interval.low),
              sheet_number(pair->estimate.interval.high), sheet_number(entry->place_low),
              sheet_number(entry->place_high), sheet_number((double)pair->estimate.n),
              sheet_number((double)pair->estimate.processes),
              sheet_number((double)entry->pair_count), sheet_number(pair->a_plain),
              sheet_number(pair->b_plain), sheet_words(marks), sheet_words(entry->reason),
              sheet_words(pair->a), sheet_words(pair->b), sheet_number(entry->measured),
              sheet_words(claim->ours ? "ours" : "paper"),
              sheet_number(*claim->by_construction != 0), sheet_words(why));
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
        return entry->measured && entry->verdict != VERDICT_NOT_TESTABLE;
    return !sheet_is_for_people(sheet) || paper_measured(device, entry->paper);
}

static void device_view(struct sheet *sheet, const struct claims_device *device)
{
    const bool text = sheet->look.style == SHEET_TEXT;
    size_t shown[CLAIMS_ORIGIN_COUNT] = { 0 }, listed = 0;
    if (text && device->measured == 0)
        return;
    if (text)
        sheet_heading(sheet, "on %s:", device->name);
    else
        sheet_heading(sheet, "%s, %s", device->name, device->runs[0]->device.driver_info);
    sheet_table(sheet,
                &(struct sheet_table){ .name = "claims", SHEET_COLUMNS(columns), .main = true });
    for (size_t i = 0; i < device->entry_count; i++) {
        const struct claims_entry *entry = &device->entries[i];
        if (!is_shown(sheet, device, entry))
            continue;
        entry_view(sheet, device, entry);
        shown[claims_origin_of(entry->claim)]++;
        listed++;
    }
    const bool made = shown[CLAIMS_CONSTRUCTED] > 0, ours = shown[CLAIMS_OURS] > 0;
    if (text && (made || ours))
        sheet_foot(sheet, "%s%s%s", made ? "= by construction of our code" : "",
                   made && ours ? ", " : "", ours ? "* ours, not the paper's" : "");
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
