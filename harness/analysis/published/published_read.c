/* SPDX-License-Identifier: MIT */
#include "harness/analysis/published/published_read.h"

#include "harness/base/need.h"

#include <math.h>
#include <string.h>

/* Ids are looked for among all: papers have some hundred entries at most. */
enum { PAPERS_VERSION = 2, ENTRIES_MAX = 10000 };

/* Hash ---------------------------------------------------------------------------------------- */

_Static_assert((int)PUBLISHED_SHA256_BYTES == (int)SHA256_TEXT_BYTES, "a hash fits");

/* A copy in which whole numbers are integers: 2.0 is 2. A new reference. */
static json_t *plain(const json_t *json)
{
    const char *key;
    json_t *value;
    if (json_is_real(json))
        return json_value_number(json_real_value(json));
    if (!json_is_object(json) && !json_is_array(json))
        return json_incref((json_t *)json);
    json_t *copy = json_is_object(json) ? json_object() : json_array();
    json_object_foreach((json_t *)json, key, value) json_value_set(&copy, key, plain(value));
    foreach_json (entry, json)
        json_value_append(&copy, plain(entry));
    return copy;
}

static bool says_nothing(const char *key, const json_t *value)
{
    static const char *const otherwise[][2] = { { "who", "a" },
                                                { "number", "paper" },
                                                { "evidence", "run" } };
    for (size_t i = 0; i < COUNT_OF(otherwise) && json_is_string(value); i++)
        if (strcmp(otherwise[i][0], key) == 0 &&
            strcmp(otherwise[i][1], json_string_value(value)) == 0)
            return true;
    return !value || json_is_null(value) || json_is_false(value) ||
           (json_is_array(value) && json_array_size(value) == 0) ||
           (json_is_object(value) && json_object_size(value) == 0);
}

/*
 * SHA-256 of the judged members of a claim of schema 2, whose file's defaults are in it: as JSON
 * with sorted keys and no spaces, numbers with 15 digits and whole ones as integers. Members that
 * say what is so without them are left out: null, false, [], {}, who a, number paper, evidence run.
 * So a judged member that a later version adds changes no hash. scripts/maintain/amendments has the
 * same.
 */
static void claim_hash(const struct json_reader *claim, char sha256[PUBLISHED_SHA256_BYTES])
{
    static const char *const judged[] = {
        "a",      "b",      "measure",  "measure_b", "says",     "who",      "of",
        "denies", "margin", "number",   "word",      "join",     "along",    "within",
        "value",  "values", "unit",     "or_more",   "extremes", "evidence", "preconditions",
        "factor", "range",  "hardware", "free"
    };
    json_auto_t *members = json_object();
    for (size_t i = 0; i < COUNT_OF(judged); i++) {
        const json_t *value = json_object_get(claim->json, judged[i]);
        if (!says_nothing(judged[i], value))
            json_value_set(&members, judged[i], plain(value));
    }
    OWNED char *text =
        json_value_dump(members, JSON_COMPACT | JSON_SORT_KEYS | JSON_REAL_PRECISION(15));
    sha256_text(text, strlen(text), sha256);
}

/* Ids ----------------------------------------------------------------------------------------- */

/* Ids go to terminals and into tables as they are. */
void published_id_read(const struct json_reader *part, const char *key, void *member)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_.-";
    const char *id = *(const char **)member = json_reader_name(part, key);
    if (id[strspn(id, letters)])
        json_reader_fault(part, key, " may have the letters a to z, digits, _, . and - alone");
}

static void hardware_read(const struct json_reader *part, const char *key, void *member)
{
    const struct published_hardware **hardware = member;
    const char *id = json_reader_text(part, key);
    const struct published *published = *id ? published_of(part) : NULL;
    *hardware = NULL;
    if (!published || !published->hardware)
        return;
    *hardware = NAMED(published->hardware, published->hardware_count, id);
    if (!*hardware)
        json_reader_fault(part, key, " is '%.64s', which the document's hardware lacks", id);
}

const struct published_figure *published_figure_find(const struct json_reader *part, const char *id)
{
    if (!*id) /* also of a plot that is cleared, which belongs to no paper */
        return NULL;
    const struct published *published = published_of(part);
    return NAMED(published->figures, published->figure_count, id);
}

