/* SPDX-License-Identifier: MIT */
#include "harness/engine/gpu/gpu.h"

#include "harness/engine/gpu/engine.h"
#include "harness/engine/gpu/private.h"

#include <assert.h>
#include <string.h>

void gpu_rays_limits_read(struct gpu *gpu)
{
    VkPhysicalDeviceRayTracingPipelinePropertiesKHR pipeline = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_TRACING_PIPELINE_PROPERTIES_KHR
    };
    VkPhysicalDeviceAccelerationStructurePropertiesKHR acceleration = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ACCELERATION_STRUCTURE_PROPERTIES_KHR
    };
    VkPhysicalDeviceProperties2 all = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                        .pNext = &acceleration };
    if (!(gpu->info.features & (GPU_RAY_TRACING_PIPELINE | GPU_RAY_QUERY)))
        return;
    if (gpu->info.features & GPU_RAY_TRACING_PIPELINE)
        acceleration.pNext = &pipeline;
    vkGetPhysicalDeviceProperties2(gpu->physical, &all);
    gpu->rays = (struct rays_limits){
        .triangles = acceleration.maxPrimitiveCount,
        .scratch_alignment = acceleration.minAccelerationStructureScratchOffsetAlignment,
        .handle = pipeline.shaderGroupHandleSize,
        .handle_alignment = pipeline.shaderGroupHandleAlignment,
        .base_alignment = pipeline.shaderGroupBaseAlignment,
        .rays = pipeline.maxRayDispatchInvocationCount,
    };
}

bool gpu_rays_ok(struct gpu *gpu, uint32_t features, const char *what, const char *name)
{
    const uint32_t any = features ? features : GPU_RAY_TRACING_PIPELINE | GPU_RAY_QUERY;
    return gpu->info.features & any ||
           gpu_fail_format(
               gpu, GPU_UNSUPPORTED, "%s %s: the device has no %s", what, name,
               gpu_feature_name(features ? (enum gpu_feature)features : GPU_RAY_TRACING_PIPELINE));
}

/* Memory -------------------------------------------------------------------------------------- */

static VkDeviceAddress address_of(struct gpu *gpu, VkBuffer buffer)
{
    const VkBufferDeviceAddressInfo info = { .sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                             .buffer = buffer };
    return gpu->compile_only ? 0 : gpu->vk.vkGetBufferDeviceAddress(gpu->device, &info);
}

/*
 * Device-local memory of `bytes` with an address that is a multiple of `alignment`, a power of two;
 * `usage` beside that. Half-built ones are released, too. A buffer's address is no better aligned
 * than its memory: room for the step up is added.
 */
static bool addressed_create(struct gpu *gpu, uint64_t bytes, uint64_t alignment,
                             VkBufferUsageFlags usage, struct addressed *memory)
{
    const uint64_t mask = alignment > 0 ? alignment - 1 : 0;
    if (!gpu_memory_buffer_create(gpu, "acceleration structure", bytes + mask,
                                  usage | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT, GPU_MEMORY_NEW,
                                  &memory->handle, &memory->memory))
        return false;
    memory->address = (address_of(gpu, memory->handle) + mask) & ~mask;
    return true;
}

static void addressed_release(struct gpu *gpu, struct addressed *memory)
{
    gpu->vk.vkDestroyBuffer(gpu->device, memory->handle, NULL);
    gpu->vk.vkFreeMemory(gpu->device, memory->memory, NULL);
}

/* Uploads at most STAGING_BYTES to its address, and waits. */
static bool addressed_write(struct gpu *gpu, const struct addressed *memory, const void *source,
                            uint64_t bytes)
{
    return gpu_staging_upload(gpu, memory->handle,
                              memory->address - address_of(gpu, memory->handle), source, bytes);
}

/* Acceleration structures ---------------------------------------------------------------------- */

enum { VERTEX_BYTES = GPU_TRIANGLE_BYTES / 3, INSTANCE_ALIGNMENT = 16 };
enum { NOTHING_BYTES = 256 }; /* of a level on a device that only compiles */

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
        address_of(gpu, acceleration->vertices->handle) + GPU_GUARD_BYTES;
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

