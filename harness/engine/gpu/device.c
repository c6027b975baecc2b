/* SPDX-License-Identifier: MIT */
#include "harness/base/need.h"
#include "harness/engine/gpu/private.h"
#include "harness/os/os.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t wait_ns_default = UINT64_C(60) * 1000 * 1000 * 1000;
static const uint64_t memory_bytes_default = UINT64_C(16) << 30;

/* Failures ------------------------------------------------------------------------------------ */

bool gpu_fail(struct gpu *gpu, enum gpu_result result, const char *message)
{
    assert(result != GPU_OK);
    if (gpu && gpu->failure.result == GPU_OK) {
        gpu->failure.result = result;
        snprintf(gpu->failure.message, sizeof(gpu->failure.message), "%s", message);
    }
    return false;
}

bool gpu_fail_format(struct gpu *gpu, enum gpu_result result, const char *format, ...)
{
    char message[GPU_MESSAGE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof(message), format, arguments);
    va_end(arguments);
    for (char *at = message; *at; at++)
        *at = *at == '\n' ? ' ' : *at;
    return gpu_fail(gpu, result, message);
}

bool gpu_check(struct gpu *gpu, VkResult result, const char *call, const char *file, int line)
{
    if (result == VK_SUCCESS)
        return true;
    enum gpu_result kind = GPU_ERROR;
    if (result == VK_ERROR_OUT_OF_DEVICE_MEMORY || result == VK_ERROR_OUT_OF_HOST_MEMORY ||
        result == VK_ERROR_TOO_MANY_OBJECTS || result == VK_ERROR_OUT_OF_POOL_MEMORY)
        kind = GPU_OUT_OF_MEMORY;
    if (result == VK_ERROR_DEVICE_LOST)
        kind = GPU_LOST;
    if (result == VK_TIMEOUT)
        kind = GPU_TIMEOUT;
    /* "vkCreateFence(gpu->device, ...)", or "vkCreateFence of NAME (FILE)". */
    const size_t words = strcspn(call, " ("), length = call[words] == '(' ? words : strlen(call);
    const int name_length = (int)length;
    const char *slash = os_path_last(file);
    char message[GPU_MESSAGE_BYTES];
    snprintf(message, sizeof(message), "%.*s failed: %s (%sVkResult %d, %s:%d)", name_length, call,
             gpu_result_name(kind), kind == GPU_ERROR ? gpu_loader_words(result) : "", (int)result,
             slash ? slash + 1 : file, line);
    if (kind == GPU_OUT_OF_MEMORY || result == VK_ERROR_UNKNOWN ||
        result == VK_ERROR_INITIALIZATION_FAILED)
        need_limits_say(message, GPU_MESSAGE_BYTES);
    return gpu_fail(gpu, kind, message);
}

bool gpu_check_made(struct gpu *gpu, VkResult result, bool made, const char *call, const char *name,
                    const char *file, int line)
{
    char of[GPU_MESSAGE_BYTES];
    if (result == VK_SUCCESS && made)
        return true;
    snprintf(of, sizeof(of), "%s of %.160s", call, name);
    if (result != VK_SUCCESS)
        return gpu_check(gpu, result, of, file, line);
    return gpu_fail_format(gpu, GPU_ERROR, "%s failed: the driver reports success and gives none",
                           of);
}

const struct gpu_failure *gpu_failure(const struct gpu *gpu)
{
    static const struct gpu_failure none = { GPU_ERROR, "there is no device" };
    return gpu ? &gpu->failure : &none;
}

bool gpu_failed(const struct gpu *gpu)
{
    return gpu_failure(gpu)->result != GPU_OK;
}

bool gpu_recover(struct gpu *gpu)
{
    if (!gpu || gpu->failure.result == GPU_LOST || gpu->failure.result == GPU_TIMEOUT)
        return false;
    gpu->failure = (struct gpu_failure){ .result = GPU_OK };
    return true;
}

const struct gpu_info *gpu_info(const struct gpu *gpu)
{
    return gpu ? &gpu->info : NULL;
}

/* Planted faults ------------------------------------------------------------------------------ */

void gpu_fault_plant(struct gpu *gpu, enum gpu_result result)
{
    if (gpu)
        gpu->planted = result;
}

bool gpu_fault_strikes(struct gpu *gpu, enum gpu_result result, const char *call)
{
    if (gpu->planted == GPU_OK || gpu->planted != result)
        return false;
    gpu->planted = GPU_OK;
    gpu_fail_format(gpu, result, "%s failed: %s (planted by CLAIMCHECK_FAULT)", call,
                    gpu_result_name(result));
    return true;
}

