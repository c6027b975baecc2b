/* SPDX-License-Identifier: MIT */
#include "harness/views/gate/baseline_print.h"

#include "harness/base/exit_code.h"
#include "harness/views/table/table_text.h"

#include <math.h>
#include <string.h>

enum { TEXT_BYTES = 512, VERDICT = 13 };

static void head_print(FILE *out, const struct baseline *stored, const struct run *run, int code)
{
    static const char *const verdicts[] = {
        "passes: nothing is slower, and nothing is counted more",
        "fails: a result is wrong, or more is counted", "fails: slower than what was accepted",
        "nothing was told: no row could be judged", "fails: cases that were accepted are missing"
    };
    static const enum baseline_verdict order[] = { BASELINE_FAILED, BASELINE_SLOWER,
                                                   BASELINE_FASTER, BASELINE_SAME,
                                                   BASELINE_UNTOLD, BASELINE_INCOMPARABLE,
                                                   BASELINE_NEW };
    const size_t which = code == EXIT_CODE_NOTHING             ? 3
                         : code == EXIT_CODE_OK                ? 0
                         : stored->counts[BASELINE_FAILED] > 0 ? 1
                         : stored->counts[BASELINE_SLOWER] > 0 ? 2
                                                               : 4;
    char text[TEXT_BYTES] = "";
    table_text_print(out, "", verdicts[which]);
    for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
        const size_t used = strlen(text);
        if (stored->counts[order[i]] > 0)
            snprintf(text + used, sizeof(text) - used, "%s%zu %s", used > 0 ? ", " : "",
                     stored->counts[order[i]], baseline_verdict_name(order[i]));
    }
    table_text_print(out, "rows: ", *text ? text : "none");
    if (stored->missing > 0)
        fprintf(out, "      %zu that %s accepted %s not in this run, or unsupported now\n",
                stored->missing, stored->missing == 1 ? "was" : "were",
                stored->missing == 1 ? "is" : "are");
    if (stored->seeds)
        table_text_print(out, "      ",
                         "measured with another seed, and so not all counters are judged: "
                         "run --seed N");
    if (run->device.software)
        table_text_print(out, "      ",
                         "on a software device results and counters gate, and times do not");
}

/* With what differs of its fingerprint. */
static void entry_print(FILE *out, const struct baseline_entry *entry,
                        const struct fingerprint *fingerprint)
{
    char text[TEXT_BYTES];
    snprintf(text, sizeof(text), "%.80s, accepted %.40s: %.200s", entry->name, entry->accepted,
             entry->reason);
    for (int tier = 0; tier < FINGERPRINT_TIERS; tier++) {
        const size_t used = strlen(text);
        if (!fingerprint_same(fingerprint, &entry->fingerprint, (enum fingerprint_tier)tier))
            snprintf(text + used, sizeof(text) - used, "; %s %s",
                     tier == FINGERPRINT_KERNELS ? "other" : "another",
                     fingerprint_tier_name((enum fingerprint_tier)tier));
    }
    table_text_print(out, "by    ", text);
}

/* Each once. */
static void entries_print(FILE *out, const struct baseline *stored,
                          const struct fingerprint *fingerprint)
{
    for (size_t i = 0; i < stored->row_count; i++) {
        const struct baseline_row *row = &stored->rows[i];
        const struct baseline_entry *of[] = { row->counts, row->entry };
        for (size_t which = 0; which < 2; which++) {
            bool before = !of[which] || (which == 1 && of[1] == of[0]);
            for (size_t k = 0; k < i && !before; k++)
                before = stored->rows[k].counts == of[which] || stored->rows[k].entry == of[which];
            if (!before)
                entry_print(out, of[which], fingerprint);
        }
    }
}

static void row_print(FILE *out, const struct baseline_row *row)
{
    char text[TEXT_BYTES] = "", notes[GATE_COUNTERS_TEXT_BYTES];
    fprintf(out, "  %-*s %s\n", VERDICT, baseline_verdict_name(row->verdict), row->c->name);
    if (!isnan(row->ratio))
        snprintf(text, sizeof(text), "%.3f of the time, %.0f %% are told apart%s", row->ratio,
                 100 * row->threshold, row->kernel ? ", by another kernel" : "");
    else
        snprintf(text, sizeof(text), "%s", row->reason);
    gate_counters_text(&row->counters, false, notes);
    const size_t used = strlen(text);
    if (*notes)
        snprintf(text + used, sizeof(text) - used, "%s%s", used > 0 ? "; " : "", notes);
    if (*text)
        table_text_print(out, "      ", text);
}

void baseline_print(FILE *out, const struct baseline *stored, const struct run *run,
                    const struct fingerprint *fingerprint, int code)
{
    head_print(out, stored, run, code);
    entries_print(out, stored, fingerprint);
    for (size_t i = 0; i < stored->row_count; i++)
        if (stored->rows[i].verdict != BASELINE_SAME || stored->rows[i].counters.count > 0)
            row_print(out, &stored->rows[i]);
}
