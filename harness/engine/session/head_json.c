/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/engine/gpu/engine.h"
#include "harness/engine/gpu/gpu.h"
#include "harness/engine/session/session.h"
#include "harness/record/record.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "version.h"

json_t *head_json(const struct run_session *session, const struct gpu_info *device)
{
    json_t *tool =
        json_value_object("name:t version:t commit:t optimized:b", "claimcheck", CLAIMCHECK_VERSION,
                          CLAIMCHECK_COMMIT, host_build_is_optimized());
    json_t *head = json_value_object("schema_version:t tool:o session:o context:o device:o",
                                     SCHEMA_VERSION, tool, field_json(session, session_fields),
                                     host_json(), head_json_device(device));
    json_value_set(&head, "ceilings", json_null());
    return head;
}

static size_t supported_list(uint32_t features, const char *names[GPU_FEATURE_COUNT])
{
    size_t count = 0;
    for (int i = 0; i < GPU_FEATURE_COUNT; i++)
        if ((features & (1U << i)) != 0)
            names[count++] = gpu_feature_name((enum gpu_feature)(1 << i));
    return count;
}

json_t *head_json_features(uint32_t features)
{
    const char *names[GPU_FEATURE_COUNT];
    json_t *array = json_array();
    const size_t count = supported_list(features, names);
    for (size_t i = 0; i < count; i++)
        json_value_append(&array, json_value_text(names[i]));
    return array;
}

enum { TRIPLE_BYTES = 48 };

static const char *triple(const uint32_t values[3], char text[TRIPLE_BYTES])
{
    snprintf(text, TRIPLE_BYTES, "[%" PRIu32 ",%" PRIu32 ",%" PRIu32 "]", values[0], values[1],
             values[2]);
    return text;
}

json_t *head_json_device(const struct gpu_info *info)
{
    const char *features[GPU_FEATURE_COUNT];
    char counts[TRIPLE_BYTES], sizes[TRIPLE_BYTES];
    const struct gpu_limits *limits = &info->limits;
    const struct run_device device = {
        .name = info->name,
        .kind = gpu_kind_name(info->kind),
        .vendor_id = info->vendor_id,
        .device_id = info->device_id,
        .uuid = info->uuid,
        .driver_uuid = info->driver_uuid,
        .driver_name = info->driver_name,
        .driver_info = info->driver_info,
        .driver_version = info->driver_version,
        .api_version = info->api_version,
        .subgroup_size = info->subgroup_size,
        .features = features,
        .feature_count = supported_list(info->features, features),
        .group_count_max = triple(limits->group_count_max, counts),
        .group_size_max = triple(limits->group_size_max, sizes),
        .group_invocations_max = limits->group_invocations_max,
        .shared_bytes_max = limits->shared_bytes_max,
        .storage_buffers_max = limits->storage_buffers_max,
        .storage_buffer_bytes_max = fmin((double)limits->storage_buffer_bytes_max, 0x1p63),
        .memory_bytes = fmin((double)limits->memory_bytes, 0x1p63),
        .timestamp_bits = info->timestamp_bits,
        .timestamp_period_ns = info->timestamp_period_ns,
        .software = gpu_info_is_software(info),
        .multiprocessors = info->multiprocessors > 0 ? info->multiprocessors : NAN,
    };
    return field_json(&device, head_device_fields);
}
