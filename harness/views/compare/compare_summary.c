/* SPDX-License-Identifier: MIT */
#include "harness/views/compare/compare_summary.h"

#include "harness/analysis/limits/limits.h"
#include "harness/base/need.h"
#include "harness/base/units.h"

#include <math.h>
#include <stdlib.h>

void compare_summary_headline(struct sheet *sheet, const struct compare *compare)
{
    struct text text = { 0 };
    compare_words_headline(compare, NULL, NULL, &text);
    sheet_note(sheet, "", "%s", text_string(&text));
    sheet_member(sheet, "headline", SHEET_WORDS, sheet_words(text_string(&text)));
    sheet_member(sheet, "overall.speedup", SHEET_NUMBER, sheet_number(compare->overall.speed));
    sheet_member(sheet, "overall.cases", SHEET_COUNT, sheet_number((double)compare->overall.rows));
    sheet_member(sheet, "overall.time", SHEET_WORDS,
                 sheet_words(compare_clock_name(compare->overall.clock)));
    text_finish(&text);
}

/* "1.83 × faster" of a speed beside another one. */
static void speed_words(double speed, char text[48])
{
    const double most = speed < 1 ? 1 / speed : speed;
    snprintf(text, 48, "%.*f × %s", most < 10 ? 2 : 1, most, speed < 1 ? "slower" : "faster");
}

/* Most ---------------------------------------------------------------------------------------- */

enum { MOST_BRIEF = 5, MOST = 8 };

static double change_of(const struct compare_row *row)
{
    return fabs(log(row->ratio.ratio));
}

/* True of a row that the first line's mean is of and that says which of both is faster. */
static bool says_which(const struct compare *compare, const struct compare_row *row)
{
    const struct stats_interval interval = row->ratio.interval;
    if (compare_clock_of(row->a) != compare->overall.clock)
        return false;
    if (row->a->ceiling != BENCH_CEILING_NONE || isnan(row->ratio.ratio))
        return false;
    return row->verdict == JUDGE_FASTER || row->verdict == JUDGE_SLOWER ||
           (row->verdict == JUDGE_RATIO && (interval.low > 1 || interval.high < 1));
}

static int by_change(const void *a, const void *b)
{
    const struct compare_row *const *left = a, *const *right = b;
    const double first = change_of(*left), second = change_of(*right);
    return first != second ? (first < second) - (first > second)
                           : (*left > *right) - (*left < *right);
}

void compare_summary_most(struct sheet *sheet, const struct compare *compare, bool brief)
{
    static const struct sheet_column columns[] = {
        { .title = "B is", .width = 16 },
        { .title = "A", .type = SHEET_NS, .width = 8 },
        { .title = "B", .type = SHEET_NS, .width = 8 },
        { .title = "what differs most", .place = SHEET_OR_BELOW },
    };
    if (!sheet_is_for_people(sheet) || compare->row_count <= 2 * MOST)
        return;
    const struct compare_row **rows = need_bytes(compare->row_count * sizeof(*rows));
    size_t count = 0;
    for (size_t i = 0; i < compare->row_count; i++)
        if (says_which(compare, &compare->rows[i]))
            rows[count++] = &compare->rows[i];
    qsort(rows, count, sizeof(*rows), by_change);
    sheet_table(sheet,
                &(struct sheet_table){ .name = "most", SHEET_COLUMNS(columns), .indent = 2 });
    for (size_t i = 0; i < count && i < (brief ? MOST_BRIEF : MOST); i++) {
        char words[48];
        speed_words(1 / rows[i]->ratio.ratio, words);
        SHEET_ROW(sheet, sheet_words(words), sheet_number(run_case_median_ns(rows[i]->a)),
                  sheet_number(run_case_median_ns(rows[i]->b)), sheet_words(rows[i]->a->name));
    }
    free(rows);
}

/* Limits --------------------------------------------------------------------------------------- */

bool compare_summary_is_limit(const struct compare_row *row)
{
    return row->a->ceiling != BENCH_CEILING_NONE;
}

static void limit_view(struct sheet *sheet, const char *name, const char *unit, double a, double b)
{
    const bool is_time = !*unit;
    char words[2][32];
    if (!(a > 0) || !(b > 0))
        return;
    if (is_time) {
        units_format_ns(a, words[0]);
        units_format_ns(b, words[1]);
    } else {
        units_format_rate(a, unit, words[0]);
        units_format_rate(b, unit, words[1]);
    }
    SHEET_ROW(sheet, sheet_words(name), { .text = words[0], .number = a },
              { .text = words[1], .number = b }, sheet_words(is_time ? "ns" : unit),
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
            char size[32], words[64];
            units_format_bytes(a->points[i].bytes, size);
            snprintf(words, sizeof(words), "%s %s", name, size);
            limit_view(sheet, words, "B/s", a->points[i].bytes_per_s, b->points[k].bytes_per_s);
            return;
        }
}

void compare_summary_limits(struct sheet *sheet, const struct compare *compare)
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
    for (size_t i = 0; i < compare->row_count && !measured; i++)
        measured = compare_summary_is_limit(&compare->rows[i]);
    sheet_table(sheet,
                &(struct sheet_table){ .name = "limits", SHEET_COLUMNS(columns), .indent = 2 });
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
    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++)
        limit_view(sheet, limits[i].name, limits[i].unit, limits[i].a, limits[i].b);
}
