/* SPDX-License-Identifier: MIT */
/* report_zones.c: the small figure of a claim: zones as bands, the paper's number as a diamond,
 * each case as a dot with its interval. */
#include "harness/views/claims/claims_sentence.h"
#include "harness/views/report/report_page.h"
#include "harness/views/svg/svg_chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = 320,
    EDGE = 8,
    BAND = 13,
    HIGH = 14,
    MIDDLE = BAND + HIGH / 2,
    BELOW = 39,
    SIZE = 11,
    ROOM = 12
};

static const double farthest = 1e5; /* r's beyond it, and below its inverse, stand at the ends */

/* How r is laid out. */
struct scale {
    enum { SCALE_LOG, SCALE_LINEAR, SCALE_SHARE } kind;
    bool turned; /* of a share below one half r has its odds turned round */
    double low, high;
};

/* The value that is drawn: the share itself, or r. */
static double drawn(const struct scale *scale, double r)
{
    if (scale->kind == SCALE_SHARE)
        return scale->turned ? 1 / (1 + r) : isinf(r) ? 1 : r / (1 + r);
    return scale->kind == SCALE_LOG ? fmin(fmax(r, 1 / farthest), farthest) : r;
}

static double place(const struct scale *scale, double r)
{
    const double value = drawn(scale, r), width = WIDTH - 2 * EDGE;
    const double part = scale->kind == SCALE_LOG
                            ? log(value / scale->low) / log(scale->high / scale->low)
                            : (value - scale->low) / (scale->high - scale->low);
    return EDGE + width * fmin(fmax(part, 0), 1);
}

static void hold(struct scale *scale, double r)
{
    const double value = drawn(scale, r);
    if (!isfinite(value) || isnan(r))
        return;
    scale->low = fmin(scale->low, value);
    scale->high = fmax(scale->high, value);
}

/* The paper's number as an r; NAN where it has none. */
static double paper_of(const struct claims_entry *entry, const struct claims_pair *pair)
{
    const struct published_claim *claim = entry->claim;
    const double x = pair->published;
    const bool share = claims_quantity_of(claim) == CLAIMS_SHARE;
    if (isnan(x))
        return claim->says < PUBLISHED_TIMES_AS_LONG ? claim->paper_ratio : NAN;
    switch (claim->says) {
    case PUBLISHED_SHARE: return fmax(x, 1 - x) / fmin(x, 1 - x);
    case PUBLISHED_AT_MOST:
    case PUBLISHED_AT_LEAST: return share ? x / (1 - x) : x;
    case PUBLISHED_COUNT: return 1;
    case PUBLISHED_TIMES_AS_LONG: return fmax(x, 1 / x);
    case PUBLISHED_BEST_AT:
    case PUBLISHED_FROM:
    case PUBLISHED_PEAKS_WITHIN: return NAN;
    default: return x;
    }
}

static struct scale scale_of(const struct claims_entry *entry, const struct claims_pair *shown)
{
    const struct published_claim *claim = entry->claim;
    const bool share = claims_quantity_of(claim) == CLAIMS_SHARE;
    const bool bound = claim->says == PUBLISHED_AT_MOST || claim->says == PUBLISHED_AT_LEAST;
    if (share)
        return (struct scale){ SCALE_SHARE, claim->says == PUBLISHED_SHARE && shown->published < .5,
                               0, 1 };
    if (bound || claim->says == PUBLISHED_COUNT)
        return (struct scale){ SCALE_LINEAR, false, 0, 1.4 };
    return (struct scale){ SCALE_LOG, false, 1 / 1.4, 1.4 };
}

/* True for a pair with a number, and with the bands that are drawn: each case may have its own. */
static bool is_drawn(const struct claims_pair *pair, const struct zones *zones)
{
    bool same = pair->zones.count == zones->count;
    for (size_t i = 0; i + 1 < zones->count && same; i++)
        same = fabs(pair->zones.edge[i] - zones->edge[i]) <= 1e-6 * zones->edge[i];
    return same && !isnan(pair->r);
}

/* So that all have room. */
static void scale_fit(struct scale *scale, const struct claims_entry *entry,
                      const struct zones *zones)
{
    for (size_t i = 0; i < entry->reading_count; i++)
        for (size_t k = 0; k < entry->readings[i].pair_count; k++) {
            const struct claims_pair *pair = &entry->readings[i].pairs[k];
            if (!is_drawn(pair, zones))
                continue;
            hold(scale, pair->r);
            hold(scale, pair->r_interval.low);
            hold(scale, pair->r_interval.high);
            hold(scale, paper_of(entry, pair));
        }
    if (scale->kind == SCALE_LOG) {
        scale->low /= 1.25;
        scale->high *= 1.25;
    } else if (scale->kind == SCALE_LINEAR) {
        scale->high *= 1.15;
    }
}

