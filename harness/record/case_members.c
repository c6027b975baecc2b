/* SPDX-License-Identifier: MIT */
#include "harness/record/case_members.h"

#include "harness/base/json_value.h"
#include "harness/record/run/run_case.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A number, as decimal digits too; or a name. */
static struct run_axis axis_read(const struct json_reader *axes, const char *name)
{
    struct run_axis axis = { json_reader_keep(axes->reader, name), "", NAN };
    char digits[32];
    if (json_is_string(json_object_get(axes->json, name))) {
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
    struct run_axis *read =
        json_reader_alloc(part->reader, json_object_size(axes.json), sizeof(*read));
    const char *name;
    json_t *unused;
    c->axis_count = 0;
    json_object_foreach((json_t *)axes.json, name, unused)
    {
        if (part->reader->failed)
            return;
        read[c->axis_count++] = axis_read(&axes, name);
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
    c->twin = replaced.json;
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
    struct run_atomics *atomics = ((struct run_work *)record)->atomics;
    const char *names[BENCH_ATOMICS_COUNT];
    const struct json_reader list = json_reader_array(part, "atomics");
    for (int i = 0; i < BENCH_ATOMICS_COUNT; i++)
        names[i] = bench_atomics_name((enum bench_atomics)i);
    memset(atomics, 0, sizeof(struct run_atomics[BENCH_ATOMICS_COUNT]));
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
    const struct run_atomics *atomics = ((const struct run_work *)record)->atomics;
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
