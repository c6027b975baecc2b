/* SPDX-License-Identifier: MIT */
#include "harness/record/record.h"

#include "harness/base/base.h"

static json_t *table_json(const struct fact *fact)
{
    json_t *rows = json_array();
    for (uint64_t i = 0; i < fact->count;) {
        json_t *row = json_object();
        for (const char *const *column = fact->columns; *column; column++)
            json_value_set(&row, *column, json_value_count(fact->series[i++]));
        json_value_append(&rows, row);
    }
    return rows;
}

static json_t *records_json(const struct fact *fact)
{
    const double *number = fact->numbers;
    json_t *rows = json_array();
    for (uint64_t i = 0; i < fact->count; i++) {
        json_t *row = json_object();
        json_value_set(&row, fact->columns[0], json_value_text(fact->labels[i]));
        for (const char *const *column = fact->columns + 1; *column; column++)
            json_value_set(&row, *column, json_value_number(*number++));
        json_value_append(&rows, row);
    }
    return rows;
}

static json_t *fact_json(const struct fact *fact)
{
    switch (fact->kind) {
    case FACT_COUNT: return json_value_count(fact->count);
    case FACT_NUMBER: return json_value_number(fact->number);
    case FACT_HASH: return json_value_hash(fact->count);
    case FACT_LINE:
    case FACT_TEXT: return json_value_text(fact->text);
    case FACT_TABLE: return table_json(fact);
    case FACT_RECORDS: return records_json(fact);
    case FACT_SERIES: break;
    }
    json_t *array = json_array();
    for (uint64_t i = 0; i < fact->count; i++)
        json_value_append(&array, json_value_count(fact->series[i]));
    return array;
}

json_t *facts_json(const struct facts *facts)
{
    json_t *object = json_object();
    foreach (const struct fact, fact, facts->facts, facts->count) {
        json_t *value = fact_json(fact);
        if (fact->kind == FACT_LINE) {
            json_t *lines = json_incref(json_object_get(object, fact->name));
            lines = lines ? lines : json_array();
            json_value_append(&lines, value);
            value = lines;
        }
        json_value_set(&object, fact->name, value);
    }
    return object;
}

json_t *facts_json_workload(const char *name, const struct facts *facts)
{
    return json_pack("{s:o, s:o}", "name", json_value_text(name), "facts", facts_json(facts));
}
