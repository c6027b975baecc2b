/* SPDX-License-Identifier: MIT */
#include "harness/views/compare/compare_view.h"

#include "harness/base/need.h"
#include "harness/views/claims/claims.h"
#include "harness/views/gate/gate.h"
#include "harness/views/table/table.h"

#include <stdlib.h>
#include <string.h>

enum {
    WORDS_BYTES = 512,
    LABEL = 24,
    NAMES_MAX = 8,
    CSV = SHEET_IN(SHEET_CSV),
    TEXT = SHEET_IN(SHEET_TEXT), /* grouped by workload */
};

/* "NVIDIA H100, 2026-11-21, paper" */
static void run_words(const struct run *run, char text[WORDS_BYTES])
{
    snprintf(text, WORDS_BYTES, "%.200s, %.10s%s%.40s%s",
             *run->device.name ? run->device.name : "no device",
             *run->session.started ? run->session.started : "undated",
             *run->session.profile ? ", " : "", run->session.profile,
             run->session.launches > 1 ? ", several launches" : "");
}

/* One of both cases has no time: its status says why. */
static bool is_untimed(const struct gate_row *row)
{
    return !run_case_judged(row->old) || !run_case_judged(row->new);
}

/* Adds "12 SLOWER, 412 SAME (the threshold is 10 %)": what the rows say. */
static void counts_add(const struct compare *compare, struct text *text)
{
    OWNED_TEXT struct text settings = { 0 };
    char words[JUDGE_WORDS_BYTES];
    double least = INFINITY, greatest = 0;
    judge_counts(&compare->tally, words);
    for (size_t i = 0; i < compare->rows.count; i++) {
        least = fmin(least, compare->rows.rows[i].theta);
        greatest = fmax(greatest, compare->rows.rows[i].theta);
    }
    text_add(text, words);
    if (least < greatest)
        text_join(&settings, "; ", "the thresholds are %.0f to %.0f %%", 100 * least,
                  100 * greatest);
    else if (greatest > 0)
        text_join(&settings, "; ", "the threshold is %.0f %%", 100 * greatest);
    for (size_t i = 0; i < compare->rows.count; i++) {
        const char *setting = compare->rows.rows[i].setting;
        size_t first = 0, count = 0;
        while (*setting && strcmp(compare->rows.rows[first].setting, setting) != 0)
            first++;
        if (!*setting || first < i)
            continue;
        for (size_t k = i; k < compare->rows.count; k++)
            count += strcmp(compare->rows.rows[k].setting, setting) == 0;
        text_join(&settings, "; ", "%zu differ in %s", count, setting);
    }
    if (settings.length > 0)
        text_add_format(text, " (%s)", text_string(&settings));
}

/* "1.83 × faster" of a speed beside another one. */
static void speed_words(double speed, char text[48])
{
    const double most = speed < 1 ? 1 / speed : speed;
    snprintf(text, 48, "%.*f × %s", most < 10 ? 2 : 1, most, speed < 1 ? "slower" : "faster");
}

void compare_words_headline(const struct compare *compare, const char *a, const char *b,
                            struct text *text)
{
    static const double least = 1.005; /* rounds to 1.00 */
    static const char *const clocks[COMPARE_CLOCK_COUNT] = { "", " in wall time", " on the host" };
    /* The devices that were timed, or the processors, if no GPU was. */
    const struct run *of_a = compare->a, *of_b = compare->b;
    const struct compare_overall *overall = &compare->overall;
    const bool hosts = (overall->rows > 0 && overall->clock == COMPARE_HOST) ||
                       (of_a->device.software && of_b->device.software);
    const char *name_a = hosts ? of_a->context.cpu : of_a->device.name;
    const char *name_b = hosts ? of_b->context.cpu : of_b->device.name;
    const bool named = strcmp(name_a, name_b) != 0 && *name_a && *name_b;
    a = a ? a : named ? name_a : "A";
    b = b ? b : named ? name_b : "B";
    if (overall->rows > 0) {
        const bool same = (overall->speed < 1 ? 1 / overall->speed : overall->speed) < least;
        const bool others = compare->models || (overall->clock == COMPARE_HOST && compare->hosts);
        char words[48];
        speed_words(overall->speed, words);
        text_add_format(text, "%s is %s %s %s", b, same ? "as fast" : words, same ? "as" : "than",
                        a);
        text_add_format(text, " over %zu case%s%s", COUNTED(overall->rows), clocks[overall->clock]);
        if (!others && !same && overall->faster + overall->slower == 0)
            text_add(text, ", which noise may explain");
        else if (!others)
            text_add_format(text, " (%zu faster, %zu slower)", overall->faster, overall->slower);
    } else {
        size_t limits = 0;
        for (size_t i = 0; i < compare->rows.count; i++)
            limits += !isnan(compare->rows.rows[i].first.found.bounds.ratio);
        text_add_format(text, "%s and %s have %s to compare", a, b,
                        limits > 0 ? "only limits of the device" : "no times");
        if (compare->joined > 0) {
            text_add(text, ": ");
            counts_add(compare, text);
        }
    }
    if (compare->claims_decided == 0)
        return;
    if (compare->claims_changed == 0)
        text_add_format(text, "; no verdict of %zu differs", compare->claims_decided);
    else
        text_add_format(text, "; %zu of %zu verdicts differ%s", compare->claims_changed,
                        compare->claims_decided, plural(compare->claims_changed, "s", ""));
}

