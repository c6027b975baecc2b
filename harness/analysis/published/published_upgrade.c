/* SPDX-License-Identifier: MIT */
#include "harness/analysis/published/published_read.h"

#include "harness/base/json_value.h"

#include <math.h>
#include <string.h>

/* Ratios within 5 % of 1 are no difference. */
#define DIFFERENCE 1.05

/* A claim of schema 1, and the one of schema 2 that is made of it. */
struct upgrade {
    const json_t *old;
    json_t *claim;
    const char *measure, *unit; /* "" */
    double low, high;           /* of its values; NAN where there is none */
    bool has_b, keyed;
};

static bool is_time(const char *measure)
{
    return strcmp(measure, "gpu") == 0 || strcmp(measure, "wall") == 0 ||
           strcmp(measure, "judged") == 0;
}

static bool is(const char *relation, const char *name)
{
    return strcmp(relation, name) == 0;
}

static void set_text(struct upgrade *up, const char *key, const char *text)
{
    json_value_set(&up->claim, key, json_value_text(text));
}

/* Drops the value, which has no say in what the claim says, and its unit. */
static void value_drop(struct upgrade *up)
{
    static const char *const keys[] = { "value", "values", "unit" };
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
        json_object_del(up->claim, keys[i]);
}

static void value_invert(struct upgrade *up)
{
    const json_t *values = json_object_get(up->claim, "values");
    const char *key;
    json_t *value;
    if (!up->keyed) {
        json_value_set(&up->claim, "value", json_value_number(1 / up->low));
        return;
    }
    json_t *inverted = json_object();
    json_object_foreach((json_t *)values, key, value)
        json_value_set(&inverted, key, json_value_number(1 / json_number_value(value)));
    json_value_set(&up->claim, "values", inverted);
}

/* Sets the margin of «no difference» by the tolerance. */
static void margin_set(struct upgrade *up)
{
    const json_t *tolerance = json_object_get(up->old, "tolerance");
    const double other = json_number_value(json_object_get(tolerance, "other_device"));
    if (other > 0.05)
        set_text(up, "margin", other > 0.1 ? "close" : "little");
}

static void no_difference(struct upgrade *up, const char *denies)
{
    set_text(up, "says", is_time(up->measure) ? "as_fast" : "as_much");
    set_text(up, "denies", denies);
    margin_set(up);
    value_drop(up);
}

/* Quotients of two sides: a is that much slower, or b is. */
static void quotient_set(struct upgrade *up)
{
    const bool time = is_time(up->measure);
    json_object_del(up->claim, "unit");
    if (up->low >= 1 / DIFFERENCE && up->high <= DIFFERENCE) {
        no_difference(up, "both");
    } else if (up->low >= 1) {
        set_text(up, "says", time ? "slower" : "more");
    } else if (up->low > 0 && up->high <= 1) {
        set_text(up, "says", time ? "faster" : "less");
        value_invert(up);
    } else if (up->keyed && up->low > 0) {
        set_text(up, "says", time ? "slower" : "more");
        value_drop(up);
        set_text(up, "untestable",
                 "its values lie on both sides of 1: in schema 2 that is a claim for each side");
    } else {
        set_text(up, "says", "times_as_long"); /* which does not do without a value above 0 */
    }
}

static bool is_part(const struct upgrade *up)
{
    const char *other = json_value_text_of(up->claim, "measure_b");
    return up->low > 0 && up->high < 1 &&
           (is(up->measure, "host_share") ||
            (up->has_b && (strncmp(up->unit, "fraction", strlen("fraction")) == 0 ||
                           (*other && strcmp(other, up->measure) != 0))));
}

/* Times of a alone are those of the paper's device. */
static void own_device_set(struct upgrade *up)
{
    const json_t *old = json_object_get(up->claim, "preconditions");
    json_t *all = json_is_array(old) ? json_copy((json_t *)old) : json_array();
    json_value_append(&all, json_pack("{s:s, s:s}", "what", "device", "is", "own"));
    json_value_set(&up->claim, "preconditions", all);
}

static void equals_set(struct upgrade *up)
{
    if (is_part(up)) {
        set_text(up, "says", "share");
        json_object_del(up->claim, "unit");
    } else if (up->has_b) {
        quotient_set(up);
    } else {
        set_text(up, "says", "count");
        set_text(up, "denies", "both");
        if (is_time(up->measure) && json_is_string(json_object_get(up->claim, "hardware")))
            own_device_set(up);
    }
}

static void bound_set(struct upgrade *up, const char *relation)
{
    if (is_part(up)) {
        set_text(up, "says", relation);
        set_text(up, "unit", "share");
    } else if (up->has_b && up->low >= 1 / DIFFERENCE && up->high <= DIFFERENCE) {
        no_difference(up, is(relation, "at_least") ? "gain" : "loss");
    } else {
        set_text(up, "says", relation);
        if (up->has_b)
            set_text(up, "unit", "ratio");
    }
}

