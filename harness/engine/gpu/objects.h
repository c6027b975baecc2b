/* SPDX-License-Identifier: MIT */
/* objects.h: what a scope owns, as Vulkan has it, and what commands are recorded into. For the
 * files of harness/engine/gpu/ alone. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_GPU_OBJECTS_H
#define CLAIMCHECK_HARNESS_ENGINE_GPU_OBJECTS_H

#include "harness/engine/gpu/executable.h"
#include "harness/engine/gpu/image.h"
#include "harness/engine/gpu/private.h"
#include "harness/engine/gpu/raster.h"
#include "harness/engine/gpu/rays.h"

#include <pthread.h>

/* Shaders of a kernel or of a pipeline (stages.c) ---------------------------------------------- */

enum { STAGES_MAX = 3 };

/* Shaders of a pipeline, and what they bind together. */
struct stages {
    const struct gpu_shader *shaders[STAGES_MAX];
    VkShaderStageFlagBits bits[STAGES_MAX];
    VkShaderModule modules[STAGES_MAX];
    uint32_t count;
    VkShaderStageFlags all;
    uint32_t constants[GPU_CONSTANTS_MAX];
    uint32_t constant_count;
    uint32_t binding_count, push_bytes; /* the most that any stage uses */
    struct gpu_binding bindings[GPU_BINDINGS_MAX];
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
};

/* Takes a shader in; `kinds` has a bit for each enum gpu_binding_kind that it may bind. False, with
 * the reason recorded, when it is no such shader. */
bool gpu_stages_add(struct gpu *gpu, struct stages *stages, const struct gpu_shader *shader,
                    enum gpu_stage wanted, uint32_t kinds);

/* Makes modules and layouts of all that were added. */
bool gpu_stages_create(struct gpu *gpu, struct stages *stages);
void gpu_stages_release(struct gpu *gpu, struct stages *stages);

bool gpu_module_create(struct gpu *gpu, const struct gpu_shader *shader, VkShaderModule *module);

/* Constants with ids from 0 on. They and the result stay where they are while it is used. */
struct specialization {
    VkSpecializationMapEntry entries[GPU_CONSTANTS_MAX];
    VkSpecializationInfo info;
};
void gpu_specialize(struct specialization *made, const uint32_t *constants, uint32_t count);

VkPipelineShaderStageCreateInfo gpu_stage_info(VkShaderStageFlagBits bit, VkShaderModule module,
                                               const struct specialization *constants);

/* Objects -------------------------------------------------------------------------------------- */

/* Kinds of objects that a scope owns; the first member of each object. */
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
    uint64_t range; /* of bindings from GPU_GUARD_BYTES on, unless they ask for its length */
    void *mapped;   /* its bytes, where the memory is the host's */
    bool bare;
    bool geometry;
    bool may_change; /* of gpu_buffer_may_change() */
    bool holds;      /* the host has written to it */
    bool scratch;    /* of gpu_scope_settle() */
};

/* Makes a pipeline; records nothing as a failure, since it is called on another thread. */
typedef VkResult gpu_compile_fn(struct gpu *gpu, const void *what, VkPipeline *pipeline);

/* A pipeline, and its compilation while that goes on (compile.c). Zeroed: not begun. */
struct gpu_compile {
    struct gpu *gpu;
    gpu_compile_fn *make;
    const void *what;
    pthread_t thread;
    bool runs; /* the thread is there to be joined */
    VkResult result;
    VkPipeline pipeline; /* once it was waited for */
};

/* A shader with one set of constants, as the driver made it. Equal kernels share it, also one after
 * the other: the device keeps those that were used last (compile.c). */
struct gpu_program {
    struct gpu_program *next; /* which was used before it */
    uint32_t users;           /* kernels that hold it */
    const uint32_t *words;    /* of the shader, which may be gone: */
    uint32_t *copy;           /* says whether another one lies there now */
    size_t bytes;
    ptrdiff_t entry_point; /* of its name, in bytes from `words` */
    uint32_t constants[GPU_CONSTANTS_MAX];
    uint32_t constant_count;
    uint32_t subgroup_size;
    bool captured; /* its statistics are being read, or have been */
    VkShaderModule module;
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    struct gpu_compile timed; /* what runs */
};

struct gpu_kernel {
    struct object object;
    const char *name;
    const struct gpu_shader *asked_for, *shader;
    uint32_t constants[GPU_CONSTANTS_MAX];
    uint32_t constant_count;
    uint32_t subgroup_size; /* that it asks for; 0: none */
    uint32_t reads_alone;   /* bindings that the shader asked for never writes, a bit each */
    struct gpu_interface interface;
    struct gpu_program *program;
    struct gpu_compile captured; /* what statistics are read from */
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
    bool holds, scratch;                    /* likewise; a binding to be written to counts, too */
};

