/* SPDX-License-Identifier: MIT */
/* private.h: what the files of this folder share, for them alone. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_GPU_PRIVATE_H
#define CLAIMCHECK_HARNESS_ENGINE_GPU_PRIVATE_H

#include "harness/engine/gpu/engine.h"

#include <pthread.h>
#include <stdatomic.h>
#include <volk.h>

/* ---------------------------------------------------------------------------------------------- */

/* private: the device, as Vulkan has it, and what is done with it. */

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
    struct gpu_program *programs; /* kernel.c; the last used first */
    atomic_uint compiling;        /* threads that do */
    uint64_t wait_ns;
    double waited_ns;            /* by the host, for the last submission */
    uint64_t stamp_step;         /* fewest ticks between two stamps so far; 0: there were none */
    bool compile_only;           /* of gpu_params: no buffer or image has a handle, so that no call
                                    may look into one */
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
    } rays;                                                /* all 0 on a device without rays */
    struct gpu_trace *trace;                               /* NULL: none is on */
    struct gpu_counter_list *counters;                     /* trace.c; NULL: none were asked for */

    VkBuffer staging; /* host-visible, mapped, STAGING_BYTES */
    VkDeviceMemory staging_memory;
    void *staging_mapped;
    VkCommandBuffer staging_commands;
    VkFence staging_fence;
};

enum { STAGING_BYTES = 16 << 20 };

/* Features of Vulkan 1.0 to 1.3: what a device has, or is made with. */
struct core_features {
    VkPhysicalDeviceFeatures2 all;
    VkPhysicalDeviceVulkan11Features vulkan11;
    VkPhysicalDeviceVulkan12Features vulkan12;
    VkPhysicalDeviceVulkan13Features vulkan13;
};

/* Sets the types of the structures, and chains them, the first to the last, before `next`. */
void gpu_core_features_chain(struct core_features *core, void *next);

/* Sets what stands for these, bits of enum gpu_feature. */
void gpu_core_features_set(struct core_features *core, uint32_t features);

/* Extensions that a device is made with where it has any of the features, bits of enum
 * gpu_feature; EXTENSION_COUNTERS where they are wanted. */
enum extensions {
    EXTENSION_CLOCK,
    EXTENSION_MESH,
    EXTENSION_EXECUTABLES,
    EXTENSION_MATRIX,
    EXTENSION_SM_BUILTINS,
    EXTENSION_COUNTERS,
    EXTENSION_ACCELERATION,
    EXTENSION_DEFERRED_HOST,
    EXTENSION_RAY_PIPELINE,
    EXTENSION_RAY_QUERY,
    EXTENSION_CALIBRATED,
    EXTENSION_COUNT,
};
extern const struct extension {
    uint32_t features;
    const char *name;
    VkStructureType structure; /* of its features, of which so many flags are used, */
    uint32_t flags;            /* from the first on; 0: none is */
} gpu_extensions[EXTENSION_COUNT];

/* True where the device has the extension with all flags that are used. */
bool gpu_extension_has(VkPhysicalDevice physical, enum extensions which);

static const uint32_t guard_word = 0x5C5C5C5C;

/* Fills what is new, for which no word was drawn yet. */
static const uint32_t new_word = 0xA5A5A5A5;

/* Recording into gpu->staging_commands, ordered after all earlier work; end submits and waits. */
bool gpu_staging_begin(struct gpu *gpu);
bool gpu_staging_end(struct gpu *gpu);

/* Uploads at most STAGING_BYTES to an offset of a buffer, and waits. */
bool gpu_staging_upload(struct gpu *gpu, VkBuffer buffer, uint64_t offset, const void *source,
                        uint64_t bytes);

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

/* The name that Vulkan has for the clock of harness/os/os.h. */
VkTimeDomainEXT gpu_host_time_domain(void);

/* The bits that stamps have. */
uint64_t gpu_stamp_mask(const struct gpu *gpu);

/*
 * Time between two stamps of one submission. False, and GPU_CLOCK is recorded, where that is more
 * than the host waited for the submission, by 1 % and by two steps of the device's counter.
 */
bool gpu_stamps_elapsed(struct gpu *gpu, const uint64_t stamps[2], double waited_ns,
                        double *elapsed_ns);

