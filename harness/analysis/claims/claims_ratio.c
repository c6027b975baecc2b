/* SPDX-License-Identifier: MIT */
/* claims_ratio.c: what was measured, in the direction of the statement, and the zones of it. */
#include "harness/analysis/claims/claims.h"
#include "harness/analysis/claims/claims_judging.h"

#include <math.h>
#include <string.h>

static const double margins[PUBLISHED_MARGIN_COUNT] = {
    [PUBLISHED_MARGIN_UNSTATED] = 1.05, [PUBLISHED_MARGIN_NONE] = 1.05,
    [PUBLISHED_MARGIN_LITTLE] = 1.1,    [PUBLISHED_MARGIN_CLOSE] = 1.5,
    [PUBLISHED_MARGIN_MUCH] = 2,        [PUBLISHED_MARGIN_MAGNITUDE] = 3.1622776601683795,
    [PUBLISHED_MARGIN_MOST] = 0.5,
};

/* Words, from narrow to wide. */
static const double ladder[] = { 1.05, 1.1, 1.5, 2, 3.1622776601683795 };

/* The claim's margin, or the next one where the judging asks for that and there is one. */
static double margin_of(const struct claims_judging *judging)
{
    const double margin = margins[judging->claim->margin];
    const int count = (int)COUNT_OF(ladder);
    for (int i = 0; i < count; i++)
        if (ladder[i] == margin && i + judging->margin_step >= 0 &&
            i + judging->margin_step < count)
            return ladder[i + judging->margin_step];
    return margin;
}

static double odds(double share)
{
    return share >= 1 ? INFINITY : share / (1 - share); /* NAN stays NAN */
}

/* True where r is what was measured turned round: b over a. */
static bool is_inverse(const struct published_claim *claim, double published)
{
    const bool rate = claim->measure.quantity == PUBLISHED_BYTES_PER_SECOND;
    switch (claim->says) {
    case PUBLISHED_LESS: return !claim->of_b;
    case PUBLISHED_MORE: return claim->of_b;
    case PUBLISHED_FASTER:
    case PUBLISHED_AS_FAST:
    case PUBLISHED_AS_MUCH:
    case PUBLISHED_FROM: return claim->of_b == rate;
    case PUBLISHED_SLOWER: return claim->of_b != rate;
    case PUBLISHED_TIMES_AS_LONG: return (claim->of_b != rate) != (published < 1);
    case PUBLISHED_FALLS: return true;
    case PUBLISHED_SHARE: return published < 0.5;
    default: return false;
    }
}

/* The raw number in the direction of the statement. */
static double ratio_of(const struct published_claim *claim, double published, double raw)
{
    double r = raw;
    if (claims_quantity_of(claim) == CLAIMS_SHARE)
        r = odds(raw);
    if (claim->says == PUBLISHED_COUNT)
        r = published > 0 ? raw / published : 1 + raw;
    return is_inverse(claim, published) ? 1 / r : r;
}

static struct zones size_zones(const struct claims_judging *judging, double x)
{
    const enum published_margin margin = judging->claim->margin;
    if (margin == PUBLISHED_MARGIN_MUCH || margin == PUBLISHED_MARGIN_MAGNITUDE ||
        (isnan(x) && judging->margin_step != 0))
        return zones_least(margin_of(judging));
    return isnan(x) ? zones_direction() : zones_size(x, judging->kappa);
}

/* The zones of a claim whose number is `published`. */
static struct zones zones_of(const struct claims_judging *judging, double published)
{
    const struct published_claim *claim = judging->claim;
    const bool above = claim->denies & PUBLISHED_DENIES_ABOVE;
    const bool below = claim->denies & PUBLISHED_DENIES_BELOW;
    const bool share = claims_quantity_of(claim) == CLAIMS_SHARE;
    switch (claim->says) {
    case PUBLISHED_AS_FAST:
    case PUBLISHED_AS_MUCH: return zones_none(margin_of(judging), above, below);
    case PUBLISHED_SHARE:
        return size_zones(judging, odds(published < 0.5 ? 1 - published : published));
    case PUBLISHED_COUNT: return zones_count(published > 0 ? 1 / published : 1, above, below);
    case PUBLISHED_AT_MOST: return zones_at_most(share ? odds(published) : published);
    case PUBLISHED_AT_LEAST: return zones_at_least(share ? odds(published) : published);
    case PUBLISHED_BEST_AT: return zones_best(judging->kappa);
    case PUBLISHED_FALLS:
    case PUBLISHED_RISES:
    case PUBLISHED_PEAKS_WITHIN: return zones_direction();
    case PUBLISHED_FROM: return zones_from(judging->kappa);
    case PUBLISHED_TIMES_AS_LONG: return size_zones(judging, fmax(published, 1 / published));
    default: return size_zones(judging, published);
    }
}

/* The interval in the statement's direction. */
static struct stats_interval turned(const struct published_claim *claim, double published,
                                    struct stats_interval interval)
{
    const double low = ratio_of(claim, published, interval.low);
    const double high = ratio_of(claim, published, interval.high);
    return isnan(low) || isnan(high) ? (struct stats_interval){ NAN, NAN }
                                     : (struct stats_interval){ fmin(low, high), fmax(low, high) };
}

void claims_pair_decide(const struct claims_judging *judging, struct claims_pair *pair)
{
    const struct published_claim *claim = judging->claim;
    const struct estimate *estimate = &pair->estimate;
    pair->zones = zones_of(judging, pair->published);
    pair->r = ratio_of(claim, pair->published, estimate->value);
    pair->r_interval = turned(claim, pair->published, estimate->interval);
    pair->r_single = turned(claim, pair->published, estimate->single);
    pair->verdict = zones_judge(&pair->zones, pair->r_interval);
}

enum claims_quantity claims_quantity_of(const struct published_claim *claim)
{
    const enum published_quantity quantity = claim->measure.quantity;
    const bool alone = claim->says == PUBLISHED_COUNT || claim->says == PUBLISHED_AT_MOST ||
                       claim->says == PUBLISHED_AT_LEAST;
    double factor;
    if (claim->says == PUBLISHED_SHARE || strcmp(claim->unit, "share") == 0 ||
        claim->margin == PUBLISHED_MARGIN_MOST)
        return CLAIMS_SHARE;
    if (claim->has_b || !alone)
        return CLAIMS_RATIO;
    if (metric_sampled(&claim->measure))
        return CLAIMS_NS;
    if (strcmp(claim->unit, "J") == 0)
        return CLAIMS_JOULES;
    return quantity == PUBLISHED_PEAK_BYTES || quantity == PUBLISHED_SHARED_BYTES ||
                   published_unit_bytes(claim->unit, &factor)
               ? CLAIMS_BYTES
               : CLAIMS_PLAIN;
}
