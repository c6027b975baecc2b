/* SPDX-License-Identifier: MIT */
#include "harness/engine/gpu/engine.h"
#include "harness/engine/gpu/private.h"

#include <assert.h>
#include <string.h>

/* Formats of the colours that a target has and a pipeline draws. */
struct formats {
    uint32_t count;
    VkFormat formats[GPU_COLOURS_MAX];
};

/*
 * Between passes the colours are in layout TRANSFER_SRC_OPTIMAL; what the depth holds is of no
 * interest then.
 */
struct gpu_target {
    struct object object;
    const char *name;
    uint32_t width, height;
    struct formats formats;
    struct attachment {
        VkImage handle;
        VkDeviceMemory memory;
        VkImageView view; /* VK_NULL_HANDLE: the target has no depth */
    } colours[GPU_COLOURS_MAX], depth;
};

static const VkFormat depth_format = VK_FORMAT_D32_SFLOAT; /* every device draws into it */

struct gpu_pipeline {
    struct object object;
    const char *name; /* of its first shader */
    struct stages stages;
    bool mesh;              /* no vertex shader */
    struct formats formats; /* of the targets it draws into */
    bool depth;             /* and whether they have one */
    struct gpu_compile compiled;
};

/* Targets -------------------------------------------------------------------------------------- */

enum { PIXEL_BYTES = 4 };

/* Usage of images that are read; target_image() says which. */
static const VkImageUsageFlags read_usage =
    VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;

static struct formats formats_of(const enum gpu_pixel colours[GPU_COLOURS_MAX])
{
    struct formats formats = { 0 };
    for (int i = 0; i < GPU_COLOURS_MAX && colours[i] != GPU_PIXEL_NONE; i++)
        formats.formats[formats.count++] =
            colours[i] == GPU_PIXEL_UINT ? VK_FORMAT_R32_UINT : VK_FORMAT_R8G8B8A8_UNORM;
    for (int i = (int)formats.count; i < GPU_COLOURS_MAX; i++)
        assert(colours[i] == GPU_PIXEL_NONE);
    return formats;
}

/* Image i of those that are read: a colour, or the depth. */
static struct attachment *target_image(struct gpu_target *target, uint32_t image)
{
    return target->formats.count == 0 ? &target->depth : &target->colours[image];
}

static VkImageAspectFlags target_aspect(const struct gpu_target *target)
{
    return target->formats.count == 0 ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT;
}

uint32_t gpu_target_images(const struct gpu_target *target)
{
    if (!target)
        return 0;
    return target->formats.count == 0 ? 1 : target->formats.count;
}

uint64_t gpu_target_bytes(const struct gpu_target *target)
{
    return target ? (uint64_t)PIXEL_BYTES * target->width * target->height : 0;
}

static bool size_ok(struct gpu *gpu, const struct gpu_target *target)
{
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(gpu->physical, &properties);
    const VkPhysicalDeviceLimits *limits = &properties.limits;
    const uint32_t width_max = limits->maxFramebufferWidth < limits->maxImageDimension2D
                                   ? limits->maxFramebufferWidth
                                   : limits->maxImageDimension2D;
    const uint32_t height_max = limits->maxFramebufferHeight < limits->maxImageDimension2D
                                    ? limits->maxFramebufferHeight
                                    : limits->maxImageDimension2D;
    if (target->width == 0 || target->height == 0)
        return gpu_fail_format(gpu, GPU_ERROR, "target %s: has no pixels (%u x %u)", target->name,
                               target->width, target->height);
    if (target->width > width_max || target->height > height_max)
        return gpu_fail_format(gpu, GPU_UNSUPPORTED,
                               "target %s: %u x %u pixels, the device draws at most %u x %u",
                               target->name, target->width, target->height, width_max, height_max);
    return true;
}

static bool attachment_create(struct gpu *gpu, const struct gpu_target *target, VkFormat format,
                              VkImageUsageFlags usage, VkImageAspectFlags aspect,
                              struct attachment *attachment)
{
    const VkImageCreateInfo info = { .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                     .imageType = VK_IMAGE_TYPE_2D,
                                     .format = format,
                                     .extent = { target->width, target->height, 1 },
                                     .mipLevels = 1,
                                     .arrayLayers = 1,
                                     .samples = VK_SAMPLE_COUNT_1_BIT,
                                     .tiling = VK_IMAGE_TILING_OPTIMAL,
                                     .usage = usage };
    if (!gpu_memory_image_create(gpu, target->name, &info, &attachment->handle,
                                 &attachment->memory))
        return false;
    gpu_name(gpu, VK_OBJECT_TYPE_IMAGE, (uint64_t)attachment->handle, "%s%s", target->name,
             aspect == VK_IMAGE_ASPECT_DEPTH_BIT ? ", depth" : "");
    const VkImageViewCreateInfo view = { .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                         .image = attachment->handle,
                                         .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                         .format = format,
                                         .subresourceRange = { aspect, 0, 1, 0, 1 } };
    return gpu->compile_only ||
           VK(gpu, vkCreateImageView(gpu->device, &view, NULL, &attachment->view));
}