/* The figures that a list of ids names, some NULL after a fault. NULL without a list, and where
 * figures are at fault themselves. */
static const struct published_figure **figures_named(const struct json_reader *part,
                                                     const char *key, size_t *count)
{
    const size_t faults = part->reader->faults;
    const struct json_reader array = json_reader_array(part, key);
    const char *const *ids = json_reader_texts(&array, count);
    const struct published_figure **figures =
        json_reader_alloc(part->reader, *count, sizeof(*figures));
    if (!array.json || part->reader->faults > faults || !published_of(part)->figures) {
        *count = 0;
        return NULL;
    }
    for (size_t i = 0; i < *count; i++) {
        figures[i] = published_figure_find(part, ids[i]);
        if (!figures[i])
            json_reader_fault(part, key, " has '%.96s', which the document lacks", ids[i]);
    }
    return figures;
}

static void figures_read(const struct json_reader *part, void *record)
{
    struct published_claim *claim = record;
    claim->figures = figures_named(part, "figures", &claim->figure_count);
}

/* One figure over another. */
static void paper_ratio_read(const struct json_reader *part, const char *key, void *member)
{
    const size_t faults = part->reader->faults;
    size_t count = 0;
    const struct published_figure **two = figures_named(part, key, &count);
    *(double *)member = NAN;
    if (!two || part->reader->faults > faults)
        return;
    if (count != 2)
        json_reader_fault(part, key, " must be the ids of two figures");
    else if (!(isfinite(two[0]->value) && two[1]->value > 0))
        json_reader_fault(part, key, " has a figure that has no value, or 0 to divide by");
    else
        *(double *)member = two[0]->value / two[1]->value;
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
        { "floor_percent", PUBLISHED_FLOOR_PERCENT },
        { "bytes_per_second", PUBLISHED_BYTES_PER_SECOND },
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
        if (strncmp(named[i].text, text, length) == 0 && *measure->name &&
            !measure->name[strspn(measure->name, "abcdefghijklmnopqrstuvwxyz0123456789_")])
            return true;
    }
    return false;
}

static void measure_read(const struct json_reader *part, const char *key, void *member)
{
    struct published_measure *measure = member;
    const char *text = json_reader_text(part, key);
    if (*text && published_measure_find(text, measure))
        return;
    *measure = (struct published_measure){ .name = "", .text = "" };
    if (*text)
        json_reader_fault(part, key,
                          " is '%.64s': gpu, wall, judged, host_share, peak_bytes, floor_percent, "
                          "bytes_per_second, kernel:shared_bytes, metric:NAME, counter:NAME, "
                          "fact:NAME or none",
                          text);
}

static void measure_read_wanted(const struct json_reader *part, const char *key, void *member)
{
    *(struct published_measure *)member = (struct published_measure){ .name = "", .text = "" };
    if (*json_reader_name(part, key))
        measure_read(part, key, member);
}

/* Conditions ---------------------------------------------------------------------------------- */

/* False where the text is nothing that a run file says. */
static bool about_find(const char *text, struct published_condition *condition)
{
    static const char axis[] = "axis:";
    static const struct {
        const char *text;
        enum published_about about;
    } words[] = {
        { "device", PUBLISHED_ABOUT_DEVICE },
        { "floor", PUBLISHED_ABOUT_FLOOR },
        { "floor_percent", PUBLISHED_ABOUT_FLOOR_PERCENT },
        { "multiprocessors", PUBLISHED_ABOUT_MULTIPROCESSORS },
    };
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        condition->about = words[i].about;
        if (strcmp(words[i].text, text) == 0)
            return true;
    }
    condition->about = PUBLISHED_ABOUT_AXIS;
    condition->axis = text + strlen(axis);
    if (strncmp(text, axis, strlen(axis)) == 0 && *condition->axis)
        return true;
    condition->about = PUBLISHED_ABOUT_MEASURE;
    condition->axis = "";
    return published_measure_find(text, &condition->measure) &&
           (condition->measure.quantity == PUBLISHED_METRIC ||
            condition->measure.quantity == PUBLISHED_COUNTER ||
            condition->measure.quantity == PUBLISHED_FACT);
}

