/* SPDX-License-Identifier: MIT */
#include "harness/base/plural.h"
#include "harness/views/compare/compare_view.h"

#include <math.h>
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

/* "NVIDIA H200 is 1.08 × faster than NVIDIA H100 over 1204 cases (3 faster, 1 slower)" */
static void overall_words(const struct compare *compare, const char *a, const char *b,
                          struct text *text)
{
    static const double least = 1.005; /* rounds to 1.00 */
    static const char *const clocks[COMPARE_CLOCK_COUNT] = { "", " in wall time", " on the host" };
    const struct compare_overall *overall = &compare->overall;
    const double speed = overall->speed < 1 ? 1 / overall->speed : overall->speed;
    if (speed < least)
        text_add_format(text, "%s is as fast as %s", b, a);
    else
        text_add_format(text, "%s is %.*f × %s than %s", b, speed < 10 ? 2 : 1, speed,
                        overall->speed < 1 ? "slower" : "faster", a);
    text_add_format(text, " over %zu case%s%s", overall->rows, plural(overall->rows, "", "s"),
                    clocks[overall->clock]);
    if (!compare->models && speed >= least && overall->faster + overall->slower == 0)
        text_add(text, ", which noise may explain");
    else if (!compare->models)
        text_add_format(text, " (%zu faster, %zu slower)", overall->faster, overall->slower);
}

void compare_words_headline(const struct compare *compare, const char *a, const char *b,
                            struct text *text)
{
    const char *const devices[] = { compare->a->device.name, compare->b->device.name };
    const bool named = strcmp(devices[0], devices[1]) != 0 && *devices[0] && *devices[1];
    a = a ? a : named ? devices[0] : "A";
    b = b ? b : named ? devices[1] : "B";
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
