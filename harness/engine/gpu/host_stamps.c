/* SPDX-License-Identifier: MIT */
#include "harness/engine/gpu/host_stamps.h"

bool gpu_host_stamps_cut(struct gpu *gpu, struct host_stamps *stamps, VkCommandBuffer *recorded,
                         uint32_t slot)
{
    const VkCommandBufferBeginInfo begin = { .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO };
    VkCommandBuffer next = NULL;
    if (!VK(gpu, vkEndCommandBuffer(*recorded)) || !gpu_queue_commands_create(gpu, &next))
        return false;
    stamps->parts[stamps->count] = *recorded;
    stamps->slots[stamps->count++] = slot;
    *recorded = next;
    if (!VK(gpu, vkBeginCommandBuffer(next, &begin)))
        return false;
    gpu_queue_order(gpu, next);
    return true;
}

bool gpu_host_stamps_submit(struct gpu *gpu, struct host_stamps *stamps, VkFence fence,
                            double *waited_ns)
{
    *waited_ns = 0;
    for (uint32_t i = 0; i < stamps->count; i++) {
        if (!gpu_queue_submit(gpu, stamps->parts[i], fence))
            return false;
        *waited_ns += gpu->waited_ns;
        stamps->ns[stamps->slots[i]] = (uint64_t)gpu_host_now_ns();
    }
    return true;
}

void gpu_host_stamps_restart(struct gpu *gpu, struct host_stamps *stamps)
{
    if (stamps->count > 0)
        gpu->vk.vkFreeCommandBuffers(gpu->device, gpu->command_pool, stamps->count, stamps->parts);
    stamps->count = 0;
}
