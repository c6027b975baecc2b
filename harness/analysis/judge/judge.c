/* SPDX-License-Identifier: MIT */
#include "harness/analysis/judge/judge.h"

#include "harness/base/base.h"
#include "harness/base/need.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Of rows that are undecided, of those that are not compared, of samples. */
static const double undecided_share_max = 0.30, lacking_share_max = 0.30,
                    throttled_share_max = 0.20;

const char judge_legend[] =
    "FASTER, SLOWER beyond the threshold, SAME within it, UNDECIDED: may be either";

const char *judge_verdict_name(enum judge_verdict verdict)
{
    static const char *const names[JUDGE_VERDICT_COUNT] = {
        [JUDGE_FAILED] = "FAILED",
        [JUDGE_SLOWER] = "SLOWER",
        [JUDGE_MISSING] = "MISSING",
        [JUDGE_UNDECIDED] = "UNDECIDED",
        [JUDGE_INCOMPARABLE] = "INCOMPARABLE",
        [JUDGE_FLAKY] = "SAME (SLOWER once)",
        [JUDGE_NEW] = "NEW",
        [JUDGE_FASTER] = "FASTER",
        [JUDGE_SAME] = "SAME",
        [JUDGE_RATIO] = "RATIO",
    };
    assert(verdict < JUDGE_VERDICT_COUNT);
    return names[verdict];
}

const char *const judge_undecided_names[JUDGE_UNDECIDED_COUNT] = {
    [JUDGE_UNDECIDED_BEYOND] = "beyond",
    [JUDGE_UNDECIDED_PASS] = "pass",
    [JUDGE_UNDECIDED_WARN] = "warn",
    [JUDGE_UNDECIDED_FAIL] = "fail",
};

/* A row ---------------------------------------------------------------------------------------- */

enum judge_verdict judge_statuses(enum judge_status old, enum judge_status new)
{
    const bool broken = old == JUDGE_BROKEN || old == JUDGE_WRONG;
    if (new == JUDGE_ABSENT)
        return JUDGE_MISSING;
    if (new == JUDGE_WRONG || (new == JUDGE_BROKEN && !broken))
        return JUDGE_FAILED;
    if (old == JUDGE_WELL)
        return new == JUDGE_WELL ? JUDGE_OPEN : JUDGE_MISSING;
    return old == JUDGE_ABSENT || new == JUDGE_WELL ? JUDGE_NEW : JUDGE_INCOMPARABLE;
}

enum judge_verdict judge_values(struct judge_ratio ratio, double theta, bool gate)
{
    const double most = 1 + theta;
    if (ratio.low > most)
        return JUDGE_SLOWER;
    if (ratio.high < 1 / most)
        return JUDGE_FASTER;
    return ratio.high <= most && (gate || ratio.low >= 1 / most) ? JUDGE_SAME : JUDGE_UNDECIDED;
}

static bool is_quarantined(const struct judge_row *row)
{
    return row->quarantined && row->verdict != JUDGE_FAILED;
}

bool judge_fails(const struct judge_row *row)
{
    return !row->built_in && !is_quarantined(row) &&
           (row->verdict == JUDGE_SLOWER || row->verdict == JUDGE_FAILED);
}

void judge_add(struct judge_tally *tally, const struct judge_row *row)
{
    const bool out = is_quarantined(row);
    /* A NEW row has no value to be compared with. */
    const bool was =
        row->old != JUDGE_ABSENT && row->old != JUDGE_LEFT_OUT && row->verdict != JUDGE_NEW;
    const bool compared = was && !out && row->verdict != JUDGE_MISSING &&
                          row->verdict != JUDGE_UNDECIDED && row->verdict != JUDGE_INCOMPARABLE;
    if (row->built_in) {
        if (row->verdict == JUDGE_FAILED || row->verdict == JUDGE_MISSING) {
            tally->built_in_lost++;
        } else if (!row->cut) {
            tally->built_in++;
            tally->built_in_same += row->verdict == JUDGE_SAME;
        }
        return;
    }
    tally->old += was;
    tally->compared += compared;
    tally->untimed += compared && row->counted;
    tally->quarantined += out;
    if (out)
        return;
    tally->counts[row->verdict]++;
    /* The estimate lies beyond the threshold, or there is none. A row that is undecided when it is
     * confirmed was slower before. */
    tally->undecided_beyond +=
        row->verdict == JUDGE_UNDECIDED && !(row->ratio.ratio <= 1 + row->theta);
}

