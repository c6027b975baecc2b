/* SPDX-License-Identifier: MIT */
#include "harness/base/need.h"
#include "harness/engine/gpu/private.h"
#include "harness/os/library.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Room for lists that are read without an allocation, as in info.c. */
enum { LAYERS_MAX = 128, EXTENSIONS_MAX = 256 };

static const char layer_name[] = "VK_LAYER_KHRONOS_validation";

static bool validation_available(void)
{
    VkLayerProperties layers[LAYERS_MAX];
    uint32_t count = LAYERS_MAX;
    bool found = false;
    if (vkEnumerateInstanceLayerProperties(&count, layers) < VK_SUCCESS)
        return false;
    for (uint32_t i = 0; i < count; i++)
        found = found || strcmp(layers[i].layerName, layer_name) == 0;
    return found;
}

/* Says whether the loader, or a driver of its, has the instance extension. */
static bool instance_has(const char *name)
{
    VkExtensionProperties extensions[EXTENSIONS_MAX];
    uint32_t count = EXTENSIONS_MAX;
    bool found = false;
    if (vkEnumerateInstanceExtensionProperties(NULL, &count, extensions) < VK_SUCCESS)
        return false;
    for (uint32_t i = 0; i < count; i++)
        found = found || strcmp(extensions[i].extensionName, name) == 0;
    return found;
}

static VKAPI_ATTR VkBool32 VKAPI_CALL on_message(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                                 VkDebugUtilsMessageTypeFlagsEXT types,
                                                 const VkDebugUtilsMessengerCallbackDataEXT *data,
                                                 void *user)
{
    const struct gpu *gpu = user;
    (void)severity;
    (void)types;
    /* A layer that is older than the driver says that it does not know an extension, or the
     * structure of a feature: no fault of ours. */
    const char *name = data->pMessageIdName ? data->pMessageIdName : "message";
    if ((strcmp(name, "VUID-VkDeviceCreateInfo-pNext-pNext") == 0 &&
         gpu_capability_is_young(strstr(data->pMessage, "unknown VkStructureType ("))) ||
        (strcmp(name, "VUID_Undefined") == 0 &&
         strstr(data->pMessage, " is not supported by this layer")))
        return VK_FALSE;
    /* "Validation Error: [ id ] objects | MessageID = hash | text": only the text is for people. */
    const char *text = strstr(data->pMessage, "| MessageID");
    const char *bar = text ? strchr(text + 1, '|') : NULL;
    text = bar ? bar + 2 : data->pMessage;
    /* Most is said while a pass is recorded, by this thread. */
    gpu_fail_format(user, GPU_INVALID, "validation: %s: %s%s%.320s", name,
                    gpu->labelled ? gpu->label : "", gpu->labelled ? ": " : "", text);
    return VK_FALSE;
}

bool gpu_validation_attach(struct gpu *gpu)
{
    const VkDebugUtilsMessengerCreateInfoEXT info = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                           VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
        .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
        .pfnUserCallback = on_message,
        .pUserData = gpu,
    };
    return gpu_check(gpu,
                     vkCreateDebugUtilsMessengerEXT(gpu->instance, &info, NULL, &gpu->messenger),
                     "vkCreateDebugUtilsMessengerEXT", __FILE__, __LINE__);
}

/*
 * Names what the instance enables: names of objects where there are any, validation where it is
 * wanted, and drivers that have not all of Vulkan, such as a Mac's, which a loader lists on request
 * only.
 */
static void extensions_choose(VkInstanceCreateInfo *info, const char *names[3], bool validate)
{
    uint32_t count = 0;
    uint32_t listed = 0;
    /* A loader that fails to list them says why when an instance is made that it may speak to. */
    const bool fails = vkEnumerateInstanceExtensionProperties(NULL, &listed, NULL) < VK_SUCCESS;
    if (validate || fails || instance_has(VK_EXT_DEBUG_UTILS_EXTENSION_NAME))
        names[count++] = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
    if (validate)
        names[count++] = VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME;
    if (instance_has(VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME)) {
        names[count++] = VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME;
        info->flags |= VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR;
    }
    info->enabledExtensionCount = count;
    info->ppEnabledExtensionNames = names;
}