/* Words of what is no number, bounds of what is one; where one is wrong in itself, no more. */
static void limits_read(const struct json_reader *part, size_t faults,
                        struct published_condition *condition)
{
    const char *is = json_reader_text(part, "is");
    const double low = json_reader_number(part, "at_least", RUN_ANY);
    const double high = json_reader_number(part, "at_most", RUN_ANY);
    const bool numbers = !isnan(low) || !isnan(high);
    condition->low = isnan(low) ? -INFINITY : low;
    condition->high = isnan(high) ? INFINITY : high;
    if (part->reader->faults > faults)
        return;
    if (condition->about == PUBLISHED_ABOUT_DEVICE && (strcmp(is, "own") != 0 || numbers))
        json_reader_fault(part, "is", " must be 'own': a device is the paper's own, or another");
    if (condition->about == PUBLISHED_ABOUT_FLOOR && !numbers)
        condition->bound = bench_bound_names[json_reader_word(part, "is", bench_bound_names,
                                                              BENCH_BOUND_COUNT, 0)];
    if (condition->about == PUBLISHED_ABOUT_FLOOR && !*condition->bound)
        json_reader_fault(part, "is",
                          " must be bytes, texture, operations, atomics or chain: what bounds it");
    if (condition->about > PUBLISHED_ABOUT_FLOOR && (!numbers || *is))
        json_reader_fault(part, "at_least", " or at_most is missing: it is a number");
}

static void side_read(const struct json_reader *part, void *record)
{
    static const char *const sides[] = { "", "a", "b" };
    struct published_condition *condition = record;
    const int side = json_reader_choice(part, "of", sides, COUNT_OF(sides), 0);
    condition->of_a = side != 2;
    condition->of_b = side != 1;
}

static const struct field_own side = { side_read, NULL };

#define S published_condition
static const struct field condition_fields[] = {
    FIELD_AS(TEXT, "what", text, FIELD_WANTED),
    FIELD_BY_ITSELF("of", &side, 0),
    FIELD_KNOWN("is"),
    FIELD_KNOWN("at_least"),
    FIELD_KNOWN("at_most"),
    FIELD_END_ALONE,
};
#undef S

static void condition_read(const struct json_reader *part, struct published_condition *condition)
{
    const size_t faults = part->reader->faults;
    *condition = (struct published_condition){ .axis = "",
                                               .bound = "",
                                               .measure = { .name = "", .text = "" },
                                               .low = -INFINITY,
                                               .high = INFINITY };
    field_read(part, condition_fields, condition);
    if (!*condition->text)
        return;
    if (about_find(condition->text, condition))
        limits_read(part, faults, condition);
    else
        json_reader_fault(part, "what",
                          " is '%.64s': device, multiprocessors, floor, floor_percent, axis:NAME, "
                          "metric:NAME, counter:NAME or fact:NAME",
                          condition->text);
}

/* Preconditions: texts, and conditions that can be checked. */
static void conditions_read(const struct json_reader *part, void *record)
{
    struct published_claim *claim = record;
    const struct json_reader array = json_reader_array(part, "preconditions");
    const size_t count = json_reader_count(&array);
    const char **texts = json_reader_alloc(part->reader, count, sizeof(*texts));
    struct published_condition *conditions =
        json_reader_alloc(part->reader, count, sizeof(*conditions));
    claim->precondition_count = claim->condition_count = 0;
    for (size_t i = 0; i < count; i++) {
        const json_t *json = json_array_get(array.json, i);
        if (json_is_string(json)) {
            texts[claim->precondition_count++] =
                json_reader_keep(part->reader, json_string_value(json));
            continue;
        }
        const struct json_reader entry = json_reader_entry(&array, i);
        if (entry.json)
            condition_read(&entry, &conditions[claim->condition_count++]);
    }
    claim->preconditions = texts;
    claim->conditions = conditions;
}

/* Parts of a claim ---------------------------------------------------------------------------- */