/* Counters (trace.c): whether the device has any that can be read. */
bool gpu_counters_can(VkPhysicalDevice physical);

/* Lists them, and holds the profiling lock until they are finished. */
bool gpu_counters_start(struct gpu *gpu);
void gpu_counters_finish(struct gpu *gpu);

/* Instance with the layers asked for. On failure VK_NULL_HANDLE, *result and message set. */
VkInstance gpu_instance_create(bool validate, bool validate_gpu, enum gpu_result *result,
                               char message[GPU_MESSAGE_BYTES]);

/* Takes an instance without layers, for the next one that is wanted: drivers are loaded and asked
 * for their devices once. */
void gpu_instance_keep(VkInstance instance);

/* Messages of the layers become failures of the device. */
bool gpu_validation_attach(struct gpu *gpu);

/* Reads what all devices of an instance are; `families` are the queue families to use, of usable
 * ones. */
void gpu_infos_read(const VkPhysicalDevice *physicals, struct gpu_info *infos, uint32_t *families,
                    uint32_t count);

/* Limits of rays. */
void gpu_rays_limits_read(struct gpu *gpu);

/* False, with the reason recorded, when the device lacks all of the features, bits of enum
 * gpu_feature; 0 means any of rays. */
bool gpu_rays_ok(struct gpu *gpu, uint32_t features, const char *what, const char *name);

/* Of a device; NULL: of instances, by the loader or a driver. */
bool gpu_has_extension(VkPhysicalDevice physical, const char *name);

/* Reads what a device of Vulkan 1.3 has of the core's features. */
void gpu_core_features_read(VkPhysicalDevice physical, struct core_features *core);

/* Reads an extension's structure of features, whose type is set; it stays as it is where the device
 * lacks the extension. */
void gpu_extension_features_read(VkPhysicalDevice physical, const char *extension, void *structure);

/* Records a failure of `result` and returns false; VK_SUCCESS returns true. */
bool gpu_check(struct gpu *gpu, VkResult result, const char *call, const char *file, int line);

/* Takes what a call that makes an object has given: a driver may report success and make none. */
bool gpu_check_made(struct gpu *gpu, VkResult result, bool made, const char *call, const char *name,
                    const char *file, int line);

#define CHECK(gpu, result, call) gpu_check((gpu), (result), (call), __FILE__, __LINE__)
#define MADE(gpu, result, made, call, name)                                                        \
    gpu_check_made((gpu), (result), (made), (call), (name), __FILE__, __LINE__)
#define VK(gpu, call) CHECK(gpu, (gpu)->vk.call, #call)

/* Counts a step. True where gpu_fault_step() wants it left out; may take a group of `groups`, which
 * is NULL of what has none. */
bool gpu_fault_step_reach(struct gpu *gpu, const char *name, uint32_t groups[3]);

/* True, with the failure recorded, when a fault of that kind is planted. `call` is for the message.
 */
bool gpu_fault_strikes(struct gpu *gpu, enum gpu_result result, const char *call);

