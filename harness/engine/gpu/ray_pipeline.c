/* SPDX-License-Identifier: MIT */
#include "harness/engine/gpu/names.h"
#include "harness/engine/gpu/recording.h"
#include "harness/engine/gpu/trace.h"

#include <assert.h>
#include <string.h>

/* Shader i is group i of the pipeline and record i of its table. */
enum { HIT_GROUP = 2 };

static bool bindings_fit(struct gpu *gpu, const struct gpu_ray_pipeline *pipeline)
{
    const uint32_t most = gpu->info.limits.storage_buffers_max;
    const uint32_t needs = gpu_bindings_count(pipeline->stages.bindings,
                                              pipeline->stages.binding_count, GPU_STORAGE_BUFFER);
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

struct gpu_ray_pipeline *gpu_ray_pipeline_create(struct gpu_scope *scope,
                                                 const struct gpu_ray_pipeline_params *params)
{
    const struct {
        const struct gpu_shader *shader;
        enum spirv_stage wanted;
    } given[RAY_STAGES] = { { params->generation, SPIRV_RAY_GENERATION },
                            { params->miss, SPIRV_MISS },
                            { params->any_hit, SPIRV_ANY_HIT } };
    const uint32_t kinds = 1u << GPU_STORAGE_BUFFER | 1u << GPU_ACCELERATION_STRUCTURE;
    assert(params->constant_count <= GPU_CONSTANTS_MAX);
    assert(params->generation && params->miss && params->any_hit);
    struct gpu_ray_pipeline *pipeline =
        gpu_object_create(scope, OBJECT_RAY_PIPELINE, sizeof(*pipeline));
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
        !bindings_fit(gpu, pipeline) || !gpu_stages_create(gpu, &pipeline->stages))
        return NULL;
    gpu_compile_start(gpu, &pipeline->compiled, compile, pipeline);
    return pipeline;
}

void gpu_ray_pipeline_release(struct gpu *gpu, struct gpu_ray_pipeline *pipeline)
{
    gpu_compile_release(gpu, &pipeline->compiled);
    if (!gpu)
        return;
    gpu_addressed_release(gpu, &pipeline->table);
    gpu_stages_release(gpu, &pipeline->stages);
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
    const VkResult result = gpu_compile_wait(&pipeline->compiled);
    return gpu_check_made(gpu, result, pipeline->compiled.pipeline,
                          "vkCreateRayTracingPipelinesKHR", pipeline->name, __FILE__, __LINE__) &&
           (pipeline->table.address || table_create(gpu, pipeline));
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
    if (trace->push_bytes < pipeline->stages.push_bytes) {
        gpu_fail_format(gpu, GPU_ERROR, "shader %s: got %u push bytes, uses %u", pipeline->name,
                        trace->push_bytes, pipeline->stages.push_bytes);
        return false;
    }
    assert(trace->push || pipeline->stages.push_bytes == 0);
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
                                    pipeline->stages.layout, 0, 1, &set, 0, NULL);
    if (pipeline->stages.push_bytes > 0)
        gpu->vk.vkCmdPushConstants(recording->handle, pipeline->stages.layout, pipeline->stages.all,
                                   0, pipeline->stages.push_bytes, trace->push);
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
    const struct set_contents contents = { pipeline->object.serial,
                                           pipeline->stages.set_layout,
                                           pipeline->stages.binding_count,
                                           pipeline->stages.bindings,
                                           trace->buffers,
                                           NULL,
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
