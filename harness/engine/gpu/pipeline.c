/* SPDX-License-Identifier: MIT */
#include "harness/engine/gpu/names.h"
#include "harness/engine/gpu/recording.h"

#include <assert.h>
#include <string.h>

/* Stages -------------------------------------------------------------------------------------- */

struct stage {
    const struct gpu_shader *shader;
    enum spirv_stage wanted;
};

static const VkShaderStageFlagBits stage_bits[SPIRV_STAGE_COUNT] = {
    [SPIRV_COMPUTE] = VK_SHADER_STAGE_COMPUTE_BIT,   [SPIRV_VERTEX] = VK_SHADER_STAGE_VERTEX_BIT,
    [SPIRV_FRAGMENT] = VK_SHADER_STAGE_FRAGMENT_BIT, [SPIRV_TASK] = VK_SHADER_STAGE_TASK_BIT_EXT,
    [SPIRV_MESH] = VK_SHADER_STAGE_MESH_BIT_EXT,
};

static bool stage_read(struct gpu *gpu, struct gpu_pipeline *pipeline,
                       const struct gpu_pipeline_params *params, const struct stage *stage)
{
    char message[256];
    struct spirv_interface interface;
    const char *name = stage->shader->name;
    if (!gpu_spirv_read(stage->shader->words, stage->shader->bytes, params->constants,
                        params->constant_count, &interface, message, sizeof(message))) {
        gpu_fail_format(gpu, GPU_ERROR, "shader %s: %s", name, message);
        return false;
    }
    if (interface.stage != stage->wanted) {
        gpu_fail_format(gpu, GPU_ERROR, "shader %s: is of another stage than it is used for", name);
        return false;
    }
    if (interface.constant_count > params->constant_count ||
        interface.binding_count > GPU_BINDINGS_MAX || interface.push_bytes > GPU_PUSH_BYTES_MAX) {
        gpu_fail_format(
            gpu, GPU_ERROR,
            "shader %s: %u specialization constants of %u, %u bindings, %u push bytes are more "
            "than was given or gpu.h allows",
            name, interface.constant_count, params->constant_count, interface.binding_count,
            interface.push_bytes);
        return false;
    }
    for (uint32_t i = 0; i < interface.binding_count; i++) {
        if (interface.bindings[i].kind == GPU_UNBOUND)
            continue;
        if (interface.bindings[i].kind != GPU_STORAGE_BUFFER) {
            gpu_fail_format(gpu, GPU_ERROR,
                            "shader %s: binding %u: draws take storage buffers alone", name, i);
            return false;
        }
        pipeline->bindings[i] = interface.bindings[i];
    }
    if (interface.binding_count > pipeline->binding_count)
        pipeline->binding_count = interface.binding_count;
    if (interface.push_bytes > pipeline->push_bytes)
        pipeline->push_bytes = interface.push_bytes;
    pipeline->stages |= stage_bits[stage->wanted];
    return true;
}

static bool module_create(struct gpu *gpu, const struct gpu_shader *shader, VkShaderModule *module)
{
    const VkShaderModuleCreateInfo info = { .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                            .codeSize = shader->bytes,
                                            .pCode = shader->words };
    if (!VK(gpu, vkCreateShaderModule(gpu->device, &info, NULL, module)))
        return false;
    gpu_name(gpu, VK_OBJECT_TYPE_SHADER_MODULE, (uint64_t)*module, "%s", shader->name);
    return true;
}

static bool features_ok(struct gpu *gpu, const struct gpu_pipeline *pipeline)
{
    const uint32_t needs = GPU_GRAPHICS | (pipeline->mesh ? GPU_MESH_SHADER : 0);
    if ((gpu->info.features & needs) == needs) {
        if (pipeline->binding_count <= gpu->info.limits.storage_buffers_max)
            return true;
        gpu_fail_format(gpu, GPU_UNSUPPORTED,
                        "shader %s: needs %u storage buffers, the device binds %u", pipeline->name,
                        pipeline->binding_count, gpu->info.limits.storage_buffers_max);
        return false;
    }
    gpu_fail_format(
        gpu, GPU_UNSUPPORTED, "shader %s: the device has no %s", pipeline->name,
        gpu_feature_name(gpu->info.features & GPU_GRAPHICS ? GPU_MESH_SHADER : GPU_GRAPHICS));
    return false;
}