/* The level's memory, and itself, for what `build` builds. */
static bool level_create(struct gpu *gpu, struct level_build *build,
                         struct acceleration_level *level, const char *name)
{
    VkAccelerationStructureBuildSizesInfoKHR sizes = {
        .sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_BUILD_SIZES_INFO_KHR,
        .accelerationStructureSize = NOTHING_BYTES,
        .buildScratchSize = NOTHING_BYTES,
    };
    enum { STORAGE_ALIGNMENT = 1 }; /* at the buffer's start */
    if (!gpu->compile_only)
        gpu->vk.vkGetAccelerationStructureBuildSizesKHR(
            gpu->device, VK_ACCELERATION_STRUCTURE_BUILD_TYPE_DEVICE_KHR, &build->info,
            &build->range.primitiveCount, &sizes);
    level->bytes = sizes.accelerationStructureSize;
    level->scratch_bytes = sizes.buildScratchSize;
    if (!addressed_create(gpu, level->bytes, STORAGE_ALIGNMENT,
                          VK_BUFFER_USAGE_ACCELERATION_STRUCTURE_STORAGE_BIT_KHR,
                          &level->storage) ||
        !addressed_create(gpu, level->scratch_bytes > 0 ? level->scratch_bytes : 4,
                          gpu->rays.scratch_alignment, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
                          &level->scratch))
        return false;
    const VkAccelerationStructureCreateInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_CREATE_INFO_KHR,
        .buffer = level->storage.handle,
        .size = level->bytes,
        .type = build->info.type,
    };
    if (!gpu->compile_only &&
        !VK(gpu, vkCreateAccelerationStructureKHR(gpu->device, &info, NULL, &level->handle)))
        return false;
    gpu_name(gpu, VK_OBJECT_TYPE_ACCELERATION_STRUCTURE_KHR, (uint64_t)level->handle, "%s", name);
    return true;
}

/* Uploads the one instance of the bottom level, as it stands. */
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
            gpu->compile_only
                ? 0
                : gpu->vk.vkGetAccelerationStructureDeviceAddressKHR(gpu->device, &info),
    };
    return addressed_create(gpu, sizeof(instance), INSTANCE_ALIGNMENT,
                            VK_BUFFER_USAGE_ACCELERATION_STRUCTURE_BUILD_INPUT_READ_ONLY_BIT_KHR |
                                VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                            &acceleration->instance) &&
           addressed_write(gpu, &acceleration->instance, &instance, sizeof(instance));
}

static void level_release(struct gpu *gpu, struct acceleration_level *level)
{
    if (level->handle)
        gpu->vk.vkDestroyAccelerationStructureKHR(gpu->device, level->handle, NULL);
    addressed_release(gpu, &level->storage);
    addressed_release(gpu, &level->scratch);
}

static void acceleration_release(struct gpu *gpu, void *object)
{
    struct gpu_acceleration *acceleration = object;
    gpu->acceleration_count--;
    level_release(gpu, &acceleration->top);
    level_release(gpu, &acceleration->bottom);
    addressed_release(gpu, &acceleration->instance);
}

