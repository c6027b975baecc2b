/* SPDX-License-Identifier: MIT */
#include "harness/engine/gpu/names.h"
#include "harness/engine/gpu/recording.h"
#include "harness/engine/gpu/trace.h"

#include <assert.h>
#include <string.h>

/* Stages; shader i is group i of the pipeline and record i of its table. */
static const struct {
    enum spirv_stage wanted;
    VkShaderStageFlagBits bit;
} ray_stages[RAY_STAGES] = {
    { SPIRV_RAY_GENERATION, VK_SHADER_STAGE_RAYGEN_BIT_KHR },
    { SPIRV_MISS, VK_SHADER_STAGE_MISS_BIT_KHR },
    { SPIRV_ANY_HIT, VK_SHADER_STAGE_ANY_HIT_BIT_KHR },
};

enum { HIT_GROUP = 2 };

static const VkShaderStageFlags ray_stage_bits =
    VK_SHADER_STAGE_RAYGEN_BIT_KHR | VK_SHADER_STAGE_MISS_BIT_KHR | VK_SHADER_STAGE_ANY_HIT_BIT_KHR;

static bool binding_take(struct gpu *gpu, struct gpu_ray_pipeline *pipeline, const char *name,
                         uint32_t at, const struct gpu_binding *binding)
{
    struct gpu_binding *known = &pipeline->bindings[at];
    if (binding->kind == GPU_UNBOUND)
        return true;
    if (binding->kind != GPU_STORAGE_BUFFER && binding->kind != GPU_ACCELERATION_STRUCTURE) {
        gpu_fail_format(gpu, GPU_ERROR,
                        "shader %s: binding %u: traces take storage buffers and acceleration "
                        "structures alone",
                        name, at);
        return false;
    }
    if (known->kind != GPU_UNBOUND && known->kind != binding->kind) {
        gpu_fail_format(gpu, GPU_ERROR, "shader %s: binding %u is a %s in another stage", name, at,
                        gpu_binding_kind_name(known->kind));
        return false;
    }
    *known = *binding;
    return true;
}

static bool stage_read(struct gpu *gpu, struct gpu_ray_pipeline *pipeline,
                       const struct gpu_ray_pipeline_params *params,
                       const struct gpu_shader *shader, enum spirv_stage wanted)
{
    char message[256];
    struct spirv_interface interface;
    if (!gpu_spirv_read(shader->words, shader->bytes, params->constants, params->constant_count,
                        &interface, message, sizeof(message))) {
        gpu_fail_format(gpu, GPU_ERROR, "shader %s: %s", shader->name, message);
        return false;
    }
    if (interface.stage != wanted) {
        gpu_fail_format(gpu, GPU_ERROR, "shader %s: is of another stage than it is used for",
                        shader->name);
        return false;
    }
    if (interface.constant_count > params->constant_count ||
        interface.binding_count > GPU_BINDINGS_MAX || interface.push_bytes > GPU_PUSH_BYTES_MAX) {
        gpu_fail_format(
            gpu, GPU_ERROR,
            "shader %s: %u specialization constants of %u, %u bindings, %u push bytes are more "
            "than was given or gpu.h allows",
            shader->name, interface.constant_count, params->constant_count, interface.binding_count,
            interface.push_bytes);
        return false;
    }
    for (uint32_t i = 0; i < interface.binding_count; i++)
        if (!binding_take(gpu, pipeline, shader->name, i, &interface.bindings[i]))
            return false;
    if (interface.binding_count > pipeline->binding_count)
        pipeline->binding_count = interface.binding_count;
    if (interface.push_bytes > pipeline->push_bytes)
        pipeline->push_bytes = interface.push_bytes;
    return true;
}

static bool bindings_fit(struct gpu *gpu, const struct gpu_ray_pipeline *pipeline)
{
    const uint32_t most = gpu->info.limits.storage_buffers_max;
    const uint32_t needs =
        gpu_bindings_count(pipeline->bindings, pipeline->binding_count, GPU_STORAGE_BUFFER);
    if (needs <= most)
        return true;
    gpu_fail_format(gpu, GPU_UNSUPPORTED,
                    "shader %s: needs %u storage buffers, the device binds %u", pipeline->name,
                    needs, most);
    return false;
}

/* Creation ------------------------------------------------------------------------------------ */

