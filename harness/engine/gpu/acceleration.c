/* SPDX-License-Identifier: MIT */
#include "harness/engine/gpu/names.h"
#include "harness/engine/gpu/recording.h"
#include "harness/engine/gpu/trace.h"

#include <assert.h>

enum { VERTEX_BYTES = GPU_TRIANGLE_BYTES / 3, INSTANCE_ALIGNMENT = 16 };

/* The build of one level. It points into itself, so it must not move after it is filled in. */
struct level_build {
    VkAccelerationStructureGeometryKHR geometry;
    VkAccelerationStructureBuildGeometryInfoKHR info;
    VkAccelerationStructureBuildRangeInfoKHR range;
};

static void level_build_init(struct level_build *build, VkAccelerationStructureTypeKHR type,
                             uint32_t primitives, const struct acceleration_level *level)
{
    build->geometry.sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_KHR;
    build->info = (VkAccelerationStructureBuildGeometryInfoKHR){
        .sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_BUILD_GEOMETRY_INFO_KHR,
        .type = type,
        .flags = VK_BUILD_ACCELERATION_STRUCTURE_PREFER_FAST_TRACE_BIT_KHR,
        .mode = VK_BUILD_ACCELERATION_STRUCTURE_MODE_BUILD_KHR,
        .dstAccelerationStructure = level->handle,
        .geometryCount = 1,
        .pGeometries = &build->geometry,
        .scratchData.deviceAddress = level->scratch.address,
    };
    build->range = (VkAccelerationStructureBuildRangeInfoKHR){ .primitiveCount = primitives };
}

static void bottom_build(struct gpu *gpu, const struct gpu_acceleration *acceleration,
                         struct level_build *build)
{
    const VkDeviceAddress vertices =
        gpu_buffer_address(gpu, acceleration->vertices->handle) + GPU_GUARD_BYTES;
    build->geometry = (VkAccelerationStructureGeometryKHR){
        .geometryType = VK_GEOMETRY_TYPE_TRIANGLES_KHR,
        .geometry
            .triangles = { .sType =
                               VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_TRIANGLES_DATA_KHR,
                           .vertexFormat = VK_FORMAT_R32G32B32_SFLOAT,
                           .vertexData.deviceAddress = vertices,
                           .vertexStride = VERTEX_BYTES,
                           .maxVertex = 3 * acceleration->triangles - 1,
                           .indexType = VK_INDEX_TYPE_NONE_KHR },
        .flags = VK_GEOMETRY_NO_DUPLICATE_ANY_HIT_INVOCATION_BIT_KHR,
    };
    level_build_init(build, VK_ACCELERATION_STRUCTURE_TYPE_BOTTOM_LEVEL_KHR,
                     acceleration->triangles, &acceleration->bottom);
}

static void top_build(const struct gpu_acceleration *acceleration, struct level_build *build)
{
    build->geometry = (VkAccelerationStructureGeometryKHR){
        .geometryType = VK_GEOMETRY_TYPE_INSTANCES_KHR,
        .geometry
            .instances = { .sType =
                               VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_INSTANCES_DATA_KHR,
                           .data.deviceAddress = acceleration->instance.address },
    };
    level_build_init(build, VK_ACCELERATION_STRUCTURE_TYPE_TOP_LEVEL_KHR, 1, &acceleration->top);
}

/* Creation ------------------------------------------------------------------------------------ */

/* The level's memory, and itself, for what `build` builds. */
static bool level_create(struct gpu *gpu, struct level_build *build,
                         struct acceleration_level *level, const char *name)
{
    VkAccelerationStructureBuildSizesInfoKHR sizes = {
        .sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_BUILD_SIZES_INFO_KHR
    };
    enum { STORAGE_ALIGNMENT = 1 }; /* at the buffer's start */
    gpu->vk.vkGetAccelerationStructureBuildSizesKHR(
        gpu->device, VK_ACCELERATION_STRUCTURE_BUILD_TYPE_DEVICE_KHR, &build->info,
        &build->range.primitiveCount, &sizes);
    level->bytes = sizes.accelerationStructureSize;
    level->scratch_bytes = sizes.buildScratchSize;
    if (!gpu_addressed_create(gpu, level->bytes, STORAGE_ALIGNMENT,
                              VK_BUFFER_USAGE_ACCELERATION_STRUCTURE_STORAGE_BIT_KHR,
                              &level->storage) ||
        !gpu_addressed_create(gpu, level->scratch_bytes > 0 ? level->scratch_bytes : 4,
                              gpu->rays.scratch_alignment, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
                              &level->scratch))
        return false;
    const VkAccelerationStructureCreateInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_CREATE_INFO_KHR,
        .buffer = level->storage.handle,
        .size = level->bytes,
        .type = build->info.type,
    };
    if (!VK(gpu, vkCreateAccelerationStructureKHR(gpu->device, &info, NULL, &level->handle)))
        return false;
    gpu_name(gpu, VK_OBJECT_TYPE_ACCELERATION_STRUCTURE_KHR, (uint64_t)level->handle, "%s", name);
    return true;
}

