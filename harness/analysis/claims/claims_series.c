/* SPDX-License-Identifier: MIT */
/* claims_series.c: relations along an axis, series by series. */
#include "harness/analysis/claims/claims_judging.h"

#include <math.h>
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

/* The name of a row without its value of the axis, behind `text`. Names have no values that stand
 * by default, so that an axis which older runs lack splits no series. */
static const char *key_of(struct claims_judging *judging, const char *text,
                          const struct case_selection_row *row)
{
    const char *name = row->any->name, *along = judging->claim->along;
    const size_t length = strlen(along);
    for (const char *part = strchr(name, '/'); part; part = strchr(part + 1, '/'))
        if (strncmp(part + 1, along, length) == 0 && part[1 + length] == ':')
            return claims_text(judging, "%.200s %.*s%s", text, (int)(part - name), name,
                               part + 1 + strcspn(part + 1, "/"));
    return claims_text(judging, "%.200s %s", text, name);
}

/* One for each row of a, or for each pair; returns how many. points: room for a times b. */
static size_t points_make(struct claims_judging *judging, struct point *points)
{
    const char *along = judging->claim->along;
    size_t count = 0;
    foreach (const struct case_selection_row, a, judging->a.rows, judging->a.count) {
        const char *value = run_case_axis_value(a->any, along);
        if (value && !judging->claim->has_b)
            points[count++] = (struct point){ key_of(judging, "", a), value, a, NULL };
        for (size_t k = 0; k < judging->b.count && value; k++) {
            const struct case_selection_row *b = &judging->b.rows[k];
            const char *other = run_case_axis_value(b->any, along);
            /* A row without such an axis is compared with all of its values. */
            if (claims_joined(judging, a, b) && (!other || strcmp(value, other) == 0))
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
    return series != 0 ? series : case_axis_compare(first->value, second->value);
}

/* Adds a pair: `to` over `from`, each a over its b where it has one. */
static struct claims_pair *step_add(struct claims_judging *judging, const struct point *from,
                                    const struct point *to)
{
    const struct published_claim *claim = judging->claim;
    struct claims_pair *pair = claims_pair_add(judging);
    struct estimate_term terms[ESTIMATE_TERMS_MAX] = { { to->a, &claim->measure, 1 },
                                                       { from->a, &claim->measure, -1 } };
    if (to->b) {
        terms[2] = (struct estimate_term){ to->b, &claim->measure_b, -1 };
        terms[3] = (struct estimate_term){ from->b, &claim->measure_b, 1 };
    }
    pair->label =
        claims_text(judging, "%.60s %.60s to %.60s", claim->along, from->value, to->value);
    pair->key = claims_text(judging, "%s %s", to->series, pair->label);
    pair->estimate = claims_estimate(judging, terms, to->b ? 4 : 2);
    claims_pair_sides(judging, pair, to->a, from->a, &claim->measure);
    return pair;
}

/* Best at ------------------------------------------------------------------------------------- */

static double plain_of(const struct claims_judging *judging, const struct point *point)
{
    return claims_newest(judging, point->a, &judging->claim->measure,
                         claims_by_wall(judging, point->a, NULL));
}

static bool is_published(const struct published_claim *claim, const struct point *point)
{
    const double number = case_axis_number(point->value);
    return claim->or_more ? number >= claim->value : number == claim->value;
}

/* The least of all points, or of those of the paper; NULL where there is none. */
static const struct point *least_point(const struct claims_judging *judging,
                                       const struct series *series, bool published)
{
    const struct point *least = NULL;
    foreach (const struct point, point, series->points, series->count) {
        if (published && !is_published(judging->claim, point))
            continue;
        if (!least || plain_of(judging, point) < plain_of(judging, least))
            least = point;
    }
    return least;
}

/* Places within what is no difference of the best are the best, too. */
static void best_judge(struct claims_judging *judging, const struct series *series)
{
    struct claims_reading *reading = judging->reading;
    const struct point *least = least_point(judging, series, false);
    const struct point *place = least_point(judging, series, true);
    if (judging->all_times) {
        /* Asks for the times of each place of the paper over each point: any may be the best. */
        for (size_t i = 0; i < series->count; i++)
            for (size_t k = 0; k < series->count; k++)
                if (is_published(judging->claim, &series->points[k]))
                    step_add(judging, &series->points[i], &series->points[k]);
    }
    if (!place) {
        judging->entry->reason = claims_text(judging, "No run has a case at %.60s %.9g.",
                                             judging->claim->along, judging->claim->value);
        return;
    }
    struct claims_pair *pair = step_add(judging, least, place);
    if (place == least)
        pair->estimate.value = pair->estimate.interval.low = pair->estimate.interval.high = 1;
    claims_pair_decide(judging, pair);
    for (size_t i = 0; i < series->count; i++) {
        const double number = case_axis_number(series->points[i].value);
        if (plain_of(judging, &series->points[i]) > plain_of(judging, least) * (1 + zones_delta))
            continue;
        reading->place_low = fmin(reading->place_low, number);
        reading->place_high = fmax(reading->place_high, number);
    }
}

/* From ---------------------------------------------------------------------------------------- */

/* Where a sweep crosses: behind the last point that is surely before it, up to the first from which
 * on all are surely past it. */
struct crossing {
    double low, high; /* 0: from the first point on; INFINITY: not surely by the last */
    bool never;       /* the last point is before it */
};

/* The pair of the series: r is the place over the paper's, or where no place was published that
 * there is one. */
static struct verdict crossing_verdict(struct claims_judging *judging, struct claims_pair *pair,
                                       const struct crossing *crossing, double last)
{
    const double published = judging->claim->value;
    const struct verdict contradicted = { VERDICT_ZONES, 1u << ZONE_CONTRADICTED };
    if (crossing->never && last < published / judging->kappa) {
        judging->entry->reason = claims_text(
            judging, "The sweep ends at %.9g, before the paper's %.9g.", last, published);
        return (struct verdict){ VERDICT_NOT_TESTABLE, 0 };
    }
    if (crossing->never)
        return contradicted;
    if (isnan(published)) {
        const unsigned zone = 1u << (crossing->low > 0 ? ZONE_CONFIRMED : ZONE_STRONGER);
        return isinf(crossing->high)
                   ? (struct verdict){ VERDICT_UNDECIDED, zone | contradicted.zones }
                   : (struct verdict){ VERDICT_ZONES, zone };
    }
    pair->r_interval =
        (struct stats_interval){ crossing->low / published, crossing->high / published };
    pair->r = isinf(crossing->high) ? pair->r_interval.low
              : crossing->low > 0   ? sqrt(pair->r_interval.low * pair->r_interval.high)
                                    : pair->r_interval.high;
    return zones_judge(&pair->zones, pair->r_interval);
}

static void from_judge(struct claims_judging *judging, const struct series *series)
{
    struct claims_reading *reading = judging->reading;
    const size_t first = reading->pair_count;
    foreach (const struct point, point, series->points, series->count) {
        struct claims_pair *pair = claims_pair_add(judging);
        claims_pair_fill(judging, pair, point->a, point->b);
        pair->label = claims_text(judging, "%.60s %.60s", judging->claim->along, point->value);
        pair->key = claims_text(judging, "%s", series->points[0].series);
        claims_pair_decide(judging, pair);
        pair->verdict = (struct verdict){ VERDICT_NOT_TESTABLE, 0 };
    }
    const struct claims_pair *pairs = reading->pairs + first;
    const double least = 1 / judging->claim->factor;
    struct crossing crossing = { 0, INFINITY, false };
    size_t behind = 0;
    for (size_t i = 0; i < series->count; i++)
        if (pairs[i].r_interval.high < least)
            behind = i + 1;
    if (behind > 0)
        crossing.low = case_axis_number(series->points[behind - 1].value);
    crossing.never = behind == series->count;
    for (size_t i = series->count; i > behind && pairs[i - 1].r_interval.low >= least; i--)
        crossing.high = case_axis_number(series->points[i - 1].value);
    const double last = case_axis_number(series->points[series->count - 1].value);
    struct claims_pair *pair = &judging->pairs[reading->pair_count - 1];
    pair->verdict = crossing_verdict(judging, pair, &crossing, last);
    reading->place_low = fmin(reading->place_low, crossing.never ? INFINITY : crossing.low);
    reading->place_high = fmax(reading->place_high, crossing.high);
}

/* Peaks within -------------------------------------------------------------------------------- */

/* The pair of a point and another on one side of it by which it is most surely slower. */
static struct claims_pair side_best(struct claims_judging *judging, const struct series *series,
                                    size_t point, size_t begin, size_t end)
{
    struct claims_pair best = { .label = "", .r = NAN, .r_interval = { NAN, NAN } };
    for (size_t i = begin; i < end; i++) {
        struct claims_pair *pair = step_add(judging, &series->points[i], &series->points[point]);
        claims_pair_decide(judging, pair);
        if (isnan(best.r_interval.low) || pair->r_interval.low > best.r_interval.low)
            best = *pair;
        judging->reading->pair_count--;
    }
    return best;
}

/* Some point within must be slower than one on each side. */
static void peak_judge(struct claims_judging *judging, const struct series *series)
{
    struct claims_reading *reading = judging->reading;
    const struct published_range *within = &judging->claim->within;
    struct claims_pair best = { .label = "", .r = NAN, .r_interval = { NAN, NAN } };
    for (size_t i = 0; i < series->count; i++) {
        const double number = case_axis_number(series->points[i].value);
        if (number < within->low || number > within->high)
            continue;
        const struct claims_pair left = side_best(judging, series, i, 0, i);
        const struct claims_pair right = side_best(judging, series, i, i + 1, series->count);
        const struct claims_pair *worse =
            left.r_interval.low < right.r_interval.low ? &left : &right;
        if (!*left.label || !*right.label || worse->r_interval.low <= best.r_interval.low)
            continue;
        best = *worse;
        reading->place_low = reading->place_high = number;
    }
    if (*best.label)
        *claims_pair_add(judging) = best;
    else
        judging->entry->reason =
            claims_text(judging, "No case of %.60s within %.9g and %.9g has one on both sides.",
                        judging->claim->along, within->low, within->high);
}

void claims_series_judge(struct claims_judging *judging)
{
    const enum published_says says = judging->claim->says;
    const size_t room = judging->a.count * (judging->b.count + 1);
    struct point *points = arena_alloc(judging->arena, room * sizeof(*points));
    size_t count = points_make(judging, points), numbers = 0, kept = 0;
    for (size_t i = 0; i < count; i++)
        numbers += !isnan(case_axis_number(points[i].value));
    for (size_t i = 0; i < count; i++) /* words are no points where there are numbers */
        if (numbers == 0 || !isnan(case_axis_number(points[i].value)))
            points[kept++] = points[i];
    count = kept;
    if (count > 0)
        qsort(points, count, sizeof(*points), compare_points);
    for (size_t begin = 0, end; begin < count; begin = end) {
        end = begin + 1;
        while (end < count && strcmp(points[end].series, points[begin].series) == 0)
            end++;
        const struct series series = { points + begin, end - begin };
        if (series.count < 2)
            continue;
        if (says == PUBLISHED_BEST_AT)
            best_judge(judging, &series);
        else if (says == PUBLISHED_FROM)
            from_judge(judging, &series);
        else if (says == PUBLISHED_PEAKS_WITHIN)
            peak_judge(judging, &series);
        else
            for (size_t i = 1; i < series.count; i++) {
                struct claims_pair *pair =
                    step_add(judging, &series.points[i - 1], &series.points[i]);
                pair->published = judging->claim->value;
                claims_pair_decide(judging, pair);
            }
    }
    if (says == PUBLISHED_FALLS || says == PUBLISHED_RISES) {
        /* A step that neither falls nor rises says nothing where some other does. */
        bool any = false;
        for (size_t i = 0; i < judging->reading->pair_count; i++)
            any = any || verdict_holds(judging->pairs[i].verdict);
        for (size_t i = 0; i < judging->reading->pair_count && any; i++) {
            struct verdict *verdict = &judging->pairs[i].verdict;
            if (verdict->kind == VERDICT_ZONES && verdict->zones == 1u << ZONE_NOT_SEEN)
                *verdict = (struct verdict){ VERDICT_NOT_TESTABLE, 0 };
        }
    }
    claims_cases_join(judging);
}
