/* SPDX-License-Identifier: MIT */
/* members.c: members of Vulkan's structures that descriptions set, by their names. */
#include "tests/icd/gpu.h"

#define FORM_OF(lvalue)                                                                            \
    _Generic((lvalue), \
        uint64_t: FORM_U64,  \
        float: FORM_FLOAT, \
        char *: FORM_TEXT, \
        default: FORM_U32)
#define MEMBER(kind, type, path, name)                                                             \
    {                                                                                              \
#name, VK_STRUCTURE_TYPE_##kind, offsetof(type, path), sizeof(((type *)0)->path),          \
            FORM_OF(((type *)0)->path)                                                             \
    }
#define LIMIT(name)                                                                                \
    MEMBER(PHYSICAL_DEVICE_PROPERTIES_2, VkPhysicalDeviceProperties2, properties.limits.name, name)
#define PROPERTY(name)                                                                             \
    MEMBER(PHYSICAL_DEVICE_PROPERTIES_2, VkPhysicalDeviceProperties2, properties.name, name)
#define FEATURE(name)                                                                              \
    MEMBER(PHYSICAL_DEVICE_FEATURES_2, VkPhysicalDeviceFeatures2, features.name, name)
#define PROPERTY_11(name)                                                                          \
    MEMBER(PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES, VkPhysicalDeviceVulkan11Properties, name, name)
#define PROPERTY_12(name)                                                                          \
    MEMBER(PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES, VkPhysicalDeviceVulkan12Properties, name, name)
#define PROPERTY_13(name)                                                                          \
    MEMBER(PHYSICAL_DEVICE_VULKAN_1_3_PROPERTIES, VkPhysicalDeviceVulkan13Properties, name, name)
#define FEATURE_11(name)                                                                           \
    MEMBER(PHYSICAL_DEVICE_VULKAN_1_1_FEATURES, VkPhysicalDeviceVulkan11Features, name, name)
#define FEATURE_12(name)                                                                           \
    MEMBER(PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, VkPhysicalDeviceVulkan12Features, name, name)
#define FEATURE_13(name)                                                                           \
    MEMBER(PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, VkPhysicalDeviceVulkan13Features, name, name)
#define FAMILY(name)                                                                               \
    MEMBER(QUEUE_FAMILY_PROPERTIES_2, VkQueueFamilyProperties2, queueFamilyProperties.name, name)

