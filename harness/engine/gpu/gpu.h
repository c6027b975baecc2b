/* SPDX-License-Identifier: MIT */
/* gpu.h: a Vulkan device as benches and the engine see it. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_GPU_GPU_H
#define CLAIMCHECK_HARNESS_ENGINE_GPU_GPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---------------------------------------------------------------------------------------------- */

/* info: which Vulkan devices there are, and what each can do; a part of gpu.h, and as it says. */

enum { GPU_MESSAGE_BYTES = 512, GPU_IDENTITY_BYTES = 672, CAPABILITY_WORDS = 2 };

enum gpu_result {
    GPU_OK,
    GPU_UNSUPPORTED,   /* the device lacks what was asked for */
    GPU_OUT_OF_MEMORY, /* host or device memory; the device is still usable */
    GPU_LOST,          /* VK_ERROR_DEVICE_LOST: destroy the device and create it anew */
    GPU_TIMEOUT,       /* a wait ran past gpu_params.wait_ns; treat the device as lost */
    GPU_INVALID,       /* the validation layers had something to say */
    GPU_CLOCK,         /* its timestamps cannot be true; the device is still usable */
    GPU_ERROR,         /* any other failing call, or a wrong use that is only seen at run time */
};

/* Name of a result, "out_of_memory". Static storage. */
const char *gpu_result_name(enum gpu_result result);

/* Features beyond Vulkan 1.3 core that a device may have. Names as in the specification. */
enum gpu_feature {
    GPU_SUBGROUP_BALLOT = 1 << 0,
    GPU_SUBGROUP_ARITHMETIC = 1 << 1,
    GPU_SUBGROUP_SHUFFLE = 1 << 2,
    GPU_MEMORY_MODEL_DEVICE_SCOPE = 1 << 3, /* vulkanMemoryModel and vulkanMemoryModelDeviceScope */
    GPU_SHADER_INT64 = 1 << 4,
    GPU_BUFFER_INT64_ATOMICS = 1 << 5,
    GPU_SHADER_CLOCK = 1 << 6, /* VK_KHR_shader_clock: subgroup and device clock */
    GPU_PIPELINE_EXECUTABLE_PROPERTIES = 1 << 7,
    GPU_CALIBRATED_TIMESTAMPS = 1 << 8, /* of the device and of the host's clock */
    GPU_GRAPHICS = 1 << 9,     /* the queue draws, see raster; vertexPipelineStoresAndAtomics and
                                  fragmentStoresAndAtomics */
    GPU_MESH_SHADER = 1 << 10, /* VK_EXT_mesh_shader: taskShader and meshShader */
    GPU_PIPELINE_STATISTICS = 1 << 11, /* pipelineStatisticsQuery */
    GPU_COOPERATIVE_MATRIX = 1 << 12,  /* VK_NV_cooperative_matrix: subgroups in compute shaders
                                          multiply 16 x 16 halves by 16 x 16 halves into floats;
                                          shaderFloat16 and vulkanMemoryModel */
    GPU_SHADER_SM_BUILTINS = 1 << 13,  /* VK_NV_shader_sm_builtins: which multiprocessor it is on */
    GPU_RAY_TRACING_PIPELINE = 1 << 14, /* rays: VK_KHR_acceleration_structure and
                                           VK_KHR_ray_tracing_pipeline, bufferDeviceAddress */
    GPU_RAY_QUERY = 1 << 15,            /* rays: VK_KHR_acceleration_structure and
                                           VK_KHR_ray_query, bufferDeviceAddress */
    GPU_SUBGROUP_VOTE = 1 << 16,
    GPU_SUBGROUP_SHUFFLE_RELATIVE = 1 << 17,
    GPU_SUBGROUP_CLUSTERED = 1 << 18,
    GPU_SUBGROUP_QUAD = 1 << 19,
    GPU_SHADER_FLOAT16 = 1 << 20,
    GPU_SHADER_FLOAT64 = 1 << 21,
    GPU_SHADER_INT8 = 1 << 22,
    GPU_SHADER_INT16 = 1 << 23,
    GPU_STORAGE_BUFFER_8BIT = 1 << 24,  /* storageBuffer8BitAccess */
    GPU_STORAGE_BUFFER_16BIT = 1 << 25, /* storageBuffer16BitAccess */
    GPU_VARIABLE_POINTERS = 1 << 26,    /* variablePointers and variablePointersStorageBuffer */
    GPU_FEATURE_COUNT = 27,
};

/* Short name of one feature bit, "subgroup_ballot" for GPU_SUBGROUP_BALLOT; NULL past the last.
 * Static storage. */
const char *gpu_feature_name(enum gpu_feature feature);

enum gpu_kind {
    GPU_DISCRETE,
    GPU_INTEGRATED,
    GPU_VIRTUAL,
    GPU_CPU, /* a rasteriser on the CPU */
    GPU_OTHER,
    GPU_HOST, /* no device at all: harness/engine/cpu/cpu.h; never listed */
};

struct gpu_limits {
    uint32_t group_count_max[3];       /* work-groups of one dispatch, per dimension */
    uint32_t group_size_max[3];        /* invocations of one work-group, per dimension */
    uint32_t group_invocations_max;    /* invocations of one work-group, product */
    uint32_t shared_bytes_max;         /* shared memory of one work-group */
    uint32_t storage_buffers_max;      /* storage buffers of one kernel */
    uint32_t storage_images_max;       /* storage images of one kernel */
    uint64_t storage_buffer_bytes_max; /* range of one binding */
    uint64_t buffer_bytes_max;         /* one buffer, the guards on both sides included */
    uint64_t allocation_bytes_max;     /* memory of one buffer or image */
    uint32_t image_side_max;           /* width and height of an image, in texels */
    uint32_t group_subgroups_max;      /* subgroups of one work-group, at a size that is required */
    uint64_t memory_bytes;             /* largest device-local heap */
};