static void attachment_release(struct gpu *gpu, struct attachment *attachment)
{
    gpu->vk.vkDestroyImageView(gpu->device, attachment->view, NULL);
    gpu->vk.vkDestroyImage(gpu->device, attachment->handle, NULL);
    gpu_memory_release(gpu, attachment->memory);
}

static void target_release(struct gpu *gpu, void *object)
{
    struct gpu_target *target = object;
    for (int i = 0; i < GPU_COLOURS_MAX; i++)
        attachment_release(gpu, &target->colours[i]);
    attachment_release(gpu, &target->depth);
}

struct gpu_target *gpu_target_create(struct gpu_scope *scope,
                                     const struct gpu_target_params *params)
{
    assert(params->name);
    struct gpu_target *target =
        gpu_object_create(scope, OBJECT_OTHER, sizeof(*target), target_release);
    if (!target)
        return NULL;
    struct gpu *gpu = scope->gpu;
    target->name = params->name;
    target->width = params->width;
    target->height = params->height;
    target->formats = formats_of(params->colours);
    assert(target->formats.count > 0 || !params->no_depth);
    if (!(gpu->info.features & GPU_GRAPHICS)) {
        gpu_fail_format(gpu, GPU_UNSUPPORTED, "target %s: the device's queue does not draw",
                        target->name);
        return NULL;
    }
    if (!size_ok(gpu, target))
        return NULL;
    for (uint32_t i = 0; i < target->formats.count; i++)
        if (!attachment_create(gpu, target, target->formats.formats[i],
                               VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | read_usage,
                               VK_IMAGE_ASPECT_COLOR_BIT, &target->colours[i]))
            return NULL;
    if (!params->no_depth && !attachment_create(gpu, target, depth_format,
                                                VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT |
                                                    (target->formats.count == 0 ? read_usage : 0),
                                                VK_IMAGE_ASPECT_DEPTH_BIT, &target->depth))
        return NULL;
    if (!gpu_target_poison(target, new_word))
        return NULL;
    scope->bytes += gpu_target_bytes(target) * (target->formats.count + (params->no_depth ? 0 : 1));
    return target;
}

/* The colour whose pixels are the word. */
static VkClearColorValue clear_of(VkFormat format, uint32_t word)
{
    VkClearColorValue value = { .uint32 = { word } };
    for (int i = 0; i < 4 && format != VK_FORMAT_R32_UINT; i++)
        value.float32[i] = (float)(word >> 8 * i & 0xFF) / 255.0f;
    return value;
}

