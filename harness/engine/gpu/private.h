/* SPDX-License-Identifier: MIT */
/* private.h: the device, as Vulkan has it, and what is done with it. For the files of
 * harness/engine/gpu/ alone. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_GPU_PRIVATE_H
#define CLAIMCHECK_HARNESS_ENGINE_GPU_PRIVATE_H

#include "harness/engine/gpu/gpu.h"

#include <stdatomic.h>
#include <volk.h>

struct gpu_trace_params; /* trace.h */
struct gpu_span;

enum { GPU_LABEL_BYTES = 128 };

struct gpu {
    VkInstance instance;
    VkDebugUtilsMessengerEXT messenger;
    VkPhysicalDevice physical;
    VkDevice device;
    struct VolkDeviceTable vk;
    uint32_t family;
    VkQueue queue;
    VkCommandPool command_pool;
    struct gpu_command_parts *command_parts; /* commands.c; kept for commands to come */
    uint32_t command_parts_count;
    VkPipelineCache pipeline_cache;
    size_t pipelines_loaded; /* bytes of gpu_pipelines_load(); 0 without */
    VkPhysicalDeviceMemoryProperties memory;
    struct gpu_memory_block *blocks; /* memory.c; the one released last is the first */
    uint64_t blocks_kept_bytes;      /* of those that no object uses */
    struct gpu_info info;
    struct gpu_failure failure;
    enum gpu_result planted; /* of gpu_fault_plant(), until it strikes */
    struct {
        enum gpu_step_fault fault;
        uint32_t step, seen;
        char name[GPU_LABEL_BYTES]; /* of what was changed */
        char *list;                 /* of gpu_fault_steps(); NULL: "" */
        size_t list_bytes, list_room;
    } step; /* of gpu_fault_step() */
    struct {
        uint32_t asked, ran; /* 0: nobody has asked */
    } subgroups;             /* subgroup.c */
    enum gpu_barriers barriers;
    struct capture *captures;     /* executable.c */
    struct gpu_program *programs; /* compile.c; the last used first */
    atomic_uint compiling;        /* threads that do */
    uint64_t wait_ns;
    double waited_ns;            /* by the host, for the last submission */
    uint64_t stamp_step;         /* fewest ticks between two stamps so far; 0: there were none */
    bool compile_only;           /* of gpu_params; its table is changed by static_device.c */
    bool names, labels;          /* VK_EXT_debug_utils is there, and labels are wanted */
    VkCommandBuffer labelled;    /* the one with a label that is open, */
    char label[GPU_LABEL_BYTES]; /* and what it says */
    uint32_t regions;            /* that are open */
    bool submitted;       /* anything at all: drivers that only compile have no queue to wait for */
    uint64_t serials;     /* given to objects so far */
    uint32_t image_count; /* alive */
    bool uniforms;        /* a kernel was made that has a uniform buffer */
    uint32_t acceleration_count; /* likewise */
    struct rays_limits {
        uint64_t triangles, scratch_alignment;             /* of acceleration structures */
        uint32_t handle, handle_alignment, base_alignment; /* of shader binding tables, in bytes */
        uint64_t rays;                                     /* of one trace */
    } rays;                                                /* all 0 on a device without rays.h */
    struct gpu_trace *trace;                               /* NULL: none is on */
    struct gpu_counter_list *counters; /* counters.c; NULL: none were asked for */

    VkBuffer staging; /* host-visible, mapped, STAGING_BYTES */
    VkDeviceMemory staging_memory;
    void *staging_mapped;
    VkCommandBuffer staging_commands;
    VkFence staging_fence;
};

enum { STAGING_BYTES = 16 << 20 };

static const uint32_t guard_word = 0x5C5C5C5C;

/* Fills what is new, for which no word was drawn yet. */
static const uint32_t new_word = 0xA5A5A5A5;

/* Makes the device one of gpu_params.compile_only. */
void gpu_static_device_init(struct gpu *gpu);