struct gpu_info {
    int index; /* position in gpu_list() */
    char name[256];
    enum gpu_kind kind;
    bool usable;               /* Vulkan 1.3 and timestamps on a compute queue */
    char unusable_reason[128]; /* empty when usable */
    uint32_t vendor_id, device_id;
    char uuid[33], driver_uuid[33]; /* 32 lower-case hexadecimal digits */
    char pci_bus[40];               /* "0000:3b:00.0"; empty where the device does not say */
    char driver_name[256], driver_info[256];
    uint32_t driver_version; /* as the driver encodes it */
    char api_version[32];    /* "1.3.230" */
    uint32_t subgroup_size;  /* as the device states it: kernels may run at another one */
    uint32_t subgroup_size_min, subgroup_size_max; /* sizes that compute kernels may run at */
    bool subgroup_size_control; /* a compute kernel can require one of these sizes */
    uint32_t multiprocessors;   /* that run work-groups side by side: SMs, compute units, cores; 0:
                                 the device does not say */
    uint32_t features;          /* bits of enum gpu_feature */
    uint64_t capabilities[CAPABILITY_WORDS]; /* bits of rows of capability.c, for it alone */
    uint32_t float_modes;                    /* likewise */
    struct gpu_limits limits;
    uint32_t timestamp_bits; /* valid bits of the queue family used; 0: it has none, and stamps are
                                the host's, in ns, around each part of the commands */
    double timestamp_period_ns;
    /* Unique among the devices of gpu_list(), even where two drivers or two slices share a UUID. It
     * stays the same in other processes and on other days. Bytes, for gpu_find() alone. */
    char identity[GPU_IDENTITY_BYTES];
};

/*
 * Lists every Vulkan device. *infos is malloc'ed, the caller frees it; NULL when *count is 0.
 * Returns GPU_UNSUPPORTED when there is no Vulkan loader or no driver, GPU_ERROR when one failed,
 * GPU_OK otherwise.
 */
enum gpu_result gpu_list(struct gpu_info **infos, int *count);

/*
 * Index into infos of the device that `selector` means: a decimal index, a UUID, a place on the
 * PCI bus, VENDOR:DEVICE in hexadecimal digits, a name, or an extended regular expression
 * (case-insensitive) on the name, not empty; else a kind. An index, a UUID and a name may have what
 * other tools put around them. NULL takes the best usable one: discrete, integrated, virtual, CPU;
 * the first of equals. Returns -1 and a one-line message, with the remedy, when none fits, when
 * several fit, or when the one that fits is not usable. Pure.
 */
int gpu_choose(const struct gpu_info *infos, int count, const char *selector,
               char message[GPU_MESSAGE_BYTES]);

/* Index of the usable device of that identity; -1 where it is not among them. Pure. */
int gpu_find(const struct gpu_info *infos, int count, const char *identity);

/* True for rasterisers that run on the CPU: right for correctness, wrong for ratios. */
bool gpu_info_is_software(const struct gpu_info *info);

/* Why nothing can be timed on the device: it is not usable, or it is a driver without hardware,
 * which only compiles. NULL: it can. As long as *info lives. */
const char *gpu_info_untimed(const struct gpu_info *info);

/* "discrete", "integrated", "virtual", "cpu", "other", "host". Static storage. */
const char *gpu_kind_name(enum gpu_kind kind);

enum { GPU_LAYERS_MAX = 16, GPU_LAYER_BYTES = 256 };

/* Writes the names of the layers that the loader put between this program and the drivers when it
 * last listed devices or made one, by its own word; returns how many. Valid until it does so again.
 */
size_t gpu_layers(const char *names[GPU_LAYERS_MAX]);

/* Warnings and errors of the loader from then, in one line; "" for none. Static storage. */
const char *gpu_loader_trouble(void);

/* Version of the Vulkan loader, "1.3.239"; "none" without one. Static storage. */
const char *gpu_loader_version(void);

/* ---------------------------------------------------------------------------------------------- */

/*
 * gpu: the only door to Vulkan. Nothing outside harness/engine/gpu/ includes a Vulkan header.
 *
 * Needs Vulkan 1.3 with timestamps on a compute queue. Everything beyond is probed, see enum
 * gpu_feature.
 *
 *   errors     A failing call records the first failure of the device (call, VkResult, file:line)
 *              and returns NULL or false. Every call accepts NULL objects and a failed device and
 *              then does nothing, so a caller asks gpu_failure() once, when a case ends.
 *              gpu_recover() clears a failure that leaves the device usable.
 *   valid      What a call must be given stands behind "Valid:". A breach is, by its mark,
 *                (assert)       a mistake in the code: the program ends;
 *                (error)        GPU_ERROR, one line that says what, and no effect;
 *                (unsupported)  GPU_UNSUPPORTED, likewise: the device lacks it;
 *                (layers)       undefined; the validation layers, where they are on, may say so.
 *   ownership  Buffers, images, kernels and commands belong to their scope, and die with it.
 *   names      Where the loader has VK_EXT_debug_utils, objects carry their names into profilers
 *              and messages of the layers: buffers, images, targets, kernels, pipelines and
 *              structures their own, commands that of their scope.
 *   pointers   Structs of parameters, data to be read or written, out-pointers and messages are
 *              never NULL, unless said so, and are used during the call alone. Names are kept: they
 *              outlive the scope.
 *   waits      A call waits for the device only where it says so, at most gpu_params.wait_ns per
 *              submission; past that it fails with GPU_TIMEOUT.
 *   order      Submissions, and the transfers of calls that wait, run one after the other, and each
 *              sees all that those before it wrote. Barriers are owed within a submission alone.
 *   threads    One thread at a time per struct gpu and what belongs to it; gpu_list(),
 *              gpu_create() and gpu_loader_version() one at a time in the process.
 *   units      Sizes and offsets in bytes, times in nanoseconds, unless the name says otherwise.
 */

enum {
    GPU_READ_BACK_BYTES_MAX = 65536, /* of all gpu_commands_read_back() of one submission */
    GPU_TIMESTAMPS_MAX = 64,         /* timestamp slots of one struct gpu_commands */
    GPU_GUARD_BYTES = 4096,          /* pattern on both sides of every buffer */
};

/* Shaders, and what they bind ------------------------------------------------------------------ */

enum {
    GPU_BINDINGS_MAX = 16,         /* buffers and images of one kernel, all in set 0 */
    GPU_CONSTANTS_MAX = 16,        /* 32-bit specialization constants of one kernel, ids 0..n-1 */
    GPU_PUSH_BYTES_MAX = 128,      /* push constants of one dispatch; what Vulkan guarantees */
    GPU_UNIFORM_BYTES_MAX = 16384, /* likewise */
    GPU_UNIFORM_BUFFERS_MAX = 12,  /* likewise, of one kernel */
};

/* SPIR-V of one shader, embedded in the executable or made from a file of the user's; here a
 * compute shader. Shader, name and words outlive the device. */
