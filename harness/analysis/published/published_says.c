/* SPDX-License-Identifier: MIT */
#include "harness/analysis/published/published_read.h"

#include "harness/base/need.h"

#include <math.h>
#include <string.h>

enum {
    NO_DIFFERENCE = 1 << PUBLISHED_MARGIN_NONE | 1 << PUBLISHED_MARGIN_LITTLE |
                    1 << PUBLISHED_MARGIN_CLOSE | 1 << PUBLISHED_MARGIN_MUCH |
                    1 << PUBLISHED_MARGIN_MAGNITUDE,
    FAR = 1 << PUBLISHED_MARGIN_MUCH | 1 << PUBLISHED_MARGIN_MAGNITUDE,
    MOST = 1 << PUBLISHED_MARGIN_MOST,
};

enum denial { DENIES_NOTHING, DENIES_GAIN, DENIES_MORE };

/* Needs of a claim that says it. */
static const struct need {
    const char *name;
    bool b, alone, along, value; /* alone: no b */
    bool quotient;               /* its value is one of a size of at least 1 */
    bool time;                   /* speaks of times */
    enum denial denies;
    unsigned margins;
} needs[PUBLISHED_SAYS_COUNT] = {
    [PUBLISHED_FASTER] = { "faster", .b = true, .quotient = true, .time = true, .margins = FAR },
    [PUBLISHED_SLOWER] = { "slower", .b = true, .quotient = true, .time = true, .margins = FAR },
    [PUBLISHED_LESS] = { "less", .b = true, .quotient = true, .margins = FAR },
    [PUBLISHED_MORE] = { "more", .b = true, .quotient = true, .margins = FAR },
    [PUBLISHED_AS_FAST] = { "as_fast", .b = true, .time = true, .denies = DENIES_GAIN,
                            .margins = NO_DIFFERENCE },
    [PUBLISHED_AS_MUCH] = { "as_much", .b = true, .denies = DENIES_GAIN, .margins = NO_DIFFERENCE },
    [PUBLISHED_SHARE] = { "share", .b = true, .value = true },
    [PUBLISHED_TIMES_AS_LONG] = { "times_as_long", .value = true, .quotient = true,
                                  .margins = FAR },
    [PUBLISHED_COUNT] = { "count", .alone = true, .value = true, .denies = DENIES_MORE },
    [PUBLISHED_AT_MOST] = { "at_most", .value = true, .margins = MOST },
    [PUBLISHED_AT_LEAST] = { "at_least", .value = true, .margins = MOST },
    [PUBLISHED_BEST_AT] = { "best_at", .alone = true, .along = true, .value = true },
    [PUBLISHED_FROM] = { "from", .b = true, .along = true },
    [PUBLISHED_FALLS] = { "falls", .along = true },
    [PUBLISHED_RISES] = { "rises", .along = true },
    [PUBLISHED_PEAKS_WITHIN] = { "peaks_within", .alone = true, .along = true },
};

const char *const published_of_words[3] = { "", "every", "any" };
const char *const published_number_words[3] = { "paper", "reading", "ours" };

const char *const published_margin_words[PUBLISHED_MARGIN_COUNT] = {
    [PUBLISHED_MARGIN_UNSTATED] = "",     [PUBLISHED_MARGIN_NONE] = "none",
    [PUBLISHED_MARGIN_LITTLE] = "little", [PUBLISHED_MARGIN_CLOSE] = "close",
    [PUBLISHED_MARGIN_MUCH] = "much",     [PUBLISHED_MARGIN_MAGNITUDE] = "magnitude",
    [PUBLISHED_MARGIN_MOST] = "most",
};

const char *const published_evidence_words[PUBLISHED_EVIDENCE_COUNT] = {
    [PUBLISHED_BY_RUN] = "run",
    [PUBLISHED_BY_CUDA_PORT] = "cuda_port",
    [PUBLISHED_BY_TRACE] = "trace",
    [PUBLISHED_BY_TEST] = "test",
    [PUBLISHED_BY_ARITHMETIC] = "arithmetic",
};

const char *published_says_name(enum published_says says)
{
    return needs[says].name;
}

bool published_claim_unmeasured(const struct published_claim *claim)
{
    return *claim->untestable || claim->measure.quantity == PUBLISHED_NONE ||
           claim->evidence != PUBLISHED_BY_RUN;
}

/* Words --------------------------------------------------------------------------------------- */

void published_denies_read(const struct json_reader *part, const char *key, void *member)
{
    static const char *const words[] = { "", "gain", "more", "loss", "less", "both" };
    static const enum published_denies denied[] = {
        PUBLISHED_DENIES_NONE,  PUBLISHED_DENIES_ABOVE, PUBLISHED_DENIES_ABOVE,
        PUBLISHED_DENIES_BELOW, PUBLISHED_DENIES_BELOW, PUBLISHED_DENIES_BOTH,
    };
    *(enum published_denies *)member =
        denied[json_reader_choice(part, key, words, COUNT_OF(words), 0)];
}

