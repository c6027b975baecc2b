/* SPDX-License-Identifier: MIT */
#include "harness/record/results_samples.h"

#include "harness/base/json_value.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* What all of an array is when it says nothing. */
enum silence { SILENT_ZERO, SILENT_INDEX, SILENT_FALSE, SILENT_NULL };

static const struct series {
    const char *name;
    enum silence silence;
} all_series[] = {
    { "gpu_total_ns", SILENT_ZERO }, { "wall_total_ns", SILENT_ZERO },  { "round", SILENT_INDEX },
    { "order", SILENT_ZERO },        { "canary_ns", SILENT_NULL },      { "core_hz", SILENT_NULL },
    { "throttled", SILENT_FALSE },   { "host_canary_ns", SILENT_NULL }, { "host_hz", SILENT_NULL },
};
enum { SERIES_COUNT = sizeof(all_series) / sizeof(all_series[0]) };

static bool is_silent(const json_t *value, size_t i, enum silence silence)
{
    switch (silence) {
    case SILENT_ZERO: return json_integer_value(value) == 0;
    case SILENT_INDEX: return json_integer_value(value) == (json_int_t)i;
    case SILENT_FALSE: return json_is_false(value);
    case SILENT_NULL: break;
    }
    return json_is_null(value);
}

/* Sets an array that says something, and leaves another one out. Takes over the reference. False
 * when memory runs out. */
static bool series_set(json_t *samples, const struct series *series, json_t *values)
{
    const json_t *value;
    size_t i;
    bool silent = true;
    json_array_foreach(values, i, value) silent = silent && is_silent(value, i, series->silence);
    if (!silent)
        return json_object_set_new(samples, series->name, values) == 0;
    json_object_del(samples, series->name);
    json_decref(values);
    return true;
}

static size_t count_of(const json_t *samples)
{
    return json_array_size(json_object_get(samples, "wall_total_ns"));
}

struct rank {
    uint32_t key;
    size_t index;
};

static uint32_t reversed(uint32_t bits)
{
    uint32_t other = 0;
    for (int i = 0; i < 32; i++)
        other |= (bits >> i & 1U) << (31 - i);
    return other;
}

static int compare_keys(const void *a, const void *b)
{
    const struct rank *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

static int compare_indices(const void *a, const void *b)
{
    const struct rank *x = a, *y = b;
    return (x->index > y->index) - (x->index < y->index);
}

/* Puts those samples that stay first, in the order of sampling. */
static void rank_all(struct rank *ranks, const json_t *rounds, size_t first, size_t count,
                     size_t kept)
{
    for (size_t i = 0; i < count; i++) {
        const size_t index = first + i;
        const json_int_t round =
            rounds ? json_integer_value(json_array_get(rounds, index)) : (json_int_t)index;
        ranks[i] = (struct rank){ reversed((uint32_t)round), index };
    }
    qsort(ranks, count, sizeof(*ranks), compare_keys);
    qsort(ranks, kept, sizeof(*ranks), compare_indices);
}

/* The samples of a case that stay; each launch has its share, and is told how many it keeps.
 * Returns their number. */
static size_t rank_case(struct rank *ranks, json_t *c, size_t count, size_t samples_max)
{
    const json_t *rounds = json_object_get(json_object_get(c, "samples"), "round");
    json_t *each = json_object_get(json_object_get(c, "launches"), "each");
    const size_t launches = json_array_size(each) > 0 ? json_array_size(each) : 1;
    const size_t share = samples_max > launches ? samples_max / launches : 1;
    size_t first = 0, kept = 0;
    for (size_t i = 0; i < launches; i++) {
        json_t *launch = json_array_get(each, i);
        const json_int_t own = json_integer_value(json_object_get(launch, "samples"));
        const size_t left = count - first;
        const size_t taken = own > 0 && (size_t)own < left ? (size_t)own : left;
        const size_t stay = taken < share ? taken : share;
        rank_all(ranks + kept, rounds, first, taken, stay);
        if (launch)
            json_object_set_new(launch, "samples", json_value_count(stay));
        first += taken;
        kept += stay;
    }
    return kept;
}

/* Of one array, or of the rounds that one would state which is left out. */
static json_t *series_thinned(const json_t *values, const struct rank *ranks, size_t kept)
{
    json_t *thinned = json_array();
    for (size_t i = 0; thinned && i < kept; i++)
        if (values)
            json_array_append(thinned, json_array_get(values, ranks[i].index));
        else
            json_array_append_new(thinned, json_value_count(ranks[i].index));
    return thinned;
}

/* Returns how many samples stay; SIZE_MAX when memory runs out. */
static size_t case_thin(json_t *c, size_t samples_max)
{
    json_t *samples = json_object_get(c, "samples");
    const size_t count = count_of(samples);
    if (json_object_get(samples, "core_hz"))
        json_object_del(samples, "canary_ns");
    if (count <= samples_max)
        return count;
    struct rank *ranks = malloc(count * sizeof(*ranks));
    const size_t kept = ranks ? rank_case(ranks, c, count, samples_max) : 0;
    bool done = ranks;
    for (size_t k = 0; k < SERIES_COUNT && done; k++) {
        const struct series *series = &all_series[k];
        const json_t *values = json_object_get(samples, series->name);
        if (values || series->silence == SILENT_INDEX)
            done = series_set(samples, series, series_thinned(values, ranks, kept));
    }
    free(ranks);
    return done ? kept : SIZE_MAX;
}

bool results_samples_thin(json_t *document, size_t samples_max)
{
    size_t of = 0, kept = 0, i;
    json_t *c;
    json_array_foreach(json_object_get(document, "cases"), i, c)
    {
        of += count_of(json_object_get(c, "samples"));
        const size_t own = case_thin(c, samples_max);
        if (own == SIZE_MAX)
            return false;
        kept += own;
    }
    return json_object_set_new(document, "summary",
                               json_pack("{s:o, s:o, s:o}", "samples_max",
                                         json_value_count(samples_max), "samples",
                                         json_value_count(kept), "of", json_value_count(of))) == 0;
}