void gpu_fault_step(struct gpu *gpu, enum gpu_step_fault fault, uint32_t step)
{
    if (!gpu)
        return;
    gpu->step.fault = fault;
    gpu->step.step = step;
    gpu->step.seen = 0;
    gpu->step.list_bytes = 0;
    if (gpu->step.list)
        *gpu->step.list = 0;
}

uint32_t gpu_fault_step_end(struct gpu *gpu)
{
    if (!gpu)
        return 0;
    gpu->step.fault = GPU_STEP_NONE;
    return gpu->step.seen;
}

const char *gpu_fault_step_name(const struct gpu *gpu)
{
    return gpu->step.name;
}

const char *gpu_fault_steps(const struct gpu *gpu)
{
    return gpu->step.list ? gpu->step.list : "";
}

bool gpu_fault_step_reach(struct gpu *gpu, const char *name, uint32_t groups[3])
{
    const bool shortens = gpu->step.fault == GPU_STEP_SHORT;
    if (gpu->step.fault == GPU_STEP_LIST) {
        const size_t bytes = strlen(name) + sizeof("+\n");
        if (gpu->step.list_bytes + bytes > gpu->step.list_room) {
            gpu->step.list_room = 2 * (gpu->step.list_bytes + bytes);
            gpu->step.list = need_again(gpu->step.list, gpu->step.list_room);
        }
        snprintf(gpu->step.list + gpu->step.list_bytes, bytes, "%c%s\n", groups ? '+' : '-', name);
        gpu->step.list_bytes += bytes - 1;
        gpu->step.seen++;
        return false;
    }
    if (gpu->step.fault == GPU_STEP_NONE || (shortens && !groups))
        return false;
    if (++gpu->step.seen != gpu->step.step)
        return false;
    snprintf(gpu->step.name, sizeof(gpu->step.name), "%s", name);
    int along = 0;
    while (shortens && along < 2 && groups[along] < 2)
        along++;
    along = shortens && groups[along] < 2 ? 0 : along;
    if (shortens && groups[along] > 0)
        groups[along]--;
    return !shortens;
}

/* Creation ------------------------------------------------------------------------------------ */

/* *result and `message` stay as they are where the devices cannot be enumerated. */
static bool physical_choose(struct gpu *gpu, const struct gpu_params *params,
                            enum gpu_result *result, char message[GPU_MESSAGE_BYTES])
{
    uint32_t count = 0;
    if (gpu_loader_enumerate(gpu->instance, &count, NULL) < VK_SUCCESS) {
        gpu_loader_say(message);
        *result = GPU_UNSUPPORTED;
        return false;
    }
    OWNED VkPhysicalDevice *physicals = need_zeroed(count, sizeof(*physicals));
    OWNED struct gpu_info *infos = need_zeroed(count, sizeof(*infos));
    OWNED uint32_t *families = need_zeroed(count, sizeof(*families));
    if (gpu_loader_enumerate(gpu->instance, &count, physicals) < VK_SUCCESS)
        return false;
    gpu_infos_read(physicals, infos, families, count);
    const int chosen = params->identity ? gpu_find(infos, (int)count, params->identity)
                                        : gpu_choose(infos, (int)count, params->selector, message);
    if (chosen < 0 && params->identity)
        snprintf(message, GPU_MESSAGE_BYTES,
                 "the device is no longer there; see `claimcheck devices`");
    *result = chosen < 0 ? GPU_UNSUPPORTED : GPU_OK;
    if (chosen < 0)
        return false;
    gpu->physical = physicals[chosen];
    gpu->info = infos[chosen];
    gpu->family = families[chosen];
    return true;
}

