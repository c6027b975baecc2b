/* SPDX-License-Identifier: MIT */
/* claims_pairs.c: claims that hold pair by pair. */
#include "harness/analysis/claims/claims.h"
#include "harness/analysis/claims/claims_judging.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *claims_text(struct claims_judging *judging, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *text = arena_format(judging->arena, format, arguments);
    va_end(arguments);
    return text;
}

/* Pairs --------------------------------------------------------------------------------------- */

struct claims_pair *claims_pair_add(struct claims_judging *judging)
{
    struct claims_reading *reading = judging->reading;
    reading->pairs = judging->pairs =
        arena_room(judging->arena, judging->pairs, reading->pair_count, &judging->pair_capacity,
                   sizeof(*judging->pairs));
    struct claims_pair *pair = &judging->pairs[reading->pair_count++];
    *pair = (struct claims_pair){ .label = "",
                                  .key = "",
                                  .a = "",
                                  .b = "",
                                  .a_plain = NAN,
                                  .a_quantity = CLAIMS_PLAIN,
                                  .b_quantity = CLAIMS_PLAIN,
                                  .b_plain = NAN,
                                  .published = NAN,
                                  .r = NAN,
                                  .r_interval = { NAN, NAN },
                                  .r_single = { NAN, NAN } };
    return pair;
}

struct estimate claims_estimate(const struct claims_judging *judging,
                                const struct estimate_term *terms, size_t count)
{
    const struct estimate_request request = { .runs = &judging->runs,
                                              .unit = judging->unit,
                                              .clock = judging->reading->clock,
                                              .share = claims_quantity_of(judging->claim) ==
                                                       CLAIMS_SHARE,
                                              .trip_ns = judging->trip_ns };
    return estimate_make(&request, terms, count);
}

bool claims_by_wall(const struct claims_judging *judging, const struct case_selection_row *a,
                    const struct case_selection_row *b)
{
    const enum estimate_clock clock = judging->reading->clock;
    if (clock != ESTIMATE_AS_STATED)
        return clock == ESTIMATE_WALL_TIME;
    return a->any->by_wall || (b && b->any->by_wall);
}

/* A time as whichever stopwatch is asked for. */
static struct published_measure by_stopwatch(const struct claims_judging *judging,
                                             const struct published_measure *measure)
{
    struct published_measure own = *measure;
    if (judging->reading->clock != ESTIMATE_AS_STATED && metric_sampled(measure))
        own.quantity = PUBLISHED_JUDGED;
    return own;
}

double claims_newest(const struct claims_judging *judging, const struct case_selection_row *row,
                     const struct published_measure *measure, bool wall)
{
    const struct published_measure own = by_stopwatch(judging, measure);
    double newest = NAN;
    const char *started = "";
    for (size_t i = 0; i < judging->runs.count; i++) {
        const struct run *run = judging->runs.runs[i];
        const double value = row->cases[i] ? metric_value(run, row->cases[i], &own, wall) : NAN;
        if (isnan(value) || strcmp(run->session.started, started) < 0)
            continue;
        newest = value;
        started = run->session.started;
    }
    return newest;
}

/* Returns what round trips take of the row's wall time in one run, if the measure is that: no more
 * than the host's part. */
static struct claims_trips trips_of(const struct claims_judging *judging,
                                    const struct case_selection_row *row,
                                    const struct published_measure *measure, const struct run *run)
{
    struct claims_trips trips = { 0, NAN };
    if (!metric_sampled(measure) ||
        (measure->quantity == PUBLISHED_GPU && judging->reading->clock == ESTIMATE_AS_STATED))
        return trips;
    for (size_t i = 0; i < judging->runs.count; i++) {
        const struct run_case *c = row->cases[i];
        if (judging->runs.runs[i] != run || !c)
            continue;
        const double trip_ns = row_units_of(run).round_trip_ns;
        trips.count = estimate_trips(c);
        if (trip_ns > 0)
            trips.share =
                fmin(trips.count * trip_ns, c->wall.median - c->gpu.median) / c->wall.median;
    }
    return trips;
}