/* Sets what the relations say that have no value. */
static bool order_set(struct upgrade *up, const char *relation, bool rising)
{
    const bool each = is(relation, "less_each");
    if (each || is(relation, "less"))
        set_text(up, "says", is_time(up->measure) ? "faster" : "less");
    else if (is(relation, "monotone"))
        set_text(up, "says", rising ? "rises" : "falls");
    else if (is(relation, "local_maximum"))
        set_text(up, "says", "peaks_within");
    else
        return false;
    if (each)
        set_text(up, "of", "every");
    value_drop(up);
    return true;
}

static void relation_set(struct upgrade *up, const json_t *relation, bool rising)
{
    const char *name = json_is_string(relation) ? json_string_value(relation) : "";
    if (order_set(up, name, rising))
        return;
    if (is(name, "equals")) {
        equals_set(up);
    } else if (is(name, "at_least") || is(name, "at_most")) {
        bound_set(up, name);
    } else if (is(name, "argmin")) {
        set_text(up, "says", "best_at");
        if (rising)
            json_value_set(&up->claim, "or_more", json_true());
    } else if (is(name, "doubles")) {
        set_text(up, "says", "times_as_long");
        json_object_del(up->claim, "unit");
    } else if (is(name, "crossover")) {
        set_text(up, "says", "from");
    } else {
        json_value_set(&up->claim, "says",
                       relation ? json_incref((json_t *)relation) : json_null());
    }
}

/* The least and the greatest of the values; NAN where there is none, or one is no number. */
static void values_span(struct upgrade *up)
{
    const json_t *values = json_object_get(up->claim, "values");
    const json_t *one = json_object_get(up->claim, "value");
    const char *key;
    json_t *value;
    up->keyed = json_object_size(values) > 0;
    up->low = up->high = json_is_number(one) ? json_number_value(one) : NAN;
    if (up->keyed) {
        up->low = INFINITY;
        up->high = -INFINITY;
    }
    json_object_foreach((json_t *)values, key, value)
    {
        const double number = json_is_number(value) ? json_number_value(value) : NAN;
        up->low = number < up->low || isnan(number) ? number : up->low;
        up->high = number > up->high || isnan(number) ? number : up->high;
    }
}

/* Takes the members of an object of the claim into the claim itself, but for null, which is as
 * good as none. */
static void flatten(struct upgrade *up, const char *key)
{
    const json_t *object = json_object_get(up->old, key);
    const char *name;
    json_t *value;
    if (!json_is_object(object))
        return;
    json_object_del(up->claim, key);
    json_object_foreach((json_t *)object, name, value)
    {
        if (!json_is_null(value))
            json_value_set(&up->claim, name, json_incref(value));
    }
}

static void factor_drop(struct upgrade *up, const json_t *relation)
{
    if (!json_is_string(relation) || !is(json_string_value(relation), "crossover"))
        json_object_del(up->claim, "factor");
    if (!json_is_string(relation) || !is(json_string_value(relation), "local_maximum"))
        json_object_del(up->claim, "within");
}

/* A new reference to a claim of schema 2; one that is no object stays as it is. */
static json_t *claim_upgrade(const json_t *old)
{
    struct upgrade up = { .old = old, .claim = json_copy((json_t *)old) };
    if (!json_is_object(old))
        return up.claim;
    const json_t *subject = json_object_get(old, "subject");
    const json_t *relation = json_object_get(subject, "relation");
    const json_t *origin = json_object_get(old, "origin");
    flatten(&up, "subject");
    flatten(&up, "published");
    json_object_del(up.claim, "kind");
    json_object_del(up.claim, "tolerance");
    json_object_del(up.claim, "origin");
    json_object_del(up.claim, "relation");
    json_object_del(up.claim, "rising");
    if (origin)
        json_value_set(&up.claim, "number", json_incref((json_t *)origin));
    factor_drop(&up, relation);
    up.measure = json_value_text_of(up.claim, "measure");
    up.unit = json_value_text_of(up.claim, "unit");
    up.has_b = json_is_string(json_object_get(up.claim, "b"));
    values_span(&up);
    relation_set(&up, relation, json_is_true(json_object_get(subject, "rising")));
    return up.claim;
}

bool published_upgrade_wanted(const json_t *document)
{
    const json_t *version = json_object_get(document, "schema_version");
    return json_is_integer(version) && json_integer_value(version) == 1;
}

json_t *published_upgrade(const json_t *document)
{
    json_t *copy = json_copy((json_t *)document);
    const json_t *old = json_object_get(document, "claims");
    json_t *claims = json_array();
    size_t i;
    json_t *claim;
    json_array_foreach((json_t *)old, i, claim) json_value_append(&claims, claim_upgrade(claim));
    json_value_set(&copy, "schema_version", json_integer(2));
    if (json_is_array(old))
        json_value_set(&copy, "claims", claims);
    else
        json_decref(claims);
    return copy;
}