bool gpu_target_poison(struct gpu_target *target, uint32_t word)
{
    if (!target || gpu_failed(target->object.scope->gpu))
        return false;
    struct gpu *gpu = target->object.scope->gpu;
    const VkImageAspectFlags aspect = target_aspect(target);
    const VkImageSubresourceRange all = { aspect, 0, 1, 0, 1 };
    const VkImageLayout layout = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
    const VkClearDepthStencilValue depth = { .depth = (float)(word & 0xFF) / 255.0f };
    if (gpu->compile_only || !gpu_staging_begin(gpu))
        return gpu->compile_only;
    for (uint32_t i = 0; i < gpu_target_images(target); i++) {
        VkImage image = target_image(target, i)->handle;
        const VkClearColorValue colour = clear_of(target->formats.formats[i], word);
        gpu_layout_change(gpu, image, aspect, VK_IMAGE_LAYOUT_UNDEFINED, layout);
        if (target->formats.count == 0)
            gpu->vk.vkCmdClearDepthStencilImage(gpu->staging_commands, image, layout, &depth, 1,
                                                &all);
        else
            gpu->vk.vkCmdClearColorImage(gpu->staging_commands, image, layout, &colour, 1, &all);
        gpu_layout_change(gpu, image, aspect, layout, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    }
    return gpu_staging_end(gpu);
}

bool gpu_target_read(struct gpu_target *target, uint32_t image, void *destination)
{
    if (!target || gpu_failed(target->object.scope->gpu))
        return false;
    struct gpu *gpu = target->object.scope->gpu;
    if (image >= gpu_target_images(target))
        return gpu_fail_format(gpu, GPU_ERROR, "target %s: image %u was read of %u", target->name,
                               image, gpu_target_images(target));
    if (gpu->compile_only) {
        memset(destination, 0, gpu_target_bytes(target));
        return true;
    }
    const uint32_t row_bytes = PIXEL_BYTES * target->width;
    const uint32_t band = STAGING_BYTES / row_bytes; /* rows; a row is at most 64 KiB or so */
    for (uint32_t y = 0; y < target->height;) {
        const uint32_t rows = target->height - y < band ? target->height - y : band;
        const VkBufferImageCopy copy = { .imageSubresource = { target_aspect(target), 0, 0, 1 },
                                         .imageOffset = { 0, (int32_t)y, 0 },
                                         .imageExtent = { target->width, rows, 1 } };
        if (!gpu_staging_begin(gpu))
            return false;
        gpu->vk.vkCmdCopyImageToBuffer(gpu->staging_commands, target_image(target, image)->handle,
                                       VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, gpu->staging, 1,
                                       &copy);
        if (!gpu_staging_end(gpu))
            return false;
        memcpy((char *)destination + (size_t)y * row_bytes, gpu->staging_mapped,
               (size_t)rows * row_bytes);
        y += rows;
    }
    return true;
}

/* Pipelines ------------------------------------------------------------------------------------ */

/* State that all pipelines share. */
static const VkPipelineVertexInputStateCreateInfo vertices = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO
};
static const VkPipelineInputAssemblyStateCreateInfo assembly = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
    .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST
};
static const VkPipelineViewportStateCreateInfo viewport_state = {
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

static VkResult pipeline_compile(struct gpu *gpu, const void *what, VkPipeline *handle)
{
    const struct gpu_pipeline *pipeline = what;
    struct specialization constants;
    VkPipelineShaderStageCreateInfo stages[STAGES_MAX];
    gpu_specialize(&constants, pipeline->stages.constants, pipeline->stages.constant_count);
    for (uint32_t i = 0; i < pipeline->stages.count; i++)
        stages[i] =
            gpu_stage_info(pipeline->stages.bits[i], pipeline->stages.modules[i], &constants);
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
        .pViewportState = &viewport_state,
        .pRasterizationState = &rasterization,
        .pMultisampleState = &samples,
        .pDepthStencilState = &depth,
        .pColorBlendState = &blend,
        .pDynamicState = &dynamic,
        .layout = pipeline->stages.layout,
    };
    const VkResult result =
        gpu->vk.vkCreateGraphicsPipelines(gpu->device, gpu->pipeline_cache, 1, &info, NULL, handle);
    if (result == VK_SUCCESS)
        gpu_name(gpu, VK_OBJECT_TYPE_PIPELINE, (uint64_t)*handle, "%s", pipeline->name);
    return result;
}

static void pipeline_release(struct gpu *gpu, void *object)
{
    struct gpu_pipeline *pipeline = object;
    gpu_compile_release(gpu, &pipeline->compiled);
    if (gpu)
        gpu_stages_release(gpu, &pipeline->stages);
}

struct gpu_pipeline *gpu_pipeline_create(struct gpu_scope *scope,
                                         const struct gpu_pipeline_params *params)
{
    assert(params->constant_count <= GPU_CONSTANTS_MAX);
    struct gpu_pipeline *pipeline =
        gpu_object_create(scope, OBJECT_HOSTED, sizeof(*pipeline), pipeline_release);
    if (!pipeline)
        return NULL;
    struct gpu *gpu = scope->gpu;
    const struct {
        const struct gpu_shader *shader;
        enum gpu_stage wanted;
    } given[] = { { params->vertex, GPU_STAGE_VERTEX },
                  { params->task, GPU_STAGE_TASK },
                  { params->mesh, GPU_STAGE_MESH },
                  { params->fragment, GPU_STAGE_FRAGMENT } };
    pipeline->mesh = params->mesh;
    pipeline->formats = formats_of(params->colours);
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
    const uint32_t lacks =
        (GPU_GRAPHICS | (pipeline->mesh ? GPU_MESH_SHADER : 0)) & ~gpu->info.features;
    if (lacks) {
        gpu_fail_format(gpu, GPU_UNSUPPORTED, "shader %s: the device has no %s", pipeline->name,
                        gpu_feature_name(lacks & GPU_GRAPHICS ? GPU_GRAPHICS : GPU_MESH_SHADER));
        return NULL;
    }
    if (!gpu_stages_create(gpu, &pipeline->stages))
        return NULL;
    gpu_compile_start(gpu, &pipeline->compiled, pipeline_compile, pipeline);
    return pipeline;
}

