/* SPDX-License-Identifier: MIT */
/* private.h: what the files of harness/gpu/ share. Nobody else includes it. */
#ifndef CLAIMCHECK_HARNESS_GPU_PRIVATE_H
#define CLAIMCHECK_HARNESS_GPU_PRIVATE_H

#include "harness/gpu/executable.h"
#include "harness/gpu/gpu.h"
#include "harness/gpu/image.h"
#include "harness/gpu/raster.h"
#include "harness/gpu/rays.h"
#include "harness/gpu/spirv.h"

#include <pthread.h>
#include <stdatomic.h>
#include <volk.h>

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
    VkPipelineCache pipeline_cache;
    VkPhysicalDeviceMemoryProperties memory;
    struct gpu_info info;
    struct gpu_failure failure;
    enum gpu_result planted;  /* of gpu_fault_plant(), until it strikes */
    struct capture *captures; /* executable.c */
    struct gpu_begun *begun;  /* compile.c */
    atomic_uint compiling;    /* threads that do */
    uint64_t wait_ns;
    bool compile_only;           /* of gpu_params */
    bool names, labels;          /* VK_EXT_debug_utils is there, and labels are wanted */
    VkCommandBuffer labelled;    /* the one with a label that is open, */
    char label[GPU_LABEL_BYTES]; /* and what it says */
    uint32_t regions;            /* that are open */
    bool submitted;       /* anything at all: drivers that only compile have no queue to wait for */
    uint64_t serials;     /* given to objects so far */
    uint32_t image_count; /* alive */
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

static const uint32_t guard_word = 0x5C5C5C5C, poison_word = 0xA5A5A5A5;

/* What a scope owns; the first member of each object. */
enum object_kind {
    OBJECT_BUFFER,
    OBJECT_KERNEL,
    OBJECT_COMMANDS,
    OBJECT_TARGET,
    OBJECT_PIPELINE,
    OBJECT_INDICES,
    OBJECT_IMAGE,
    OBJECT_SAMPLER,
    OBJECT_ACCELERATION,
    OBJECT_RAY_PIPELINE,
    OBJECT_SCOPE,
};

struct object {
    enum object_kind kind;
    uint64_t serial;     /* never used twice on a device: addresses are */
    struct object *next; /* made before this one */
    struct gpu_scope *scope;
};

struct gpu_scope {
    struct gpu *gpu;
    struct scope_within *within; /* what its parent has of it; NULL without one */
    uint64_t within_bytes;       /* of the largest scope that was within this one */
    bool captures;               /* of gpu_scope_capture() */
    const char *name;            /* of gpu_scope_name() */
    uint32_t commands_count;     /* begun in it */
    struct object *newest;
    uint64_t bytes;
    const struct gpu_replacement *replacements;
    size_t replacement_count;
};

struct gpu_buffer {
    struct object object;
    const char *name;
    VkBuffer handle;
    VkDeviceMemory memory;
    uint64_t bytes;
    uint64_t range; /* of the binding, from GPU_GUARD_BYTES on */
    bool bare;
    bool geometry;
};

/* Makes a pipeline; records nothing as a failure, since it is called on another thread. */
typedef VkResult gpu_compile_fn(struct gpu *gpu, const void *what, VkPipeline *pipeline);

/* A shader with one set of constants that was ever begun to be compiled on this device. */
struct gpu_begun {
    struct gpu_begun *next;
    const uint32_t *words;
    uint32_t constants[GPU_CONSTANTS_MAX];
    uint32_t constant_count;
    atomic_bool compiled; /* what is just like it comes out of the driver's cache */
    bool captured;        /* its statistics are being read, or have been */
};

/* A pipeline, and its compilation while that goes on (compile.c). Zeroed: not begun. */
struct gpu_compile {
    struct gpu *gpu;
    gpu_compile_fn *make;
    const void *what;
    pthread_t thread;
    bool runs;         /* the thread is there to be joined */
    bool later;        /* begins when it is waited for */
    atomic_bool *done; /* set at the end; NULL: nobody asks */
    VkResult result;
    VkPipeline pipeline; /* once it was waited for */
};

