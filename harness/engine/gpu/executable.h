/* SPDX-License-Identifier: MIT */
/*
 * executable.h: what a kernel is made of, to those who ask or decide: what its shader uses, read
 * from its SPIR-V, what stands in for it, and what the driver has made of it. Calls and objects are
 * as in gpu.h.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_GPU_EXECUTABLE_H
#define CLAIMCHECK_HARNESS_ENGINE_GPU_EXECUTABLE_H

#include "harness/engine/gpu/gpu.h"

/* Execution models; GPU_STAGE_COUNT is the count of those known here. */
enum gpu_stage {
    GPU_STAGE_COMPUTE,
    GPU_STAGE_VERTEX,
    GPU_STAGE_FRAGMENT,
    GPU_STAGE_TASK,
    GPU_STAGE_MESH,
    GPU_STAGE_RAY_GENERATION,
    GPU_STAGE_MISS,
    GPU_STAGE_ANY_HIT,
    GPU_STAGE_COUNT,
};

/* "compute", "raygen", "any_hit", ...; static storage. */
const char *gpu_stage_name(enum gpu_stage stage);

/* Most bindings, or constants, of a shader: more than a kernel may have. */
enum { GPU_INTERFACE_MAX = 63 };

/* The interface of a shader, read from its SPIR-V. Specialization constants 0..constant_count-1 are
 * set to `constants`, the others keep the values of the source. */
struct gpu_interface {
    enum gpu_stage stage;
    const char *entry_point;                       /* in the shader's words */
    uint32_t entry_points;                         /* compute ones that those have */
    uint32_t bindings;                             /* 1 + the highest binding; all in set 0 */
    struct gpu_binding binding[GPU_INTERFACE_MAX]; /* those of `bindings`, gaps included */
    uint32_t push_bytes;                           /* 0 without push constants */
    uint32_t push_floats;    /* bits: words of them that are floats, alone, in vectors or arrays */
    uint32_t constant_count; /* 1 + the highest id of one */
    uint32_t constants[GPU_INTERFACE_MAX]; /* their values; 0 for an id that is not used */
    uint32_t group_size[3];                /* 0 for stages without groups */
    uint32_t shared_bytes;                 /* by std430; padding between variables not counted */
};

/*
 * Reads the interface of the shader's entry point, and of nothing that it does not reach. False
 * with one line in message when the words are no SPIR-V, or the shader uses what claimcheck does
 * not: other stages, other sets than 0, other descriptors than storage and uniform buffers,
 * sampler2D of floats, image2D of enum gpu_format and accelerationStructureEXT, arrays of
 * descriptors. Needs no device. More constants than the shader uses are legal; NULL and 0 are the
 * source's values.
 */
bool gpu_shader_interface(const struct gpu_shader *shader, const uint32_t *constants,
                          uint32_t constant_count, struct gpu_interface *interface,
                          char message[GPU_MESSAGE_BYTES]);

/* One specialization constant. */
enum gpu_constant_kind { GPU_CONSTANT_UINT, GPU_CONSTANT_INT, GPU_CONSTANT_FLOAT };
struct gpu_constant {
    bool used;                   /* some instruction has this id */
    enum gpu_constant_kind kind; /* bool is UINT, 0 or 1 */
    char name[64];               /* in the source; "" where the SPIR-V has none */
    uint32_t branches;           /* and selections that this one decides, alone or with others */
};

/* Constants by their id, of the entry point and what it calls. False for what
 * gpu_shader_interface() refuses. Needs no device. */
bool gpu_shader_constants(const struct gpu_shader *shader,
                          struct gpu_constant constants[GPU_CONSTANTS_MAX]);

/* Kinds of instructions that are counted. */
enum gpu_count {
    GPU_COUNT_INSTRUCTIONS, /* of functions */
    GPU_COUNT_BRANCHES,
    GPU_COUNT_LOOPS,
    GPU_COUNT_LOADS,
    GPU_COUNT_STORES,
    GPU_COUNT_ATOMICS,
    GPU_COUNT_BARRIERS,
    GPU_COUNT_SUBGROUP,
    GPU_COUNT_COUNT,
};
extern const char *const gpu_count_names[GPU_COUNT_COUNT];

/* Counts instructions of a shader that gpu_shader_interface() takes, as they stand there. */
void gpu_shader_count(const struct gpu_shader *shader, uint32_t counts[GPU_COUNT_COUNT]);