/* Indices -------------------------------------------------------------------------------------- */

/*
 * A buffer of its own kind, from offset 0 on: lavapipe 22.3 forgets the offset of the index buffer
 * in indirect draws, so the guard before a gpu_buffer would be read.
 */
struct gpu_indices {
    struct object object;
    uint32_t count;
    VkBuffer handle;
    VkDeviceMemory memory;
};

static void indices_release(struct gpu *gpu, void *object)
{
    struct gpu_indices *indices = object;
    gpu->vk.vkDestroyBuffer(gpu->device, indices->handle, NULL);
    gpu->vk.vkFreeMemory(gpu->device, indices->memory, NULL);
}

struct gpu_indices *gpu_indices_create(struct gpu_scope *scope, const uint32_t *indices,
                                       uint32_t count)
{
    struct gpu_indices *object =
        gpu_object_create(scope, OBJECT_OTHER, sizeof(*object), indices_release);
    if (!object)
        return NULL;
    struct gpu *gpu = scope->gpu;
    const uint64_t bytes = 4 * (uint64_t)count;
    if (count == 0 || bytes > STAGING_BYTES) {
        gpu_fail_format(gpu, GPU_ERROR, "%u indices: at least 1 and at most %d are taken", count,
                        STAGING_BYTES / 4);
        return NULL;
    }
    object->count = count;
    if (!gpu_memory_buffer_create(gpu, "indices", bytes,
                                  VK_BUFFER_USAGE_INDEX_BUFFER_BIT |
                                      VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                                  GPU_MEMORY_NEW, &object->handle, &object->memory))
        return NULL;
    gpu_name(gpu, VK_OBJECT_TYPE_BUFFER, (uint64_t)object->handle, "indices");
    if (!gpu_staging_upload(gpu, object->handle, 0, indices, bytes))
        return NULL;
    scope->bytes += bytes;
    return object;
}

/* Passes -------------------------------------------------------------------------------------- */

static VkImageMemoryBarrier2 barrier_of(VkImage image, VkImageAspectFlags aspect,
                                        VkImageLayout before, VkImageLayout after)
{
    return (VkImageMemoryBarrier2){ .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2,
                                    .oldLayout = before,
                                    .newLayout = after,
                                    .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                    .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                    .image = image,
                                    .subresourceRange = { aspect, 0, 1, 0, 1 } };
}

static void barriers_record(const struct gpu_commands *commands, uint32_t count,
                            const VkImageMemoryBarrier2 *barriers)
{
    const VkDependencyInfo info = { .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
                                    .imageMemoryBarrierCount = count,
                                    .pImageMemoryBarriers = barriers };
    commands->object.scope->gpu->vk.vkCmdPipelineBarrier2(commands->parts->handle, &info);
}

