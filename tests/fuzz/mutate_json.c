/* SPDX-License-Identifier: MIT */
/*
 * mutate_json.c: changes JSON as JSON, half of the time: a value of it goes, comes twice, moves to
 * another place, or becomes one that readers do not like. What is no JSON, and the other half, is
 * libFuzzer's.
 */
#include "tests/fuzz/fuzz.h"

#include <jansson.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

static unsigned state;

static unsigned draw(unsigned below)
{
    state = state * 1664525 + 1013904223;
    return below > 0 ? (state >> 8) % below : 0;
}

static json_t *odd_value(void)
{
    json_t *odd = json_loads(
        "[null,true,false,0,1,-1,2,1e308,-1e308,9007199254740993,1e-308,[],{},\"\",0.5,-0.0,"
        "9223372036854775807,[null],[[]],[1,2,3],{\"a\":1},-9223372036854775808,\"\\u001b[31m\","
        "\"\\n\",\"..\",\"\\u009b\",\"1\",\"ok\",\"(((\",\"a{1,255}\",4294967296]",
        0, NULL);
    json_t *value = json_incref(json_array_get(odd, draw((unsigned)json_array_size(odd))));
    json_decref(odd);
    return value;
}

/* One of all values, each as likely, by its number in order; *at counts down. */
static json_t *value_find(json_t *value, size_t *at)
{
    json_t *member, *found = NULL;
    const char *key;
    size_t i;
    if ((*at)-- == 0)
        return value;
    json_object_foreach(value, key, member) if (!found) found = value_find(member, at);
    json_array_foreach(value, i, member) if (!found) found = value_find(member, at);
    return found;
}

static size_t json_value_count(json_t *value)
{
    json_t *member;
    const char *key;
    size_t i, count = 1;
    json_object_foreach(value, key, member) count += json_value_count(member);
    json_array_foreach(value, i, member) count += json_value_count(member);
    return count;
}

static json_t *value_any(json_t *document)
{
    size_t at = draw((unsigned)json_value_count(document));
    return value_find(document, &at);
}

static void object_change(json_t *object, json_t *other)
{
    void *member = json_object_iter(object);
    for (size_t skip = draw((unsigned)json_object_size(object)); member && skip > 0; skip--)
        member = json_object_iter_next(object, member);
    const char *key = member ? json_object_iter_key(member) : "name";
    const unsigned how = draw(3);
    if (how == 0)
        json_object_del(object, key);
    else
        json_object_set_new(object, key, how == 1 ? odd_value() : json_deep_copy(other));
}

static void array_change(json_t *array, json_t *other)
{
    const size_t i = draw((unsigned)json_array_size(array));
    switch (draw(4)) {
    case 0: json_array_remove(array, i); break;
    case 1: json_array_append_new(array, json_deep_copy(json_array_get(array, i))); break;
    case 2: json_array_insert_new(array, i, json_deep_copy(other)); break;
    default: json_array_set_new(array, i, odd_value()); break;
    }
}

static size_t document_change(json_t *document, uint8_t *data, size_t most)
{
    for (unsigned times = 1 + draw(3); times > 0; times--) {
        json_t *value = NULL;
        for (int tries = 0; tries < 20 && !json_is_object(value) && !json_is_array(value); tries++)
            value = value_any(document);
        json_t *other = json_deep_copy(value_any(document));
        if (json_is_object(value))
            object_change(value, other);
        else if (json_is_array(value))
            array_change(value, other);
        json_decref(other);
    }
    const size_t size = json_dumpb(document, (char *)data, most, JSON_COMPACT | JSON_ENCODE_ANY);
    return size <= most ? size : 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    state = seed;
    json_t *document = draw(4) ? json_loadb((const char *)data, size, 0, NULL) : NULL;
    const size_t changed = document ? document_change(document, data, most) : 0;
    json_decref(document);
    return changed > 0 ? changed : LLVMFuzzerMutate(data, size, most);
}
