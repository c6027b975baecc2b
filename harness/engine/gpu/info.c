/* SPDX-License-Identifier: MIT */
#include "harness/base/need.h"
#include "harness/engine/gpu/private.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where a device, or the loader, lists more, the first count; read without an allocation, which
 * could fail and make a device look as if it had less. */
enum { EXTENSIONS_MAX = 512, MATRICES_MAX = 128, FAMILIES_MAX = 64 };

static const char *const feature_names[GPU_FEATURE_COUNT] = {
    "subgroup_ballot",       "subgroup_arithmetic",
    "subgroup_shuffle",      "memory_model_device_scope",
    "shader_int64",          "buffer_int64_atomics",
    "shader_clock",          "pipeline_executable_properties",
    "calibrated_timestamps", "graphics",
    "mesh_shader",           "pipeline_statistics",
    "cooperative_matrix",    "shader_sm_builtins",
    "ray_tracing_pipeline",  "ray_query",
    "subgroup_vote",         "subgroup_shuffle_relative",
    "subgroup_clustered",    "subgroup_quad",
    "shader_float16",        "shader_float64",
    "shader_int8",           "shader_int16",
    "storage_buffer_8bit",   "storage_buffer_16bit",
    "variable_pointers",
};

const char *gpu_feature_name(enum gpu_feature feature)
{
    for (uint32_t i = 0; i < (uint32_t)GPU_FEATURE_COUNT; i++)
        if ((uint32_t)feature == 1u << i)
            return feature_names[i];
    return NULL;
}

const char *gpu_kind_name(enum gpu_kind kind)
{
    static const char *const names[] = {
        "discrete", "integrated", "virtual", "cpu", "other", "host"
    };
    return names[kind];
}

const char *gpu_info_untimed(const struct gpu_info *info)
{
    if (!info->usable)
        return info->unusable_reason;
    return isinf(info->timestamp_period_ns)
               ? "its driver states a timestamp period of inf ns, as one without hardware "
                 "does"
               : NULL;
}

const char *gpu_loader_version(void)
{
    static char text[32];
    if (volkInitialize() != VK_SUCCESS)
        return "none";
    const uint32_t version = volkGetInstanceVersion();
    snprintf(text, sizeof(text), "%u.%u.%u", VK_API_VERSION_MAJOR(version),
             VK_API_VERSION_MINOR(version), VK_API_VERSION_PATCH(version));
    return text;
}

static const enum gpu_kind kinds[] = {
    [VK_PHYSICAL_DEVICE_TYPE_OTHER] = GPU_OTHER,
    [VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU] = GPU_INTEGRATED,
    [VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU] = GPU_DISCRETE,
    [VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU] = GPU_VIRTUAL,
    [VK_PHYSICAL_DEVICE_TYPE_CPU] = GPU_CPU,
};

static void hexadecimal(const uint8_t bytes[VK_UUID_SIZE], char text[33])
{
    for (uint32_t i = 0; i < VK_UUID_SIZE; i++)
        snprintf(text + 2 * i, 3, "%02x", bytes[i]);
}

bool gpu_has_extension(VkPhysicalDevice physical, const char *name)
{
    VkExtensionProperties extensions[EXTENSIONS_MAX];
    uint32_t count = EXTENSIONS_MAX;
    bool found = false;
    if ((physical ? vkEnumerateDeviceExtensionProperties(physical, NULL, &count, extensions)
                  : vkEnumerateInstanceExtensionProperties(NULL, &count, extensions)) < VK_SUCCESS)
        return false;
    for (uint32_t i = 0; i < count; i++)
        found = found || strcmp(extensions[i].extensionName, name) == 0;
    return found;
}

void gpu_core_features_chain(struct core_features *core, void *next)
{
    core->all.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    core->all.pNext = &core->vulkan11;
    core->vulkan11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES;
    core->vulkan11.pNext = &core->vulkan12;
    core->vulkan12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    core->vulkan12.pNext = &core->vulkan13;
    core->vulkan13.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
    core->vulkan13.pNext = next;
}

