/* SPDX-License-Identifier: MIT */
#include "harness/record/results.h"

#include "harness/base/json_value.h"
#include "harness/engine/session/host.h"
#include "version.h"

#include <stdio.h>
#include <string.h>

static json_t *texts_json(const char *const *texts, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; array && i < count; i++)
        json_array_append_new(array, json_value_text(texts[i]));
    return array;
}

static json_t *list_json(const char *const *texts)
{
    size_t count = 0;
    while (texts[count])
        count++;
    return texts_json(texts, count);
}

static json_t *rules_json(const struct sampler_rules *rules)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, "
                     "s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",                      //
                     "samples_min", json_value_count(rules->samples_min),            //
                     "samples_max", json_value_count(rules->samples_max),            //
                     "target_width", json_value_number(rules->target_width),         //
                     "gpu_ns_min", json_value_number(rules->gpu_ns_min),             //
                     "case_wall_ns_max", json_value_number(rules->case_wall_ns_max), //
                     "host_wall_ns_max", json_value_number(rules->host_wall_ns_max), //
                     "ceiling_ns_max", json_value_number(rules->ceiling_ns_max),     //
                     "slow_ns", json_value_number(rules->slow_ns),                   //
                     "long_ns", json_value_number(rules->long_ns),                   //
                     "long_samples", json_value_count(rules->long_samples),          //
                     "first_ns", json_value_number(rules->first_ns),                 //
                     "wall_width", json_value_number(rules->wall_width),             //
                     "raise_ns_min", json_value_number(rules->raise_ns_min),         //
                     "raise_ns_max", json_value_number(rules->raise_ns_max),         //
                     "throttle_share", json_value_number(rules->throttle_share),     //
                     "throttle_ns_max", json_value_number(rules->throttle_ns_max),   //
                     "warmup_ns_max", json_value_number(rules->warmup_ns_max),       //
                     "warmup_change", json_value_number(rules->warmup_change),       //
                     "ticks_min", json_value_number(rules->ticks_min),               //
                     "inner_ns_max", json_value_number(rules->inner_ns_max),         //
                     "prime_ns_max", json_value_number(rules->prime_ns_max));
}

static json_t *session_json(const struct results_header *header)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:n, s:o, s:o, s:b, s:b}",                 //
                     "seed", json_value_count(header->seed),                                    //
                     "profile", json_value_text(header->profile),                               //
                     "arguments",                                                               //
                     texts_json(header->arguments, (size_t)header->argument_count),             //
                     "plan_arguments", list_json(header->plan_arguments),                       //
                     "paths", list_json(header->paths),                                         //
                     "started", json_value_text(header->started),                               //
                     "ended",                                                                   //
                     "rules", rules_json(&header->rules),                                       //
                     "launches", json_value_count(header->launches > 0 ? header->launches : 1), //
                     "validate", header->validate,                                              //
                     "complete", false);
}

const char *results_version_fault(const json_t *version, char text[RESULTS_FAULT_BYTES])
{
    static const char remedy[] = "and this claimcheck reads 2: ";
    static const char older[] = "read it by the claimcheck that wrote it, or measure again";
    static const char newer[] = "it was written by a newer claimcheck, use that one";
    int major = 0, minor = 0, used = 0;
    const char *word = json_string_value(version);
    if (json_integer_value(version) == 1) {
        snprintf(text, RESULTS_FAULT_BYTES, "is 1, %s%s", remedy, older);
        return text;
    }
    const bool numbered = word && strspn(word, "0123456789.") == strlen(word) &&
                          sscanf(word, "%4d.%4d%n", &major, &minor, &used) == 2 && !word[used];
    if (!version)
        snprintf(text, RESULTS_FAULT_BYTES, "is missing");
    else if (!numbered || major == 0)
        snprintf(text, RESULTS_FAULT_BYTES, "is no version that any claimcheck wrote");
    else if (major != RESULTS_SCHEMA_MAJOR)
        snprintf(text, RESULTS_FAULT_BYTES, "is %s, %s%s", word, remedy,
                 major < RESULTS_SCHEMA_MAJOR ? older : newer);
    else
        return NULL;
    return text;
}

json_t *results_header_json(const struct results_header *header)
{
    return json_pack("{s:s, s:{s:s, s:s, s:s, s:b}, s:o, s:o, s:o, s:n}", //
                     "schema_version", RESULTS_SCHEMA_VERSION,            //
                     "tool",                                              //
                     "name", "claimcheck",                                //
                     "version", CLAIMCHECK_VERSION,                       //
                     "commit", CLAIMCHECK_COMMIT,                         //
                     "optimized", host_build_is_optimized(),              //
                     "session", session_json(header),                     //
                     "context", host_json(),                              //
                     "device", results_device_json(header->device),       //
                     "ceilings");
}