static bool device_create(struct gpu *gpu, bool counting)
{
    const float priority = 1.0f;
    const VkDeviceQueueCreateInfo queue = { .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                            .queueFamilyIndex = gpu->family,
                                            .queueCount = 1,
                                            .pQueuePriorities = &priority };
    const uint32_t features = gpu->info.features;
    const char *extensions[EXTENSION_COUNT + 1 + CAPABILITY_EXTENSIONS_MAX];
    struct capability_flags used[EXTENSION_COUNT], flags[CAPABILITY_EXTENSIONS_MAX];
    uint32_t extension_count = 0;
    void *extended = NULL;
    for (int i = 0; i < EXTENSION_COUNT; i++) {
        const struct extension *own = &gpu_extensions[i];
        if (!(i == EXTENSION_COUNTERS ? counting : features & own->features))
            continue;
        extensions[extension_count++] = own->name;
        if (own->flags == 0)
            continue;
        used[i] = (struct capability_flags){ .sType = own->structure, .pNext = extended };
        for (uint32_t k = 0; k < own->flags; k++)
            used[i].flags[k] = VK_TRUE;
        extended = &used[i];
    }
    /* A device that has it, such as a Mac's, must have it enabled. */
    if (gpu_has_extension(gpu->physical, "VK_KHR_portability_subset"))
        extensions[extension_count++] = "VK_KHR_portability_subset";
    struct core_features core = {
        .vulkan13 = { .subgroupSizeControl = gpu->info.subgroup_size_control,
                      .computeFullSubgroups = gpu->info.subgroup_size_control,
                      .synchronization2 = VK_TRUE,
                      .maintenance4 = VK_TRUE,
                      .dynamicRendering = (features & GPU_GRAPHICS) != 0 },
        .vulkan12 = { .vulkanMemoryModel = (features & GPU_COOPERATIVE_MATRIX) != 0,
                      .hostQueryReset = counting,
                      .bufferDeviceAddress =
                          (features & (GPU_RAY_TRACING_PIPELINE | GPU_RAY_QUERY)) != 0 },
    };
    /* robustBufferAccess stays off: it would hide the faults that the guards are there to catch. */
    gpu_core_features_set(&core, features);
    gpu_core_features_chain(
        &core, gpu_capabilities_enable(gpu, &core, flags, extended, extensions, &extension_count));
    const VkDeviceCreateInfo info = { .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                      .pNext = &core.all,
                                      .queueCreateInfoCount = 1,
                                      .pQueueCreateInfos = &queue,
                                      .enabledExtensionCount = extension_count,
                                      .ppEnabledExtensionNames = extensions };
    gpu_loader_guard(true);
    const VkResult created = vkCreateDevice(gpu->physical, &info, NULL, &gpu->device);
    gpu_loader_guard(false);
    char call[sizeof(gpu->info.name) + 32];
    snprintf(call, sizeof(call), "vkCreateDevice of '%s'", gpu->info.name);
    if (!CHECK(gpu, created, call))
        return false;
    volkLoadDeviceTable(&gpu->vk, gpu->device);
    gpu_rays_limits_read(gpu);
    gpu->vk.vkGetDeviceQueue(gpu->device, gpu->family, 0, &gpu->queue);
    return true;
}

static bool staging_create(struct gpu *gpu)
{
    const VkCommandPoolCreateInfo pool = { .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                           .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
                                           .queueFamilyIndex = gpu->family };
    const VkPipelineCacheCreateInfo cache = { .sType =
                                                  VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO };
    const VkFenceCreateInfo fence = { .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO };
    if (!VK(gpu, vkCreateCommandPool(gpu->device, &pool, NULL, &gpu->command_pool)) ||
        !VK(gpu, vkCreatePipelineCache(gpu->device, &cache, NULL, &gpu->pipeline_cache)) ||
        !VK(gpu, vkCreateFence(gpu->device, &fence, NULL, &gpu->staging_fence)))
        return false;
    const VkBufferUsageFlags usage =
        VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    return gpu_queue_commands_create(gpu, &gpu->staging_commands) &&
           gpu_memory_buffer_create(gpu, "staging", STAGING_BYTES, usage, GPU_MEMORY_HOST,
                                    &gpu->staging, &gpu->staging_memory) &&
           VK(gpu, vkMapMemory(gpu->device, gpu->staging_memory, 0, VK_WHOLE_SIZE, 0,
                               &gpu->staging_mapped));
}

