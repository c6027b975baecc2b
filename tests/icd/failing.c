/* SPDX-License-Identifier: MIT */
/* failing.c: functions of the device that do what the driver's do, unless they are to fail. */
#include "tests/icd/icd.h"

#include <string.h>

/* MAKES(thing): vkCreate makes it of what it is told. DOES(function, its parameters, and what is
 * passed on). */
#define FUNCTIONS                                                                                  \
    MAKES(Buffer)                                                                                  \
    MAKES(CommandPool)                                                                             \
    MAKES(DescriptorPool)                                                                          \
    MAKES(DescriptorSetLayout)                                                                     \
    MAKES(Fence)                                                                                   \
    MAKES(Image)                                                                                   \
    MAKES(ImageView)                                                                               \
    MAKES(PipelineCache)                                                                           \
    MAKES(PipelineLayout)                                                                          \
    MAKES(Sampler)                                                                                 \
    DOES(vkAllocateCommandBuffers,                                                                 \
         (VkDevice of, const VkCommandBufferAllocateInfo *info, VkCommandBuffer *made),            \
         (of, info, made))                                                                         \
    DOES(vkAllocateDescriptorSets,                                                                 \
         (VkDevice of, const VkDescriptorSetAllocateInfo *info, VkDescriptorSet *made),            \
         (of, info, made))                                                                         \
    DOES(vkBindBufferMemory,                                                                       \
         (VkDevice of, VkBuffer buffer, VkDeviceMemory memory, VkDeviceSize offset),               \
         (of, buffer, memory, offset))                                                             \
    DOES(vkBindImageMemory,                                                                        \
         (VkDevice of, VkImage image, VkDeviceMemory memory, VkDeviceSize offset),                 \
         (of, image, memory, offset))                                                              \
    DOES(vkDeviceWaitIdle, (VkDevice of), (of))                                                    \
    DOES(vkEndCommandBuffer, (VkCommandBuffer commands), (commands))                               \
    DOES(vkResetCommandBuffer, (VkCommandBuffer commands, VkCommandBufferResetFlags flags),        \
         (commands, flags))                                                                        \
    DOES(vkResetFences, (VkDevice of, uint32_t count, const VkFence *fences), (of, count, fences)) \
    DOES(vkWaitForFences,                                                                          \
         (VkDevice of, uint32_t count, const VkFence *fences, VkBool32 all, uint64_t timeout_ns),  \
         (of, count, fences, all, timeout_ns))

#define DOES(name, parameters, passed)                                                             \
    static VKAPI_ATTR VkResult VKAPI_CALL make_##name parameters                                   \
    {                                                                                              \
        VkResult result;                                                                           \
        if (gpu_fails(#name, &result))                                                             \
            return result;                                                                         \
        return ICD_DEVICE(name) passed;                                                            \
    }
#define MAKES(thing)                                                                               \
    DOES(vkCreate##thing,                                                                          \
         (VkDevice of, const Vk##thing##CreateInfo *info, const VkAllocationCallbacks *callbacks,  \
          Vk##thing *made),                                                                        \
         (of, info, callbacks, made))
FUNCTIONS
#undef DOES

#define DOES(name, ...) { #name, (PFN_vkVoidFunction)make_##name },
static const struct {
    const char *name;
    PFN_vkVoidFunction function;
} functions[] = { FUNCTIONS };

PFN_vkVoidFunction icd_failing_find(const char *name)
{
    for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
        if (strcmp(functions[i].name, name) == 0)
            return functions[i].function;
    return NULL;
}
