/* SPDX-License-Identifier: MIT */
#include "harness/views/claims/claims.h"

#include <string.h>

static const double percent_below = 1.1; /* larger ratios are no per cent */

/* Returns the word for a ratio above 1, or below it. */
static const char *ratio_words_side(enum published_says says, bool above)
{
    switch (says) {
    case PUBLISHED_SLOWER:
    case PUBLISHED_PEAKS_WITHIN: return above ? "slower" : "faster";
    case PUBLISHED_LESS:
    case PUBLISHED_AS_MUCH:
    case PUBLISHED_FALLS: return above ? "less" : "more";
    case PUBLISHED_MORE:
    case PUBLISHED_RISES: return above ? "more" : "less";
    default: return above ? "faster" : "slower";
    }
}

/* Three digits, and all of a whole number. */
static void number_add(struct text *text, double r)
{
    text_add_format(text, r < 999.5 ? "%.3g" : "%.0f", r);
}

static double size_of(double r)
{
    return r >= 1 ? r : 1 / r;
}

static bool is_none(double r)
{
    return fabs(r - 1) < 5e-4;
}

/* Ratios that are read together have one unit: "×" where one of them is too large for per cent. */
static bool in_percent(double a, double b)
{
    return fmax(size_of(a), size_of(b)) < percent_below;
}

static void size_add(struct text *text, double r, bool percent, const char *word)
{
    if (is_none(r))
        text_add(text, "0 %");
    else if (percent)
        text_add_format(text, "%.2g %%", 100 * (r - 1));
    else if (r < percent_below)
        text_add_format(text, "%.4g", r);
    else
        number_add(text, r);
    text_add_format(text, "%s%s%s", percent || is_none(r) ? "" : " ×", *word ? " " : "", word);
}

/* "1.09 × slower" of 0.92. */
static void ratio_add(struct text *text, enum published_says says, double r, bool percent)
{
    const bool amount = says == PUBLISHED_AS_MUCH || says == PUBLISHED_LESS ||
                        says == PUBLISHED_MORE || says == PUBLISHED_FALLS ||
                        says == PUBLISHED_RISES;
    if (is_none(r))
        text_add(text, amount ? "as much" : "as fast");
    else
        size_add(text, size_of(r), percent, ratio_words_side(says, r >= 1));
}

/* True where both ends of an interval would read the same: they then get a digit more. */
static bool ends_alike(double low, double high, int digits)
{
    char ends[2][32];
    snprintf(ends[0], sizeof(ends[0]), "%.*g", digits, low);
    snprintf(ends[1], sizeof(ends[1]), "%.*g", digits, high);
    return strcmp(ends[0], ends[1]) == 0;
}

void ratio_words_measured(struct text *text, enum published_says says, double r,
                          struct stats_interval interval)
{
    const bool crosses = interval.low < 1 && interval.high > 1;
    const bool percent = in_percent(r, r) && (!crosses || in_percent(interval.low, interval.high));
    ratio_add(text, says, r, percent);
    const bool above = r >= 1;
    const double low = above ? interval.low : 1 / interval.high;
    const double high = above ? interval.high : 1 / interval.low;
    if (isnan(low) || (is_none(low) && is_none(high)))
        return;
    text_add(text, " [");
    if (low < 1) {
        ratio_add(text, says, interval.low, percent);
        text_add(text, ", ");
        ratio_add(text, says, interval.high, percent);
    } else if (percent) {
        const int digits = ends_alike(100 * (low - 1), 100 * (high - 1), 2) ? 3 : 2;
        text_add_format(text, "%.*g, %.*g", digits, 100 * (low - 1), digits, 100 * (high - 1));
    } else if (high < 999.5 && ends_alike(low, high, 3)) {
        text_add_format(text, "%.4g, %.4g", low, high);
    } else {
        number_add(text, low);
        text_add(text, ", ");
        number_add(text, high);
    }
    text_add(text, "]");
}

/* "2.84 × slower": the size of a ratio alone, with this word. */
static void ratio_words_size(struct text *text, double r, const char *word)
{
    size_add(text, size_of(r), in_percent(r, r), word);
}

/* Adds "1.94 to 2.56", or one of them where both read the same. */
static void ratio_words_ends(struct text *text, const struct text *low, const struct text *high)
{
    text_add(text, text_string(low));
    if (strcmp(text_string(low), text_string(high)) != 0)
        text_add_format(text, " to %s", text_string(high));
}