/* Recording into gpu->staging_commands, ordered after all earlier work; end submits and waits. */
bool gpu_staging_begin(struct gpu *gpu);
bool gpu_staging_end(struct gpu *gpu);

/* Before the device goes, frees what ended commands had. idle: as with gpu_programs_finish(). */
void gpu_command_parts_finish(struct gpu *gpu, bool idle);

/* Whose memory: the device's, new, or that of an object that ended; or the host's, coherent, and
 * cached if there is such. */
enum gpu_memory_use { GPU_MEMORY_NEW, GPU_MEMORY_KEPT, GPU_MEMORY_HOST };

/* Makes a buffer with memory of its own; `name` is for messages. A size that the device does not
 * allow is GPU_UNSUPPORTED. */
bool gpu_memory_buffer_create(struct gpu *gpu, const char *name, uint64_t bytes,
                              VkBufferUsageFlags usage, enum gpu_memory_use use, VkBuffer *buffer,
                              VkDeviceMemory *memory);

/* Keeps memory that was GPU_MEMORY_KEPT, and an image's, for the next object; frees other memory.
 * Nothing uses it any more. */
void gpu_memory_release(struct gpu *gpu, VkDeviceMemory memory);

/* Frees what is kept, before the device goes. */
void gpu_memory_finish(struct gpu *gpu);

/* Makes an image in the same way. */
bool gpu_memory_image_create(struct gpu *gpu, const char *name, const VkImageCreateInfo *info,
                             VkImage *image, VkDeviceMemory *memory);

/* Changes the layout of all levels of a colour image, recorded into gpu->staging_commands. Earlier
 * work is done by then, and transfers may follow. */
void gpu_layout_change(struct gpu *gpu, VkImage image, VkImageAspectFlags aspect,
                       VkImageLayout before, VkImageLayout after);

/* One memory barrier for all buffers and images. */
void gpu_barrier_record(struct gpu *gpu, VkCommandBuffer commands,
                        VkPipelineStageFlags2 before_stages, VkAccessFlags2 before_access,
                        VkPipelineStageFlags2 after_stages, VkAccessFlags2 after_access);

/* Makes a command buffer of the device's pool. */
bool gpu_queue_commands_create(struct gpu *gpu, VkCommandBuffer *commands);

/* Orders all earlier work on the queue before what is recorded next, that of other submissions too.
 */
void gpu_queue_order(struct gpu *gpu, VkCommandBuffer commands);

/* Records a timestamp behind all earlier work and, on every driver, before all later work: Mesa's
 * CPU driver, once it has drawn, would take it when it next waits. */
void gpu_stamp_record(struct gpu *gpu, VkCommandBuffer commands, VkQueryPool pool, uint32_t query);

/* Submits and waits, at most gpu->wait_ns; gpu->waited_ns says how long that took. */
bool gpu_queue_submit(struct gpu *gpu, VkCommandBuffer commands, VkFence fence);

/* The name that Vulkan has for the clock of harness/os/clock.h. */
VkTimeDomainEXT gpu_host_time_domain(void);

/*
 * Time between two stamps of one submission. False, and GPU_CLOCK is recorded, where that is more
 * than the host waited for the submission, by 1 % and by two steps of the device's counter.
 */
bool gpu_stamps_elapsed(struct gpu *gpu, const uint64_t stamps[2], double waited_ns,
                        double *elapsed_ns);

/* Counters (counters.c): whether the device has any that can be read. */
bool gpu_counters_can(VkPhysicalDevice physical);

/* Lists them, and holds the profiling lock until they are finished. */
bool gpu_counters_start(struct gpu *gpu);
void gpu_counters_finish(struct gpu *gpu);

/* For those that a trace counts: queries, VK_NULL_HANDLE on failure; and what one of them has
 * found. */
VkQueryPool gpu_counters_pool(struct gpu *gpu, const struct gpu_trace_params *params,
                              uint32_t queries);