struct gpu_shader {
    const char *name; /* "<technique>/<file without its suffix>", then " (FILE)" for a user's */
    const uint32_t *words;
    size_t bytes;
    const char *file; /* of the user; NULL for a shipped one */
    const char
        *entry_point; /* NULL: the only one of its stage, or of several compute ones `main` */
};

/* The format of an image's texels; names as in GLSL. */
enum gpu_format {
    GPU_RGBA8, /* linear, unsigned normalised; red is the lowest byte */
    GPU_R32F,
    GPU_RGBA16F,
    GPU_RGBA32F,
    GPU_FORMAT_COUNT,
};

/* "rgba8". Static storage. */
const char *gpu_format_name(enum gpu_format format);

/* The kind of a shader's binding. */
enum gpu_binding_kind {
    GPU_UNBOUND, /* not used */
    GPU_STORAGE_BUFFER,
    GPU_UNIFORM_BUFFER,         /* a uniform block: GPU_UNIFORM_BYTES_MAX at most */
    GPU_SAMPLED_IMAGE,          /* an image with its sampler: sampler2D */
    GPU_STORAGE_IMAGE,          /* one level of an image: image2D of one of the formats above */
    GPU_ACCELERATION_STRUCTURE, /* rays: accelerationStructureEXT */
    GPU_BINDING_KIND_COUNT,
};

/* Whether a buffer is bound there. */
bool gpu_binding_is_buffer(enum gpu_binding_kind kind);

/* "storage_buffer"; NULL for GPU_UNBOUND. Static storage. */
const char *gpu_binding_kind_name(enum gpu_binding_kind kind);

struct gpu_binding {
    enum gpu_binding_kind kind;
    enum gpu_format format;         /* of a storage image, as the shader declares it */
    bool never_read, never_written; /* of a storage buffer, as the shader declares it */
    bool asks_length; /* for the length of a storage buffer's last array: it is bound exactly */
    bool twice; /* two buffers are declared here, one of them never written and the other not */
};

/* Device --------------------------------------------------------------------------------------- */

struct gpu;

struct gpu_params {
    const char *selector; /* see gpu_choose() */
    const char *identity; /* not NULL: this device and no other, whatever the selector says */
    bool validate;        /* core and synchronization validation; any message fails the device with
                             GPU_INVALID */
    bool validate_gpu;    /* GPU-assisted validation too; ignored where the layer refuses it */
    uint64_t wait_ns;     /* time-out of one submission; 0 means 60 s */
    bool labels;          /* passes and regions are labelled, by VK_EXT_debug_utils where it is
                             there: recording costs more, and a driver may let no passes overlap.
                             Never for what is timed; always with validation */
    bool counters;        /* those of engine.h; GPU_UNSUPPORTED where the driver has none */
    bool compile_only;    /* a static device: it compiles kernels and says what it made of them.
                             Nothing is allocated on it and nothing submitted, so that it may be
                             one that only compiles, a driver without its hardware. Buffers and
                             images have a size alone: writes and commands do nothing, and reads
                             give 0 */
};

/*
 * NULL on failure, with a one-line message and the reason in *result: GPU_UNSUPPORTED when there is
 * no loader, no driver, no device that fits, or no validation layer that was asked for; else what
 * failed. On success GPU_OK and "". Features of gpu_info() are all enabled; robustBufferAccess
 * never is: it would hide what the guards are there to catch.
 */
struct gpu *gpu_create(const struct gpu_params *params, enum gpu_result *result,
                       char message[GPU_MESSAGE_BYTES]);

/*
 * Pipelines that the driver has compiled, for later processes with the same device and driver.
 * load() takes it before anything is compiled; false where the driver refuses it, which changes
 * nothing. save() returns it malloc'ed, when nothing compiles; NULL where nothing came to what was
 * loaded, on a failed device, and without memory.
 */
bool gpu_pipelines_load(struct gpu *gpu, const void *data, size_t bytes);
void *gpu_pipelines_save(struct gpu *gpu, size_t *bytes);

/* Waits until the device is idle (not after GPU_TIMEOUT: then Vulkan's objects stay until the
 * process ends), destroys it, sets *gpu to NULL. Valid: scopes and traces are gone (layers). */
void gpu_destroy(struct gpu **gpu);

/* Lives as long as the device. NULL for NULL. */
const struct gpu_info *gpu_info(const struct gpu *gpu);

struct gpu_failure {
    enum gpu_result result;          /* GPU_OK: no failure so far */
    char message[GPU_MESSAGE_BYTES]; /* of the first failure */
};

/* The first failure since creation or gpu_recover(), until which it stays; lives as long as the
 * device. NULL counts as GPU_ERROR. */
const struct gpu_failure *gpu_failure(const struct gpu *gpu);
bool gpu_failed(const struct gpu *gpu);

/*
 * Clears the failure, unless the device is lost or timed out: then it returns false and nothing
 * changes. Objects made before stay; of the call that failed nothing does. Commands that were being
 * recorded want gpu_commands_restart(): what failed is missing from them.
 */
bool gpu_recover(struct gpu *gpu);

/* Makes the device fail as if a call had returned `result`; an earlier failure stays. The message
 * is copied. Always false. For tests of what follows a failure. Valid: not GPU_OK (assert). */
bool gpu_fail(struct gpu *gpu, enum gpu_result result, const char *message);

/* Keeps what instruments/subgroup_barrier.h found of subgroupBarrier() on this device. */
enum gpu_barriers { GPU_BARRIERS_UNKNOWN, GPU_BARRIERS_HOLD, GPU_BARRIERS_END };
enum gpu_barriers gpu_barriers(const struct gpu *gpu);
void gpu_barriers_set(struct gpu *gpu, enum gpu_barriers barriers);

/* True where the shader has a barrier whose scope is the subgroup, called or not. */
bool gpu_shader_has_subgroup_barrier(const struct gpu_shader *shader);

/* True with the validation layers on. */
bool gpu_validates(const struct gpu *gpu);

/* Scope: owner of buffers, kernels and commands ------------------------------------------------ */

struct gpu_scope;

/* Valid: destroyed before its device (layers). */
struct gpu_scope *gpu_scope_create(struct gpu *gpu);

/* One that dies with `parent` at the latest, and may be destroyed before: for what an execution
 * makes anew. NULL for NULL. */
struct gpu_scope *gpu_scope_create_within(struct gpu_scope *parent);

/* Names the commands that are begun in the scope from here on; the name is kept. Without a call:
 * "claimcheck". */
void gpu_scope_name(struct gpu_scope *scope, const char *name);