/* Reads two numbers, the first no larger than the second. */
static void range_read(const struct json_reader *part, const char *key, void *member)
{
    struct published_range *range = member;
    const struct json_reader ends = json_reader_array(part, key);
    range->axis = range->axis ? range->axis : "";
    range->low = range->high = NAN;
    if (!ends.json)
        return;
    if (json_array_size(ends.json) != 2) {
        json_reader_fault(part, key, " must be two numbers");
        return;
    }
    range->low = json_reader_value(&ends, 0, RUN_ANY);
    range->high = json_reader_value(&ends, 1, RUN_ANY);
    if (range->low > range->high)
        json_reader_fault(part, key, " goes from %.9g down to %.9g", range->low, range->high);
}

/* Settings are all values of one axis with all of the others. */
static void free_read(const struct json_reader *part, const char *key, void *member)
{
    struct published_free *axis = member;
    const struct json_reader array = json_reader_array(part, key);
    axis->values = json_reader_texts(&array, &axis->count);
    if (array.json && axis->count < 2)
        json_reader_fault(part, key, " must have two values or more: a free axis has a range");
}

static void label_read(const struct json_reader *part, const char *key, void *member)
{
    ((struct published_label *)member)->name = json_reader_name(part, key);
}

static void value_read(const struct json_reader *part, const char *key, void *member)
{
    ((struct published_value *)member)->value = json_reader_number(part, key, RUN_ANY);
    json_reader_missing(part, key);
}

static void profile_read(const struct json_reader *part, const char *key, void *member)
{
    *(enum bench_profile *)member = (enum bench_profile)json_reader_choice(
        part, key, profile_names, BENCH_PROFILE_COUNT, BENCH_PAPER);
}

static const struct field_own figures = { figures_read, NULL };
static const struct field_own conditions = { conditions_read, NULL };

#define S published_observation
static const struct field observation_fields[] = {
    FIELD(TEXT, device, 0),
    FIELD_AS(TEXT, "case", label, 0),
    FIELD(AMOUNT, a, FIELD_WANTED),
    FIELD(TIME, b, 0),
    FIELD(TEXT, by, FIELD_WANTED),
    FIELD(TEXT, how, FIELD_WANTED),
    FIELD_KNOWN("from"),
    FIELD(TEXT, date, 0),
    FIELD_END_ALONE,
};
#undef S

#define S published_amendment
static const struct field amendment_fields[] = {
    FIELD(TEXT, date, 0),  FIELD(TEXT, what, 0),   FIELD(TEXT, why, 0),    FIELD(TEXT, before, 0),
    FIELD(TEXT, after, 0), FIELD(TEXT, narrow, 0), FIELD(TEXT, sha256, 0), FIELD_END_ALONE,
};
#undef S

#define S published_claim
static const struct field source_fields[] = {
    FIELD(TEXT, where, 0),
    FIELD(TEXT, quote, 0),
    FIELD_END,
};

static const struct field registered_fields[] = {
    FIELD_AS(TEXT, "commit", registered_commit, 0),
    FIELD_AS(TEXT, "date", registered_date, 0),
    FIELD_KNOWN("sha256"),
    FIELD_END_ALONE,
};

/* Members that claims take from the file's `defaults` where they leave them out. */
#define SHARED                                                                                     \
    FIELD_BY("profile", profile_read, profile), FIELD_BY("hardware", hardware_read, hardware),     \
        FIELD_BY_ITSELF("preconditions", &conditions, 0),                                          \
        FIELD_SOME_TEXTS("deviations", deviations, deviation_count, 0),                            \
        FIELD_BY_ITSELF("figures", &figures, 0),                                                   \
        FIELD_SOME_BY(KEYED, "range", range_read, ranges, range_count, 0)

static const struct field defaults_fields[] = { SHARED, FIELD_END_ALONE };

