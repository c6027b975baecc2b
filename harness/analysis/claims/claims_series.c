/* SPDX-License-Identifier: MIT */
/* claims_series.c: relations along an axis, series by series. */
#include "harness/analysis/claims/claims_judging.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct point {
    const char *series;                     /* what all points of a series have in common */
    const char *value;                      /* of the axis */
    const struct case_selection_row *a, *b; /* b: NULL where there is none */
};

struct series {
    const struct point *points; /* by value, ascending */
    size_t count;
};

/* Points -------------------------------------------------------------------------------------- */

/* Everything of a row but its value of the axis, behind `text`. */
static const char *key_of(struct claims_judging *judging, const char *text,
                          const struct case_selection_row *row)
{
    const struct run_case *c = row->any;
    const char *key =
        claims_text(judging, "%.200s %.64s.%.64s/%.64s", text, c->technique, c->bench, c->variant);
    for (size_t i = 0; i < c->axis_count; i++)
        if (strcmp(c->axes[i].name, judging->claim->along) != 0)
            key = claims_text(judging, "%.440s/%.64s", key, c->axes[i].value);
    return key;
}

static bool same_value(const char *a, const char *b)
{
    return a && b && strcmp(a, b) == 0;
}

/* One for each row of a, or for each pair; returns how many. points: room for a times b. */
static size_t points_make(struct claims_judging *judging, struct point *points)
{
    const char *along = judging->claim->along;
    size_t count = 0;
    for (size_t i = 0; i < judging->a.count; i++) {
        const struct case_selection_row *a = &judging->a.rows[i];
        const char *value = case_selection_value(a, along);
        if (value && !judging->claim->has_b)
            points[count++] = (struct point){ key_of(judging, "", a), value, a, NULL };
        for (size_t k = 0; k < judging->b.count && value; k++) {
            const struct case_selection_row *b = &judging->b.rows[k];
            const char *other = case_selection_value(b, along);
            /* What has no such axis stands against all values of it. */
            if (claims_joined(judging, a, b) && (!other || same_value(value, other)))
                points[count++] =
                    (struct point){ key_of(judging, key_of(judging, "", a), b), value, a, b };
        }
    }
    return count;
}

static int compare_points(const void *a, const void *b)
{
    const struct point *first = a, *second = b;
    const int series = strcmp(first->series, second->series);
    return series != 0 ? series : case_selection_value_compare(first->value, second->value);
}

/* Words are no points where there are numbers. */
static size_t points_of_numbers(struct point *points, size_t count)
{
    size_t numbers = 0, kept = 0;
    for (size_t i = 0; i < count; i++)
        numbers += !isnan(case_selection_number(points[i].value));
    for (size_t i = 0; i < count; i++)
        if (numbers == 0 || !isnan(case_selection_number(points[i].value)))
            points[kept++] = points[i];
    return kept;
}

/* Steps --------------------------------------------------------------------------------------- */

/* A pair more: `to` over `from`, each a over its b where there is one. NULL when memory runs
 * out. */
static struct claims_pair *step_add(struct claims_judging *judging, const struct point *from,
                                    const struct point *to)
{
    const struct published_claim *claim = judging->claim;
    struct claims_pair *pair = claims_pair_add(judging);
    struct estimate_term terms[ESTIMATE_TERMS_MAX] = { { to->a, &claim->measure, 1 },
                                                       { from->a, &claim->measure, -1 } };
    if (!pair)
        return NULL;
    if (to->b) {
        terms[2] = (struct estimate_term){ to->b, &claim->measure_b, -1 };
        terms[3] = (struct estimate_term){ from->b, &claim->measure_b, 1 };
    }
    pair->label =
        claims_text(judging, "%.60s: %.60s to %.60s", claim->along, from->value, to->value);
    pair->a = to->a->any->name;
    pair->b = from->a->any->name;
    const bool wall = to->a->any->by_wall || from->a->any->by_wall;
    pair->a_plain = estimate_plain(&judging->runs, to->a, &claim->measure, wall);
    pair->b_plain = estimate_plain(&judging->runs, from->a, &claim->measure, wall);
    pair->estimate = estimate_make(&judging->runs, terms, to->b ? 4 : 2);
    return pair;
}

