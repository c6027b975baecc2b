/* SPDX-License-Identifier: MIT */
#include "harness/views/compare/compare_view.h"

#include "harness/base/disk.h"
#include "harness/base/need.h"
#include "harness/base/plural.h"
#include "harness/base/units.h"
#include "harness/views/claims/claims_sentence.h"
#include "harness/views/compare/compare_summary.h"
#include "harness/views/table/table_parts.h"

#include <stdlib.h>
#include <string.h>

enum {
    LABEL = 24,
    NAMES_MAX = 8,
    SHORT = SHEET_IN(SHEET_TEXT), /* grouped by workload */
    JSON = SHEET_IN(SHEET_JSON),
    CSV = SHEET_IN(SHEET_CSV),
    TEXT = SHEET_IN(SHEET_TEXT),
};

/* Head ----------------------------------------------------------------------------------------- */

static void run_view(struct sheet *sheet, const char *head, const char *path, const struct run *run)
{
    static const struct sheet_column columns[] = {
        { .key = "file" },    { .key = "device" }, { .key = "started" },
        { .key = "profile" }, { .key = "commit" }, { .key = "launches", .type = SHEET_COUNT },
    };
    char text[COMPARE_WORDS_BYTES];
    compare_words_run(run, text);
    sheet_note(sheet, head, "%s", text);
    if (sheet->look.style == SHEET_TEXT)
        sheet_note(sheet, "   ", "%s", run->path);
    sheet_table(sheet,
                &(struct sheet_table){ .name = path, SHEET_COLUMNS(columns), .single = true });
    SHEET_ROW(sheet, sheet_words(disk_base_name(run->path)), sheet_words(run->device.name),
              sheet_words(run->session.started), sheet_words(run->session.profile),
              sheet_words(run->tool.commit), sheet_number(run->session.launches));
}

/* Names: for people the first of them; in JSON an array. */
static void names_view(struct sheet *sheet, const char *path, const char *const *names,
                       size_t count)
{
    static const struct sheet_column columns[] = { { .key = "" } };
    sheet_table(sheet, &(struct sheet_table){ .name = path, SHEET_COLUMNS(columns) });
    for (size_t i = 0; i < count; i++)
        SHEET_ROW(sheet, sheet_words(names[i]));
}

static void first_names(struct text *text, const char *const *names, size_t count, size_t most)
{
    for (size_t i = 0; i < count && i < most; i++)
        text_add_format(text, "%s %s", i > 0 ? "," : "", names[i]);
    if (count > most)
        text_add_format(text, " and %zu more", count - most);
}

void compare_view_differences(struct sheet *sheet, const void *of)
{
    const struct compare *compare = of;
    static const struct sheet_column columns[] = {
        { .key = "what", .title = "what differs", .width = 13 },
        { .key = "a", .title = "A", .width = 30 },
        { .key = "b", .title = "B" }
    };
    sheet_table(sheet, &(struct sheet_table){
                           .name = "differences", SHEET_COLUMNS(columns), .indent = 2, .gap = 2 });
    for (size_t i = 0; i < compare->difference_count; i++) {
        const struct compare_difference *it = &compare->differences[i];
        SHEET_ROW(sheet, sheet_words(it->what), sheet_words(it->a), sheet_words(it->b));
    }
}

static void kernels_view(struct sheet *sheet, const struct compare *compare)
{
    struct text text = { 0 };
    first_names(&text, compare->kernels, compare->kernel_count, NAMES_MAX);
    if (compare->kernel_count > 0)
        sheet_foot(sheet, "%zu of %zu kernels of one name %s another hash:%s",
                   compare->kernel_count, compare->kernels_common,
                   plural(compare->kernel_count, "has", "have"), text_string(&text));
    else if (compare->difference_count == 0)
        sheet_note(sheet, "", "what differs: nothing but the times");
    names_view(sheet, "kernels", compare->kernels, compare->kernel_count);
    text_finish(&text);
}

/* Rows ----------------------------------------------------------------------------------------- */

