/* SPDX-License-Identifier: MIT */
/* capability.h: what a shader declares to need, held against a device before a driver is given the
 * shader. For the files of harness/engine/gpu/ alone. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_GPU_CAPABILITY_H
#define CLAIMCHECK_HARNESS_ENGINE_GPU_CAPABILITY_H

#include "harness/engine/gpu/private.h"

enum { CAPABILITY_FLAGS_MAX = 12, CAPABILITY_EXTENSIONS_MAX = 11, FLOAT_MODES = 15 };

/* A structure of an extension's features, which are a head and VkBool32 each. */
struct capability_flags {
    VkStructureType sType;
    void *pNext;
    VkBool32 flags[CAPABILITY_FLAGS_MAX];
};

/* Features that make a device; the caller has set some of them. */
struct capabilities_enabled {
    VkPhysicalDeviceFeatures features;
    VkPhysicalDeviceVulkan11Features vulkan11;
    VkPhysicalDeviceVulkan12Features vulkan12;
    VkPhysicalDeviceVulkan13Features vulkan13;
    struct capability_flags flags[CAPABILITY_EXTENSIONS_MAX];
};

/* Reads into info->capabilities and float_modes, both 0, what shaders may declare on the device. */
void gpu_capabilities_read(VkPhysicalDevice physical, struct gpu_info *info);

/* Sets what the device has of these in *enabled, and adds the names of extensions. Returns the
 * chain of their structures, NULL for none; it lives as long as *enabled. */
void *gpu_capabilities_enable(const struct gpu *gpu, struct capabilities_enabled *enabled,
                              const char **extensions, uint32_t *count);

/* True where the shader declares any operation of subgroups, or reads how they lie. */
bool gpu_shader_uses_subgroups(const struct gpu_shader *shader);

/* True where the text names, behind its first parenthesis, a structure of device_extensions that is
 * younger than the headers of Debian 12; false of NULL. */
bool gpu_capability_is_young(const char *text);

#endif
