/* SPDX-License-Identifier: MIT */
#include "harness/engine/gpu/names.h"
#include "harness/engine/gpu/recording.h"

#include <assert.h>
#include <string.h>

static bool features_ok(struct gpu *gpu, const struct gpu_pipeline *pipeline)
{
    const uint32_t needs = GPU_GRAPHICS | (pipeline->mesh ? GPU_MESH_SHADER : 0);
    if ((gpu->info.features & needs) == needs) {
        if (pipeline->stages.binding_count <= gpu->info.limits.storage_buffers_max)
            return true;
        gpu_fail_format(gpu, GPU_UNSUPPORTED,
                        "shader %s: needs %u storage buffers, the device binds %u", pipeline->name,
                        pipeline->stages.binding_count, gpu->info.limits.storage_buffers_max);
        return false;
    }
    gpu_fail_format(
        gpu, GPU_UNSUPPORTED, "shader %s: the device has no %s", pipeline->name,
        gpu_feature_name(gpu->info.features & GPU_GRAPHICS ? GPU_MESH_SHADER : GPU_GRAPHICS));
    return false;
}

/* Creation ------------------------------------------------------------------------------------ */

/* State that all pipelines share. */
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
        .stageCount = pipeline->stages.count,
        .pStages = stages,
        .pVertexInputState = pipeline->mesh ? NULL : &vertices,
        .pInputAssemblyState = pipeline->mesh ? NULL : &assembly,
        .pViewportState = &viewport,
        .pRasterizationState = &rasterization,
        .pMultisampleState = &samples,
        .pDepthStencilState = &depth,
        .pColorBlendState = &blend,
        .pDynamicState = &dynamic,
        .layout = pipeline->stages.layout,
    };
    return gpu->vk.vkCreateGraphicsPipelines(gpu->device, gpu->pipeline_cache, 1, &info, NULL,
                                             handle);
}

static VkResult compile(struct gpu *gpu, const void *what, VkPipeline *handle)
{
    const struct gpu_pipeline *pipeline = what;
    struct specialization constants;
    VkPipelineShaderStageCreateInfo stages[STAGES_MAX];
    gpu_specialize(&constants, pipeline->stages.constants, pipeline->stages.constant_count);
    for (uint32_t i = 0; i < pipeline->stages.count; i++)
        stages[i] =
            gpu_stage_info(pipeline->stages.bits[i], pipeline->stages.modules[i], &constants);
    const VkResult result = handle_create(gpu, pipeline, stages, handle);
    if (result == VK_SUCCESS)
        gpu_name(gpu, VK_OBJECT_TYPE_PIPELINE, (uint64_t)*handle, "%s", pipeline->name);
    return result;
}

bool gpu_pipeline_ready(struct gpu_pipeline *pipeline)
{
    const VkResult result = gpu_compile_wait(&pipeline->compiled);
    return gpu_check_made(pipeline->object.scope->gpu, result, pipeline->compiled.pipeline,
                          "vkCreateGraphicsPipelines", pipeline->name, __FILE__, __LINE__);
}

struct gpu_pipeline *gpu_pipeline_create(struct gpu_scope *scope,
                                         const struct gpu_pipeline_params *params)
{
    assert(params->constant_count <= GPU_CONSTANTS_MAX);
    struct gpu_pipeline *pipeline = gpu_object_create(scope, OBJECT_PIPELINE, sizeof(*pipeline));
    if (!pipeline)
        return NULL;
    struct gpu *gpu = scope->gpu;
    const struct {
        const struct gpu_shader *shader;
        enum spirv_stage wanted;
    } given[] = { { params->vertex, SPIRV_VERTEX },
                  { params->task, SPIRV_TASK },
                  { params->mesh, SPIRV_MESH },
                  { params->fragment, SPIRV_FRAGMENT } };
    pipeline->mesh = params->mesh;
    pipeline->formats = gpu_formats_of(params->colours);
    pipeline->depth = !params->no_depth;
    pipeline->stages.constant_count = params->constant_count;
    memcpy(pipeline->stages.constants, params->constants, sizeof(pipeline->stages.constants));
    if (!pipeline->mesh == !params->vertex || (params->task && !pipeline->mesh)) {
        gpu_fail(gpu, GPU_ERROR, "a pipeline has a vertex shader, or a mesh shader, and not both");
        return NULL;
    }
    for (int i = 0; i < 4; i++)
        if (given[i].shader && !gpu_stages_add(gpu, &pipeline->stages, given[i].shader,
                                               given[i].wanted, 1u << GPU_STORAGE_BUFFER))
            return NULL;
    pipeline->name = pipeline->stages.shaders[0]->name;
    if (!features_ok(gpu, pipeline) || !gpu_stages_create(gpu, &pipeline->stages))
        return NULL;
    gpu_compile_start(gpu, &pipeline->compiled, compile, pipeline);
    return pipeline;
}

void gpu_pipeline_release(struct gpu *gpu, struct gpu_pipeline *pipeline)
{
    gpu_compile_release(gpu, &pipeline->compiled);
    if (gpu)
        gpu_stages_release(gpu, &pipeline->stages);
}