bool gpu_counters_result(struct gpu *gpu, VkQueryPool pool, uint32_t query,
                         const struct gpu_trace_params *params, double *counts);

/* Instance with the layers asked for. On failure VK_NULL_HANDLE, *result and message set. */
VkInstance gpu_instance_create(bool validate, bool validate_gpu, enum gpu_result *result,
                               char message[GPU_MESSAGE_BYTES]);

/* Takes an instance without layers, for the next one that is wanted: drivers are loaded and asked
 * for their devices once. */
void gpu_instance_keep(VkInstance instance);

/* Messages of the layers become failures of the device. */
bool gpu_validation_attach(struct gpu *gpu);

/* Fills in all but the index; `family` is the queue family to use, when usable. */
void gpu_info_read(VkPhysicalDevice physical, struct gpu_info *info, uint32_t *family);

/* Makes a usable device unusable, with the reason, where its driver states what none may. */
void gpu_info_check(struct gpu_info *info);

/* The identity of each, once all are read. */
void gpu_identities_write(struct gpu_info *infos, int count);

/* Features of rays.h, and their limits. */
uint32_t gpu_rays_features(VkPhysicalDevice physical);
void gpu_rays_limits_read(struct gpu *gpu);

/* A chain of structures that enables ray tracing at the device's creation; it ends with `next`. */
struct rays_enabled {
    VkPhysicalDeviceAccelerationStructureFeaturesKHR acceleration;
    VkPhysicalDeviceRayTracingPipelineFeaturesKHR pipeline;
    VkPhysicalDeviceRayQueryFeaturesKHR query;
};
enum { RAYS_EXTENSIONS_MAX = 4 };

/* The head of the chain, and the names of extensions, behind the *count that are there. */
void *gpu_rays_enable(uint32_t features, struct rays_enabled *enabled, void *next,
                      const char **extensions, uint32_t *count);

/* False, with the reason recorded, when the device lacks all of the features, bits of enum
 * gpu_feature; 0 means any that rays.h has. */
bool gpu_rays_ok(struct gpu *gpu, uint32_t features, const char *what, const char *name);

bool gpu_has_extension(VkPhysicalDevice physical, const char *name);

/* Records a failure of `result` and returns false; VK_SUCCESS returns true. */
bool gpu_check(struct gpu *gpu, VkResult result, const char *call, const char *file, int line);

/* Takes what a call that makes an object has given: a driver may report success and make none. */
bool gpu_check_made(struct gpu *gpu, VkResult result, bool made, const char *call, const char *name,
                    const char *file, int line);

#define VK(gpu, call) gpu_check((gpu), (gpu)->vk.call, #call, __FILE__, __LINE__)

/* Counts a step. True where gpu_fault_step() wants it left out; may take a group of `groups`, which
 * is NULL of what has none. */
bool gpu_fault_step_reach(struct gpu *gpu, const char *name, uint32_t groups[3]);

/* True, with the failure recorded, when a fault of that kind is planted. `call` is for the message.
 */
bool gpu_fault_strikes(struct gpu *gpu, enum gpu_result result, const char *call);

/* Records a failure with a message of our own. */
void gpu_fail_format(struct gpu *gpu, enum gpu_result result, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Names of objects and labels of commands, for profilers and the layers (names.c): where they are
 * not there, or not wanted, nothing is done. Reads which the device has, and whether labels are
 * wanted. */
void gpu_names_read(struct gpu *gpu, bool labels);
void gpu_name(struct gpu *gpu, VkObjectType type, uint64_t handle, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Around the recording of one command, but for barriers and stamps; forget when it is recorded
 * anew. */
void gpu_label_begin(struct gpu *gpu, VkCommandBuffer commands, const struct gpu_span *span);
void gpu_label_end(struct gpu *gpu, VkCommandBuffer commands);
void gpu_label_forget(struct gpu *gpu, VkCommandBuffer commands);

#endif