struct gpu_acceleration *gpu_acceleration_create(struct gpu_scope *scope,
                                                 const struct gpu_acceleration_params *params)
{
    assert(params->name);
    struct gpu_acceleration *acceleration =
        gpu_object_create(scope, OBJECT_OTHER, sizeof(*acceleration), acceleration_release);
    if (!acceleration)
        return NULL;
    struct gpu *gpu = scope->gpu;
    struct level_build build;
    const struct gpu_buffer *vertices = params->vertices;
    gpu->acceleration_count++;
    acceleration->name = params->name;
    acceleration->vertices = params->vertices;
    acceleration->triangles = params->triangles;
    if (!gpu_rays_ok(gpu, 0, "acceleration structure", params->name))
        return NULL;
    if (!vertices || !vertices->geometry || params->triangles == 0 ||
        vertices->bytes / GPU_TRIANGLE_BYTES < params->triangles) {
        gpu_fail_format(
            gpu, GPU_ERROR,
            "acceleration structure %s: %u triangles of buffer %s, which has %llu bytes%s",
            params->name, params->triangles, vertices ? vertices->name : "NULL",
            vertices ? (unsigned long long)vertices->bytes : 0,
            vertices && !vertices->geometry ? " and is not for geometry" : "");
        return NULL;
    }
    if (params->triangles > gpu->rays.triangles) {
        gpu_fail_format(gpu, GPU_UNSUPPORTED,
                        "acceleration structure %s: %u triangles, the device builds at most %llu",
                        params->name, params->triangles, (unsigned long long)gpu->rays.triangles);
        return NULL;
    }
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

uint64_t gpu_acceleration_bytes(const struct gpu_acceleration *acceleration)
{
    return acceleration ? acceleration->bottom.bytes + acceleration->top.bytes : 0;
}

uint64_t gpu_acceleration_scratch_bytes(const struct gpu_acceleration *acceleration)
{
    return acceleration ? acceleration->bottom.scratch_bytes + acceleration->top.scratch_bytes : 0;
}

void gpu_commands_build(struct gpu_commands *commands, struct gpu_acceleration *acceleration)
{
    struct gpu *gpu = acceleration ? gpu_commands_recording_outside(commands) : NULL;
    struct level_build build;
    const VkAccelerationStructureBuildRangeInfoKHR *const ranges[] = { &build.range };
    if (!gpu)
        return;
    VkCommandBuffer handle = commands->parts->handle;
    gpu_span_begin(commands,
                   &(struct gpu_span){ .kind = GPU_SPAN_BUILD, .name = acceleration->name });
    bottom_build(gpu, acceleration, &build);
    gpu->vk.vkCmdBuildAccelerationStructuresKHR(handle, 1, &build.info, ranges);
    gpu_barrier_record(gpu, handle, VK_PIPELINE_STAGE_2_ACCELERATION_STRUCTURE_BUILD_BIT_KHR,
                       VK_ACCESS_2_ACCELERATION_STRUCTURE_WRITE_BIT_KHR,
                       VK_PIPELINE_STAGE_2_ACCELERATION_STRUCTURE_BUILD_BIT_KHR,
                       VK_ACCESS_2_ACCELERATION_STRUCTURE_READ_BIT_KHR);
    top_build(acceleration, &build);
    gpu->vk.vkCmdBuildAccelerationStructuresKHR(handle, 1, &build.info, ranges);
    gpu_span_end(commands);
    commands->counting.counters.builds++;
    gpu_count_step(&commands->counting, GPU_BUILD);
}

/* Ray tracing pipelines ------------------------------------------------------------------------ */

enum { RAY_STAGES = STAGES_MAX }; /* ray generation, miss, any hit */

struct gpu_ray_pipeline {
    struct object object;
    const char *name; /* of its ray generation shader */
    struct stages stages;
    struct gpu_compile compiled;
    struct addressed table; /* the shader binding table, made at the first trace */
};

/* Shader i is group i of the pipeline and record i of its table. */
enum { HIT_GROUP = 2 };

static VkResult compile(struct gpu *gpu, const void *what, VkPipeline *handle)
{
    const struct gpu_ray_pipeline *pipeline = what;
    struct specialization constants;
    VkPipelineShaderStageCreateInfo stages[RAY_STAGES];
    VkRayTracingShaderGroupCreateInfoKHR groups[RAY_STAGES];
    gpu_specialize(&constants, pipeline->stages.constants, pipeline->stages.constant_count);
    for (uint32_t i = 0; i < RAY_STAGES; i++) {
        stages[i] =
            gpu_stage_info(pipeline->stages.bits[i], pipeline->stages.modules[i], &constants);
        groups[i] = (VkRayTracingShaderGroupCreateInfoKHR){
            .sType = VK_STRUCTURE_TYPE_RAY_TRACING_SHADER_GROUP_CREATE_INFO_KHR,
            .type = i == HIT_GROUP ? VK_RAY_TRACING_SHADER_GROUP_TYPE_TRIANGLES_HIT_GROUP_KHR
                                   : VK_RAY_TRACING_SHADER_GROUP_TYPE_GENERAL_KHR,
            .generalShader = i == HIT_GROUP ? VK_SHADER_UNUSED_KHR : i,
            .closestHitShader = VK_SHADER_UNUSED_KHR,
            .anyHitShader = i == HIT_GROUP ? i : VK_SHADER_UNUSED_KHR,
            .intersectionShader = VK_SHADER_UNUSED_KHR,
        };
    }
    const VkRayTracingPipelineCreateInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_RAY_TRACING_PIPELINE_CREATE_INFO_KHR,
        .stageCount = RAY_STAGES,
        .pStages = stages,
        .groupCount = RAY_STAGES,
        .pGroups = groups,
        .maxPipelineRayRecursionDepth = 1,
        .layout = pipeline->stages.layout,
    };
    const VkResult result = gpu->vk.vkCreateRayTracingPipelinesKHR(
        gpu->device, VK_NULL_HANDLE, gpu->pipeline_cache, 1, &info, NULL, handle);
    if (result == VK_SUCCESS)
        gpu_name(gpu, VK_OBJECT_TYPE_PIPELINE, (uint64_t)*handle, "%s", pipeline->name);
    return result;
}