/* Features that the shader declares to need, bits of enum gpu_feature; on a device without them a
 * driver may do anything with it. Needs no device. */
uint32_t gpu_shader_needs(const struct gpu_shader *shader);

/* True where the device may be given the shader. Otherwise `lacks` says what is missing: "the
 * device lacks subgroup_arithmetic", "the device lacks CooperativeMatrixKHR". */
bool gpu_shader_meets(const struct gpu_shader *shader, const struct gpu_info *info, char *lacks,
                      size_t bytes);

/* A shader that takes the place of another. */
struct gpu_replacement {
    const struct gpu_shader *original, *shader;
};

/*
 * From here on kernels of the scope that ask for an `original` are made of its replacement; the
 * list outlives the scope. A replacement that wants bindings, push constants or specialization
 * constants that it is not given fails with GPU_ERROR, as a shipped one would. Pipelines of
 * raster.h and rays.h are never replaced.
 */
void gpu_scope_replace(struct gpu_scope *scope, const struct gpu_replacement *replacements,
                       size_t count);

/* True when commands were recorded that write the buffer, or may: fills, copies, and dispatches of
 * a kernel that does not declare it readonly; of a replacement its original's declaration counts.
 * NULL: false. */
bool gpu_buffer_may_change(const struct gpu_buffer *buffer);

/* True when a kernel was asked for in the scope that is made of this shader, or of its replacement;
 * one that could not be made counts, too. */
bool gpu_scope_asked(const struct gpu_scope *scope, const struct gpu_shader *original);

/* Facts of a kernel. */
struct gpu_kernel_facts {
    const struct gpu_shader *asked_for, *shader; /* the second is what runs: its replacement */
    struct gpu_interface interface;
    uint32_t subgroup_size; /* that it runs at; 0: the driver does not say, and may choose */
};

/* Kernels made in the scope so far, in order of creation; at most `max` are written. Returns how
 * many there are. Half-built ones of a failed creation are left out. */
size_t gpu_scope_kernels(const struct gpu_scope *scope, struct gpu_kernel **kernels, size_t max);

/* All 0 for NULL. */
void gpu_kernel_facts(struct gpu_kernel *kernel, struct gpu_kernel_facts *facts);

/* One figure that the driver gives of what it compiled: VkPipelineExecutableStatisticKHR. */
enum gpu_statistic_kind { GPU_BOOL, GPU_INT64, GPU_UINT64, GPU_FLOAT64 };
struct gpu_statistic {
    char executable[256]; /* names as the driver gives them */
    char name[256];
    enum gpu_statistic_kind kind;
    union {
        bool truth;
        int64_t integer;
        uint64_t count;
        double number;
    };
};

/*
 * Statistics of the kernel's executables, from a pipeline of their own, since capturing them may
 * change what is compiled; that pipeline is never run nor cached. Read once per shader and
 * constants, at the first call, which compiles: not while anything is timed. Owned by the device.
 * NULL and *count 0 when the device lacks GPU_PIPELINE_EXECUTABLE_PROPERTIES or gives none: that is
 * no failure.
 */
const struct gpu_statistic *gpu_kernel_statistics(struct gpu_kernel *kernel, size_t *count);

/*
 * One form of a kernel on its way to the hardware, as the driver prints it:
 * VkPipelineExecutableInternalRepresentationKHR.
 */
struct gpu_representation {
    char executable[256]; /* names as the driver gives them */
    char name[256], description[256];
    char *text; /* malloc'ed */
};

/*
 * All textual representations of the kernel's executables, in the driver's order, in which the
 * hardware's own instructions come last where it gives them. Compiles a pipeline of its own at each
 * call, as gpu_kernel_statistics() does at the first. NULL and *count 0 where the driver gives
 * none: that is no failure. malloc'ed; gpu_representations_free() frees it.
 */
struct gpu_representation *gpu_kernel_representations(struct gpu_kernel *kernel, size_t *count);

/* Sets *representations to NULL; accepts NULL in it. */
void gpu_representations_free(struct gpu_representation **representations, size_t count);

/* Kernels of the scope will be asked for their statistics: those that are made from now on compile
 * both pipelines at a time. */
void gpu_scope_capture(struct gpu_scope *scope);

#endif
