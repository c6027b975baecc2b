/* SPDX-License-Identifier: MIT */
#include "harness/analysis/claims/claims.h"

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

const char *verdict_words(struct verdict verdict, char text[VERDICT_BYTES])
{
    const int count = __builtin_popcount(verdict.zones);
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
    for (int kind = VERDICT_NOT_TESTABLE; kind <= VERDICT_ZONES; kind++) {
        for (unsigned zones = 1; zones < 1u << ZONE_COUNT; zones++) {
            *verdict = (struct verdict){ (enum verdict_kind)kind, zones };
            if (strcmp(verdict_words(*verdict, VERDICT_ROOM), words) == 0)
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
    if (__builtin_popcount(verdict.zones) > 1)
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
    return strcmp(verdict_words(a, VERDICT_ROOM), verdict_words(b, VERDICT_ROOM)) == 0;
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

struct verdict verdict_join(const struct verdict *cases, size_t count, enum published_of of)
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
    if (of == PUBLISHED_OF_EVERY)
        return verdict_of_zones(span(all, low[0], high[0]), edges);
    if (of == PUBLISHED_OF_ANY)
        return verdict_of_zones(span(all, low[1], high[1]), edges);
    if (mixed || (holds && denies))
        return (struct verdict){ VERDICT_MIXED, all };
    return verdict_of_zones(all, edges);
}
