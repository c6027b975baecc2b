/* SPDX-License-Identifier: MIT */
/* loader.c: instances, and what the Vulkan loader says while it makes one: the layers that it puts
 * in the calls' way, and the manifests and drivers that fail. */
#include "harness/base/need.h"
#include "harness/engine/gpu/private.h"
#include "harness/os/library.h"
#include "harness/os/os.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Manifests of the environment ----------------------------------------------------------------- */

/* Variables of the Vulkan loader: paths separated by ':'. */
static const char *const variables[] = { "VK_DRIVER_FILES", "VK_ICD_FILENAMES",
                                         "VK_ADD_DRIVER_FILES" };
enum { VARIABLES = sizeof(variables) / sizeof(variables[0]), PATH_BYTES = 4096 };

static bool is_endless(const char *path)
{
    struct os_file_status status;
    return os_path_look(path, &status) && status.kind == OS_FILE_IS_OTHER;
}

/* Says whether a manifest names a library that is no regular file. A name with a '/' is absolute,
 * or relative to the manifest's folder. The loader looks for other names where the system has
 * libraries. */
static bool library_endless(const char *manifest)
{
    json_auto_t *document = json_load_file(manifest, 0, NULL);
    const char *library =
        json_string_value(json_object_get(json_object_get(document, "ICD"), "library_path"));
    const char *slash = os_path_last(manifest);
    if (!library || !os_path_first(library))
        return false;
    const int folder = !os_path_is_absolute(library) && slash ? (int)(slash - manifest) + 1 : 0;
    char path[2 * PATH_BYTES];
    const int written = snprintf(path, sizeof(path), "%.*s%s", folder, manifest, library);
    return written > 0 && (size_t)written < sizeof(path) && is_endless(path);
}

/* The variable that names one; NULL. */
static const char *endless_find(void)
{
    for (size_t i = 0; i < VARIABLES; i++) {
        const char *at = getenv(variables[i]);
        while (at && *at) {
            const size_t bytes = strcspn(at, ":");
            char path[PATH_BYTES];
            snprintf(path, sizeof(path), "%.*s", (int)bytes, at);
            if (bytes < sizeof(path) && (is_endless(path) || library_endless(path)))
                return variables[i];
            at += bytes + (at[bytes] ? 1 : 0);
        }
    }
    return NULL;
}

/* Writes that no device was found, and which of those variables to put right. False, and nothing is
 * written, where there is none. */
static bool manifests_say(char message[GPU_MESSAGE_BYTES])
{
    const char *variable = endless_find(), *value;
    const char *what = variable ? "something that is neither a file nor a folder" : "all drivers";
    for (size_t i = 0; i < VARIABLES && !variable; i++)
        if ((value = getenv(variables[i])) && *value)
            variable = variables[i];
    if (variable)
        snprintf(message, GPU_MESSAGE_BYTES,
                 "no Vulkan device found: %s=%.200s names %s: put that right, or unset it",
                 variable, getenv(variable), what);
    return variable;
}

/* What the loader says ------------------------------------------------------------------------- */

enum { TROUBLE_BYTES = 256, DRIVERS_BYTES = 160 };

static struct {
    char layers[GPU_LAYERS_MAX][GPU_LAYER_BYTES];
    size_t layer_count;
    char trouble[TROUBLE_BYTES]; /* its warnings and errors, the first of them */
    char drivers[DRIVERS_BYTES]; /* manifests that it has read */
    char call[48];               /* that failed; "" for none */
    VkResult result;
} said;

size_t gpu_layers(const char *names[GPU_LAYERS_MAX])
{
    for (size_t i = 0; i < said.layer_count; i++)
        names[i] = said.layers[i];
    return said.layer_count;
}

const char *gpu_loader_trouble(void)
{
    return said.trouble;
}

/* Appends behind a separator what fits. */
static void add(char *text, size_t bytes, const char *what, int length)
{
    const size_t at = strlen(text);
    if (at + 3 < bytes)
        snprintf(text + at, bytes - at, "%s%.*s", at > 0 ? "; " : "", length, what);
    for (char *c = text; *c; c++)
        *c = (unsigned char)*c < ' ' ? ' ' : *c;
}

