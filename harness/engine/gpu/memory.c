/* SPDX-License-Identifier: MIT */
#include "harness/base/need.h"
#include "harness/engine/gpu/private.h"

#include <stdlib.h>

static int memory_type_find(const struct gpu *gpu, uint32_t allowed, VkMemoryPropertyFlags wanted)
{
    for (uint32_t i = 0; i < gpu->memory.memoryTypeCount; i++)
        if (allowed & (1u << i) && (gpu->memory.memoryTypes[i].propertyFlags & wanted) == wanted)
            return (int)i;
    return -1;
}

/* False, with the reason recorded, when the device allows no such size. */
static bool size_ok(struct gpu *gpu, const char *what, const char *name, uint64_t bytes,
                    uint64_t most, const char *limit)
{
    return most == 0 || bytes <= most ||
           gpu_fail_format(gpu, GPU_UNSUPPORTED,
                           "%s %s needs %llu bytes of memory, the device allows at most %llu (%s)",
                           what, name, (unsigned long long)bytes, (unsigned long long)most, limit);
}

/* Blocks --------------------------------------------------------------------------------------- */

/*
 * Memory of objects that ended, kept for the next ones: a driver wants 23 ms to give a GB and 17 ms
 * to take it back, on an H100. Each object has a block to itself, from its beginning.
 */
struct gpu_memory_block {
    struct gpu_memory_block *next; /* used or kept for longer */
    VkDeviceMemory memory;
    uint64_t bytes;
    int type;
    bool used;
};

/* More of a block than this share unused is not worth it. A large block may serve what needs a
 * quarter of it, since it costs time to get a new one. */
enum { BLOCK_BYTES_LARGE = 64 << 20, SPARE_SHARE = 8, LARGE_SPARE = 3 };

/* One part in so many of a heap is kept: less where the heap is also the host's memory. */
enum { KEPT_SHARE = 8, KEPT_SHARE_DISCRETE = 2 };

/* Takes out the link's block. */
static struct gpu_memory_block *block_unlink(struct gpu_memory_block **link)
{
    struct gpu_memory_block *block = *link;
    *link = block->next;
    return block;
}

/* Frees those kept for longest, until `most` bytes are left. */
static void blocks_trim(struct gpu *gpu, uint64_t most)
{
    while (gpu->blocks_kept_bytes > most) {
        struct gpu_memory_block **oldest = NULL;
        for (struct gpu_memory_block **at = &gpu->blocks; *at; at = &(*at)->next)
            oldest = (*at)->used ? oldest : at;
        struct gpu_memory_block *block = block_unlink(oldest);
        gpu->blocks_kept_bytes -= block->bytes;
        gpu->vk.vkFreeMemory(gpu->device, block->memory, NULL);
        free(block);
    }
}

void gpu_memory_release(struct gpu *gpu, VkDeviceMemory memory)
{
    struct gpu_memory_block **at = &gpu->blocks;
    while (*at && (*at)->memory != memory)
        at = &(*at)->next;
    if (!*at || memory == VK_NULL_HANDLE) {
        gpu->vk.vkFreeMemory(gpu->device, memory, NULL);
        return;
    }
    struct gpu_memory_block *block = block_unlink(at);
    block->next = gpu->blocks;
    block->used = false;
    gpu->blocks = block;
    gpu->blocks_kept_bytes += block->bytes;
    const uint32_t heap = gpu->memory.memoryTypes[block->type].heapIndex;
    const bool discrete = gpu->info.kind == GPU_DISCRETE;
    blocks_trim(gpu,
                gpu->memory.memoryHeaps[heap].size / (discrete ? KEPT_SHARE_DISCRETE : KEPT_SHARE));
}

uint64_t gpu_kept_bytes(const struct gpu *gpu)
{
    return gpu->blocks_kept_bytes;
}

void gpu_memory_finish(struct gpu *gpu)
{
    if (gpu->device && gpu->failure.result != GPU_TIMEOUT)
        blocks_trim(gpu, 0);
    while (gpu->blocks)
        free(block_unlink(&gpu->blocks));
}