static struct verdict_rule rule_of(const struct claims_judging *judging,
                                   const struct claims_pair *pair)
{
    struct verdict_rule rule = judging->rule;
    rule.exact = pair->estimate.exact;
    return rule;
}

static struct stats_interval inverse(struct stats_interval interval)
{
    return (struct stats_interval){ 1 / interval.high, 1 / interval.low };
}

/* `to` over `from` as published to be less; or no more. */
static enum verdict less_rule(const struct claims_judging *judging, const struct claims_pair *pair,
                              struct stats_interval interval)
{
    return verdict_less(interval, rule_of(judging, pair));
}

static enum verdict no_more_rule(const struct claims_judging *judging,
                                 const struct claims_pair *pair, struct stats_interval interval)
{
    return verdict_no_more(interval, rule_of(judging, pair));
}

/* Of a step in a series. */
static enum verdict step_rule(const struct claims_judging *judging, const struct claims_pair *pair,
                              struct stats_interval interval)
{
    const struct published_claim *claim = judging->claim;
    if (claim->relation == PUBLISHED_DOUBLES)
        return verdict_ratio(interval, claim->value, rule_of(judging, pair));
    return no_more_rule(judging, pair, claim->rising ? inverse(interval) : interval);
}

/* Doubles and monotone: step by step. */
static void steps_judge(struct claims_judging *judging, const struct series *series)
{
    const struct published_claim *claim = judging->claim;
    for (size_t i = 1; i < series->count; i++) {
        struct claims_pair *pair = step_add(judging, &series->points[i - 1], &series->points[i]);
        if (!pair)
            return;
        pair->published = claim->relation == PUBLISHED_DOUBLES ? claim->value : NAN;
        pair->verdict = claims_rule_apply(judging, pair, step_rule);
        judging->entry->counts[pair->verdict]++;
    }
}

/* Argmin -------------------------------------------------------------------------------------- */

static double plain_of(const struct claims_judging *judging, const struct point *point)
{
    return estimate_plain(&judging->runs, point->a, &judging->claim->measure,
                          point->a->any->by_wall);
}

/* With `rising` it is the published value or a larger one. */
static bool is_published(const struct claims_judging *judging, const struct point *point)
{
    const double number = case_selection_number(point->value), published = judging->claim->value;
    const double factor = 1 + judging->rule.tolerance + 1e-9;
    return number >= published / factor && (judging->claim->rising || number <= published * factor);
}

static const struct point *least_point(const struct claims_judging *judging,
                                       const struct series *series)
{
    const struct point *least = &series->points[0];
    for (size_t i = 1; i < series->count; i++)
        if (plain_of(judging, &series->points[i]) < plain_of(judging, least))
            least = &series->points[i];
    return least;
}

/* From no to yes, of a point: whether it is no slower than the least by what is told apart. */
static const enum verdict span_order[] = { VERDICT_CONTRADICTS, VERDICT_INCONCLUSIVE,
                                           VERDICT_MATCHES };

/* An index of span_order, by a pair that is added. Sets *moves where the least may be slower than
 * it in another process, by what is told apart. */
static int span_judge(struct claims_judging *judging, const struct point *least,
                      const struct point *point, bool *moves)
{
    const bool published = is_published(judging, point);
    struct claims_pair *pair = step_add(judging, least, point);
    if (!pair || isnan(pair->estimate.value))
        return 1;
    const enum verdict more = claims_rule_apply(judging, pair, no_more_rule);
    const int state = more == VERDICT_CONTRADICTS ? 0 : more == VERDICT_INCONCLUSIVE ? 1 : 2;
    const double low = estimate_reach(&pair->estimate).low;
    *moves = *moves || (state == 1 && pair->estimate.moves && low < 1 / (1 + verdict_theta));
    if (published)
        pair->verdict = span_order[state];
    else
        pair->verdict = state == 2 ? VERDICT_NO_DIFFERENCE : VERDICT_DIRECTION_ONLY;
    return state;
}

/* All points that are not told from the least are the place; the published one is among them, or
 * not. */