static void number(FILE *out, double value)
{
    svg_text_number(out, round(10 * value) / 10);
}

static void band_print(FILE *out, const struct scale *scale, enum zone zone, double low,
                       double high)
{
    const double ends[2] = { place(scale, low), place(scale, high) };
    const double begin = fmin(ends[0], ends[1]), end = fmax(ends[0], ends[1]);
    if (end - begin < 0.05)
        return;
    fprintf(out, "<rect class=\"z%d\" x=\"", (int)zone);
    number(out, begin);
    fprintf(out, "\" y=\"%d\" height=\"%d\" width=\"", BAND, HIGH);
    number(out, fmax(end - begin, 1));
    fputs("\"/>", out);
}

static void bands_print(FILE *out, const struct scale *scale, const struct zones *zones)
{
    for (size_t i = 0; i < zones->count; i++)
        band_print(out, scale, zones->zone[i], i > 0 ? zones->edge[i - 1] : 0,
                   i + 1 < zones->count ? zones->edge[i] : INFINITY);
}

static void words_print(FILE *out, double x, int y, const char *style, const char *words)
{
    const struct svg_text text = { x, y, ROOM, WIDTH - ROOM, SIZE, SVG_MIDDLE, style };
    svg_text_print(out, &text, words);
}

static void diamond_print(FILE *out, double x, bool ours, const char *words)
{
    fprintf(out, "<path class=\"paper%s\" d=\"M", ours ? " ours" : "");
    number(out, x);
    fprintf(out, " %dl5 6-5 6-5-6z\"/>", MIDDLE - 6);
    if (words)
        words_print(out, x, BAND - 4, NULL, words);
}

static void case_print(FILE *out, const struct scale *scale, const struct claims_pair *pair)
{
    const double low = place(scale, pair->r_interval.low),
                 high = place(scale, pair->r_interval.high);
    const double begin = fmin(low, high), end = fmax(low, high);
    if (end - begin > 1) {
        fputs("<path class=\"whisk\" d=\"M", out);
        number(out, begin);
        fprintf(out, " %dv8m0-4H", MIDDLE - 4);
        number(out, end);
        fputs("m0-4v8\"/>", out);
    }
    fputs("<circle class=\"here\" cx=\"", out);
    number(out, place(scale, pair->r));
    fprintf(out, "\" cy=\"%d\" r=\"4\"/>", MIDDLE);
}

static void begin(FILE *out, bool below)
{
    fprintf(out, "<svg class=\"mini\" aria-hidden=\"true\" viewBox=\"0 0 %d %d\">", WIDTH,
            below ? BELOW + 4 : BAND + HIGH + 2);
}

/* Above the band: "paper 6 ×", and of a number that is ours "we test 50 %". */
static void paper_print(FILE *out, const struct scale *scale, const struct claims_entry *entry,
                        const struct claims_pair *shown)
{
    const double r = paper_of(entry, shown);
    const bool ours = entry->claim->number != PUBLISHED_OF_PAPER;
    struct text words = { 0 };
    if (!(r > 0) && !(r == 0 && scale->kind == SCALE_LINEAR))
        return;
    const bool several = entry->claim->value_count > 1 && entry->readings[0].case_count > 1;
    text_add(&words, ours ? "we test " : several ? "paper" : "paper ");
    if (!several)
        claims_sentence_paper(entry, &words);
    diamond_print(out, place(scale, r), ours, text_string(&words));
    text_finish(&words);
}

/* Below it: what the device has, and where there is no difference. */
static void below_print(FILE *out, const struct scale *scale, const struct claims_entry *entry,
                        const struct claims_pair *shown, bool words)
{
    struct claims_pair bare = *shown;
    struct text here = { 0 };
    double begin = 0, end = 0;
    const double one = place(scale, 1);
    bare.estimate.interval = bare.r_interval = (struct stats_interval){ NAN, NAN };
    if (words && entry->readings[0].pair_count == 1)
        claims_sentence_pair(entry->claim, &bare, &here);
    if (*text_string(&here)) {
        const struct svg_text text = {
            place(scale, shown->r), BELOW, ROOM, WIDTH - ROOM, SIZE, SVG_MIDDLE, "hl"
        };
        svg_text_extent(&text, here.string, &begin, &end);
        svg_text_print(out, &text, here.string);
    }
    const double half = svg_text_width("equal", SIZE) / 2 + 4;
    if (scale->kind == SCALE_LOG && (one + half < begin || one - half > end))
        words_print(out, one, BELOW, NULL,
                    entry->claim->says == PUBLISHED_BEST_AT ? "best" : "equal");
    text_finish(&here);
}