void gpu_core_features_read(VkPhysicalDevice physical, struct core_features *core)
{
    *core = (struct core_features){ 0 };
    gpu_core_features_chain(core, NULL);
    vkGetPhysicalDeviceFeatures2(physical, &core->all);
}

void gpu_extension_features_read(VkPhysicalDevice physical, const char *extension, void *structure)
{
    VkPhysicalDeviceFeatures2 all = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                      .pNext = structure };
    if (gpu_has_extension(physical, extension))
        vkGetPhysicalDeviceFeatures2(physical, &all);
}

#define FEATURES(name) VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_##name
const struct extension gpu_extensions[EXTENSION_COUNT] = {
    [EXTENSION_CLOCK] = { GPU_SHADER_CLOCK, VK_KHR_SHADER_CLOCK_EXTENSION_NAME,
                          FEATURES(SHADER_CLOCK_FEATURES_KHR), 2 },
    [EXTENSION_MESH] = { GPU_MESH_SHADER, VK_EXT_MESH_SHADER_EXTENSION_NAME,
                         FEATURES(MESH_SHADER_FEATURES_EXT), 2 },
    [EXTENSION_EXECUTABLES] = { GPU_PIPELINE_EXECUTABLE_PROPERTIES,
                                VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME,
                                FEATURES(PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR), 1 },
    [EXTENSION_MATRIX] = { GPU_COOPERATIVE_MATRIX, VK_NV_COOPERATIVE_MATRIX_EXTENSION_NAME,
                           FEATURES(COOPERATIVE_MATRIX_FEATURES_NV), 1 },
    [EXTENSION_SM_BUILTINS] = { GPU_SHADER_SM_BUILTINS, VK_NV_SHADER_SM_BUILTINS_EXTENSION_NAME,
                                FEATURES(SHADER_SM_BUILTINS_FEATURES_NV), 1 },
    [EXTENSION_COUNTERS] = { 0, VK_KHR_PERFORMANCE_QUERY_EXTENSION_NAME,
                             FEATURES(PERFORMANCE_QUERY_FEATURES_KHR), 1 },
    [EXTENSION_ACCELERATION] = { GPU_RAY_TRACING_PIPELINE | GPU_RAY_QUERY,
                                 VK_KHR_ACCELERATION_STRUCTURE_EXTENSION_NAME,
                                 FEATURES(ACCELERATION_STRUCTURE_FEATURES_KHR), 1 },
    [EXTENSION_DEFERRED_HOST] = { GPU_RAY_TRACING_PIPELINE | GPU_RAY_QUERY,
                                  VK_KHR_DEFERRED_HOST_OPERATIONS_EXTENSION_NAME, 0, 0 },
    [EXTENSION_RAY_PIPELINE] = { GPU_RAY_TRACING_PIPELINE,
                                 VK_KHR_RAY_TRACING_PIPELINE_EXTENSION_NAME,
                                 FEATURES(RAY_TRACING_PIPELINE_FEATURES_KHR), 1 },
    [EXTENSION_RAY_QUERY] = { GPU_RAY_QUERY, VK_KHR_RAY_QUERY_EXTENSION_NAME,
                              FEATURES(RAY_QUERY_FEATURES_KHR), 1 },
    [EXTENSION_CALIBRATED] = { GPU_CALIBRATED_TIMESTAMPS,
                               VK_EXT_CALIBRATED_TIMESTAMPS_EXTENSION_NAME, 0, 0 },
};

bool gpu_extension_has(VkPhysicalDevice physical, enum extensions which)
{
    const struct extension *own = &gpu_extensions[which];
    struct capability_flags read = { .sType = own->structure };
    bool all = true;
    gpu_extension_features_read(physical, own->name, &read);
    for (uint32_t i = 0; i < own->flags; i++)
        all = all && read.flags[i];
    return all;
}