void published_who_read(const struct json_reader *part, const char *key, void *member)
{
    static const char *const sides[] = { "a", "b" };
    *(bool *)member = json_reader_choice(part, key, sides, COUNT_OF(sides), 0) == 1;
}

/* Names them all where a word is none of them: nobody has them by heart. */
void published_says_read(const struct json_reader *part, const char *key, void *member)
{
    const char *names[PUBLISHED_SAYS_COUNT];
    const size_t faults = part->reader->faults;
    const char *text = json_reader_name(part, key);
    OWNED_TEXT struct text list = { 0 };
    int found = -1;
    for (int i = 0; i < PUBLISHED_SAYS_COUNT; i++) {
        names[i] = needs[i].name;
        text_join(&list, ", ", "%s", names[i]);
        found = strcmp(names[i], text) == 0 ? i : found;
    }
    *(enum published_says *)member = found < 0 ? PUBLISHED_FASTER : (enum published_says)found;
    const char *nearest = nearest_find(text, names, COUNT_OF(names));
    if (found < 0 && part->reader->faults == faults)
        json_reader_fault(part, key, " is '%.48s': %s%s%s must be one of %s", text,
                          nearest ? "did you mean '" : "", nearest ? nearest : "",
                          nearest ? "'? It" : "it", text_string(&list));
}

bool published_words_settle(const struct json_reader *part, struct published_claim *claim)
{
    const char *denies = json_value_text_of(part->json, "denies");
    const bool gain = strcmp(denies, "gain") == 0 || strcmp(denies, "loss") == 0;
    const bool more = strcmp(denies, "more") == 0 || strcmp(denies, "less") == 0;
    const enum denial kind = needs[claim->says].denies;
    if (strcmp(json_value_text_of(part->json, "says"), needs[claim->says].name) != 0)
        return false;
    if ((gain && kind != DENIES_GAIN) || (more && kind != DENIES_MORE) || (claim->denies && !kind))
        json_reader_fault(
            part, "denies",
            " is '%s', which %s does not have: as_fast and as_much deny gain, loss or "
            "both, count more, less or both",
            denies, needs[claim->says].name);
    if (kind == DENIES_GAIN && !claim->denies)
        claim->denies = PUBLISHED_DENIES_BOTH;
    if (kind == DENIES_GAIN && claim->margin == PUBLISHED_MARGIN_UNSTATED)
        claim->margin = PUBLISHED_MARGIN_NONE;
    return true;
}

/* Needs --------------------------------------------------------------------------------------- */

static bool speaks_of_time(enum published_quantity quantity)
{
    return quantity == PUBLISHED_GPU || quantity == PUBLISHED_WALL ||
           quantity == PUBLISHED_JUDGED || quantity == PUBLISHED_METRIC ||
           quantity == PUBLISHED_NONE;
}

static bool is_bound(const struct published_claim *claim)
{
    return claim->says == PUBLISHED_AT_MOST || claim->says == PUBLISHED_AT_LEAST;
}

static bool is_share(const struct published_claim *claim)
{
    return claim->says == PUBLISHED_SHARE || strcmp(claim->unit, "share") == 0;
}

static void sides_check(const struct json_reader *part, const struct published_claim *claim)
{
    const struct need *need = &needs[claim->says];
    const bool host_share = claim->measure.quantity == PUBLISHED_HOST_SHARE;
    if (need->b && !*claim->b)
        json_reader_fault(part, "b", " is missing: %s compares a with it", need->name);
    if (need->alone && *claim->b)
        json_reader_fault(part, "b", " must be left out: %s is of a alone", need->name);
    if (need->along && !*claim->along)
        json_reader_fault(part, "along", " is missing: %s goes along an axis", need->name);
    if (claim->says == PUBLISHED_TIMES_AS_LONG && !*claim->b && !*claim->along)
        json_reader_fault(part, "b", " and along are missing: %s needs one of them", need->name);
    if (claim->says == PUBLISHED_PEAKS_WITHIN && isnan(claim->within.low))
        json_reader_fault(part, "within", " is missing: %s lies within two values", need->name);
    if (claim->of_b && !*claim->b && !need->b)
        json_reader_fault(part, "who", " is 'b', and there is no b");
    const bool time = speaks_of_time(claim->measure.quantity);
    if (need->time && !(time && speaks_of_time(claim->measure_b.quantity)))
        json_reader_fault(part, time ? "measure_b" : "measure",
                          " is '%.64s', and %s speaks of times: say %s",
                          time ? claim->measure_b.text : claim->measure.text, need->name,
                          claim->says == PUBLISHED_AS_FAST ? "as_much" : "less or more");
    if (host_share && !(is_share(claim) && (claim->says == PUBLISHED_SHARE || is_bound(claim))))
        json_reader_fault(part, "measure",
                          " is host_share, a part: say share, or at_most or at_least with the "
                          "unit share");
    if (host_share && !*claim->b && !need->b)
        json_reader_fault(part, "b", " is missing: host_share is of what a saves beside b");
}

