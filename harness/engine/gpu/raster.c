/* SPDX-License-Identifier: MIT */
#include "harness/engine/gpu/names.h"
#include "harness/engine/gpu/recording.h"
#include "harness/engine/gpu/trace.h"

#include <assert.h>
#include <string.h>

/* Limits that VK_EXT_mesh_shader guarantees. */
enum { MESH_GROUPS_EACH_MAX = 65535, MESH_GROUPS_MAX = 1 << 22 };

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

struct gpu_indices *gpu_indices_create(struct gpu_scope *scope, const uint32_t *indices,
                                       uint32_t count)
{
    struct gpu_indices *object = gpu_object_create(scope, OBJECT_INDICES, sizeof(*object));
    if (!object)
        return NULL;
    struct gpu *gpu = scope->gpu;
    const uint64_t bytes = 4 * (uint64_t)count;
    if (count == 0 || bytes > STAGING_BYTES) {
        gpu_fail_format(gpu, GPU_ERROR, "%u indices: at least 1 and at most %d are taken", count,
                        STAGING_BYTES / 4);
        return NULL;
    }
    const VkBufferCopy up = { .size = bytes };
    object->count = count;
    if (!gpu_memory_buffer_create(gpu, "indices", bytes,
                                  VK_BUFFER_USAGE_INDEX_BUFFER_BIT |
                                      VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                                  GPU_MEMORY_NEW, &object->handle, &object->memory))
        return NULL;
    gpu_name(gpu, VK_OBJECT_TYPE_BUFFER, (uint64_t)object->handle, "indices");
    memcpy(gpu->staging_mapped, indices, bytes);
    if (!gpu_staging_begin(gpu))
        return NULL;
    gpu->vk.vkCmdCopyBuffer(gpu->staging_commands, gpu->staging, object->handle, 1, &up);
    if (!gpu_staging_end(gpu))
        return NULL;
    scope->bytes += bytes;
    return object;
}

void gpu_indices_release(struct gpu *gpu, struct gpu_indices *indices)
{
    gpu->vk.vkDestroyBuffer(gpu->device, indices->handle, NULL);
    gpu->vk.vkFreeMemory(gpu->device, indices->memory, NULL);
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

static void barriers_record(const struct recording *recording, uint32_t count,
                            const VkImageMemoryBarrier2 *barriers)
{
    const VkDependencyInfo info = { .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
                                    .imageMemoryBarrierCount = count,
                                    .pImageMemoryBarriers = barriers };
    recording->gpu->vk.vkCmdPipelineBarrier2(recording->handle, &info);
}

/* Discards the contents of the attachments; earlier reads and writes of them have ended. */
static void attachments_open(const struct recording *recording, const struct gpu_target *target)
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
    barriers_record(recording, count, barriers);
}

/* Moves the images that are read back to the layout that transfers expect. */
static void attachments_close(const struct recording *recording, const struct gpu_target *target)
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
    barriers_record(recording, gpu_target_images(target), barriers);
}

static VkClearColorValue clear_of(VkFormat format, uint32_t clear)
{
    VkClearColorValue value = { .uint32 = { clear } };
    for (int i = 0; i < 4 && format != VK_FORMAT_R32_UINT; i++)
        value.float32[i] = (float)(clear >> 8 * i & 0xFF) / 255.0f;
    return value;
}

static void rendering_begin(const struct recording *recording, const struct gpu_target *target,
                            uint32_t clear)
{
    const struct VolkDeviceTable *vk = &recording->gpu->vk;
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
    vk->vkCmdBeginRendering(recording->handle, &info);
    vk->vkCmdSetViewport(recording->handle, 0, 1, &viewport);
    vk->vkCmdSetScissor(recording->handle, 0, 1, &area);
}

void gpu_commands_pass_begin(struct gpu_commands *commands, struct gpu_target *target,
                             uint32_t clear)
{
    struct recording recording;
    if (!target || !gpu_commands_recording(commands, &recording))
        return;
    if (*recording.pass) {
        gpu_fail(recording.gpu, GPU_ERROR, "a pass was begun within a pass");
        return;
    }
    gpu_span_begin(recording.gpu, recording.recorder, recording.handle,
                   &(struct gpu_span){ .kind = GPU_SPAN_DRAW, .name = "" });
    attachments_open(&recording, target);
    rendering_begin(&recording, target, clear);
    *recording.pass = target;
}

void gpu_commands_pass_end(struct gpu_commands *commands)
{
    struct recording recording;
    if (!gpu_commands_recording(commands, &recording))
        return;
    if (!*recording.pass) {
        gpu_fail(recording.gpu, GPU_ERROR, "a pass was ended that was not begun");
        return;
    }
    recording.gpu->vk.vkCmdEndRendering(recording.handle);
    attachments_close(&recording, *recording.pass);
    gpu_span_end(recording.gpu, recording.recorder, recording.handle);
    *recording.pass = NULL;
}

/* Draws --------------------------------------------------------------------------------------- */

static struct set_contents draw_contents(const struct gpu_draw *draw)
{
    const struct gpu_pipeline *pipeline = draw->pipeline;
    return (struct set_contents){ pipeline->object.serial,
                                  pipeline->stages.set_layout,
                                  pipeline->stages.binding_count,
                                  pipeline->stages.bindings,
                                  draw->buffers,
                                  NULL,
                                  NULL };
}

