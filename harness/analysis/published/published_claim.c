/* SPDX-License-Identifier: MIT */
#include "harness/analysis/published/published_read.h"

#include "harness/base/expression.h"
#include "harness/base/nearest.h"
#include "harness/record/profile.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define COUNT_OF(list) (sizeof(list) / sizeof((list)[0]))

static const char *const relations[PUBLISHED_RELATION_COUNT] = {
    [PUBLISHED_EQUALS] = "equals",
    [PUBLISHED_AT_LEAST] = "at_least",
    [PUBLISHED_AT_MOST] = "at_most",
    [PUBLISHED_LESS] = "less",
    [PUBLISHED_LESS_EACH] = "less_each",
    [PUBLISHED_ARGMIN] = "argmin",
    [PUBLISHED_CROSSOVER] = "crossover",
    [PUBLISHED_DOUBLES] = "doubles",
    [PUBLISHED_LOCAL_MAXIMUM] = "local_maximum",
    [PUBLISHED_MONOTONE] = "monotone",
};

const char *published_relation_name(enum published_relation relation)
{
    return relations[relation];
}

/* A word of a list; a fault with the nearest where it is none. */
static int word_read(const struct json_reader *part, const char *key, const char *const *words,
                     int count, int otherwise)
{
    const char *text = json_reader_text(part, key);
    for (int i = 0; i < count; i++)
        if (strcmp(words[i], text) == 0)
            return i;
    const char *nearest = nearest_find(text, words, (size_t)count);
    if (*text)
        json_reader_fault(part, key, " is '%.64s', which is not known%s%s%s", text,
                          nearest ? ": did you mean '" : "", nearest ? nearest : "",
                          nearest ? "'?" : "");
    return otherwise;
}

/* Measures ------------------------------------------------------------------------------------ */

static bool is_name(const char *text)
{
    return *text && strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(text);
}

bool published_measure_find(const char *text, struct published_measure *measure)
{
    static const struct {
        const char *text;
        enum published_quantity quantity;
    } words[] = {
        { "gpu", PUBLISHED_GPU },
        { "wall", PUBLISHED_WALL },
        { "judged", PUBLISHED_JUDGED },
        { "host_share", PUBLISHED_HOST_SHARE },
        { "peak_bytes", PUBLISHED_PEAK_BYTES },
        { "kernel:shared_bytes", PUBLISHED_SHARED_BYTES },
        { "none", PUBLISHED_NONE },
    }, named[] = {
        { "metric:", PUBLISHED_METRIC },
        { "counter:", PUBLISHED_COUNTER },
        { "fact:", PUBLISHED_FACT },
    };
    *measure = (struct published_measure){ .name = "", .text = text };
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        measure->quantity = words[i].quantity;
        if (strcmp(words[i].text, text) == 0)
            return true;
    }
    for (size_t i = 0; i < COUNT_OF(named); i++) {
        const size_t length = strlen(named[i].text);
        measure->quantity = named[i].quantity;
        measure->name = text + length;
        if (strncmp(named[i].text, text, length) == 0 && is_name(text + length))
            return true;
    }
    return false;
}

static struct published_measure measure_read(const struct json_reader *subject, const char *key)
{
    struct published_measure measure;
    const char *text = json_reader_text(subject, key);
    if (*text && !published_measure_find(text, &measure))
        json_reader_fault(subject, key,
                          " is '%.64s': gpu, wall, judged, host_share, peak_bytes, "
                          "kernel:shared_bytes, metric:NAME, counter:NAME, fact:NAME or none",
                          text);
    if (*text)
        return measure;
    return (struct published_measure){ .name = "", .text = "" };
}

/* Subjects ------------------------------------------------------------------------------------ */

static bool rows_read(const struct json_reader *subject, const char *key, const char *text,
                      regex_t *rows)
{
    char trouble[128];
    if (!*text)
        return false;
    const char *refusal = expression_refuse(text);
    if (refusal) {
        json_reader_fault(subject, key, " is no expression for rows: it %s", refusal);
        return false;
    }
    const int code = regcomp(rows, text, REG_EXTENDED | REG_NOSUB);
    if (code == 0)
        return true;
    regerror(code, rows, trouble, sizeof(trouble));
    json_reader_fault(subject, key, " is no extended regular expression: %s", trouble);
    return false;
}

