/* SPDX-License-Identifier: MIT */
#include "harness/views/claims/claims_words.h"

#include "harness/base/units.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const enum verdict claims_words_order[VERDICT_COUNT] = {
    VERDICT_MATCHES,     VERDICT_DIRECTION_ONLY, VERDICT_NO_DIFFERENCE,
    VERDICT_CONTRADICTS, VERDICT_INCONCLUSIVE,   VERDICT_NOT_TESTABLE,
};

/* Of ratios; with more where the ends of an interval differ by these alone. */
enum { DIGITS = 3, DIGITS_MORE = 4 };

static void number_format_to(enum claims_unit unit, double value, int digits, char text[32])
{
    if (isnan(value))
        snprintf(text, 32, "-");
    else if (unit == CLAIMS_NS)
        units_format_ns(value, text);
    else if (unit == CLAIMS_BYTES)
        units_format_bytes(value, text);
    else if (unit == CLAIMS_RATIO && value < 1e4)
        snprintf(text, 32, "%.*g", digits, value);
    else
        snprintf(text, 32, "%.9g", value);
}

static void number_format(enum claims_unit unit, double value, char text[32])
{
    number_format_to(unit, value, DIGITS, text);
}

/* Published numbers, with all of their digits. */
static void stated_format(enum claims_unit unit, double value, char text[32])
{
    if (unit == CLAIMS_RATIO || unit == CLAIMS_PLAIN)
        snprintf(text, 32, "%.9g", value);
    else
        number_format(unit, value, text);
}

/* The paper ------------------------------------------------------------------------------------ */

static void value_words(const struct claims_entry *entry, char text[CLAIMS_WORDS_BYTES])
{
    const struct published_claim *claim = entry->claim;
    static const char *const words[] = { "", ">= ", "<= " };
    const bool several = claim->value_count > 0 && !entry->decided;
    const double value = entry->decided ? entry->decided->published : claim->value;
    char number[32];
    stated_format(claims_unit_of(claim), value, number);
    snprintf(text, CLAIMS_WORDS_BYTES, "%s%s%s", claim->approximate ? "about " : "",
             words[claim->relation], several ? "several" : number);
}

void claims_words_paper(const struct claims_entry *entry, char text[CLAIMS_WORDS_BYTES])
{
    const struct published_claim *claim = entry->claim;
    const bool number = !isnan(claim->value);
    switch (claim->relation) {
    case PUBLISHED_EQUALS:
    case PUBLISHED_AT_LEAST:
    case PUBLISHED_AT_MOST:
        if (number || claim->value_count > 0)
            value_words(entry, text);
        else
            snprintf(text, CLAIMS_WORDS_BYTES, "no number");
        return;
    case PUBLISHED_LESS:
    case PUBLISHED_LESS_EACH: snprintf(text, CLAIMS_WORDS_BYTES, "below 1"); return;
    case PUBLISHED_ARGMIN:
        snprintf(text, CLAIMS_WORDS_BYTES, "at %.9g%s", claim->value,
                 claim->rising ? " or more" : "");
        return;
    case PUBLISHED_CROSSOVER:
        snprintf(text, CLAIMS_WORDS_BYTES, number ? "from %.9g" : "somewhere", claim->value);
        return;
    case PUBLISHED_DOUBLES: snprintf(text, CLAIMS_WORDS_BYTES, "%.9g a step", claim->value); return;
    case PUBLISHED_LOCAL_MAXIMUM:
        snprintf(text, CLAIMS_WORDS_BYTES, "at %.9g..%.9g", claim->within.low, claim->within.high);
        return;
    default:
        snprintf(text, CLAIMS_WORDS_BYTES, "%s", claim->rising ? "no fall" : "no rise");
        return;
    }
}

/* This device ---------------------------------------------------------------------------------- */

static int interval_digits(enum claims_unit unit, struct stats_interval interval)
{
    char low[32], high[32];
    for (int digits = DIGITS; digits <= DIGITS_MORE; digits++) {
        number_format_to(unit, interval.low, digits, low);
        number_format_to(unit, interval.high, digits, high);
        if (strcmp(low, high) != 0)
            return digits;
    }
    return DIGITS;
}

void claims_words_pair(const struct published_claim *claim, const struct claims_pair *pair,
                       bool interval, char text[CLAIMS_WORDS_BYTES])
{
    const enum claims_unit unit = claims_unit_of(claim);
    const struct stats_interval own = pair->estimate.interval;
    char value[32], low[32], high[32];
    const int digits = interval ? interval_digits(unit, own) : DIGITS;
    number_format_to(unit, pair->estimate.value, digits, value);
    number_format_to(unit, own.low, digits, low);
    number_format_to(unit, own.high, digits, high);
    if (interval && !isnan(own.low) && (!pair->estimate.exact || own.low != own.high))
        snprintf(text, CLAIMS_WORDS_BYTES, "%s [%s, %s]", value, low, high);
    else
        snprintf(text, CLAIMS_WORDS_BYTES, "%s", value);
}

/* Shorter without `whole`. */
static void place_words(const struct claims_entry *entry, bool whole, char text[CLAIMS_WORDS_BYTES])
{
    const double low = entry->place_low, high = entry->place_high;
    if (isnan(low))
        snprintf(text, CLAIMS_WORDS_BYTES, "nowhere");
    else if (isinf(high))
        snprintf(text, CLAIMS_WORDS_BYTES, low > 0 ? "beyond %.9g" : "not told", low);
    else if (low > 0)
        snprintf(text, CLAIMS_WORDS_BYTES, whole ? "between %.9g and %.9g" : "%.9g..%.9g", low,
                 high);
    else
        snprintf(text, CLAIMS_WORDS_BYTES, "from %.9g or less", high);
}