static void argmin_judge(struct claims_judging *judging, const struct series *series)
{
    struct claims_entry *entry = judging->entry;
    const struct point *least = least_point(judging, series);
    size_t within = 0;
    int best = -1;
    bool moves = false;
    for (size_t i = 0; i < series->count; i++) {
        const struct point *point = &series->points[i];
        const int state = point == least ? 2 : span_judge(judging, least, point, &moves);
        if (is_published(judging, point) && state > best)
            best = state;
        within += state == 2;
        if (state < 2)
            continue;
        entry->place_low = fmin(entry->place_low, case_selection_number(point->value));
        entry->place_high = fmax(entry->place_high, case_selection_number(point->value));
    }
    if (moves && best == 2 && is_published(judging, least))
        best = 1;
    if (best < 0)
        entry->reason = claims_text(judging, "no case at %.60s:%.9g", judging->claim->along,
                                    judging->claim->value);
    entry->counts[best < 0                  ? VERDICT_NOT_TESTABLE
                  : within == series->count ? VERDICT_NO_DIFFERENCE
                                            : span_order[best]]++;
}

/* Crossover ----------------------------------------------------------------------------------- */

/* MATCHES where a is no larger than the factor of b, CONTRADICTS where it is larger. */
static enum verdict crossed_rule(const struct claims_judging *judging,
                                 const struct claims_pair *pair, struct stats_interval interval)
{
    (void)pair;
    if (interval.high <= judging->claim->factor)
        return VERDICT_MATCHES;
    return interval.low > judging->claim->factor ? VERDICT_CONTRADICTS : VERDICT_INCONCLUSIVE;
}

/* Of the places in between; where nothing was published, that it is between the ends. */
static enum verdict place_verdict(const struct claims_judging *judging,
                                  const struct claims_pair *pairs, const struct series *series,
                                  double low, double high)
{
    const double published = judging->claim->value;
    const double last = case_selection_number(series->points[series->count - 1].value);
    const bool ends_above = pairs[series->count - 1].verdict == VERDICT_CONTRADICTS;
    if (isnan(low) && last < published / (1 + judging->rule.tolerance))
        return VERDICT_INCONCLUSIVE; /* it was not looked for so far out */
    if (isnan(published) && (pairs[0].verdict == VERDICT_MATCHES || ends_above))
        return VERDICT_CONTRADICTS;
    if (isnan(published) && pairs[0].verdict != VERDICT_CONTRADICTS)
        return VERDICT_INCONCLUSIVE;
    return verdict_place(low, high, published, judging->rule);
}

/* Between the last point that contradicts, 0 where none does, and the first behind it that matches,
 * INFINITY where none does; both NAN and INFINITY where the last of all contradicts. */
static void place_find(const struct claims_pair *pairs, const struct series *series, double *low,
                       double *high)
{
    size_t behind = 0;
    for (size_t i = 0; i < series->count; i++)
        if (pairs[i].verdict == VERDICT_CONTRADICTS)
            behind = i + 1;
    *low = behind == 0 ? 0 : case_selection_number(series->points[behind - 1].value);
    *low = behind == series->count ? NAN : *low;
    *high = INFINITY;
    for (size_t i = series->count; i > behind; i--)
        if (pairs[i - 1].verdict == VERDICT_MATCHES)
            *high = case_selection_number(series->points[i - 1].value);
}

static void crossover_judge(struct claims_judging *judging, const struct series *series)
{
    struct claims_entry *entry = judging->entry;
    const size_t first = entry->pair_count;
    double low, high;
    for (size_t i = 0; i < series->count; i++) {
        const struct point *point = &series->points[i];
        struct claims_pair *pair = claims_pair_add(judging);
        if (!pair)
            return;
        claims_pair_fill(judging, pair, point->a, point->b);
        pair->label = claims_text(judging, "%.60s:%.60s", judging->claim->along, point->value);
        pair->published = judging->claim->factor;
        pair->verdict = claims_rule_apply(judging, pair, crossed_rule);
        if (pair->verdict == VERDICT_NOT_TESTABLE)
            pair->verdict = VERDICT_INCONCLUSIVE;
    }
    place_find(entry->pairs + first, series, &low, &high);
    entry->counts[place_verdict(judging, entry->pairs + first, series, low, high)]++;
    entry->place_low = fmin(entry->place_low, low);
    entry->place_high = fmax(entry->place_high, high);
}