/* Two numbers, the first no larger than the second. */
static struct published_range range_read(const struct json_reader *part, const char *key)
{
    const struct json_reader ends = json_reader_array(part, key);
    struct published_range range = { .axis = "", .low = NAN, .high = NAN };
    if (!ends.json)
        return range;
    if (json_array_size(ends.json) != 2) {
        json_reader_fault(part, key, " must be two numbers");
        return range;
    }
    range.low = json_reader_value(&ends, 0, RUN_ANY);
    range.high = json_reader_value(&ends, 1, RUN_ANY);
    if (range.low > range.high)
        json_reader_fault(part, key, " goes from %.9g down to %.9g", range.low, range.high);
    return range;
}

static void ranges_read(const struct json_reader *part, struct published_claim *claim)
{
    const struct json_reader axes = json_reader_object(part, "range");
    const size_t count = json_object_size(axes.json);
    struct published_range *ranges = json_reader_alloc(part->reader, count, sizeof(*ranges));
    const char *axis;
    json_t *ends;
    size_t i = 0;
    json_object_foreach((json_t *)axes.json, axis, ends)
    {
        if (!ranges || i >= count)
            break;
        ranges[i] = range_read(&axes, axis);
        ranges[i++].axis = json_reader_keep(part->reader, axis);
    }
    claim->ranges = ranges;
    claim->range_count = i;
}

/* What a relation needs of the subject. */
static void relation_check(const struct json_reader *subject, const struct published_claim *claim)
{
    const enum published_relation relation = claim->relation;
    const char *name = relations[relation];
    const bool pairs = relation == PUBLISHED_LESS || relation == PUBLISHED_LESS_EACH ||
                       relation == PUBLISHED_CROSSOVER;
    const bool alone = relation == PUBLISHED_ARGMIN || relation == PUBLISHED_LOCAL_MAXIMUM;
    const bool swept = alone || relation == PUBLISHED_CROSSOVER || relation == PUBLISHED_DOUBLES ||
                       relation == PUBLISHED_MONOTONE;
    if (pairs && !*claim->b)
        json_reader_fault(subject, "b", " is missing: %s holds a against it", name);
    if (alone && *claim->b)
        json_reader_fault(subject, "b", " must be null: %s is of a alone", name);
    if (swept && !*claim->along)
        json_reader_fault(subject, "along", " is missing: %s goes along an axis", name);
    if (claim->measure.quantity == PUBLISHED_HOST_SHARE &&
        (!*claim->b || (relation != PUBLISHED_AT_LEAST && relation != PUBLISHED_AT_MOST)))
        json_reader_fault(subject, "measure",
                          " is host_share, of what a saves beside b: %s is none",
                          *claim->b ? name : "a alone");
    if (relation == PUBLISHED_LESS_EACH && claim->join_count == 0)
        json_reader_fault(subject, "join", " is missing: %s joins on axes", name);
    if (relation == PUBLISHED_LOCAL_MAXIMUM && isnan(claim->within.low))
        json_reader_fault(subject, "within", " is missing: %s lies within two values", name);
}

/* False where something is wrong with it: what rests on it is not to be judged then. */
static bool subject_read(const struct json_reader *part, struct published_claim *claim)
{
    static const char *const known[] = { "a",        "b",        "measure",   "measure_b",
                                         "relation", "join",     "along",     "within",
                                         "rising",   "extremes", "untestable" };
    const size_t faults = part->reader->faults;
    const struct json_reader subject = json_reader_object(part, "subject");
    const struct json_reader join = json_reader_array(&subject, "join");
    if (!subject.json) {
        json_reader_missing(part, "subject");
        return false;
    }
    json_reader_known(&subject, known, COUNT_OF(known));
    claim->a = json_reader_name(&subject, "a");
    claim->b = json_reader_text(&subject, "b");
    claim->has_a = rows_read(&subject, "a", claim->a, &claim->rows_a);
    claim->has_b = rows_read(&subject, "b", claim->b, &claim->rows_b);
    if (!*json_reader_name(&subject, "relation") || !*json_reader_name(&subject, "measure"))
        return false;
    claim->measure = measure_read(&subject, "measure");
    claim->measure_b = measure_read(&subject, "measure_b");
    if (!*claim->measure_b.text)
        claim->measure_b = claim->measure;
    claim->join = json_reader_texts(&join, &claim->join_count);
    claim->along = json_reader_text(&subject, "along");
    claim->within = range_read(&subject, "within");
    claim->rising = json_reader_flag(&subject, "rising");
    claim->extremes = json_reader_flag(&subject, "extremes");
    claim->untestable = json_reader_text(&subject, "untestable");
    const int relation = word_read(&subject, "relation", relations, PUBLISHED_RELATION_COUNT, -1);
    if (relation < 0 || part->reader->faults > faults)
        return false;
    claim->relation = (enum published_relation)relation;
    if (!*claim->untestable)
        relation_check(&subject, claim);
    if (!*claim->untestable &&
        (claim->measure.quantity == PUBLISHED_NONE || claim->measure_b.quantity == PUBLISHED_NONE))
        json_reader_fault(&subject, "untestable", " is missing: no run file has the measure none");
    return part->reader->faults == faults;
}