static bool instance_create(struct gpu *gpu, struct gpu_acceleration *acceleration)
{
    const VkAccelerationStructureDeviceAddressInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_DEVICE_ADDRESS_INFO_KHR,
        .accelerationStructure = acceleration->bottom.handle,
    };
    const VkAccelerationStructureInstanceKHR instance = {
        .transform.matrix = { { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, 0 } },
        .mask = 0xFF,
        .flags = VK_GEOMETRY_INSTANCE_TRIANGLE_FACING_CULL_DISABLE_BIT_KHR,
        .accelerationStructureReference =
            gpu->vk.vkGetAccelerationStructureDeviceAddressKHR(gpu->device, &info),
    };
    return gpu_addressed_create(
               gpu, sizeof(instance), INSTANCE_ALIGNMENT,
               VK_BUFFER_USAGE_ACCELERATION_STRUCTURE_BUILD_INPUT_READ_ONLY_BIT_KHR |
                   VK_BUFFER_USAGE_TRANSFER_DST_BIT,
               &acceleration->instance) &&
           gpu_addressed_write(gpu, &acceleration->instance, &instance, sizeof(instance));
}

static bool params_ok(struct gpu *gpu, const struct gpu_acceleration_params *params)
{
    const struct gpu_buffer *vertices = params->vertices;
    if (!gpu_rays_ok(gpu, 0, "acceleration structure", params->name))
        return false;
    if (!vertices || !vertices->geometry || params->triangles == 0 ||
        vertices->bytes / GPU_TRIANGLE_BYTES < params->triangles) {
        gpu_fail_format(
            gpu, GPU_ERROR,
            "acceleration structure %s: %u triangles of buffer %s, which has %llu bytes%s",
            params->name, params->triangles, vertices ? vertices->name : "NULL",
            vertices ? (unsigned long long)vertices->bytes : 0,
            vertices && !vertices->geometry ? " and is not for geometry" : "");
        return false;
    }
    if (params->triangles <= gpu->rays.triangles)
        return true;
    gpu_fail_format(gpu, GPU_UNSUPPORTED,
                    "acceleration structure %s: %u triangles, the device builds at most %llu",
                    params->name, params->triangles, (unsigned long long)gpu->rays.triangles);
    return false;
}

struct gpu_acceleration *gpu_acceleration_create(struct gpu_scope *scope,
                                                 const struct gpu_acceleration_params *params)
{
    assert(params->name);
    struct gpu_acceleration *acceleration =
        gpu_object_create(scope, OBJECT_ACCELERATION, sizeof(*acceleration));
    if (!acceleration)
        return NULL;
    struct gpu *gpu = scope->gpu;
    struct level_build build;
    gpu->acceleration_count++;
    acceleration->name = params->name;
    acceleration->vertices = params->vertices;
    acceleration->triangles = params->triangles;
    if (!params_ok(gpu, params))
        return NULL;
    bottom_build(gpu, acceleration, &build);
    if (!level_create(gpu, &build, &acceleration->bottom, acceleration->name))
        return NULL;
    top_build(acceleration, &build);
    if (!level_create(gpu, &build, &acceleration->top, acceleration->name) ||
        !instance_create(gpu, acceleration))
        return NULL;
    scope->bytes +=
        gpu_acceleration_bytes(acceleration) + gpu_acceleration_scratch_bytes(acceleration);
    return acceleration;
}

static void level_release(struct gpu *gpu, struct acceleration_level *level)
{
    if (level->handle)
        gpu->vk.vkDestroyAccelerationStructureKHR(gpu->device, level->handle, NULL);
    gpu_addressed_release(gpu, &level->storage);
    gpu_addressed_release(gpu, &level->scratch);
}

void gpu_acceleration_release(struct gpu *gpu, struct gpu_acceleration *acceleration)
{
    gpu->acceleration_count--;
    level_release(gpu, &acceleration->top);
    level_release(gpu, &acceleration->bottom);
    gpu_addressed_release(gpu, &acceleration->instance);
}

uint64_t gpu_acceleration_bytes(const struct gpu_acceleration *acceleration)
{
    return acceleration ? acceleration->bottom.bytes + acceleration->top.bytes : 0;
}

uint64_t gpu_acceleration_scratch_bytes(const struct gpu_acceleration *acceleration)
{
    return acceleration ? acceleration->bottom.scratch_bytes + acceleration->top.scratch_bytes : 0;
}

/* Build --------------------------------------------------------------------------------------- */

static void level_record(const struct recording *recording, const struct level_build *build)
{
    const VkAccelerationStructureBuildRangeInfoKHR *const ranges[] = { &build->range };
    recording->gpu->vk.vkCmdBuildAccelerationStructuresKHR(recording->handle, 1, &build->info,
                                                           ranges);
}

void gpu_commands_build(struct gpu_commands *commands, struct gpu_acceleration *acceleration)
{
    struct recording recording;
    struct level_build build;
    if (!acceleration || !gpu_commands_recording_outside(commands, &recording))
        return;
    struct gpu *gpu = recording.gpu;
    gpu_span_begin(gpu, recording.recorder, recording.handle,
                   &(struct gpu_span){ .kind = GPU_SPAN_BUILD, .name = acceleration->name });
    bottom_build(gpu, acceleration, &build);
    level_record(&recording, &build);
    gpu_barrier_record(gpu, recording.handle,
                       VK_PIPELINE_STAGE_2_ACCELERATION_STRUCTURE_BUILD_BIT_KHR,
                       VK_ACCESS_2_ACCELERATION_STRUCTURE_WRITE_BIT_KHR,
                       VK_PIPELINE_STAGE_2_ACCELERATION_STRUCTURE_BUILD_BIT_KHR,
                       VK_ACCESS_2_ACCELERATION_STRUCTURE_READ_BIT_KHR);
    top_build(acceleration, &build);
    level_record(&recording, &build);
    gpu_span_end(gpu, recording.recorder, recording.handle);
    recording.counters->builds++;
}