/* Creation ------------------------------------------------------------------------------------ */

static bool layout_create(struct gpu *gpu, struct gpu_pipeline *pipeline)
{
    const struct layout_params params = { pipeline->bindings, pipeline->binding_count,
                                          pipeline->push_bytes, pipeline->stages };
    return gpu_layout_create(gpu, &params, &pipeline->set_layout, &pipeline->layout);
}

/* What does not differ from pipeline to pipeline. */
static const VkPipelineVertexInputStateCreateInfo vertices = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO
};
static const VkPipelineInputAssemblyStateCreateInfo assembly = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
    .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST
};
static const VkPipelineViewportStateCreateInfo viewport = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
    .viewportCount = 1,
    .scissorCount = 1
};
static const VkPipelineRasterizationStateCreateInfo rasterization = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO, .lineWidth = 1
};
static const VkPipelineMultisampleStateCreateInfo samples = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
    .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT
};
static const VkPipelineColorBlendAttachmentState write_all = {
    .colorWriteMask = VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT |
                      VK_COLOR_COMPONENT_B_BIT | VK_COLOR_COMPONENT_A_BIT
};
static const VkDynamicState dynamic_states[] = { VK_DYNAMIC_STATE_VIEWPORT,
                                                 VK_DYNAMIC_STATE_SCISSOR };
static const VkPipelineDynamicStateCreateInfo dynamic = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
    .dynamicStateCount = 2,
    .pDynamicStates = dynamic_states
};

static VkResult handle_create(struct gpu *gpu, const struct gpu_pipeline *pipeline,
                              const VkPipelineShaderStageCreateInfo *stages, VkPipeline *handle)
{
    const VkBool32 depth_used = pipeline->depth ? VK_TRUE : VK_FALSE;
    const VkPipelineRenderingCreateInfo rendering = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
        .colorAttachmentCount = pipeline->formats.count,
        .pColorAttachmentFormats = pipeline->formats.formats,
        .depthAttachmentFormat = pipeline->depth ? depth_format : VK_FORMAT_UNDEFINED,
    };
    const VkPipelineColorBlendAttachmentState writes[GPU_COLOURS_MAX] = { write_all, write_all,
                                                                          write_all, write_all };
    const VkPipelineColorBlendStateCreateInfo blend = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
        .attachmentCount = pipeline->formats.count,
        .pAttachments = writes
    };
    const VkPipelineDepthStencilStateCreateInfo depth = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO,
        .depthTestEnable = depth_used,
        .depthWriteEnable = depth_used,
        .depthCompareOp = VK_COMPARE_OP_GREATER
    };
    const VkGraphicsPipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
        .pNext = &rendering,
        .stageCount = pipeline->stage_count,
        .pStages = stages,
        .pVertexInputState = pipeline->mesh ? NULL : &vertices,
        .pInputAssemblyState = pipeline->mesh ? NULL : &assembly,
        .pViewportState = &viewport,
        .pRasterizationState = &rasterization,
        .pMultisampleState = &samples,
        .pDepthStencilState = &depth,
        .pColorBlendState = &blend,
        .pDynamicState = &dynamic,
        .layout = pipeline->layout,
    };
    return gpu->vk.vkCreateGraphicsPipelines(gpu->device, gpu->pipeline_cache, 1, &info, NULL,
                                             handle);
}