struct gpu_sampler {
    struct object object;
    bool filters; /* within levels or between them */
    VkSampler handle;
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

/* Allocates an object of `bytes`, zeroed, and hands it to the scope. NULL on a failed device. */
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

/* Begins to compile; `what` must stay until it is released. Without a thread, where many are at
 * work already, and under validation layers, it compiles at once. */
void gpu_compile_start(struct gpu *gpu, struct gpu_compile *compile, gpu_compile_fn *make,
                       const void *what);

/* Waits until it is done, and says what came of it, each time; VK_SUCCESS of what was not begun. */
VkResult gpu_compile_wait(struct gpu_compile *compile);

/* Without a device it waits alone. */
void gpu_compile_release(struct gpu *gpu, struct gpu_compile *compile);

/* Finds what an equal kernel, with its shader, interface and constants set, has begun to compile.
 * NULL: none did, or it failed. */
struct gpu_program *gpu_program_find(struct gpu *gpu, const struct gpu_kernel *kernel);

/* Adds an empty program for such a kernel. */
struct gpu_program *gpu_program_create(struct gpu *gpu, const struct gpu_kernel *kernel);

/* Gives back what one of them returned, once nothing compiles for it. Without a device it waits
 * alone. */
void gpu_program_release(struct gpu *gpu, struct gpu_program **program);

/* Destroys all programs: no kernel is left. With a device that may still be at work, `idle` is
 * false, and the host's memory alone goes. */
void gpu_programs_finish(struct gpu *gpu, bool idle);

/* Pipeline of a kernel whose module and layout are there; nothing is recorded as a failure. */
VkResult gpu_kernel_compile(struct gpu *gpu, const struct gpu_kernel *kernel,
                            VkPipelineCreateFlags flags, VkPipelineCache cache,
                            VkPipeline *pipeline);

/* Says whether the pipeline of each kernel has its statistics itself: where nothing runs, none is
 * made twice. */
bool gpu_kernel_is_read_as_made(const struct gpu *gpu);

/* Wait for the pipeline; false, with the reason recorded, when there is none. */
bool gpu_kernel_ready(struct gpu_kernel *kernel);

/* The size of the subgroups that it runs in: as the driver says of what it compiled, or as nothing
 * else is possible; 0: nobody knows. */
uint32_t gpu_kernel_subgroup_size(struct gpu_kernel *kernel);

/* Begins to compile what statistics are read from, where the device has any that are not known. */
void gpu_kernel_capture(struct gpu_kernel *kernel);

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

/* The layout that the image is in between calls. */
VkImageLayout gpu_image_layout(const struct gpu_image *image);

/* Recording ------------------------------------------------------------------------------------ */

/* What gpu_commands_counters() says, and how long the chain is behind which a stage stands. */
enum { GPU_ACCESS_BITS = 8 };
struct counting {
    struct gpu_counters counters;
    bool notes;
    struct counted *counted; /* commands.c: with notes, what was recorded */
    size_t counted_count, counted_room;
    uint64_t waits[GPU_ACCESS_BITS], ends[GPU_ACCESS_BITS]; /* by bit of enum gpu_access: what its
                                                               commands wait for, and end */
};

/* A command that touches memory so is part of the chain. */
void gpu_count_step(struct counting *counting, uint32_t access);

/* The commands into which draws are being recorded. */
struct recording {
    struct gpu *gpu;
    VkCommandBuffer handle;
    struct counting *counting;
    struct descriptor_sets *sets;
    struct gpu_target **pass; /* the pass that was begun and not ended; NULL: none */
    struct span_recorder *recorder;
};

/* False when the commands cannot be recorded into; says so, unless the device has failed. */
bool gpu_commands_recording(struct gpu_commands *commands, struct recording *recording);

/* Prepares for commands other than draws; false inside a pass, too. */
bool gpu_commands_recording_outside(struct gpu_commands *commands, struct recording *recording);

/* The contents of a descriptor set. */
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
    const char *name; /* for messages */
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

/* Stamps of a queue without timestamps (queue.c). Commands are cut at each stamp, and the host
 * submits the parts one by one: a stamp is the host's time when what came before it had ended. */
struct host_stamps {
    VkCommandBuffer parts[GPU_TIMESTAMPS_MAX]; /* each ends at a stamp */
    uint32_t slots[GPU_TIMESTAMPS_MAX];        /* of these */
    uint32_t count;
    uint64_t ns[GPU_TIMESTAMPS_MAX]; /* by slot, of the last submission */
};

/* Ends *recorded at a stamp, and begins another in its place. */
bool gpu_host_stamps_cut(struct gpu *gpu, struct host_stamps *stamps, VkCommandBuffer *recorded,
                         uint32_t slot);

/* Submits all parts, and waits for each; *waited_ns is what that took. */
bool gpu_host_stamps_submit(struct gpu *gpu, struct host_stamps *stamps, VkFence fence,
                            double *waited_ns);

/* Frees the parts: there were no stamps. */
void gpu_host_stamps_restart(struct gpu *gpu, struct host_stamps *stamps);

/* Tracing (trace.c); with no trace on the device, and with a NULL recorder, all of it does nothing.
 */
struct span_recorder;

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

#endif