/* "1.94 × to 2.56 × faster", "1.09 × slower to 1.3 × faster", "up to 3 % faster". */
static void ratio_words_range(struct text *text, enum published_says says, double low, double high)
{
    const bool percent = in_percent(low, high);
    OWNED_TEXT struct text least = { 0 }, most = { 0 };
    if (is_none(low) || is_none(high)) {
        const double far = is_none(low) ? high : low;
        text_add(text, is_none(far) ? "" : "up to ");
        ratio_add(text, says, far, percent);
    } else if ((low > 1) == (high > 1)) {
        size_add(&least, low > 1 ? low : 1 / high, percent, "");
        size_add(&most, low > 1 ? high : 1 / low, percent, "");
        ratio_words_ends(text, &least, &most);
        text_add_format(text, " %s", ratio_words_side(says, low > 1));
    } else {
        ratio_add(text, says, low, percent);
        text_add(text, " to ");
        ratio_add(text, says, high, percent);
    }
}

/* Words ---------------------------------------------------------------------------------------- */

char *claims_part_words(const struct claims_entry *entry, claims_part *part)
{
    struct text text = { 0 };
    part(entry, &text);
    return text_take(&text);
}

static bool is_single(const struct claims_entry *entry)
{
    return entry->readings->shown && entry->readings->case_count < 2;
}

void claims_sentence_statement(const struct claims_entry *entry, struct text *text)
{
    const struct published_claim *claim = entry->claim;
    const char *who = claim->of_b ? claim->name_b : claim->name_a;
    const char *other = claim->of_b ? claim->name_a : claim->name_b;
    const bool plurals = claim->of_b ? claim->plural_b : claim->plural_a;
    const bool near = claim->margin > PUBLISHED_MARGIN_LITTLE;
    const char *relation = NULL; /* of a kind whose statement says it better */
    const char *key = is_single(entry) ? entry->readings->shown->key : "";
    if (claim->says == PUBLISHED_FASTER)
        relation = "faster than";
    else if (claim->says == PUBLISHED_SLOWER)
        relation = "slower than";
    else if (claim->says == PUBLISHED_AS_FAST && claim->denies == PUBLISHED_DENIES_ABOVE)
        relation = "no faster than";
    else if (claim->says == PUBLISHED_AS_FAST && claim->denies == PUBLISHED_DENIES_BELOW)
        relation = near ? "not much slower than" : "no slower than";
    else if (claim->says == PUBLISHED_AS_FAST)
        relation = near ? "about as fast as" : "as fast as";
    if (!relation || !*who || !*other) {
        const size_t length = strlen(claim->statement);
        const bool stop = length > 0 && claim->statement[length - 1] == '.';
        text_add_bytes(text, claim->statement, length - stop);
        return;
    }
    text_add_format(text, "%s %s %s %s", who, plurals ? "are" : "is", relation, other);
    if (*key)
        text_add_format(text, " %s %s", strpbrk(key, "0123456789") ? "at" : "on", key);
}

/* Numbers -------------------------------------------------------------------------------------- */

static void quantity_add(struct text *text, enum claims_quantity quantity, double value)
{
    if (quantity == CLAIMS_NS)
        text_add(text, units_format_ns(value, UNITS_ROOM));
    else if (quantity == CLAIMS_BYTES)
        text_add(text, units_format_bytes(value, UNITS_ROOM));
    else if (quantity == CLAIMS_JOULES)
        text_add(text, units_format_joules(value, UNITS_ROOM));
    else
        text_add_format(text, fabs(value) < 1e4 ? "%.4g" : "%.15g", value);
}

/* "7 dispatches", "1 dispatch". */
static void unit_add(struct text *text, const char *unit, double value)
{
    static const struct {
        const char *many;
        size_t more; /* letters than of one */
    } ends[] = { { "ches", 2 }, { "ves", 0 }, { "ss", 0 }, { "s", 1 } };
    size_t length = strlen(unit), more = 0;
    for (size_t i = COUNT_OF(ends); i-- > 0 && value == 1;) {
        const size_t end = strlen(ends[i].many);
        if (length > end && strcmp(unit + length - end, ends[i].many) == 0)
            more = ends[i].more;
    }
    length -= more;
    text_add(text, " ");
    text_add_bytes(text, unit, length);
}

