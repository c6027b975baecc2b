/* SPDX-License-Identifier: MIT */
#include "harness/analysis/claims/verdict.h"

#include <math.h>
#include <string.h>

const double verdict_theta = 0.02;

static const double rounding = 1e-9; /* of what is exact, and was divided */

static const char *const names[VERDICT_COUNT] = {
    [VERDICT_NOT_TESTABLE] = "NOT TESTABLE", [VERDICT_INCONCLUSIVE] = "INCONCLUSIVE",
    [VERDICT_CONTRADICTS] = "CONTRADICTS",   [VERDICT_NO_DIFFERENCE] = "NO DIFFERENCE",
    [VERDICT_MATCHES] = "MATCHES",           [VERDICT_DIRECTION_ONLY] = "DIRECTION ONLY",
};

const char *verdict_name(enum verdict verdict)
{
    return names[verdict];
}

enum verdict verdict_find(const char *name)
{
    int verdict = 0;
    while (verdict < VERDICT_COUNT && strcmp(names[verdict], name) != 0)
        verdict++;
    return (enum verdict)verdict;
}

static double theta_of(struct verdict_rule rule)
{
    return rule.exact ? rounding : verdict_theta;
}

static bool is_empty(struct stats_interval interval)
{
    return isnan(interval.low) || isnan(interval.high);
}

/* Wider than the band: it would overlap whatever there is. */
static bool is_wide(struct stats_interval interval, struct verdict_rule rule)
{
    return !rule.exact &&
           interval.high / interval.low > (1 + rule.tolerance) * (1 + rule.tolerance);
}

struct band {
    double low, high;
};

/* Never narrower than what is told apart. */
static struct band band_about(double published, struct verdict_rule rule)
{
    const double factor = 1 + fmax(rule.tolerance, theta_of(rule));
    struct band band = { published / factor, published * factor };
    if (published < 0)
        band = (struct band){ band.high, band.low };
    return band;
}

static bool overlaps(struct stats_interval interval, struct band band)
{
    return interval.low <= band.high && interval.high >= band.low;
}

/* Of a ratio about 1, whose band holds 1: an interval that goes beyond it on one side says neither
 * that it is so nor that it is not. */
static enum verdict ratio_within(struct stats_interval ratio, struct band band)
{
    if (ratio.low >= band.low && ratio.high <= band.high)
        return VERDICT_MATCHES;
    return overlaps(ratio, band) ? VERDICT_INCONCLUSIVE : VERDICT_CONTRADICTS;
}

bool verdict_size_open(double published, struct verdict_rule rule)
{
    const double size = published < 1 ? 1 / published : published;
    return size > 1 + theta_of(rule) && band_about(size, rule).low <= 1;
}

/* A published ratio above 1. */
static enum verdict ratio_above(struct stats_interval ratio, double published,
                                struct verdict_rule rule)
{
    const double theta = theta_of(rule);
    const struct band band = band_about(published, rule);
    if (published <= 1 + theta)
        return ratio_within(ratio, band);
    if (ratio.high < 1 / (1 + theta))
        return VERDICT_CONTRADICTS;
    if (verdict_size_open(published, rule))
        return ratio_within(ratio, band);
    if (ratio.low >= 1 / (1 + theta) && ratio.high <= 1 + theta)
        return VERDICT_NO_DIFFERENCE;
    if (!(ratio.low > 1 + theta))
        return VERDICT_INCONCLUSIVE;
    return overlaps(ratio, band) ? VERDICT_MATCHES : VERDICT_DIRECTION_ONLY;
}

enum verdict verdict_ratio(struct stats_interval ratio, double published, struct verdict_rule rule)
{
    if (is_empty(ratio) || is_wide(ratio, rule))
        return VERDICT_INCONCLUSIVE;
    if (published < 1) {
        ratio = (struct stats_interval){ 1 / ratio.high, 1 / ratio.low };
        published = 1 / published;
    }
    return ratio_above(ratio, published, rule);
}

enum verdict verdict_value(struct stats_interval value, double published, struct verdict_rule rule)
{
    if (is_empty(value) || is_wide(value, rule))
        return VERDICT_INCONCLUSIVE;
    return overlaps(value, band_about(published, rule)) ? VERDICT_MATCHES : VERDICT_CONTRADICTS;
}

static double moved_bound(double bound, bool least, struct verdict_rule rule)
{
    const double factor = 1 + rule.tolerance + (rule.exact ? rounding : 0);
    return least == (bound > 0) ? bound / factor : bound * factor;
}

/* A bound of 1 says of a ratio which way it does not go, of which no difference is a case; one that
 * asks for some gain, or forbids some, does not. */