static json_t *triple_json(const uint32_t values[3])
{
    return json_pack("[o, o, o]", json_value_count(values[0]), json_value_count(values[1]),
                     json_value_count(values[2]));
}

static json_t *limits_json(const struct gpu_limits *limits)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o}",                                    //
                     "group_count_max", triple_json(limits->group_count_max),                  //
                     "group_size_max", triple_json(limits->group_size_max),                    //
                     "group_invocations_max", json_value_count(limits->group_invocations_max), //
                     "shared_bytes_max", json_value_count(limits->shared_bytes_max),           //
                     "storage_buffers_max", json_value_count(limits->storage_buffers_max),     //
                     "storage_buffer_bytes_max",
                     json_value_count(limits->storage_buffer_bytes_max), //
                     "memory_bytes", json_value_count(limits->memory_bytes));
}

json_t *results_features_json(uint32_t features)
{
    json_t *array = json_array();
    for (int i = 0; array && i < GPU_FEATURE_COUNT; i++)
        if ((features & (1U << i)) != 0)
            json_array_append_new(array,
                                  json_value_text(gpu_feature_name((enum gpu_feature)(1 << i))));
    return array;
}

/* What every device has. */
static json_t *device_json(const struct gpu_info *info)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, "
                     "s:b}",                                                              //
                     "name", json_value_text(info->name),                                 //
                     "kind", json_value_text(gpu_kind_name(info->kind)),                  //
                     "vendor_id", json_value_count(info->vendor_id),                      //
                     "device_id", json_value_count(info->device_id),                      //
                     "uuid", json_value_text(info->uuid),                                 //
                     "driver_uuid", json_value_text(info->driver_uuid),                   //
                     "driver_name", json_value_text(info->driver_name),                   //
                     "driver_info", json_value_text(info->driver_info),                   //
                     "driver_version", json_value_count(info->driver_version),            //
                     "api_version", json_value_text(info->api_version),                   //
                     "subgroup_size", json_value_count(info->subgroup_size),              //
                     "features", results_features_json(info->features),                   //
                     "limits", limits_json(&info->limits),                                //
                     "timestamp_bits", json_value_count(info->timestamp_bits),            //
                     "timestamp_period_ns", json_value_number(info->timestamp_period_ns), //
                     "software", gpu_info_is_software(info));
}

json_t *results_device_json(const struct gpu_info *info)
{
    json_t *device = device_json(info);
    if (device && info->multiprocessors > 0)
        json_object_set_new(device, "multiprocessors", json_value_count(info->multiprocessors));
    return device;
}

static json_t *table_json(const struct fact *fact)
{
    json_t *rows = json_array();
    for (uint64_t i = 0; rows && i < fact->count;) {
        json_t *row = json_object();
        for (const char *const *column = fact->columns; *column; column++)
            json_object_set_new(row, *column, json_value_count(fact->series[i++]));
        json_array_append_new(rows, row);
    }
    return rows;
}

static json_t *records_json(const struct fact *fact)
{
    const double *number = fact->numbers;
    json_t *rows = json_array();
    for (uint64_t i = 0; rows && i < fact->count; i++) {
        json_t *row = json_object();
        json_object_set_new(row, fact->columns[0], json_value_text(fact->labels[i]));
        for (const char *const *column = fact->columns + 1; *column; column++)
            json_object_set_new(row, *column, json_value_number(*number++));
        json_array_append_new(rows, row);
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
    for (uint64_t i = 0; array && i < fact->count; i++)
        json_array_append_new(array, json_value_count(fact->series[i]));
    return array;
}

json_t *results_facts_json(const struct facts *facts)
{
    json_t *object = json_object();
    for (size_t i = 0; object && i < facts->count; i++) {
        const struct fact *fact = &facts->facts[i];
        if (fact->kind == FACT_LINE && !json_object_get(object, fact->name))
            json_object_set_new(object, fact->name, json_array());
        if (fact->kind == FACT_LINE)
            json_array_append_new(json_object_get(object, fact->name), fact_json(fact));
        else
            json_object_set_new(object, fact->name, fact_json(fact));
    }
    return object;
}

json_t *results_workload_json(const char *name, const struct facts *facts)
{
    return json_pack("{s:o, s:o}", "name", json_value_text(name), "facts",
                     results_facts_json(facts));
}
