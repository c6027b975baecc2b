/* SPDX-License-Identifier: MIT */
/* view_claims.c: which claims the document has, in which order and in which words. */
#include "harness/base/need.h"
#include "harness/views/claims/claims.h"
#include "harness/views/formats/export.h"
#include "harness/views/headline/headline.h"
#include "harness/views/view/view_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Words ---------------------------------------------------------------------------------------- */

static const struct word {
    const char *mark, *means;
    bool good, surprise;
    int rank; /* in a list: surprises first */
} words[VERDICT_CLASS_COUNT] = {
    [VERDICT_CLASS_STRONGER] = { "\xE2\x96\xB3", "more than the paper says", true, true, 1 },
    [VERDICT_CLASS_CONFIRMED] = { "\xE2\x9C\x93", "as the paper says", true, false, 7 },
    [VERDICT_CLASS_WEAKER] = { "\xE2\x96\xBD", "same direction, smaller", false, true, 4 },
    [VERDICT_CLASS_NOT_SEEN] = { "\xE2\x97\x8B", "no difference here", false, true, 3 },
    [VERDICT_CLASS_CONTRADICTED] = { "\xE2\x9C\x97", "the opposite", false, true, 0 },
    [VERDICT_CLASS_MIXED] = { "\xE2\x97\x90", "holds in some cases only", false, true, 2 },
    [VERDICT_CLASS_BETWEEN] = { "\xE2\x97\x87", "on an edge", false, false, 5 },
    [VERDICT_CLASS_UNDECIDED] = { "?", "these runs cannot decide", false, false, 6 },
    [VERDICT_CLASS_NOT_TESTABLE] = { "\xE2\x80\x93", "not testable here", false, false, 8 },
};

/* Classes from good to bad, as bars have them. */
static const enum verdict_class bar_order[VERDICT_CLASS_COUNT] = {
    VERDICT_CLASS_CONFIRMED, VERDICT_CLASS_STRONGER,     VERDICT_CLASS_WEAKER,
    VERDICT_CLASS_BETWEEN,   VERDICT_CLASS_UNDECIDED,    VERDICT_CLASS_MIXED,
    VERDICT_CLASS_NOT_SEEN,  VERDICT_CLASS_CONTRADICTED, VERDICT_CLASS_NOT_TESTABLE,
};

/* Whose claims they are, in the order in which they are shown. */
static const struct group {
    enum claims_origin origin;
    const char *key, *title, *means;
} groups[CLAIMS_ORIGIN_COUNT] = {
    { CLAIMS_OF_PAPER, "paper", "Stated by the papers", "as a number or an order" },
    { CLAIMS_OF_READING, "reading", "Our reading of their words",
      "the number is ours, for a word of the paper" },
    { CLAIMS_OF_OTHER_EVIDENCE, "evidence", "By other evidence than runs",
      "a CUDA port, a trace, a test or arithmetic" },
    { CLAIMS_OF_TWO_APIS, "apis", "Across two APIs", "another compiler made each side" },
    { CLAIMS_OURS, "ours", "Claims of ours", "no paper makes them" },
    { CLAIMS_CONSTRUCTED, "constructed", "True by design", "our code makes them true" },
};

/* Numbers -------------------------------------------------------------------------------------- */