/* True of a row that is faster, slower, or had a time in one run alone. */
static bool has_changed(const struct gate_row *row)
{
    if (is_untimed(row))
        return row->old->status != row->new->status;
    return row->verdict == JUDGE_FASTER || row->verdict == JUDGE_SLOWER;
}

/* Summary -------------------------------------------------------------------------------------- */

enum { MOST_BRIEF = 5, MOST = 8 };

static int by_change(const void *a, const void *b)
{
    const struct gate_row *const *left = a, *const *right = b;
    const double first = fabs(log((*left)->first.found.bounds.ratio));
    const double second = fabs(log((*right)->first.found.bounds.ratio));
    return first != second ? (first < second) - (first > second)
                           : (*left > *right) - (*left < *right);
}

/* The few cases that differ most, of those whose interval says which run is faster. For people, and
 * where all rows are more than they see at once. */
static void most_view(struct sheet *sheet, const struct compare *compare, bool brief)
{
    static const struct sheet_column columns[] = {
        { .title = "B is", .width = 16 },
        { .title = "A", .type = SHEET_NS, .width = 8 },
        { .title = "B", .type = SHEET_NS, .width = 8 },
        { .title = "what differs most", .place = SHEET_OR_BELOW },
    };
    if (!sheet_is_for_people(sheet) || compare->joined <= 2 * MOST)
        return;
    OWNED const struct gate_row **rows = need_bytes(compare->joined * sizeof(*rows));
    size_t count = 0;
    foreach (const struct gate_row, row, compare->rows.rows, compare->rows.count) {
        const struct judge_ratio interval = row->first.found.bounds;
        const bool told = row->verdict == JUDGE_FASTER || row->verdict == JUDGE_SLOWER ||
                          (row->verdict == JUDGE_RATIO && (interval.low > 1 || interval.high < 1));
        if (told && row->old->ceiling == BENCH_CEILING_NONE &&
            !isnan(row->first.found.bounds.ratio) &&
            compare_clock_of(row->old) ==
                compare->overall.clock) /* the first line's mean is of it */
            rows[count++] = row;
    }
    qsort(rows, count, sizeof(*rows), by_change);
    SHEET_TABLE(sheet, columns, .name = "most", .indent = 2);
    for (size_t i = 0; i < count && i < (brief ? MOST_BRIEF : MOST); i++) {
        char words[48];
        speed_words(1 / rows[i]->first.found.bounds.ratio, words);
        SHEET_ROW(sheet, sheet_words(words), sheet_number(run_case_median_ns(rows[i]->old)),
                  sheet_number(run_case_median_ns(rows[i]->new)), sheet_words(rows[i]->old->name));
    }
}

static void limit_view(struct sheet *sheet, const char *name, const char *unit, double a, double b)
{
    const bool is_time = !*unit;
    if (!(a > 0) || !(b > 0))
        return;
    const char *words_a =
        is_time ? units_format_ns(a, UNITS_ROOM) : units_format_rate(a, unit, UNITS_ROOM);
    const char *words_b =
        is_time ? units_format_ns(b, UNITS_ROOM) : units_format_rate(b, unit, UNITS_ROOM);
    SHEET_ROW(sheet, sheet_words(name), { .text = words_a, .number = a },
              { .text = words_b, .number = b }, sheet_words(is_time ? "ns" : unit),
              sheet_number(is_time ? a / b : b / a));
}

/* In the largest working set that both have measured. */
static void curve_view(struct sheet *sheet, const char *name, const struct run_ceilings_curve *a,
                       const struct run_ceilings_curve *b)
{
    for (size_t i = a->count; i-- > 0;)
        for (size_t k = 0; k < b->count; k++) {
            if (a->points[i].bytes != b->points[k].bytes)
                continue;
            char words[64];
            snprintf(words, sizeof(words), "%s %s", name,
                     units_format_bytes(a->points[i].bytes, UNITS_ROOM));
            limit_view(sheet, words, "B/s", a->points[i].bytes_per_s, b->points[k].bytes_per_s);
            return;
        }
}

/* Device limits that both runs have measured, as rates, or as times of a step. Nothing where no row
 * of the comparison measures one. A speed-up above 1 is in favour of B. */
