/* SPDX-License-Identifier: MIT */
#include "harness/views/compare/compare_view.h"

#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/views/claims/claims.h"
#include "harness/views/table/table.h"

#include <math.h>
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

static void differences_view(struct sheet *sheet, const struct compare *compare)
{
    static const struct sheet_column columns[] = {
        { .key = "what", .title = "what differs", .width = 13 },
        { .key = "a", .title = "A", .width = 30 },
        { .key = "b", .title = "B" }
    };
    struct text text = { 0 };
    sheet_table(sheet, &(struct sheet_table){
                           .name = "differences", SHEET_COLUMNS(columns), .indent = 2, .gap = 2 });
    for (size_t i = 0; i < compare->difference_count; i++) {
        const struct compare_difference *it = &compare->differences[i];
        SHEET_ROW(sheet, sheet_words(it->what), sheet_words(it->a), sheet_words(it->b));
    }
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
    const char *colour = row->verdict == JUDGE_FASTER   ? TABLE_GREEN
                         : row->verdict == JUDGE_SLOWER ? TABLE_RED
                         : row->verdict == JUDGE_SAME   ? NULL
                                                        : TABLE_YELLOW;
    char found[32] = "";
    table_label(label, a, NULL);
    compare_words_verdict(row, verdict);
    if (text)
        strcat(strcat(verdict, row->kernel ? " *" : ""), row->constants ? " c" : "");
    interval_words(ia, a_words);
    interval_words(ib, b_words);
    if (!isnan(row->smallest))
        snprintf(found, sizeof(found), "%.3g %%", 100 * row->smallest);
    SHEET_ROW(sheet, sheet_words(a->name), sheet_words(label), sheet_words(a->workload),
              sheet_words(a->technique), sheet_words(a->variant),
              sheet_words(bench_kind_name(a->kind)),
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
              sheet_words(bench_status_name(b->status)), { .text = verdict, .colour = colour },
              sheet_words(row->kernel      ? "kernel"
                          : row->constants ? "constants"
                                           : ""),
              sheet_words(a_words), sheet_words(b_words), sheet_words(found));
}