/* Rows that were held against one another. */
static size_t judged(const struct judge_tally *tally)
{
    return tally->counts[JUDGE_FASTER] + tally->counts[JUDGE_SLOWER] + tally->counts[JUDGE_SAME] +
           tally->counts[JUDGE_FLAKY] + tally->counts[JUDGE_UNDECIDED];
}

bool judge_lacks(const struct judge_tally *tally)
{
    return (double)(tally->old - tally->compared) > lacking_share_max * (double)tally->old;
}

const char *judge_invalid(const struct judge_tally *tally)
{
    const size_t undecided = tally->counts[JUDGE_UNDECIDED];
    if (tally->built_in_same < tally->built_in && tally->commands)
        return "this machine is too noisy: the old side differed from itself";
    if (tally->built_in_same < tally->built_in)
        return "this machine is too noisy: a kernel differed from itself; selftest --gate "
               "says how much";
    if (tally->built_in_lost > 0)
        return "a kernel that is measured against itself fails, or is gone";
    if ((double)tally->samples_throttled > throttled_share_max * (double)tally->samples)
        return "the clock was throttled in too many samples";
    if (!tally->stored && (double)undecided > undecided_share_max * (double)judged(tally) &&
        undecided < judged(tally))
        return "too many rows are undecided";
    return NULL;
}

int judge_exit_code(const struct judge_tally *tally, struct judge_exit rule)
{
    const size_t undecided = tally->counts[JUDGE_UNDECIDED];
    const bool missing_fails =
        rule.missing_fails && tally->counts[JUDGE_MISSING] + tally->kernels_gone > 0;
    const bool wrong = tally->counts[JUDGE_SLOWER] + tally->counts[JUDGE_FAILED] > 0;
    const bool nothing = judged(tally) == undecided && tally->counts[JUDGE_FAILED] == 0;
    /* Undecided rows keep a session without failures from 0. */
    const bool stops = rule.undecided == JUDGE_UNDECIDED_BEYOND
                           ? tally->undecided_beyond > 0
                           : rule.undecided != JUDGE_UNDECIDED_PASS && undecided > 0;
    if (judge_invalid(tally))
        return EXIT_CODE_UNTRIED;
    if (nothing) /* no option makes an undecided session pass or fail */
        return missing_fails && !rule.advisory ? EXIT_CODE_WRONG : EXIT_CODE_NOTHING;
    const bool fails = wrong || missing_fails || (stops && rule.undecided == JUDGE_UNDECIDED_FAIL);
    if (fails && !rule.advisory)
        return EXIT_CODE_WRONG;
    return (stops && !fails) || judge_lacks(tally) ? EXIT_CODE_NOTHING : EXIT_CODE_OK;
}

/* Words ---------------------------------------------------------------------------------------- */

void judge_count_add(char text[JUDGE_WORDS_BYTES], size_t count, const char *what)
{
    if (count > 0)
        text_join_cut(text, JUDGE_WORDS_BYTES, ", ", "%zu %s", count, what);
}

const char *judge_counts(const struct judge_tally *tally, char text[JUDGE_WORDS_BYTES])
{
    text[0] = 0;
    for (int verdict = 0; verdict < JUDGE_VERDICT_COUNT; verdict++)
        judge_count_add(text, tally->counts[verdict],
                        judge_verdict_name((enum judge_verdict)verdict));
    judge_count_add(text, tally->quarantined, "in quarantine");
    if (!*text)
        snprintf(text, JUDGE_WORDS_BYTES, "none");
    return text;
}

static bool times_judged(const struct judge_tally *tally)
{
    return tally->untimed < tally->compared;
}