/* Destroys all that was made in it, in reverse order, and sets *scope to NULL. Accepts NULL. Does
 * not wait: nothing is at work between calls. After GPU_TIMEOUT Vulkan's objects stay until the
 * process ends. */
void gpu_scope_destroy(struct gpu_scope **scope);

/* Device bytes of all buffers, images, targets, indices and acceleration structures made in it,
 * which live at once, and of the largest scope that was within it; guards, padding, and what the
 * layer itself allocates are not counted. 0 for NULL. */
uint64_t gpu_scope_peak_bytes(const struct gpu_scope *scope);

/* Name of a buffer of the scope, or of one within it, whose guard was written to; NULL when all are
 * intact (or on failure). Reads all guards back: waits once for 64 buffers of a scope. */
const char *gpu_scope_broken_guard(struct gpu_scope *scope);

/* Writes guards anew where they were written to, so that the next case is not blamed for it. Waits
 * once per buffer, and once more for each that it mends. */
void gpu_scope_mend_guards(struct gpu_scope *scope);

/* The device a scope was made for; NULL for NULL. */
struct gpu *gpu_scope_device(const struct gpu_scope *scope);

/* Buffers -------------------------------------------------------------------------------------- */

struct gpu_buffer;

struct gpu_buffer_params {
    const char *name; /* shown in messages */
    uint64_t bytes;
    const void *data; /* `bytes` of them, uploaded when not NULL; otherwise the contents are 0xA5
                         bytes: poison, never zeros */
    bool geometry;    /* acceleration structures are built of it, see rays */
    bool host;        /* in memory of the host, pinned, where gpu_buffer_mapped() finds it */
    bool bare;        /* memory as the driver gives it, for what is allocated while time is taken:
                         neither filled nor guarded, and creation does not wait */
};

/*
 * Storage buffer, device-local unless it is the host's, also usable as transfer source, destination
 * and indirect arguments, with a guard pattern on both sides. Waits until it is filled.
 *
 * The range of a binding reaches into the guard behind the buffer, so that a write past its end is
 * seen even where the driver drops writes outside of the range. It is exact for a shader that asks
 * this buffer for its length (gpu_binding.asks_length), and where it would be over
 * limits.storage_buffer_bytes_max.
 *
 * Valid: a name, neither data nor the host's memory where it is bare (assert); bytes > 0 and a
 * multiple of 4 (error), at most limits.storage_buffer_bytes_max, with its guards at most
 * limits.buffer_bytes_max and limits.allocation_bytes_max, geometry on a device that has rays
 * alone (unsupported).
 */
struct gpu_buffer *gpu_buffer_create(struct gpu_scope *scope,
                                     const struct gpu_buffer_params *params);

uint64_t gpu_buffer_bytes(const struct gpu_buffer *buffer); /* 0 for NULL */

/* The buffer's bytes, where it is in memory of the host; NULL where not, and for NULL. A submission
 * finds what was written before it; what it writes is there once it is done, behind a barrier
 * towards GPU_MAPPED. */
void *gpu_buffer_mapped(const struct gpu_buffer *buffer);

/* Returns the bytes of buffers and images that ended, which are kept for the next ones. New `bare`
 * buffers never get them. */
uint64_t gpu_kept_bytes(const struct gpu *gpu);

/* Host to device and back, through staging memory; both wait until done, once per 16 MiB. Valid:
 * offset and bytes are multiples of 4 and within the buffer (error); 0 bytes do nothing. */
bool gpu_buffer_write(struct gpu_buffer *buffer, uint64_t offset, const void *source,
                      uint64_t bytes);
bool gpu_buffer_read(struct gpu_buffer *buffer, uint64_t offset, void *destination, uint64_t bytes);

/* Do so sooner: several threads copy one part while the device copies the next. gpu_buffer_create()
 * writes its data in this way. */
bool gpu_buffer_write_by_threads(struct gpu_buffer *buffer, uint64_t offset, const void *source,
                                 uint64_t bytes);
bool gpu_buffer_read_by_threads(struct gpu_buffer *buffer, uint64_t offset, void *destination,
                                uint64_t bytes);

const char *gpu_buffer_name(const struct gpu_buffer *buffer); /* NULL for NULL */

/* Buffers made in the scope so far, in order of creation; at most `max` are written. Returns how
 * many there are. Half-built ones of a failed creation are left out. */
size_t gpu_scope_buffers(const struct gpu_scope *scope, struct gpu_buffer **buffers, size_t max);

/*
 * Settles what is scratch: buffers and images of the scope that were made without data, which the
 * host has not written to since, nor any commands that were recorded. Nothing there is worth
 * keeping before an execution. gpu_scope_poison() fills all of it with a word, and waits once.
 */
void gpu_scope_settle(struct gpu_scope *scope);
bool gpu_scope_poison(struct gpu_scope *scope, uint32_t word);
bool gpu_buffer_is_scratch(const struct gpu_buffer *buffer); /* false for NULL */

/* Fills a range with one 32-bit word and waits. Valid: as gpu_buffer_write(). */
bool gpu_buffer_fill(struct gpu_buffer *buffer, uint64_t offset, uint64_t bytes, uint32_t word);

/* Kernels -------------------------------------------------------------------------------------- */

struct gpu_kernel;

struct gpu_kernel_params {
    const struct gpu_shader *shader;
    uint32_t constants[GPU_CONSTANTS_MAX]; /* specialization constants 0..constant_count-1, as
                                              32-bit words */
    uint32_t constant_count;
    uint32_t subgroup_size; /* that it must run at, see gpu_subgroup_size(); 0: any */
};

/*
 * A compute pipeline, whose interface is read from the SPIR-V. The driver compiles it on a thread
 * of its own, for as long as that takes: the first use waits, and finds where it has failed. Does
 * not wait for the device. A shader that was compiled on the device before, with the same
 * constants, may come from its cache.
 *
 * Valid: a shader, at most GPU_CONSTANTS_MAX constants (assert), and at least as many as it uses
 * (error); the shader is SPIR-V of a compute shader that uses set 0 alone, bindings below
 * GPU_BINDINGS_MAX of the kinds of enum gpu_binding_kind, and at most GPU_PUSH_BYTES_MAX of push
 * constants (error); work-group, shared memory and bindings are within the limits, an acceleration
 * structure is bound where there is GPU_RAY_QUERY, its SPIR-V declares no capability that
 * gpu_info() does not have, and the subgroup size is one of the device's (unsupported); it has one
 * entry point, of any name (error).
 */
struct gpu_kernel *gpu_kernel_create(struct gpu_scope *scope,
                                     const struct gpu_kernel_params *params);

