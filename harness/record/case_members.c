/* SPDX-License-Identifier: MIT */
#include "harness/record/case_parts.h"

#include "harness/base/json_value.h"
#include "harness/record/run/json_reader.h"
#include "harness/record/run/run_case.h"

#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* A number, as decimal digits too; or a name. */
static struct run_axis axis_read(const struct json_reader *axes, const char *name)
{
    struct run_axis axis = { json_reader_keep(axes->reader, name), "", NAN };
    char digits[32];
    if (json_reader_is_text(axes, name)) {
        axis.value = json_reader_text(axes, name);
        return axis;
    }
    axis.number = json_reader_number(axes, name, RUN_ANY);
    snprintf(digits, sizeof(digits), "%.15g", axis.number);
    axis.value = json_reader_keep(axes->reader, digits);
    return axis;
}

static void axes_read(const struct json_reader *part, void *record)
{
    struct run_case *c = record;
    const struct json_reader axes = json_reader_object(part, "axes");
    size_t count;
    const char *const *names = json_reader_keys(&axes, &count);
    struct run_axis *read = json_reader_alloc(part->reader, count, sizeof(*read));
    c->axis_count = 0;
    for (size_t i = 0; i < count; i++) {
        if (part->reader->failed)
            return;
        read[c->axis_count++] = axis_read(&axes, names[i]);
    }
    c->axes = read;
}

static json_t *axes_json(const void *record)
{
    const struct run_case *c = record;
    json_t *object = json_object();
    for (size_t i = 0; i < c->axis_count; i++)
        json_value_set(&object, c->axes[i].name,
                       isfinite(c->axes[i].number) ? json_value_number(c->axes[i].number)
                                                   : json_value_text(c->axes[i].value));
    return object;
}

/* An empty list is not null: a case with files in place of kernels, none of which it uses. */
static void replaced_read(const struct json_reader *part, void *record)
{
    struct run_case *c = record;
    const struct json_reader replaced = json_reader_array(part, "replaced");
    c->twin = json_reader_is_there(&replaced);
    c->replaced = json_reader_texts(&replaced, &c->replaced_count);
}

static json_t *replaced_json(const void *record)
{
    const struct run_case *c = record;
    return c->twin ? field_texts_json(c->replaced, c->replaced_count) : json_null();
}

/* Where the file does not say: what is recorded once is judged by GPU time. */
static void time_read(const struct json_reader *part, void *record)
{
    static const char *const words[] = { "gpu", "wall" };
    struct run_case *c = record;
    c->by_wall = json_reader_choice(part, "time", words, 2, c->kind != BENCH_GPU) != 0;
}

static json_t *time_json(const void *record)
{
    return json_string(((const struct run_case *)record)->by_wall ? "wall" : "gpu");
}

/* An entry for each pattern and result that there is. */
static void atomics_read(const struct json_reader *part, void *record)
{
    struct bench_atomic_counts *atomics = ((struct bench_work *)record)->atomics;
    const char *names[BENCH_ATOMICS_COUNT];
    const struct json_reader list = json_reader_array(part, "atomics");
    for (int i = 0; i < BENCH_ATOMICS_COUNT; i++)
        names[i] = bench_atomics_name((enum bench_atomics)i);
    memset(atomics, 0, sizeof(struct bench_atomic_counts[BENCH_ATOMICS_COUNT]));
    for (size_t i = 0; i < json_reader_count(&list) && !list.reader->failed; i++) {
        const struct json_reader entry = json_reader_entry(&list, i);
        const int pattern = json_reader_word(&entry, "pattern", names, BENCH_ATOMICS_COUNT, -1);
        const double amount = json_reader_number(&entry, "count", RUN_AMOUNT);
        if (pattern < 0 || !(amount > 0))
            continue;
        if (json_reader_flag(&entry, "returned"))
            atomics[pattern].returned = amount;
        else
            atomics[pattern].dropped = amount;
    }
}

static json_t *atomics_json(const void *record)
{
    const struct bench_atomic_counts *atomics = ((const struct bench_work *)record)->atomics;
    json_t *list = json_array();
    for (int i = 0; i < 2 * BENCH_ATOMICS_COUNT; i++) {
        const bool returned = i % 2;
        const double count = returned ? atomics[i / 2].returned : atomics[i / 2].dropped;
        if (count > 0)
            json_value_append(&list,
                              json_pack("{s:s, s:b, s:o}", "pattern",
                                        bench_atomics_name((enum bench_atomics)(i / 2)), "returned",
                                        returned, "count", json_value_number(count)));
    }
    if (json_array_size(list) > 0 || !list)
        return list;
    json_decref(list);
    return json_null();
}

const struct field_own case_atomics = { atomics_read, atomics_json };
const struct field_own case_axes = { axes_read, axes_json };
const struct field_own case_replaced = { replaced_read, replaced_json };
const struct field_own case_time = { time_read, time_json };