/* Flags of the core that stand for a feature: all that it has here. */
#define CORE(structure, member) (uint16_t) offsetof(struct core_features, structure.member)
static const struct {
    uint32_t feature;
    uint16_t at;
} core_features[] = {
    { GPU_SHADER_FLOAT16, CORE(vulkan12, shaderFloat16) },
    { GPU_SHADER_FLOAT64, CORE(all, features.shaderFloat64) },
    { GPU_SHADER_INT8, CORE(vulkan12, shaderInt8) },
    { GPU_SHADER_INT16, CORE(all, features.shaderInt16) },
    { GPU_SHADER_INT64, CORE(all, features.shaderInt64) },
    { GPU_BUFFER_INT64_ATOMICS, CORE(vulkan12, shaderBufferInt64Atomics) },
    { GPU_STORAGE_BUFFER_8BIT, CORE(vulkan12, storageBuffer8BitAccess) },
    { GPU_STORAGE_BUFFER_16BIT, CORE(vulkan11, storageBuffer16BitAccess) },
    { GPU_VARIABLE_POINTERS, CORE(vulkan11, variablePointers) },
    { GPU_VARIABLE_POINTERS, CORE(vulkan11, variablePointersStorageBuffer) },
    { GPU_MEMORY_MODEL_DEVICE_SCOPE, CORE(vulkan12, vulkanMemoryModel) },
    { GPU_MEMORY_MODEL_DEVICE_SCOPE, CORE(vulkan12, vulkanMemoryModelDeviceScope) },
    { GPU_PIPELINE_STATISTICS, CORE(all, features.pipelineStatisticsQuery) },
    { GPU_GRAPHICS, CORE(all, features.vertexPipelineStoresAndAtomics) },
    { GPU_GRAPHICS, CORE(all, features.fragmentStoresAndAtomics) },
};
enum { CORE_FEATURES = sizeof(core_features) / sizeof(core_features[0]) };

void gpu_core_features_set(struct core_features *core, uint32_t features)
{
    const VkBool32 on = VK_TRUE;
    for (size_t i = 0; i < CORE_FEATURES; i++)
        if (features & core_features[i].feature)
            memcpy((char *)core + core_features[i].at, &on, sizeof(on));
}

/* True where the device's clock and the host's can be read at one moment. */
static bool clocks_can_be_calibrated(VkPhysicalDevice physical)
{
    enum { DOMAINS_MAX = 16 };
    VkTimeDomainEXT domains[DOMAINS_MAX];
    uint32_t count = DOMAINS_MAX;
    bool device = false, host = false;
    if (!gpu_has_extension(physical, VK_EXT_CALIBRATED_TIMESTAMPS_EXTENSION_NAME) ||
        !vkGetPhysicalDeviceCalibrateableTimeDomainsEXT ||
        vkGetPhysicalDeviceCalibrateableTimeDomainsEXT(physical, &count, domains) < VK_SUCCESS)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        device = device || domains[i] == VK_TIME_DOMAIN_DEVICE_EXT;
        host = host || domains[i] == gpu_host_time_domain();
    }
    return device && host;
}

/* True where subgroups have products of 16 x 16 x 16, of halves into floats, in compute shaders: in
 * the NV form alone, since headers and compilers of Debian 12 do not know the KHR form. */