static const struct field claim_fields[] = {
    FIELD_BY("id", published_id_read, id),
    FIELD(TEXT, statement, FIELD_WANTED),
    FIELD_PART("source", source_fields, 0),
    FIELD(FLAG, takes_minutes, 0),
    FIELD(TEXT, by_construction, 0),
    FIELD(TEXT, gloss, 0),
    FIELD(TEXT, rests_on, 0),
    SHARED,
    FIELD_BY("paper_ratio", paper_ratio_read, paper_ratio),
    FIELD_PART("registered", registered_fields, 0),
    FIELD_SOME(LIST, "amended", amended, amended_count, amendment_fields, 0),
    FIELD(TEXT, a, FIELD_WANTED),
    FIELD(TEXT, b, 0),
    FIELD(TEXT, name_a, 0),
    FIELD(TEXT, name_b, 0),
    FIELD_BY("measure", measure_read_wanted, measure),
    FIELD_BY("measure_b", measure_read, measure_b),
    FIELD_SOME_TEXTS("join", join, join_count, 0),
    FIELD_SOME_BY(KEYED, "labels", label_read, labels, label_count, 0),
    FIELD_SOME_BY(KEYED, "free", free_read, free, free_count, 0),
    FIELD(TEXT, along, 0),
    FIELD_BY("within", range_read, within),
    FIELD(FLAG, or_more, 0),
    FIELD(FLAG, extremes, 0),
    FIELD(TEXT, untestable, 0),
    FIELD_BY("denies", published_denies_read, denies),
    FIELD_BY("who", published_who_read, of_b),
    FIELD_OF_WORDS(WORD, "of", of, published_of_words, 0),
    FIELD_OF_WORDS(WORD, "margin", margin, published_margin_words, 0),
    FIELD_OF_WORDS(WORD, "number", number, published_number_words, 0),
    FIELD_OF_WORDS(WORD, "evidence", evidence, published_evidence_words, 0),
    FIELD(TEXT, word, 0),
    FIELD_BY("says", published_says_read, says),
    FIELD(TEXT, unit, 0),
    FIELD(TEXT, note, 0),
    FIELD(FLAG, approximate, 0),
    FIELD_AS(NUMBER, "value", stated, 0),
    FIELD(TIME, factor, 0),
    FIELD_SOME_BY(KEYED, "values", value_read, values, value_count, 0),
    FIELD_SOME(LIST, "observed", observed, observed_count, observation_fields, FIELD_WHOLE),
    FIELD_END_ALONE,
};
#undef S

/* A claim ------------------------------------------------------------------------------------- */

/* A name for sentences; with + before it, a plural. */
static bool plural_take(const struct json_reader *part, const char *key, const char **name)
{
    const bool plural = **name == '+';
    if (strcmp(*name, "+") == 0)
        json_reader_fault(part, key, " is a + alone: the name after it is missing");
    *name += plural;
    return plural;
}

/* The factor that takes the unit of the file to that of the measure. */
static double unit_factor(const struct json_reader *part, const struct published_claim *claim)
{
    const enum published_quantity quantity = claim->measure.quantity;
    const bool of_a =
        !*claim->b && (claim->says == PUBLISHED_COUNT || claim->says == PUBLISHED_AT_MOST ||
                       claim->says == PUBLISHED_AT_LEAST);
    const bool time =
        quantity == PUBLISHED_GPU || quantity == PUBLISHED_WALL || quantity == PUBLISHED_JUDGED;
    double factor = 1;
    if (!of_a)
        return 1;
    if (published_claim_unmeasured(claim)) {
        published_unit_bytes(claim->unit, &factor);
        return factor;
    }
    if (time && !published_unit_time(claim->unit, &factor))
        json_reader_fault(part, "unit", " is '%.32s': of a time it is ns, us, ms or s",
                          claim->unit);
    if (!time && !published_unit_time(claim->unit, &factor))
        published_unit_bytes(claim->unit, &factor);
    return factor;
}

