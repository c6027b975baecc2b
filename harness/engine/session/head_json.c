/* SPDX-License-Identifier: MIT */
#include "harness/engine/session/head_json.h"

#include "harness/base/json_value.h"
#include "harness/engine/session/host.h"
#include "harness/record/head_fields.h"
#include "harness/record/schema_version.h"
#include "version.h"

#include <stdio.h>
#include <string.h>

json_t *head_json(const struct run_session *session, const struct gpu_info *device)
{
    return json_pack("{s:s, s:{s:s, s:s, s:s, s:b}, s:o, s:o, s:o, s:n}", //
                     "schema_version", SCHEMA_VERSION,                    //
                     "tool",                                              //
                     "name", "claimcheck",                                //
                     "version", CLAIMCHECK_VERSION,                       //
                     "commit", CLAIMCHECK_COMMIT,                         //
                     "optimized", host_build_is_optimized(),              //
                     "session", field_json(session, session_fields),      //
                     "context", host_json(),                              //
                     "device", head_json_device(device),                  //
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
            json_value_append(&array,
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
        json_value_set(&device, "multiprocessors", json_value_count(info->multiprocessors));
    return device;
}