/* Records a failure with a message of our own. Always false. */
bool gpu_fail_format(struct gpu *gpu, enum gpu_result result, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Names of objects and labels of commands, for profilers and the layers (trace.c): where they are
 * not there, or not wanted, nothing is done. */
void gpu_name(struct gpu *gpu, VkObjectType type, uint64_t handle, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* ---------------------------------------------------------------------------------------------- */

/* capability: what a shader declares to need, held against a device before a driver is given the
 * shader. */

enum { CAPABILITY_FLAGS_MAX = 12, CAPABILITY_EXTENSIONS_MAX = 11, FLOAT_MODES = 15 };

/* A structure of an extension's features, which are a head and VkBool32 each. */
struct capability_flags {
    VkStructureType sType;
    void *pNext;
    VkBool32 flags[CAPABILITY_FLAGS_MAX];
};

/* Reads into info->capabilities and float_modes, both 0, what shaders may declare on the device. */
void gpu_capabilities_read(VkPhysicalDevice physical, struct gpu_info *info);

/* Sets what the device has of these in *core and `flags`, and adds the names of extensions. Returns
 * the chain of the flags before `next`; it lives as long as they. */
void *gpu_capabilities_enable(const struct gpu *gpu, struct core_features *core,
                              struct capability_flags flags[CAPABILITY_EXTENSIONS_MAX], void *next,
                              const char **extensions, uint32_t *count);

/* True where the shader declares any operation of subgroups, or reads how they lie. */
bool gpu_shader_uses_subgroups(const struct gpu_shader *shader);

/* True where the text names, behind its first parenthesis, a structure of device_extensions that is
 * younger than the headers of Debian 12; false of NULL. */
bool gpu_capability_is_young(const char *text);

/* ---------------------------------------------------------------------------------------------- */

/* loader: what the Vulkan loader says of layers, manifests and drivers. */

/* Makes a crash of the loader, a layer or a driver end the process with 99 and a line that names
 * the remedy, or no longer. */
void gpu_loader_guard(bool on);

/* Names a result for people, before its number: "device lost, "; "" for one without a name. */
const char *gpu_loader_words(VkResult result);

/* vkEnumeratePhysicalDevices(), noted. */
VkResult gpu_loader_enumerate(VkInstance instance, uint32_t *count, VkPhysicalDevice *physicals);

/* Writes that no device was found, which call failed with which VkResult, what the loader said, and
 * which drivers it had read. False, and nothing is written, where nothing is known. */
bool gpu_loader_say(char message[GPU_MESSAGE_BYTES]);

/* ---------------------------------------------------------------------------------------------- */

/* objects: what a scope owns, as Vulkan has it, and what commands are recorded into. */

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

/* Kinds of objects that a scope owns, as far as it tells them apart. */
enum object_kind {
    OBJECT_BUFFER,
    OBJECT_IMAGE,
    OBJECT_OTHER,
    OBJECT_HOSTED, /* from here on with memory or threads of the host's, which go in any case */
    OBJECT_KERNEL,
    OBJECT_SCOPE,
};

/* Frees what an object holds in Vulkan; accepts half-built ones. The scope frees the object itself.
 * Without a device, because it may still be at work, the host's memory and threads alone go. */
typedef void gpu_release_fn(struct gpu *gpu, void *object);

/* The first member of each object. */
struct object {
    enum object_kind kind;
    gpu_release_fn *release;
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

/* A pipeline, and its compilation while that goes on (kernel.c). Zeroed: not begun. */
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
 * the other: the device keeps those that were used last (kernel.c). */
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
    VkShaderModule module;
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    struct gpu_compile timed;    /* what runs */
    struct gpu_compile captured; /* what statistics are read from, where somebody asks */
    bool said;                   /* they were read: */
    struct gpu_statistic *statistics;
    size_t statistic_count;
    uint32_t said_subgroup; /* at which it runs; 0: the driver does not say, or chooses later */
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
};

struct gpu_image {
    struct object object;
    const char *name;
    uint32_t width, height, levels;
    enum gpu_format format;
    uint32_t usage;
    bool filters;    /* the device can filter its format */
    bool has_layout; /* that of gpu_image_layout(), as it has once it was filled */
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
void *gpu_object_create(struct gpu_scope *scope, enum object_kind kind, size_t bytes,
                        gpu_release_fn *release);

/* Begins to compile; `what` must stay until it is released. Without a thread, where many are at
 * work already, and under validation layers, it compiles at once. */
void gpu_compile_start(struct gpu *gpu, struct gpu_compile *compile, gpu_compile_fn *make,
                       const void *what);

/* Waits until it is done, and says what came of it, each time; VK_SUCCESS of what was not begun. */
VkResult gpu_compile_wait(struct gpu_compile *compile);

/* Without a device it waits alone. */
void gpu_compile_release(struct gpu *gpu, struct gpu_compile *compile);

/* Destroys all programs: no kernel is left. With a device that may still be at work, `idle` is
 * false, and the host's memory alone goes. */
void gpu_programs_finish(struct gpu *gpu, bool idle);

/* Wait for the pipeline; false, with the reason recorded, when there is none. */
bool gpu_kernel_ready(struct gpu_kernel *kernel);

/* False for NULL and on a failed device; and, with the reason recorded, when the range reaches past
 * the end or is not aligned. */
bool gpu_buffer_range_ok(struct gpu_buffer *buffer, uint64_t offset, uint64_t bytes);

/* Fills the guards on both sides, and what is between them with poison where that is wanted. */
bool gpu_buffer_guards_fill(struct gpu_buffer *buffer, bool poison);

/* The first of the buffers whose guard was written to, on either side; all are read in one
 * submission. NULL when there is none, and on a failed device. */
enum { GUARDS_AT_ONCE = 64 };
struct gpu_buffer *gpu_guards_broken(struct gpu *gpu, struct gpu_buffer *const *buffers,
                                     uint32_t count);

/* The layout that the image is in between calls. */
VkImageLayout gpu_image_layout(const struct gpu_image *image);

/* Recording ------------------------------------------------------------------------------------ */

/* What gpu_commands_counters() says, and how long the chain is behind which a stage stands. */
enum { GPU_ACCESS_BITS = 8, READS_MAX = 64 };
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

/* Stamps of a queue without timestamps (commands.c). Commands are cut at each stamp, and the host
 * submits the parts one by one: a stamp is the host's time when what came before it had ended. */
struct host_stamps {
    VkCommandBuffer parts[GPU_TIMESTAMPS_MAX]; /* each ends at a stamp */
    uint32_t slots[GPU_TIMESTAMPS_MAX];        /* of these */
    uint32_t count;
    uint64_t ns[GPU_TIMESTAMPS_MAX]; /* by slot, of the last submission */
};

/* The driver's objects of one struct gpu_commands. New commands reuse those of commands that ended:
 * the driver of an H100 took 5.5 s to make and free the objects of a run. */
struct gpu_command_parts {
    struct gpu_command_parts *next; /* that are kept */
    VkCommandBuffer handle;
    VkFence fence;
    VkQueryPool queries; /* GPU_TIMESTAMPS_MAX; none on a device that needs the host's stamps */
    VkBuffer read_back;  /* GPU_READ_BACK_BYTES_MAX, host-visible, mapped; NULL until wanted */
    VkDeviceMemory read_back_memory;
    const char *read_back_mapped;
};

struct gpu_commands {
    struct object object;
    struct gpu_command_parts *parts;
    struct descriptor_sets sets;
    struct counting counting;
    struct span_recorder *recorder; /* NULL: never traced */
    bool recording;
    bool submitted;                      /* since it was begun or restarted */
    double waited_ns;                    /* by the host, for the last submission */
    uint64_t stamped;                    /* slots, bit by bit */
    uint64_t stamps[GPU_TIMESTAMPS_MAX]; /* by slot, of the last submission, once they were read */
    bool stamps_read;
    struct host_stamps host;
    struct gpu_target *pass;

    struct {
        void *destination;
        uint32_t offset, bytes; /* within parts->read_back */
    } reads[READS_MAX];
    uint32_t read_count, read_bytes;

    bool notes_lack;
    struct gpu_groups groups; /* of noted dispatches, once they were read */
};

/* Returns the device; NULL when nothing can be recorded, with the reason unless it has failed.
 * Commands other than draws cannot be recorded inside of a pass. */
struct gpu *gpu_commands_recording(struct gpu_commands *commands);
struct gpu *gpu_commands_recording_outside(struct gpu_commands *commands);

/* Tracing (trace.c); with no trace on the device, and with a NULL recorder, all of it does nothing.
 */
struct span_recorder;

/* The commands are recorded anew, in the mode of the device's trace; *recorder is made when needed.
 */
void gpu_span_recorder_restart(struct gpu *gpu, struct span_recorder **recorder,
                               VkCommandBuffer commands);
void gpu_span_recorder_release(struct gpu *gpu, struct span_recorder *recorder);

/* Around the recording of one command. */
void gpu_span_begin(struct gpu_commands *commands, const struct gpu_span *span);
void gpu_span_end(struct gpu_commands *commands);

/* Around a submission: before the call, after it, after the wait; then what it stamped. */
void gpu_submission_begin(struct gpu *gpu);
void gpu_submission_mark(struct gpu *gpu, bool done);
void gpu_submission_collect(struct gpu *gpu, const struct span_recorder *recorder);

/* ---------------------------------------------------------------------------------------------- */

/* SPIR-V: an instruction's parts. */

enum { HEADER_WORDS = 5 };

static inline uint32_t opcode(const uint32_t *instruction)
{
    return instruction[0] & 0xFFFF;
}

static inline uint32_t length(const uint32_t *instruction)
{
    return instruction[0] >> 16;
}

#endif
