/* SPDX-License-Identifier: MIT */
/* device.c: functions of a device, between claimcheck and the driver. */
#include "tests/icd/icd.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

VkDevice icd_device;
PFN_vkGetDeviceProcAddr icd_device_below;

/* Allocations, with their heaps and types, and what is to fail by its bytes: numbers of handles. */
enum { OBJECTS_MAX = 1 << 16 };
enum object_kind { OBJECT_MEMORY, OBJECT_POOL, OBJECT_MODULE, OBJECT_PIPELINE, OBJECT_COMMANDS };

static struct object {
    enum object_kind kind;
    uint64_t handle, value;
    uint32_t type;
} objects[OBJECTS_MAX];
static size_t object_count;
static uint64_t heap_used[VK_MAX_MEMORY_HEAPS];
static pthread_mutex_t keeping = PTHREAD_MUTEX_INITIALIZER;

/* The caller holds `keeping`. */
static struct object *object_find(enum object_kind kind, uint64_t handle)
{
    for (size_t i = object_count; i-- > 0;)
        if (objects[i].kind == kind && objects[i].handle == handle)
            return &objects[i];
    return NULL;
}

static void object_keep(enum object_kind kind, uint64_t handle, uint64_t value, uint32_t type)
{
    pthread_mutex_lock(&keeping);
    struct object *object = object_find(kind, handle);
    if (!object && object_count < OBJECTS_MAX)
        object = &objects[object_count++];
    if (object)
        *object = (struct object){ kind, handle, value, type };
    pthread_mutex_unlock(&keeping);
}

static bool object_value(enum object_kind kind, uint64_t handle, uint64_t *value)
{
    pthread_mutex_lock(&keeping);
    const struct object *object = object_find(kind, handle);
    *value = object ? object->value : 0;
    pthread_mutex_unlock(&keeping);
    return object;
}

/* True where `kernel` is about this one. */
static bool is_meant(enum object_kind kind, uint64_t handle)
{
    const size_t bytes = gpu_description()->kernel_bytes;
    uint64_t value;
    return bytes == 0 || (object_value(kind, handle, &value) && value == bytes);
}

void icd_device_made(VkDevice made, PFN_vkGetDeviceProcAddr find)
{
    pthread_mutex_lock(&keeping);
    icd_device = made;
    icd_device_below = find;
    object_count = 0;
    memset(heap_used, 0, sizeof(heap_used));
    pthread_mutex_unlock(&keeping);
}

/* Reads a limit of the description; `otherwise` where it has none. */
static uint64_t limit(const char *name, uint64_t otherwise)
{
    const struct gpu_description *gpu = gpu_description();
    for (size_t i = gpu->setting_count; i-- > 0;)
        if (strcmp(gpu->settings[i].member->name, name) == 0)
            return gpu->settings[i].values[0];
    return otherwise;
}

static VKAPI_ATTR VkResult VKAPI_CALL allocate(VkDevice of, const VkMemoryAllocateInfo *info,
                                               const VkAllocationCallbacks *callbacks,
                                               VkDeviceMemory *memory)
{
    const struct gpu_description *gpu = gpu_description();
    const uint32_t type = info->memoryTypeIndex;
    const uint32_t heap = gpu->type_count > 0 ? gpu->types[type].heapIndex : 0;
    VkMemoryAllocateInfo below = *info;
    VkResult result;
    if (gpu_fails("vkAllocateMemory", &result))
        return result;
    if (info->allocationSize > limit("maxMemoryAllocationSize", UINT64_MAX))
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    pthread_mutex_lock(&keeping);
    heap_used[heap] += info->allocationSize;
    const bool full = gpu->heap_count > 0 && heap_used[heap] > gpu->heaps[heap].size;
    if (full)
        heap_used[heap] -= info->allocationSize;
    pthread_mutex_unlock(&keeping);
    if (full)
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    if (gpu->type_count > 0)
        below.memoryTypeIndex = 0;
    result = ICD_DEVICE(vkAllocateMemory)(of, &below, callbacks, memory);
    if (result == VK_SUCCESS)
        object_keep(OBJECT_MEMORY, (uint64_t)*memory, info->allocationSize, type);
    return result;
}

static VKAPI_ATTR void VKAPI_CALL memory_free(VkDevice of, VkDeviceMemory memory,
                                              const VkAllocationCallbacks *callbacks)
{
    const struct gpu_description *gpu = gpu_description();
    pthread_mutex_lock(&keeping);
    struct object *object = object_find(OBJECT_MEMORY, (uint64_t)memory);
    if (object) {
        heap_used[gpu->type_count > 0 ? gpu->types[object->type].heapIndex : 0] -= object->value;
        *object = objects[--object_count];
    }
    pthread_mutex_unlock(&keeping);
    ICD_DEVICE(vkFreeMemory)(of, memory, callbacks);
}