/* Places along an axis, from where on the claim holds. */
static void from_print(FILE *out, const struct claims_entry *entry)
{
    const struct claims_reading *reading = &entry->readings[0];
    struct scale scale = { SCALE_LOG, false, INFINITY, 0 };
    struct text words = { 0 };
    const double x = entry->claim->value;
    for (size_t i = 0; i < reading->pair_count; i++) {
        const char *space = strrchr(reading->pairs[i].label, ' ');
        hold(&scale, space ? strtod(space, NULL) : NAN);
    }
    hold(&scale, x);
    if (!(scale.low < scale.high))
        return;
    scale.low /= 1.25;
    scale.high *= 1.25;
    begin(out, true);
    if (isnan(x))
        band_print(out, &scale, ZONE_CONFIRMED, scale.low, scale.high);
    for (size_t i = 0; i < 3 && !isnan(x); i++) {
        const struct zones *zones = &reading->shown->zones;
        if (i < zones->count)
            band_print(out, &scale, zones->zone[i], i > 0 ? zones->edge[i - 1] * x : 0,
                       i + 1 < zones->count ? zones->edge[i] * x : INFINITY);
    }
    if (!isnan(x)) {
        text_add(&words, "paper ");
        claims_sentence_paper(entry, &words);
        diamond_print(out, place(&scale, x), false, text_string(&words));
        text_finish(&words);
    }
    const double low = fmax(reading->place_low, scale.low);
    const double high = fmin(reading->place_high, scale.high);
    if (low <= high) {
        const double ends[2] = { place(&scale, low), place(&scale, high) };
        fputs("<path class=\"whisk\" d=\"M", out);
        number(out, ends[0]);
        fprintf(out, " %dv10m0-5H", MIDDLE - 5);
        number(out, ends[1]);
        fputs("m0-5v10\"/>", out);
        text_add_format(&words, "%s %.9g to %.9g", entry->claim->along, low, high);
        words_print(out, (ends[0] + ends[1]) / 2, BELOW, "hl", text_string(&words));
        text_finish(&words);
    }
    fputs("</svg>", out);
}

void report_zones_print(FILE *out, const struct claims_entry *entry, bool words)
{
    const struct claims_reading *reading = &entry->readings[0];
    const struct claims_pair *shown = entry->reading_count > 0 ? reading->shown : NULL;
    if (!shown || verdict_class_of(entry->verdict) == VERDICT_CLASS_NOT_TESTABLE)
        return;
    if (entry->claim->says == PUBLISHED_FROM) {
        from_print(out, entry);
        return;
    }
    struct scale scale = scale_of(entry, shown);
    scale_fit(&scale, entry, &shown->zones);
    begin(out, words || scale.kind == SCALE_LOG);
    bands_print(out, &scale, &shown->zones);
    if (scale.kind == SCALE_LOG) {
        fputs("<path class=\"one\" d=\"M", out);
        number(out, place(&scale, 1));
        fprintf(out, " %dV%d\"/>", BAND - 3, BAND + HIGH + 3);
    }
    paper_print(out, &scale, entry, shown);
    for (size_t i = 0; i < entry->reading_count; i++)
        for (size_t k = 0; k < entry->readings[i].pair_count; k++)
            if (is_drawn(&entry->readings[i].pairs[k], &shown->zones))
                case_print(out, &scale, &entry->readings[i].pairs[k]);
    below_print(out, &scale, entry, shown, words);
    fputs("</svg>", out);
}

void report_zones_example(FILE *out)
{
    const struct scale scale = { SCALE_LOG, false, 0.6, 6 };
    const struct zones zones = zones_size(2.8, zones_kappa);
    const struct claims_pair pair = { .r = 2.2, .r_interval = { 1.7, 2.7 } };
    begin(out, true);
    bands_print(out, &scale, &zones);
    fprintf(out, "<path class=\"one\" d=\"M");
    number(out, place(&scale, 1));
    fprintf(out, " %dV%d\"/>", BAND - 3, BAND + HIGH + 3);
    diamond_print(out, place(&scale, 2.8), false, "the paper's number");
    case_print(out, &scale, &pair);
    words_print(out, place(&scale, 1), BELOW, NULL, "equal");
    words_print(out, place(&scale, 2.2), BELOW, "hl", "this device, its interval");
    fputs("</svg>", out);
}
