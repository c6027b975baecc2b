/* SPDX-License-Identifier: MIT */
#include "harness/engine/session/head_json.h"

#include "harness/base/json_value.h"
#include "harness/engine/session/host.h"
#include "harness/record/schema_version.h"
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

static json_t *session_json(const struct head *head)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:n, s:o, s:o, s:b, s:b}",             //
                     "seed", json_value_count(head->seed),                                  //
                     "profile", json_value_text(head->profile),                             //
                     "arguments",                                                           //
                     texts_json(head->arguments, (size_t)head->argument_count),             //
                     "plan_arguments", list_json(head->plan_arguments),                     //
                     "paths", list_json(head->paths),                                       //
                     "started", json_value_text(head->started),                             //
                     "ended",                                                               //
                     "rules", rules_json(&head->rules),                                     //
                     "launches", json_value_count(head->launches > 0 ? head->launches : 1), //
                     "validate", head->validate,                                            //
                     "complete", false);
}

json_t *head_json(const struct head *head)
{
    return json_pack("{s:s, s:{s:s, s:s, s:s, s:b}, s:o, s:o, s:o, s:n}", //
                     "schema_version", SCHEMA_VERSION,                    //
                     "tool",                                              //
                     "name", "claimcheck",                                //
                     "version", CLAIMCHECK_VERSION,                       //
                     "commit", CLAIMCHECK_COMMIT,                         //
                     "optimized", host_build_is_optimized(),              //
                     "session", session_json(head),                       //
                     "context", host_json(),                              //
                     "device", head_json_device(head->device),            //
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

json_t *head_json_features(uint32_t features)
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
                     "features", head_json_features(info->features),                      //
                     "limits", limits_json(&info->limits),                                //
                     "timestamp_bits", json_value_count(info->timestamp_bits),            //
                     "timestamp_period_ns", json_value_number(info->timestamp_period_ns), //
                     "software", gpu_info_is_software(info));
}

json_t *head_json_device(const struct gpu_info *info)
{
    json_t *device = device_json(info);
    if (device && info->multiprocessors > 0)
        json_object_set_new(device, "multiprocessors", json_value_count(info->multiprocessors));
    return device;
}