struct gpu_kernel {
    struct object object;
    const char *name;
    const struct gpu_shader *asked_for, *shader;
    uint32_t constants[GPU_CONSTANTS_MAX];
    uint32_t constant_count;
    struct spirv_interface interface;
    VkShaderModule module;
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    struct gpu_begun *begun;            /* NULL: no memory for it */
    struct gpu_compile timed, captured; /* what runs, and what statistics are read from */
};

struct gpu_image {
    struct object object;
    const char *name;
    uint32_t width, height, levels;
    enum gpu_format format;
    uint32_t usage;
    bool filters; /* the device can filter its format */
    VkImage handle;
    VkDeviceMemory memory;
    VkImageView all;                        /* with GPU_IMAGE_SAMPLED */
    VkImageView each[GPU_IMAGE_LEVELS_MAX]; /* with GPU_IMAGE_STORAGE */
    uint64_t level_serial;                  /* of level 0; the others' follow */
};

struct gpu_sampler {
    struct object object;
    bool filters; /* within levels or between them */
    VkSampler handle;
};

/*
 * Between passes the colours are in layout TRANSFER_SRC_OPTIMAL; what the depth holds is of no
 * interest then.
 */
/* Of the colours that a target has, and a pipeline draws. */
struct formats {
    uint32_t count;
    VkFormat formats[GPU_COLOURS_MAX];
};

struct gpu_target {
    struct object object;
    const char *name;
    uint32_t width, height;
    struct formats formats;
    struct attachment {
        VkImage handle;
        VkDeviceMemory memory;
        VkImageView view; /* VK_NULL_HANDLE: the target has no depth */
    } colours[GPU_COLOURS_MAX], depth;
};

static const VkFormat depth_format = VK_FORMAT_D32_SFLOAT; /* every device draws into it */

enum { STAGES_MAX = 3 };
enum { RAY_STAGES = 3 }; /* ray generation, miss, any hit */

struct gpu_pipeline {
    struct object object;
    const char *name; /* of its first shader */
    uint32_t stage_count;
    VkShaderModule modules[STAGES_MAX];
    VkShaderStageFlagBits stage_bits[STAGES_MAX];
    VkShaderStageFlags stages;
    uint32_t constants[GPU_CONSTANTS_MAX];
    uint32_t constant_count;
    uint32_t binding_count, push_bytes; /* the most that any stage uses */
    struct gpu_binding bindings[GPU_BINDINGS_MAX];
    bool mesh;              /* no vertex shader */
    struct formats formats; /* of the targets it draws into */
    bool depth;             /* and whether they have one */
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    struct gpu_compile compiled;
};

/* Memory that the device finds by its address. */
struct addressed {
    VkBuffer handle;
    VkDeviceMemory memory;
    VkDeviceAddress address; /* aligned as it was asked for */
};

/* Bottom and top of an acceleration structure are alike. */
struct acceleration_level {
    VkAccelerationStructureKHR handle;
    struct addressed storage, scratch;
    uint64_t bytes, scratch_bytes;
};

struct gpu_acceleration {
    struct object object;
    const char *name;
    struct gpu_buffer *vertices;
    uint32_t triangles;
    struct acceleration_level bottom, top;
    struct addressed instance;
};

struct gpu_ray_pipeline {
    struct object object;
    const char *name; /* of its ray generation shader */
    VkShaderModule modules[RAY_STAGES];
    uint32_t constants[GPU_CONSTANTS_MAX];
    uint32_t constant_count;
    uint32_t binding_count, push_bytes; /* the most that any stage uses */
    struct gpu_binding bindings[GPU_BINDINGS_MAX];
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    struct gpu_compile compiled;
    struct addressed table; /* the shader binding table, made at the first trace */
};

/* Allocates an object of `bytes`, zeroed, and hands it to the scope. NULL on a failed device or
 * without memory. */