static VkResult compile(struct gpu *gpu, const void *what, VkPipeline *handle)
{
    const struct gpu_ray_pipeline *pipeline = what;
    VkSpecializationMapEntry entries[GPU_CONSTANTS_MAX];
    VkPipelineShaderStageCreateInfo stages[RAY_STAGES];
    VkRayTracingShaderGroupCreateInfoKHR groups[RAY_STAGES];
    for (uint32_t i = 0; i < pipeline->constant_count; i++)
        entries[i] = (VkSpecializationMapEntry){ .constantID = i, .offset = 4 * i, .size = 4 };
    const VkSpecializationInfo constants = { .mapEntryCount = pipeline->constant_count,
                                             .pMapEntries = entries,
                                             .dataSize = 4 * (size_t)pipeline->constant_count,
                                             .pData = pipeline->constants };
    for (uint32_t i = 0; i < RAY_STAGES; i++) {
        stages[i] = (VkPipelineShaderStageCreateInfo){
            .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
            .stage = ray_stages[i].bit,
            .module = pipeline->modules[i],
            .pName = "main",
            .pSpecializationInfo = &constants
        };
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
        .layout = pipeline->layout,
    };
    const VkResult result = gpu->vk.vkCreateRayTracingPipelinesKHR(
        gpu->device, VK_NULL_HANDLE, gpu->pipeline_cache, 1, &info, NULL, handle);
    if (result == VK_SUCCESS)
        gpu_name(gpu, VK_OBJECT_TYPE_PIPELINE, (uint64_t)*handle, "%s", pipeline->name);
    return result;
}

static bool build(struct gpu *gpu, struct gpu_ray_pipeline *pipeline,
                  const struct gpu_shader *const shaders[RAY_STAGES])
{
    const struct layout_params layout = { pipeline->bindings, pipeline->binding_count,
                                          pipeline->push_bytes, ray_stage_bits };
    for (uint32_t i = 0; i < RAY_STAGES; i++) {
        const VkShaderModuleCreateInfo module = { .sType =
                                                      VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                                  .codeSize = shaders[i]->bytes,
                                                  .pCode = shaders[i]->words };
        if (!VK(gpu, vkCreateShaderModule(gpu->device, &module, NULL, &pipeline->modules[i])))
            return false;
        gpu_name(gpu, VK_OBJECT_TYPE_SHADER_MODULE, (uint64_t)pipeline->modules[i], "%s",
                 shaders[i]->name);
    }
    if (!gpu_layout_create(gpu, &layout, &pipeline->set_layout, &pipeline->layout))
        return false;
    gpu_compile_start(gpu, &pipeline->compiled, compile, pipeline);
    return true;
}

struct gpu_ray_pipeline *gpu_ray_pipeline_create(struct gpu_scope *scope,
                                                 const struct gpu_ray_pipeline_params *params)
{
    const struct gpu_shader *const shaders[RAY_STAGES] = { params->generation, params->miss,
                                                           params->any_hit };
    assert(params->constant_count <= GPU_CONSTANTS_MAX);
    assert(params->generation && params->miss && params->any_hit);
    struct gpu_ray_pipeline *pipeline =
        gpu_object_create(scope, OBJECT_RAY_PIPELINE, sizeof(*pipeline));
    if (!pipeline)
        return NULL;
    struct gpu *gpu = scope->gpu;
    pipeline->name = params->generation->name;
    pipeline->constant_count = params->constant_count;
    memcpy(pipeline->constants, params->constants, sizeof(pipeline->constants));
    for (uint32_t i = 0; i < RAY_STAGES; i++)
        if (!stage_read(gpu, pipeline, params, shaders[i], ray_stages[i].wanted))
            return NULL;
    return gpu_rays_ok(gpu, GPU_RAY_TRACING_PIPELINE, "shader", pipeline->name) &&
                   bindings_fit(gpu, pipeline) && build(gpu, pipeline, shaders)
               ? pipeline
               : NULL;
}

void gpu_ray_pipeline_release(struct gpu *gpu, struct gpu_ray_pipeline *pipeline)
{
    gpu_compile_release(gpu, &pipeline->compiled);
    if (!gpu)
        return;
    gpu_addressed_release(gpu, &pipeline->table);
    gpu->vk.vkDestroyPipelineLayout(gpu->device, pipeline->layout, NULL);
    gpu->vk.vkDestroyDescriptorSetLayout(gpu->device, pipeline->set_layout, NULL);
    for (uint32_t i = 0; i < RAY_STAGES; i++)
        gpu->vk.vkDestroyShaderModule(gpu->device, pipeline->modules[i], NULL);
}