/* Returns the subgroup size, a multiple of `multiple`, that compute kernels run at which ask for
 * it: the stated one where it can be had, else the smallest. 0: there is none, or a kernel that
 * asked for it ran at another. Runs that kernel at the first call, and waits. NULL: 0. */
uint32_t gpu_subgroup_size(struct gpu *gpu, uint32_t multiple);

/* True while the driver compiles on such a thread, for any kernel of the device. NULL: false. */
bool gpu_compiles(const struct gpu *gpu);

/* Commands ------------------------------------------------------------------------------------- */

/* Deterministic counts of what was recorded since begin or restart: of calls that had an effect,
 * not of what they do on the device, nor of barriers that the layer adds. */
struct gpu_counters {
    uint64_t dispatches;          /* direct ones, of 0 work-groups, too */
    uint64_t indirect_dispatches; /* not counted in dispatches */
    uint64_t copies;              /* read-backs, too */
    uint64_t read_backs;          /* of these */
    uint64_t fills, barriers;     /* fills of 0 bytes are none */
    uint64_t draws;               /* see raster; indirect ones, too */
    uint64_t builds, traces;      /* see rays */
    uint64_t chain; /* commands of the longest chain in which barriers let each wait for the one
                       before */
    struct gpu_groups {
        uint64_t all, most; /* work-groups: of all dispatches, and of the largest */
    } groups;               /* of direct ones */
    uint64_t bytes_bound; /* of all that dispatches bind, copies and fills reach, each time anew */
};

struct gpu_commands;

/*
 * Commands are recorded, then submitted, any number of times. Recording starts at once and ends at
 * the first submission; from then on only restart, submission and reading of times and counters
 * have a meaning. Every recording call below wants
 *
 * Valid: recording has not ended; outside of a pass of draws (error). What was recorded is alive
 * at every submission (layers); buffers may be of other scopes of the device.
 */
struct gpu_commands *gpu_commands_begin(struct gpu_scope *scope);

/* Forgets what was recorded, with its counters, slots and read-backs, and starts recording anew.
 * For loops that return to the host: descriptor sets are kept, so that the same dispatches again
 * are cheap. Legal at any time. */
void gpu_commands_restart(struct gpu_commands *commands);

/* An image, as a kernel sees it. */
struct gpu_image_binding {
    struct gpu_image *image;
    struct gpu_sampler *sampler; /* of a sampled image; NULL for a storage image */
    uint32_t level;              /* of a storage image; a sampled one has all, and 0 here */
};

struct gpu_acceleration; /* rays */

struct gpu_dispatch {
    struct gpu_kernel *kernel;
    struct gpu_buffer *buffers[GPU_BINDINGS_MAX]; /* by binding; what it does not use is ignored */
    struct gpu_image_binding images[GPU_BINDINGS_MAX];        /* likewise */
    struct gpu_acceleration *accelerations[GPU_BINDINGS_MAX]; /* likewise */
    const void *push;                                         /* push constants, copied */
    uint32_t push_bytes;
    uint32_t groups[3];          /* work-groups; 0 is legal and does nothing */
    struct gpu_buffer *indirect; /* when not NULL, groups are three words at indirect_offset */
    uint64_t indirect_offset;
};

/*
 * Barriers: GPU_COMPUTE and GPU_SAMPLING for what it reads and writes, GPU_INDIRECT for the words
 * of `indirect`. Two dispatches without one between them may overlap.
 *
 * Valid: at each binding that the kernel uses, what it wants there, a buffer, an image or an
 * acceleration structure, and nothing else (error); of an image see there. push_bytes at least
 * what it uses (error), and then push is not NULL (assert). groups within limits.group_count_max
 * (unsupported), those of `indirect` when it runs, too (layers); the three words within the buffer,
 * at a multiple of 4 (error). A NULL kernel does nothing.
 */
void gpu_commands_dispatch(struct gpu_commands *commands, const struct gpu_dispatch *dispatch);

/*
 * Barriers: GPU_TRANSFER for both. 0 bytes record nothing.
 *
 * Valid: offsets and bytes are multiples of 4, ranges within the buffers, and of one buffer do not
 * overlap (error).
 */
void gpu_commands_fill(struct gpu_commands *commands, struct gpu_buffer *buffer, uint64_t offset,
                       uint64_t bytes, uint32_t word);
void gpu_commands_copy(struct gpu_commands *commands, struct gpu_buffer *destination,
                       uint64_t destination_offset, struct gpu_buffer *source,
                       uint64_t source_offset, uint64_t bytes);

/*
 * Copies bytes of a buffer to the host's `destination`, each time that gpu_commands_submit() has
 * returned true; so it outlives the last submission. Barriers: GPU_TRANSFER, towards the host none.
 * 0 bytes record nothing. Allocates 64 KiB at the first call on these commands.
 *
 * Valid: as a copy; at most 64 calls and GPU_READ_BACK_BYTES_MAX in one recording (error);
 * destination is not NULL (assert).
 */
void gpu_commands_read_back(struct gpu_commands *commands, struct gpu_buffer *source,
                            uint64_t source_offset, uint32_t bytes, void *destination);

/* Ways in which memory is touched; bits. */
enum gpu_access {
    GPU_COMPUTE = 1 << 0,  /* storage buffers and images in kernels, read and written */
    GPU_TRANSFER = 1 << 1, /* fill, copy and read-back, read and written */
    GPU_INDIRECT = 1 << 2, /* arguments of indirect dispatches and draws, read */
    GPU_DRAW = 1 << 3,     /* storage buffers in shaders of draws, read and written; nothing
                              on a device without GPU_GRAPHICS */
    GPU_SAMPLING = 1 << 4, /* sampled images in kernels, read; nothing while the device has no
                              image */
    GPU_BUILD = 1 << 5,    /* builds, for rays: vertices read, structures written; nothing while
                              the device has no acceleration structure */
    GPU_RAYS = 1 << 6,     /* acceleration structures read, by kernels, too; storage buffers in
                              shaders of ray tracing pipelines read and written; likewise */
    GPU_MAPPED = 1 << 7,   /* gpu_buffer_mapped(), read after the submission; behind a barrier
                              alone, and no part of GPU_ACCESS_ALL */
    GPU_ACCESS_ALL =
        GPU_COMPUTE | GPU_TRANSFER | GPU_INDIRECT | GPU_DRAW | GPU_SAMPLING | GPU_BUILD | GPU_RAYS,
};

