/* SPDX-License-Identifier: MIT */
#include "harness/analysis/published/published_read.h"

#include "harness/base/expression.h"
#include "harness/base/json_value.h"
#include "harness/base/sha256.h"
#include "harness/record/profile.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_OF(list) (sizeof(list) / sizeof((list)[0]))

/* Hash ---------------------------------------------------------------------------------------- */

_Static_assert((int)PUBLISHED_SHA256_BYTES == (int)SHA256_TEXT_BYTES, "a hash fits");

/* A copy in which whole numbers are integers: 2.0 is 2. A new reference. */
static json_t *plain(const json_t *json)
{
    const char *key;
    json_t *value;
    size_t i;
    if (json_is_real(json))
        return json_value_number(json_real_value(json));
    if (!json_is_object(json) && !json_is_array(json))
        return json_incref((json_t *)json);
    json_t *copy = json_is_object(json) ? json_object() : json_array();
    if (json_is_object(json))
        json_object_foreach((json_t *)json, key, value) json_value_set(&copy, key, plain(value));
    else
        json_array_foreach((json_t *)json, i, value) json_value_append(&copy, plain(value));
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
    json_t *members = json_object();
    for (size_t i = 0; i < COUNT_OF(judged); i++) {
        const json_t *value = json_object_get(claim->json, judged[i]);
        if (!says_nothing(judged[i], value))
            json_value_set(&members, judged[i], plain(value));
    }
    char *text = json_value_dump(members, JSON_COMPACT | JSON_SORT_KEYS | JSON_REAL_PRECISION(15));
    sha256_text(text, strlen(text), sha256);
    free(text);
    json_decref(members);
}

/* Conditions ---------------------------------------------------------------------------------- */

static const char *const bounds[] = { "",      "bytes",  "texture",  "operations", "atomics",
                                      "chain", "groups", "vertices", "pixels" };

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
        condition->bound = bounds[json_reader_word(part, "is", bounds, COUNT_OF(bounds), 0)];
    if (condition->about == PUBLISHED_ABOUT_FLOOR && !*condition->bound)
        json_reader_fault(part, "is",
                          " must be bytes, texture, operations, atomics or chain: what bounds it");
    if (condition->about > PUBLISHED_ABOUT_FLOOR && (!numbers || *is))
        json_reader_fault(part, "at_least", " or at_most is missing: it is a number");
}