static bool has_cooperative_matrix(VkPhysicalDevice physical, const struct core_features *core)
{
    VkPhysicalDeviceCooperativeMatrixPropertiesNV properties = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COOPERATIVE_MATRIX_PROPERTIES_NV
    };
    VkPhysicalDeviceProperties2 limits = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                           .pNext = &properties };
    VkCooperativeMatrixPropertiesNV matrices[MATRICES_MAX] = { { .MSize = 0 } };
    uint32_t count = MATRICES_MAX;
    bool found = false;
    if (!gpu_extension_has(physical, EXTENSION_MATRIX) || !core->vulkan12.shaderFloat16 ||
        !core->vulkan12.vulkanMemoryModel)
        return false;
    vkGetPhysicalDeviceProperties2(physical, &limits);
    for (uint32_t i = 0; i < MATRICES_MAX; i++)
        matrices[i].sType = VK_STRUCTURE_TYPE_COOPERATIVE_MATRIX_PROPERTIES_NV;
    if (!(properties.cooperativeMatrixSupportedStages & VK_SHADER_STAGE_COMPUTE_BIT) ||
        !vkGetPhysicalDeviceCooperativeMatrixPropertiesNV ||
        vkGetPhysicalDeviceCooperativeMatrixPropertiesNV(physical, &count, matrices) < VK_SUCCESS)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const VkCooperativeMatrixPropertiesNV *m = &matrices[i];
        found =
            found ||
            (m->MSize == 16 && m->NSize == 16 && m->KSize == 16 &&
             m->AType == VK_COMPONENT_TYPE_FLOAT16_NV && m->BType == VK_COMPONENT_TYPE_FLOAT16_NV &&
             m->CType == VK_COMPONENT_TYPE_FLOAT32_NV && m->DType == VK_COMPONENT_TYPE_FLOAT32_NV &&
             m->scope == VK_SCOPE_SUBGROUP_NV);
    }
    return found;
}

/* `draws`: the queue does. */
static uint32_t features_read(VkPhysicalDevice physical, const struct core_features *core,
                              const VkPhysicalDeviceVulkan11Properties *properties, bool draws)
{
    const VkSubgroupFeatureFlags operations =
        properties->subgroupSupportedStages & VK_SHADER_STAGE_COMPUTE_BIT
            ? properties->subgroupSupportedOperations
            : 0;
    uint32_t features = 0, lacks = draws ? 0 : GPU_GRAPHICS;
    for (size_t i = 0; i < CORE_FEATURES; i++) {
        VkBool32 has;
        memcpy(&has, (const char *)core + core_features[i].at, sizeof(has));
        features |= core_features[i].feature;
        lacks |= has ? 0 : core_features[i].feature;
    }
    features &= ~lacks;
    const bool rays = core->vulkan12.bufferDeviceAddress &&
                      gpu_extension_has(physical, EXTENSION_ACCELERATION) &&
                      gpu_has_extension(physical, VK_KHR_DEFERRED_HOST_OPERATIONS_EXTENSION_NAME);
    const struct {
        bool has;
        uint32_t feature;
    } facts[] = {
        { operations & VK_SUBGROUP_FEATURE_VOTE_BIT, GPU_SUBGROUP_VOTE },
        { operations & VK_SUBGROUP_FEATURE_ARITHMETIC_BIT, GPU_SUBGROUP_ARITHMETIC },
        { operations & VK_SUBGROUP_FEATURE_BALLOT_BIT, GPU_SUBGROUP_BALLOT },
        { operations & VK_SUBGROUP_FEATURE_SHUFFLE_BIT, GPU_SUBGROUP_SHUFFLE },
        { operations & VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT, GPU_SUBGROUP_SHUFFLE_RELATIVE },
        { operations & VK_SUBGROUP_FEATURE_CLUSTERED_BIT, GPU_SUBGROUP_CLUSTERED },
        { operations & VK_SUBGROUP_FEATURE_QUAD_BIT, GPU_SUBGROUP_QUAD },
        { gpu_extension_has(physical, EXTENSION_CLOCK), GPU_SHADER_CLOCK },
        { gpu_extension_has(physical, EXTENSION_SM_BUILTINS), GPU_SHADER_SM_BUILTINS },
        { gpu_extension_has(physical, EXTENSION_EXECUTABLES), GPU_PIPELINE_EXECUTABLE_PROPERTIES },
        { clocks_can_be_calibrated(physical), GPU_CALIBRATED_TIMESTAMPS },
        { has_cooperative_matrix(physical, core), GPU_COOPERATIVE_MATRIX },
        { features & GPU_GRAPHICS && gpu_extension_has(physical, EXTENSION_MESH), GPU_MESH_SHADER },
        { rays && gpu_extension_has(physical, EXTENSION_RAY_PIPELINE), GPU_RAY_TRACING_PIPELINE },
        { rays && gpu_extension_has(physical, EXTENSION_RAY_QUERY), GPU_RAY_QUERY },
    };
    for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++)
        features |= facts[i].has ? facts[i].feature : 0;
    return features;
}