/* A measure as it is: a share, a count, a time, or a plain ratio. */
static void plain_add(struct text *text, const struct published_claim *claim,
                      const struct claims_pair *pair)
{
    const enum claims_quantity quantity = claims_quantity_of(claim);
    const struct estimate *estimate = &pair->estimate;
    const struct stats_interval own = estimate->interval;
    const double unit = quantity == CLAIMS_SHARE ? 100 : 1;
    if (quantity == CLAIMS_SHARE)
        text_add_format(text, "%.3g %%", unit * estimate->value);
    else
        quantity_add(text, quantity, estimate->value);
    if (quantity == CLAIMS_RATIO)
        text_add(text, " ×");
    if (quantity == CLAIMS_PLAIN && *claim->unit && strcmp(claim->unit, "ratio") != 0)
        unit_add(text, claim->unit, estimate->value);
    if (isnan(own.low) || (estimate->exact && own.low == own.high))
        return;
    text_add(text, " [");
    quantity_add(text, quantity == CLAIMS_SHARE ? CLAIMS_PLAIN : quantity, unit * own.low);
    text_add(text, ", ");
    quantity_add(text, quantity == CLAIMS_SHARE ? CLAIMS_PLAIN : quantity, unit * own.high);
    text_add(text, "]");
}

static bool is_plain(const struct published_claim *claim)
{
    return claim->says == PUBLISHED_SHARE || claim->says == PUBLISHED_COUNT ||
           claim->says == PUBLISHED_AT_MOST || claim->says == PUBLISHED_AT_LEAST;
}

/* The paper's number as r: of a step that takes half the time it is 2. */
static double as_long(const struct claims_pair *pair, double r)
{
    return pair->published < 1 ? 1 / r : r;
}

static const char *long_word(const struct published_claim *claim)
{
    return metric_sampled(&claim->measure) ? "long" : "much";
}

void claims_sentence_pair(const struct published_claim *claim, const struct claims_pair *pair,
                          struct text *text)
{
    const double value = pair->estimate.value;
    if (isnan(value)) {
        text_add(text, "not measured");
    } else if (is_plain(claim)) {
        plain_add(text, claim, pair);
    } else if (claim->says == PUBLISHED_TIMES_AS_LONG) {
        const double low = as_long(pair, pair->r_interval.low);
        const double high = as_long(pair, pair->r_interval.high);
        text_add_format(text, "%.3g × as %s", as_long(pair, pair->r), long_word(claim));
        if (!isnan(low))
            text_add_format(text, " [%.3g, %.3g]", fmin(low, high), fmax(low, high));
    } else if (claim->says == PUBLISHED_FROM) {
        ratio_add(text, claim->of_b ? PUBLISHED_FASTER : PUBLISHED_SLOWER, value,
                  in_percent(value, value));
    } else {
        const struct stats_interval own = pair->r_interval, none = { NAN, NAN };
        const bool exact = pair->estimate.exact && own.low == own.high;
        ratio_words_measured(text, claim->says, pair->r, exact ? none : own);
    }
}

/* Measured ------------------------------------------------------------------------------------- */

/* " (3.31 ms against 1.3 ms)": whom the statement speaks of first. */
static void both_add(struct text *text, const struct published_claim *claim,
                     const struct claims_pair *pair)
{
    const double sides[2] = { pair->a_plain, pair->b_plain };
    const enum claims_quantity quantities[2] = { pair->a_quantity, pair->b_quantity };
    const bool share = claims_quantity_of(claim) == CLAIMS_SHARE;
    if (!*pair->b || isnan(sides[0]) || isnan(sides[1]))
        return;
    text_add(text, " (");
    quantity_add(text, quantities[claim->of_b], sides[claim->of_b]);
    text_add(text, share ? " of " : " against ");
    quantity_add(text, quantities[!claim->of_b], sides[!claim->of_b]);
    text_add(text, ")");
}

static void from_add(struct text *text, const struct claims_entry *entry,
                     const struct claims_reading *reading)
{
    const char *along = entry->claim->along;
    if (isinf(reading->place_low) || isnan(reading->place_low))
        text_add(text, "nowhere in the sweep");
    else if (isinf(reading->place_high))
        text_add_format(text, "somewhere beyond %s %.9g", along, reading->place_low);
    else if (reading->place_low > 0)
        text_add_format(text, "from somewhere between %s %.9g and %.9g on", along,
                        reading->place_low, reading->place_high);
    else
        text_add_format(text, "from %s %.9g or less on", along, reading->place_high);
}