static void ray_pipeline_release(struct gpu *gpu, void *object)
{
    struct gpu_ray_pipeline *pipeline = object;
    gpu_compile_release(gpu, &pipeline->compiled);
    if (!gpu)
        return;
    addressed_release(gpu, &pipeline->table);
    gpu_stages_release(gpu, &pipeline->stages);
}

struct gpu_ray_pipeline *gpu_ray_pipeline_create(struct gpu_scope *scope,
                                                 const struct gpu_ray_pipeline_params *params)
{
    const struct {
        const struct gpu_shader *shader;
        enum gpu_stage wanted;
    } given[RAY_STAGES] = { { params->generation, GPU_STAGE_RAY_GENERATION },
                            { params->miss, GPU_STAGE_MISS },
                            { params->any_hit, GPU_STAGE_ANY_HIT } };
    const uint32_t kinds = 1u << GPU_STORAGE_BUFFER | 1u << GPU_ACCELERATION_STRUCTURE;
    assert(params->constant_count <= GPU_CONSTANTS_MAX);
    assert(params->generation && params->miss && params->any_hit);
    struct gpu_ray_pipeline *pipeline =
        gpu_object_create(scope, OBJECT_HOSTED, sizeof(*pipeline), ray_pipeline_release);
    if (!pipeline)
        return NULL;
    struct gpu *gpu = scope->gpu;
    pipeline->name = params->generation->name;
    pipeline->stages.constant_count = params->constant_count;
    memcpy(pipeline->stages.constants, params->constants, sizeof(pipeline->stages.constants));
    for (uint32_t i = 0; i < RAY_STAGES; i++)
        if (!gpu_stages_add(gpu, &pipeline->stages, given[i].shader, given[i].wanted, kinds))
            return NULL;
    if (!gpu_rays_ok(gpu, GPU_RAY_TRACING_PIPELINE, "shader", pipeline->name) ||
        !gpu_stages_create(gpu, &pipeline->stages))
        return NULL;
    gpu_compile_start(gpu, &pipeline->compiled, compile, pipeline);
    return pipeline;
}

static uint32_t round_up(uint32_t bytes, uint32_t alignment)
{
    return (bytes + alignment - 1) / alignment * alignment;
}

/* Bytes from one record of the table to the next: each begins a region of its own. */
static uint32_t record_step(const struct gpu *gpu)
{
    return round_up(round_up(gpu->rays.handle, gpu->rays.handle_alignment),
                    gpu->rays.base_alignment);
}

static VkStridedDeviceAddressRegionKHR
region_of(const struct gpu *gpu, const struct gpu_ray_pipeline *pipeline, uint32_t record)
{
    const uint32_t stride = round_up(gpu->rays.handle, gpu->rays.handle_alignment);
    return (VkStridedDeviceAddressRegionKHR){
        .deviceAddress = pipeline->table.address + (uint64_t)record * record_step(gpu),
        .stride = stride,
        .size = stride,
    };
}