/* Where a device is plugged in, which its slices and its several drivers share; and how many
 * multiprocessors it has: Vulkan itself does not say, but some vendors' extensions do, whose
 * properties need not be enabled. */
static void extensions_read(VkPhysicalDevice physical, struct gpu_info *info)
{
    VkPhysicalDeviceShaderSMBuiltinsPropertiesNV nvidia = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SM_BUILTINS_PROPERTIES_NV
    };
    VkPhysicalDeviceShaderCoreProperties2AMD amd = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CORE_PROPERTIES_2_AMD
    };
    VkPhysicalDeviceShaderCoreBuiltinsPropertiesARM arm = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CORE_BUILTINS_PROPERTIES_ARM
    };
    VkPhysicalDevicePCIBusInfoPropertiesEXT bus = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PCI_BUS_INFO_PROPERTIES_EXT
    };
    VkPhysicalDeviceProperties2 all = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2 };
    if (gpu_has_extension(physical, VK_NV_SHADER_SM_BUILTINS_EXTENSION_NAME))
        all.pNext = &nvidia;
    else if (gpu_has_extension(physical, VK_AMD_SHADER_CORE_PROPERTIES_2_EXTENSION_NAME))
        all.pNext = &amd;
    else if (gpu_has_extension(physical, VK_ARM_SHADER_CORE_BUILTINS_EXTENSION_NAME))
        all.pNext = &arm;
    bus.pNext = all.pNext;
    const bool plugged = gpu_has_extension(physical, VK_EXT_PCI_BUS_INFO_EXTENSION_NAME);
    if (plugged)
        all.pNext = &bus;
    vkGetPhysicalDeviceProperties2(physical, &all);
    info->multiprocessors = nvidia.shaderSMCount + amd.activeComputeUnitCount + arm.shaderCoreCount;
    if (plugged)
        snprintf(info->pci_bus, sizeof(info->pci_bus), "%04x:%02x:%02x.%x", bus.pciDomain,
                 bus.pciBus, bus.pciDevice, bus.pciFunction);
}

static void limits_read(VkPhysicalDevice physical, const VkPhysicalDeviceLimits *from,
                        struct gpu_limits *limits)
{
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(physical, &memory);
    for (int i = 0; i < 3; i++) {
        limits->group_count_max[i] = from->maxComputeWorkGroupCount[i];
        limits->group_size_max[i] = from->maxComputeWorkGroupSize[i];
    }
    limits->group_invocations_max = from->maxComputeWorkGroupInvocations;
    limits->shared_bytes_max = from->maxComputeSharedMemorySize;
    limits->storage_buffers_max = from->maxPerStageDescriptorStorageBuffers;
    limits->storage_images_max = from->maxPerStageDescriptorStorageImages;
    limits->storage_buffer_bytes_max = from->maxStorageBufferRange;
    limits->image_side_max = from->maxImageDimension2D;
    for (uint32_t i = 0; i < memory.memoryHeapCount; i++)
        if (memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT &&
            memory.memoryHeaps[i].size > limits->memory_bytes)
            limits->memory_bytes = memory.memoryHeaps[i].size;
}

/* The first family that computes, has timestamps and draws; else the first that does not draw; else
 * one without timestamps. */