/* Returns what the row has in one run, by the stopwatch of the reading. */
static double side_of(const struct claims_judging *judging, const struct case_selection_row *row,
                      const struct published_measure *measure, const struct run *run, bool wall)
{
    const struct published_measure own = by_stopwatch(judging, measure);
    for (size_t i = 0; i < judging->runs.count; i++)
        if (judging->runs.runs[i] == run && row->cases[i])
            return metric_value(run, row->cases[i], &own, wall);
    return NAN;
}

void claims_pair_sides(const struct claims_judging *judging, struct claims_pair *pair,
                       const struct case_selection_row *a, const struct case_selection_row *b,
                       const struct published_measure *measure_b)
{
    const struct published_measure *measure_a = &judging->claim->measure;
    const struct run *run = pair->estimate.typical;
    const bool wall = claims_by_wall(judging, a, b);
    pair->a = a->any->name;
    pair->b = b ? b->any->name : "";
    if (pair->estimate.wall) {
        pair->a_trips = trips_of(judging, a, measure_a, run);
        pair->b_trips = b ? trips_of(judging, b, measure_b, run) : pair->b_trips;
    }
    if (measure_a->quantity == PUBLISHED_HOST_SHARE) /* of the time that one saves */
        return;
    pair->a_plain = side_of(judging, a, measure_a, run, wall);
    pair->b_plain = b ? side_of(judging, b, measure_b, run, wall) : NAN;
    pair->a_quantity = metric_quantity(a->any, measure_a);
    pair->b_quantity = b ? metric_quantity(b->any, measure_b) : CLAIMS_PLAIN;
}

void claims_pair_fill(struct claims_judging *judging, struct claims_pair *pair,
                      const struct case_selection_row *a, const struct case_selection_row *b)
{
    const struct published_claim *claim = judging->claim;
    const struct estimate_term terms[2] = { { a, &claim->measure, 1 },
                                            { b, &claim->measure_b, -1 } };
    /* The axes and variants that tell its rows from the others. */
    const char *own = case_selection_label(&judging->a, a, judging->arena);
    const char *other = b ? case_selection_label(&judging->b, b, judging->arena) : "";
    if (!*other || strcmp(own, other) == 0)
        pair->label = own;
    else
        pair->label = *own ? claims_text(judging, "%.200s against %.200s", own, other) : other;
    /* The values of the join, "HAIR" or "HAIR, 27", by the claim's short names. */
    pair->key = "";
    for (size_t i = 0; i < claim->join_count; i++) {
        const char *value = run_case_axis_value(a->any, claim->join[i]);
        if (!value)
            continue;
        const struct published_label *label = NAMED(claim->labels, claim->label_count, value);
        const bool axis = !label && !isnan(case_axis_number(value));
        pair->key =
            claims_text(judging, "%s%s%.60s%s%.120s", pair->key, *pair->key ? ", " : "",
                        axis ? claim->join[i] : "", axis ? " " : "", label ? label->name : value);
    }
    pair->estimate = claims_estimate(judging, terms, b ? 2 : 1);
    claims_pair_sides(judging, pair, a, b, &claim->measure_b);
}

bool claims_joined(const struct claims_judging *judging, const struct case_selection_row *a,
                   const struct case_selection_row *b)
{
    const struct published_claim *claim = judging->claim;
    /* Where both sides select the same rows, by two measures, each is compared with itself. */
    const bool of_itself =
        strcmp(claim->a, claim->b) == 0 && strcmp(claim->measure.text, claim->measure_b.text) != 0;
    if ((strcmp(a->any->name, b->any->name) == 0) != of_itself)
        return false;
    for (size_t i = 0; i < claim->join_count; i++) {
        const char *own = run_case_axis_value(a->any, claim->join[i]);
        const char *other = run_case_axis_value(b->any, claim->join[i]);
        if (!own || !other || strcmp(own, other) != 0)
            return false;
    }
    for (size_t i = 0; i < claim->free_count; i++) {
        const char *own = run_case_axis_value(a->any, claim->free[i].axis);
        const char *other = run_case_axis_value(b->any, claim->free[i].axis);
        if (own && other && strcmp(own, other) != 0)
            return false;
    }
    return true;
}