static VKAPI_ATTR VkResult VKAPI_CALL map(VkDevice of, VkDeviceMemory memory, VkDeviceSize offset,
                                          VkDeviceSize size, VkMemoryMapFlags flags, void **data)
{
    const struct gpu_description *gpu = gpu_description();
    VkResult result;
    if (gpu_fails("vkMapMemory", &result))
        return result;
    pthread_mutex_lock(&keeping);
    const struct object *object = object_find(OBJECT_MEMORY, (uint64_t)memory);
    const bool hidden =
        object && gpu->type_count > 0 &&
        !(gpu->types[object->type].propertyFlags & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT);
    pthread_mutex_unlock(&keeping);
    if (hidden)
        return VK_ERROR_MEMORY_MAP_FAILED;
    return ICD_DEVICE(vkMapMemory)(of, memory, offset, size, flags, data);
}

static uint32_t type_bits(uint32_t bits)
{
    const uint32_t count = gpu_description()->type_count;
    return count > 0 ? (uint32_t)((UINT64_C(1) << count) - 1) : bits;
}

static VKAPI_ATTR void VKAPI_CALL buffer_memory(VkDevice of, VkBuffer buffer,
                                                VkMemoryRequirements *needs)
{
    ICD_DEVICE(vkGetBufferMemoryRequirements)(of, buffer, needs);
    needs->memoryTypeBits = type_bits(needs->memoryTypeBits);
}

static VKAPI_ATTR void VKAPI_CALL image_memory(VkDevice of, VkImage image,
                                               VkMemoryRequirements *needs)
{
    ICD_DEVICE(vkGetImageMemoryRequirements)(of, image, needs);
    needs->memoryTypeBits = type_bits(needs->memoryTypeBits);
}

