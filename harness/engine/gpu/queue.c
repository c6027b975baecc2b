/* SPDX-License-Identifier: MIT */
#include "harness/engine/gpu/recording.h"

void gpu_barrier_record(struct gpu *gpu, VkCommandBuffer commands,
                        VkPipelineStageFlags2 before_stages, VkAccessFlags2 before_access,
                        VkPipelineStageFlags2 after_stages, VkAccessFlags2 after_access)
{
    const VkMemoryBarrier2 barrier = { .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
                                       .srcStageMask = before_stages,
                                       .srcAccessMask = before_access,
                                       .dstStageMask = after_stages,
                                       .dstAccessMask = after_access };
    const VkDependencyInfo info = { .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
                                    .memoryBarrierCount = 1,
                                    .pMemoryBarriers = &barrier };
    gpu->vk.vkCmdPipelineBarrier2(commands, &info);
}

bool gpu_queue_commands_create(struct gpu *gpu, VkCommandBuffer *commands)
{
    const VkCommandBufferAllocateInfo info = { .sType =
                                                   VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                               .commandPool = gpu->command_pool,
                                               .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                               .commandBufferCount = 1 };
    return VK(gpu, vkAllocateCommandBuffers(gpu->device, &info, commands));
}

void gpu_queue_order(struct gpu *gpu, VkCommandBuffer commands)
{
    gpu_barrier_record(gpu, commands, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                       VK_ACCESS_2_MEMORY_WRITE_BIT, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                       VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT);
}

void gpu_stamp_record(struct gpu *gpu, VkCommandBuffer commands, VkQueryPool pool, uint32_t query)
{
    gpu->vk.vkCmdWriteTimestamp2(commands, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, pool, query);
    if (gpu_info_is_software(gpu_info(gpu)))
        gpu_queue_order(gpu, commands);
}

void gpu_layout_change(struct gpu *gpu, VkImage image, VkImageAspectFlags aspect,
                       VkImageLayout before, VkImageLayout after)
{
    const VkImageMemoryBarrier2 barrier = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2,
        .srcStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
        .srcAccessMask = VK_ACCESS_2_MEMORY_WRITE_BIT,
        .dstStageMask = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
        .dstAccessMask = VK_ACCESS_2_TRANSFER_READ_BIT | VK_ACCESS_2_TRANSFER_WRITE_BIT,
        .oldLayout = before,
        .newLayout = after,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = image,
        .subresourceRange = { aspect, 0, VK_REMAINING_MIP_LEVELS, 0, 1 },
    };
    const VkDependencyInfo info = { .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
                                    .imageMemoryBarrierCount = 1,
                                    .pImageMemoryBarriers = &barrier };
    gpu->vk.vkCmdPipelineBarrier2(gpu->staging_commands, &info);
}

bool gpu_queue_submit(struct gpu *gpu, VkCommandBuffer commands, VkFence fence)
{
    const VkCommandBufferSubmitInfo buffer = { .sType =
                                                   VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO,
                                               .commandBuffer = commands };
    const VkSubmitInfo2 submit = { .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2,
                                   .commandBufferInfoCount = 1,
                                   .pCommandBufferInfos = &buffer };
    if (gpu_fault_strikes(gpu, GPU_LOST, "vkQueueSubmit2") ||
        !VK(gpu, vkResetFences(gpu->device, 1, &fence)))
        return false;
    gpu_submission_begin(gpu);
    gpu->submitted = true;
    const double begin_ns = gpu_host_now_ns();
    const bool submitted = VK(gpu, vkQueueSubmit2(gpu->queue, 1, &submit, fence));
    gpu_submission_submitted(gpu);
    const bool done = submitted && !gpu_fault_strikes(gpu, GPU_TIMEOUT, "vkWaitForFences") &&
                      VK(gpu, vkWaitForFences(gpu->device, 1, &fence, VK_TRUE, gpu->wait_ns));
    gpu->waited_ns = gpu_host_now_ns() - begin_ns;
    gpu_submission_done(gpu);
    return done && !gpu_failed(gpu);
}