/*
 * All that `before` did is finished and visible to all that `after` does, both bits of enum
 * gpu_access. One memory barrier for all buffers and images: orders read after write, write after
 * read and write after write alike. None is owed at the start of a submission, nor at its end.
 */
void gpu_commands_barrier(struct gpu_commands *commands, uint32_t before, uint32_t after);

/* Stamps a slot after all that was recorded so far has ended (stage ALL_COMMANDS). It does not hold
 * back what follows. Valid: slot < GPU_TIMESTAMPS_MAX (assert), once in a recording (error). */
void gpu_commands_timestamp(struct gpu_commands *commands, uint32_t slot);

/* Ends recording at the first call, submits, waits; then hands out what is read back. False when
 * the device failed, before or in it. Valid: no pass of draws is open (error). */
bool gpu_commands_submit(struct gpu_commands *commands);

/*
 * Time between two slots of the last submission: difference masked to timestamp_bits, times the
 * period; so it is right below 2^timestamp_bits periods. *elapsed_ns is 0 on failure, and where the
 * host waited for less: by 1 % and two steps of the counter the device fails with GPU_CLOCK.
 *
 * Valid: slots < GPU_TIMESTAMPS_MAX (assert), both stamped in what was submitted since begin or
 * restart (error).
 */
bool gpu_commands_elapsed_ns(struct gpu_commands *commands, uint32_t slot_begin, uint32_t slot_end,
                             double *elapsed_ns);

/* The stamp of a slot of the last submission, in ticks; held against nothing. Valid: likewise. */
bool gpu_commands_stamp(struct gpu_commands *commands, uint32_t slot, uint64_t *stamp);

/* Counts the commands recorded since begin, restart or count. Accepts NULL: all 0. */
struct gpu_counters gpu_commands_counters(const struct gpu_commands *commands);

/*
 * Counts anew from here on. With `notes`, until the next such call, the arguments of each indirect
 * dispatch are copied to the host before it, between barriers: not for what is timed. After the
 * submission *noted is of these, and the chain leaves empty ones out; false: no room for all.
 */
void gpu_commands_count(struct gpu_commands *commands, bool notes);
bool gpu_commands_noted(const struct gpu_commands *commands, struct gpu_groups *noted);

/* ---------------------------------------------------------------------------------------------- */

/*
 * image: two-dimensional images of floats, with levels, beside the buffers of gpu.h; the same
 * rules hold, and "Valid:" reads as there. Kernels look them up through a sampler
 * (sampler2D) or read and write the texels of one level (image2D); which of both a binding is, and
 * of what format, is read from the SPIR-V. Draws take no images.
 *
 *   layout     The layer's affair. Between calls an image with GPU_IMAGE_STORAGE is in GENERAL, any
 *              other in SHADER_READ_ONLY_OPTIMAL; the host's reads and writes, which wait, take it
 *              out of that and put it back. No recorded command changes a layout.
 *   barriers   The caller's, by gpu_commands_barrier(), as for buffers: GPU_COMPUTE is what kernels
 *              do to storage images, GPU_SAMPLING what they look up in sampled ones. None is owed
 *              for what the host wrote before a submission.
 *   edges      A store outside of the level that is bound is dropped by the device; there is no
 *              guard around an image, and gpu_scope_broken_guard() is about buffers alone.
 *   texels     Row-major from the top left, rows without padding; floats and halves as IEEE 754.
 */

enum { GPU_IMAGE_LEVELS_MAX = 16 };

/* Image ---------------------------------------------------------------------------------------- */

/* Ways in which an image may be bound; bits. */
enum gpu_image_usage {
    GPU_IMAGE_SAMPLED = 1 << 0,
    GPU_IMAGE_STORAGE = 1 << 1,
};

struct gpu_image_params {
    const char *name;       /* shown in messages */
    uint32_t width, height; /* of level 0, in texels */
    uint32_t levels;        /* 0 means 1 */
    enum gpu_format format;
    uint32_t usage;   /* bits of enum gpu_image_usage */
    const void *data; /* texels of level 0; NULL: poison, as are all other levels */
};

/*
 * Waits until the texels are there.
 *
 * Valid: a name, a format, one usage at least (assert); at least one texel, at most
 * gpu_image_levels() levels (error); no more texels than the device takes, and a format that it can
 * use so (unsupported).
 */
struct gpu_image *gpu_image_create(struct gpu_scope *scope, const struct gpu_image_params *params);

/* Levels of a whole chain, down to 1 x 1: 1 + floor(log2(max(width, height))). */
uint32_t gpu_image_levels(uint32_t width, uint32_t height);

/* Width and height of a level: those of level 0, halved `level` times, rounded down, at least 1.
 * 0 x 0 for NULL and for a level that is not there. */
void gpu_image_size(const struct gpu_image *image, uint32_t level, uint32_t size[2]);

/* Bytes of a level's texels; 0 for NULL and for a level that is not there. */
uint64_t gpu_image_level_bytes(const struct gpu_image *image, uint32_t level);

/* Bytes of all levels: what gpu_scope_peak_bytes() counts. What the device pads is not known. */
uint64_t gpu_image_bytes(const struct gpu_image *image);

/* All texels of a level, gpu_image_level_bytes() of them, host to device and back; both wait until
 * done, once per 16 MiB. Valid: the level is there (error). */
bool gpu_image_write(struct gpu_image *image, uint32_t level, const void *source);
bool gpu_image_read(struct gpu_image *image, uint32_t level, void *destination);

/* Fills a level with one colour, as far as the format has its channels, and waits. Valid: the level
 * is there (error). */
bool gpu_image_fill(struct gpu_image *image, uint32_t level, const float colour[4]);

/* Fills all levels with a number that the word stands for, of floats its bits, and waits. */
bool gpu_image_poison(struct gpu_image *image, uint32_t word);

/* Bytes of one texel: 4, 4, 8, 16. */
uint32_t gpu_format_bytes(enum gpu_format format);

/* Sampler -------------------------------------------------------------------------------------- */

enum gpu_filter { GPU_NEAREST, GPU_LINEAR };

/* How a sampler reads outside of 0..1. */
enum gpu_address {
    GPU_CLAMP,  /* the edge's texel */
    GPU_MIRROR, /* the image, mirrored at each edge */
    GPU_REPEAT, /* the image again */
};

struct gpu_sampler_params {
    enum gpu_filter filter; /* within a level, when magnified and minified */
    enum gpu_filter levels; /* between levels */
    enum gpu_address address;
};