/* The paper's number as an r; NAN where it has none. */
static double paper_of(const struct published_claim *claim, const struct claims_pair *pair)
{
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

/* The technique whose cases the claim is about; else the paper's. */
static size_t technique_of(const struct view *view, const struct claims_entry *entry)
{
    for (size_t i = 0; i < view->technique_count; i++)
        if (headline_is_about(entry, view->techniques[i]))
            return i;
    return view_technique_index(view, entry->paper->technique);
}

/* Finds how far a claim is from the zone that confirms it, where what has no end is very far, and
 * where its cases ran. */
static void pairs_look(struct view_claim *claim, const struct view *view)
{
    const struct claims_entry *entry = claim->entry;
    const double farthest = log(1e4);
    bool cpu = false, gpu = false;
    for (size_t i = 0; i < entry->reading_count; i++)
        foreach (const struct claims_pair, pair, entry->readings[i].pairs,
                 entry->readings[i].pair_count) {
            const struct stats_interval zone = zones_confirmed(&pair->zones);
            for (int side = 0; side < 2; side++) {
                const struct run_latest_case *it =
                    run_latest_named(&view->latest, side == 0 ? pair->a : pair->b);
                cpu = cpu || (it && it->c->kind == BENCH_CPU);
                gpu = gpu || (it && it->c->kind != BENCH_CPU);
            }
            if (isnan(pair->r) || isnan(zone.low) || pair->verdict.kind == VERDICT_NOT_TESTABLE)
                continue;
            const double outside = fmax(log(zone.low / pair->r), log(pair->r / zone.high));
            claim->distance = fmax(claim->distance, fmin(outside, farthest));
        }
    claim->on = cpu && gpu ? "both" : cpu ? "cpu" : gpu ? "gpu" : NULL;
}

void view_claims_find(struct view *view)
{
    const struct claims_device *device = view->device;
    view->claims = need_zeroed(device->entry_count, sizeof(*view->claims));
    foreach (const struct claims_entry, entry, device->entries, device->entry_count) {
        if (!entry->measured)
            continue;
        struct view_claim *claim = &view->claims[view->claim_count++];
        *claim = (struct view_claim){ .entry = entry,
                                      .class = verdict_class_of(entry->verdict),
                                      .origin = claims_origin_of(entry),
                                      .surprise = NAN,
                                      .technique = technique_of(view, entry) };
        pairs_look(claim, view);
        const struct claims_pair *shown = entry->readings[0].shown;
        if (!words[claim->class].surprise || !shown || claim->origin == CLAIMS_CONSTRUCTED)
            continue;
        const double stated = paper_of(entry->claim, shown);
        const double off = stated > 0 && shown->r > 0 ? fabs(log(shown->r / stated)) : NAN;
        if (isfinite(off))
            claim->surprise = off;
        else if (claim->distance > 0)
            claim->surprise = claim->distance;
    }
}

/* Pairs ---------------------------------------------------------------------------------------- */

/* Moves members from one object to another. */
static void members_take(json_t **to, const json_t *from, const char *const *keys)
{
    for (; *keys; keys++)
        json_value_set(to, *keys, json_incref(json_object_get(from, *keys)));
}

/* A share, from its odds, as a percentage. */
static double percent_of(double odds, bool turned)
{
    return turned ? 100 / (1 + odds) : isinf(odds) ? 100 : 100 * odds / (1 + odds);
}

static struct stats_interval percents_of(struct stats_interval odds, bool turned)
{
    return (struct stats_interval){ percent_of(turned ? odds.high : odds.low, turned),
                                    percent_of(turned ? odds.low : odds.high, turned) };
}

/* The number that is drawn, in the unit of the claim; null where there is none. */
static json_t *shown_json(const struct published_claim *claim, const struct claims_reading *reading,
                          const struct claims_pair *pair)
{
    static const char *const units[] = {
        [CLAIMS_RATIO] = "\xC3\x97", [CLAIMS_SHARE] = "%",  [CLAIMS_NS] = "ns",
        [CLAIMS_BYTES] = "bytes",    [CLAIMS_JOULES] = "J", [CLAIMS_PLAIN] = ""
    };
    const enum claims_quantity quantity = claims_quantity_of(claim);
    const bool bound = claim->says == PUBLISHED_AT_MOST || claim->says == PUBLISHED_AT_LEAST;
    const bool turned = claim->says == PUBLISHED_SHARE && pair->published < .5;
    struct stats_interval zone = zones_confirmed(&pair->zones), own = pair->r_interval;
    double value = pair->r, paper = paper_of(claim, pair);
    const char *unit = bound ? units[quantity] : units[CLAIMS_RATIO];
    bool logarithmic = !bound;
    if (claim->says == PUBLISHED_FROM) { /* a place along an axis, of the whole reading */
        value = NAN;
        own = (struct stats_interval){ reading->place_low, reading->place_high };
        paper = claim->value;
        zone = (struct stats_interval){ zone.low * paper, zone.high * paper };
        unit = "";
        logarithmic = true;
    } else if (quantity == CLAIMS_SHARE) {
        value = percent_of(value, turned);
        own = percents_of(own, turned);
        paper = percent_of(paper, turned);
        zone = percents_of(zone, turned);
        unit = units[quantity];
        logarithmic = false;
    } else if (claim->says == PUBLISHED_COUNT) {
        value = pair->estimate.value;
        own = pair->estimate.interval;
        paper = pair->published;
        zone = (struct stats_interval){ zone.low * paper, zone.high * paper };
        unit = units[quantity];
        logarithmic = false;
    }
    if (isnan(value) && isnan(own.low))
        return json_null();
    return json_value_object("value:n low:n high:n paper:n from:n to:n unit:t log:b", value,
                             own.low, own.high, paper, zone.low > 0 ? zone.low : NAN, zone.high,
                             unit, logarithmic);
}

static json_t *pair_json(const struct view *view, const struct published_claim *claim,
                         const struct claims_reading *reading, const struct claims_pair *pair)
{
    static const char *const kept[] = { "label", "a_value", "b_value", "samples",
                                        "clock", "verdict", NULL };
    json_auto_t *whole = export_claims_pair_json(pair);
    json_t *object = json_object();
    struct text text = { 0 };
    claims_sentence_pair(claim, pair, &text);
    members_take(&object, whole, kept);
    json_value_add(&object, "a:o b:o unit:t", view_case_json(view, pair->a),
                   view_case_json(view, pair->b),
                   pair->a_quantity == CLAIMS_NS || pair->b_quantity == CLAIMS_NS           ? "ns"
                   : pair->a_quantity == CLAIMS_JOULES || pair->b_quantity == CLAIMS_JOULES ? "J"
                                                                                            : "");
    json_value_add(
        &object, "text:x by:t class:t shown:o", &text, estimate_clock_names[reading->clock],
        verdict_class_name(verdict_class_of(pair->verdict)), shown_json(claim, reading, pair));
    return object;
}

/* Claims --------------------------------------------------------------------------------------- */

static void part_set(json_t **object, const char *key, const struct claims_entry *entry,
                     claims_part *part)
{
    OWNED char *said = claims_part_words(entry, part);
    const bool none = strcmp(said, "paper -") == 0; /* of a claim of ours */
    json_value_set(object, key, json_value_text(none ? "" : said));
}

/* The paper's words of it. */
static void published_set(json_t **object, const struct published_claim *claim,
                          const json_t *published)
{
    static const char *const kept[] = {
        "hardware", "where", "quote", "value", "approximate", NULL
    };
    json_t *observed = json_array();
    for (size_t i = 0; i < claim->observed_count; i++) {
        OWNED_TEXT struct text text = { 0 };
        claims_sentence_observed(claim, i, &text);
        if (text.length > 0)
            json_value_append(&observed, json_value_text(text_string(&text)));
    }
    json_value_add(object, "gloss:w rests_on:w", claim->gloss, claim->rests_on);
    members_take(object, published, kept);
    json_value_add(object, "preconditions:o observed:o",
                   field_texts_json(claim->preconditions, claim->precondition_count), observed);
    json_value_add(object, "registered:w amended:c", claim->registered_date, claim->amended_count);
}

static json_t *claim_json(const struct view *view, const struct view_claim *of)
{
    static const char *const kept[] = { "id",       "paper",   "number", "word",  "by_construction",
                                        "evidence", "verdict", "reason", "marks", "statement",
                                        "says",     "unit",    "runs",   "cards", "deviations",
                                        NULL };
    const struct claims_entry *entry = of->entry;
    const bool tested = of->class != VERDICT_CLASS_NOT_TESTABLE;
    json_auto_t *whole = export_claims_entry_json(entry);
    json_t *object = json_object(), *pairs = json_array(),
           *shown = json_null(); /* the index of the pair that decides */
    json_t *words_of = json_array();
    size_t group = 0;
    for (int zone = 0; zone < ZONE_COUNT && entry->verdict.kind == VERDICT_ZONES; zone++) {
        const struct verdict one = { VERDICT_ZONES, 1u << zone };
        if (entry->verdict.zones & one.zones)
            json_value_append(&words_of, json_value_text(verdict_words(one, VERDICT_ROOM)));
    }
    if (entry->verdict.kind == VERDICT_MIXED)
        json_value_append(&words_of, json_value_text(verdict_words(entry->verdict, VERDICT_ROOM)));
    while (groups[group].origin != of->origin)
        group++;
    for (size_t i = 0; i < entry->reading_count; i++) {
        const struct claims_reading *reading = &entry->readings[i];
        for (size_t k = 0; k < reading->pair_count; k++) {
            if (i == 0 && reading->shown == &reading->pairs[k])
                shown = json_value_count(json_array_size(pairs));
            json_value_append(&pairs, pair_json(view, entry->claim, reading, &reading->pairs[k]));
        }
    }
    members_take(&object, whole, kept);
    json_value_add(&object, "technique:t group:t",
                   of->technique < view->technique_count ? view->techniques[of->technique]
                                                         : entry->paper->technique,
                   tested ? groups[group].key : NULL);
    json_value_add(&object, "class:t words:o", verdict_class_name(of->class), words_of);
    part_set(&object, "short", entry, claims_sentence_statement);
    part_set(&object, "found", entry, claims_sentence_measured);
    part_set(&object, "paper_says", entry, claims_sentence_gives);
    part_set(&object, "zone", entry, claims_sentence_verdict);
    published_set(&object, entry->claim, json_object_get(whole, "published"));
    json_value_add(&object, "surprise:n on:t command:o pairs:o shown:o", of->surprise, of->on,
                   json_sprintf("claimcheck run --claims=%s", entry->claim->id), pairs, shown);
    return object;
}

json_t *view_claims_json(const struct view *view)
{
    json_t *list = json_array();
    for (size_t i = 0; i < view->claim_count; i++)
        json_value_append(&list, claim_json(view, &view->claims[i]));
    return list;
}

/* Lists ---------------------------------------------------------------------------------------- */

/* The places of tested claims of the origin, surprises first; of SURPRISES those that papers state
 * and our readings of them, papers' own first, a GPU's before a CPU's. The farthest first of each.
 */
enum { SURPRISES = CLAIMS_ORIGIN_COUNT };
static json_t *sorted_json(const struct view *view, int origin)
{
    OWNED struct claims_ranked *list = need_zeroed(view->claim_count, sizeof(*list));
    json_t *made = json_array();
    size_t count = 0;
    foreach (const struct view_claim, claim, view->claims, view->claim_count) {
        const bool reading = claim->origin == CLAIMS_OF_READING;
        const bool host = claim->on && strcmp(claim->on, "cpu") == 0;
        if (origin == SURPRISES && claim->surprise > 0 &&
            (reading || claim->origin == CLAIMS_OF_PAPER))
            list[count++] = (struct claims_ranked){ 2 * reading + host, claim->surprise, claim };
        if ((int)claim->origin == origin && claim->class != VERDICT_CLASS_NOT_TESTABLE)
            list[count++] =
                (struct claims_ranked){ words[claim->class].rank, claim->distance, claim };
    }
    qsort(list, count, sizeof(*list), claims_ranked_compare);
    foreach (const struct claims_ranked, ranked, list, count)
        json_value_append(&made, json_value_count((uint64_t)((const struct view_claim *)ranked->of -
                                                             view->claims)));
    return made;
}

static json_t *groups_json(const struct view *view)
{
    json_t *list = json_array();
    for (size_t i = 0; i < CLAIMS_ORIGIN_COUNT; i++) {
        const enum claims_origin origin = groups[i].origin;
        json_auto_t *claims = sorted_json(view, (int)origin);
        if (json_array_size(claims) == 0)
            continue;
        json_value_append(&list,
                          json_value_object("key:t title:t means:t counts:o claims:o",
                                            groups[i].key, groups[i].title, groups[i].means,
                                            export_claims_counts_json(view->device->counts[origin]),
                                            json_incref(claims)));
    }
    return list;
}

/* By the part of the reason that several claims share: without a number before it, and up to what
 * is of one claim alone. */
static json_t *untested_json(const struct view *view)
{
    json_auto_t *list = json_array();
    json_t *sorted = json_array();
    for (size_t i = 0; i < view->claim_count; i++) {
        if (view->claims[i].class != VERDICT_CLASS_NOT_TESTABLE)
            continue;
        const char *reason = view->claims[i].entry->reason;
        reason += strspn(reason, "0123456789 ");
        const size_t length = strcspn(reason, ":;");
        json_t *claims = NULL;
        foreach_json (entry, list) {
            const char *known = json_value_text_of(entry, "reason");
            if (strlen(known) == length && strncmp(known, reason, length) == 0)
                claims = json_object_get(entry, "claims");
        }
        if (claims)
            json_array_append_new(claims, json_value_count(i));
        else
            json_value_append(&list, json_pack("{s:s%, s:[o]}", "reason", reason, length, "claims",
                                               json_value_count(i)));
    }
    for (size_t count = view->claim_count; count > 0; count--)
        foreach_json (entry, list)
            if (json_array_size(json_object_get(entry, "claims")) == count)
                json_value_append(&sorted, json_incref(entry));
    return sorted;
}

void view_lists_set(json_t **document, const struct view *view)
{
    json_t *list = json_array(), *marks = json_object();
    for (int i = 0; i < VERDICT_CLASS_COUNT; i++) {
        const enum verdict_class class = bar_order[i];
        const bool tested = class != VERDICT_CLASS_NOT_TESTABLE;
        json_value_append(
            &list,
            json_value_object("word:t mark:t means:t tested:b decided:b good:b surprise:b",
                              verdict_class_name(class), words[class].mark, words[class].means,
                              tested, tested && class != VERDICT_CLASS_UNDECIDED, words[class].good,
                              words[class].surprise));
    }
    for (int bit = 0; bit < CLAIMS_MARK_COUNT; bit++) {
        const enum claims_mark mark = (enum claims_mark)(1u << bit);
        if (claims_mark_means(mark))
            json_value_set(&marks, claims_mark_text(mark),
                           json_value_text(claims_mark_means(mark)));
    }
    json_value_add(document, "words:o marks:o groups:o surprises:o untested:o", list, marks,
                   groups_json(view), sorted_json(view, SURPRISES), untested_json(view));
}

json_t *view_papers_json(const struct view *view)
{
    json_t *object = json_object();
    for (size_t i = 0; i < view->claim_count; i++) {
        const struct published *paper = view->claims[i].entry->paper;
        struct text cite = { 0 };
        if (json_object_get(object, paper->id))
            continue;
        json_t *hardware = json_array();
        for (size_t k = 0; k < paper->hardware_count; k++)
            json_value_append(&hardware, json_value_text(paper->hardware[k].device));
        claims_sentence_cite(paper, &cite);
        json_value_set(&object, paper->id,
                       json_value_object("cite:x title:t authors:o year:n doi:w kind:t hardware:o",
                                         &cite, paper->title,
                                         field_texts_json(paper->authors, paper->author_count),
                                         paper->year, paper->doi, paper->kind, hardware));
    }
    return object;
}