static const struct sheet_column row_columns[] = {
    { .key = "name", .title = "case", .in = ~SHORT },
    { .title = "case", .width = LABEL, .in = SHORT },
    { .key = "workload", .in = CSV },
    { .key = "technique", .in = CSV },
    { .key = "variant", .in = CSV },
    { .key = "kind", .in = CSV },
    { .key = "time" },
    { .path = "a.status" },
    { .key = "a_ns",
      .title = "A",
      .type = SHEET_NS,
      .width = 8,
      .path = "a.median_ns",
      .interval = true },
    { .path = "b.status" },
    { .key = "b_ns",
      .title = "B",
      .type = SHEET_NS,
      .width = 8,
      .path = "b.median_ns",
      .interval = true },
    { .key = "b_over_a",
      .title = "B / A, 95 %",
      .type = SHEET_RATIO,
      .width = 18,
      .interval = true },
    { .key = "verdict" },
    { .key = "setting" },
    { .key = "threshold", .type = SHEET_NUMBER },
    { .key = "smallest", .type = SHEET_NUMBER },
    { .key = "kernel", .type = SHEET_FLAG, .path = "kernel_differs" },
    { .key = "constants", .type = SHEET_FLAG, .path = "constants_differ" },
    { .key = "a_status", .in = CSV },
    { .key = "b_status", .in = CSV },
    { .title = "verdict", .place = SHEET_BEHIND },
    { .title = "changed", .in = SHEET_PAGES },
    { .title = "95 % of A", .width = 20, .in = TEXT, .from = SHEET_WIDE },
    { .title = "95 % of B", .width = 20, .in = TEXT, .from = SHEET_WIDE },
    { .title = "found from", .in = TEXT, .from = SHEET_WIDE },
};

static const char *colour_of(const struct compare_row *row)
{
    return row->verdict == JUDGE_FASTER   ? TABLE_GREEN
           : row->verdict == JUDGE_SLOWER ? TABLE_RED
           : row->verdict == JUDGE_SAME   ? NULL
                                          : TABLE_YELLOW;
}

static void interval_words(struct stats_interval interval, char text[80])
{
    char low[32], high[32];
    units_format_ns(interval.low, low);
    units_format_ns(interval.high, high);
    snprintf(text, 80, "%s .. %s", low, high);
}

static void row_view(struct sheet *sheet, const struct compare_row *row)
{
    const struct run_case *a = row->a, *b = row->b;
    const bool text = sheet->look.style == SHEET_TEXT;
    const struct stats_interval ia = run_case_interval(a), ib = run_case_interval(b);
    const struct stats_interval ratio = row->ratio.interval;
    char label[TABLE_CELL_BYTES], verdict[COMPARE_WORDS_BYTES], a_words[80], b_words[80];
    char found[32] = "";
    table_label(label, a, NULL);
    compare_words_verdict(row, verdict);
    if (text)
        strcat(strcat(verdict, row->kernel ? " *" : ""), row->constants ? " c" : "");
    interval_words(ia, a_words);
    interval_words(ib, b_words);
    if (!isnan(row->smallest))
        snprintf(found, sizeof(found), "%.3g %%", 100 * row->smallest);
    SHEET_ROW(
        sheet, sheet_words(a->name), sheet_words(label), sheet_words(a->workload),
        sheet_words(a->technique), sheet_words(a->variant), sheet_words(bench_kind_name(a->kind)),
        sheet_words(compare_clock_name(compare_clock_of(a))),
        sheet_words(bench_status_name(a->status)),
        sheet_interval(run_case_median_ns(a), ia.low, ia.high),
        sheet_words(bench_status_name(b->status)),
        sheet_interval(run_case_median_ns(b), ib.low, ib.high),
        { .text = isnan(row->ratio.ratio) && text ? "" : NULL,
          .number = row->ratio.ratio,
          .low = ratio.low,
          .high = ratio.high },
        sheet_words(judge_verdict_name(row->verdict)),
        sheet_words(compare_setting_name(row->setting)), sheet_number(row->threshold),
        sheet_number(row->smallest), sheet_flag(row->kernel, "differs"),
        sheet_flag(row->constants, "differ"), sheet_words(bench_status_name(a->status)),
        sheet_words(bench_status_name(b->status)), { .text = verdict, .colour = colour_of(row) },
        sheet_words(row->kernel      ? "kernel"
                    : row->constants ? "constants"
                                     : ""),
        sheet_words(a_words), sheet_words(b_words), sheet_words(found));
}

/* People have rows of limits as rates, but where there are no others. */
static bool is_limit_left_out(const struct compare *compare, const struct compare_row *row)
{
    return compare->overall.rows > 0 && compare_summary_is_limit(row);
}

static bool is_shown(const struct sheet *sheet, const struct compare *compare,
                     const struct compare_row *row, bool changed)
{
    if (changed || !sheet_is_for_people(sheet))
        return !changed || compare_words_has_changed(row);
    if (is_limit_left_out(compare, row))
        return false;
    if (row->untimed)
        return row->a->status != row->b->status;
    return sheet->look.style != SHEET_MARKDOWN || row->verdict != JUDGE_SAME;
}

/* Rows of one workload, wherever they stand, below its first one. */
static void group_view(struct sheet *sheet, const struct compare *compare, size_t first,
                       bool changed)
{
    const struct run_case *of = compare->rows[first].a;
    for (size_t i = 0; i < first; i++)
        if (run_case_same_workload(compare->rows[i].a, of) &&
            is_shown(sheet, compare, &compare->rows[i], changed))
            return;
    sheet_group(sheet, "%s", of->workload);
    for (size_t i = first; i < compare->row_count; i++)
        if (run_case_same_workload(compare->rows[i].a, of) &&
            is_shown(sheet, compare, &compare->rows[i], changed))
            row_view(sheet, &compare->rows[i]);
}