/* No bias, no anisotropy, all levels; coordinates are 0..1. Valid: values of the enums (assert). */
struct gpu_sampler *gpu_sampler_create(struct gpu_scope *scope,
                                       const struct gpu_sampler_params *params);

/* Binding -------------------------------------------------------------------------------------- */

/*
 * gpu_dispatch.images, by binding.
 *
 * Valid, for a sampled image: GPU_IMAGE_SAMPLED, a sampler, level 0 (error); with GPU_LINEAR a
 * format that the device filters (unsupported), which GPU_RGBA8 and GPU_RGBA16F always are. For a
 * storage image: GPU_IMAGE_STORAGE, the format that the shader declares, a level that is there, no
 * sampler (error). Within one dispatch, no texel is written that another invocation looks up or
 * reads (layers see none of that).
 */

/* ---------------------------------------------------------------------------------------------- */

/*
 * raster: drawing, beside what gpu.h has for computing; the same rules hold, and "Valid:" reads
 * as there. Needs GPU_GRAPHICS; pipelines with a mesh shader need GPU_MESH_SHADER.
 *
 * There is no window: triangles are drawn into a target, colours and depth, that is read back. A
 * draw takes storage buffers in set 0, push constants and an optional index buffer, never vertex
 * attributes: a vertex shader makes its vertex from gl_VertexIndex and gl_InstanceIndex.
 *
 * Clip space is Vulkan's: x to the right, y down, pixel (0, 0) at the top left, z from 0 to 1.
 * Depth is reversed: 1 is near, 0 far, a pass starts at 0, and a fragment is kept whose depth is
 * greater than what is there. With 32-bit floats that resolves distance evenly, and of two
 * fragments of one depth the one drawn first stays. Faces of both windings are drawn.
 */

/* Target --------------------------------------------------------------------------------------- */

enum { GPU_COLOURS_MAX = 4 }; /* that a fragment shader writes at once */

/* The format of a colour's pixels, 4 bytes each. */
enum gpu_pixel {
    GPU_PIXEL_NONE,  /* there is no such colour */
    GPU_PIXEL_RGBA8, /* linear, unsigned normalised; red is the lowest byte */
    GPU_PIXEL_UINT,  /* one 32-bit unsigned integer */
};

struct gpu_target;

struct gpu_target_params {
    const char *name; /* shown in messages */
    uint32_t width, height;
    enum gpu_pixel colours[GPU_COLOURS_MAX]; /* colour i is output i of fragment shaders; up to the
                                                first NONE; without any, depth alone is drawn */
    bool no_depth;                           /* colours alone */
};

/*
 * What is read of a target are its images: its colours, or, of a target without colours, its depth,
 * as floats. Images of a new target are poison by 0xA5A5A5A5, and creation waits until it is there.
 * All that a target has counts in the scope's peak bytes.
 *
 * Valid: a name, colours or depth, no colour behind a NONE (assert); at least one pixel (error), at
 * most what the device draws, which has GPU_GRAPHICS (unsupported).
 */
struct gpu_target *gpu_target_create(struct gpu_scope *scope,
                                     const struct gpu_target_params *params);

uint32_t gpu_target_images(const struct gpu_target *target); /* at least 1; 0 for NULL */
uint64_t gpu_target_bytes(const struct gpu_target *target);  /* of one image; 0 for NULL */

/*
 * An image after the last pass that was submitted, row-major from the top left, gpu_target_bytes()
 * of it; waits until done. Valid: image < gpu_target_images() (error).
 */
bool gpu_target_read(struct gpu_target *target, uint32_t image, void *destination);

/* Fills the images with poison again, and waits: bytes of the word, the lowest first, are a pixel's
 * channels; the lowest over 255 is depth. */
bool gpu_target_poison(struct gpu_target *target, uint32_t word);

/* Pipeline ------------------------------------------------------------------------------------- */

struct gpu_pipeline;

struct gpu_pipeline_params {
    const struct gpu_shader *vertex;       /* either this */
    const struct gpu_shader *task, *mesh;  /* or these; task may be NULL */
    const struct gpu_shader *fragment;     /* NULL: depth alone is drawn */
    uint32_t constants[GPU_CONSTANTS_MAX]; /* specialization constants of all stages */
    uint32_t constant_count;
    enum gpu_pixel colours[GPU_COLOURS_MAX]; /* of the targets it draws into */
    bool no_depth;                           /* likewise: no depth test */
};

/*
 * A graphics pipeline of filled triangle lists. Its interface is what its shaders use together:
 * storage buffers, in set 0, and push constants. Compiles as gpu_kernel_create() does.
 *
 * Valid: a vertex shader or a mesh shader and not both, a task shader only before a mesh shader,
 * each of its stage (error); no colour behind a NONE (assert); at most GPU_CONSTANTS_MAX constants
 * (assert), at least as many as any stage uses; no images (error); features and limits
 * (unsupported). What one stage hands to the next fits, and task and mesh shaders keep to what
 * VK_EXT_mesh_shader guarantees: 128 invocations, 256 vertices and 256 primitives (layers).
 */
struct gpu_pipeline *gpu_pipeline_create(struct gpu_scope *scope,
                                         const struct gpu_pipeline_params *params);

/* Indices -------------------------------------------------------------------------------------- */

struct gpu_indices;

/* An index buffer, made on the host and only read from then on: no barrier is owed. Waits until it
 * is uploaded. Valid: 0 < count <= 2^22 (error). */
struct gpu_indices *gpu_indices_create(struct gpu_scope *scope, const uint32_t *indices,
                                       uint32_t count);

/* Recording ------------------------------------------------------------------------------------ */

/*
 * Begins a pass into a target: each colour becomes the 32-bit word `clear` (RGBA8: red lowest),
 * depth 0. Until the pass ends only draws may be recorded. What is drawn is ordered after earlier
 * passes into the same target and reads of it; barriers are for buffers, and recorded before the
 * pass.
 *
 * Valid: no pass is open where one begins, one is where it ends (error).
 */
void gpu_commands_pass_begin(struct gpu_commands *commands, struct gpu_target *target,
                             uint32_t clear);
void gpu_commands_pass_end(struct gpu_commands *commands);