/* False when the direct counts, or the words of the indirect ones, are not there. */
static bool counts_ok(struct gpu *gpu, const struct gpu_draw *draw)
{
    const struct gpu_pipeline *pipeline = draw->pipeline;
    if (draw->indirect) {
        const uint32_t words = pipeline->mesh  ? GPU_DRAW_MESH_WORDS
                               : draw->indices ? GPU_DRAW_INDEXED_WORDS
                                               : GPU_DRAW_WORDS;
        return gpu_buffer_range_ok(draw->indirect, draw->indirect_offset, 4 * (uint64_t)words);
    }
    if (!pipeline->mesh && draw->indices && draw->vertices > draw->indices->count) {
        gpu_fail_format(gpu, GPU_ERROR, "shader %s: draws %u indices of %u", pipeline->name,
                        draw->vertices, draw->indices->count);
        return false;
    }
    const uint32_t *groups = draw->groups;
    if (!pipeline->mesh ||
        (groups[0] <= MESH_GROUPS_EACH_MAX && groups[1] <= MESH_GROUPS_EACH_MAX &&
         groups[2] <= MESH_GROUPS_EACH_MAX &&
         (uint64_t)groups[0] * groups[1] * groups[2] <= MESH_GROUPS_MAX))
        return true;
    gpu_fail_format(gpu, GPU_ERROR,
                    "shader %s: draws %u x %u x %u work-groups, at most %d in each dimension and "
                    "%d in all are guaranteed",
                    pipeline->name, groups[0], groups[1], groups[2], MESH_GROUPS_EACH_MAX,
                    MESH_GROUPS_MAX);
    return false;
}

static bool draw_ok(const struct recording *recording, const struct gpu_draw *draw,
                    const struct set_contents *contents)
{
    const struct gpu_pipeline *pipeline = draw->pipeline;
    struct gpu *gpu = recording->gpu;
    if (!*recording->pass) {
        gpu_fail_format(gpu, GPU_ERROR, "shader %s: was drawn outside of a pass", pipeline->name);
        return false;
    }
    if (draw->push_bytes < pipeline->stages.push_bytes) {
        gpu_fail_format(gpu, GPU_ERROR, "shader %s: got %u push bytes, uses %u", pipeline->name,
                        draw->push_bytes, pipeline->stages.push_bytes);
        return false;
    }
    if (!gpu_bindings_ok(gpu, pipeline->name, contents))
        return false;
    assert(draw->push || pipeline->stages.push_bytes == 0);
    const struct gpu_target *target = *recording->pass;
    if (memcmp(&target->formats, &pipeline->formats, sizeof(target->formats)) != 0 ||
        !target->depth.view == pipeline->depth) {
        gpu_fail_format(gpu, GPU_ERROR, "shader %s: is for another kind of target than %s",
                        pipeline->name, target->name);
        return false;
    }
    return counts_ok(gpu, draw);
}

static void draw_record(const struct recording *recording, const struct gpu_draw *draw)
{
    const struct VolkDeviceTable *vk = &recording->gpu->vk;
    VkCommandBuffer commands = recording->handle;
    const VkDeviceSize at = GPU_GUARD_BYTES + draw->indirect_offset;
    VkBuffer indirect = draw->indirect ? draw->indirect->handle : VK_NULL_HANDLE;
    if (draw->pipeline->mesh && indirect)
        vk->vkCmdDrawMeshTasksIndirectEXT(commands, indirect, at, 1, 0);
    else if (draw->pipeline->mesh)
        vk->vkCmdDrawMeshTasksEXT(commands, draw->groups[0], draw->groups[1], draw->groups[2]);
    else if (draw->indices && indirect)
        vk->vkCmdDrawIndexedIndirect(commands, indirect, at, 1, 0);
    else if (draw->indices)
        vk->vkCmdDrawIndexed(commands, draw->vertices, draw->instances, 0, 0, 0);
    else if (indirect)
        vk->vkCmdDrawIndirect(commands, indirect, at, 1, 0);
    else
        vk->vkCmdDraw(commands, draw->vertices, draw->instances, 0, 0);
}

void gpu_commands_draw(struct gpu_commands *commands, const struct gpu_draw *draw)
{
    struct recording recording;
    if (!draw->pipeline || !gpu_commands_recording(commands, &recording))
        return;
    const struct gpu_pipeline *pipeline = draw->pipeline;
    const struct VolkDeviceTable *vk = &recording.gpu->vk;
    const struct set_contents contents = draw_contents(draw);
    if (!draw_ok(&recording, draw, &contents) || !gpu_pipeline_ready(draw->pipeline))
        return;
    const VkDescriptorSet set = gpu_descriptor_set(recording.gpu, recording.sets, &contents);
    if (!set)
        return;
    vk->vkCmdBindPipeline(recording.handle, VK_PIPELINE_BIND_POINT_GRAPHICS,
                          pipeline->compiled.pipeline);
    vk->vkCmdBindDescriptorSets(recording.handle, VK_PIPELINE_BIND_POINT_GRAPHICS,
                                pipeline->stages.layout, 0, 1, &set, 0, NULL);
    if (pipeline->stages.push_bytes > 0)
        vk->vkCmdPushConstants(recording.handle, pipeline->stages.layout, pipeline->stages.all, 0,
                               pipeline->stages.push_bytes, draw->push);
    if (draw->indices && !pipeline->mesh)
        vk->vkCmdBindIndexBuffer(recording.handle, draw->indices->handle, 0, VK_INDEX_TYPE_UINT32);
    draw_record(&recording, draw);
    recording.counters->draws++;
}