static void least_words(const struct claims_entry *entry, char text[CLAIMS_WORDS_BYTES])
{
    if (isnan(entry->place_low))
        snprintf(text, CLAIMS_WORDS_BYTES, "-");
    else if (entry->place_low == entry->place_high)
        snprintf(text, CLAIMS_WORDS_BYTES, "at %.9g", entry->place_low);
    else
        snprintf(text, CLAIMS_WORDS_BYTES, "at %.9g..%.9g", entry->place_low, entry->place_high);
}

void claims_words_here(const struct claims_entry *entry, bool interval,
                       char text[CLAIMS_WORDS_BYTES])
{
    const enum published_relation relation = entry->claim->relation;
    if (!entry->decided)
        snprintf(text, CLAIMS_WORDS_BYTES, "-");
    else if (relation == PUBLISHED_ARGMIN)
        least_words(entry, text);
    else if (relation == PUBLISHED_CROSSOVER)
        place_words(entry, interval, text);
    else if (relation == PUBLISHED_LOCAL_MAXIMUM && entry->verdict == VERDICT_MATCHES)
        snprintf(text, CLAIMS_WORDS_BYTES, "at %.9g", entry->place_low);
    else if (relation == PUBLISHED_LOCAL_MAXIMUM)
        snprintf(text, CLAIMS_WORDS_BYTES,
                 entry->verdict == VERDICT_CONTRADICTS ? "none there" : "not told");
    else
        claims_words_pair(entry->claim, entry->decided, interval, text);
}

/* How many pairs have the verdict of all; 0 where theirs mean something else. */
static size_t pairs_of_verdict(const struct claims_entry *entry)
{
    const enum published_relation relation = entry->claim->relation;
    size_t count = 0;
    if (relation == PUBLISHED_ARGMIN || relation == PUBLISHED_CROSSOVER ||
        relation == PUBLISHED_LOCAL_MAXIMUM)
        return 0;
    for (size_t i = 0; i < entry->pair_count; i++)
        count += entry->pairs[i].verdict == entry->verdict;
    return count;
}

void claims_words_n(const struct claims_entry *entry, char text[CLAIMS_WORDS_BYTES])
{
    const struct claims_pair *decided = entry->decided;
    text[0] = 0;
    if (!decided)
        return;
    const struct estimate *estimate = &decided->estimate;
    const size_t n = estimate->processes > 1 ? estimate->processes : estimate->n;
    const size_t held = pairs_of_verdict(entry);
    int used =
        snprintf(text, CLAIMS_WORDS_BYTES, "n %zu%s", n, estimate->processes > 1 ? " runs" : "");
    if (entry->pair_count > 1 && held > 0)
        snprintf(text + used, CLAIMS_WORDS_BYTES - (size_t)used, ", %zu of %zu pairs", held,
                 entry->pair_count);
    else if (entry->pair_count > 1)
        snprintf(text + used, CLAIMS_WORDS_BYTES - (size_t)used, ", %zu pairs", entry->pair_count);
}

static enum claims_unit side_unit(const struct published_measure *measure)
{
    switch (measure->quantity) {
    case PUBLISHED_GPU:
    case PUBLISHED_WALL:
    case PUBLISHED_JUDGED:
    case PUBLISHED_HOST_SHARE: return CLAIMS_NS;
    case PUBLISHED_PEAK_BYTES:
    case PUBLISHED_SHARED_BYTES: return CLAIMS_BYTES;
    default: return CLAIMS_PLAIN;
    }
}

/* Of figures that are ratios themselves nothing is said. */
static void figures_add(const struct claims_entry *entry, char text[CLAIMS_MARKS_BYTES])
{
    enum { FIGURES_MAX = 4 };
    size_t used = strlen(text), said = 0;
    double factor;
    for (size_t i = 0; i < entry->claim->figure_count && said < FIGURES_MAX; i++) {
        const struct published_figure *figure = entry->claim->figures[i];
        const bool of_side = published_unit_time(figure->unit, &factor) ||
                             published_unit_bytes(figure->unit, &factor);
        if (!of_side || isnan(figure->value) || used >= CLAIMS_MARKS_BYTES)
            continue;
        used += (size_t)snprintf(text + used, CLAIMS_MARKS_BYTES - used, "%s%.9g %s",
                                 said > 0 ? ", " : "; the paper's: ", figure->value, figure->unit);
        said++;
    }
}

void claims_words_context(const struct claims_entry *entry, char text[CLAIMS_MARKS_BYTES])
{
    const struct claims_pair *pair = entry->decided;
    char a[32], b[32];
    text[0] = 0;
    if (!pair || !*pair->b || isnan(pair->a_plain) || isnan(pair->b_plain))
        return;
    number_format(side_unit(&entry->claim->measure), pair->a_plain, a);
    number_format(side_unit(&entry->claim->measure_b), pair->b_plain, b);
    snprintf(text, CLAIMS_MARKS_BYTES, "%s against %s", a, b);
    figures_add(entry, text);
}

void claims_words_marks(const struct claims_entry *entry, char text[CLAIMS_MARKS_BYTES])
{
    size_t used = 0;
    text[0] = 0;
    for (int bit = 0; bit < CLAIMS_MARK_COUNT; bit++) {
        const unsigned mark = 1u << bit;
        if ((entry->marks & mark) && used < CLAIMS_MARKS_BYTES)
            used +=
                (size_t)snprintf(text + used, CLAIMS_MARKS_BYTES - used, "%s%s",
                                 used > 0 ? "; " : "", claims_mark_text((enum claims_mark)mark));
    }
}