static bool allocate(struct gpu *gpu, const VkMemoryRequirements *needs, enum gpu_memory_use use,
                     bool addressed, VkDeviceMemory *memory)
{
    const VkMemoryAllocateFlagsInfo flags = { .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                              .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT };
    const bool host = use == GPU_MEMORY_HOST;
    const bool kept = use == GPU_MEMORY_KEPT && !addressed;
    const uint32_t allowed = needs->memoryTypeBits;
    const VkMemoryPropertyFlags coherent =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    int type = memory_type_find(gpu, allowed,
                                host ? coherent | VK_MEMORY_PROPERTY_HOST_CACHED_BIT
                                     : VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
    if (type < 0)
        type = memory_type_find(gpu, allowed, host ? coherent : 0);
    if (type < 0)
        return gpu_fail_format(
            gpu, GPU_ERROR,
            "no memory type of the device (it has %u) holds buffers or images%s; update its "
            "driver, or choose another device by --device",
            gpu->memory.memoryTypeCount, host ? " that the host reads" : "");
    const VkMemoryAllocateInfo allocation = { .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                              .pNext = addressed ? &flags : NULL,
                                              .allocationSize = needs->size,
                                              .memoryTypeIndex = (uint32_t)type };
    if (gpu_fault_strikes(gpu, GPU_OUT_OF_MEMORY, "vkAllocateMemory"))
        return false;
    struct gpu_memory_block *best = NULL; /* the smallest kept block that will do */
    for (struct gpu_memory_block *at = gpu->blocks; kept && at; at = at->next) {
        const uint64_t spare =
            at->bytes >= BLOCK_BYTES_LARGE ? LARGE_SPARE * needs->size : needs->size / SPARE_SHARE;
        if (!at->used && at->type == type && at->bytes >= needs->size &&
            at->bytes - needs->size <= spare && (!best || at->bytes < best->bytes))
            best = at;
    }
    if (best) {
        best->used = true;
        gpu->blocks_kept_bytes -= best->bytes;
        *memory = best->memory;
        return true;
    }
    VkResult result = gpu->vk.vkAllocateMemory(gpu->device, &allocation, NULL, memory);
    if (result != VK_SUCCESS && gpu->blocks_kept_bytes > 0) {
        blocks_trim(gpu, 0);
        result = gpu->vk.vkAllocateMemory(gpu->device, &allocation, NULL, memory);
    }
    if (!CHECK(gpu, result, "vkAllocateMemory"))
        return false;
    if (kept) {
        struct gpu_memory_block *block = need_zeroed(1, sizeof(*block));
        *block = (struct gpu_memory_block){ gpu->blocks, *memory, needs->size, type, true };
        gpu->blocks = block;
    }
    return true;
}

/* Objects -------------------------------------------------------------------------------------- */

bool gpu_memory_buffer_create(struct gpu *gpu, const char *name, uint64_t bytes,
                              VkBufferUsageFlags usage, enum gpu_memory_use use, VkBuffer *buffer,
                              VkDeviceMemory *memory)
{
    const struct gpu_limits *limits = &gpu->info.limits;
    const VkBufferCreateInfo info = { .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                      .size = bytes,
                                      .usage = usage };
    VkMemoryRequirements needs;
    if (!size_ok(gpu, "buffer", name, bytes, limits->buffer_bytes_max, "maxBufferSize"))
        return false;
    if (gpu->compile_only)
        return true;
    if (!VK(gpu, vkCreateBuffer(gpu->device, &info, NULL, buffer)))
        return false;
    gpu->vk.vkGetBufferMemoryRequirements(gpu->device, *buffer, &needs);
    return size_ok(gpu, "buffer", name, needs.size, limits->allocation_bytes_max,
                   "maxMemoryAllocationSize") &&
           allocate(gpu, &needs, use, usage & VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT, memory) &&
           VK(gpu, vkBindBufferMemory(gpu->device, *buffer, *memory, 0));
}

bool gpu_memory_image_create(struct gpu *gpu, const char *name, const VkImageCreateInfo *info,
                             VkImage *image, VkDeviceMemory *memory)
{
    VkMemoryRequirements needs;
    if (gpu->compile_only)
        return true;
    if (!VK(gpu, vkCreateImage(gpu->device, info, NULL, image)))
        return false;
    gpu->vk.vkGetImageMemoryRequirements(gpu->device, *image, &needs);
    return size_ok(gpu, "image", name, needs.size, gpu->info.limits.allocation_bytes_max,
                   "maxMemoryAllocationSize") &&
           allocate(gpu, &needs, GPU_MEMORY_KEPT, false, memory) &&
           VK(gpu, vkBindImageMemory(gpu->device, *image, *memory, 0));
}