static void best_add(struct text *text, const struct claims_entry *entry,
                     const struct claims_reading *reading)
{
    const struct claims_pair *pair = reading->shown;
    if (reading->place_low == reading->place_high)
        text_add_format(text, "best at %s %.9g", entry->claim->along, reading->place_low);
    else
        text_add_format(text, "best at %s %.9g to %.9g", entry->claim->along, reading->place_low,
                        reading->place_high);
    if (pair->r <= 1 + zones_delta)
        return;
    text_add_format(text, "; the paper's %.9g costs ", entry->claim->value);
    ratio_words_size(text, pair->r, "more");
}

/* The plain values of all pairs, from the least to the greatest. */
static void plain_range_add(struct text *text, const struct published_claim *claim,
                            const struct claims_reading *reading)
{
    const struct claims_pair *low = NULL, *high = NULL;
    foreach (const struct claims_pair, pair, reading->pairs, reading->pair_count) {
        if (isnan(pair->estimate.value))
            continue;
        if (!low || pair->estimate.value < low->estimate.value)
            low = pair;
        if (!high || pair->estimate.value > high->estimate.value)
            high = pair;
    }
    struct published_claim bare = *claim;
    struct claims_pair least = *low, most = *high;
    OWNED_TEXT struct text from = { 0 }, to = { 0 };
    if (low->estimate.value < high->estimate.value && claims_quantity_of(claim) == CLAIMS_PLAIN)
        bare.unit = "";
    least.estimate.interval = most.estimate.interval = (struct stats_interval){ NAN, NAN };
    plain_add(&from, &bare, &least);
    plain_add(&to, claim, &most);
    ratio_words_ends(text, &from, &to);
}

static void reading_add(struct text *text, const struct claims_entry *entry,
                        const struct claims_reading *reading)
{
    const struct published_claim *claim = entry->claim;
    const bool steps = claim->says == PUBLISHED_FALLS || claim->says == PUBLISHED_RISES ||
                       (claim->says == PUBLISHED_TIMES_AS_LONG && *claim->along);
    if (claim->says == PUBLISHED_FROM) {
        from_add(text, entry, reading);
        return;
    }
    if (claim->says == PUBLISHED_BEST_AT) {
        best_add(text, entry, reading);
        return;
    }
    if (reading->case_count < 2 && reading->pair_count < 2) {
        claims_sentence_pair(claim, reading->shown, text);
        if (claim->says == PUBLISHED_SHARE && *claim->name_b)
            text_add_format(text, " of %s", claim->name_b);
        both_add(text, claim, reading->shown);
        return;
    }
    if (claim->free_count == 0 || reading->case_count > 1)
        text_add_format(text, "%zu of %zu %s, ", reading->held, reading->case_count,
                        steps ? "steps" : "cases");
    if (claim->free_count > 0) { /* "15 settings of depth and threshold, " */
        text_add_format(text, "%zu setting%s of ", COUNTED(reading->settings));
        for (size_t i = 0; i < claim->free_count; i++)
            text_add_format(text, "%s%s", i > 0 ? " and " : "", claim->free[i].axis);
        text_add(text, ", ");
    }
    if (is_plain(claim)) {
        plain_range_add(text, claim, reading);
    } else if (claim->says == PUBLISHED_TIMES_AS_LONG) {
        const double low = as_long(reading->shown, reading->r_low);
        const double high = as_long(reading->shown, reading->r_high);
        OWNED_TEXT struct text least = { 0 }, most = { 0 };
        text_add_format(&least, "%.3g ×", fmin(low, high));
        text_add_format(&most, "%.3g ×", fmax(low, high));
        ratio_words_ends(text, &least, &most);
        text_add_format(text, " as %s", long_word(claim));
    } else {
        ratio_words_range(text, claim->says, reading->r_low, reading->r_high);
    }
}

