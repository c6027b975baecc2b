/* SPDX-License-Identifier: MIT */
#include "harness/views/claims/ratio_words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *ratio_words_side(enum published_says says, bool above)
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
    return fmax(size_of(a), size_of(b)) < RATIO_WORDS_PERCENT_BELOW;
}

static void size_add(struct text *text, double r, bool percent, const char *word)
{
    if (is_none(r))
        text_add(text, "0 %");
    else if (percent)
        text_add_format(text, "%.2g %%", 100 * (r - 1));
    else if (r < RATIO_WORDS_PERCENT_BELOW)
        text_add_format(text, "%.4g", r);
    else
        number_add(text, r);
    text_add_format(text, "%s%s%s", percent || is_none(r) ? "" : " ×", *word ? " " : "", word);
}

static const char *none_of(enum published_says says)
{
    return says == PUBLISHED_AS_MUCH || says == PUBLISHED_LESS || says == PUBLISHED_MORE
               ? "as much"
               : "as fast";
}

/* "1.09 × slower" of 0.92. */
static void ratio_add(struct text *text, enum published_says says, double r, bool percent)
{
    if (is_none(r))
        text_add(text, none_of(says));
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

static void interval_add(struct text *text, enum published_says says,
                         const struct claims_pair *pair, bool percent)
{
    const struct stats_interval r = pair->r_interval;
    const bool above = pair->r >= 1;
    const double low = above ? r.low : 1 / r.high, high = above ? r.high : 1 / r.low;
    if (isnan(low) || (pair->estimate.exact && low == high) || (is_none(low) && is_none(high)))
        return;
    text_add(text, " [");
    if (low < 1) {
        ratio_add(text, says, r.low, percent);
        text_add(text, ", ");
        ratio_add(text, says, r.high, percent);
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

void ratio_words_measured(struct text *text, enum published_says says,
                          const struct claims_pair *pair)
{
    const struct stats_interval r = pair->r_interval;
    const bool crosses = r.low < 1 && r.high > 1;
    const bool percent = in_percent(pair->r, pair->r) && (!crosses || in_percent(r.low, r.high));
    ratio_add(text, says, pair->r, percent);
    interval_add(text, says, pair, percent);
}

void ratio_words(struct text *text, enum published_says says, double r)
{
    ratio_add(text, says, r, in_percent(r, r));
}

void ratio_words_size(struct text *text, double r, const char *word)
{
    size_add(text, size_of(r), in_percent(r, r), word);
}

void ratio_words_ends(struct text *text, struct text *low, struct text *high)
{
    text_add(text, text_string(low));
    if (strcmp(text_string(low), text_string(high)) != 0)
        text_add_format(text, " to %s", text_string(high));
    text_finish(low);
    text_finish(high);
}

void ratio_words_range(struct text *text, enum published_says says, double low, double high)
{
    const bool percent = in_percent(low, high);
    struct text ends[2] = { { 0 }, { 0 } };
    if (is_none(low) || is_none(high)) {
        const double far = is_none(low) ? high : low;
        text_add(text, is_none(far) ? "" : "up to ");
        ratio_add(text, says, far, percent);
    } else if ((low > 1) == (high > 1)) {
        size_add(&ends[0], low > 1 ? low : 1 / high, percent, "");
        size_add(&ends[1], low > 1 ? high : 1 / low, percent, "");
        ratio_words_ends(text, &ends[0], &ends[1]);
        text_add_format(text, " %s", ratio_words_side(says, low > 1));
    } else {
        ratio_add(text, says, low, percent);
        text_add(text, " to ");
        ratio_add(text, says, high, percent);
    }
}