/* A name stands twice where two structures have it. */
const struct member members[] = {
    PROPERTY(deviceName),
    PROPERTY(deviceType),
    PROPERTY(vendorID),
    PROPERTY(deviceID),
    PROPERTY(apiVersion),
    LIMIT(maxComputeWorkGroupCount),
    LIMIT(maxComputeWorkGroupSize),
    LIMIT(maxComputeWorkGroupInvocations),
    LIMIT(maxComputeSharedMemorySize),
    LIMIT(maxStorageBufferRange),
    LIMIT(maxUniformBufferRange),
    LIMIT(maxPushConstantsSize),
    LIMIT(maxMemoryAllocationCount),
    LIMIT(maxBoundDescriptorSets),
    LIMIT(maxPerStageDescriptorStorageBuffers),
    LIMIT(maxPerStageDescriptorStorageImages),
    LIMIT(maxPerStageDescriptorSampledImages),
    LIMIT(maxPerStageDescriptorSamplers),
    LIMIT(maxPerStageDescriptorUniformBuffers),
    LIMIT(maxPerStageResources),
    LIMIT(maxDescriptorSetStorageBuffers),
    LIMIT(maxDescriptorSetStorageImages),
    LIMIT(maxDescriptorSetSampledImages),
    LIMIT(maxImageDimension2D),
    LIMIT(maxImageDimension3D),
    LIMIT(maxImageArrayLayers),
    LIMIT(maxFramebufferWidth),
    LIMIT(maxFramebufferHeight),
    LIMIT(maxViewportDimensions),
    LIMIT(maxColorAttachments),
    LIMIT(maxDrawIndirectCount),
    LIMIT(maxSamplerAnisotropy),
    LIMIT(minStorageBufferOffsetAlignment),
    LIMIT(minMemoryMapAlignment),
    LIMIT(nonCoherentAtomSize),
    LIMIT(bufferImageGranularity),
    LIMIT(timestampPeriod),
    PROPERTY_11(subgroupSize),
    PROPERTY_11(subgroupSupportedStages),
    PROPERTY_11(subgroupSupportedOperations),
    PROPERTY_11(maxMemoryAllocationSize),
    PROPERTY_11(maxPerSetDescriptors),
    MEMBER(PHYSICAL_DEVICE_SUBGROUP_PROPERTIES, VkPhysicalDeviceSubgroupProperties, subgroupSize,
           subgroupSize),
    MEMBER(PHYSICAL_DEVICE_SUBGROUP_PROPERTIES, VkPhysicalDeviceSubgroupProperties, supportedStages,
           subgroupSupportedStages),
    MEMBER(PHYSICAL_DEVICE_SUBGROUP_PROPERTIES, VkPhysicalDeviceSubgroupProperties,
           supportedOperations, subgroupSupportedOperations),
    MEMBER(PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES, VkPhysicalDeviceMaintenance3Properties,
           maxMemoryAllocationSize, maxMemoryAllocationSize),
    PROPERTY_12(shaderDenormPreserveFloat16),
    PROPERTY_12(shaderDenormPreserveFloat32),
    PROPERTY_12(shaderDenormPreserveFloat64),
    PROPERTY_12(driverName),
    PROPERTY_12(driverInfo),
    MEMBER(PHYSICAL_DEVICE_DRIVER_PROPERTIES, VkPhysicalDeviceDriverProperties, driverName,
           driverName),
    MEMBER(PHYSICAL_DEVICE_DRIVER_PROPERTIES, VkPhysicalDeviceDriverProperties, driverInfo,
           driverInfo),
    PROPERTY_13(minSubgroupSize),
    PROPERTY_13(maxSubgroupSize),
    PROPERTY_13(requiredSubgroupSizeStages),
    PROPERTY_13(maxComputeWorkgroupSubgroups),
    PROPERTY_13(maxBufferSize),
    MEMBER(PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES,
           VkPhysicalDeviceSubgroupSizeControlProperties, minSubgroupSize, minSubgroupSize),
    MEMBER(PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES,
           VkPhysicalDeviceSubgroupSizeControlProperties, maxSubgroupSize, maxSubgroupSize),
    MEMBER(PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES,
           VkPhysicalDeviceSubgroupSizeControlProperties, requiredSubgroupSizeStages,
           requiredSubgroupSizeStages),
    MEMBER(PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES,
           VkPhysicalDeviceSubgroupSizeControlProperties, maxComputeWorkgroupSubgroups,
           maxComputeWorkgroupSubgroups),
    MEMBER(PHYSICAL_DEVICE_MAINTENANCE_4_PROPERTIES, VkPhysicalDeviceMaintenance4Properties,
           maxBufferSize, maxBufferSize),
    FEATURE(robustBufferAccess),
    FEATURE(shaderInt64),
    FEATURE(shaderFloat64),
    FEATURE(shaderInt16),
    FEATURE(pipelineStatisticsQuery),
    FEATURE(geometryShader),
    FEATURE(tessellationShader),
    FEATURE(multiDrawIndirect),
    FEATURE(shaderStorageBufferArrayDynamicIndexing),
    FEATURE_11(multiview),
    FEATURE_11(uniformAndStorageBuffer16BitAccess),
    FEATURE_11(storagePushConstant16),
    FEATURE_11(shaderDrawParameters),
    FEATURE_12(shaderBufferInt64Atomics),
    FEATURE_12(vulkanMemoryModel),
    FEATURE_12(vulkanMemoryModelDeviceScope),
    FEATURE_12(bufferDeviceAddress),
    FEATURE_12(shaderFloat16),
    FEATURE_12(uniformAndStorageBuffer8BitAccess),
    FEATURE_12(runtimeDescriptorArray),
    FEATURE_12(shaderStorageBufferArrayNonUniformIndexing),
    FEATURE_12(uniformBufferStandardLayout),
    FEATURE_12(subgroupBroadcastDynamicId),
    FEATURE_12(imagelessFramebuffer),
    FEATURE_12(separateDepthStencilLayouts),
    FEATURE_12(hostQueryReset),
    FEATURE_12(timelineSemaphore),
    FEATURE_12(shaderSubgroupExtendedTypes),
    FEATURE_13(robustImageAccess),
    FEATURE_13(shaderTerminateInvocation),
    FEATURE_13(shaderZeroInitializeWorkgroupMemory),
    FEATURE_13(synchronization2),
    FEATURE_13(shaderIntegerDotProduct),
    FEATURE_13(maintenance4),
    FEATURE_13(privateData),
    FEATURE_13(pipelineCreationCacheControl),
    FEATURE_13(subgroupSizeControl),
    FEATURE_13(computeFullSubgroups),
    FEATURE_13(shaderDemoteToHelperInvocation),
    FEATURE_13(inlineUniformBlock),
    FEATURE_13(dynamicRendering),
    FAMILY(timestampValidBits),
};
const size_t member_count = sizeof(members) / sizeof(members[0]);
