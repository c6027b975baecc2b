/* SPDX-License-Identifier: MIT */
#include "harness/analysis/claims/claims.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const zone_names[ZONE_COUNT] = {
    [ZONE_CONTRADICTED] = "CONTRADICTED", [ZONE_NOT_SEEN] = "NOT SEEN", [ZONE_WEAKER] = "WEAKER",
    [ZONE_CONFIRMED] = "CONFIRMED",       [ZONE_STRONGER] = "STRONGER",
};

/* Names of all kinds but VERDICT_ZONES. */
static const char *const kind_names[] = { "NOT TESTABLE", "UNDECIDED", "AT THE EDGE", "MIXED" };

enum { DENIES = 1u << ZONE_CONTRADICTED, HOLDS = 1u << ZONE_CONFIRMED | 1u << ZONE_STRONGER };

static int lowest(unsigned zones)
{
    int zone = 0;
    while (zone < ZONE_COUNT && !(zones & 1u << zone))
        zone++;
    return zone;
}

static int highest(unsigned zones)
{
    int zone = ZONE_COUNT - 1;
    while (zone > 0 && !(zones & 1u << zone))
        zone--;
    return zone;
}

static size_t zone_count(unsigned zones)
{
    size_t count = 0;
    for (; zones; zones &= zones - 1)
        count++;
    return count;
}

const char *verdict_words(struct verdict verdict, char text[VERDICT_BYTES])
{
    const size_t count = zone_count(verdict.zones);
    const char *low = zone_names[lowest(verdict.zones) % ZONE_COUNT];
    if (verdict.kind != VERDICT_ZONES)
        snprintf(text, VERDICT_BYTES, "%s", kind_names[verdict.kind]);
    else if (count < 2)
        snprintf(text, VERDICT_BYTES, "%s", low);
    else
        snprintf(text, VERDICT_BYTES, "%s %s %s", low, count == 2 ? "or" : "to",
                 zone_names[highest(verdict.zones)]);
    return text;
}

bool verdict_find(const char *words, struct verdict *verdict)
{
    char text[VERDICT_BYTES];
    for (int kind = VERDICT_NOT_TESTABLE; kind <= VERDICT_ZONES; kind++) {
        for (unsigned zones = 1; zones < 1u << ZONE_COUNT; zones++) {
            *verdict = (struct verdict){ (enum verdict_kind)kind, zones };
            if (strcmp(verdict_words(*verdict, text), words) == 0)
                return true;
        }
    }
    return false;
}

/* Counting ------------------------------------------------------------------------------------ */

const char *verdict_class_name(enum verdict_class class)
{
    static const char *const names[VERDICT_CLASS_COUNT] = {
        "STRONGER", "CONFIRMED",         "WEAKER",    "NOT SEEN",    "CONTRADICTED",
        "MIXED",    "between two words", "UNDECIDED", "NOT TESTABLE"
    };
    return names[class];
}

enum verdict_class verdict_class_of(struct verdict verdict)
{
    switch (verdict.kind) {
    case VERDICT_NOT_TESTABLE: return VERDICT_CLASS_NOT_TESTABLE;
    case VERDICT_UNDECIDED: return VERDICT_CLASS_UNDECIDED;
    case VERDICT_AT_THE_EDGE: return VERDICT_CLASS_BETWEEN;
    case VERDICT_MIXED: return VERDICT_CLASS_MIXED;
    case VERDICT_ZONES: break;
    }
    if (zone_count(verdict.zones) > 1)
        return VERDICT_CLASS_BETWEEN;
    return (enum verdict_class)(VERDICT_CLASS_CONTRADICTED - lowest(verdict.zones));
}

bool verdict_holds(struct verdict verdict)
{
    return verdict.kind == VERDICT_ZONES && lowest(verdict.zones) >= ZONE_CONFIRMED;
}

bool verdict_denies(struct verdict verdict)
{
    return verdict.kind == VERDICT_ZONES && highest(verdict.zones) <= ZONE_NOT_SEEN;
}

bool verdict_same(struct verdict a, struct verdict b)
{
    char first[VERDICT_BYTES], second[VERDICT_BYTES];
    return strcmp(verdict_words(a, first), verdict_words(b, second)) == 0;
}

bool verdict_is_decided(struct verdict verdict)
{
    return verdict.kind == VERDICT_ZONES || verdict.kind == VERDICT_MIXED;
}

bool verdict_differs(struct verdict a, struct verdict b)
{
    if (!verdict_is_decided(a) || !verdict_is_decided(b))
        return false;
    return a.kind != b.kind || (a.kind == VERDICT_ZONES && !(a.zones & b.zones));
}

/* Several cases ------------------------------------------------------------------------------- */

/* The zones between the ends that some case lies in. */
static unsigned span(unsigned zones, int low, int high)
{
    return zones & ((2u << high) - (1u << low));
}

static struct verdict verdict_of_zones(unsigned zones, bool edge)
{
    if ((zones & DENIES) && (zones & HOLDS))
        return (struct verdict){ edge ? VERDICT_AT_THE_EDGE : VERDICT_UNDECIDED, zones };
    return (struct verdict){ VERDICT_ZONES, zones };
}

struct verdict verdict_join(const struct verdict *cases, size_t count, enum verdict_of of)
{
    unsigned all = 0;
    int low[2] = { ZONE_COUNT, -1 }, high[2] = { ZONE_COUNT, -1 }; /* least and greatest ends */
    bool holds = false, denies = false, mixed = false;
    bool edges = true; /* whatever contradicts does so AT THE EDGE alone */
    for (size_t i = 0; i < count; i++) {
        const struct verdict verdict = cases[i];
        if (verdict.kind == VERDICT_NOT_TESTABLE)
            continue;
        const int worst = lowest(verdict.zones), best = highest(verdict.zones);
        all |= verdict.zones;
        low[0] = worst < low[0] ? worst : low[0];
        low[1] = worst > low[1] ? worst : low[1];
        high[0] = best < high[0] ? best : high[0];
        high[1] = best > high[1] ? best : high[1];
        holds = holds || verdict_holds(verdict);
        denies = denies || verdict_denies(verdict);
        mixed = mixed || verdict.kind == VERDICT_MIXED;
        edges = edges && (worst != ZONE_CONTRADICTED || verdict.kind == VERDICT_AT_THE_EDGE);
    }
    if (!all)
        return (struct verdict){ VERDICT_NOT_TESTABLE, 0 };
    if (of == VERDICT_OF_EVERY)
        return verdict_of_zones(span(all, low[0], high[0]), edges);
    if (of == VERDICT_OF_ANY)
        return verdict_of_zones(span(all, low[1], high[1]), edges);
    if (mixed || (holds && denies))
        return (struct verdict){ VERDICT_MIXED, all };
    return verdict_of_zones(all, edges);
}

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