static bool table_create(struct gpu *gpu, struct gpu_ray_pipeline *pipeline)
{
    enum { HANDLE_MAX = 256 };
    uint8_t handles[RAY_STAGES * HANDLE_MAX] = { 0 }, records[RAY_STAGES * 2 * HANDLE_MAX] = { 0 };
    const uint32_t bytes = gpu->rays.handle, step = record_step(gpu);
    assert(bytes <= HANDLE_MAX && step <= 2 * HANDLE_MAX);
    if (!VK(gpu,
            vkGetRayTracingShaderGroupHandlesKHR(gpu->device, pipeline->compiled.pipeline, 0,
                                                 RAY_STAGES, RAY_STAGES * (size_t)bytes, handles)))
        return false;
    for (uint32_t i = 0; i < RAY_STAGES; i++)
        memcpy(records + (size_t)i * step, handles + (size_t)i * bytes, bytes);
    return addressed_create(gpu, RAY_STAGES * (uint64_t)step, gpu->rays.base_alignment,
                            VK_BUFFER_USAGE_SHADER_BINDING_TABLE_BIT_KHR |
                                VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                            &pipeline->table) &&
           addressed_write(gpu, &pipeline->table, records, RAY_STAGES * (uint64_t)step);
}

static bool size_ok(struct gpu *gpu, const struct gpu_ray_trace *trace)
{
    const struct gpu_limits *limits = &gpu->info.limits;
    const uint32_t *size = trace->size;
    bool fits = true;
    for (int i = 0; i < 3; i++)
        fits = fits && size[i] <= (uint64_t)limits->group_count_max[i] * limits->group_size_max[i];
    return (fits &&
            (size[0] == 0 || size[1] == 0 || size[2] <= gpu->rays.rays / size[0] / size[1])) ||
           gpu_fail_format(gpu, GPU_UNSUPPORTED,
                           "shader %s: %u x %u x %u rays, the device traces at most %llu at once",
                           trace->pipeline->name, size[0], size[1], size[2],
                           (unsigned long long)gpu->rays.rays);
}

void gpu_commands_trace_rays(struct gpu_commands *commands, const struct gpu_ray_trace *trace)
{
    struct gpu_ray_pipeline *pipeline = trace->pipeline;
    struct gpu *gpu = pipeline ? gpu_commands_recording_outside(commands) : NULL;
    if (!gpu)
        return;
    const struct stages *stages = &pipeline->stages;
    const struct set_contents contents = { .serial = pipeline->object.serial,
                                           .layout = stages->set_layout,
                                           .count = stages->binding_count,
                                           .bindings = stages->bindings,
                                           .buffers = trace->buffers,
                                           .accelerations = trace->accelerations };
    if (trace->push_bytes < stages->push_bytes) {
        gpu_fail_format(gpu, GPU_ERROR, "shader %s: got %u push bytes, uses %u", pipeline->name,
                        trace->push_bytes, stages->push_bytes);
        return;
    }
    assert(trace->push || stages->push_bytes == 0);
    if (!gpu_bindings_ok(gpu, pipeline->name, &contents) || !size_ok(gpu, trace))
        return;
    const VkResult result = gpu_compile_wait(&pipeline->compiled);
    if (!MADE(gpu, result, pipeline->compiled.pipeline, "vkCreateRayTracingPipelinesKHR",
              pipeline->name) ||
        (!pipeline->table.address && !table_create(gpu, pipeline)))
        return;
    const VkDescriptorSet set = gpu_descriptor_set(gpu, &commands->sets, &contents);
    if (!set)
        return;
    const VkStridedDeviceAddressRegionKHR generation = region_of(gpu, pipeline, 0),
                                          miss = region_of(gpu, pipeline, 1),
                                          hit = region_of(gpu, pipeline, HIT_GROUP),
                                          callable = { 0 };
    const uint32_t *size = trace->size;
    VkCommandBuffer handle = commands->parts->handle;
    gpu->vk.vkCmdBindPipeline(handle, VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR,
                              pipeline->compiled.pipeline);
    gpu->vk.vkCmdBindDescriptorSets(handle, VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR, stages->layout,
                                    0, 1, &set, 0, NULL);
    if (stages->push_bytes > 0)
        gpu->vk.vkCmdPushConstants(handle, stages->layout, stages->all, 0, stages->push_bytes,
                                   trace->push);
    gpu_span_begin(commands, &(struct gpu_span){ .kind = GPU_SPAN_RAYS,
                                                 .name = pipeline->name,
                                                 .groups = { size[0], size[1], size[2] } });
    gpu->vk.vkCmdTraceRaysKHR(handle, &generation, &miss, &hit, &callable, size[0], size[1],
                              size[2]);
    gpu_span_end(commands);
    commands->counting.counters.traces++;
    gpu_count_step(&commands->counting, GPU_RAYS);
}