static void pair_judge(struct claims_judging *judging, const struct case_selection_row *a,
                       const struct case_selection_row *b)
{
    const struct published_claim *claim = judging->claim;
    const char *key = claim->join_count > 0 ? run_case_axis_value(a->any, claim->join[0]) : NULL;
    const double published = published_claim_value(claim, key ? key : "");
    /* Some kinds of claim have nothing to hold a case against that has no number. */
    if (isnan(published) &&
        (claim->value_count > 0 || claim->says == PUBLISHED_SHARE ||
         claim->says == PUBLISHED_TIMES_AS_LONG || claim->says == PUBLISHED_COUNT ||
         claim->says == PUBLISHED_AT_MOST || claim->says == PUBLISHED_AT_LEAST))
        return;
    struct claims_pair *pair = claims_pair_add(judging);
    pair->published = published;
    claims_pair_fill(judging, pair, a, b);
    claims_pair_decide(judging, pair);
}

/* Whether no other pair of its join has a larger a, or a smaller b. */
static bool is_extreme(const struct claims_judging *judging, const struct case_selection_row *a,
                       const struct case_selection_row *b)
{
    const struct published_claim *claim = judging->claim;
    const bool wall = claims_by_wall(judging, a, b);
    const double own = claims_newest(judging, a, &claim->measure, wall);
    const double other = claims_newest(judging, b, &claim->measure_b, wall);
    foreach (const struct case_selection_row, row, judging->a.rows, judging->a.count)
        if (claims_joined(judging, row, b) &&
            claims_newest(judging, row, &claim->measure, wall) > own)
            return false;
    foreach (const struct case_selection_row, row, judging->b.rows, judging->b.count)
        if (claims_joined(judging, a, row) &&
            claims_newest(judging, row, &claim->measure_b, wall) < other)
            return false;
    return true;
}

/* Cases --------------------------------------------------------------------------------------- */

/* The pairs of the key of pair i, which is the first with it; count 0 where it is not. Settings are
 * of one case where the claim has no join, too. */
static size_t key_verdicts(const struct claims_reading *reading, size_t i, bool settings,
                           struct verdict *verdicts)
{
    size_t count = 0;
    const char *key = reading->pairs[i].key;
    for (size_t k = 0; k < i; k++)
        if ((*key || settings) && strcmp(reading->pairs[k].key, key) == 0)
            return 0;
    for (size_t k = i; k < reading->pair_count; k++)
        if (k == i || ((*key || settings) && strcmp(reading->pairs[k].key, key) == 0))
            verdicts[count++] = reading->pairs[k].verdict;
    return count;
}

/* A smaller number is a worse verdict. */
static int rank_of(const struct claims_pair *pair)
{
    static const int ranks[VERDICT_CLASS_COUNT] = {
        [VERDICT_CLASS_CONTRADICTED] = 0, [VERDICT_CLASS_NOT_SEEN] = 1,
        [VERDICT_CLASS_UNDECIDED] = 2,    [VERDICT_CLASS_MIXED] = 3,
        [VERDICT_CLASS_BETWEEN] = 4,      [VERDICT_CLASS_WEAKER] = 5,
        [VERDICT_CLASS_CONFIRMED] = 6,    [VERDICT_CLASS_STRONGER] = 7,
        [VERDICT_CLASS_NOT_TESTABLE] = 8,
    };
    return ranks[verdict_class_of(pair->verdict)];
}

