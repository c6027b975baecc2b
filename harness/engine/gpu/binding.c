/* SPDX-License-Identifier: MIT */
#include "harness/engine/gpu/recording.h"

const char *gpu_format_name(enum gpu_format format)
{
    static const char *const names[GPU_FORMAT_COUNT] = { "rgba8", "r32f", "rgba16f", "rgba32f" };
    return names[format];
}

const char *gpu_binding_kind_name(enum gpu_binding_kind kind)
{
    static const char *const names[GPU_BINDING_KIND_COUNT] = {
        [GPU_STORAGE_BUFFER] = "storage_buffer",
        [GPU_SAMPLED_IMAGE] = "sampled_image",
        [GPU_STORAGE_IMAGE] = "storage_image",
        [GPU_ACCELERATION_STRUCTURE] = "acceleration_structure",
    };
    return names[kind];
}

uint32_t gpu_bindings_count(const struct gpu_binding *bindings, uint32_t count,
                            enum gpu_binding_kind kind)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++)
        found += bindings[i].kind == kind ? 1 : 0;
    return found;
}
