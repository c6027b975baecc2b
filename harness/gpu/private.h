/* SPDX-License-Identifier: MIT */
/* private.h: what the files of harness/gpu/ share. Nobody else includes it. */
#ifndef CLAIMCHECK_HARNESS_GPU_PRIVATE_H
#define CLAIMCHECK_HARNESS_GPU_PRIVATE_H

#include "harness/gpu/gpu.h"
#include "harness/gpu/spirv.h"

#include <volk.h>

struct gpu {
    VkInstance instance;
    VkDebugUtilsMessengerEXT messenger;
    VkPhysicalDevice physical;
    VkDevice device;
    struct VolkDeviceTable vk;
    uint32_t family;
    VkQueue queue;
    VkCommandPool command_pool;
    VkPipelineCache pipeline_cache;
    VkPhysicalDeviceMemoryProperties memory;
    struct gpu_info info;
    struct gpu_failure failure;
    uint64_t wait_ns;
    uint64_t serials; /* given to objects so far */

    VkBuffer staging; /* host-visible, mapped, STAGING_BYTES */
    VkDeviceMemory staging_memory;
    void *staging_mapped;
    VkCommandBuffer staging_commands;
    VkFence staging_fence;
};

enum { STAGING_BYTES = 16 << 20 };

static const uint32_t guard_word = 0x5C5C5C5C, poison_word = 0xA5A5A5A5;

/* What a scope owns; the first member of each object. */
enum object_kind { OBJECT_BUFFER, OBJECT_KERNEL, OBJECT_COMMANDS };

struct object {
    enum object_kind kind;
    uint64_t serial;     /* never used twice on a device: addresses are */
    struct object *next; /* made before this one */
    struct gpu_scope *scope;
};

struct gpu_scope {
    struct gpu *gpu;
    struct object *newest;
    uint64_t bytes;
};

struct gpu_buffer {
    struct object object;
    const char *name;
    VkBuffer handle;
    VkDeviceMemory memory;
    uint64_t bytes;
    uint64_t range; /* of the binding, from GPU_GUARD_BYTES on */
};

struct gpu_kernel {
    struct object object;
    const char *name;
    struct spirv_interface interface;
    VkShaderModule module;
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkPipeline pipeline;
};

/* Allocates an object of `bytes`, zeroed, and hands it to the scope. NULL on a failed device or
 * without memory. */
void *object_create(struct gpu_scope *scope, enum object_kind kind, size_t bytes);

/* Frees what an object holds in Vulkan; accepts half-built ones. The scope frees the object itself.
 */
void buffer_release(struct gpu *gpu, struct gpu_buffer *buffer);
void kernel_release(struct gpu *gpu, struct gpu_kernel *kernel);
void commands_release(struct gpu *gpu, struct gpu_commands *commands);

/* False when the guard on either side of the buffer was written to. True on a failed device. */
bool buffer_guards_intact(struct gpu_buffer *buffer);

/* Buffer with memory of its own. `host` asks for host-visible, coherent memory, cached if there is
 * some. */
bool memory_buffer_create(struct gpu *gpu, uint64_t bytes, VkBufferUsageFlags usage, bool host,
                          VkBuffer *buffer, VkDeviceMemory *memory);

/* Orders all earlier work on the queue before what is recorded next, that of other submissions too.
 */
void queue_order(struct gpu *gpu, VkCommandBuffer commands);

/* Submits and waits, at most gpu->wait_ns. */
bool queue_submit(struct gpu *gpu, VkCommandBuffer commands, VkFence fence);

/* Instance with the layers asked for. On failure VK_NULL_HANDLE, *result and message set. */
VkInstance instance_create(bool validate, bool validate_gpu, enum gpu_result *result,
                           char message[GPU_MESSAGE_BYTES]);

/* True when vulkan-validationlayers are installed. Needs volk to be initialised. */
bool validation_available(void);

/* Messages of the layers become failures of the device. */
bool validation_attach(struct gpu *gpu);

/* Fills in all but the index; `family` is the queue family to use, when usable. */
void info_read(VkPhysicalDevice physical, struct gpu_info *info, uint32_t *family);

/* Records a failure of `result` and returns false; VK_SUCCESS returns true. */
bool vk_check(struct gpu *gpu, VkResult result, const char *call, const char *file, int line);

#define VK(gpu, call) vk_check((gpu), (gpu)->vk.call, #call, __FILE__, __LINE__)

/* Records a failure with a message of our own. */
void vk_fail(struct gpu *gpu, enum gpu_result result, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