static void condition_read(const struct json_reader *part, struct published_condition *condition)
{
    static const char *const known[] = { "what", "of", "is", "at_least", "at_most" };
    static const char *const sides[] = { "", "a", "b" };
    const size_t faults = part->reader->faults;
    *condition = (struct published_condition){ .axis = "",
                                               .bound = "",
                                               .measure = { .name = "", .text = "" },
                                               .low = -INFINITY,
                                               .high = INFINITY };
    json_reader_known(part, known, COUNT_OF(known));
    condition->text = json_reader_name(part, "what");
    const int side = json_reader_choice(part, "of", sides, COUNT_OF(sides), 0);
    condition->of_a = side != 2;
    condition->of_b = side != 1;
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
static void conditions_read(const struct json_reader *part, struct published_claim *claim)
{
    const struct json_reader array = json_reader_array(part, "preconditions");
    const size_t count = json_reader_count(&array);
    const char **texts = json_reader_alloc(part->reader, count, sizeof(*texts));
    struct published_condition *conditions =
        json_reader_alloc(part->reader, count, sizeof(*conditions));
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

/* Observations -------------------------------------------------------------------------------- */

/* `factor` takes a alone from the unit of the claim to bytes. */
static void observation_read(const struct json_reader *entry, double factor,
                             struct published_observation *observation)
{
    static const char *const known[] = { "device", "case", "a", "b", "by", "how", "from", "date" };
    json_reader_known(entry, known, COUNT_OF(known));
    json_reader_missing(entry, "a");
    *observation = (struct published_observation){
        .device = json_reader_text(entry, "device"),
        .label = json_reader_text(entry, "case"),
        .a = factor * json_reader_number(entry, "a", RUN_AMOUNT),
        .b = json_reader_number(entry, "b", RUN_TIME),
        .by = json_reader_name(entry, "by"),
        .how = json_reader_name(entry, "how"),
        .date = json_reader_text(entry, "date"),
    };
}

/* A device has each case once: two numbers for one case would be chosen from. */
static void twice_check(const struct json_reader *array,
                        const struct published_observation *observed, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (strcmp(observed[i].label, observed[k].label) == 0 &&
            (!*observed[i].device || !*observed[k].device ||
             strcmp(observed[i].device, observed[k].device) == 0))
            json_reader_fault(array, NULL, "[%zu] has the case '%.64s' of [%zu] again", i,
                              observed[i].label, k);
}

/* Observations of a claim, whose unit is read. */
static void observed_read(const struct json_reader *part, struct published_claim *claim)
{
    const struct json_reader array = json_reader_array(part, "observed");
    const size_t count = json_reader_count(&array), faults = part->reader->faults;
    struct published_observation *observed =
        json_reader_alloc(part->reader, count, sizeof(*observed));
    double factor = 1;
    if (!*claim->b)
        published_unit_bytes(claim->unit, &factor);
    for (size_t i = 0; i < count; i++) {
        const struct json_reader entry = json_reader_entry(&array, i);
        observation_read(&entry, factor, &observed[i]);
        twice_check(&array, observed, i);
    }
    if (part->reader->faults > faults)
        return;
    claim->observed = observed;
    claim->observed_count = count;
    if (count > 0)
        published_observed_check(part, claim);
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
        if (strncmp(named[i].text, text, length) == 0 && is_name(text + length))
            return true;
    }
    return false;
}

static struct published_measure measure_read(const struct json_reader *part, const char *key)
{
    struct published_measure measure;
    const char *text = json_reader_text(part, key);
    if (*text && !published_measure_find(text, &measure))
        json_reader_fault(part, key,
                          " is '%.64s': gpu, wall, judged, host_share, peak_bytes, floor_percent, "
                          "bytes_per_second, kernel:shared_bytes, metric:NAME, counter:NAME, "
                          "fact:NAME or none",
                          text);
    if (*text)
        return measure;
    return (struct published_measure){ .name = "", .text = "" };
}

/* Rows ---------------------------------------------------------------------------------------- */

static bool rows_read(const struct json_reader *part, const char *key, const char *text,
                      struct expression *rows)
{
    char trouble[128];
    if (!*text)
        return false;
    const char *refusal = expression_refuse(text);
    if (refusal) {
        json_reader_fault(part, key, " is not an expression for rows: it %s", refusal);
        return false;
    }
    const int code = expression_init(rows, text);
    if (code == 0)
        return true;
    regerror(code, &rows->rest, trouble, sizeof(trouble));
    json_reader_fault(part, key, " is not an extended regular expression: %s", trouble);
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
        ranges[i] = range_read(&axes, axis);
        ranges[i++].axis = json_reader_keep(part->reader, axis);
    }
    claim->ranges = ranges;
    claim->range_count = i;
}

/* Settings are all values of one axis with all of the others. */
static void free_read(const struct json_reader *part, struct published_claim *claim)
{
    const struct json_reader axes = json_reader_object(part, "free");
    const size_t count = json_object_size(axes.json);
    struct published_free *all = json_reader_alloc(part->reader, count, sizeof(*all));
    const char *axis;
    json_t *values;
    size_t i = 0;
    json_object_foreach((json_t *)axes.json, axis, values)
    {
        const struct json_reader array = json_reader_array(&axes, axis);
        all[i].axis = json_reader_keep(part->reader, axis);
        all[i].values = json_reader_texts(&array, &all[i].count);
        if (array.json && all[i].count < 2)
            json_reader_fault(&axes, axis,
                              " must have two values or more: a free axis has a range");
        i++;
    }
    claim->free = all;
    claim->free_count = i;
}