void *gpu_object_create(struct gpu_scope *scope, enum object_kind kind, size_t bytes);

/* Frees what an object holds in Vulkan; accepts half-built ones. The scope frees the object itself.
 */
void gpu_buffer_release(struct gpu *gpu, struct gpu_buffer *buffer);
void gpu_kernel_release(struct gpu *gpu, struct gpu_kernel *kernel);
void gpu_commands_release(struct gpu *gpu, struct gpu_commands *commands);
void gpu_target_release(struct gpu *gpu, struct gpu_target *target);
void gpu_pipeline_release(struct gpu *gpu, struct gpu_pipeline *pipeline);

void gpu_image_release(struct gpu *gpu, struct gpu_image *image);
void gpu_sampler_release(struct gpu *gpu, struct gpu_sampler *sampler);
void gpu_indices_release(struct gpu *gpu, struct gpu_indices *indices);
void gpu_acceleration_release(struct gpu *gpu, struct gpu_acceleration *acceleration);
void gpu_ray_pipeline_release(struct gpu *gpu, struct gpu_ray_pipeline *pipeline);

struct formats gpu_formats_of(const enum gpu_pixel colours[GPU_COLOURS_MAX]);

/* What commands are being recorded into, for draws. */
struct recording {
    struct gpu *gpu;
    VkCommandBuffer handle;
    struct gpu_counters *counters;
    struct descriptor_sets *sets;
    struct gpu_target **pass; /* the pass that was begun and not ended; NULL: none */
    struct span_recorder *recorder;
};

/* False when the commands cannot be recorded into; says so, unless the device has failed. */
bool gpu_commands_recording(struct gpu_commands *commands, struct recording *recording);

/* Likewise, for all that is not a draw: false in a pass, too. */
bool gpu_commands_recording_outside(struct gpu_commands *commands, struct recording *recording);

/* What a descriptor set is made of. */
struct set_contents {
    uint64_t serial; /* of the kernel or pipeline */
    VkDescriptorSetLayout layout;
    uint32_t count;
    const struct gpu_binding *bindings;
    struct gpu_buffer *const *buffers;
    const struct gpu_image_binding *images;        /* NULL: there are none */
    struct gpu_acceleration *const *accelerations; /* likewise */
};

/* Layouts of a kernel or pipeline with these bindings, for the stages that use them. */
struct layout_params {
    const struct gpu_binding *bindings;
    uint32_t count, push_bytes;
    VkShaderStageFlags stages;
};
bool gpu_layout_create(struct gpu *gpu, const struct layout_params *params,
                       VkDescriptorSetLayout *set_layout, VkPipelineLayout *layout);

/* How many of the bindings are of a kind. */
uint32_t gpu_bindings_count(const struct gpu_binding *bindings, uint32_t count,
                            enum gpu_binding_kind kind);

/* False, with the reason recorded, when a binding lacks what it is; `name` is the shader's. */
bool gpu_bindings_ok(struct gpu *gpu, const char *name, const struct set_contents *contents);

/* Descriptor sets of one struct gpu_commands, and live as long. */
struct descriptor_sets {
    VkDescriptorPool *pools;
    uint32_t pool_count;
    struct bound_set *sets;   /* descriptors.c */
    uint32_t set_count, left; /* sets that the last pool has left */
    uint32_t kinds;           /* of bindings that they may hold, bits by enum gpu_binding_kind */
};

/* The set with these contents, made when there is none. VK_NULL_HANDLE on failure. */
VkDescriptorSet gpu_descriptor_set(struct gpu *gpu, struct descriptor_sets *sets,
                                   const struct set_contents *contents);

/* Frees them; without a device the host's memory alone. */
void gpu_descriptor_sets_finish(struct gpu *gpu, struct descriptor_sets *sets);

/* Recording into gpu->staging_commands, ordered after all earlier work; end submits and waits. */
bool gpu_staging_begin(struct gpu *gpu);
bool gpu_staging_end(struct gpu *gpu);