static bool is_direction(double bound, bool least, struct verdict_rule rule)
{
    const double low = least ? 1 / (1 + verdict_theta) : 1 - rounding;
    const double high = least ? 1 + rounding : 1 + verdict_theta;
    return !rule.exact && bound >= low && bound <= high;
}

struct verdict_edges verdict_bound_edges(double bound, bool least, struct verdict_rule rule)
{
    const double moved = moved_bound(bound, least, rule);
    const double theta = rule.exact ? 0 : verdict_theta;
    if (is_direction(bound, least, rule))
        return least ? (struct verdict_edges){ fmin(moved, 1 / (1 + theta)),
                                               fmin(moved, 1 / (1 + theta)) }
                     : (struct verdict_edges){ fmax(moved, 1 + theta), fmax(moved, 1 + theta) };
    return (struct verdict_edges){ moved / (1 + theta), moved * (1 + theta) };
}

enum verdict verdict_at_least(struct stats_interval value, double bound, struct verdict_rule rule)
{
    const struct verdict_edges edges = verdict_bound_edges(bound, true, rule);
    if (is_empty(value))
        return VERDICT_INCONCLUSIVE;
    if (value.low >= edges.above)
        return VERDICT_MATCHES;
    return value.high <= edges.below || rule.exact ? VERDICT_CONTRADICTS : VERDICT_INCONCLUSIVE;
}

enum verdict verdict_at_most(struct stats_interval value, double bound, struct verdict_rule rule)
{
    const struct verdict_edges edges = verdict_bound_edges(bound, false, rule);
    if (is_empty(value))
        return VERDICT_INCONCLUSIVE;
    if (value.high <= edges.below)
        return VERDICT_MATCHES;
    return value.low >= edges.above || rule.exact ? VERDICT_CONTRADICTS : VERDICT_INCONCLUSIVE;
}

enum verdict verdict_less(struct stats_interval ratio, struct verdict_rule rule)
{
    const double theta = theta_of(rule);
    if (is_empty(ratio))
        return VERDICT_INCONCLUSIVE;
    if (ratio.high < 1 / (1 + theta))
        return VERDICT_MATCHES;
    if (ratio.low > 1 + theta)
        return VERDICT_CONTRADICTS;
    return ratio.low >= 1 / (1 + theta) && ratio.high <= 1 + theta ? VERDICT_NO_DIFFERENCE
                                                                   : VERDICT_INCONCLUSIVE;
}

enum verdict verdict_no_more(struct stats_interval ratio, struct verdict_rule rule)
{
    const enum verdict verdict = verdict_less(ratio, rule);
    const bool below = ratio.high <= 1 + theta_of(rule);
    return verdict == VERDICT_INCONCLUSIVE && below ? VERDICT_MATCHES : verdict;
}

enum verdict verdict_place(double low, double high, double published, struct verdict_rule rule)
{
    const struct stats_interval place = { low, high };
    rule.exact = true;
    if (isnan(low))
        return VERDICT_CONTRADICTS;
    if (isnan(published))
        return isinf(high) ? VERDICT_INCONCLUSIVE : VERDICT_MATCHES;
    const struct band band = band_about(published, rule);
    if (low >= band.low && high <= band.high)
        return VERDICT_MATCHES;
    return overlaps(place, band) ? VERDICT_INCONCLUSIVE : VERDICT_DIRECTION_ONLY;
}

enum verdict verdict_all(const size_t counts[VERDICT_COUNT])
{
    size_t count = 0;
    for (int verdict = 0; verdict < VERDICT_COUNT; verdict++)
        count += counts[verdict];
    if (count == counts[VERDICT_NOT_TESTABLE])
        return VERDICT_NOT_TESTABLE;
    if (counts[VERDICT_CONTRADICTS] > 0)
        return VERDICT_CONTRADICTS;
    if (counts[VERDICT_NO_DIFFERENCE] == count)
        return VERDICT_NO_DIFFERENCE;
    if (counts[VERDICT_MATCHES] == count)
        return VERDICT_MATCHES;
    return counts[VERDICT_MATCHES] + counts[VERDICT_DIRECTION_ONLY] == count
               ? VERDICT_DIRECTION_ONLY
               : VERDICT_INCONCLUSIVE;
}

size_t verdict_needed(struct stats_interval interval, double edge, size_t n,
                      struct verdict_rule rule)
{
    if (is_empty(interval) || !(interval.low > 0) || n == 0)
        return 0;
    const double width = log(interval.high / interval.low) / 2;
    const double middle = log(interval.high * interval.low) / 2;
    const double room = isnan(edge) ? log(1 + rule.tolerance) : fabs(middle - log(edge));
    const double needed = ceil((double)n * (width / room) * (width / room));
    return needed > (double)n && needed < 1e6 ? (size_t)needed : 0;
}