/* A name for sentences; with + before it, a plural. */
static const char *name_read(const struct json_reader *part, const char *key, bool *plural)
{
    const char *name = json_reader_text(part, key);
    *plural = *name == '+';
    if (strcmp(name, "+") == 0)
        json_reader_fault(part, key, " is a + alone: the name after it is missing");
    return name + *plural;
}

static void labels_read(const struct json_reader *part, struct published_claim *claim)
{
    const struct json_reader names = json_reader_object(part, "labels");
    const size_t count = json_object_size(names.json);
    struct published_label *labels = json_reader_alloc(part->reader, count, sizeof(*labels));
    const char *value;
    json_t *name;
    size_t i = 0;
    json_object_foreach((json_t *)names.json, value, name)
    {
        labels[i++] = (struct published_label){ json_reader_keep(part->reader, value),
                                                json_reader_name(&names, value) };
    }
    claim->labels = labels;
    claim->label_count = i;
}

static void sides_read(const struct json_reader *part, struct published_claim *claim)
{
    const struct json_reader join = json_reader_array(part, "join");
    claim->a = json_reader_name(part, "a");
    claim->b = json_reader_text(part, "b");
    claim->has_a = rows_read(part, "a", claim->a, &claim->rows_a);
    claim->has_b = rows_read(part, "b", claim->b, &claim->rows_b);
    claim->name_a = name_read(part, "name_a", &claim->plural_a);
    claim->name_b = name_read(part, "name_b", &claim->plural_b);
    if (*json_reader_name(part, "measure"))
        claim->measure = measure_read(part, "measure");
    claim->measure_b = measure_read(part, "measure_b");
    if (!*claim->measure_b.text)
        claim->measure_b = claim->measure;
    claim->join = json_reader_texts(&join, &claim->join_count);
    labels_read(part, claim);
    free_read(part, claim);
    claim->along = json_reader_text(part, "along");
    claim->within = range_read(part, "within");
    claim->or_more = json_reader_flag(part, "or_more");
    claim->extremes = json_reader_flag(part, "extremes");
    claim->untestable = json_reader_text(part, "untestable");
    if (claim->free_count > 0 && *claim->along)
        json_reader_fault(part, "free", " is about pairs: a claim along an axis cannot have it");
}

/* Values -------------------------------------------------------------------------------------- */