void claims_sentence_measured(const struct claims_entry *entry, struct text *text)
{
    bool first = true;
    foreach (const struct claims_reading, reading, entry->readings, entry->reading_count) {
        if (!reading->shown)
            continue;
        text_add(text, first ? "" : "; ");
        first = false;
        reading_add(text, entry, reading);
        if (entry->reading_count > 1)
            text_add(text,
                     reading->clock == ESTIMATE_WALL_TIME ? " in wall time" : " in device time");
    }
    const unsigned mark = entry->marks & claims_evidence_mark(entry->claim->evidence);
    if (mark && text->length > 0)
        text_add_format(text, ", %s", claims_mark_text((enum claims_mark)mark));
}

void claims_sentence_observed(const struct published_claim *claim, size_t i, struct text *text)
{
    const struct published_observation *one = &claim->observed[i];
    for (size_t k = 0; k < i; k++)
        if (strcmp(claim->observed[k].how, one->how) == 0 &&
            strcmp(claim->observed[k].by, one->by) == 0)
            return;
    text_add(text, one->how);
    if (strcmp(one->by, "shown") != 0)
        text_add_format(text, " (%s)", one->by);
}

/* Paper ---------------------------------------------------------------------------------------- */

static void value_add(struct text *text, const struct published_claim *claim, double value)
{
    const enum claims_quantity quantity = claims_quantity_of(claim);
    if (claim->says == PUBLISHED_AT_MOST || claim->says == PUBLISHED_AT_LEAST)
        text_add(text, claim->says == PUBLISHED_AT_MOST ? "at most " : "at least ");
    text_add(text, claim->says == PUBLISHED_FROM ? "from " : "");
    text_add(text, claim->approximate ? "about " : "");
    if (claim->says == PUBLISHED_BEST_AT || claim->says == PUBLISHED_FROM)
        text_add_format(text, "%s %.9g%s", claim->along, value,
                        claim->says == PUBLISHED_FROM ? " on"
                        : claim->or_more              ? " or more"
                                                      : "");
    else if (quantity == CLAIMS_SHARE)
        text_add_format(text, "%.9g %%", 100 * value);
    else
        quantity_add(text, quantity, value);
    if (quantity == CLAIMS_RATIO && claim->says < PUBLISHED_BEST_AT)
        text_add(text, " ×");
}

void claims_sentence_paper(const struct claims_entry *entry, struct text *text)
{
    const struct published_claim *claim = entry->claim;
    const struct claims_pair *shown = entry->readings->shown;
    const bool several = claim->value_count > 1 && !is_single(entry);
    const double value = shown && !isnan(shown->published) ? shown->published : claim->value;
    if (several)
        text_add(text, "a number for each case");
    else if (!isnan(value))
        value_add(text, claim, value);
    else if (!isnan(claim->paper_ratio))
        ratio_words_size(text, claim->paper_ratio,
                         ratio_words_side(claim->says, claim->paper_ratio >= 1));
    else if (*claim->word && *claim->gloss)
        text_add_format(text, "\"%s\", %s", claim->word, claim->gloss);
    else if (*claim->word)
        text_add_format(text, "\"%s\"", claim->word);
    else
        text_add(text, claim->number == PUBLISHED_OURS ? "-"
                       : claim->figure_count > 0       ? "no number in this sentence"
                                                       : "no number");
}

const char *claims_sentence_verb(const struct claims_entry *entry)
{
    const struct published_claim *claim = entry->claim;
    const struct claims_pair *shown = entry->readings->shown;
    if (claim->value_count > 1 && !is_single(entry))
        return "gives";
    if (!isnan(claim->value) || (shown && !isnan(shown->published)) || !isnan(claim->paper_ratio) ||
        *claim->word)
        return "says";
    return claim->number == PUBLISHED_OURS ? NULL : "gives";
}

/* Verdict -------------------------------------------------------------------------------------- */

static void zone_add(struct text *text, const struct claims_entry *entry)
{
    const struct published_claim *claim = entry->claim;
    const struct claims_pair *pair = entry->readings->shown;
    const struct stats_interval zone =
        pair ? zones_confirmed(&pair->zones) : (struct stats_interval){ NAN, NAN };
    if (!pair || isnan(zone.low) || claim->says >= PUBLISHED_BEST_AT || is_plain(claim))
        return;
    if (claim->says == PUBLISHED_AS_FAST || claim->says == PUBLISHED_AS_MUCH) {
        const double margin = isinf(zone.high) ? 1 / zone.low : zone.high;
        if (margin <= percent_below + 0.01)
            text_add_format(text, " (within %.3g %% of none)", 100 * (margin - 1));
        else
            text_add_format(text, " (within %.3g ×)", margin);
    } else if (isinf(zone.high)) {
        text_add_format(text, " (from %.3g × on)", zone.low);
    } else {
        text_add_format(text, " (same size: %.3g to %.3g)", zone.low, zone.high);
    }
}

