/* SPDX-License-Identifier: MIT */
#include "harness/analysis/why/why.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TIMES_BYTES = 32 };

/* Room for a text of a percentage, and for one of a factor, that lives as long as the block. */
#define PERCENT_ROOM ((char[16]){ 0 })
#define TIMES_ROOM ((char[TIMES_BYTES]){ 0 })

#define words_add(why, ...) text_join_cut((why)->text, WHY_TEXT_BYTES, "", __VA_ARGS__)

static const char *percent_text(double percent, char text[16])
{
    snprintf(text, 16, percent >= 1 ? "%.0f %%" : "under 1 %%", percent);
    return text;
}

/* "1.25", "12.3", "123", "1230": three digits that count, and no exponent. */
static const char *times_text(double times, char text[TIMES_BYTES])
{
    char rounded[TIMES_BYTES];
    snprintf(rounded, sizeof(rounded), "%.2e", times);
    const double value = strtod(rounded, NULL);
    if (value > 0 && value < 1e-4)
        snprintf(text, TIMES_BYTES, "%.*f", (int)fmin(2 - floor(log10(value)), 20), value);
    else
        snprintf(text, TIMES_BYTES, value < 1000 ? "%.3g" : "%.0f", value);
    return text;
}

/* "12.3 µs of 45.6 µs (27 %)" */
static void share_add(struct why *why, const struct why_cause *cause)
{
    words_add(why, "%s of %s (%s)", units_format_ns(cause->ns, UNITS_ROOM),
              units_format_ns(why->time_ns, UNITS_ROOM),
              percent_text(cause->percent, PERCENT_ROOM));
}

static const char *unit_words(const char *name)
{
    static const struct {
        enum why_unit unit;
        const char *words;
    } words[] = { { WHY_MEMORY, "the bytes that it must move" },
                  { WHY_TEXTURE, "its texel lookups" },
                  { WHY_OPERATIONS, "its operations" },
                  { WHY_SINGLE, "its operations, which must not be fused," },
                  { WHY_INTEGER, "its integer operations" },
                  { WHY_SPECIAL, "its roots, inverses and powers" },
                  { WHY_ATOMICS, "its atomics" },
                  { WHY_GROUPS, "its work-groups, even if empty," },
                  { WHY_VERTICES, "its vertices, even if they cover no pixel," },
                  { WHY_PIXELS, "the pixels that it fills" } };
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (strcmp(name, why_unit_name(words[i].unit)) == 0)
            return words[i].words;
    return name;
}

static const char *s(double count)
{
    return plural((size_t)count, "", "s");
}

/* Round trips with nothing between them are what fewer returns would save. */
static void host_add(struct why *why, const struct why_cause *cause)
{
    words_add(why,
              "%s of %s of wall time (%s) lie outside of the device's time, in %.0f return%s to "
              "the host",
              units_format_ns(cause->ns, UNITS_ROOM), units_format_ns(cause->other, UNITS_ROOM),
              percent_text(cause->percent, PERCENT_ROOM), cause->count, s(cause->count));
    if (cause->third <= 0)
        return;
    words_add(why, ", which take%s %s at the cost of a round trip each",
              plural((size_t)cause->count, "s", ""), units_format_ns(cause->third, UNITS_ROOM));
    if (cause->third < cause->ns / 2)
        words_add(why, ": most of it is work of the host");
    else if (cause->count > 1)
        words_add(why, ": fewer of them%s will help",
                  cause->percent >= 80 ? ", not faster kernels," : "");
}