/* Begins to compile; `what` must stay until it is released. Without a thread, where many are at
 * work already, and under validation layers, it compiles at once. */
void gpu_compile_start(struct gpu *gpu, struct gpu_compile *compile, gpu_compile_fn *make,
                       const void *what);

/* The same for `timed` of a kernel whose shader and constants are there. While a kernel just like
 * it is being compiled it is put off until it is waited for: it then comes out of the cache. */
void gpu_compile_start_kernel(struct gpu *gpu, struct gpu_kernel *kernel, gpu_compile_fn *make);

/* Frees what that keeps; nothing is being compiled any more. */
void gpu_compile_finish(struct gpu *gpu);

/* Waits until it is done, and says what came of it, each time; VK_SUCCESS of what was not begun. */
VkResult gpu_compile_wait(struct gpu_compile *compile);

/* Without a device it waits alone. */
void gpu_compile_release(struct gpu *gpu, struct gpu_compile *compile);

/* Pipeline of a kernel whose module and layout are there; nothing is recorded as a failure. */
VkResult gpu_kernel_compile(struct gpu *gpu, const struct gpu_kernel *kernel,
                            VkPipelineCreateFlags flags, VkPipelineCache cache,
                            VkPipeline *pipeline);

/* Wait for the pipeline; false, with the reason recorded, when there is none. */
bool gpu_kernel_ready(struct gpu_kernel *kernel);

bool gpu_pipeline_ready(struct gpu_pipeline *pipeline);

/* Begins to compile what statistics are read from, where the device has any that are not known. */
void gpu_kernel_capture(struct gpu_kernel *kernel);

/* What the driver made of a pipeline, malloc'ed, in its order; NULL and 0 where it does not say. */
VkPipelineExecutablePropertiesKHR *gpu_executables_read(struct gpu *gpu, VkPipeline pipeline,
                                                        uint32_t *count);

/* Frees what gpu_kernel_statistics() keeps. */
void gpu_captures_finish(struct gpu *gpu);

/* False for NULL and on a failed device; and, with the reason recorded, when the range reaches past
 * the end or is not aligned. */
bool gpu_buffer_range_ok(struct gpu_buffer *buffer, uint64_t offset, uint64_t bytes);

/* Fills the guards on both sides. */
bool gpu_buffer_guards_fill(struct gpu_buffer *buffer);

/* The first of the buffers whose guard was written to, on either side; all are read in one
 * submission. NULL when there is none, and on a failed device. */
enum { GUARDS_AT_ONCE = 64 };
struct gpu_buffer *gpu_guards_broken(struct gpu *gpu, struct gpu_buffer *const *buffers,
                                     uint32_t count);

/* Buffer with memory of its own. `host` asks for host-visible, coherent memory, cached if there is
 * some. */
bool gpu_memory_buffer_create(struct gpu *gpu, uint64_t bytes, VkBufferUsageFlags usage, bool host,
                              VkBuffer *buffer, VkDeviceMemory *memory);

/* Device-local memory of `bytes` with an address that is a multiple of `alignment`, a power of two;
 * `usage` beside that. Half-built ones are released, too. */
bool gpu_addressed_create(struct gpu *gpu, uint64_t bytes, uint64_t alignment,
                          VkBufferUsageFlags usage, struct addressed *memory);
void gpu_addressed_release(struct gpu *gpu, struct addressed *memory);

/* Uploads at most STAGING_BYTES to its address, and waits. */
bool gpu_addressed_write(struct gpu *gpu, const struct addressed *memory, const void *source,
                         uint64_t bytes);

VkDeviceAddress gpu_buffer_address(struct gpu *gpu, VkBuffer buffer);

/* Likewise an image. */
bool gpu_memory_image_create(struct gpu *gpu, const VkImageCreateInfo *info, VkImage *image,
                             VkDeviceMemory *memory);

/* The layout that the image is in between calls. */
VkImageLayout gpu_image_layout(const struct gpu_image *image);

