/* SPDX-License-Identifier: MIT */
#include "harness/engine/gpu/command_parts.h"

#include "harness/base/need.h"
#include "harness/engine/gpu/host_stamps.h"

#include <stdlib.h>

enum { KEPT_MAX = 32 };

static void destroy(struct gpu *gpu, struct gpu_command_parts *parts)
{
    if (gpu) {
        gpu->vk.vkDestroyQueryPool(gpu->device, parts->queries, NULL);
        gpu->vk.vkDestroyFence(gpu->device, parts->fence, NULL);
        gpu->vk.vkDestroyBuffer(gpu->device, parts->read_back, NULL);
        gpu->vk.vkFreeMemory(gpu->device, parts->read_back_memory, NULL);
        if (parts->handle)
            gpu->vk.vkFreeCommandBuffers(gpu->device, gpu->command_pool, 1, &parts->handle);
    }
    free(parts);
}

static struct gpu_command_parts *create(struct gpu *gpu)
{
    const VkFenceCreateInfo fence = { .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO };
    const VkQueryPoolCreateInfo queries = { .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                            .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                            .queryCount = GPU_TIMESTAMPS_MAX };
    struct gpu_command_parts *parts = need_zeroed(1, sizeof(*parts));
    if (gpu_queue_commands_create(gpu, &parts->handle) &&
        VK(gpu, vkCreateFence(gpu->device, &fence, NULL, &parts->fence)) &&
        (gpu_host_stamps_needed(gpu) ||
         VK(gpu, vkCreateQueryPool(gpu->device, &queries, NULL, &parts->queries))))
        return parts;
    destroy(gpu, parts);
    return NULL;
}

struct gpu_command_parts *gpu_command_parts_take(struct gpu *gpu)
{
    struct gpu_command_parts *parts = gpu->command_parts;
    if (!parts)
        return create(gpu);
    gpu->command_parts = parts->next;
    gpu->command_parts_count--;
    parts->next = NULL;
    return parts;
}

bool gpu_command_parts_read_back(struct gpu *gpu, struct gpu_command_parts *parts)
{
    void *mapped;
    if (parts->read_back_mapped)
        return true;
    if (!gpu_memory_buffer_create(gpu, "read-back", GPU_READ_BACK_BYTES_MAX,
                                  VK_BUFFER_USAGE_TRANSFER_DST_BIT, GPU_MEMORY_HOST,
                                  &parts->read_back, &parts->read_back_memory) ||
        !VK(gpu, vkMapMemory(gpu->device, parts->read_back_memory, 0, VK_WHOLE_SIZE, 0, &mapped)))
        return false;
    parts->read_back_mapped = mapped;
    return true;
}

/* A reset command buffer no longer refers to what it was recorded with. Read-back memory that could
 * not be mapped is not kept: the device may have recovered since. */
void gpu_command_parts_release(struct gpu *gpu, struct gpu_command_parts *parts)
{
    if (!parts)
        return;
    if (!gpu || gpu_failed(gpu) || gpu->command_parts_count >= KEPT_MAX ||
        (parts->read_back && !parts->read_back_mapped) ||
        gpu->vk.vkResetCommandBuffer(parts->handle, 0) != VK_SUCCESS) {
        destroy(gpu, parts);
        return;
    }
    parts->next = gpu->command_parts;
    gpu->command_parts = parts;
    gpu->command_parts_count++;
}

void gpu_command_parts_finish(struct gpu *gpu, bool idle)
{
    while (gpu->command_parts) {
        struct gpu_command_parts *parts = gpu->command_parts;
        gpu->command_parts = parts->next;
        destroy(idle ? gpu : NULL, parts);
    }
}
