/* SPDX-License-Identifier: MIT */
/* loader.h: what the Vulkan loader says of layers, manifests and drivers. For the files of
 * harness/engine/gpu/ alone. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_GPU_LOADER_H
#define CLAIMCHECK_HARNESS_ENGINE_GPU_LOADER_H

#include "harness/engine/gpu/info.h"

#include <volk.h>

/* Forgets what was said, and returns what an instance is made with so that it is said anew. */
VkDebugUtilsMessengerCreateInfoEXT gpu_loader_listen(void);

/* Makes a crash of the loader, a layer or a driver end the process with 99 and a line that names
 * the remedy, or no longer. */
void gpu_loader_guard(bool on);

/* Notes a call that failed. Returns the result. */
VkResult gpu_loader_result(const char *call, VkResult result);

/* Names a result for people, before its number: "device lost, "; "" for one without a name. */
const char *gpu_loader_words(VkResult result);

/* vkEnumeratePhysicalDevices(), noted. */
VkResult gpu_loader_enumerate(VkInstance instance, uint32_t *count, VkPhysicalDevice *physicals);

/* Writes that no device was found, which call failed with which VkResult, what the loader said, and
 * which drivers it had read. False, and nothing is written, where nothing is known. */
bool gpu_loader_say(char message[GPU_MESSAGE_BYTES]);

/* Of the drivers that the environment names in place of the system's, says whether one, or the
 * library that it names, is neither a file nor a folder: the loader may read it without an end. */
bool gpu_manifests_endless(void);

/* Writes that no device was found, and which of those variables to put right. False, and nothing is
 * written, where there is none. */
bool gpu_manifests_say(char message[GPU_MESSAGE_BYTES]);

#endif