/* Takes the numbers of a claim, in which nothing is wrong, to the unit of its measure. */
static void values_settle(const struct json_reader *part, struct published_claim *claim)
{
    const double factor = unit_factor(part, claim);
    double observed_factor = 1;
    claim->value = factor * claim->stated;
    for (size_t i = 0; i < claim->value_count; i++)
        claim->values[i].value *= factor;
    if (!*claim->b)
        published_unit_bytes(claim->unit, &observed_factor);
    for (size_t i = 0; i < claim->observed_count; i++)
        claim->observed[i].a *= observed_factor;
    /* A device has each case once: two numbers for one case would be chosen from. */
    const struct published_observation *observed = claim->observed;
    for (size_t i = 0; i < claim->observed_count; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(observed[i].label, observed[k].label) == 0 &&
                (!*observed[i].device || !*observed[k].device ||
                 strcmp(observed[i].device, observed[k].device) == 0))
                json_reader_fault(part, "observed", "[%zu] has the case '%.64s' of [%zu] again", i,
                                  observed[i].label, k);
    if (claim->observed_count > 0)
        published_observed_check(part, claim);
}

/* Fills in what follows from the members, and holds them against each other. */
static void claim_settle(const struct json_reader *part, size_t faults,
                         struct published_claim *claim)
{
    const bool clean = part->reader->faults == faults;
    claim->factor = isnan(claim->factor) ? 1 : claim->factor;
    claim->has_a = json_reader_expression(part, "a", claim->a, &claim->rows_a);
    claim->has_b = json_reader_expression(part, "b", claim->b, &claim->rows_b);
    claim->plural_a = plural_take(part, "name_a", &claim->name_a);
    claim->plural_b = plural_take(part, "name_b", &claim->name_b);
    if (!*claim->measure_b.text)
        claim->measure_b = claim->measure;
    if (claim->free_count > 0 && *claim->along)
        json_reader_fault(part, "free", " is about pairs: a claim along an axis cannot have it");
    for (size_t i = 0; i < claim->condition_count && clean && published_of(part)->hardware; i++)
        if (claim->conditions[i].about == PUBLISHED_ABOUT_DEVICE && !claim->hardware)
            json_reader_fault(part, "hardware",
                              " is missing: a precondition is about the paper's own device");
    if (!published_words_settle(part, claim) || part->reader->faults > faults)
        return;
    const bool place = claim->says == PUBLISHED_FROM || claim->says == PUBLISHED_BEST_AT;
    if (!*claim->unit && claim->says == PUBLISHED_SHARE)
        claim->unit = "share";
    else if (!*claim->unit && (claim->says == PUBLISHED_TIMES_AS_LONG || (*claim->b && !place)))
        claim->unit = "ratio";
    published_words_check(part, claim);
    values_settle(part, claim);
}

/* Reads a claim, and in it what the file's defaults have and it has not. */
static void claim_read(const struct json_reader *entry, const char *key, void *member)
{
    (void)key;
    const struct published_reading *reading = published_reading_of(entry);
    struct published_claim *claim = member;
    struct json_reader part = *entry;
    const size_t faults = part.reader->faults;
    json_auto_t *whole = json_copy((json_t *)entry->json);
    if (reading->defaults)
        json_object_update_missing(whole, (json_t *)reading->defaults);
    part.json = whole;
    claim->value = NAN;
    field_read(&part, claim_fields, claim);
    claim_settle(&part, faults, claim);
    claim_hash(&part, claim->sha256);
}

/* The document -------------------------------------------------------------------------------- */

/* Faults of the defaults are said once, and not of each claim. */
static void defaults_read(const struct json_reader *part, void *record)
{
    (void)record;
    struct published_reading *reading = published_reading_of(part);
    const struct json_reader defaults = json_reader_object(part, "defaults");
    const size_t faults = part->reader->faults;
    struct published_claim claim = { .id = "" };
    field_read(&defaults, defaults_fields, &claim);
    reading->defaults = part->reader->faults == faults ? defaults.json : NULL;
}

static void stand_ins_read(const struct json_reader *part, void *record)
{
    struct published *published = record;
    const struct json_reader axes = json_reader_object(part, "stand_ins");
    const char *axis, *value;
    json_t *values, *what;
    size_t count = 0;
    json_object_foreach((json_t *)axes.json, axis, values) count += json_object_size(values);
    struct published_stand_in *all = json_reader_alloc(part->reader, count, sizeof(*all));
    published->stand_ins = all;
    json_object_foreach((json_t *)axes.json, axis, values)
    {
        const struct json_reader own = json_reader_object(&axes, axis);
        json_object_foreach((json_t *)own.json, value, what) all[published->stand_in_count++] =
            (struct published_stand_in){ json_reader_keep(part->reader, axis),
                                         json_reader_keep(part->reader, value),
                                         json_reader_text(&own, value) };
    }
}