static bool family_find(VkPhysicalDevice physical, uint32_t *family, uint32_t *timestamp_bits,
                        bool *draws)
{
    VkQueueFamilyProperties families[FAMILIES_MAX];
    uint32_t count = FAMILIES_MAX;
    bool found = false, stamps = false;
    *draws = false;
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families);
    for (uint32_t i = 0; i < count; i++)
        stamps = stamps || (families[i].queueFlags & VK_QUEUE_COMPUTE_BIT &&
                            families[i].timestampValidBits > 0);
    for (uint32_t i = 0; i < count && !*draws; i++) {
        const VkQueueFlags flags = families[i].queueFlags;
        if (!(flags & VK_QUEUE_COMPUTE_BIT) || (stamps && families[i].timestampValidBits == 0) ||
            (found && !(flags & VK_QUEUE_GRAPHICS_BIT)))
            continue;
        found = true;
        *draws = flags & VK_QUEUE_GRAPHICS_BIT;
        *family = i;
        *timestamp_bits = families[i].timestampValidBits;
    }
    return found;
}

/* Makes a usable device unusable, with the reason, where its driver states what none may. */
static void info_check(struct gpu_info *info)
{
    const uint32_t lanes = info->subgroup_size;
    const double period = info->timestamp_period_ns;
    bool groups_fit = info->limits.group_invocations_max > 0;
    for (int i = 0; i < 3; i++)
        groups_fit =
            groups_fit && info->limits.group_count_max[i] && info->limits.group_size_max[i];
    const struct {
        const char *what;
        double stated;
        const char *unit;
        bool wrong;
    } facts[] = {
        { "a limit of work-groups", 0, "", !groups_fit },
        /* A device that only compiles, RADV without its hardware, needs none. */
        { "device-local memory", 0, " bytes", info->limits.memory_bytes == 0 && !isinf(period) },
        { "a subgroup size", lanes, "", lanes == 0 || lanes & (lanes - 1) },
        { "a timestamp period", period, " ns", !(period > 0) },
    };
    for (size_t i = 0; info->usable && i < sizeof(facts) / sizeof(facts[0]); i++) {
        info->usable = !facts[i].wrong;
        if (facts[i].wrong)
            snprintf(info->unusable_reason, sizeof(info->unusable_reason),
                     "its driver states %s of %g%s", facts[i].what, facts[i].stated, facts[i].unit);
    }
}

static void info_read(VkPhysicalDevice physical, struct gpu_info *info, uint32_t *family)
{
    VkPhysicalDeviceVulkan13Properties vulkan13 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_PROPERTIES
    };
    VkPhysicalDeviceVulkan12Properties vulkan12 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES, .pNext = &vulkan13
    };
    VkPhysicalDeviceVulkan11Properties vulkan11 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES, .pNext = &vulkan12
    };
    VkPhysicalDeviceProperties2 all = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                        .pNext = &vulkan11 };
    const VkPhysicalDeviceProperties *properties = &all.properties;
    vkGetPhysicalDeviceProperties(physical, &all.properties);
    snprintf(info->name, sizeof(info->name), "%s", properties->deviceName);
    const size_t type = (size_t)properties->deviceType;
    info->kind = type < sizeof(kinds) / sizeof(kinds[0]) ? kinds[type] : GPU_OTHER;
    info->vendor_id = properties->vendorID;
    info->device_id = properties->deviceID;
    info->driver_version = properties->driverVersion;
    info->timestamp_period_ns = (double)properties->limits.timestampPeriod;
    const uint32_t version = properties->apiVersion;
    snprintf(info->api_version, sizeof(info->api_version), "%u.%u.%u",
             VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version),
             VK_API_VERSION_PATCH(version));
    limits_read(physical, &properties->limits, &info->limits);
    if (version < VK_API_VERSION_1_3) {
        snprintf(info->unusable_reason, sizeof(info->unusable_reason),
                 "it has Vulkan %s, 1.3 is needed", info->api_version);
        return;
    }
    vkGetPhysicalDeviceProperties2(physical, &all);
    hexadecimal(vulkan11.deviceUUID, info->uuid);
    hexadecimal(vulkan11.driverUUID, info->driver_uuid);
    snprintf(info->driver_name, sizeof(info->driver_name), "%s", vulkan12.driverName);
    snprintf(info->driver_info, sizeof(info->driver_info), "%s", vulkan12.driverInfo);
    struct core_features core;
    gpu_core_features_read(physical, &core);
    info->subgroup_size = info->subgroup_size_min = info->subgroup_size_max = vulkan11.subgroupSize;
    if (vulkan13.minSubgroupSize)
        info->subgroup_size_min = vulkan13.minSubgroupSize;
    if (vulkan13.maxSubgroupSize)
        info->subgroup_size_max = vulkan13.maxSubgroupSize;
    info->subgroup_size_control = core.vulkan13.subgroupSizeControl &&
                                  core.vulkan13.computeFullSubgroups &&
                                  vulkan13.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT;
    info->limits.group_subgroups_max = vulkan13.maxComputeWorkgroupSubgroups;
    info->limits.buffer_bytes_max = vulkan13.maxBufferSize;
    info->limits.allocation_bytes_max = vulkan11.maxMemoryAllocationSize;
    extensions_read(physical, info);
    bool draws;
    info->usable = family_find(physical, family, &info->timestamp_bits, &draws);
    info->features = features_read(physical, &core, &vulkan11, draws);
    gpu_capabilities_read(physical, info);
    if (!info->usable)
        snprintf(info->unusable_reason, sizeof(info->unusable_reason), "it has no compute queue");
    if (info->timestamp_bits == 0 && !isinf(info->timestamp_period_ns))
        info->timestamp_period_ns = 1; /* stamps are the host's: queue.c */
    info_check(info);
}

