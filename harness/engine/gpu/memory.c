/* SPDX-License-Identifier: MIT */
#include "harness/engine/gpu/objects.h"

static int memory_type_find(const struct gpu *gpu, uint32_t allowed, VkMemoryPropertyFlags wanted)
{
    for (uint32_t i = 0; i < gpu->memory.memoryTypeCount; i++)
        if (allowed & (1u << i) && (gpu->memory.memoryTypes[i].propertyFlags & wanted) == wanted)
            return (int)i;
    return -1;
}

static int memory_type_choose(const struct gpu *gpu, uint32_t allowed, bool host)
{
    const VkMemoryPropertyFlags coherent =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    int type = host ? memory_type_find(gpu, allowed, coherent | VK_MEMORY_PROPERTY_HOST_CACHED_BIT)
                    : memory_type_find(gpu, allowed, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
    return type >= 0 ? type : memory_type_find(gpu, allowed, host ? coherent : 0);
}

/* False, with the reason recorded, when the device allows no such size. */
static bool size_ok(struct gpu *gpu, const char *what, const char *name, uint64_t bytes,
                    uint64_t most, const char *limit)
{
    if (most == 0 || bytes <= most)
        return true;
    gpu_fail_format(gpu, GPU_UNSUPPORTED,
                    "%s %s needs %llu bytes of memory, the device allows at most %llu (%s)", what,
                    name, (unsigned long long)bytes, (unsigned long long)most, limit);
    return false;
}

static bool allocate(struct gpu *gpu, const VkMemoryRequirements *needs, bool host, bool addressed,
                     VkDeviceMemory *memory)
{
    const VkMemoryAllocateFlagsInfo flags = { .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                              .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT };
    const int type = memory_type_choose(gpu, needs->memoryTypeBits, host);
    if (type < 0) {
        gpu_fail_format(
            gpu, GPU_ERROR,
            "no memory type of the device (it has %u) holds buffers or images%s; update its "
            "driver, or choose another device by --device",
            gpu->memory.memoryTypeCount, host ? " that the host reads" : "");
        return false;
    }
    const VkMemoryAllocateInfo allocation = { .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                              .pNext = addressed ? &flags : NULL,
                                              .allocationSize = needs->size,
                                              .memoryTypeIndex = (uint32_t)type };
    return !gpu_fault_strikes(gpu, GPU_OUT_OF_MEMORY, "vkAllocateMemory") &&
           VK(gpu, vkAllocateMemory(gpu->device, &allocation, NULL, memory));
}

bool gpu_memory_buffer_create(struct gpu *gpu, const char *name, uint64_t bytes,
                              VkBufferUsageFlags usage, bool host, VkBuffer *buffer,
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
           allocate(gpu, &needs, host, usage & VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT, memory) &&
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
           allocate(gpu, &needs, false, false, memory) &&
           VK(gpu, vkBindImageMemory(gpu->device, *image, *memory, 0));
}