/* What was published -------------------------------------------------------------------------- */

static bool needs_value(enum published_relation relation)
{
    return relation == PUBLISHED_EQUALS || relation == PUBLISHED_AT_LEAST ||
           relation == PUBLISHED_AT_MOST || relation == PUBLISHED_ARGMIN ||
           relation == PUBLISHED_DOUBLES;
}

/* What takes the unit of the file to that of the measure. */
static double unit_factor(const struct json_reader *published, const struct published_claim *claim)
{
    const enum published_quantity quantity = claim->measure.quantity;
    const bool of_a = !*claim->b && claim->relation <= PUBLISHED_AT_MOST;
    const bool time =
        quantity == PUBLISHED_GPU || quantity == PUBLISHED_WALL || quantity == PUBLISHED_JUDGED;
    double factor = 1;
    if (!of_a)
        return 1;
    if (*claim->untestable) {
        published_unit_bytes(claim->unit, &factor);
        return factor;
    }
    if (time && !published_unit_time(claim->unit, &factor))
        json_reader_fault(published, "unit", " is '%.32s': of a time it is ns, us, ms or s",
                          claim->unit);
    if (!time && !published_unit_time(claim->unit, &factor))
        published_unit_bytes(claim->unit, &factor);
    return factor;
}

/* As they stand there. */
static struct published_value *values_read(const struct json_reader *published,
                                           struct published_claim *claim)
{
    const struct json_reader keyed = json_reader_object(published, "values");
    const size_t count = json_object_size(keyed.json);
    struct published_value *values = json_reader_alloc(published->reader, count, sizeof(*values));
    const char *key;
    json_t *value;
    size_t i = 0;
    json_object_foreach((json_t *)keyed.json, key, value)
    {
        if (!values || i >= count)
            break;
        values[i].key = json_reader_keep(published->reader, key);
        values[i++].value = json_reader_number(&keyed, key, RUN_ANY);
        json_reader_missing(&keyed, key);
    }
    claim->values = values;
    claim->value_count = i;
    return values;
}

/* A ratio is above 0. */
static void ratio_check(const struct json_reader *published, const struct published_claim *claim)
{
    const bool of_ratio =
        (*claim->b && claim->relation <= PUBLISHED_AT_MOST) || claim->relation == PUBLISHED_DOUBLES;
    bool good = isnan(claim->value) || claim->value > 0;
    for (size_t i = 0; i < claim->value_count; i++)
        good = good && claim->values[i].value > 0;
    if (of_ratio && !good && !*claim->untestable)
        json_reader_fault(published, "value", " must be above 0: it is a ratio");
}

/* What the relation wants of the values, and these of the subject. */
static void value_check(const struct json_reader *published, const struct published_claim *claim)
{
    if (claim->value_count > 0 && claim->join_count == 0)
        json_reader_fault(published, "values",
                          " are by values of an axis: subject.join is missing");
    ratio_check(published, claim);
    if (needs_value(claim->relation) && !*claim->untestable && isnan(claim->value) &&
        claim->value_count == 0)
        json_reader_fault(published, "value", " is missing: %s has nothing to hold against",
                          relations[claim->relation]);
}

static void value_read(const struct json_reader *part, bool subject_good,
                       struct published_claim *claim)
{
    static const char *const known[] = {
        "value", "values", "factor", "unit", "approximate", "note"
    };
    const size_t faults = part->reader->faults;
    const struct json_reader published = json_reader_object(part, "published");
    if (!published.json) {
        json_reader_missing(part, "published");
        return;
    }
    json_reader_known(&published, known, COUNT_OF(known));
    claim->unit = json_reader_text(&published, "unit");
    claim->note = json_reader_text(&published, "note");
    claim->approximate = json_reader_flag(&published, "approximate");
    claim->stated = json_reader_number(&published, "value", RUN_ANY);
    claim->factor = json_reader_number(&published, "factor", RUN_TIME);
    claim->factor = isnan(claim->factor) ? 1 : claim->factor;
    struct published_value *values = values_read(&published, claim);
    if (!subject_good || part->reader->faults > faults)
        return;
    const double factor = unit_factor(&published, claim);
    claim->value = factor * claim->stated;
    for (size_t i = 0; i < claim->value_count; i++)
        values[i].value *= factor;
    value_check(&published, claim);
}

