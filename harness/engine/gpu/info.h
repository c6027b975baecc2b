/* SPDX-License-Identifier: MIT */
/* info.h: which Vulkan devices there are, and what each can do; a part of gpu.h, and as it says. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_GPU_INFO_H
#define CLAIMCHECK_HARNESS_ENGINE_GPU_INFO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
    GPU_GRAPHICS = 1 << 9,     /* the queue draws, see raster.h; vertexPipelineStoresAndAtomics and
                                  fragmentStoresAndAtomics */
    GPU_MESH_SHADER = 1 << 10, /* VK_EXT_mesh_shader: taskShader and meshShader */
    GPU_PIPELINE_STATISTICS = 1 << 11, /* pipelineStatisticsQuery */
    GPU_COOPERATIVE_MATRIX = 1 << 12,  /* VK_NV_cooperative_matrix: subgroups in compute shaders
                                          multiply 16 x 16 halves by 16 x 16 halves into floats;
                                          shaderFloat16 and vulkanMemoryModel */
    GPU_SHADER_SM_BUILTINS = 1 << 13,  /* VK_NV_shader_sm_builtins: which multiprocessor it is on */
    GPU_RAY_TRACING_PIPELINE = 1 << 14, /* rays.h: VK_KHR_acceleration_structure and
                                           VK_KHR_ray_tracing_pipeline, bufferDeviceAddress */
    GPU_RAY_QUERY = 1 << 15,            /* rays.h: VK_KHR_acceleration_structure and
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
    GPU_HOST, /* no device at all: harness/engine/cpu/cpu_device.h; never listed */
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

#endif
