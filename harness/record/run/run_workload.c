/* SPDX-License-Identifier: MIT */
#include "harness/record/head_fields.h"

#include "harness/base/json_value.h"

#include <math.h>
#include <string.h>

/* A fact that is neither a text, a number nor a series of numbers is for people; some numbers have
 * more digits than a double. */
static bool is_kept_whole(const json_t *json)
{
    const json_t *entry;
    size_t i;
    if (json_is_integer(json)) {
        const double number = json_number_value(json);
        return number >= 0x1p63 || (json_int_t)number != json_integer_value(json);
    }
    json_array_foreach(json, i, entry)
    {
        if (!json_is_number(entry) || is_kept_whole(entry))
            return true;
    }
    return !json_is_real(json) && json_string_length(json) == 0 &&
           !(json_is_array(json) && json_array_size(json) > 0);
}

static struct run_fact fact_read(const struct json_reader *facts, const char *name,
                                 const json_t *json)
{
    struct run_fact fact = { json_reader_keep(facts->reader, name), "", NAN, NULL, 0, NULL };
    if (is_kept_whole(json))
        fact.json = field_json_text(facts, name);
    if (json_is_string(json))
        fact.text = json_reader_text(facts, name);
    else if (json_is_number(json))
        fact.number = json_reader_number(facts, name, RUN_ANY);
    if (!json_is_array(json) || !json_is_number(json_array_get(json, 0)))
        return fact;
    const struct json_reader series = json_reader_array(facts, name);
    double *values = json_reader_alloc(facts->reader, json_reader_count(&series), sizeof(*values));
    for (size_t i = 0; i < json_reader_count(&series); i++)
        values[fact.series_count++] = json_reader_value(&series, i, RUN_ANY);
    fact.series = values;
    return fact;
}

static json_t *fact_json(const struct run_fact *fact)
{
    if (fact->json)
        return json_loads(fact->json, JSON_DECODE_ANY, NULL);
    if (fact->series_count == 0)
        return *fact->text ? json_value_text(fact->text) : json_value_number(fact->number);
    json_t *series = json_array();
    for (size_t i = 0; i < fact->series_count; i++)
        json_value_append(&series, json_value_number(fact->series[i]));
    return series;
}

static void facts_read(const struct json_reader *part, void *record)
{
    struct run_workload *workload = record;
    const struct json_reader facts = json_reader_object(part, "facts");
    const char *name;
    json_t *json;
    json_reader_missing(part, "facts");
    struct run_fact *read =
        json_reader_alloc(part->reader, json_object_size(facts.json), sizeof(*read));
    workload->fact_count = 0;
    json_object_foreach((json_t *)facts.json, name, json)
    {
        if (part->reader->failed)
            return;
        read[workload->fact_count++] = fact_read(&facts, name, json);
    }
    workload->facts = read;
}

static json_t *facts_json(const void *record)
{
    const struct run_workload *workload = record;
    json_t *facts = json_object();
    for (size_t i = 0; i < workload->fact_count; i++)
        json_value_set(&facts, workload->facts[i].name, fact_json(&workload->facts[i]));
    return facts;
}

static const struct field_own own_facts = { facts_read, facts_json };

#define S run_workload
const struct field run_workload_fields[] = {
    FIELD(TEXT, name, FIELD_KEY),
    FIELD_BY_ITSELF("facts", &own_facts, 0),
    FIELD_END,
};
#undef S

bool run_add_workload(struct run *run, const json_t *workload)
{
    struct run_reading reader = run_reading_of(run, "workload");
    const struct json_reader part = { .reader = &reader, .json = workload };
    const size_t count = run->workload_count;
    struct run_workload *all = json_reader_alloc(&reader, count + 1, sizeof(*all));
    if (count > 0)
        memcpy(all, run->workloads, count * sizeof(*all));
    run->workloads = all;
    field_read(&part, run_workload_fields, &all[count]);
    bool there = reader.failed;
    for (size_t i = 0; i < count && !there; i++)
        there = strcmp(all[i].name, all[count].name) == 0;
    run->workload_count += !there;
    return !reader.failed;
}