static void limits_view(struct sheet *sheet, const struct compare *compare)
{
    static const struct sheet_column columns[] = {
        { .key = "name", .title = "limit of the device", .width = 30 },
        { .key = "a", .title = "A", .type = SHEET_NUMBER, .width = 12 },
        { .key = "b", .title = "B", .type = SHEET_NUMBER, .width = 12 },
        { .key = "unit" },
        { .key = "speedup", .title = "speed-up", .type = SHEET_NUMBER, .width = 9 },
    };
    struct run_ceilings a, b;
    bool measured = false;
    foreach (const struct gate_row, row, compare->rows.rows, compare->rows.count)
        measured = measured || (row->old && row->new && row->old->ceiling != BENCH_CEILING_NONE);
    SHEET_TABLE(sheet, columns, .name = "limits", .indent = 2);
    if (!measured)
        return;
    ceilings_find(&a, compare->a);
    ceilings_find(&b, compare->b);
    const struct {
        const char *name, *unit;
        double a, b;
    } limits[] = {
        { "arithmetic", "/s", a.operations_per_s, b.operations_per_s },
        { "arithmetic, not fused", "/s", a.single_per_s, b.single_per_s },
        { "integers", "/s", a.integer_per_s, b.integer_per_s },
        { "roots", "/s", a.special_per_s, b.special_per_s },
        { "atomics on one address", "/s", a.atomic_one_per_s, b.atomic_one_per_s },
        { "atomics on many", "/s", a.atomic_many_per_s, b.atomic_many_per_s },
        { "atomics in shared memory", "/s", a.atomic_shared_per_s, b.atomic_shared_per_s },
        { "work-groups launched", "/s", a.groups_per_s, b.groups_per_s },
        { "vertices", "/s", a.vertices_per_s, b.vertices_per_s },
        { "pixels", "/s", a.pixels_per_s, b.pixels_per_s },
        { "a dispatch", "", a.dispatch_ns, b.dispatch_ns },
        { "a dependent dispatch", "", a.dependent_ns, b.dependent_ns },
        { "an indirect dispatch", "", a.indirect_ns, b.indirect_ns },
        { "a round trip to the host", "", a.round_trip_ns, b.round_trip_ns },
    };
    curve_view(sheet, "copying", &a.copy, &b.copy);
    curve_view(sheet, "reading", &a.read, &b.read);
    curve_view(sheet, "writing", &a.write, &b.write);
    for (size_t i = 0; i < COUNT_OF(limits); i++)
        limit_view(sheet, limits[i].name, limits[i].unit, limits[i].a, limits[i].b);
}

/* Head ----------------------------------------------------------------------------------------- */

static void run_view(struct sheet *sheet, const char *head, const char *path, const struct run *run)
{
    static const struct sheet_column columns[] = {
        { .key = "file" },    { .key = "device" }, { .key = "started" },
        { .key = "profile" }, { .key = "commit" }, { .key = "launches", .type = SHEET_COUNT },
    };
    char text[WORDS_BYTES];
    run_words(run, text);
    sheet_note(sheet, head, "%s", text);
    if (sheet->look.style == SHEET_TEXT)
        sheet_note(sheet, "   ", "%s", run->path);
    SHEET_TABLE(sheet, columns, .name = path, .single = true);
    SHEET_ROW(sheet, sheet_words(disk_base_name(run->path)), sheet_words(run->device.name),
              sheet_words(run->session.started), sheet_words(run->session.profile),
              sheet_words(run->tool.commit), sheet_number(run->session.launches));
}

/* Names: for people the first of them; in JSON an array. */
static void names_view(struct sheet *sheet, const char *path, const char *const *names,
                       size_t count)
{
    static const struct sheet_column columns[] = { { .key = "" } };
    SHEET_TABLE(sheet, columns, .name = path);
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
    OWNED_TEXT struct text text = { 0 };
    SHEET_TABLE(sheet, columns, .name = "differences", .indent = 2, .gap = 2);
    foreach (const struct compare_difference, it, compare->differences, compare->difference_count)
        SHEET_ROW(sheet, sheet_words(it->what), sheet_words(it->a), sheet_words(it->b));
    first_names(&text, compare->kernels, compare->kernel_count, NAMES_MAX);
    if (compare->kernel_count > 0)
        sheet_foot(sheet, "%zu of %zu kernels of one name %s another hash:%s",
                   compare->kernel_count, compare->kernels_common,
                   plural(compare->kernel_count, "has", "have"), text_string(&text));
    else if (compare->difference_count == 0)
        sheet_note(sheet, "", "what differs: nothing but the times");
    names_view(sheet, "kernels", compare->kernels, compare->kernel_count);
}

/* Rows ----------------------------------------------------------------------------------------- */

/* Columns of data and pages; a text has the gate's table. */
static const struct sheet_column row_columns[] = {
    { .key = "name", .title = "case" },
    { .key = "workload", .in = CSV },
    { .key = "technique", .in = CSV },
    { .key = "variant", .in = CSV },
    { .key = "kind", .in = CSV },
    { .key = "time" },
    { .path = "a.status" },
    { "a_ns", "A", SHEET_NS, .path = "a.median_ns", .interval = true },
    { .path = "b.status" },
    { "b_ns", "B", SHEET_NS, .path = "b.median_ns", .interval = true },
    { "b_over_a", "B / A, 95 %", SHEET_RATIO, .interval = true },
    { .key = "verdict", .title = "verdict" },
    { .key = "setting" },
    { .key = "threshold", .type = SHEET_NUMBER },
    { .key = "smallest", .type = SHEET_NUMBER },
    { .key = "kernel", .type = SHEET_FLAG, .path = "kernel_differs" },
    { .key = "constants", .type = SHEET_FLAG, .path = "constants_differ" },
    { .key = "a_status", .in = CSV },
    { .key = "b_status", .in = CSV },
    { .title = "why", .type = SHEET_CODE },
};