/* All that tells devices apart but their place among those that are alike. */
static void text_write(const struct gpu_info *info, char text[GPU_IDENTITY_BYTES])
{
    snprintf(text, GPU_IDENTITY_BYTES, "%s, bus %s, driver %s, %u multiprocessors, %s", info->uuid,
             info->pci_bus, info->driver_name, info->multiprocessors, info->name);
}

void gpu_infos_read(const VkPhysicalDevice *physicals, struct gpu_info *infos, uint32_t *families,
                    uint32_t count)
{
    char own[GPU_IDENTITY_BYTES], other[GPU_IDENTITY_BYTES];
    for (uint32_t i = 0; i < count; i++) {
        infos[i].index = (int)i;
        info_read(physicals[i], &infos[i], &families[i]);
    }
    for (uint32_t i = 0; i < count; i++) {
        int before = 0, alike = 0;
        text_write(&infos[i], own);
        for (uint32_t k = 0; k < count; k++) {
            text_write(&infos[k], other);
            const int same = strcmp(own, other) == 0;
            before += k < i ? same : 0;
            alike += same;
        }
        snprintf(infos[i].identity, sizeof(infos[i].identity), "%.*s, %d of %d",
                 GPU_IDENTITY_BYTES - 32, own, before, alike);
    }
}

int gpu_find(const struct gpu_info *infos, int count, const char *identity)
{
    for (int i = 0; i < count; i++)
        if (infos[i].usable && strcmp(infos[i].identity, identity) == 0)
            return i;
    return -1;
}

enum gpu_result gpu_list(struct gpu_info **infos, int *count)
{
    char message[GPU_MESSAGE_BYTES];
    enum gpu_result result = GPU_OK;
    uint32_t found = 0;
    OWNED uint32_t *families = NULL;
    OWNED VkPhysicalDevice *physicals = NULL;
    *infos = NULL;
    *count = 0;
    VkInstance instance = gpu_instance_create(false, false, &result, message);
    if (!instance) /* the loader has said why, and callers say it */
        return result;
    if (gpu_loader_enumerate(instance, &found, NULL) != VK_SUCCESS || found == 0) {
        result = GPU_UNSUPPORTED;
        goto done;
    }
    physicals = need_zeroed(found, sizeof(*physicals));
    if (gpu_loader_enumerate(instance, &found, physicals) < VK_SUCCESS) {
        result = GPU_ERROR;
        goto done;
    }
    *infos = need_zeroed(found, sizeof(**infos));
    families = need_zeroed(found, sizeof(*families));
    *count = (int)found;
    gpu_infos_read(physicals, *infos, families, found);
done:
    gpu_instance_keep(instance);
    return result;
}