static void value_check(const struct json_reader *part, const struct published_claim *claim,
                        const char *name, double value)
{
    const struct need *need = &needs[claim->says];
    const bool along = claim->says == PUBLISHED_TIMES_AS_LONG && *claim->along;
    const bool ratio = (is_bound(claim) && *claim->b) || along;
    if (is_share(claim) && !(value > 0 && value < 1))
        json_reader_fault(part, name, " is %.9g: a share is above 0 and below 1", value);
    else if (need->quotient && !along && !(value >= 1))
        json_reader_fault(part, name,
                          " is %.9g: it is in the statement's own direction, 1 or more; "
                          "below 1 it is another `says`, or another `who`",
                          value);
    else if (ratio && !(value > 0))
        json_reader_fault(part, name, " is %.9g: a ratio is above 0", value);
}

void published_words_check(const struct json_reader *part, const struct published_claim *claim)
{
    if (!published_claim_unmeasured(claim))
        sides_check(part, claim);
    if (!isnan(claim->stated))
        value_check(part, claim, "value", claim->stated);
    for (size_t i = 0; i < claim->value_count; i++) {
        char name[JSON_READER_NAME_BYTES];
        snprintf(name, sizeof(name), "values.%.64s", claim->values[i].key);
        value_check(part, claim, name, claim->values[i].value);
    }
    if (!published_claim_unmeasured(claim) && needs[claim->says].value && isnan(claim->stated) &&
        claim->value_count == 0)
        json_reader_fault(part, "value", " is missing: %s has nothing to compare with",
                          needs[claim->says].name);
    if (claim->value_count > 0 && claim->join_count == 0)
        json_reader_fault(part, "values", " are by values of an axis: join is missing");
    if (claim->label_count > 0 && claim->join_count == 0)
        json_reader_fault(part, "labels", " are of values of an axis: join is missing");
    /* Members that have no say in a claim that says something else. */
    static const struct {
        const char *key;
        enum published_says says;
    } only[] = {
        { "or_more", PUBLISHED_BEST_AT },
        { "factor", PUBLISHED_FROM },
        { "within", PUBLISHED_PEAKS_WITHIN },
    };
    const struct need *need = &needs[claim->says];
    for (size_t i = 0; i < COUNT_OF(only); i++) {
        const json_t *member = json_object_get(part->json, only[i].key);
        if (member && !json_is_null(member) && claim->says != only[i].says)
            json_reader_fault(part, only[i].key, " is of %s alone, and this says %s",
                              needs[only[i].says].name, need->name);
    }
    const bool margin =
        claim->margin == PUBLISHED_MARGIN_UNSTATED || (need->margins & 1u << claim->margin) != 0;
    if (!margin)
        json_reader_fault(part, "margin", " is '%s', which %s cannot have",
                          published_margin_words[claim->margin], need->name);
    if (margin && claim->margin == PUBLISHED_MARGIN_MOST && !is_share(claim))
        json_reader_fault(part, "margin", " is 'most', of a share: the unit must be share");
    if (claim->number == PUBLISHED_READING && !*claim->word)
        json_reader_fault(part, "word", " is missing: a reading quotes the paper's word");
    if (!*claim->untestable && claim->evidence == PUBLISHED_BY_RUN &&
        (claim->measure.quantity == PUBLISHED_NONE || claim->measure_b.quantity == PUBLISHED_NONE))
        json_reader_fault(part, "untestable", " is missing: no run file has the measure none");
}

void published_observed_check(const struct json_reader *part, const struct published_claim *claim)
{
    const struct need *need = &needs[claim->says];
    const bool along = need->along || *claim->along;
    const bool pairs = need->b && claim->says != PUBLISHED_SHARE;
    size_t lacking = 0;
    for (size_t i = 0; i < claim->observed_count; i++)
        lacking += pairs && isnan(claim->observed[i].b);
    if (*claim->untestable)
        json_reader_fault(part, "untestable", " conflicts with observed, which decides the claim");
    if (claim->evidence == PUBLISHED_BY_RUN)
        json_reader_fault(part, "evidence",
                          " is run: what is observed otherwise is cuda_port, trace, test or "
                          "arithmetic");
    if (along || claim->says >= PUBLISHED_BEST_AT)
        json_reader_fault(part, "observed", " has single numbers, and %s goes along an axis",
                          need->name);
    if (lacking > 0)
        json_reader_fault(part, "observed", " has no b, and %s compares two numbers", need->name);
    if (need->value && isnan(claim->stated) && claim->value_count == 0)
        json_reader_fault(part, "value", " is missing: %s has nothing to compare with", need->name);
}