void claims_sentence_verdict(const struct claims_entry *entry, struct text *text)
{
    text_add(text, verdict_words(entry->verdict, VERDICT_ROOM));
    if (entry->verdict.kind != VERDICT_NOT_TESTABLE &&
        claims_quantity_of(entry->claim) != CLAIMS_SHARE)
        zone_add(text, entry);
}

void claims_sentence_rests(const struct claims_entry *entry, struct text *text)
{
    const struct claims_pair *pair = entry->readings->shown;
    if (entry->runs > 0 && entry->verdict.kind != VERDICT_NOT_TESTABLE) {
        text_add_format(text, "%zu run%s of %zu card%s", COUNTED(entry->runs),
                        COUNTED(entry->cards));
        /* The interval of a model is of its cards' median; nine of ten of them lie within these. */
        if (pair && !isnan(pair->r_single.low) && !is_plain(entry->claim)) {
            text_add(text, ", single cards ");
            ratio_words_range(text, entry->claim->says, pair->r_single.low, pair->r_single.high);
        }
    }
    if (text->length > 0 && entry->marks)
        text_add(text, "; ");
    claims_sentence_marks(entry, text);
}

void claims_sentence_marks(const struct claims_entry *entry, struct text *text)
{
    const char *separator = "";
    for (int bit = 0; bit < CLAIMS_MARK_COUNT; bit++) {
        char words[CLAIMS_MARK_BYTES];
        if (!claims_entry_mark(entry, bit, words))
            continue;
        text_add_format(text, "%s%s", separator, words);
        separator = "; ";
    }
}

void claims_sentence_gives(const struct claims_entry *entry, struct text *text)
{
    const char *verb = claims_sentence_verb(entry);
    text_add(text, verb && strcmp(verb, "gives") == 0 ? "paper gives " : "paper ");
    claims_sentence_paper(entry, text);
}

static void sentence_add(const struct claims_entry *entry, struct text *text, bool headed)
{
    const bool why = entry->verdict.kind == VERDICT_NOT_TESTABLE && *entry->reason;
    claims_sentence_statement(entry, text);
    if (entry->readings->shown) {
        text_add(text, " · ");
        claims_sentence_measured(entry, text);
    }
    text_add(text, " · ");
    if (claims_sentence_verb(entry)) {
        claims_sentence_gives(entry, text);
        text_add(text, " · ");
    }
    if (!headed || !why)
        claims_sentence_verdict(entry, text);
    if (why)
        text_add_format(text, "%s%s", headed ? "" : ": ", entry->reason);
}

void claims_sentence(const struct claims_entry *entry, struct text *text)
{
    sentence_add(entry, text, false);
}

void claims_sentence_headed(const struct claims_entry *entry, struct text *text)
{
    sentence_add(entry, text, true);
}

/* Who wrote it -------------------------------------------------------------------------------- */

static void surname_add(struct text *text, const char *author)
{
    const char *bracket = strstr(author, " ("), *name = author;
    const size_t length = bracket ? (size_t)(bracket - author) : strlen(author);
    for (size_t i = 0; i < length; i++)
        name = author[i] == ' ' ? author + i + 1 : name;
    text_add_bytes(text, name, (size_t)(author + length - name));
}

void claims_sentence_cite(const struct published *paper, struct text *text)
{
    enum { AUTHORS_MAX = 5 };
    const size_t count = paper->author_count;
    if (count == 0 || count > AUTHORS_MAX) /* the id in words: "tiling reports" */
        for (const char *id = paper->id; *id; id++)
            text_add_bytes(text, *id == '_' ? " " : id, 1);
    else
        surname_add(text, paper->authors[0]);
    if (count == 2) {
        text_add(text, " and ");
        surname_add(text, paper->authors[1]);
    } else if (count > 2 && count <= AUTHORS_MAX) {
        text_add(text, " et al.");
    }
    if (isfinite(paper->year))
        text_add_format(text, " %.0f", paper->year);
}