static void tolerance_read(const struct json_reader *part, struct published_claim *claim)
{
    const struct json_reader tolerance = json_reader_object(part, "tolerance");
    const struct json_reader source = json_reader_object(part, "source");
    if (!tolerance.json)
        json_reader_missing(part, "tolerance");
    claim->tolerance_same = json_reader_number(&tolerance, "same_device", RUN_AMOUNT);
    claim->tolerance_other = json_reader_number(&tolerance, "other_device", RUN_AMOUNT);
    if (tolerance.json) {
        json_reader_missing(&tolerance, "same_device");
        json_reader_missing(&tolerance, "other_device");
    }
    claim->where = json_reader_text(&source, "where");
    claim->quote = json_reader_text(&source, "quote");
    claim->read_error = json_reader_number(&source, "read_error", RUN_AMOUNT);
    claim->read_error = isnan(claim->read_error) ? 0 : claim->read_error;
}

/* Claims -------------------------------------------------------------------------------------- */

static void figures_read(const struct json_reader *part, const struct published *published,
                         struct published_claim *claim)
{
    const struct json_reader array = json_reader_array(part, "figures");
    const size_t faults = part->reader->faults;
    size_t count = 0;
    const char *const *ids = json_reader_texts(&array, &count);
    const struct published_figure **figures =
        json_reader_alloc(part->reader, count, sizeof(*figures));
    if (part->reader->faults > faults || !published->figures)
        return;
    for (size_t i = 0; figures && i < count; i++) {
        const struct published_figure *found = NULL;
        for (size_t k = 0; k < published->figure_count && !found; k++)
            if (strcmp(published->figures[k].id, ids[i]) == 0)
                found = &published->figures[k];
        if (found)
            figures[claim->figure_count++] = found;
        else
            json_reader_fault(part, "figures", " has '%.96s', which the document has not", ids[i]);
    }
    claim->figures = figures;
}

/* All that judging looks at, for a claim that breaks off. */
static void claim_init(struct published_claim *claim)
{
    const char *id = claim->id;
    *claim = (struct published_claim){ .id = id,
                                       .a = "",
                                       .b = "",
                                       .along = "",
                                       .untestable = "",
                                       .by_construction = "",
                                       .unit = "",
                                       .note = "",
                                       .measure = { .name = "", .text = "" },
                                       .measure_b = { .name = "", .text = "" },
                                       .within = { .axis = "", .low = NAN, .high = NAN },
                                       .value = NAN,
                                       .stated = NAN,
                                       .factor = 1 };
}

/* What is said of the paper's own device alone names it. */
static void own_device_check(const struct json_reader *part, const struct published_claim *claim)
{
    for (size_t i = 0; i < claim->condition_count && !claim->hardware; i++)
        if (claim->conditions[i].about == PUBLISHED_ABOUT_DEVICE)
            json_reader_fault(part, "hardware",
                              " is missing: a precondition is about the paper's own device");
}

void published_claim_read(const struct json_reader *part, const struct published *published,
                          struct published_claim *claim)
{
    static const char *const known[] = {
        "id",         "kind",          "statement", "profile",        "source",        "figures",
        "hardware",   "subject",       "range",     "published",      "preconditions", "tolerance",
        "deviations", "takes_minutes", "origin",    "by_construction"
    };
    static const char *const origins[] = { "paper", "ours" };
    const struct json_reader deviations = json_reader_array(part, "deviations");
    claim_init(claim);
    json_reader_known(part, known, COUNT_OF(known));
    claim->kind = json_reader_text(part, "kind");
    claim->statement = json_reader_name(part, "statement");
    claim->profile = (enum bench_profile)word_read(part, "profile", profile_names,
                                                   BENCH_PROFILE_COUNT, BENCH_PAPER);
    claim->takes_minutes = json_reader_flag(part, "takes_minutes");
    claim->ours = word_read(part, "origin", origins, COUNT_OF(origins), 0) == 1;
    claim->by_construction = json_reader_text(part, "by_construction");
    const size_t faults = part->reader->faults;
    claim->hardware = published_hardware_read(part, published);
    published_conditions_read(part, claim);
    if (part->reader->faults == faults && published->hardware)
        own_device_check(part, claim);
    claim->deviations = json_reader_texts(&deviations, &claim->deviation_count);
    figures_read(part, published, claim);
    const bool subject_good = subject_read(part, claim);
    ranges_read(part, claim);
    tolerance_read(part, claim);
    value_read(part, subject_good, claim);
}