static void shares_add(struct why *why, const struct why_cause *cause, bool first)
{
    switch (cause->rule) {
    case WHY_BY_STAMPS:
        if (cause->count > 1)
            words_add(why, "%.0f pairs of stamps, %s each when empty, take ", cause->count,
                      units_format_ns(cause->other, UNITS_ROOM));
        else
            words_add(why, "an empty pair of stamps takes ");
        break;
    case WHY_BY_TRAFFIC:
        words_add(why,
                  "bytes that must move, images included, move at %s, %s of the measured memory "
                  "bandwidth",
                  units_format_rate(cause->count, "B/s", UNITS_ROOM),
                  percent_text(cause->percent, PERCENT_ROOM));
        return;
    case WHY_BY_PROBE: /* beside what a probe takes */
        if (!(cause->percent > 0)) {
            words_add(why, "it takes %s times the %s that reading and writing its bytes takes",
                      times_text(cause->count, TIMES_ROOM), units_format_ns(cause->ns, UNITS_ROOM));
            return;
        }
        words_add(why, "reading and writing its bytes, and nothing else, takes ");
        break;
    case WHY_BY_STEPS:
        if (cause->count == 1)
            words_add(why, "its one step, at the lowest cost of a step, takes ");
        else
            words_add(why, "%.0f dependent steps, %s, take ", cause->count,
                      cause->other > 0 ? "each at the cost of its kind"
                                       : "at the lowest cost of a step");
        break;
    case WHY_BY_LOADS:
        words_add(why, "%.0f load%s, each from the address that the one before it gave, take ",
                  cause->count, s(cause->count));
        break;
    case WHY_BY_ROUNDS:
        words_add(why, "%.0f round%s between which a group waits take ", cause->count,
                  s(cause->count));
        break;
    case WHY_BY_UNIT: words_add(why, "%s take at least ", unit_words(cause->name)); break;
    default: words_add(why, "its metric %.60s is ", cause->name); break;
    }
    share_add(why, cause);
    if (cause->rule == WHY_BY_STEPS && first && cause->count > 1)
        words_add(why, ": fewer steps%s will help",
                  cause->percent >= 50 ? ", not faster kernels," : "");
}

static void unmeasured_add(struct why *why, const struct why_cause *cause)
{
    const struct {
        double count;
        const char *name;
    } parts[] = { { cause->count, "build" }, { cause->other, "trace" }, { cause->third, "draw" } };
    size_t told = 0;
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        if (parts[i].count > 0)
            words_add(why, "%s%.0f %s%s", told++ > 0 ? " and " : "", parts[i].count, parts[i].name,
                      s(parts[i].count));
    words_add(why, ", which no device limit covers, %s part of it",
              plural((size_t)(cause->count + cause->other + cause->third), "is", "are"));
}

static void latency_add(struct why *why, const struct why_cause *cause)
{
    const char *left = units_format_ns(cause->other, UNITS_ROOM);
    if (cause->third == 1)
        words_add(why, "beyond its one step there are %s", left);
    else
        words_add(why, "beyond its cost each of the %.0f steps takes %s on average", cause->third,
                  left);
    words_add(why, ", as long as %.0f load%s from memory%s", cause->count, s(cause->count),
              cause->count > 1 ? ", each of which waits for the one before it" : "");
}

/* Adds findings from other cases of the run. */
static void other_add(struct why *why, const struct why_cause *cause)
{
    const char *wall = cause->third > 0 ? " of wall time" : "";
    const char *ns = units_format_ns(cause->other, UNITS_ROOM);
    const char *whole = units_format_ns(100 * cause->other / cause->count, UNITS_ROOM);
    const char *percent = percent_text(cause->count, PERCENT_ROOM);
    if (cause->rule == WHY_BY_COLD)
        words_add(why, "with caches that hold its data it takes %s of %s%s (%s)", ns, whole, wall,
                  percent);
    else if (cause->rule == WHY_BY_AXIS)
        words_add(why, "with %.40s %.40s it takes %s of %s%s (%s)", cause->name, cause->value, ns,
                  whole, wall, percent);
    else if (cause->count <= 100)
        words_add(why, "the variant %.60s answers the same question in %s of %s%s (%s)",
                  cause->name, ns, whole, wall, percent);
    else
        words_add(why, "no other variant of its kind is faster: the next is %.60s with %s",
                  cause->name, ns);
}