/* The unit of a value that comes without one. */
static const char *unit_default(const struct published_claim *claim)
{
    const bool place = claim->says == PUBLISHED_FROM || claim->says == PUBLISHED_BEST_AT;
    if (claim->says == PUBLISHED_SHARE)
        return "share";
    return claim->says == PUBLISHED_TIMES_AS_LONG || (*claim->b && !place) ? "ratio" : "";
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

/* Reads the values unchanged. */
static struct published_value *values_read(const struct json_reader *part,
                                           struct published_claim *claim)
{
    const struct json_reader keyed = json_reader_object(part, "values");
    const size_t count = json_object_size(keyed.json);
    struct published_value *values = json_reader_alloc(part->reader, count, sizeof(*values));
    const char *key;
    json_t *value;
    size_t i = 0;
    json_object_foreach((json_t *)keyed.json, key, value)
    {
        values[i].key = json_reader_keep(part->reader, key);
        values[i++].value = json_reader_number(&keyed, key, RUN_ANY);
        json_reader_missing(&keyed, key);
    }
    claim->values = values;
    claim->value_count = i;
    return values;
}

/* Reads the value and, where nothing is wrong with the claim since `faults`, holds it against what
 * it says. */
static void value_read(const struct json_reader *part, bool words_good, size_t faults,
                       struct published_claim *claim)
{
    claim->unit = json_reader_text(part, "unit");
    claim->note = json_reader_text(part, "note");
    claim->approximate = json_reader_flag(part, "approximate");
    claim->stated = json_reader_number(part, "value", RUN_ANY);
    claim->factor = json_reader_number(part, "factor", RUN_TIME);
    claim->factor = isnan(claim->factor) ? 1 : claim->factor;
    struct published_value *values = values_read(part, claim);
    if (!words_good || part->reader->faults > faults)
        return;
    if (!*claim->unit)
        claim->unit = unit_default(claim);
    published_words_check(part, claim);
    const double factor = unit_factor(part, claim);
    claim->value = factor * claim->stated;
    for (size_t i = 0; i < claim->value_count; i++)
        values[i].value *= factor;
    observed_read(part, claim);
}

/* Figures ------------------------------------------------------------------------------------- */

static const struct published_figure *figure_find(const struct json_reader *part, const char *key,
                                                  const struct published *published, const char *id)
{
    for (size_t i = 0; i < published->figure_count; i++)
        if (strcmp(published->figures[i].id, id) == 0)
            return &published->figures[i];
    json_reader_fault(part, key, " has '%.96s', which the document lacks", id);
    return NULL;
}

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
    for (size_t i = 0; i < count; i++) {
        const struct published_figure *found = figure_find(part, "figures", published, ids[i]);
        if (found)
            figures[claim->figure_count++] = found;
    }
    claim->figures = figures;
}

static void paper_ratio_read(const struct json_reader *part, const struct published *published,
                             struct published_claim *claim)
{
    static const char key[] = "paper_ratio";
    const struct json_reader array = json_reader_array(part, key);
    const size_t faults = part->reader->faults;
    size_t count = 0;
    const char *const *ids = json_reader_texts(&array, &count);
    if (!array.json || part->reader->faults > faults || !published->figures)
        return;
    if (count != 2) {
        json_reader_fault(part, key, " must be the ids of two figures");
        return;
    }
    const struct published_figure *over = figure_find(part, key, published, ids[0]);
    const struct published_figure *under = figure_find(part, key, published, ids[1]);
    if (over && under && !(isfinite(over->value) && under->value > 0))
        json_reader_fault(part, key, " has a figure that has no value, or 0 to divide by");
    else if (over && under)
        claim->paper_ratio = over->value / under->value;
}

/* History ------------------------------------------------------------------------------------- */

static void amended_read(const struct json_reader *part, struct published_claim *claim)
{
    static const char *const known[] = { "date",  "what",   "why",   "before",
                                         "after", "narrow", "sha256" };
    const struct json_reader array = json_reader_array(part, "amended");
    const size_t count = json_reader_count(&array);
    struct published_amendment *amended = json_reader_alloc(part->reader, count, sizeof(*amended));
    for (size_t i = 0; i < count; i++) {
        const struct json_reader entry = json_reader_entry(&array, i);
        json_reader_known(&entry, known, COUNT_OF(known));
        amended[i] = (struct published_amendment){
            .date = json_reader_text(&entry, "date"),
            .what = json_reader_text(&entry, "what"),
            .why = json_reader_text(&entry, "why"),
            .before = json_reader_text(&entry, "before"),
            .after = json_reader_text(&entry, "after"),
            .narrow = json_reader_text(&entry, "narrow"),
            .sha256 = json_reader_text(&entry, "sha256"),
        };
    }
    claim->amended = amended;
    claim->amended_count = count;
}

static void history_read(const struct json_reader *part, struct published_claim *claim)
{
    static const char *const known[] = { "commit", "date", "sha256" };
    const struct json_reader registered = json_reader_object(part, "registered");
    json_reader_known(&registered, known, COUNT_OF(known));
    claim->registered_commit = json_reader_text(&registered, "commit");
    claim->registered_date = json_reader_text(&registered, "date");
    amended_read(part, claim);
}

