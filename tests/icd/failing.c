/* SPDX-License-Identifier: MIT */
/* failing.c: functions of the device that do what the driver's do, unless they are to fail. */
#include "tests/icd/icd.h"

#include <string.h>

/* A function that makes something of what it is told. */
#define MAKES(name, info_type, made_type)                                                          \
    static VKAPI_ATTR VkResult VKAPI_CALL make_##name(VkDevice of, const info_type *info,          \
                                                      const VkAllocationCallbacks *callbacks,      \
                                                      made_type *made)                             \
    {                                                                                              \
        VkResult result;                                                                           \
        if (gpu_fails(#name, &result))                                                             \
            return result;                                                                         \
        return ICD_DEVICE(name)(of, info, callbacks, made);                                        \
    }

/* A function of these parameters, which are passed on. */
#define DOES(name, parameters, passed)                                                             \
    static VKAPI_ATTR VkResult VKAPI_CALL make_##name parameters                                   \
    {                                                                                              \
        VkResult result;                                                                           \
        if (gpu_fails(#name, &result))                                                             \
            return result;                                                                         \
        return ICD_DEVICE(name) passed;                                                            \
    }

MAKES(vkCreateBuffer, VkBufferCreateInfo, VkBuffer)
MAKES(vkCreateCommandPool, VkCommandPoolCreateInfo, VkCommandPool)
MAKES(vkCreateDescriptorPool, VkDescriptorPoolCreateInfo, VkDescriptorPool)
MAKES(vkCreateDescriptorSetLayout, VkDescriptorSetLayoutCreateInfo, VkDescriptorSetLayout)
MAKES(vkCreateFence, VkFenceCreateInfo, VkFence)
MAKES(vkCreateImage, VkImageCreateInfo, VkImage)
MAKES(vkCreateImageView, VkImageViewCreateInfo, VkImageView)
MAKES(vkCreatePipelineCache, VkPipelineCacheCreateInfo, VkPipelineCache)
MAKES(vkCreatePipelineLayout, VkPipelineLayoutCreateInfo, VkPipelineLayout)
MAKES(vkCreateSampler, VkSamplerCreateInfo, VkSampler)
DOES(vkAllocateCommandBuffers,
     (VkDevice of, const VkCommandBufferAllocateInfo *info, VkCommandBuffer *made),
     (of, info, made))
DOES(vkAllocateDescriptorSets,
     (VkDevice of, const VkDescriptorSetAllocateInfo *info, VkDescriptorSet *made),
     (of, info, made))
DOES(vkBindBufferMemory, (VkDevice of, VkBuffer buffer, VkDeviceMemory memory, VkDeviceSize offset),
     (of, buffer, memory, offset))
DOES(vkBindImageMemory, (VkDevice of, VkImage image, VkDeviceMemory memory, VkDeviceSize offset),
     (of, image, memory, offset))
DOES(vkDeviceWaitIdle, (VkDevice of), (of))
DOES(vkEndCommandBuffer, (VkCommandBuffer commands), (commands))
DOES(vkResetCommandBuffer, (VkCommandBuffer commands, VkCommandBufferResetFlags flags),
     (commands, flags))
DOES(vkResetFences, (VkDevice of, uint32_t count, const VkFence *fences), (of, count, fences))
DOES(vkWaitForFences,
     (VkDevice of, uint32_t count, const VkFence *fences, VkBool32 all, uint64_t timeout_ns),
     (of, count, fences, all, timeout_ns))

#define ROW(name)                                                                                  \
    {                                                                                              \
#name, (PFN_vkVoidFunction)make_##name                                                     \
    }

static const struct {
    const char *name;
    PFN_vkVoidFunction function;
} functions[] = {
    ROW(vkCreateBuffer),
    ROW(vkCreateCommandPool),
    ROW(vkCreateDescriptorPool),
    ROW(vkCreateDescriptorSetLayout),
    ROW(vkCreateFence),
    ROW(vkCreateImage),
    ROW(vkCreateImageView),
    ROW(vkCreatePipelineCache),
    ROW(vkCreatePipelineLayout),
    ROW(vkCreateSampler),
    ROW(vkAllocateCommandBuffers),
    ROW(vkAllocateDescriptorSets),
    ROW(vkBindBufferMemory),
    ROW(vkBindImageMemory),
    ROW(vkDeviceWaitIdle),
    ROW(vkEndCommandBuffer),
    ROW(vkResetCommandBuffer),
    ROW(vkResetFences),
    ROW(vkWaitForFences),
};

PFN_vkVoidFunction icd_failing_find(const char *name)
{
    for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
        if (strcmp(functions[i].name, name) == 0)
            return functions[i].function;
    return NULL;
}