/* Shader binding table ------------------------------------------------------------------------ */

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
    return gpu_addressed_create(gpu, RAY_STAGES * (uint64_t)step, gpu->rays.base_alignment,
                                VK_BUFFER_USAGE_SHADER_BINDING_TABLE_BIT_KHR |
                                    VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                                &pipeline->table) &&
           gpu_addressed_write(gpu, &pipeline->table, records, RAY_STAGES * (uint64_t)step);
}

/* Waits for the pipeline; false, with the reason recorded, when there is none. */
static bool pipeline_ready(struct gpu *gpu, struct gpu_ray_pipeline *pipeline)
{
    return gpu_check(gpu, gpu_compile_wait(&pipeline->compiled), "vkCreateRayTracingPipelinesKHR",
                     __FILE__, __LINE__) &&
           pipeline->compiled.pipeline && (pipeline->table.address || table_create(gpu, pipeline));
}

/* Trace --------------------------------------------------------------------------------------- */

static bool size_ok(struct gpu *gpu, const struct gpu_ray_trace *trace)
{
    const struct gpu_limits *limits = &gpu->info.limits;
    const uint32_t *size = trace->size;
    bool fits = true;
    for (int i = 0; i < 3; i++)
        fits = fits && size[i] <= (uint64_t)limits->group_count_max[i] * limits->group_size_max[i];
    if (fits && (size[0] == 0 || size[1] == 0 || size[2] <= gpu->rays.rays / size[0] / size[1]))
        return true;
    gpu_fail_format(gpu, GPU_UNSUPPORTED,
                    "shader %s: %u x %u x %u rays, the device traces at most %llu at once",
                    trace->pipeline->name, size[0], size[1], size[2],
                    (unsigned long long)gpu->rays.rays);
    return false;
}

static bool trace_ok(struct gpu *gpu, const struct gpu_ray_trace *trace,
                     const struct set_contents *contents)
{
    const struct gpu_ray_pipeline *pipeline = trace->pipeline;
    if (trace->push_bytes < pipeline->push_bytes) {
        gpu_fail_format(gpu, GPU_ERROR, "shader %s: got %u push bytes, uses %u", pipeline->name,
                        trace->push_bytes, pipeline->push_bytes);
        return false;
    }
    assert(trace->push || pipeline->push_bytes == 0);
    return gpu_bindings_ok(gpu, pipeline->name, contents) && size_ok(gpu, trace);
}

static void trace_record(const struct recording *recording, const struct gpu_ray_trace *trace,
                         VkDescriptorSet set)
{
    struct gpu *gpu = recording->gpu;
    const struct gpu_ray_pipeline *pipeline = trace->pipeline;
    const VkStridedDeviceAddressRegionKHR generation = region_of(gpu, pipeline, 0),
                                          miss = region_of(gpu, pipeline, 1),
                                          hit = region_of(gpu, pipeline, HIT_GROUP),
                                          callable = { 0 };
    gpu->vk.vkCmdBindPipeline(recording->handle, VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR,
                              pipeline->compiled.pipeline);
    gpu->vk.vkCmdBindDescriptorSets(recording->handle, VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR,
                                    pipeline->layout, 0, 1, &set, 0, NULL);
    if (pipeline->push_bytes > 0)
        gpu->vk.vkCmdPushConstants(recording->handle, pipeline->layout, ray_stage_bits, 0,
                                   pipeline->push_bytes, trace->push);
    gpu_span_begin(
        gpu, recording->recorder, recording->handle,
        &(struct gpu_span){ .kind = GPU_SPAN_RAYS,
                            .name = pipeline->name,
                            .groups = { trace->size[0], trace->size[1], trace->size[2] } });
    gpu->vk.vkCmdTraceRaysKHR(recording->handle, &generation, &miss, &hit, &callable,
                              trace->size[0], trace->size[1], trace->size[2]);
    gpu_span_end(gpu, recording->recorder, recording->handle);
}

void gpu_commands_trace_rays(struct gpu_commands *commands, const struct gpu_ray_trace *trace)
{
    struct recording recording;
    if (!trace->pipeline || !gpu_commands_recording_outside(commands, &recording))
        return;
    const struct gpu_ray_pipeline *pipeline = trace->pipeline;
    const struct set_contents contents = { pipeline->object.serial, pipeline->set_layout,
                                           pipeline->binding_count, pipeline->bindings,
                                           trace->buffers,          NULL,
                                           trace->accelerations };
    if (!trace_ok(recording.gpu, trace, &contents) ||
        !pipeline_ready(recording.gpu, trace->pipeline))
        return;
    const VkDescriptorSet set = gpu_descriptor_set(recording.gpu, recording.sets, &contents);
    if (!set)
        return;
    trace_record(&recording, trace, set);
    recording.counters->traces++;
}