/* Claims -------------------------------------------------------------------------------------- */

/* All that judging looks at, for a claim that breaks off. */
static void claim_init(struct published_claim *claim)
{
    const char *id = claim->id;
    *claim = (struct published_claim){ .id = id,
                                       .a = "",
                                       .b = "",
                                       .name_a = "",
                                       .name_b = "",
                                       .word = "",
                                       .gloss = "",
                                       .rests_on = "",
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
                                       .paper_ratio = NAN,
                                       .factor = 1 };
}

/* A claim about the paper's own device alone names it. */
static void own_device_check(const struct json_reader *part, const struct published_claim *claim)
{
    for (size_t i = 0; i < claim->condition_count && !claim->hardware; i++)
        if (claim->conditions[i].about == PUBLISHED_ABOUT_DEVICE)
            json_reader_fault(part, "hardware",
                              " is missing: a precondition is about the paper's own device");
}

/* Reads the members that `defaults` of a file may have for its claims. */
static void shared_read(const struct json_reader *part, const struct published *published,
                        struct published_claim *claim)
{
    const struct json_reader deviations = json_reader_array(part, "deviations");
    claim->profile = (enum bench_profile)published_word_read(part, "profile", profile_names,
                                                             BENCH_PROFILE_COUNT, BENCH_PAPER);
    claim->hardware = published_hardware_read(part, published);
    conditions_read(part, claim);
    claim->deviations = json_reader_texts(&deviations, &claim->deviation_count);
    figures_read(part, published, claim);
    ranges_read(part, claim);
}

const json_t *published_defaults_read(const struct json_reader *document,
                                      const struct published *published)
{
    static const char *const known[] = { "hardware", "profile",       "range",
                                         "figures",  "preconditions", "deviations" };
    const size_t faults = document->reader->faults;
    const struct json_reader part = json_reader_object(document, "defaults");
    struct published_claim claim = { .id = "" };
    claim_init(&claim);
    json_reader_known(&part, known, COUNT_OF(known));
    shared_read(&part, published, &claim);
    return document->reader->faults == faults ? part.json : NULL;
}

void published_claim_read(const struct json_reader *part, const struct published *published,
                          struct published_claim *claim)
{
    static const char *const known[] = {
        "id",         "statement",
        "source",     "figures",
        "hardware",   "profile",
        "range",      "preconditions",
        "number",     "deviations",
        "word",       "takes_minutes",
        "a",          "by_construction",
        "b",          "name_a",
        "name_b",     "measure",
        "measure_b",  "says",
        "who",        "of",
        "denies",     "margin",
        "join",       "labels",
        "along",      "within",
        "or_more",    "extremes",
        "untestable", "value",
        "values",     "unit",
        "factor",     "paper_ratio",
        "note",       "approximate",
        "amended",    "evidence",
        "registered", "observed",
        "gloss",      "rests_on",
        "free",
    };
    const struct json_reader source = json_reader_object(part, "source");
    const size_t faults = part->reader->faults;
    claim_init(claim);
    json_reader_known(part, known, COUNT_OF(known));
    claim->statement = json_reader_name(part, "statement");
    claim->where = json_reader_text(&source, "where");
    claim->quote = json_reader_text(&source, "quote");
    claim->takes_minutes = json_reader_flag(part, "takes_minutes");
    claim->by_construction = json_reader_text(part, "by_construction");
    claim->gloss = json_reader_text(part, "gloss");
    claim->rests_on = json_reader_text(part, "rests_on");
    const size_t before = part->reader->faults;
    shared_read(part, published, claim);
    if (part->reader->faults == before && published->hardware)
        own_device_check(part, claim);
    paper_ratio_read(part, published, claim);
    history_read(part, claim);
    sides_read(part, claim);
    value_read(part, published_words_read(part, claim), faults, claim);
    claim_hash(part, claim->sha256);
}