struct gpu_draw {
    struct gpu_pipeline *pipeline;
    struct gpu_buffer *buffers[GPU_BINDINGS_MAX]; /* by binding; what it does not use is ignored */
    const void *push;                             /* push constants, copied */
    uint32_t push_bytes;
    struct gpu_indices *indices; /* NULL: vertices are not indexed */
    uint32_t vertices;           /* or indices, per instance; 0 is legal, as are 0 instances */
    uint32_t instances;          /* not with a mesh shader */
    uint32_t groups[3];          /* with a mesh shader: work-groups of its first stage */
    struct gpu_buffer *indirect; /* when not NULL, the counts are words at indirect_offset: */
    uint64_t indirect_offset;    /* enum gpu_draw_words of them */
};

/* How many words an indirect draw reads. */
enum gpu_draw_words {
    GPU_DRAW_WORDS = 4,         /* vertices, instances, first vertex, first instance */
    GPU_DRAW_INDEXED_WORDS = 5, /* indices, instances, first index, vertex offset, first instance */
    GPU_DRAW_MESH_WORDS = 3,    /* work-groups in x, y and z */
};

/*
 * Draws of one pass are drawn in their order. Barriers: GPU_DRAW for its buffers, GPU_INDIRECT for
 * the words of `indirect`. First vertex, index and instance are 0 in a direct draw.
 *
 * Valid: within a pass (error) into a target of the pipeline's colours and depth (error); a buffer
 * at each binding that it uses, push constants as in a dispatch; at most as many direct indices as
 * there are (error); with a mesh shader at most 65535 work-groups in each dimension and 2^22 in all
 * (error); the words of `indirect` within the buffer, at a multiple of 4 (error), and they ask for
 * no more than a direct draw may, first vertex, index and instance 0 (layers). A NULL pipeline does
 * nothing.
 */
void gpu_commands_draw(struct gpu_commands *commands, const struct gpu_draw *draw);

/* ---------------------------------------------------------------------------------------------- */

/*
 * rays: ray tracing by the device's own structures, beside what gpu.h has for computing; the same
 * rules hold, and "Valid:" reads as there.
 *
 * An acceleration structure is built of triangles on the device, and bound to shaders beside
 * buffers: to ray tracing pipelines, which need GPU_RAY_TRACING_PIPELINE, and to kernels that ask
 * it ray queries, which need GPU_RAY_QUERY. All hits are wanted, not the nearest one: triangles are
 * not opaque, no face is culled, and a pipeline's any-hit shader is called once per triangle and
 * ray (VK_GEOMETRY_NO_DUPLICATE_ANY_HIT_INVOCATION_BIT_KHR), in no order. There is no closest-hit
 * shader: rays are traced with gl_RayFlagsSkipClosestHitShaderEXT, and hits are ignored once they
 * were taken (ignoreIntersectionEXT; a query's candidate is never confirmed). A shader that needs
 * no further hit may end its ray (terminateRayEXT); the miss shader is then not called.
 *
 * Boxes have no such promise in the specification, so there are none.
 */

/* Acceleration structure ----------------------------------------------------------------------- */

enum { GPU_TRIANGLE_BYTES = 36 }; /* three vertices of three floats: x, y, z */

struct gpu_acceleration;

struct gpu_acceleration_params {
    const char *name;            /* shown in messages */
    struct gpu_buffer *vertices; /* made with `geometry`; GPU_TRIANGLE_BYTES per triangle */
    uint32_t triangles;          /* the i-th has gl_PrimitiveID i */
};

/*
 * A bottom level of the triangles and a top level of one instance as it stands, with all memory
 * that building takes; preferred is that traces are fast. Nothing can be traced before a build was
 * submitted. Waits until its instance is uploaded.
 *
 * Valid: a name (assert); vertices with `geometry`, of as many triangles at least, more than none
 * (error); GPU_RAY_TRACING_PIPELINE or GPU_RAY_QUERY, no more triangles than the device builds
 * (unsupported). Vertices outlive it (layers).
 */
struct gpu_acceleration *gpu_acceleration_create(struct gpu_scope *scope,
                                                 const struct gpu_acceleration_params *params);

/* Bytes of both levels, and of their scratch memory; what gpu_scope_peak_bytes() counts of it is
 * the sum of both. 0 for NULL. */
uint64_t gpu_acceleration_bytes(const struct gpu_acceleration *acceleration);
uint64_t gpu_acceleration_scratch_bytes(const struct gpu_acceleration *acceleration);

/*
 * Builds it anew from its vertices, as they are then: bottom level, then top level. Barriers:
 * GPU_BUILD for the vertices and for the structure, which has GPU_RAYS when it is traced. A
 * triangle with a vertex whose x is not a number is none.
 */
void gpu_commands_build(struct gpu_commands *commands, struct gpu_acceleration *acceleration);

/* Ray tracing pipeline ------------------------------------------------------------------------- */

struct gpu_ray_pipeline;

struct gpu_ray_pipeline_params {
    const struct gpu_shader *generation, *miss, *any_hit;
    uint32_t constants[GPU_CONSTANTS_MAX]; /* specialization constants of all stages */
    uint32_t constant_count;
};

/*
 * A pipeline of one shader per stage: hit group, miss index and offsets of traceRayEXT() are 0, and
 * only the ray generation shader calls it. Its interface is what its shaders use together: storage
 * buffers and acceleration structures, in set 0, and push constants. Compiles as
 * gpu_kernel_create() does; the first trace waits for it and for the upload of its shader binding
 * table.
 *
 * Valid: three shaders (assert), each of its stage (error); at most GPU_CONSTANTS_MAX constants
 * (assert), at least as many as any stage uses; no images (error); GPU_RAY_TRACING_PIPELINE and
 * limits (unsupported).
 */
struct gpu_ray_pipeline *gpu_ray_pipeline_create(struct gpu_scope *scope,
                                                 const struct gpu_ray_pipeline_params *params);

struct gpu_ray_trace {
    struct gpu_ray_pipeline *pipeline;
    struct gpu_buffer *buffers[GPU_BINDINGS_MAX]; /* by binding; what it does not use is ignored */
    struct gpu_acceleration *accelerations[GPU_BINDINGS_MAX]; /* likewise */
    const void *push;                                         /* push constants, copied */
    uint32_t push_bytes;
    uint32_t size[3]; /* invocations of the ray generation shader; 0 is legal and does nothing */
};

/*
 * Barriers: GPU_RAYS for its buffers and structures.
 *
 * Valid: at each binding that the pipeline uses, a buffer or an acceleration structure, as it wants
 * one (error); push constants as in a dispatch; no more invocations than the device launches
 * (unsupported). A NULL pipeline does nothing.
 */
void gpu_commands_trace_rays(struct gpu_commands *commands, const struct gpu_ray_trace *trace);

#endif