/* Of all levels of an image of colours, recorded into gpu->staging_commands: what was done before
 * is done, and transfers may follow. */
void gpu_layout_change(struct gpu *gpu, VkImage image, VkImageAspectFlags aspect,
                       VkImageLayout before, VkImageLayout after);

/* One memory barrier for all buffers and images. */
void gpu_barrier_record(struct gpu *gpu, VkCommandBuffer commands,
                        VkPipelineStageFlags2 before_stages, VkAccessFlags2 before_access,
                        VkPipelineStageFlags2 after_stages, VkAccessFlags2 after_access);

/* Orders all earlier work on the queue before what is recorded next, that of other submissions too.
 */
void gpu_queue_order(struct gpu *gpu, VkCommandBuffer commands);

/* Submits and waits, at most gpu->wait_ns. */
bool gpu_queue_submit(struct gpu *gpu, VkCommandBuffer commands, VkFence fence);

/* Tracing (trace.c); with no trace on the device, and with a NULL recorder, all of it does nothing.
 */
struct span_recorder;
struct gpu_span;

/* The commands are recorded anew, in the mode of the device's trace; *recorder is made when needed.
 */
void gpu_span_recorder_restart(struct gpu *gpu, struct span_recorder **recorder,
                               VkCommandBuffer commands);
void gpu_span_recorder_release(struct gpu *gpu, struct span_recorder *recorder);

/* Around the recording of one command. */
void gpu_span_begin(struct gpu *gpu, struct span_recorder *recorder, VkCommandBuffer commands,
                    const struct gpu_span *span);
void gpu_span_end(struct gpu *gpu, struct span_recorder *recorder, VkCommandBuffer commands);

/* Around a submission: before the call, after it, after the wait; then what it stamped. */
void gpu_submission_begin(struct gpu *gpu);
void gpu_submission_submitted(struct gpu *gpu);
void gpu_submission_done(struct gpu *gpu);
void gpu_submission_collect(struct gpu *gpu, const struct span_recorder *recorder);

/* Counters (counters.c): whether the device has any that can be read. */
bool gpu_counters_can(VkPhysicalDevice physical);

/* Lists them, and holds the profiling lock until they are finished. */
bool gpu_counters_start(struct gpu *gpu);
void gpu_counters_finish(struct gpu *gpu);

/* For those that a trace counts: queries, VK_NULL_HANDLE on failure; and what one of them has
 * found. */
struct gpu_trace_params;
VkQueryPool gpu_counters_pool(struct gpu *gpu, const struct gpu_trace_params *params,
                              uint32_t queries);
bool gpu_counters_result(struct gpu *gpu, VkQueryPool pool, uint32_t query,
                         const struct gpu_trace_params *params, double *counts);

/* Instance with the layers asked for. On failure VK_NULL_HANDLE, *result and message set. */
VkInstance gpu_instance_create(bool validate, bool validate_gpu, enum gpu_result *result,
                               char message[GPU_MESSAGE_BYTES]);

/* Messages of the layers become failures of the device. */
bool gpu_validation_attach(struct gpu *gpu);

/* Fills in all but the index; `family` is the queue family to use, when usable. */
void gpu_info_read(VkPhysicalDevice physical, struct gpu_info *info, uint32_t *family);

/* The identity of each, once all are read. */
void gpu_identities_write(struct gpu_info *infos, int count);

/* Features of rays.h, and their limits. */
uint32_t gpu_rays_features(VkPhysicalDevice physical);
void gpu_rays_limits_read(struct gpu *gpu);

/* What a device is made with for them: a chain of structures that ends with `next`. */
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

#define VK(gpu, call) gpu_check((gpu), (gpu)->vk.call, #call, __FILE__, __LINE__)

/* True, with the failure recorded, when a fault of that kind is planted. `call` is for the message.
 */
bool gpu_fault_strikes(struct gpu *gpu, enum gpu_result result, const char *call);

/* Records a failure with a message of our own. */
void gpu_fail_format(struct gpu *gpu, enum gpu_result result, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