/* Finds the text between `before` and `after`; NULL where the text does not begin with `before`. */
static const char *between(const char *text, const char *before, char after, int *length)
{
    const size_t skip = strlen(before);
    const char *end = strncmp(text, before, skip) == 0 ? strchr(text + skip, after) : NULL;
    *length = end ? (int)(end - text - (long)skip) : 0;
    return end ? text + skip : NULL;
}

static VKAPI_ATTR VkBool32 VKAPI_CALL on_loader_message(
    VkDebugUtilsMessageSeverityFlagBitsEXT severity, VkDebugUtilsMessageTypeFlagsEXT types,
    const VkDebugUtilsMessengerCallbackDataEXT *data, void *user)
{
    int length;
    const char *text = data->pMessage, *found;
    (void)types;
    (void)user;
    /* Layers speak, too, and are no part of this. */
    if (!data->pMessageIdName || strcmp(data->pMessageIdName, "Loader Message") != 0)
        return VK_FALSE;
    if ((found = between(text, "Insert instance layer \"", '"', &length))) {
        if (said.layer_count < GPU_LAYERS_MAX)
            snprintf(said.layers[said.layer_count++], GPU_LAYER_BYTES, "%.*s", length, found);
    } else if ((found = between(text, "Found ICD manifest file ", ',', &length))) {
        add(said.drivers, sizeof(said.drivers), found, length);
    } else if (severity >= VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT) {
        const char *guess = strstr(text, ", this is usually"); /* at a cause */
        add(said.trouble, sizeof(said.trouble), text,
            guess ? (int)(guess - text) : (int)strlen(text));
    }
    return VK_FALSE;
}

static VkDebugUtilsMessengerCreateInfoEXT messenger_info(void)
{
    return (VkDebugUtilsMessengerCreateInfoEXT){
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT |
                           VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                           VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
        .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT,
        .pfnUserCallback = on_loader_message,
    };
}

void gpu_loader_guard(bool on)
{
    enum { EXIT_UNTRIED = 99, ANSWER_S = 120 };
    crash_say_hang(
        on ? "claimcheck: a call of the Vulkan loader, a layer or a driver has not returned "
             "for 120 s: this process ends. VK_LOADER_DEBUG=all names the files that "
             "were read before; remove or repair what hangs.\n"
           : NULL,
        ANSWER_S, EXIT_UNTRIED);
    crash_say(
        on ? "claimcheck: the process crashed in a call of the Vulkan loader: in the loader, a "
             "layer, a driver, or a library that they use. What is printed above may say "
             "why; VK_LOADER_DEBUG=all names the files that were read before.\n"
           : NULL,
        EXIT_UNTRIED);
}

/* Notes a call that failed. Returns the result. */
static VkResult loader_result(const char *call, VkResult result)
{
    if (result < VK_SUCCESS) {
        snprintf(said.call, sizeof(said.call), "%s", call);
        said.result = result;
    }
    return result;
}

VkResult gpu_loader_enumerate(VkInstance instance, uint32_t *count, VkPhysicalDevice *physicals)
{
    VkDebugUtilsMessengerCreateInfoEXT info = messenger_info();
    VkDebugUtilsMessengerEXT messenger = VK_NULL_HANDLE;
    if (vkCreateDebugUtilsMessengerEXT &&
        vkCreateDebugUtilsMessengerEXT(instance, &info, NULL, &messenger) != VK_SUCCESS)
        messenger = VK_NULL_HANDLE;
    gpu_loader_guard(true);
    const VkResult result = vkEnumeratePhysicalDevices(instance, count, physicals);
    gpu_loader_guard(false);
    if (messenger)
        vkDestroyDebugUtilsMessengerEXT(instance, messenger, NULL);
    return loader_result("vkEnumeratePhysicalDevices", result);
}