/* Discards the contents of the attachments; earlier reads and writes of them have ended. */
static void attachments_open(const struct gpu_commands *commands, const struct gpu_target *target)
{
    const VkPipelineStageFlags2 output = VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT;
    const VkPipelineStageFlags2 tests =
        VK_PIPELINE_STAGE_2_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT;
    VkImageMemoryBarrier2 barriers[GPU_COLOURS_MAX + 1];
    uint32_t count = 0;
    for (; count < target->formats.count; count++) {
        VkImageMemoryBarrier2 *colour = &barriers[count];
        *colour = barrier_of(target->colours[count].handle, VK_IMAGE_ASPECT_COLOR_BIT,
                             VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
        colour->srcStageMask = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT | output;
        colour->srcAccessMask = VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT;
        colour->dstStageMask = output;
        colour->dstAccessMask =
            VK_ACCESS_2_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT;
    }
    if (target->depth.view) {
        VkImageMemoryBarrier2 *depth = &barriers[count++];
        *depth = barrier_of(target->depth.handle, VK_IMAGE_ASPECT_DEPTH_BIT,
                            VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL);
        depth->srcStageMask =
            tests | (target->formats.count == 0 ? VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT : 0);
        depth->srcAccessMask = VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT;
        depth->dstStageMask = tests;
        depth->dstAccessMask = VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_READ_BIT |
                               VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT;
    }
    barriers_record(commands, count, barriers);
}

/* Moves the images that are read back to the layout that transfers expect. */
static void attachments_close(const struct gpu_commands *commands, const struct gpu_target *target)
{
    const uint32_t colours = target->formats.count;
    VkImageMemoryBarrier2 barriers[GPU_COLOURS_MAX];
    for (uint32_t i = 0; i < gpu_target_images(target); i++) {
        barriers[i] = colours > 0 ? barrier_of(target->colours[i].handle, VK_IMAGE_ASPECT_COLOR_BIT,
                                               VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                                               VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL)
                                  : barrier_of(target->depth.handle, VK_IMAGE_ASPECT_DEPTH_BIT,
                                               VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL,
                                               VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
        barriers[i].srcStageMask = colours > 0 ? VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT
                                               : VK_PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT;
        barriers[i].srcAccessMask = colours > 0 ? VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT
                                                : VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT;
        barriers[i].dstStageMask = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT;
        barriers[i].dstAccessMask = VK_ACCESS_2_TRANSFER_READ_BIT;
    }
    barriers_record(commands, gpu_target_images(target), barriers);
}

void gpu_commands_pass_begin(struct gpu_commands *commands, struct gpu_target *target,
                             uint32_t clear)
{
    struct gpu *gpu = target ? gpu_commands_recording(commands) : NULL;
    if (!gpu)
        return;
    if (commands->pass) {
        gpu_fail(gpu, GPU_ERROR, "a pass was begun within a pass");
        return;
    }
    VkRenderingAttachmentInfo colours[GPU_COLOURS_MAX];
    for (uint32_t i = 0; i < target->formats.count; i++)
        colours[i] = (VkRenderingAttachmentInfo){
            .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
            .imageView = target->colours[i].view,
            .imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
            .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
            .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
            .clearValue.color = clear_of(target->formats.formats[i], clear),
        };
    const VkRenderingAttachmentInfo depth = {
        .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
        .imageView = target->depth.view,
        .imageLayout = VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL,
        .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
        .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
    };
    const VkRect2D area = { .extent = { target->width, target->height } };
    const VkRenderingInfo info = { .sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
                                   .renderArea = area,
                                   .layerCount = 1,
                                   .colorAttachmentCount = target->formats.count,
                                   .pColorAttachments = colours,
                                   .pDepthAttachment = target->depth.view ? &depth : NULL };
    const VkViewport viewport = { 0, 0, (float)target->width, (float)target->height, 0, 1 };
    VkCommandBuffer handle = commands->parts->handle;
    gpu_span_begin(commands, &(struct gpu_span){ .kind = GPU_SPAN_DRAW, .name = "" });
    attachments_open(commands, target);
    gpu->vk.vkCmdBeginRendering(handle, &info);
    gpu->vk.vkCmdSetViewport(handle, 0, 1, &viewport);
    gpu->vk.vkCmdSetScissor(handle, 0, 1, &area);
    commands->pass = target;
}

void gpu_commands_pass_end(struct gpu_commands *commands)
{
    struct gpu *gpu = gpu_commands_recording(commands);
    if (!gpu)
        return;
    if (!commands->pass) {
        gpu_fail(gpu, GPU_ERROR, "a pass was ended that was not begun");
        return;
    }
    gpu->vk.vkCmdEndRendering(commands->parts->handle);
    attachments_close(commands, commands->pass);
    gpu_span_end(commands);
    commands->pass = NULL;
}

/* Draws --------------------------------------------------------------------------------------- */

/* Limits that VK_EXT_mesh_shader guarantees. */
enum { MESH_GROUPS_EACH_MAX = 65535, MESH_GROUPS_MAX = 1 << 22 };

static bool draw_ok(struct gpu *gpu, const struct gpu_target *target, const struct gpu_draw *draw,
                    const struct set_contents *contents)
{
    const struct gpu_pipeline *pipeline = draw->pipeline;
    if (!target)
        return gpu_fail_format(gpu, GPU_ERROR, "shader %s: was drawn outside of a pass",
                               pipeline->name);
    if (draw->push_bytes < pipeline->stages.push_bytes)
        return gpu_fail_format(gpu, GPU_ERROR, "shader %s: got %u push bytes, uses %u",
                               pipeline->name, draw->push_bytes, pipeline->stages.push_bytes);
    if (!gpu_bindings_ok(gpu, pipeline->name, contents))
        return false;
    assert(draw->push || pipeline->stages.push_bytes == 0);
    if (memcmp(&target->formats, &pipeline->formats, sizeof(target->formats)) != 0 ||
        !target->depth.view == pipeline->depth)
        return gpu_fail_format(gpu, GPU_ERROR, "shader %s: is for another kind of target than %s",
                               pipeline->name, target->name);
    if (draw->indirect) {
        const uint32_t words = pipeline->mesh  ? GPU_DRAW_MESH_WORDS
                               : draw->indices ? GPU_DRAW_INDEXED_WORDS
                                               : GPU_DRAW_WORDS;
        return gpu_buffer_range_ok(draw->indirect, draw->indirect_offset, 4 * (uint64_t)words);
    }
    if (!pipeline->mesh && draw->indices && draw->vertices > draw->indices->count)
        return gpu_fail_format(gpu, GPU_ERROR, "shader %s: draws %u indices of %u", pipeline->name,
                               draw->vertices, draw->indices->count);
    const uint32_t *groups = draw->groups;
    if (!pipeline->mesh ||
        (groups[0] <= MESH_GROUPS_EACH_MAX && groups[1] <= MESH_GROUPS_EACH_MAX &&
         groups[2] <= MESH_GROUPS_EACH_MAX &&
         (uint64_t)groups[0] * groups[1] * groups[2] <= MESH_GROUPS_MAX))
        return true;
    return gpu_fail_format(
        gpu, GPU_ERROR,
        "shader %s: draws %u x %u x %u work-groups, at most %d in each dimension and "
        "%d in all are guaranteed",
        pipeline->name, groups[0], groups[1], groups[2], MESH_GROUPS_EACH_MAX, MESH_GROUPS_MAX);
}

void gpu_commands_draw(struct gpu_commands *commands, const struct gpu_draw *draw)
{
    struct gpu_pipeline *pipeline = draw->pipeline;
    struct gpu *gpu = pipeline ? gpu_commands_recording(commands) : NULL;
    if (!gpu)
        return;
    const struct stages *stages = &pipeline->stages;
    const struct set_contents contents = { .serial = pipeline->object.serial,
                                           .layout = stages->set_layout,
                                           .count = stages->binding_count,
                                           .bindings = stages->bindings,
                                           .buffers = draw->buffers };
    if (!draw_ok(gpu, commands->pass, draw, &contents))
        return;
    const VkResult result = gpu_compile_wait(&pipeline->compiled);
    if (!MADE(gpu, result, pipeline->compiled.pipeline, "vkCreateGraphicsPipelines",
              pipeline->name))
        return;
    const VkDescriptorSet set = gpu_descriptor_set(gpu, &commands->sets, &contents);
    if (!set)
        return;
    const struct VolkDeviceTable *vk = &gpu->vk;
    VkCommandBuffer handle = commands->parts->handle;
    const VkDeviceSize at = GPU_GUARD_BYTES + draw->indirect_offset;
    VkBuffer indirect = draw->indirect ? draw->indirect->handle : VK_NULL_HANDLE;
    vk->vkCmdBindPipeline(handle, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline->compiled.pipeline);
    vk->vkCmdBindDescriptorSets(handle, VK_PIPELINE_BIND_POINT_GRAPHICS, stages->layout, 0, 1, &set,
                                0, NULL);
    if (stages->push_bytes > 0)
        vk->vkCmdPushConstants(handle, stages->layout, stages->all, 0, stages->push_bytes,
                               draw->push);
    if (draw->indices && !pipeline->mesh)
        vk->vkCmdBindIndexBuffer(handle, draw->indices->handle, 0, VK_INDEX_TYPE_UINT32);
    if (pipeline->mesh && indirect)
        vk->vkCmdDrawMeshTasksIndirectEXT(handle, indirect, at, 1, 0);
    else if (pipeline->mesh)
        vk->vkCmdDrawMeshTasksEXT(handle, draw->groups[0], draw->groups[1], draw->groups[2]);
    else if (draw->indices && indirect)
        vk->vkCmdDrawIndexedIndirect(handle, indirect, at, 1, 0);
    else if (draw->indices)
        vk->vkCmdDrawIndexed(handle, draw->vertices, draw->instances, 0, 0, 0);
    else if (indirect)
        vk->vkCmdDrawIndirect(handle, indirect, at, 1, 0);
    else
        vk->vkCmdDraw(handle, draw->vertices, draw->instances, 0, 0);
    commands->counting.counters.draws++;
    gpu_count_step(&commands->counting, GPU_DRAW | (indirect ? GPU_INDIRECT : 0));
}
