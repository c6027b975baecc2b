/* SPDX-License-Identifier: MIT */
#include "harness/views/gate/gate_view.h"

#include "harness/base/exit_code.h"
#include "harness/base/plural.h"

#include <math.h>

static void head_view(struct sheet *sheet, const struct baseline_shown *shown)
{
    static const char *const verdicts[] = { "passes: nothing is slower, and no count has grown",
                                            "fails: a result is wrong, or a count has grown",
                                            "fails: slower than the baseline",
                                            "nothing was decided: too few rows could be judged",
                                            "fails: cases that were accepted are missing" };
    static const enum baseline_verdict order[] = { BASELINE_FAILED, BASELINE_SLOWER,
                                                   BASELINE_FASTER, BASELINE_SAME,
                                                   BASELINE_UNTOLD, BASELINE_INCOMPARABLE,
                                                   BASELINE_NEW };
    const struct baseline *stored = shown->stored;
    const size_t which = shown->code == EXIT_CODE_NOTHING      ? 3
                         : shown->code == EXIT_CODE_OK         ? 0
                         : stored->counts[BASELINE_FAILED] > 0 ? 1
                         : stored->counts[BASELINE_SLOWER] > 0 ? 2
                                                               : 4;
    struct text rows = { 0 };
    sheet_note(sheet, "", "%s; %zu of %zu rows compared", verdicts[which], stored->compared,
               stored->old);
    for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
        if (stored->counts[order[i]] > 0)
            text_join(&rows, ", ", "%zu %s", stored->counts[order[i]],
                      baseline_verdict_name(order[i]));
    sheet_note(sheet, "rows: ", "%s", rows.length > 0 ? text_string(&rows) : "none");
    text_finish(&rows);
    if (stored->missing > 0)
        sheet_note(sheet, "      ", "%zu that %s accepted %s not in this run, or unsupported now",
                   stored->missing, plural(stored->missing, "was", "were"),
                   plural(stored->missing, "is", "are"));
    if (stored->seeds)
        sheet_note(sheet, "      ",
                   "measured with another seed, and so not all counters are judged: run --seed N");
    if (shown->run->device.software)
        sheet_note(sheet, "      ",
                   "on a software device results and counters gate, and times do not");
}

/* With what differs of its fingerprint. */
static void entry_view(struct sheet *sheet, const struct baseline_entry *entry,
                       const struct fingerprint *fingerprint)
{
    struct text differs = { 0 };
    for (int tier = 0; tier < FINGERPRINT_TIERS; tier++)
        if (!fingerprint_same(fingerprint, &entry->fingerprint, (enum fingerprint_tier)tier))
            text_add_format(&differs, "; %s %s", tier == FINGERPRINT_KERNELS ? "other" : "another",
                            fingerprint_tier_name((enum fingerprint_tier)tier));
    sheet_note(sheet, "by    ", "%s, accepted %s: %s%s", entry->name, entry->accepted,
               entry->reason, text_string(&differs));
    text_finish(&differs);
}

/* Each once. */
static void entries_view(struct sheet *sheet, const struct baseline_shown *shown)
{
    const struct baseline *stored = shown->stored;
    for (size_t i = 0; i < stored->row_count; i++) {
        const struct baseline_row *row = &stored->rows[i];
        const struct baseline_entry *of[] = { row->counts, row->entry };
        for (size_t which = 0; which < 2; which++) {
            bool before = !of[which] || (which == 1 && of[1] == of[0]);
            for (size_t k = 0; k < i && !before; k++)
                before = stored->rows[k].counts == of[which] || stored->rows[k].entry == of[which];
            if (!before)
                entry_view(sheet, of[which], shown->fingerprint);
        }
    }
}

static void row_view(struct sheet *sheet, const struct baseline_row *row)
{
    struct text why = { 0 };
    char notes[GATE_COUNTERS_TEXT_BYTES];
    if (!isnan(row->ratio))
        text_add_format(&why, "%.3f of the time, changes of %.0f %% are found%s", row->ratio,
                        100 * row->threshold, row->kernel ? ", by another kernel" : "");
    else
        text_add(&why, row->reason);
    gate_counters_text(&row->counters, false, notes);
    if (*notes)
        text_join(&why, "; ", "%s", notes);
    SHEET_ROW(sheet, sheet_words(baseline_verdict_name(row->verdict)), sheet_words(row->c->name),
              sheet_number(row->ratio), sheet_number(row->threshold),
              sheet_words(text_string(&why)));
    text_finish(&why);
}

void baseline_view(struct sheet *sheet, const void *of)
{
    static const struct sheet_column columns[] = {
        { .key = "verdict", .title = "verdict", .width = 13 },
        { .key = "name", .title = "case" },
        { .key = "time_ratio", .type = SHEET_NUMBER },
        { .key = "threshold", .type = SHEET_NUMBER },
        { .key = "why", .title = "", .place = SHEET_BELOW },
    };
    const struct baseline_shown *shown = of;
    const struct baseline *stored = shown->stored;
    head_view(sheet, shown);
    entries_view(sheet, shown);
    sheet_table(sheet, &(struct sheet_table){
                           .name = "rows", SHEET_COLUMNS(columns), .main = true, .indent = 2 });
    for (size_t i = 0; i < stored->row_count; i++)
        if (!sheet_is_for_people(sheet) || stored->rows[i].verdict != BASELINE_SAME ||
            stored->rows[i].counters.count > 0)
            row_view(sheet, &stored->rows[i]);
}