/* Without layers, and nobody's; VK_NULL_HANDLE: none. */
static VkInstance kept;

void gpu_instance_keep(VkInstance instance)
{
    if (kept)
        vkDestroyInstance(kept, NULL);
    kept = instance;
}

/* Makes one by the loader, which runs code of drivers and layers. */
static VkInstance instance_make(bool validate, bool validate_gpu, char message[GPU_MESSAGE_BYTES])
{
    VkInstance instance = VK_NULL_HANDLE;
    const VkValidationFeatureEnableEXT enables[] = {
        VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT,
        VK_VALIDATION_FEATURE_ENABLE_GPU_ASSISTED_EXT,
        VK_VALIDATION_FEATURE_ENABLE_GPU_ASSISTED_RESERVE_BINDING_SLOT_EXT,
    };
    const VkValidationFeaturesEXT features = {
        .sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
        .enabledValidationFeatureCount = validate_gpu ? 3 : 1,
        .pEnabledValidationFeatures = enables,
    };
    const char *const layers[] = { layer_name };
    const char *extensions[3];
    const VkApplicationInfo application = { .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                            .pApplicationName = "claimcheck",
                                            .apiVersion = VK_API_VERSION_1_3 };
    VkInstanceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
        .pNext = validate ? &features : NULL,
        .pApplicationInfo = &application,
        .enabledLayerCount = validate ? 1 : 0,
        .ppEnabledLayerNames = layers,
    };
    if (volkInitialize() != VK_SUCCESS) {
        void *loader = os_library_open("libvulkan.so.1"); /* as volk does, for the system's words */
        const char *words = loader ? "" : os_library_error();
        const bool absent = !*words || strstr(words, strerror(ENOENT));
        snprintf(message, GPU_MESSAGE_BYTES, "%s%.300s%s",
                 absent ? "no Vulkan loader found" : "the Vulkan loader does not load: ",
                 absent ? "" : words,
                 absent ? "; install libvulkan1 and a driver (mesa-vulkan-drivers has one for the "
                          "CPU)"
                        : "");
        need_limits_say(message, GPU_MESSAGE_BYTES);
        return VK_NULL_HANDLE;
    }
    if (validate && !validation_available()) {
        strcpy(message,
               "--validate needs the Khronos validation layer; install vulkan-validationlayers");
        return VK_NULL_HANDLE;
    }
    extensions_choose(&info, extensions, validate);
    VkDebugUtilsMessengerCreateInfoEXT listener = gpu_loader_listen();
    listener.pNext = info.pNext;
    for (uint32_t i = 0; i < info.enabledExtensionCount; i++)
        if (strcmp(extensions[i], VK_EXT_DEBUG_UTILS_EXTENSION_NAME) == 0)
            info.pNext = &listener;
    const VkResult created = vkCreateInstance(&info, NULL, &instance);
    if (gpu_loader_result("vkCreateInstance", created) != VK_SUCCESS) {
        gpu_loader_say(message);
        need_limits_say(message, GPU_MESSAGE_BYTES);
        return VK_NULL_HANDLE;
    }
    return instance;
}

VkInstance gpu_instance_create(bool validate, bool validate_gpu, enum gpu_result *result,
                               char message[GPU_MESSAGE_BYTES])
{
    VkInstance instance = validate ? VK_NULL_HANDLE : kept;
    *result = GPU_UNSUPPORTED;
    if (instance) {
        kept = VK_NULL_HANDLE;
    } else if (gpu_manifests_endless()) {
        gpu_manifests_say(message);
    } else {
        gpu_loader_guard(true);
        instance = instance_make(validate, validate_gpu, message);
        gpu_loader_guard(false);
    }
    if (instance) {
        volkLoadInstanceOnly(instance);
        *result = GPU_OK;
    }
    return instance;
}

bool gpu_validates(const struct gpu *gpu)
{
    return gpu && gpu->messenger;
}