static VkResult compile(struct gpu *gpu, const void *what, VkPipeline *handle)
{
    const struct gpu_pipeline *pipeline = what;
    VkSpecializationMapEntry entries[GPU_CONSTANTS_MAX];
    VkPipelineShaderStageCreateInfo stages[STAGES_MAX];
    for (uint32_t i = 0; i < pipeline->constant_count; i++)
        entries[i] = (VkSpecializationMapEntry){ .constantID = i, .offset = 4 * i, .size = 4 };
    const VkSpecializationInfo constants = { .mapEntryCount = pipeline->constant_count,
                                             .pMapEntries = entries,
                                             .dataSize = 4 * (size_t)pipeline->constant_count,
                                             .pData = pipeline->constants };
    for (uint32_t i = 0; i < pipeline->stage_count; i++)
        stages[i] = (VkPipelineShaderStageCreateInfo){
            .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
            .stage = pipeline->stage_bits[i],
            .module = pipeline->modules[i],
            .pName = "main",
            .pSpecializationInfo = &constants
        };
    const VkResult result = handle_create(gpu, pipeline, stages, handle);
    if (result == VK_SUCCESS)
        gpu_name(gpu, VK_OBJECT_TYPE_PIPELINE, (uint64_t)*handle, "%s", pipeline->name);
    return result;
}

bool gpu_pipeline_ready(struct gpu_pipeline *pipeline)
{
    return gpu_check(pipeline->object.scope->gpu, gpu_compile_wait(&pipeline->compiled),
                     "vkCreateGraphicsPipelines", __FILE__, __LINE__) &&
           pipeline->compiled.pipeline;
}

static bool build(struct gpu *gpu, struct gpu_pipeline *pipeline, const struct stage *stages,
                  const struct gpu_pipeline_params *params)
{
    pipeline->constant_count = params->constant_count;
    memcpy(pipeline->constants, params->constants, sizeof(pipeline->constants));
    for (uint32_t i = 0; i < pipeline->stage_count; i++) {
        pipeline->stage_bits[i] = stage_bits[stages[i].wanted];
        if (!module_create(gpu, stages[i].shader, &pipeline->modules[i]))
            return false;
    }
    if (!layout_create(gpu, pipeline))
        return false;
    gpu_compile_start(gpu, &pipeline->compiled, compile, pipeline);
    return true;
}

struct gpu_pipeline *gpu_pipeline_create(struct gpu_scope *scope,
                                         const struct gpu_pipeline_params *params)
{
    assert(params->constant_count <= GPU_CONSTANTS_MAX);
    struct gpu_pipeline *pipeline = gpu_object_create(scope, OBJECT_PIPELINE, sizeof(*pipeline));
    if (!pipeline)
        return NULL;
    struct gpu *gpu = scope->gpu;
    const struct stage given[] = { { params->vertex, SPIRV_VERTEX },
                                   { params->task, SPIRV_TASK },
                                   { params->mesh, SPIRV_MESH },
                                   { params->fragment, SPIRV_FRAGMENT } };
    struct stage stages[STAGES_MAX];
    pipeline->mesh = params->mesh;
    pipeline->formats = gpu_formats_of(params->colours);
    pipeline->depth = !params->no_depth;
    if (!pipeline->mesh == !params->vertex || (params->task && !pipeline->mesh)) {
        gpu_fail(gpu, GPU_ERROR, "a pipeline has a vertex shader, or a mesh shader, and not both");
        return NULL;
    }
    for (int i = 0; i < 4; i++)
        if (given[i].shader) {
            pipeline->name = pipeline->name ? pipeline->name : given[i].shader->name;
            if (!stage_read(gpu, pipeline, params, &given[i]))
                return NULL;
            stages[pipeline->stage_count++] = given[i];
        }
    return features_ok(gpu, pipeline) && build(gpu, pipeline, stages, params) ? pipeline : NULL;
}

void gpu_pipeline_release(struct gpu *gpu, struct gpu_pipeline *pipeline)
{
    gpu_compile_release(gpu, &pipeline->compiled);
    if (!gpu)
        return;
    gpu->vk.vkDestroyPipelineLayout(gpu->device, pipeline->layout, NULL);
    gpu->vk.vkDestroyDescriptorSetLayout(gpu->device, pipeline->set_layout, NULL);
    for (uint32_t i = 0; i < STAGES_MAX; i++)
        gpu->vk.vkDestroyShaderModule(gpu->device, pipeline->modules[i], NULL);
}