static void row_view(struct sheet *sheet, const struct gate_row *row)
{
    const struct run_case *a = row->old, *b = row->new;
    const struct stats_interval ia = run_case_interval(a), ib = run_case_interval(b);
    const struct judge_ratio *ratio = &row->first.found.bounds;
    SHEET_ROW(sheet, sheet_words(a->name), sheet_words(a->workload), sheet_words(a->technique),
              sheet_words(a->variant), sheet_words(bench_kind_name(a->kind)),
              sheet_words(compare_clock_name(compare_clock_of(a))),
              sheet_words(bench_status_name(a->status)),
              sheet_interval(run_case_median_ns(a), ia.low, ia.high),
              sheet_words(bench_status_name(b->status)),
              sheet_interval(run_case_median_ns(b), ib.low, ib.high),
              sheet_interval(ratio->ratio, ratio->low, ratio->high),
              sheet_words(judge_verdict_name(row->verdict)), sheet_words(row->setting),
              sheet_number(row->theta), sheet_number(row->first.found.smallest),
              sheet_flag(row->kernel, "differs"), sheet_flag(row->constants, "differ"),
              sheet_words(bench_status_name(a->status)), sheet_words(bench_status_name(b->status)),
              sheet_words(row->reason));
}

/* The rows that are wanted of a comparison, in a style. */
struct shown {
    const struct compare *compare;
    const struct sheet *sheet;
    bool changed;
};

/* People have rows of limits as rates, but where there are no others. */
static bool is_shown(const void *context, const struct gate_row *row)
{
    const struct shown *shown = context;
    const struct compare *compare = shown->compare;
    if (!row->old || !row->new)
        return false;
    if (shown->changed || !sheet_is_for_people(shown->sheet))
        return !shown->changed || has_changed(row);
    if (compare->overall.rows > 0 && row->old->ceiling != BENCH_CEILING_NONE)
        return false;
    if (is_untimed(row))
        return row->old->status != row->new->status;
    return shown->sheet->look.style != SHEET_MARKDOWN || row->verdict != JUDGE_SAME;
}

static void rows_view(struct sheet *sheet, const struct compare *compare, bool changed)
{
    const struct shown shown = { compare, sheet, changed };
    size_t left_out = compare->joined;
    if (!compare->models && sheet_is_for_people(sheet))
        sheet_note(sheet, "", "%s", judge_legend);
    if (sheet->look.style == SHEET_TEXT)
        gate_rows_view(sheet, &compare->rows, true, is_shown, &shown);
    else
        SHEET_TABLE(sheet, row_columns, .name = "rows", .main = true);
    foreach (const struct gate_row, row, compare->rows.rows, compare->rows.count) {
        if (!is_shown(&shown, row))
            continue;
        left_out--;
        if (sheet->look.style != SHEET_TEXT)
            row_view(sheet, row);
    }
    if (left_out > 0)
        sheet_foot(sheet, "%zu row%s not shown: %s", left_out, plural(left_out, " is", "s are"),
                   changed                               ? "unchanged"
                   : sheet->look.style == SHEET_MARKDOWN ? "limits of the device, within the "
                                                           "threshold, or without a time in both"
                                                         : "limits of the device, or without a "
                                                           "time in both");
}

static void techniques_view(struct sheet *sheet, const struct compare *compare)
{
    static const struct sheet_column columns[] = {
        { .key = "name", .title = "technique", .width = LABEL },
        { .key = "time", .title = "by", .width = 9 },
        { .key = "rows", .title = "cases", .type = SHEET_COUNT, .width = 6 },
        { .key = "geometric_mean", .title = "B / A", .type = SHEET_NUMBER, .width = 9 },
        { .key = "least", .title = "least", .type = SHEET_NUMBER, .width = 8 },
        { .key = "greatest", .title = "greatest", .type = SHEET_NUMBER, .width = 8 },
    };
    SHEET_TABLE(sheet, columns, .name = "techniques", .indent = 2);
    foreach (const struct compare_technique, it, compare->techniques, compare->technique_count) {
        if (it->rows > 0 || !sheet_is_for_people(sheet))
            SHEET_ROW(sheet, sheet_words(it->name), sheet_words(compare_clock_name(it->clock)),
                      sheet_count(it->rows), sheet_number(it->mean), sheet_number(it->least),
                      sheet_number(it->greatest));
    }
    sheet_foot(sheet, "B / A is the geometric mean of the ratios of times: below 1, B takes less "
                      "time");
}

