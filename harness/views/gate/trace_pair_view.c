/* SPDX-License-Identifier: MIT */
#include "harness/views/gate/gate.h"

#include <string.h>

/* Times of both sides, NAN where one has none, and how much longer B takes. */
static void pass_row_add(struct sheet *sheet, const char *case_name, const char *pass, double a_us,
                         double b_us, double change_us, const char *counts)
{
    char change[40];
    snprintf(change, sizeof(change), "%s%s",
             change_us > 0   ? "+"
             : change_us < 0 ? "-"
                             : "",
             units_format_ns(1000 * fabs(change_us), UNITS_ROOM));
    SHEET_ROW(sheet, sheet_words(case_name), sheet_words(pass), sheet_number(1000 * a_us),
              sheet_number(1000 * b_us), { .text = change, .number = 1000 * change_us },
              sheet_words(counts));
}

static double time_of(double us, bool there)
{
    return there ? us : NAN;
}

static void case_view(struct sheet *sheet, const struct trace_pair_case *c)
{
    static const struct sheet_column columns[] = {
        { .key = "case" },
        { .key = "pass", .title = "pass", .width = 41 },
        { .key = "a_ns", .title = "A", .type = SHEET_NS, .width = 11 },
        { .key = "b_ns", .title = "B", .type = SHEET_NS, .width = 11 },
        { .key = "change_ns", .title = "B - A", .type = SHEET_NS, .width = 11 },
        { .title = "", .place = SHEET_BELOW },
    };
    const struct trace_pair_pass *grown = trace_pair_grown(c);
    const double *us = c->us, *unstamped = c->unstamped_us;
    const bool any = c->pass_count > 0;
    sheet_heading(sheet, "%s", c->name);
    SHEET_TABLE(sheet, columns, .name = "passes", .main = true, .indent = 2);
    foreach (const struct trace_pair_pass, pass, c->passes, c->pass_count) {
        char counts[64] = "";
        if (pass->there[TRACE_A] && pass->there[TRACE_B] &&
            pass->count[TRACE_A] != pass->count[TRACE_B])
            snprintf(counts, sizeof(counts), "%.0f times in A, %.0f in B", pass->count[TRACE_A],
                     pass->count[TRACE_B]);
        pass_row_add(
            sheet, c->name, trace_pair_name(pass), time_of(pass->us[TRACE_A], pass->there[TRACE_A]),
            time_of(pass->us[TRACE_B], pass->there[TRACE_B]), trace_pair_growth(pass), counts);
    }
    pass_row_add(sheet, c->name, "total, GPU time", time_of(us[TRACE_A], any),
                 time_of(us[TRACE_B], any), us[TRACE_B] - us[TRACE_A], "");
    pass_row_add(sheet, c->name, "without stamps",
                 time_of(unstamped[TRACE_A], unstamped[TRACE_A] > 0),
                 time_of(unstamped[TRACE_B], unstamped[TRACE_B] > 0),
                 unstamped[TRACE_B] - unstamped[TRACE_A], "");
    if (grown)
        sheet_foot(sheet, "grown most: %s, by %s", trace_pair_name(grown),
                   units_format_ns(1000 * trace_pair_growth(grown), UNITS_ROOM));
    else
        sheet_foot(sheet, "no pass has grown");
}

const char *trace_pair_name(const struct trace_pair_pass *pass)
{
    return strcmp(pass->kind, "barrier") == 0 ? "gaps (barriers)" : pass->name;
}

void trace_pair_view(struct sheet *sheet, const void *of)
{
    const struct trace_pair *pair = of;
    for (size_t i = 0; i < pair->case_count; i++)
        case_view(sheet, &pair->cases[i]);
    if (pair->alone > 0)
        sheet_note(sheet, "", "%zu case%s not in both, or not ok in both", pair->alone,
                   plural(pair->alone, " is", "s are"));
}