enum column_type {
    COLUMN_TOTAL, /* double: the file has `scale` times as much, whole; says nothing at 0 */
    COLUMN_NS,    /* double above 0 */
    COLUMN_IF,    /* double above 0, or null: says nothing at NAN */
    COLUMN_ROUND, /* uint32_t: says nothing where it is the entry's own index */
    COLUMN_INDEX, /* uint32_t: says nothing at 0 */
    COLUMN_FLAG,  /* bool: says nothing where false */
};

struct column {
    const char *key; /* NULL behind the last one */
    enum column_type type;
    size_t offset;
    bool wanted; /* missing is a fault; a total is then above 0 */
};

struct columns {
    const struct column *columns;
    size_t base;  /* the column whose length all others must have */
    size_t bytes; /* of an entry */
    double scale;
    bool whole; /* columns that say nothing are written, too */
};

static struct json_reader array_of(const struct json_reader *object, const struct column *column,
                                   const char *base, size_t count)
{
    const struct json_reader array = json_reader_array(object, column->key);
    const size_t own = json_reader_count(&array);
    const bool there = json_reader_is_there(&array);
    if (!there && column->wanted)
        json_reader_missing(object, column->key);
    else if (there && own == 0)
        json_reader_fault(object, column->key, " is empty");
    else if (there && own != count)
        json_reader_fault(object, column->key, " has %zu entries, and %s %zu", own, base, count);
    return array;
}

static uint32_t index_read(const struct json_reader *array, size_t i)
{
    const double index = json_reader_value(array, i, RUN_COUNT);
    if (index > UINT32_MAX)
        json_reader_fault(array, NULL, " has an index of %.9g", index);
    return index <= UINT32_MAX ? (uint32_t)index : 0;
}

static void value_read(const struct json_reader *array, size_t i, const struct column *column,
                       double scale, void *member)
{
    switch (column->type) {
    case COLUMN_TOTAL:
        *(double *)member =
            json_reader_value(array, i, column->wanted ? RUN_TOTAL : RUN_COUNT) / scale;
        return;
    case COLUMN_NS: *(double *)member = json_reader_value(array, i, RUN_TIME); return;
    case COLUMN_IF: *(double *)member = json_reader_value_if_any(array, i, RUN_TIME); return;
    case COLUMN_ROUND:
    case COLUMN_INDEX: *(uint32_t *)member = index_read(array, i); return;
    case COLUMN_FLAG: *(bool *)member = json_reader_truth(array, i); return;
    }
}

static void value_clear(size_t i, const struct column *column, void *member)
{
    if (column->type == COLUMN_IF)
        *(double *)member = NAN;
    else if (column->type == COLUMN_ROUND)
        *(uint32_t *)member = (uint32_t)i;
}

/* Entries in memory of the reader's arena; NULL and *count 0 where the object is not there, or the
 * reader has failed. */
static void *columns_read(const struct json_reader *object, const struct columns *columns,
                          size_t *count)
{
    const char *base = columns->columns[columns->base].key;
    const struct json_reader first = json_reader_array(object, base);
    const size_t length = json_reader_count(&first);
    const bool there = json_reader_is_there(object);
    if (there)
        array_of(object, &columns->columns[columns->base], base, length);
    char *entries = there ? json_reader_alloc(object->reader, length, columns->bytes) : NULL;
    *count = 0;
    for (const struct column *column = columns->columns; column->key && entries; column++) {
        const struct json_reader array = array_of(object, column, base, length);
        const bool has = json_reader_is_there(&array);
        char *member = entries + column->offset;
        for (size_t i = 0; i < length && !object->reader->failed; i++, member += columns->bytes)
            if (has)
                value_read(&array, i, column, columns->scale, member);
            else
                value_clear(i, column, member);
    }
    if (!entries || object->reader->failed)
        return NULL;
    *count = length;
    return entries;
}

/* Writing ------------------------------------------------------------------------------------- */

/* *silent: it says nothing. */
static json_t *value_json(size_t i, const struct column *column, double scale, const void *member,
                          bool *silent)
{
    double number;
    uint32_t index;
    bool truth;
    switch (column->type) {
    case COLUMN_TOTAL:
    case COLUMN_NS:
    case COLUMN_IF:
        number = *(const double *)member;
        *silent = column->type == COLUMN_TOTAL ? number == 0 : !isfinite(number);
        return column->type == COLUMN_TOTAL ? json_value_whole(number * scale)
                                            : json_value_number(number);
    case COLUMN_ROUND:
    case COLUMN_INDEX:
        index = *(const uint32_t *)member;
        *silent = index == (column->type == COLUMN_ROUND ? i : 0);
        return json_value_count(index);
    case COLUMN_FLAG:
        truth = *(const bool *)member;
        *silent = !truth;
        return json_boolean(truth);
    }
    return NULL;
}