enum { CLAIMS_BRIEF = 5 };

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
    SHEET_TABLE(sheet, columns, .name = "claims", .indent = 2);
    foreach (const struct compare_claim, it, compare->claims, compare->claim_count) {
        if (people && verdict_differs(it->a->verdict, it->b->verdict) != differ)
            continue;
        if (shown++ >= most)
            continue;
        const struct claims_pair *a = claims_view_pair(it->a), *b = claims_view_pair(it->b);
        OWNED char *paper = claims_part_words(it->a, claims_sentence_paper);
        OWNED char *here_a = claims_part_words(it->a, claims_sentence_measured);
        OWNED char *here_b = claims_part_words(it->b, claims_sentence_measured);
        OWNED_TEXT struct text both = { 0 };
        const bool differs = verdict_differs(it->a->verdict, it->b->verdict);
        if (differs && *here_a)
            text_join(&both, "; ", "A %s", here_a);
        if (differs && *here_b)
            text_join(&both, "; ", "B %s", here_b);
        SHEET_ROW(sheet, sheet_words(it->a->claim->id), sheet_words(paper),
                  sheet_number(it->a->claim->value), sheet_words(here_a), sheet_words(here_b),
                  sheet_words(verdict_words(it->a->verdict, VERDICT_ROOM)),
                  sheet_interval(a->r, a->r_interval.low, a->r_interval.high),
                  sheet_words(verdict_words(it->b->verdict, VERDICT_ROOM)),
                  sheet_interval(b->r, b->r_interval.low, b->r_interval.high),
                  sheet_words(text_string(&both)));
    }
    if (shown > most)
        sheet_foot(sheet, "and %zu more", shown - most);
    if (compare->claim_count > 0 && !differ)
        sheet_foot(sheet,
                   "%zu claim%s, %zu decided in both, %zu of those with different verdicts; not "
                   "testable in either: %zu",
                   COUNTED(compare->claim_count), compare->claims_decided, compare->claims_changed,
                   compare->claims_untestable);
}

static void counts_view(struct sheet *sheet, const struct compare *compare, const char *behind)
{
    OWNED_TEXT struct text counts = { 0 };
    counts_add(compare, &counts);
    sheet_note(sheet, "rows: ", "%s%s", text_string(&counts), behind);
}

/* Cases of one run alone. */
static void only_view(struct sheet *sheet, const struct compare *compare, bool in_b)
{
    OWNED const char **names = need_bytes(compare->rows.count * sizeof(*names));
    OWNED_TEXT struct text text = { 0 };
    size_t count = 0;
    foreach (const struct gate_row, row, compare->rows.rows, compare->rows.count)
        if (!(in_b ? row->old : row->new))
            names[count++] = row->name;
    first_names(&text, names, count, 3);
    if (count > 0)
        sheet_note(sheet, in_b ? "only in B: " : "only in A: ", "%zu case%s:%s", COUNTED(count),
                   text_string(&text));
    names_view(sheet, in_b ? "only_b" : "only_a", names, count);
}