static bool is_worse(const struct claims_pair *pair, const struct claims_pair *other)
{
    const int own = rank_of(pair), others = rank_of(other);
    return own < others || (own == others && pair->r < other->r);
}

/* One without a verdict is never better. */
static bool is_better(const struct claims_pair *pair, const struct claims_pair *other)
{
    if (pair->verdict.kind == VERDICT_NOT_TESTABLE || other->verdict.kind == VERDICT_NOT_TESTABLE)
        return other->verdict.kind == VERDICT_NOT_TESTABLE;
    return is_worse(other, pair);
}

/* Settings of a case: a word each, which no setting of the paper's own decides between. */
static struct verdict settings_join(struct claims_reading *reading, const struct verdict *settings,
                                    size_t count)
{
    struct verdict all = verdict_join(settings, count, PUBLISHED_OF_ALL);
    size_t measured = 0;
    bool differ = false;
    for (size_t i = 0; i < count; i++) {
        measured += settings[i].kind != VERDICT_NOT_TESTABLE;
        differ = differ || !verdict_same(settings[i], settings[0]);
    }
    reading->settings = measured < reading->settings ? measured : reading->settings;
    reading->settings_differ = reading->settings_differ || differ;
    if (differ && all.kind != VERDICT_NOT_TESTABLE)
        all.kind = VERDICT_ZONES;
    return measured < reading->settings_all ? (struct verdict){ VERDICT_NOT_TESTABLE, 0 } : all;
}

void claims_cases_join(struct claims_judging *judging)
{
    struct claims_reading *reading = judging->reading;
    const size_t count = reading->pair_count;
    struct verdict *cases = arena_alloc(judging->arena, (2 * count + 1) * sizeof(*cases));
    reading->case_count = reading->held = 0;
    reading->settings_all = 1;
    for (size_t i = 0; i < judging->claim->free_count; i++)
        reading->settings_all *= judging->claim->free[i].count;
    reading->settings = reading->settings_all;
    for (size_t i = 0; i < count; i++) {
        const bool settings = judging->claim->free_count > 0;
        const size_t own = key_verdicts(reading, i, settings, cases + count);
        const struct verdict verdict = settings && own > 0
                                           ? settings_join(reading, cases + count, own)
                                           : verdict_join(cases + count, own, judging->claim->of);
        if (own == 0 || verdict.kind == VERDICT_NOT_TESTABLE)
            continue;
        cases[reading->case_count++] = verdict;
        reading->held += verdict_holds(verdict);
    }
    reading->verdict = verdict_join(cases, reading->case_count, judging->claim->of);
    if (reading->settings_differ && reading->verdict.kind != VERDICT_NOT_TESTABLE)
        reading->verdict.kind = VERDICT_ZONES;
    /* Finds the range of r, and the pair that is shown: the worst, where any will do the best. */
    reading->r_low = reading->r_high = NAN;
    foreach (const struct claims_pair, pair, reading->pairs, reading->pair_count) {
        if (isnan(pair->r))
            continue;
        reading->r_low = fmin(reading->r_low, pair->r);
        reading->r_high = fmax(reading->r_high, pair->r);
        if (!reading->shown ||
            (judging->claim->of == PUBLISHED_OF_ANY ? is_better(pair, reading->shown)
                                                    : is_worse(pair, reading->shown)))
            reading->shown = pair;
    }
}

void claims_pairs_judge(struct claims_judging *judging)
{
    const struct published_claim *claim = judging->claim;
    foreach (const struct case_selection_row, a, judging->a.rows, judging->a.count) {
        if (!claim->has_b)
            pair_judge(judging, a, NULL);
        foreach (const struct case_selection_row, b, judging->b.rows, judging->b.count)
            if (claims_joined(judging, a, b) &&
                (!claim->extremes || judging->all_times || is_extreme(judging, a, b)))
                pair_judge(judging, a, b);
    }
    claims_cases_join(judging);
}
