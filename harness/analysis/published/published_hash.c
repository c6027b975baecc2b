/* SPDX-License-Identifier: MIT */
#include "harness/analysis/published/published_hash.h"

#include "harness/base/json_value.h"
#include "harness/base/sha256.h"

#include <stdlib.h>
#include <string.h>

#define COUNT_OF(list) (sizeof(list) / sizeof((list)[0]))

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

void published_hash(const struct json_reader *claim, char sha256[PUBLISHED_SHA256_BYTES])
{
    static const char *const judged[] = {
        "a",      "b",       "measure",  "measure_b", "says",          "who",    "of",    "denies",
        "margin", "number",  "word",     "join",      "along",         "within", "value", "values",
        "unit",   "or_more", "extremes", "evidence",  "preconditions", "factor", "range", "hardware"
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