void compare_view(struct sheet *sheet, const struct compare *compare, bool changed, bool brief)
{
    const bool page = SHEET_PAGES & SHEET_IN(sheet->look.style);
    OWNED_TEXT struct text headline = { 0 };
    compare_words_headline(compare, NULL, NULL, &headline);
    sheet_note(sheet, "", "%s", text_string(&headline));
    sheet_member(sheet, "headline", SHEET_WORDS, sheet_words(text_string(&headline)));
    sheet_member(sheet, "overall.speedup", SHEET_NUMBER, sheet_number(compare->overall.speed));
    sheet_member(sheet, "overall.cases", SHEET_COUNT, sheet_count(compare->overall.rows));
    sheet_member(sheet, "overall.time", SHEET_WORDS,
                 sheet_words(compare_clock_name(compare->overall.clock)));
    run_view(sheet, "A  ", "runs.a", compare->a);
    run_view(sheet, "B  ", "runs.b", compare->b);
    sheet_member(sheet, "other_model", SHEET_FLAG, sheet_flag(compare->models, ""));
    most_view(sheet, compare, brief);
    if (sheet_is_for_people(sheet))
        claim_rows_view(sheet, compare, true, brief ? CLAIMS_BRIEF : SIZE_MAX);
    if (!brief)
        limits_view(sheet, compare);
    techniques_view(sheet, compare);
    if (brief) {
        counts_view(sheet, compare, "; --all lists them, --changed those that changed");
        return;
    }
    differences_view(sheet, compare);
    if (!page)
        rows_view(sheet, compare, changed);
    claim_rows_view(sheet, compare, false, SIZE_MAX);
    counts_view(sheet, compare, "");
    if (page) /* its many rows are its end */
        rows_view(sheet, compare, changed);
    only_view(sheet, compare, false);
    only_view(sheet, compare, true);
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

/* Several runs --------------------------------------------------------------------------------- */

/* Finds the technique and clock of another one's; NULL where a comparison has none with rows. */
static const struct compare_technique *technique_like(const struct compare *compare,
                                                      const struct compare_technique *like)
{
    foreach (const struct compare_technique, own, compare->techniques, compare->technique_count)
        if (own->rows > 0 && own->clock == like->clock && strcmp(own->name, like->name) == 0)
            return own;
    return NULL;
}

enum {
    BESIDE = 5,    /* runs beside A that fit into the lines of a text */
    FIRST_MAX = 8, /* columns before those of the runs */
    OF_RUN = 4,    /* columns of a run */
    CLAIM_ONCE = 4,
    NAME_BYTES = 24, /* of a column's key or title */
};

/* Columns of a table: those that it begins with, then some for each run beside A, first to end. */
struct columns {
    struct sheet_column columns[FIRST_MAX + OF_RUN * COMPARE_SEVERAL_MAX];
    char names[FIRST_MAX + OF_RUN * COMPARE_SEVERAL_MAX][NAME_BYTES];
    size_t count, first, end;
};

/* Opens a table with these columns; those from `once` on come for each of the runs, with its letter
 * before the title or the key: "B / A", "b_verdict". */
static void columns_open(struct sheet *sheet, struct columns *columns, struct sheet_table table,
                         size_t once)
{
    sheet_table_end(sheet); /* whose columns these were */
    memcpy(columns->columns, table.columns, once * sizeof(*table.columns));
    columns->count = once;
    for (size_t run = columns->first; run < columns->end; run++)
        for (size_t i = once; i < table.column_count; i++) {
            struct sheet_column *column = &columns->columns[columns->count];
            char *name = columns->names[columns->count++];
            *column = table.columns[i];
            const char **words = column->title ? &column->title : &column->key;
            snprintf(name, NAME_BYTES, "%c%s", (column->title ? 'B' : 'b') + (int)run, *words);
            *words = name;
        }
    table.columns = columns->columns;
    table.column_count = columns->count;
    sheet_table(sheet, &table);
}

static void several_run_view(struct sheet *sheet, const struct compare *compare,
                             const struct run *run, const char *letter)
{
    OWNED_TEXT struct text counts = { 0 }, differs = { 0 }, headline = { 0 };
    char words[WORDS_BYTES];
    run_words(run, words);
    if (compare) {
        counts_add(compare, &counts);
        for (size_t i = 0; i < compare->difference_count; i++)
            text_join(&differs, ", ", "%s", compare->differences[i].what);
        if (compare->kernel_count > 0)
            text_join(&differs, "; ", "%zu of %zu kernels %s another hash", compare->kernel_count,
                      compare->kernels_common, plural(compare->kernel_count, "has", "have"));
        if (differs.length == 0)
            text_add(&differs, "nothing but the times");
        compare_words_headline(compare, "A", letter, &headline);
    }
    SHEET_ROW(sheet, sheet_words(letter), sheet_words(words), sheet_words(run->path),
              sheet_words(text_string(&headline)), sheet_words(text_string(&differs)),
              sheet_words(text_string(&counts)));
}

/* `rows`: of each comparison, NULL where it has none of the case. */
static void several_row_view(struct sheet *sheet, const struct columns *columns,
                             const struct run_case *a,
                             const struct gate_row *const rows[COMPARE_SEVERAL_MAX])
{
    struct sheet_value values[FIRST_MAX + OF_RUN * COMPARE_SEVERAL_MAX];
    char cells[COMPARE_SEVERAL_MAX][WORDS_BYTES];
    size_t count = 0;
    values[count++] = sheet_words(a->name);
    values[count++] = sheet_words(table_label(TABLE_ROOM, a, NULL));
    values[count++] = sheet_words(a->workload);
    values[count++] = sheet_words(a->technique);
    values[count++] = sheet_words(compare_clock_name(compare_clock_of(a)));
    values[count++] = sheet_number(run_case_median_ns(a));
    for (size_t i = columns->first; i < columns->end; i++) {
        const struct gate_row *of = rows[i];
        /* "0.83<*" in a text, in pages "0.83 [0.82, 0.85], faster"; "-" without a row. */
        static const char marks[JUDGE_VERDICT_COUNT] = {
            [JUDGE_FASTER] = '<', [JUDGE_SLOWER] = '>', [JUDGE_INCOMPARABLE] = '!'
        };
        static const struct judge_ratio none = { NAN, NAN, NAN };
        const bool brief = sheet->look.style == SHEET_TEXT;
        const struct judge_ratio *ratio = of ? &of->first.found.bounds : &none;
        char cell[SHEET_CELL_BYTES];
        const struct sheet_value value = sheet_interval(ratio->ratio, ratio->low, ratio->high);
        const char *number = sheet_shown(brief ? SHEET_NUMBER : SHEET_RATIO, &value, cell);
        if (of && brief)
            snprintf(cells[i], WORDS_BYTES, "%s%.1s%s", number, &marks[of->verdict],
                     of->kernel ? "*" : "");
        else
            snprintf(cells[i], WORDS_BYTES, "%s%s%s", number, of ? ", " : "",
                     of ? judge_verdict_name(of->verdict) : "");
        values[count++] = sheet_number(of ? run_case_median_ns(of->new) : NAN);
        values[count++] = of ? value : sheet_number(NAN);
        values[count++] = sheet_words(of ? judge_verdict_name(of->verdict) : "");
        values[count++] = sheet_words(cells[i]);
    }
    sheet_row(sheet, values, count);
}

static void several_rows_view(struct sheet *sheet, const struct compare_several *several,
                              struct columns *columns, bool changed)
{
    enum { ONCE = 6 };
    static const struct sheet_column own[] = {
        { .key = "name", .title = "case", .in = ~TEXT },
        { .title = "case", .width = 27, .in = TEXT },
        { .key = "workload", .in = CSV },
        { .key = "technique", .in = CSV },
        { .key = "time", .in = CSV },
        { .key = "a_ns", .title = "A", .type = SHEET_NS, .width = 8 },
        { .key = "_ns", .type = SHEET_NS },
        { .key = "_over_a", .type = SHEET_RATIO, .interval = true },
        { .key = "_verdict" },
        { .title = " / A", .type = SHEET_NUMBER, .width = 7 },
    };
    const struct run *a = several->compares[0].a;
    size_t next[COMPARE_SEVERAL_MAX] = { 0 }; /* row of each comparison */
    const char *workload = NULL;
    if (sheet_is_for_people(sheet) && several->compares[0].tally.counts[JUDGE_RATIO] == 0)
        sheet_note(sheet, "", "%s", judge_legend);
    columns_open(
        sheet, columns,
        (struct sheet_table){ SHEET_COLUMNS(own), .name = "rows", .main = true, .indent = 2 },
        ONCE);
    for (size_t k = 0; k < a->case_count; k++) { /* rows of a comparison are in their order */
        const struct run_case *c = &a->cases[k];
        const struct gate_row *rows[COMPARE_SEVERAL_MAX];
        bool found = false, shown = false;
        for (size_t i = 0; i < several->count; i++) {
            const struct compare *compare = &several->compares[i];
            const bool here = next[i] < compare->rows.count && compare->rows.rows[next[i]].old == c;
            const struct gate_row *row = here ? &compare->rows.rows[next[i]++] : NULL;
            rows[i] = row = row && row->new ? row : NULL;
            found = found || row;
            shown = shown || (row && (has_changed(row) || (!changed && !is_untimed(row))));
        }
        if (!found || !(shown || (!changed && sheet->look.style != SHEET_TEXT)))
            continue;
        if (!workload || strcmp(workload, c->workload) != 0)
            sheet_group(sheet, "%s", c->workload);
        workload = c->workload;
        several_row_view(sheet, columns, c, rows);
    }
}

static void several_techniques_view(struct sheet *sheet, const struct compare_several *several,
                                    struct columns *columns)
{
    enum { ONCE = 2 };
    static const struct sheet_column own[] = {
        { .title = "technique", .width = 24 },
        { .title = "by", .width = 11 },
        { .title = " / A", .type = SHEET_NUMBER, .width = 7 },
    };
    columns_open(sheet, columns,
                 (struct sheet_table){ SHEET_COLUMNS(own), .name = "techniques", .indent = 2 },
                 ONCE);
    for (size_t k = 0; k < several->count; k++)
        foreach (const struct compare_technique, technique, several->compares[k].techniques,
                 several->compares[k].technique_count) {
            struct sheet_value values[ONCE + COMPARE_SEVERAL_MAX] = {
                sheet_words(technique->name), sheet_words(compare_clock_name(technique->clock))
            };
            bool known = technique->rows == 0; /* in a comparison before, or nothing to say */
            for (size_t before = 0; before < k && !known; before++)
                known = technique_like(&several->compares[before], technique);
            if (known)
                continue;
            for (size_t run = columns->first; run < columns->end; run++) {
                const struct compare_technique *like =
                    technique_like(&several->compares[run], technique);
                values[ONCE + run - columns->first] = sheet_number(like ? like->mean : NAN);
            }
            sheet_row(sheet, values, columns->count);
        }
}

/* Nothing of a claim that no run decides. Entries are of each run, A first. */
static void several_claim_view(struct sheet *sheet, const struct compare_several *several,
                               const struct columns *columns,
                               const struct claims_entry *const entries[COMPARE_SEVERAL_MAX])
{
    OWNED char *paper = claims_part_words(entries[0], claims_sentence_paper);
    OWNED_TEXT struct text numbers = { 0 };
    struct text cells[COMPARE_SEVERAL_MAX] = { { 0 } };
    struct sheet_value values[CLAIM_ONCE + COMPARE_SEVERAL_MAX];
    bool decided = false, same = true;
    for (size_t run = 0; run <= several->count; run++) {
        const struct verdict verdict = entries[run]->verdict;
        decided = decided || (entries[run]->measured && verdict.kind != VERDICT_NOT_TESTABLE);
        same = same && verdict_same(verdict, entries[0]->verdict);
    }
    if (!decided)
        return;
    for (size_t run = 0; run <= several->count; run++) {
        OWNED char *here = claims_part_words(entries[run], claims_sentence_measured);
        /* In a text a word that its narrow column has room for. */
        const struct claims_entry *entry = entries[run];
        static const char *const words[VERDICT_CLASS_COUNT] = {
            [VERDICT_CLASS_STRONGER] = "STRONG.",     [VERDICT_CLASS_CONFIRMED] = "CONFIRM",
            [VERDICT_CLASS_WEAKER] = "WEAKER",        [VERDICT_CLASS_NOT_SEEN] = "NOTSEEN",
            [VERDICT_CLASS_CONTRADICTED] = "CONTRA.", [VERDICT_CLASS_MIXED] = "MIXED",
            [VERDICT_CLASS_BETWEEN] = "BETWEEN",      [VERDICT_CLASS_UNDECIDED] = "UNDECID",
            [VERDICT_CLASS_NOT_TESTABLE] = "UNTEST.",
        };
        if (!entry->measured)
            text_add(&cells[run], "-");
        else if (sheet->look.style == SHEET_TEXT)
            text_add(&cells[run], words[verdict_class_of(entry->verdict)]);
        else
            text_add_format(&cells[run], "%s, %s", here,
                            verdict_words(entry->verdict, VERDICT_ROOM));
        if (columns->first == 0 && !same &&
            *here) /* "A 2.01 × faster [1.99, 2.03]; B 1.2 × faster [1.1, 1.3]" */
            text_join(&numbers, "; ", "%c %s", (char)('A' + (int)run), here);
    }
    values[0] = sheet_words(entries[0]->claim->id);
    values[1] = sheet_words(paper);
    values[2] = sheet_words(text_string(&numbers));
    values[3] = sheet_words(text_string(&cells[0]));
    for (size_t run = columns->first; run < columns->end; run++)
        values[CLAIM_ONCE + run - columns->first] = sheet_words(text_string(&cells[run + 1]));
    sheet_row(sheet, values, columns->count);
    for (size_t run = 0; run <= several->count; run++)
        text_finish(&cells[run]);
}

/* Entries of all runs are in the order of the files and their claims. */
static void several_claims_view(struct sheet *sheet, const struct compare_several *several,
                                struct columns *columns)
{
    static const struct sheet_column own[] = {
        { .title = "claim", .width = 29 },
        { .title = "paper", .type = SHEET_RATIO, .in = SHEET_PAGES },
        { .title = "", .in = SHEET_IN(SHEET_TEXT), .place = SHEET_BELOW },
        { .title = "A", .type = SHEET_NUMBER, .width = 8 },
        { .title = "", .type = SHEET_NUMBER, .width = 7 },
    };
    const struct claims_device *devices[COMPARE_SEVERAL_MAX];
    const struct claims_entry *entries[COMPARE_SEVERAL_MAX];
    size_t count = SIZE_MAX;
    for (size_t run = 0; run <= several->count; run++) {
        const struct claims *claims =
            run == 0 ? several->compares[0].of_a : several->compares[run - 1].of_b;
        devices[run] = claims && claims->device_count > 0 ? &claims->devices[0] : NULL;
        const size_t entry_count = devices[run] ? devices[run]->entry_count : 0;
        count = entry_count < count ? entry_count : count;
    }
    columns_open(sheet, columns,
                 (struct sheet_table){ SHEET_COLUMNS(own), .name = "claims", .indent = 2 },
                 CLAIM_ONCE);
    for (size_t i = 0; i < count; i++) {
        for (size_t run = 0; run <= several->count; run++)
            entries[run] = &devices[run]->entries[i];
        several_claim_view(sheet, several, columns, entries);
    }
}

void compare_several_view(struct sheet *sheet, const struct compare_several *several, bool changed)
{
    static const struct sheet_column run_columns[] = {
        { .title = "" },
        { .title = "run" },
        { .title = "file", .in = SHEET_IN(SHEET_TEXT), .place = SHEET_BELOW },
        { .title = "in short", .place = SHEET_BELOW },
        { .title = "differs from A", .place = SHEET_BELOW },
        { .title = "rows", .place = SHEET_BELOW },
    };
    const size_t beside = sheet->look.style == SHEET_TEXT ? BESIDE : several->count;
    const bool page = SHEET_PAGES & SHEET_IN(sheet->look.style);
    struct columns columns;
    for (size_t i = 0; i < several->count && sheet->look.style == SHEET_JSON; i++) {
        sheet_element(sheet, "comparisons");
        compare_view(sheet, &several->compares[i], changed, false);
    }
    if (sheet->look.style == SHEET_JSON)
        return;
    SHEET_TABLE(sheet, run_columns, .name = "runs", .gap = 2);
    several_run_view(sheet, NULL, several->compares[0].a, "A");
    for (size_t i = 0; i < several->count; i++)
        several_run_view(sheet, &several->compares[i], several->compares[i].b,
                         (const char[]){ (char)('B' + (int)i), 0 });
    for (size_t first = 0; first < several->count; first += beside) {
        columns.first = first;
        columns.end = first + beside < several->count ? first + beside : several->count;
        if (!page)
            several_rows_view(sheet, several, &columns, changed);
        several_techniques_view(sheet, several, &columns);
        several_claims_view(sheet, several, &columns);
        if (page) /* its many rows are its end */
            several_rows_view(sheet, several, &columns, changed);
    }
    sheet_note(sheet, "",
               "ratios of times: below 1, less time than A; for a technique, the geometric mean.%s",
               page ? ""
                    : " < FASTER, > SLOWER, ! INCOMPARABLE, * a kernel has another hash, - no "
                      "time: claimcheck compare of two runs has details");
}
