/* SPDX-License-Identifier: MIT */
#include "harness/analysis/limits/limits.h"
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/views/compare/compare_view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void compare_words_run(const struct run *run, char text[COMPARE_WORDS_BYTES])
{
    snprintf(text, COMPARE_WORDS_BYTES, "%.200s, %.10s, %.40s%s",
             *run->device.name ? run->device.name : "no device",
             *run->session.started ? run->session.started : "undated", run->session.profile,
             run->session.launches > 1 ? ", several launches" : "");
}

void compare_words_verdict(const struct compare_row *row, char text[COMPARE_WORDS_BYTES])
{
    const struct run_case *a = row->a, *b = row->b;
    const char *name = judge_verdict_name(row->verdict);
    const bool moved = row->verdict == JUDGE_FASTER || row->verdict == JUDGE_SLOWER;
    if (row->verdict == JUDGE_RATIO)
        text[0] = 0;
    else if (row->untimed)
        snprintf(text, COMPARE_WORDS_BYTES, "%s: A %s, B %s", name, bench_status_name(a->status),
                 bench_status_name(b->status));
    else if (row->verdict == JUDGE_SAME)
        snprintf(text, COMPARE_WORDS_BYTES, "%s, ±%.0f %%", name, 100 * row->threshold);
    else if (row->verdict == JUDGE_INCOMPARABLE)
        snprintf(text, COMPARE_WORDS_BYTES, "%s: %s", name, compare_setting_name(row->setting));
    else
        snprintf(text, COMPARE_WORDS_BYTES, "%s%s", name,
                 !moved                 ? ""
                 : a->kind == BENCH_CPU ? ", host"
                 : a->by_wall           ? ", wall"
                                        : "");
    const char *mark = *a->mark ? a->mark : b->mark;
    const size_t used = strlen(text);
    if (*mark)
        snprintf(text + used, COMPARE_WORDS_BYTES - used, "%s%.80s", used > 0 ? ", " : "", mark);
}

void compare_words_counts(const struct compare *compare, struct text *text)
{
    struct judge_tally tally = { .stored = true };
    struct text settings = { 0 };
    char words[JUDGE_WORDS_BYTES];
    double least = INFINITY, greatest = 0;
    memcpy(tally.counts, compare->counts, sizeof(tally.counts));
    judge_counts(&tally, words);
    for (size_t i = 0; i < compare->row_count; i++) {
        least = fmin(least, compare->rows[i].threshold);
        greatest = fmax(greatest, compare->rows[i].threshold);
    }
    text_add(text, words);
    if (least < greatest)
        text_join(&settings, "; ", "the thresholds are %.0f to %.0f %%", 100 * least,
                  100 * greatest);
    else if (greatest > 0)
        text_join(&settings, "; ", "the threshold is %.0f %%", 100 * greatest);
    for (int setting = 1; setting < COMPARE_SETTING_COUNT; setting++) {
        size_t count = 0;
        for (size_t i = 0; i < compare->row_count; i++)
            count += compare->rows[i].setting == (enum compare_setting)setting;
        if (count > 0)
            text_join(&settings, "; ", "%zu differ in %s", count,
                      compare_setting_name((enum compare_setting)setting));
    }
    if (settings.length > 0)
        text_add_format(text, " (%s)", text_string(&settings));
    text_finish(&settings);
}

/* "1.83 × faster" of a speed beside another one. */
static void speed_words(double speed, char text[48])
{
    const double most = speed < 1 ? 1 / speed : speed;
    snprintf(text, 48, "%.*f × %s", most < 10 ? 2 : 1, most, speed < 1 ? "slower" : "faster");
}

/* "NVIDIA H200 is 1.08 × faster than NVIDIA H100 over 1204 cases (3 faster, 1 slower)" */
static void overall_words(const struct compare *compare, const char *a, const char *b,
                          struct text *text)
{
    static const double least = 1.005; /* rounds to 1.00 */
    static const char *const clocks[COMPARE_CLOCK_COUNT] = { "", " in wall time", " on the host" };
    const struct compare_overall *overall = &compare->overall;
    const double speed = overall->speed < 1 ? 1 / overall->speed : overall->speed;
    char words[48];
    const bool others = compare->models || (overall->clock == COMPARE_HOST && compare->hosts);
    speed_words(overall->speed, words);
    if (speed < least)
        text_add_format(text, "%s is as fast as %s", b, a);
    else
        text_add_format(text, "%s is %s than %s", b, words, a);
    text_add_format(text, " over %zu case%s%s", overall->rows, plural(overall->rows, "", "s"),
                    clocks[overall->clock]);
    if (!others && speed >= least && overall->faster + overall->slower == 0)
        text_add(text, ", which noise may explain");
    else if (!others)
        text_add_format(text, " (%zu faster, %zu slower)", overall->faster, overall->slower);
}

void compare_words_headline(const struct compare *compare, const char *a, const char *b,
                            struct text *text)
{
    /* The devices that were timed, or the processors, if no GPU was. */
    const struct run *of_a = compare->a, *of_b = compare->b;
    const bool hosts = (compare->overall.rows > 0 && compare->overall.clock == COMPARE_HOST) ||
                       (of_a->device.software && of_b->device.software);
    const char *name_a = hosts ? of_a->context.cpu : of_a->device.name;
    const char *name_b = hosts ? of_b->context.cpu : of_b->device.name;
    const bool named = strcmp(name_a, name_b) != 0 && *name_a && *name_b;
    a = a ? a : named ? name_a : "A";
    b = b ? b : named ? name_b : "B";
    if (compare->overall.rows > 0) {
        overall_words(compare, a, b, text);
    } else {
        size_t limits = 0;
        for (size_t i = 0; i < compare->row_count; i++)
            limits += !isnan(compare->rows[i].ratio.ratio);
        text_add_format(text, "%s and %s have %s to compare", a, b,
                        limits > 0 ? "only limits of the device" : "no times");
        if (compare->row_count > 0) {
            text_add(text, ": ");
            compare_words_counts(compare, text);
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

bool compare_words_has_changed(const struct compare_row *row)
{
    if (row->untimed)
        return row->a->status != row->b->status;
    return row->verdict == JUDGE_FASTER || row->verdict == JUDGE_SLOWER;
}

/* Compare summary ------------------------------------------------------------------------------ */

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

/* Most ---------------------------------------------------------------------------------------- */

enum { MOST_BRIEF = 5, MOST = 8 };

static double change_of(const struct compare_row *row)
{
    return fabs(log(row->ratio.ratio));
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
    for (size_t i = 0; i < compare->row_count; i++) {
        const struct compare_row *row = &compare->rows[i];
        const struct stats_interval interval = row->ratio.interval;
        const bool told = row->verdict == JUDGE_FASTER || row->verdict == JUDGE_SLOWER ||
                          (row->verdict == JUDGE_RATIO && (interval.low > 1 || interval.high < 1));
        if (told && !compare_summary_is_limit(row) && !isnan(row->ratio.ratio) &&
            compare_clock_of(row->a) == compare->overall.clock) /* the first line's mean is of it */
            rows[count++] = row;
    }
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