static void condition_add(struct why *why, const struct why_cause *cause)
{
    switch (cause->rule) {
    case WHY_BY_FEW_GROUPS:
        words_add(why,
                  "a dispatch of %.0f group%s leaves %.0f of %.0f multiprocessors without work",
                  cause->count, s(cause->count), cause->other - cause->count, cause->other);
        break;
    case WHY_BY_FEW_THREADS:
        words_add(why,
                  "a dispatch of %.0f groups of at most %.0f threads has %.0f threads for each "
                  "multiprocessor, few to hide latency",
                  cause->count, cause->third, cause->other);
        break;
    case WHY_BY_BALANCE:
        words_add(why, "the busiest group has %s times the mean",
                  times_text(cause->count, TIMES_ROOM));
        break;
    case WHY_BY_UNMEASURED: unmeasured_add(why, cause); break;
    case WHY_BY_OTHER_OPERATIONS:
        words_add(why, "it does %s operations a second, of a kind that no device limit covers",
                  units_format_rate(cause->count, "", UNITS_ROOM));
        break;
    case WHY_BY_STACK:
        words_add(why, "its kernel %.80s keeps %.0f B per thread in private memory, as spills do",
                  cause->name, cause->count);
        break;
    case WHY_BY_NARROW:
        words_add(why,
                  "groups of at most %.0f thread%s leave %.0f of %.0f lanes of a subgroup without "
                  "work",
                  cause->count, s(cause->count), cause->other - cause->count, cause->other);
        break;
    case WHY_BY_LATENCY: latency_add(why, cause); break;
    case WHY_BY_THREADS:
        words_add(why, "%.0f threads are %s times as fast as one", cause->count,
                  times_text(cause->other, TIMES_ROOM));
        break;
    case WHY_BY_REGISTERS:
        words_add(why, "its kernel %.80s takes %.0f registers a thread, which leaves room for ",
                  cause->name, cause->count);
        if (isfinite(cause->other))
            words_add(why, "at most %.0f threads on a multiprocessor", cause->other);
        else
            words_add(why, "few threads");
        break;
    default: other_add(why, cause); break;
    }
}

/* True when a share of the causes is of it. */
static bool is_told(const struct why *why, enum why_unit unit)
{
    static const enum why_rule rules[WHY_UNIT_COUNT] = {
        [WHY_STEPS] = WHY_BY_STEPS, [WHY_LOADS] = WHY_BY_LOADS, [WHY_ROUNDS] = WHY_BY_ROUNDS
    };
    foreach (const struct why_cause, cause, why->causes, why->cause_count) {
        const bool is_unit = cause->rule == WHY_BY_UNIT && cause->name == why_unit_name(unit);
        if (is_unit || (unit >= WHY_STEPS && cause->rule == rules[unit]))
            return true;
    }
    return false;
}

void why_words_write(struct why *why)
{
    bool conditions = false;
    size_t shares = 0;
    for (size_t i = 0; i < why->cause_count; i++) {
        const struct why_cause *cause = &why->causes[i];
        words_add(why, "%s", i > 0 ? "; " : "");
        if (cause->rule == WHY_BY_HOST) {
            host_add(why, cause);
            conditions = true;
        } else if (cause->rule <= WHY_BY_PROBE) {
            shares_add(why, cause, shares++ == 0);
        } else {
            condition_add(why, cause);
            conditions = true;
        }
    }
    if (!why->explained) {
        const bool more = conditions || why->declared_percent >= 50;
        /* The units that were not told. */
        size_t count = 0, told = 0;
        for (size_t i = 0; i < why->use_count; i++)
            told += is_told(why, why->uses[i].unit);
        for (size_t i = 0; i < why->use_count; i++) {
            if (is_told(why, why->uses[i].unit))
                continue;
            if (count++ == 0)
                words_add(why, "%sthe%s declared work (", why->cause_count > 0 ? "; " : "",
                          told > 0 ? " other" : "");
            words_add(why, "%s%s %s", count > 1 ? ", " : "", why_unit_name(why->uses[i].unit),
                      percent_text(why->uses[i].percent, PERCENT_ROOM));
        }
        if (count > 0 && why->declared_percent >= 50)
            words_add(why, "): all declared parts add up to %.0f %% if they do not overlap",
                      why->declared_percent);
        else if (count > 0)
            words_add(why, ") does not limit it");
        words_add(why, "%s", more ? "" : "; the file has no further evidence");
    } else if (why->most_percent < 50) {
        words_add(why, "; together %.0f %% if they do not overlap", why->together_percent);
    }
    words_add(why, ".");
    if (why->text[0] >= 'a' && why->text[0] <= 'z')
        why->text[0] = (char)(why->text[0] - 'a' + 'A');
}