const char *judge_words(const struct judge_tally *tally, int code, char text[JUDGE_WORDS_BYTES])
{
    const size_t *counts = tally->counts;
    if (code == EXIT_CODE_UNTRIED) {
        snprintf(text, JUDGE_WORDS_BYTES, "result discarded: %s", judge_invalid(tally));
        return text;
    }
    if (code == EXIT_CODE_NOTHING) {
        const size_t undecided = tally->counts[JUDGE_UNDECIDED];
        if (judged(tally) == undecided)
            snprintf(text, JUDGE_WORDS_BYTES,
                     "nothing was decided: no row is SAME, SLOWER or FASTER");
        else if (judge_lacks(tally))
            snprintf(text, JUDGE_WORDS_BYTES, "undecided: too few rows are compared");
        else if (tally->undecided_beyond > 0)
            snprintf(text, JUDGE_WORDS_BYTES,
                     "undecided: %zu row%s may be slower by more than the threshold",
                     COUNTED(tally->undecided_beyond));
        else
            snprintf(text, JUDGE_WORDS_BYTES, "undecided: %zu row%s UNDECIDED", undecided,
                     plural(undecided, " is", "s are"));
    } else if (code == EXIT_CODE_OK) {
        if (tally->counts[JUDGE_SLOWER] + tally->counts[JUDGE_FAILED] > 0)
            snprintf(text, JUDGE_WORDS_BYTES, "advisory: the new side is slower, or fails");
        else if (tally->undecided_beyond > 0)
            snprintf(text, JUDGE_WORDS_BYTES,
                     "passes by --on-undecided: no row is SLOWER, but %zu row%s may be",
                     COUNTED(tally->undecided_beyond));
        else if (!times_judged(tally))
            snprintf(text, JUDGE_WORDS_BYTES, "results and counters unchanged; times not compared");
        else
            snprintf(text, JUDGE_WORDS_BYTES, "passes: no row is SLOWER");
    } else if (counts[JUDGE_SLOWER] + counts[JUDGE_FAILED] == 0)
        snprintf(text, JUDGE_WORDS_BYTES,
                 "fails: rows are MISSING or UNDECIDED, and the options make that a failure");
    else
        snprintf(text, JUDGE_WORDS_BYTES, "fails: %s",
                 counts[JUDGE_FAILED] > 0 ? "a result is wrong or missing, or a count has grown"
                                          : "the new side is slower");
    text_join_cut(text, JUDGE_WORDS_BYTES, "; ", "%zu of %zu row%s compared%s", tally->compared,
                  COUNTED(tally->old),
                  tally->untimed > 0 && times_judged(tally) ? ", some by their counters alone"
                                                            : "");
    return text;
}

/* A row over time ------------------------------------------------------------------------------ */

static const char by_kernel[] = "kernel", by_driver[] = "driver", by_noise[] = "noise";

/* The deviation of a rank sum of so many among both. */
static double ranks_deviation(size_t before, size_t after)
{
    const double m = (double)before, n = (double)after;
    return sqrt(m * n * (m + n + 1) / 12);
}

/* How far values are from their median, all of them together. */
static double spread_of(const struct judge_point *points, size_t count, double *values)
{
    double spread = 0;
    for (size_t i = 0; i < count; i++)
        values[i] = points[i].value;
    const double median = stats_median(values, count);
    for (size_t i = 0; i < count; i++)
        spread += fabs(values[i] - median);
    return spread;
}

/* The median of all quotients across the split, and those that bound it by so many deviations. */
static struct judge_ratio split_ratio(const struct judge_point *points, size_t count, size_t at,
                                      double deviations)
{
    const size_t after = count - at, pairs = at * after;
    const double below = (double)pairs / 2 - deviations * ranks_deviation(at, after);
    struct judge_ratio ratio = { NAN, NAN, NAN };
    if (below < 1)
        return ratio;
    OWNED double *all = stats_numbers(pairs);
    for (size_t i = 0; i < pairs; i++)
        all[i] = points[at + i % after].value / points[i / after].value;
    stats_sort(all, pairs);
    ratio = (struct judge_ratio){ stats_quantile_sorted(all, pairs, 0.5), all[(size_t)below - 1],
                                  all[pairs - (size_t)below] };
    return ratio;
}

static const char *cause_of(const struct judge_point *a, const struct judge_point *b)
{
    return strcmp(a->kernels, b->kernels) != 0 ? by_kernel
           : strcmp(a->driver, b->driver) != 0 ? by_driver
           : strcmp(a->commit, b->commit) != 0 ? "harness"
           : strcmp(a->card, b->card) != 0     ? "card"
                                               : by_noise;
}