const char *gpu_loader_words(VkResult result)
{
    switch (result) {
    case VK_ERROR_OUT_OF_HOST_MEMORY: return "out of host memory, ";
    case VK_ERROR_OUT_OF_DEVICE_MEMORY: return "out of device memory, ";
    case VK_ERROR_INITIALIZATION_FAILED: return "initialization failed, ";
    case VK_ERROR_DEVICE_LOST: return "device lost, ";
    case VK_ERROR_MEMORY_MAP_FAILED: return "memory map failed, ";
    case VK_ERROR_LAYER_NOT_PRESENT: return "layer not present, ";
    case VK_ERROR_EXTENSION_NOT_PRESENT: return "extension not present, ";
    case VK_ERROR_FEATURE_NOT_PRESENT: return "feature not present, ";
    case VK_ERROR_INCOMPATIBLE_DRIVER: return "incompatible driver, ";
    case VK_ERROR_FORMAT_NOT_SUPPORTED: return "format not supported, ";
    case VK_ERROR_FRAGMENTED_POOL: return "fragmented pool, ";
    case VK_ERROR_INVALID_SHADER_NV: return "invalid shader, ";
    case VK_PIPELINE_COMPILE_REQUIRED: return "compilation required, ";
    default: return "";
    }
}

bool gpu_loader_say(char message[GPU_MESSAGE_BYTES])
{
    char variable[GPU_MESSAGE_BYTES];
    if (endless_find() || (!*said.call && !*said.trouble && !*said.drivers))
        return manifests_say(message);
    size_t at = (size_t)snprintf(message, GPU_MESSAGE_BYTES, "no Vulkan device found");
    if (*said.call)
        at += (size_t)snprintf(message + at, GPU_MESSAGE_BYTES - at, ": %s failed (%sVkResult %d)",
                               said.call, gpu_loader_words(said.result), (int)said.result);
    if (*said.trouble)
        at += (size_t)snprintf(message + at, GPU_MESSAGE_BYTES - at, "; the loader says: %s",
                               said.trouble);
    if (*said.drivers)
        snprintf(message + at, GPU_MESSAGE_BYTES - at, "; drivers that it has read: %s%s",
                 said.drivers, *said.call ? "" : ": they report no device");
    else if (manifests_say(variable) && strstr(variable, ": "))
        snprintf(message + at, GPU_MESSAGE_BYTES - at, "; %s", strstr(variable, ": ") + 2);
    else if (!*said.trouble)
        snprintf(
            message + at, GPU_MESSAGE_BYTES - at,
            "; it has found no driver: install one (on Debian, mesa-vulkan-drivers has one for "
            "the CPU)");
    return true;
}

/* Instances ------------------------------------------------------------------------------------ */

static const char layer_name[] = "VK_LAYER_KHRONOS_validation";

static bool validation_available(void)
{
    enum { LAYERS_MAX = 128 }; /* read without an allocation, as in info.c */
    VkLayerProperties layers[LAYERS_MAX];
    uint32_t count = LAYERS_MAX;
    bool found = false;
    if (vkEnumerateInstanceLayerProperties(&count, layers) < VK_SUCCESS)
        return false;
    for (uint32_t i = 0; i < count; i++)
        found = found || strcmp(layers[i].layerName, layer_name) == 0;
    return found;
}

static VKAPI_ATTR VkBool32 VKAPI_CALL on_layer_message(
    VkDebugUtilsMessageSeverityFlagBitsEXT severity, VkDebugUtilsMessageTypeFlagsEXT types,
    const VkDebugUtilsMessengerCallbackDataEXT *data, void *user)
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
        .pfnUserCallback = on_layer_message,
        .pUserData = gpu,
    };
    return CHECK(gpu, vkCreateDebugUtilsMessengerEXT(gpu->instance, &info, NULL, &gpu->messenger),
                 "vkCreateDebugUtilsMessengerEXT");
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
    if (validate || fails || gpu_has_extension(NULL, VK_EXT_DEBUG_UTILS_EXTENSION_NAME))
        names[count++] = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
    if (validate)
        names[count++] = VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME;
    if (gpu_has_extension(NULL, VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME)) {
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
    memset(&said, 0, sizeof(said)); /* the loader says it anew */
    VkDebugUtilsMessengerCreateInfoEXT listener = messenger_info();
    listener.pNext = info.pNext;
    for (uint32_t i = 0; i < info.enabledExtensionCount; i++)
        if (strcmp(extensions[i], VK_EXT_DEBUG_UTILS_EXTENSION_NAME) == 0)
            info.pNext = &listener;
    const VkResult created = vkCreateInstance(&info, NULL, &instance);
    if (loader_result("vkCreateInstance", created) != VK_SUCCESS) {
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
    } else if (endless_find()) {
        manifests_say(message);
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
