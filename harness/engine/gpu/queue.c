/* SPDX-License-Identifier: MIT */
#include "harness/engine/gpu/private.h"
#include "harness/os/os.h"

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
    static const uint64_t turn_ns = 200000000, interrupted_ns = 3000000000;
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
    const double begin_ns = clock_now_ns();
    const bool submitted = VK(gpu, vkQueueSubmit2(gpu->queue, 1, &submit, fence));
    gpu_submission_mark(gpu, false);
    bool done = submitted && !gpu_fault_strikes(gpu, GPU_TIMEOUT, "vkWaitForFences");
    /* In turns, so that a signal ends what the device does not: that has a while left then. */
    uint64_t left_ns = gpu->wait_ns;
    VkResult result = VK_TIMEOUT;
    while (done && result == VK_TIMEOUT && left_ns > 0) {
        if (*interrupt_flag() && left_ns > interrupted_ns)
            left_ns = interrupted_ns;
        const uint64_t ns = left_ns < turn_ns ? left_ns : turn_ns;
        result = gpu->vk.vkWaitForFences(gpu->device, 1, &fence, VK_TRUE, ns);
        left_ns -= ns;
    }
    done = done && CHECK(gpu, result, "vkWaitForFences");
    gpu->waited_ns = clock_now_ns() - begin_ns;
    gpu_submission_mark(gpu, true);
    return done && !gpu_failed(gpu);
}

/* Time between stamps -------------------------------------------------------------------------- */

/* Tolerance by which the device's time may exceed the host's. Clocks drift apart, and a counter may
 * advance in large steps, which are no longer than the shortest time it has reported. */
static const double share_over = 0.01, tick_ns_most = 2e6;

VkTimeDomainEXT gpu_host_time_domain(void)
{
    return clock_counts_ticks ? VK_TIME_DOMAIN_QUERY_PERFORMANCE_COUNTER_EXT
                              : VK_TIME_DOMAIN_CLOCK_MONOTONIC_EXT;
}

uint64_t gpu_stamp_mask(const struct gpu *gpu)
{
    const uint32_t bits = gpu->info.timestamp_bits;
    return bits == 0 || bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

bool gpu_stamps_elapsed(struct gpu *gpu, const uint64_t stamps[2], double waited_ns,
                        double *elapsed_ns)
{
    const double period_ns = gpu->info.timestamp_period_ns;
    const uint64_t mask = gpu_stamp_mask(gpu), ticks = (stamps[1] - stamps[0]) & mask;
    if (gpu->info.timestamp_bits == 0) {
        *elapsed_ns = (double)ticks;
        return true;
    }
    if (ticks > 0 && (gpu->stamp_step == 0 || ticks < gpu->stamp_step))
        gpu->stamp_step = ticks;
    const double step_ns = (double)gpu->stamp_step * period_ns;
    const double over_ns = 2 * (step_ns < tick_ns_most ? step_ns : tick_ns_most);
    *elapsed_ns = (double)ticks * period_ns;
    if (*elapsed_ns >= 0 && *elapsed_ns <= (1 + share_over) * waited_ns + over_ns)
        return true;
    *elapsed_ns = 0;
    if (ticks > mask / 2)
        return gpu_fail_format(gpu, GPU_CLOCK,
                               "the device's clock went back by %.4g ms between two timestamps: "
                               "update its driver, and see `claimcheck selftest`",
                               1e-6 * period_ns * ((double)(mask - ticks) + 1));
    return gpu_fail_format(gpu, GPU_CLOCK,
                           "the device's timestamps say %.4g ms, the host waited %.4g ms for all "
                           "of it: update its driver, and see `claimcheck selftest`",
                           1e-6 * period_ns * (double)ticks, 1e-6 * waited_ns);
}