static void rows_view(struct sheet *sheet, const struct compare *compare, bool changed)
{
    bool kernel = false, constants = false;
    size_t left_out = 0;
    if (!compare->models && sheet_is_for_people(sheet))
        sheet_note(sheet, "", "%s", judge_legend);
    sheet_table(sheet, &(struct sheet_table){
                           .name = "rows", SHEET_COLUMNS(row_columns), .main = true, .indent = 2 });
    for (size_t i = 0; i < compare->row_count; i++) {
        const struct compare_row *row = &compare->rows[i];
        if (!is_shown(sheet, compare, row, changed)) {
            left_out++;
            continue;
        }
        kernel = kernel || row->kernel;
        constants = constants || row->constants;
        if (SHORT & SHEET_IN(sheet->look.style))
            group_view(sheet, compare, i, changed);
        else
            row_view(sheet, row);
    }
    if (kernel && sheet->look.style == SHEET_TEXT)
        sheet_foot(sheet, "* a kernel of the case has another hash");
    if (constants && sheet->look.style == SHEET_TEXT)
        sheet_foot(sheet, "c kernels have other specialization constants");
    if (left_out > 0)
        sheet_foot(sheet, "%zu row%s not shown: %s", left_out, plural(left_out, " is", "s are"),
                   changed                               ? "unchanged"
                   : sheet->look.style == SHEET_MARKDOWN ? "limits of the device, within the "
                                                           "threshold, or without a time in both"
                                                         : "limits of the device, or without a "
                                                           "time in both");
}

/* End ------------------------------------------------------------------------------------------ */

void compare_view_techniques(struct sheet *sheet, const void *of)
{
    const struct compare *compare = of;
    static const struct sheet_column columns[] = {
        { .key = "name", .title = "technique", .width = LABEL },
        { .key = "time", .title = "by", .width = 9 },
        { .key = "rows", .title = "cases", .type = SHEET_COUNT, .width = 6 },
        { .key = "geometric_mean", .title = "B / A", .type = SHEET_NUMBER, .width = 9 },
        { .key = "least", .title = "least", .type = SHEET_NUMBER, .width = 8 },
        { .key = "greatest", .title = "greatest", .type = SHEET_NUMBER, .width = 8 },
    };
    sheet_table(sheet,
                &(struct sheet_table){ .name = "techniques", SHEET_COLUMNS(columns), .indent = 2 });
    for (size_t i = 0; i < compare->technique_count; i++) {
        const struct compare_technique *it = &compare->techniques[i];
        if (it->rows > 0 || !sheet_is_for_people(sheet))
            SHEET_ROW(sheet, sheet_words(it->name), sheet_words(compare_clock_name(it->clock)),
                      sheet_number((double)it->rows), sheet_number(it->mean),
                      sheet_number(it->least), sheet_number(it->greatest));
    }
    sheet_foot(sheet, "B / A is the geometric mean of the ratios of times: below 1, B takes less "
                      "time");
}

enum { CLAIMS_BRIEF = 5 };

static void claim_view(struct sheet *sheet, const struct compare_claim *claim)
{
    const struct claims_entry *const sides[2] = { claim->a, claim->b };
    char words[2][VERDICT_BYTES];
    struct text paper = { 0 }, here[2] = { { 0 }, { 0 } }, both = { 0 };
    struct sheet_value values[2];
    claims_sentence_paper(claim->a, &paper);
    for (int i = 0; i < 2; i++) {
        const struct claims_pair *pair = sides[i]->readings[0].shown;
        claims_sentence_measured(sides[i], &here[i]);
        verdict_words(sides[i]->verdict, words[i]);
        values[i] = pair ? sheet_interval(pair->r, pair->r_interval.low, pair->r_interval.high)
                         : sheet_number(NAN);
    }
    for (int i = 0; i < 2 && verdict_differs(claim->a->verdict, claim->b->verdict); i++)
        if (here[i].length > 0)
            text_join(&both, "; ", "%c %s", "AB"[i], text_string(&here[i]));
    SHEET_ROW(sheet, sheet_words(claim->a->claim->id), sheet_words(text_string(&paper)),
              sheet_number(claim->a->claim->value), sheet_words(text_string(&here[0])),
              sheet_words(text_string(&here[1])), sheet_words(words[0]), values[0],
              sheet_words(words[1]), values[1], sheet_words(text_string(&both)));
    text_finish(&paper);
    text_finish(&here[0]);
    text_finish(&here[1]);
    text_finish(&both);
}

/* Data have all of them in one table; people those that differ in one of their own, which comes
 * first. */