/* The movement at a place, by bounds of so many deviations; `at` is 0 where there is none. */
static struct judge_move move_at(const struct judge_point *points, size_t count, size_t at,
                                 double deviations)
{
    static const double theta = 0.01;
    struct judge_move move = { .at = at, .cause = cause_of(&points[at - 1], &points[at]) };
    move.ratio = split_ratio(points, count, at, deviations);
    move.verdict = judge_values(move.ratio, theta, false);
    if (move.verdict != JUDGE_SLOWER && move.verdict != JUDGE_FASTER)
        move.at = 0;
    return move;
}

/* The movement whose sides spread least, as ranks lean to the middle: of all that are where kernels
 * or the driver changed; without one, at any place. */
static struct judge_move move_find(const struct judge_point *points, size_t count)
{
    static const double known = 3, searched = 3.5;
    struct judge_move found = { .at = 0 };
    double least = INFINITY, least_moved = INFINITY;
    size_t at = 1;
    /* Returns by how many deviations ranks differ across the place where they differ most. */
    double above = 0, most = 0; /* pairs whose value behind the place is the greater */
    for (size_t i = count - 1; i > 0 && count > 1; i--) {
        const size_t after = count - i;
        for (size_t k = 0; k < count; k++)
            above +=
                (points[i].value > points[k].value) + 0.5 * (points[i].value == points[k].value);
        const double pairs = above - (double)(after * after) / 2; /* less those within */
        most = fmax(most, fabs(pairs - (double)(i * after) / 2) / ranks_deviation(i, after));
    }
    for (size_t i = 1; i < count && most >= known; i++) {
        const char *cause = cause_of(&points[i - 1], &points[i]);
        /* How far values are from the medians of the two sides of a split. */
        OWNED double *values = stats_numbers(count);
        const double spread =
            spread_of(points, i, values) + spread_of(points + i, count - i, values);
        at = spread < least ? i : at;
        least = fmin(least, spread);
        if ((cause != by_kernel && cause != by_driver) || spread >= least_moved)
            continue;
        const struct judge_move move = move_at(points, count, i, known);
        if (move.at > 0) {
            found = move;
            least_moved = spread;
        }
    }
    return found.at == 0 && most >= searched ? move_at(points, count, at, searched) : found;
}

static size_t moves_find(const struct judge_point *points, size_t count, struct judge_move *moves)
{
    const struct judge_move move = move_find(points, count);
    if (move.at == 0)
        return 0;
    size_t found = moves_find(points, move.at, moves);
    moves[found++] = move;
    const size_t behind = moves_find(points + move.at, count - move.at, moves + found);
    for (size_t i = 0; i < behind; i++)
        moves[found + i].at += move.at;
    return found + behind;
}

/* Marks the points of the sitting that begins at a place as taken; their median. */
static double sitting_take(const struct judge_point *points, size_t count, size_t first,
                           bool *taken, double *values)
{
    static const double gap_s = 3600;
    const struct judge_point *last = &points[first];
    size_t found = 0;
    for (size_t i = first; i < count && points[i].seconds - last->seconds <= gap_s; i++) {
        if (taken[i] || cause_of(last, &points[i]) != by_noise)
            continue;
        taken[i] = true;
        last = &points[i];
        values[found++] = last->value;
    }
    return stats_median(values, found);
}

size_t judge_moves(const struct judge_point *points, size_t count, struct judge_move *moves)
{
    OWNED struct judge_point *sittings = need_zeroed(count + 1, sizeof(*sittings));
    OWNED size_t *firsts = need_zeroed(count + 1, sizeof(*firsts));
    OWNED bool *taken = need_zeroed(count + 1, sizeof(*taken));
    OWNED double *values = stats_numbers(count + 1);
    size_t sitting_count = 0;
    for (size_t i = 0; i < count; i++) {
        if (taken[i])
            continue;
        firsts[sitting_count] = i;
        sittings[sitting_count] = points[i];
        sittings[sitting_count++].value = sitting_take(points, count, i, taken, values);
    }
    const size_t found = moves_find(sittings, sitting_count, moves);
    for (size_t i = 0; i < found; i++)
        moves[i].at = firsts[moves[i].at];
    return found;
}