static json_t *columns_json(const struct columns *columns, const void *entries, size_t count)
{
    json_t *object = json_object();
    for (const struct column *column = columns->columns; column->key; column++) {
        json_t *array = json_array();
        const char *member = (const char *)entries + column->offset;
        bool silent = true;
        for (size_t i = 0; i < count; i++, member += columns->bytes) {
            bool own = true;
            json_value_append(&array, value_json(i, column, columns->scale, member, &own));
            silent = silent && own;
        }
        if (!silent || columns->whole)
            json_value_set(&object, column->key, array);
        else
            json_decref(array);
    }
    return object;
}

#define SAMPLE(key, type, member)                                                                  \
    {                                                                                              \
        key, COLUMN_##type, offsetof(struct run_sample, member), false                             \
    }
static const struct column sample_columns[] = {
    SAMPLE("gpu_total_ns", TOTAL, gpu_ns),
    { "wall_total_ns", COLUMN_TOTAL, offsetof(struct run_sample, wall_ns), true },
    SAMPLE("round", ROUND, round),
    SAMPLE("order", INDEX, order),
    SAMPLE("canary_ns", IF, canary_ns),
    SAMPLE("core_hz", IF, core_hz),
    SAMPLE("throttled", FLAG, throttled),
    SAMPLE("host_canary_ns", IF, host_canary_ns),
    SAMPLE("host_hz", IF, host_hz),
    { .key = NULL },
};
#undef SAMPLE

enum { SAMPLE_COLUMNS = sizeof(sample_columns) / sizeof(sample_columns[0]) };

/* Which launch each is of, of several. */
static void launches_assign(const struct json_reader *samples, const struct run_case *c,
                            struct run_sample *read, size_t count)
{
    size_t sample = 0, wanted = 0;
    for (size_t i = 0; i < c->launch_count; i++) {
        wanted += c->launches[i].samples;
        while (sample < wanted && sample < count)
            read[sample++].launch = (uint32_t)i;
    }
    if (c->launch_count > 0 && wanted != count)
        json_reader_fault(samples, NULL, " has %zu entries, and the launches have %zu in all",
                          count, wanted);
}

void case_samples_read(const struct json_reader *part, struct run_case *c)
{
    const struct json_reader samples = json_reader_object(part, "samples");
    const struct json_reader gpu = json_reader_object(part, "gpu");
    struct column columns[SAMPLE_COLUMNS];
    memcpy(columns, sample_columns, sizeof(columns));
    columns[0].wanted =
        c->kind == BENCH_GPU || (c->kind == BENCH_HOST_DRIVEN && json_reader_is_there(&gpu));
    if (json_reader_is_there(&samples) && !(c->inner_repetitions >= 1))
        json_reader_fault(part, "inner_repetitions", " must be at least 1 where there are samples");
    struct run_sample *read = columns_read(
        &samples, &(struct columns){ columns, 1, sizeof(*read), c->inner_repetitions, false },
        &c->sample_count);
    if (read)
        launches_assign(&samples, c, read, c->sample_count);
    c->samples = read;
}

/* Serves case_samples_read(), when all that it needs is known. */
static void samples_read(const struct json_reader *part, void *record)
{
    (void)part;
    (void)record;
}

static json_t *samples_json(const void *record)
{
    const struct run_case *c = record;
    if (c->sample_count == 0)
        return json_null();
    return columns_json(
        &(struct columns){ sample_columns, 1, sizeof(*c->samples), c->inner_repetitions, false },
        c->samples, c->sample_count);
}

const struct field_own case_samples = { samples_read, samples_json };

/* Probe --------------------------------------------------------------------------------------- */

#define SAMPLE(key, type, member, wanted)                                                          \
    {                                                                                              \
        key, COLUMN_##type, offsetof(struct run_probe_sample, member), wanted                      \
    }
static const struct column probe_columns[] = {
    SAMPLE("gpu_ns", NS, ns, true),         SAMPLE("round", INDEX, round, false),
    SAMPLE("order", INDEX, order, false),   SAMPLE("throttled", FLAG, throttled, false),
    SAMPLE("launch", INDEX, launch, false), { .key = NULL },
};
#undef SAMPLE

static const struct columns probe_samples = { probe_columns, 0, sizeof(struct run_probe_sample), 1,
                                              true };

static void probe_samples_read(const struct json_reader *part, void *record)
{
    struct run_probe *probe = record;
    const struct json_reader samples = json_reader_object(part, "samples");
    probe->samples = columns_read(&samples, &probe_samples, &probe->sample_count);
}

static json_t *probe_samples_json(const void *record)
{
    const struct run_probe *probe = record;
    return probe->sample_count > 0
               ? columns_json(&probe_samples, probe->samples, probe->sample_count)
               : json_null();
}

const struct field_own case_probe_samples = { probe_samples_read, probe_samples_json };