struct gpu *gpu_create(const struct gpu_params *params, enum gpu_result *result,
                       char message[GPU_MESSAGE_BYTES])
{
    struct gpu *gpu = need_zeroed(1, sizeof(*gpu));
    gpu->wait_ns = params->wait_ns ? params->wait_ns : wait_ns_default;
    gpu->compile_only = params->compile_only;
    gpu->instance = gpu_instance_create(params->validate || params->validate_gpu,
                                        params->validate_gpu, result, message);
    if (!gpu->instance)
        goto error;
    gpu->names = vkSetDebugUtilsObjectNameEXT;
    gpu->labels = (params->labels || params->validate || params->validate_gpu) &&
                  vkCmdBeginDebugUtilsLabelEXT && vkCmdEndDebugUtilsLabelEXT &&
                  vkQueueBeginDebugUtilsLabelEXT && vkQueueEndDebugUtilsLabelEXT;
    *result = GPU_OUT_OF_MEMORY;
    strcpy(message, "no memory for the device");
    if (!physical_choose(gpu, params, result, message))
        goto error;
    if (!params->compile_only && isinf(gpu->info.timestamp_period_ns)) {
        gpu_fail_format(gpu, GPU_UNSUPPORTED, "'%.200s' cannot be measured on: %s", gpu->info.name,
                        gpu_info_untimed(&gpu->info));
        goto failed;
    }
    vkGetPhysicalDeviceMemoryProperties(gpu->physical, &gpu->memory);
    if ((params->validate || params->validate_gpu) && !gpu_validation_attach(gpu))
        goto failed;
    if (params->counters && !gpu_counters_can(gpu->physical)) {
        gpu_fail_format(gpu, GPU_UNSUPPORTED, "%.200s has no counters (VK_KHR_performance_query)",
                        gpu->info.name);
        goto failed;
    }
    if (!device_create(gpu, params->counters))
        goto failed;
    if (params->compile_only) {
        gpu->staging_mapped = need_zeroed(1, STAGING_BYTES);
        gpu->barriers = GPU_BARRIERS_HOLD;
        if (gpu->info.limits.memory_bytes == 0) /* stated by none: RADV without its hardware */
            gpu->info.limits.memory_bytes = memory_bytes_default;
    } else if (!staging_create(gpu)) {
        goto failed;
    }
    if (params->counters && !gpu_counters_start(gpu))
        goto failed;
    gpu_name(gpu, VK_OBJECT_TYPE_BUFFER, (uint64_t)gpu->staging, "staging");
    gpu_name(gpu, VK_OBJECT_TYPE_DEVICE_MEMORY, (uint64_t)gpu->staging_memory, "staging");
    gpu_name(gpu, VK_OBJECT_TYPE_COMMAND_BUFFER, (uint64_t)gpu->staging_commands, "staging");
    gpu_name(gpu, VK_OBJECT_TYPE_QUEUE, (uint64_t)gpu->queue, "claimcheck");
    *result = GPU_OK;
    message[0] = '\0';
    return gpu;

failed:
    *result = gpu->failure.result;
    memcpy(message, gpu->failure.message, GPU_MESSAGE_BYTES);
error:
    gpu_destroy(&gpu);
    return NULL;
}

void gpu_destroy(struct gpu **handle)
{
    struct gpu *gpu = *handle;
    *handle = NULL;
    if (!gpu)
        return;
    /* After a time-out work may still run: what it uses cannot be destroyed, and stays until the
     * process ends. */
    const bool late = gpu->failure.result == GPU_TIMEOUT;
    if (!late && gpu->submitted)
        gpu->vk.vkDeviceWaitIdle(gpu->device);
    gpu_programs_finish(gpu, !late);
    gpu_command_parts_finish(gpu, !late);
    gpu_counters_finish(gpu);
    gpu_memory_finish(gpu);
    if (!late && gpu->device) {
        gpu->vk.vkDestroyBuffer(gpu->device, gpu->staging, NULL);
        gpu->vk.vkFreeMemory(gpu->device, gpu->staging_memory, NULL);
        gpu->vk.vkDestroyFence(gpu->device, gpu->staging_fence, NULL);
        gpu->vk.vkDestroyPipelineCache(gpu->device, gpu->pipeline_cache, NULL);
        gpu->vk.vkDestroyCommandPool(gpu->device, gpu->command_pool, NULL);
        if (gpu->compile_only)
            free(gpu->staging_mapped);
        gpu->vk.vkDestroyDevice(gpu->device, NULL);
    }
    if (!late && gpu->messenger)
        vkDestroyDebugUtilsMessengerEXT(gpu->instance, gpu->messenger, NULL);
    if (!late && gpu->instance)
        vkDestroyInstance(gpu->instance, NULL);
    free(gpu->step.list);
    free(gpu);
}

const char *gpu_result_name(enum gpu_result result)
{
    static const char *const names[] = { "ok",      "unsupported", "out_of_memory", "device_lost",
                                         "timeout", "invalid",     "clock",         "error" };
    return names[result];
}