static VKAPI_ATTR VkResult VKAPI_CALL create_module(VkDevice of,
                                                    const VkShaderModuleCreateInfo *info,
                                                    const VkAllocationCallbacks *callbacks,
                                                    VkShaderModule *created)
{
    const size_t bytes = gpu_description()->kernel_bytes;
    VkResult result;
    if ((bytes == 0 || bytes == info->codeSize) && gpu_fails("vkCreateShaderModule", &result))
        return result;
    result = ICD_DEVICE(vkCreateShaderModule)(of, info, callbacks, created);
    if (result == VK_SUCCESS)
        object_keep(OBJECT_MODULE, (uint64_t)*created, info->codeSize, 0);
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_pipelines(VkDevice of, VkPipelineCache cache,
                                                       uint32_t count,
                                                       const VkComputePipelineCreateInfo *infos,
                                                       const VkAllocationCallbacks *callbacks,
                                                       VkPipeline *created)
{
    const uint64_t module = (uint64_t)infos->stage.module;
    uint64_t bytes;
    VkResult result;
    if (is_meant(OBJECT_MODULE, module) && gpu_fails("vkCreateComputePipelines", &result)) {
        memset(created, 0, count * sizeof(*created));
        return result;
    }
    result = ICD_DEVICE(vkCreateComputePipelines)(of, cache, count, infos, callbacks, created);
    if (result == VK_SUCCESS && object_value(OBJECT_MODULE, module, &bytes))
        object_keep(OBJECT_PIPELINE, (uint64_t)*created, bytes, 0);
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_graphics(VkDevice of, VkPipelineCache cache,
                                                      uint32_t count,
                                                      const VkGraphicsPipelineCreateInfo *infos,
                                                      const VkAllocationCallbacks *callbacks,
                                                      VkPipeline *created)
{
    VkResult result;
    if (gpu_fails("vkCreateGraphicsPipelines", &result)) {
        memset(created, 0, count * sizeof(*created));
        return result;
    }
    return ICD_DEVICE(vkCreateGraphicsPipelines)(of, cache, count, infos, callbacks, created);
}

static VKAPI_ATTR void VKAPI_CALL bind_pipeline(VkCommandBuffer commands, VkPipelineBindPoint point,
                                                VkPipeline pipeline)
{
    const size_t bytes = gpu_description()->kernel_bytes;
    uint64_t value;
    if (bytes > 0 && object_value(OBJECT_PIPELINE, (uint64_t)pipeline, &value) && value == bytes)
        object_keep(OBJECT_COMMANDS, (uint64_t)(uintptr_t)commands, bytes, 0);
    ICD_DEVICE(vkCmdBindPipeline)(commands, point, pipeline);
}

static VKAPI_ATTR VkResult VKAPI_CALL begin(VkCommandBuffer commands,
                                            const VkCommandBufferBeginInfo *info)
{
    VkResult result;
    if (gpu_fails("vkBeginCommandBuffer", &result))
        return result;
    if (gpu_description()->kernel_bytes > 0)
        object_keep(OBJECT_COMMANDS, (uint64_t)(uintptr_t)commands, 0, 0);
    return ICD_DEVICE(vkBeginCommandBuffer)(commands, info);
}

static VKAPI_ATTR VkResult VKAPI_CALL submit(VkQueue queue, uint32_t count,
                                             const VkSubmitInfo2 *infos, VkFence fence)
{
    VkResult result;
    if (count > 0 && infos->commandBufferInfoCount > 0 &&
        is_meant(OBJECT_COMMANDS, (uint64_t)(uintptr_t)infos->pCommandBufferInfos->commandBuffer) &&
        gpu_fails("vkQueueSubmit2", &result))
        return result;
    return ICD_DEVICE(vkQueueSubmit2)(queue, count, infos, fence);
}

static VKAPI_ATTR VkResult VKAPI_CALL create_pool(VkDevice of, const VkQueryPoolCreateInfo *info,
                                                  const VkAllocationCallbacks *callbacks,
                                                  VkQueryPool *created)
{
    VkResult result;
    if (gpu_fails("vkCreateQueryPool", &result))
        return result;
    result = ICD_DEVICE(vkCreateQueryPool)(of, info, callbacks, created);
    if (result == VK_SUCCESS)
        object_keep(OBJECT_POOL, (uint64_t)*created, info->queryType, 0);
    return result;
}

/* Writes one stamp, number i of a read of `count` that is to go wrong or not. */
static void stamp_write(char *at, bool wide, uint32_t i, uint32_t count, bool wrong)
{
    const struct gpu_description *gpu = gpu_description();
    const double ticks = gpu->ticks > 0 ? gpu->ticks : 1;
    const bool last = wrong && i + 1 == count;
    uint64_t stamp;
    uint32_t narrow;
    memcpy(&narrow, at, sizeof(narrow));
    memcpy(&stamp, at, wide ? sizeof(stamp) : sizeof(narrow));
    stamp = gpu_stamp(wide ? stamp : narrow);
    if (last && gpu->stamps == STAMPS_ZERO)
        stamp = 0;
    else if (last && gpu->stamps == STAMPS_BACK)
        stamp -= (uint64_t)(1e10 / ticks);
    else if (wrong && i > 0 && gpu->stamps == STAMPS_RESET)
        stamp = 1000 + i;
    narrow = (uint32_t)stamp;
    memcpy(at, wide ? (const void *)&stamp : &narrow, wide ? sizeof(stamp) : sizeof(narrow));
}

static VKAPI_ATTR VkResult VKAPI_CALL query_results(VkDevice of, VkQueryPool pool, uint32_t first,
                                                    uint32_t count, size_t bytes, void *data,
                                                    VkDeviceSize stride, VkQueryResultFlags flags)
{
    static unsigned reads;
    const unsigned every = gpu_description()->stamps_every;
    uint64_t kind;
    VkResult result;
    if (gpu_fails("vkGetQueryPoolResults", &result))
        return result;
    result = ICD_DEVICE(vkGetQueryPoolResults)(of, pool, first, count, bytes, data, stride, flags);
    if (result != VK_SUCCESS || !object_value(OBJECT_POOL, (uint64_t)pool, &kind) ||
        kind != VK_QUERY_TYPE_TIMESTAMP)
        return result;
    reads++;
    for (uint32_t i = 0; i < count; i++)
        stamp_write((char *)data + i * stride, flags & VK_QUERY_RESULT_64_BIT, i, count,
                    every > 0 && reads % every == 0);
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL calibrated(VkDevice of, uint32_t count,
                                                 const VkCalibratedTimestampInfoEXT *infos,
                                                 uint64_t *stamps, uint64_t *deviation)
{
    const VkResult result =
        ICD_DEVICE(vkGetCalibratedTimestampsEXT)(of, count, infos, stamps, deviation);
    for (uint32_t i = 0; result == VK_SUCCESS && i < count; i++)
        if (infos[i].timeDomain == VK_TIME_DOMAIN_DEVICE_EXT)
            stamps[i] = gpu_stamp(stamps[i]) + gpu_description()->calibration;
    return result;
}

static const struct {
    const char *name;
    PFN_vkVoidFunction function;
} functions[] = {
    { "vkAllocateMemory", (PFN_vkVoidFunction)allocate },
    { "vkFreeMemory", (PFN_vkVoidFunction)memory_free },
    { "vkMapMemory", (PFN_vkVoidFunction)map },
    { "vkGetBufferMemoryRequirements", (PFN_vkVoidFunction)buffer_memory },
    { "vkGetImageMemoryRequirements", (PFN_vkVoidFunction)image_memory },
    { "vkCreateShaderModule", (PFN_vkVoidFunction)create_module },
    { "vkCreateComputePipelines", (PFN_vkVoidFunction)create_pipelines },
    { "vkCreateGraphicsPipelines", (PFN_vkVoidFunction)create_graphics },
    { "vkCmdBindPipeline", (PFN_vkVoidFunction)bind_pipeline },
    { "vkBeginCommandBuffer", (PFN_vkVoidFunction)begin },
    { "vkQueueSubmit2", (PFN_vkVoidFunction)submit },
    { "vkQueueSubmit2KHR", (PFN_vkVoidFunction)submit },
    { "vkCreateQueryPool", (PFN_vkVoidFunction)create_pool },
    { "vkGetQueryPoolResults", (PFN_vkVoidFunction)query_results },
    { "vkGetCalibratedTimestampsEXT", (PFN_vkVoidFunction)calibrated },
};

PFN_vkVoidFunction icd_device_find(const char *name)
{
    for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
        if (strcmp(functions[i].name, name) == 0)
            return functions[i].function;
    return icd_failing_find(name);
}