/* People have rows of limits as rates, but where there are no others. */
static bool is_shown(const struct sheet *sheet, const struct compare *compare,
                     const struct compare_row *row, bool changed)
{
    if (changed || !sheet_is_for_people(sheet))
        return !changed || compare_words_has_changed(row);
    if (compare->overall.rows > 0 && compare_summary_is_limit(row))
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

static void compare_view_techniques(struct sheet *sheet, const struct compare *compare)
{
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
static void claim_rows_view(struct sheet *sheet, const struct compare *compare, bool differ,
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
    claim_rows_view(sheet, compare, false, SIZE_MAX);
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

void compare_view(struct sheet *sheet, const struct compare *compare, bool changed, bool brief)
{
    const bool page = SHEET_PAGES & SHEET_IN(sheet->look.style);
    compare_summary_headline(sheet, compare);
    run_view(sheet, "A  ", "runs.a", compare->a);
    run_view(sheet, "B  ", "runs.b", compare->b);
    sheet_member(sheet, "other_model", SHEET_FLAG, sheet_flag(compare->models, ""));
    compare_summary_most(sheet, compare, brief);
    if (sheet_is_for_people(sheet))
        claim_rows_view(sheet, compare, true, brief ? CLAIMS_BRIEF : SIZE_MAX);
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
    differences_view(sheet, compare);
    if (page) /* its many rows are its end */
        end_view(sheet, compare);
    rows_view(sheet, compare, changed);
    if (!page)
        end_view(sheet, compare);
    only_view(sheet, "only in A: ", "only_a", compare->only_a, compare->only_a_count);
    only_view(sheet, "only in B: ", "only_b", compare->only_b, compare->only_b_count);
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

/* Compare several view ------------------------------------------------------------------------- */

/* A case of A and its row of each comparison; NULL where that has none. */
struct compare_several_row {
    const struct run_case *a;
    const struct compare_row *rows[COMPARE_SEVERAL_MAX];
};

/* Begins as zero. The next case of A of which any comparison has a row; false at the end. */
struct compare_several_walk {
    size_t next;                         /* case of A */
    size_t cursors[COMPARE_SEVERAL_MAX]; /* row of each comparison */
};

static bool compare_several_next(const struct compare_several *several,
                                 struct compare_several_walk *walk, struct compare_several_row *row)
{
    const struct run *a = several->compares[0].a;
    while (walk->next < a->case_count) {
        bool found = false;
        row->a = &a->cases[walk->next++];
        for (size_t i = 0; i < several->count; i++) {
            const struct compare *compare = &several->compares[i];
            size_t *cursor = &walk->cursors[i];
            const bool here = *cursor < compare->row_count && compare->rows[*cursor].a == row->a;
            row->rows[i] = here ? &compare->rows[(*cursor)++] : NULL;
            found = found || here;
        }
        if (found)
            return true;
    }
    return false;
}

/* Finds the technique and clock of another one's; NULL where a comparison has none with rows. */
static const struct compare_technique *
compare_several_technique(const struct compare *compare, const struct compare_technique *like)
{
    for (size_t i = 0; i < compare->technique_count; i++) {
        const struct compare_technique *own = &compare->techniques[i];
        if (own->rows > 0 && own->clock == like->clock && strcmp(own->name, like->name) == 0)
            return own;
    }
    return NULL;
}

static const struct claims_device *device_of(const struct claims *claims)
{
    return claims && claims->device_count > 0 ? &claims->devices[0] : NULL;
}

enum {
    BESIDE = 5,      /* runs beside A that fit into the lines of a text */
    FIRST_MAX = 8,   /* columns before those of the runs */
    OF_RUN = 4,      /* columns of a run */
    NAME_BYTES = 24, /* of a column's key or title */
};

/* Columns of a table: those that it begins with, then some for each run beside A, first to end. */
struct columns {
    struct sheet_column columns[FIRST_MAX + OF_RUN * COMPARE_SEVERAL_MAX];
    size_t count;
    char names[OF_RUN * COMPARE_SEVERAL_MAX][NAME_BYTES];
    size_t name_count;
    size_t first, end;
};

static void columns_begin(struct sheet *sheet, struct columns *columns,
                          const struct sheet_column *first, size_t count)
{
    sheet_table_end(sheet); /* whose columns these were */
    columns->name_count = 0;
    columns->count = count;
    memcpy(columns->columns, first, count * sizeof(*first));
}

/* A column for each of the runs: "B / A", "b_verdict". */
static void column_add(struct columns *columns, size_t run, struct sheet_column column)
{
    char *name = columns->names[columns->name_count++];
    if (column.title)
        snprintf(name, NAME_BYTES, "%c%s", (char)('B' + (int)run), column.title);
    else
        snprintf(name, NAME_BYTES, "%c%s", (char)('b' + (int)run), column.key);
    *(column.title ? &column.title : &column.key) = name;
    columns->columns[columns->count++] = column;
}

static void table_open(struct sheet *sheet, const struct columns *columns, const char *name,
                       bool main)
{
    sheet_table(sheet, &(struct sheet_table){ .name = name,
                                              .columns = columns->columns,
                                              .column_count = columns->count,
                                              .main = main,
                                              .indent = 2 });
}

/* Head ----------------------------------------------------------------------------------------- */

/* "device, driver; 3 of 40 kernels have another hash" */
static void difference_words(const struct compare *compare, struct text *text)
{
    for (size_t i = 0; i < compare->difference_count; i++)
        text_join(text, ", ", "%s", compare->differences[i].what);
    if (compare->kernel_count > 0)
        text_join(text, "; ", "%zu of %zu kernels %s another hash", compare->kernel_count,
                  compare->kernels_common, plural(compare->kernel_count, "has", "have"));
    if (text->length == 0)
        text_add(text, "nothing but the times");
}

static void several_view_run_view(struct sheet *sheet, const struct compare *compare,
                                  const struct run *run, const char *letter)
{
    struct text counts = { 0 }, differs = { 0 }, headline = { 0 };
    char words[COMPARE_WORDS_BYTES];
    compare_words_run(run, words);
    if (compare) {
        compare_words_counts(compare, &counts);
        if (compare->only_a_count + compare->only_b_count > 0)
            text_join(&counts, "; ", "%zu only in A, %zu only in %s", compare->only_a_count,
                      compare->only_b_count, letter);
        difference_words(compare, &differs);
        compare_words_headline(compare, "A", letter, &headline);
    }
    SHEET_ROW(sheet, sheet_words(letter), sheet_words(words), sheet_words(run->path),
              sheet_words(text_string(&headline)), sheet_words(text_string(&differs)),
              sheet_words(text_string(&counts)));
    text_finish(&counts);
    text_finish(&differs);
    text_finish(&headline);
}

static void runs_view(struct sheet *sheet, const struct compare_several *several)
{
    static const struct sheet_column columns[] = {
        { .title = "" },
        { .title = "run" },
        { .title = "file", .in = SHEET_IN(SHEET_TEXT), .place = SHEET_BELOW },
        { .title = "in short", .place = SHEET_BELOW },
        { .title = "differs from A", .place = SHEET_BELOW },
        { .title = "rows", .place = SHEET_BELOW },
    };
    sheet_table(sheet, &(struct sheet_table){ .name = "runs", SHEET_COLUMNS(columns), .gap = 2 });
    several_view_run_view(sheet, NULL, several->compares[0].a, "A");
    for (size_t i = 0; i < several->count; i++)
        several_view_run_view(sheet, &several->compares[i], several->compares[i].b,
                              (const char[]){ (char)('B' + (int)i), 0 });
}

/* Rows ----------------------------------------------------------------------------------------- */

/* "0.83<*" in a text, in pages "0.83 [0.82, 0.85], faster"; "-" without a row. */
static void ratio_fill(const struct sheet *sheet, const struct compare_row *row,
                       char text[2 * COMPARE_WORDS_BYTES])
{
    static const char marks[JUDGE_VERDICT_COUNT] = {
        [JUDGE_FASTER] = '<', [JUDGE_SLOWER] = '>', [JUDGE_INCOMPARABLE] = '!'
    };
    static const struct stats_ratio none = { .ratio = NAN, .interval = { NAN, NAN } };
    const bool brief = sheet->look.style == SHEET_TEXT;
    const struct stats_ratio *ratio = row ? &row->ratio : &none;
    char words[COMPARE_WORDS_BYTES] = "", cell[SHEET_CELL_BYTES];
    const struct sheet_value value =
        sheet_interval(ratio->ratio, ratio->interval.low, ratio->interval.high);
    const char *number = sheet_shown(brief ? SHEET_NUMBER : SHEET_RATIO, &value, cell);
    if (row && brief)
        snprintf(words, sizeof(words), "%.1s%s", &marks[row->verdict], row->kernel ? "*" : "");
    else if (row)
        compare_words_verdict(row, words);
    snprintf(text, 2 * COMPARE_WORDS_BYTES, "%s%s%s", number, !brief && *words ? ", " : "", words);
}

static void several_view_row_view(struct sheet *sheet, const struct columns *columns,
                                  const struct compare_several_row *row)
{
    struct sheet_value values[FIRST_MAX + OF_RUN * COMPARE_SEVERAL_MAX];
    char label[TABLE_CELL_BYTES], cells[COMPARE_SEVERAL_MAX][2 * COMPARE_WORDS_BYTES];
    const struct run_case *a = row->a;
    size_t count = 0;
    table_label(label, a, NULL);
    values[count++] = sheet_words(a->name);
    values[count++] = sheet_words(label);
    values[count++] = sheet_words(a->workload);
    values[count++] = sheet_words(a->technique);
    values[count++] = sheet_words(compare_clock_name(compare_clock_of(a)));
    values[count++] = sheet_number(run_case_median_ns(a));
    for (size_t i = columns->first; i < columns->end; i++) {
        const struct compare_row *of = row->rows[i];
        ratio_fill(sheet, of, cells[i]);
        values[count++] = sheet_number(of ? run_case_median_ns(of->b) : NAN);
        values[count++] =
            of ? sheet_interval(of->ratio.ratio, of->ratio.interval.low, of->ratio.interval.high)
               : sheet_number(NAN);
        values[count++] = sheet_words(of ? judge_verdict_name(of->verdict) : "");
        values[count++] = sheet_words(cells[i]);
    }
    sheet_row(sheet, values, count);
}

static void several_rows_add(struct sheet *sheet, const struct compare_several *several,
                             struct columns *columns, bool changed)
{
    static const struct sheet_column first[] = {
        { .key = "name", .title = "case", .in = ~SHORT },
        { .title = "case", .width = 27, .in = SHORT },
        { .key = "workload", .in = CSV },
        { .key = "technique", .in = CSV },
        { .key = "time", .in = CSV },
        { .key = "a_ns", .title = "A", .type = SHEET_NS, .width = 8 },
    };
    struct compare_several_walk walk = { 0 };
    struct compare_several_row row;
    const char *workload = NULL;
    columns_begin(sheet, columns, first, sizeof(first) / sizeof(*first));
    for (size_t i = columns->first; i < columns->end; i++) {
        column_add(columns, i, (struct sheet_column){ .key = "_ns", .type = SHEET_NS });
        column_add(
            columns, i,
            (struct sheet_column){ .key = "_over_a", .type = SHEET_RATIO, .interval = true });
        column_add(columns, i, (struct sheet_column){ .key = "_verdict" });
        column_add(columns, i,
                   (struct sheet_column){ .title = " / A", .type = SHEET_NUMBER, .width = 7 });
    }
    if (sheet_is_for_people(sheet) && several->compares[0].counts[JUDGE_RATIO] == 0)
        sheet_note(sheet, "", "%s", judge_legend);
    table_open(sheet, columns, "rows", true);
    while (compare_several_next(several, &walk, &row)) {
        bool shown = !changed && sheet->look.style != SHEET_TEXT; /* data and pages have all */
        for (size_t i = 0; i < several->count && !shown; i++)
            shown = row.rows[i] &&
                    (compare_words_has_changed(row.rows[i]) || (!changed && !row.rows[i]->untimed));
        if (!shown)
            continue;
        if (!workload || strcmp(workload, row.a->workload) != 0)
            sheet_group(sheet, "%s", row.a->workload);
        workload = row.a->workload;
        several_view_row_view(sheet, columns, &row);
    }
}

/* End ------------------------------------------------------------------------------------------ */

static void techniques_view(struct sheet *sheet, const struct compare_several *several,
                            struct columns *columns)
{
    static const struct sheet_column first[] = { { .title = "technique", .width = 24 },
                                                 { .title = "by", .width = 11 } };
    columns_begin(sheet, columns, first, 2);
    for (size_t i = columns->first; i < columns->end; i++)
        column_add(columns, i,
                   (struct sheet_column){ .title = " / A", .type = SHEET_NUMBER, .width = 7 });
    table_open(sheet, columns, "techniques", false);
    for (size_t k = 0; k < several->count; k++)
        for (size_t i = 0; i < several->compares[k].technique_count; i++) {
            const struct compare_technique *technique = &several->compares[k].techniques[i];
            struct sheet_value values[2 + COMPARE_SEVERAL_MAX] = {
                sheet_words(technique->name), sheet_words(compare_clock_name(technique->clock))
            };
            bool known = technique->rows == 0; /* in a comparison before, or nothing to say */
            for (size_t before = 0; before < k && !known; before++)
                known = compare_several_technique(&several->compares[before], technique);
            if (known)
                continue;
            for (size_t run = columns->first; run < columns->end; run++) {
                const struct compare_technique *own =
                    compare_several_technique(&several->compares[run], technique);
                values[2 + run - columns->first] = sheet_number(own ? own->mean : NAN);
            }
            sheet_row(sheet, values, columns->count);
        }
}

/* In a text a word that its narrow column has room for. */
static void verdict_add(const struct sheet *sheet, const struct claims_entry *entry,
                        struct text *text)
{
    static const char *const words[VERDICT_CLASS_COUNT] = {
        [VERDICT_CLASS_STRONGER] = "STRONG.",     [VERDICT_CLASS_CONFIRMED] = "CONFIRM",
        [VERDICT_CLASS_WEAKER] = "WEAKER",        [VERDICT_CLASS_NOT_SEEN] = "NOTSEEN",
        [VERDICT_CLASS_CONTRADICTED] = "CONTRA.", [VERDICT_CLASS_MIXED] = "MIXED",
        [VERDICT_CLASS_BETWEEN] = "BETWEEN",      [VERDICT_CLASS_UNDECIDED] = "UNDECID",
        [VERDICT_CLASS_NOT_TESTABLE] = "UNTEST.",
    };
    char verdict[VERDICT_BYTES];
    if (!entry->measured) {
        text_add(text, "-");
    } else if (sheet->look.style == SHEET_TEXT) {
        text_add(text, words[verdict_class_of(entry->verdict)]);
    } else {
        claims_sentence_measured(entry, text);
        text_add_format(text, ", %s", verdict_words(entry->verdict, verdict));
    }
}

/* Adds "A 2.01 × faster [1.99, 2.03]; B 1.2 × faster [1.1, 1.3]", of all that have one, where
 * verdicts differ. */
static void claim_numbers(const struct claims_entry *const *entries, size_t runs, struct text *text)
{
    bool same = true;
    for (size_t i = 0; i < runs; i++)
        same = same && verdict_same(entries[i]->verdict, entries[0]->verdict);
    for (size_t i = 0; i < runs && !same; i++) {
        struct text here = { 0 };
        claims_sentence_measured(entries[i], &here);
        if (here.length > 0)
            text_join(text, "; ", "%c %s", (char)('A' + (int)i), text_string(&here));
        text_finish(&here);
    }
}

/* Nothing of a claim that no run decides. Entries are of each run, A first. */
static void several_view_claim_view(struct sheet *sheet, const struct compare_several *several,
                                    const struct columns *columns,
                                    const struct claims_entry *const entries[COMPARE_SEVERAL_MAX])
{
    struct text cells[COMPARE_SEVERAL_MAX] = { { 0 } }, numbers = { 0 }, paper = { 0 };
    struct sheet_value values[4 + COMPARE_SEVERAL_MAX];
    bool decided = false;
    for (size_t run = 0; run <= several->count; run++)
        decided = decided ||
                  (entries[run]->measured && entries[run]->verdict.kind != VERDICT_NOT_TESTABLE);
    if (!decided)
        return;
    claims_sentence_paper(entries[0], &paper);
    if (columns->first == 0)
        claim_numbers(entries, several->count + 1, &numbers);
    for (size_t run = 0; run <= several->count; run++)
        verdict_add(sheet, entries[run], &cells[run]);
    values[0] = sheet_words(entries[0]->claim->id);
    values[1] = sheet_words(text_string(&paper));
    values[2] = sheet_words(text_string(&numbers));
    values[3] = sheet_words(text_string(&cells[0]));
    for (size_t run = columns->first; run < columns->end; run++)
        values[4 + run - columns->first] = sheet_words(text_string(&cells[run + 1]));
    sheet_row(sheet, values, columns->count);
    for (size_t run = 0; run <= several->count; run++)
        text_finish(&cells[run]);
    text_finish(&numbers);
    text_finish(&paper);
}

/* Entries of all runs are in the order of the files and their claims. */
static void several_view_claims_view(struct sheet *sheet, const struct compare_several *several,
                                     struct columns *columns)
{
    static const struct sheet_column first[] = {
        { .title = "claim", .width = 29 },
        { .title = "paper", .type = SHEET_RATIO, .in = SHEET_PAGES },
        { .title = "", .in = SHEET_IN(SHEET_TEXT), .place = SHEET_BELOW },
        { .title = "A", .type = SHEET_NUMBER, .width = 8 },
    };
    const struct claims_device *devices[COMPARE_SEVERAL_MAX];
    const struct claims_entry *entries[COMPARE_SEVERAL_MAX];
    size_t count = SIZE_MAX;
    for (size_t run = 0; run <= several->count; run++) {
        devices[run] =
            device_of(run == 0 ? several->compares[0].of_a : several->compares[run - 1].of_b);
        const size_t own = devices[run] ? devices[run]->entry_count : 0;
        count = own < count ? own : count;
    }
    columns_begin(sheet, columns, first, 4);
    for (size_t i = columns->first; i < columns->end; i++)
        column_add(columns, i,
                   (struct sheet_column){ .title = "", .type = SHEET_NUMBER, .width = 7 });
    table_open(sheet, columns, "claims", false);
    for (size_t i = 0; i < count; i++) {
        for (size_t run = 0; run <= several->count; run++)
            entries[run] = &devices[run]->entries[i];
        several_view_claim_view(sheet, several, columns, entries);
    }
}

void compare_several_view(struct sheet *sheet, const struct compare_several *several, bool changed)
{
    const size_t beside = sheet->look.style == SHEET_TEXT ? BESIDE : several->count;
    const bool page = SHEET_PAGES & SHEET_IN(sheet->look.style);
    struct columns columns;
    for (size_t i = 0; i < several->count && sheet->look.style == SHEET_JSON; i++) {
        sheet_element(sheet, "comparisons");
        compare_view(sheet, &several->compares[i], changed, false);
    }
    if (sheet->look.style == SHEET_JSON)
        return;
    runs_view(sheet, several);
    for (size_t first = 0; first < several->count; first += beside) {
        columns.first = first;
        columns.end = first + beside < several->count ? first + beside : several->count;
        if (!page)
            several_rows_add(sheet, several, &columns, changed);
        techniques_view(sheet, several, &columns);
        several_view_claims_view(sheet, several, &columns);
        if (page) /* its many rows are its end */
            several_rows_add(sheet, several, &columns, changed);
    }
    sheet_note(sheet, "",
               "ratios of times: below 1, less time than A; for a technique, the geometric mean.%s",
               page ? ""
                    : " < FASTER, > SLOWER, ! INCOMPARABLE, * a kernel has another hash, - no "
                      "time: claimcheck compare of two runs has details");
}