static const struct field_own defaults = { defaults_read, NULL };
static const struct field_own stand_ins = { stand_ins_read, NULL };

#define S published_hardware
static const struct field hardware_fields[] = {
    FIELD_BY("id", published_id_read, id),
    FIELD(TEXT, device, FIELD_WANTED),
    FIELD_END,
};
#undef S

#define S published_figure
static const struct field figure_fields[] = {
    FIELD_BY("id", published_id_read, id),
    FIELD(TEXT, quantity, 0),
    FIELD(TEXT, unit, 0),
    FIELD(NUMBER, value, 0),
    FIELD_BY("hardware", hardware_read, hardware),
    FIELD_END,
};
#undef S

#define S published
static const struct field paper_fields[] = {
    FIELD_BY("id", published_id_read, id),
    FIELD(TEXT, title, 0),
    FIELD_SOME_TEXTS("authors", authors, author_count, 0),
    FIELD(TEXT, kind, 0),
    FIELD(TEXT, doi, 0),
    FIELD(COUNT, year, 0),
    FIELD_END,
};

/* Hardware and figures in which something is wrong stay NULL: that nothing has the name of one of
 * them is no fault then. */
static const struct field document_fields[] = {
    FIELD_KNOWN("schema_version"),
    FIELD_KNOWN("recorded"),
    FIELD_KNOWN("protocol"),
    FIELD_PART("paper", paper_fields, FIELD_WANTED),
    FIELD(TEXT, technique, 0),
    FIELD_SOME(LIST, "hardware", hardware, hardware_count, hardware_fields,
               FIELD_NAMED | FIELD_WHOLE),
    FIELD_SOME(LIST, "figures", figures, figure_count, figure_fields, FIELD_NAMED | FIELD_WHOLE),
    FIELD_BY_ITSELF("stand_ins", &stand_ins, 0),
    FIELD_BY_ITSELF("defaults", &defaults, 0),
    FIELD_SOME_BY(LIST, "claims", claim_read, claims, claim_count, FIELD_NAMED | FIELD_WANTED),
    FIELD_SOME_BY(LIST, "plots", published_plot_read, plots, plot_count, FIELD_NAMED),
    FIELD_END_ALONE,
};
#undef S

void published_document_read(const struct json_reader *document, struct published *published)
{
    static const char *const lists[] = { "hardware", "figures", "claims", "plots" };
    struct published_reading reading = { .published = published };
    const json_t *version = json_object_get(document->json, "schema_version");
    /* A document of another kind, or a newer one, gets no further faults. */
    if (!json_is_integer(version) || json_integer_value(version) != PAPERS_VERSION) {
        json_reader_fault(document, "schema_version",
                          " must be %d, which docs/guide/claims-and-verdicts.md explains",
                          PAPERS_VERSION);
        return;
    }
    for (size_t i = 0; i < COUNT_OF(lists); i++)
        if (json_array_size(json_object_get(document->json, lists[i])) > ENTRIES_MAX) {
            json_reader_fault(document, lists[i], " has more than %d entries", ENTRIES_MAX);
            return;
        }
    document->reader->of = &reading;
    field_read(document, document_fields, published);
    const struct published_claim *claims = published->claims;
    const struct published_plot *plots = published->plots;
    for (size_t i = 0; i < published->claim_count; i++)
        for (size_t k = i + 1; k < published->claim_count && claims[i].id; k++)
            if (claims[k].id && *claims[i].id && strcmp(claims[i].id, claims[k].id) == 0)
                json_reader_fault(document, "claims", " has two of the id '%.128s'", claims[i].id);
    document->reader->what = "plots";
    for (size_t i = 0; i < published->plot_count; i++)
        for (size_t k = 0; k < i && plots[i].id; k++) {
            document->reader->name = plots[i].id;
            if (plots[k].id && *plots[i].id && strcmp(plots[k].id, plots[i].id) == 0)
                json_reader_fault(document, "id", " belongs to two plots");
        }
}