static void claims_view(struct sheet *sheet, const struct compare *compare, bool differ,
                        size_t most)
{
    size_t shown = 0;
    const bool people = sheet_is_for_people(sheet);
    static const struct sheet_column columns[] = {
        { .key = "id", .title = "claim", .width = 31 },
        { .title = "paper", .width = 14, .in = SHEET_PAGES | TEXT },
        { .key = "published", .type = SHEET_NUMBER },
        { .title = "A", .type = SHEET_RATIO, .in = SHEET_PAGES },
        { .title = "B", .type = SHEET_RATIO, .in = SHEET_PAGES },
        { .key = "a.verdict", .title = "verdict of A", .width = 14 },
        { .key = "a.r", .type = SHEET_NUMBER, .interval = true },
        { .key = "b.verdict", .title = "verdict of B" },
        { .key = "b.r", .type = SHEET_NUMBER, .interval = true },
        { .title = "", .in = TEXT, .place = SHEET_BELOW },
    };
    sheet_table(sheet,
                &(struct sheet_table){ .name = "claims", SHEET_COLUMNS(columns), .indent = 2 });
    for (size_t i = 0; i < compare->claim_count; i++) {
        const struct compare_claim *it = &compare->claims[i];
        if (people && verdict_differs(it->a->verdict, it->b->verdict) != differ)
            continue;
        if (shown++ < most)
            claim_view(sheet, it);
    }
    if (shown > most)
        sheet_foot(sheet, "and %zu more", shown - most);
    if (compare->claim_count > 0 && !differ)
        sheet_foot(sheet,
                   "%zu claim%s, %zu decided in both, %zu of those with different verdicts; not "
                   "testable in either: %zu",
                   compare->claim_count, plural(compare->claim_count, "", "s"),
                   compare->claims_decided, compare->claims_changed, compare->claims_untestable);
}

static void end_view(struct sheet *sheet, const struct compare *compare)
{
    struct text counts = { 0 };
    claims_view(sheet, compare, false, SIZE_MAX);
    compare_words_counts(compare, &counts);
    sheet_note(sheet, "rows: ", "%s", text_string(&counts));
    text_finish(&counts);
}

static void only_view(struct sheet *sheet, const char *head, const char *path,
                      const struct run_case *const *cases, size_t count)
{
    const char **names = need_bytes(count * sizeof(*names));
    struct text text = { 0 };
    for (size_t i = 0; i < count; i++)
        names[i] = cases[i]->name;
    first_names(&text, names, count, 3);
    if (count > 0)
        sheet_note(sheet, head, "%zu case%s:%s", count, plural(count, "", "s"), text_string(&text));
    names_view(sheet, path, names, count);
    text_finish(&text);
    free(names);
}

static void recommendation_view(struct sheet *sheet, const struct compare *compare)
{
    if (isnan(compare->smallest_half))
        return;
    sheet_note(sheet, "",
               "smallest change found with 80 %% power: %.3g %% in half of the rows, %.3g %% in "
               "nine of ten; differences between two runs of one device are not included",
               100 * compare->smallest_half, 100 * compare->smallest_most);
    sheet_note(sheet, "",
               "This is a recommendation, not a gate: the runs share no rounds. A row is UNDECIDED "
               "where its interval crosses the threshold.");
}

void compare_view(struct sheet *sheet, const struct compare *compare, bool changed, bool brief)
{
    const bool page = SHEET_PAGES & SHEET_IN(sheet->look.style);
    compare_summary_headline(sheet, compare);
    run_view(sheet, "A  ", "runs.a", compare->a);
    run_view(sheet, "B  ", "runs.b", compare->b);
    sheet_member(sheet, "other_model", SHEET_FLAG, sheet_flag(compare->models, ""));
    compare_summary_most(sheet, compare, brief);
    if (sheet_is_for_people(sheet))
        claims_view(sheet, compare, true, brief ? CLAIMS_BRIEF : SIZE_MAX);
    if (!brief)
        compare_summary_limits(sheet, compare);
    compare_view_techniques(sheet, compare);
    if (brief) {
        struct text counts = { 0 };
        compare_words_counts(compare, &counts);
        sheet_note(sheet, "rows: ", "%s; --all lists them, --changed those that changed",
                   text_string(&counts));
        text_finish(&counts);
        return;
    }
    compare_view_differences(sheet, compare);
    kernels_view(sheet, compare);
    if (page) /* its many rows are its end */
        end_view(sheet, compare);
    rows_view(sheet, compare, changed);
    if (!page)
        end_view(sheet, compare);
    only_view(sheet, "only in A: ", "only_a", compare->only_a, compare->only_a_count);
    only_view(sheet, "only in B: ", "only_b", compare->only_b, compare->only_b_count);
    recommendation_view(sheet, compare);
}
