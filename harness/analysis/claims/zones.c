/* SPDX-License-Identifier: MIT */
#include "harness/analysis/claims/claims.h"

#include <math.h>

const double zones_delta = 0.05, zones_kappa = 1.5, zones_kappa_own = 1.1;

static const double edge_width = 1.1;    /* of an interval AT THE EDGE: high over low */
static const double rounding = 1 - 1e-9; /* of what is exact, and was divided */

/* A zone more, above `edge`; empty ones are left out. */
static void zone_add(struct zones *zones, double edge, enum zone zone)
{
    const size_t last = zones->count - 1;
    if (last > 0 && edge <= zones->edge[last - 1])
        zones->zone[last] = zone;
    else if (zones->zone[last] != zone) {
        zones->edge[last] = edge;
        zones->zone[zones->count++] = zone;
    }
}

static struct zones zones_begin(enum zone lowest)
{
    return (struct zones){ .count = 1, .zone = { lowest } };
}

struct zones zones_size(double x, double kappa)
{
    const double least = 1 + zones_delta;
    if (x <= least)
        return zones_none(least, true, true);
    struct zones zones = zones_direction();
    zones.zone[2] = ZONE_WEAKER;
    zone_add(&zones, fmax(least, 1 + (x - 1) / kappa), ZONE_CONFIRMED);
    zone_add(&zones, 1 + (x - 1) * kappa, ZONE_STRONGER);
    return zones;
}

struct zones zones_least(double x)
{
    struct zones zones = zones_direction();
    zones.zone[2] = ZONE_WEAKER;
    zone_add(&zones, x, ZONE_CONFIRMED);
    return zones;
}

struct zones zones_direction(void)
{
    struct zones zones = zones_begin(ZONE_CONTRADICTED);
    zone_add(&zones, 1 / (1 + zones_delta), ZONE_NOT_SEEN);
    zone_add(&zones, 1 + zones_delta, ZONE_CONFIRMED);
    return zones;
}

struct zones zones_none(double margin, bool denies_above, bool denies_below)
{
    struct zones zones = zones_begin(denies_below ? ZONE_CONTRADICTED : ZONE_STRONGER);
    if (denies_below)
        zone_add(&zones, 1 / (margin * margin) * rounding, ZONE_WEAKER);
    zone_add(&zones, 1 / margin * rounding, ZONE_CONFIRMED);
    zone_add(&zones, margin, denies_above ? ZONE_WEAKER : ZONE_STRONGER);
    if (denies_above)
        zone_add(&zones, margin * margin, ZONE_CONTRADICTED);
    return zones;
}

struct zones zones_at_most(double bound)
{
    struct zones zones = zones_begin(ZONE_CONFIRMED);
    zone_add(&zones, bound, ZONE_CONTRADICTED);
    return zones;
}

struct zones zones_at_least(double bound)
{
    struct zones zones = zones_begin(ZONE_CONTRADICTED);
    zone_add(&zones, bound * rounding, ZONE_CONFIRMED);
    return zones;
}

struct zones zones_best(double kappa)
{
    struct zones zones = zones_begin(ZONE_CONFIRMED);
    zone_add(&zones, 1 + zones_delta, ZONE_WEAKER);
    zone_add(&zones, kappa, ZONE_CONTRADICTED);
    return zones;
}

struct zones zones_from(double kappa)
{
    struct zones zones = zones_begin(ZONE_STRONGER);
    zone_add(&zones, 1 / kappa * rounding, ZONE_CONFIRMED);
    zone_add(&zones, kappa, ZONE_WEAKER);
    return zones;
}

struct zones zones_count(double unit, bool denies_above, bool denies_below)
{
    const double margin = fmax(zones_delta, unit) / rounding;
    const enum zone other = denies_above || denies_below ? ZONE_STRONGER : ZONE_WEAKER;
    struct zones zones = zones_begin(denies_below ? ZONE_CONTRADICTED : other);
    zone_add(&zones, 1 - margin, ZONE_CONFIRMED);
    zone_add(&zones, 1 + margin, denies_above ? ZONE_CONTRADICTED : other);
    return zones;
}

static size_t place_of(const struct zones *zones, double r)
{
    size_t place = 0;
    while (place + 1 < zones->count && r > zones->edge[place])
        place++;
    return place;
}

struct verdict zones_judge(const struct zones *zones, struct stats_interval r)
{
    if (isnan(r.low) || isnan(r.high))
        return (struct verdict){ VERDICT_NOT_TESTABLE, 0 };
    const size_t low = place_of(zones, r.low), high = place_of(zones, r.high);
    struct verdict verdict = { VERDICT_ZONES, 0 };
    for (size_t i = low; i <= high; i++)
        verdict.zones |= 1u << zones->zone[i];
    const bool denies = verdict.zones & 1u << ZONE_CONTRADICTED;
    if (denies && verdict.zones & (1u << ZONE_CONFIRMED | 1u << ZONE_STRONGER))
        verdict.kind = high == low + 1 && r.high <= r.low * edge_width ? VERDICT_AT_THE_EDGE
                                                                       : VERDICT_UNDECIDED;
    return verdict;
}

struct stats_interval zones_confirmed(const struct zones *zones)
{
    for (size_t i = 0; i < zones->count; i++)
        if (zones->zone[i] == ZONE_CONFIRMED)
            return (struct stats_interval){ i > 0 ? zones->edge[i - 1] : 0,
                                            i + 1 < zones->count ? zones->edge[i] : INFINITY };
    return (struct stats_interval){ NAN, NAN };
}