/* Local maximum ------------------------------------------------------------------------------- */

/* From no to yes. */
static const enum verdict maximum_order[] = { VERDICT_CONTRADICTS, VERDICT_INCONCLUSIVE,
                                              VERDICT_MATCHES };

/* Whether the point is surely above another on one side of it: an index of maximum_order. Adds the
 * pair that says most. */
static int side_judge(struct claims_judging *judging, const struct series *series, size_t point,
                      size_t begin, size_t end)
{
    struct claims_pair best = { .label = "" };
    int state = 0;
    for (size_t i = begin; i < end; i++) {
        struct claims_pair *pair = step_add(judging, &series->points[point], &series->points[i]);
        if (!pair)
            return 0;
        pair->verdict = claims_rule_apply(judging, pair, less_rule);
        const int own = pair->verdict == VERDICT_MATCHES                                ? 2
                        : estimate_reach(&pair->estimate).low > 1 / (1 + verdict_theta) ? 0
                                                                                        : 1;
        if (!*best.label || own > state ||
            (own == state && pair->estimate.value < best.estimate.value))
            best = *pair;
        state = own > state ? own : state;
        judging->entry->pair_count--;
    }
    struct claims_pair *pair = *best.label ? claims_pair_add(judging) : NULL;
    if (pair)
        *pair = best;
    return state;
}

static void maximum_judge(struct claims_judging *judging, const struct series *series)
{
    struct claims_entry *entry = judging->entry;
    const struct published_range *within = &judging->claim->within;
    size_t inside = 0;
    int best = 0;
    for (size_t i = 0; i < series->count && best < 2; i++) {
        const double number = case_selection_number(series->points[i].value);
        const size_t pairs = entry->pair_count;
        if (number < within->low || number > within->high)
            continue;
        const int left = side_judge(judging, series, i, 0, i);
        const int right = side_judge(judging, series, i, i + 1, series->count);
        const int state = left < right ? left : right;
        if (inside++ > 0 && state <= best)
            entry->pair_count = pairs;
        else
            entry->place_low = entry->place_high = number;
        best = state > best ? state : best;
    }
    if (inside == 0)
        entry->reason = claims_text(judging, "no case of %.60s within %.9g and %.9g",
                                    judging->claim->along, within->low, within->high);
    entry->counts[inside == 0 ? VERDICT_NOT_TESTABLE : maximum_order[best]]++;
}

/* All ----------------------------------------------------------------------------------------- */

static void series_judge(struct claims_judging *judging, const struct series *series)
{
    switch (judging->claim->relation) {
    case PUBLISHED_ARGMIN: argmin_judge(judging, series); return;
    case PUBLISHED_CROSSOVER: crossover_judge(judging, series); return;
    case PUBLISHED_LOCAL_MAXIMUM: maximum_judge(judging, series); return;
    default: steps_judge(judging, series); return;
    }
}

/* A step that neither falls nor rises is none against a fall, where there is one. */
static enum verdict series_verdict(const struct claims_judging *judging)
{
    size_t counts[VERDICT_COUNT];
    memcpy(counts, judging->entry->counts, sizeof(counts));
    if (judging->claim->relation == PUBLISHED_MONOTONE && counts[VERDICT_MATCHES] > 0) {
        counts[VERDICT_MATCHES] += counts[VERDICT_NO_DIFFERENCE];
        counts[VERDICT_NO_DIFFERENCE] = 0;
    }
    return verdict_all(counts);
}

void claims_series_judge(struct claims_judging *judging)
{
    const size_t room = judging->a.count * (judging->b.count + 1);
    struct point *points = arena_alloc(judging->arena, room * sizeof(*points));
    judging->failed = judging->failed || !points;
    if (!points)
        return;
    size_t count = points_of_numbers(points, points_make(judging, points));
    if (count > 0)
        qsort(points, count, sizeof(*points), compare_points);
    for (size_t begin = 0, end; begin < count && !judging->failed; begin = end) {
        end = begin + 1;
        while (end < count && strcmp(points[end].series, points[begin].series) == 0)
            end++;
        const struct series series = { points + begin, end - begin };
        if (series.count > 1)
            series_judge(judging, &series);
    }
    judging->entry->verdict = series_verdict(judging);
}
