/* SPDX-License-Identifier: MIT */
/* shader.h: a shader, and what it binds; a part of gpu.h, and as it says. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_GPU_SHADER_H
#define CLAIMCHECK_HARNESS_ENGINE_GPU_SHADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    GPU_BINDINGS_MAX = 16,    /* buffers and images of one kernel, all in set 0 */
    GPU_CONSTANTS_MAX = 16,   /* 32-bit specialization constants of one kernel, ids 0..n-1 */
    GPU_PUSH_BYTES_MAX = 128, /* push constants of one dispatch; what Vulkan guarantees */
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
    GPU_SAMPLED_IMAGE,          /* an image with its sampler: sampler2D */
    GPU_STORAGE_IMAGE,          /* one level of an image: image2D of one of the formats above */
    GPU_ACCELERATION_STRUCTURE, /* rays.h: accelerationStructureEXT */
    GPU_BINDING_KIND_COUNT,
};

/* "storage_buffer"; NULL for GPU_UNBOUND. Static storage. */
const char *gpu_binding_kind_name(enum gpu_binding_kind kind);

struct gpu_binding {
    enum gpu_binding_kind kind;
    enum gpu_format format;         /* of a storage image, as the shader declares it */
    bool never_read, never_written; /* of a storage buffer, as the shader declares it */
    bool asks_length; /* for the length of a storage buffer's last array: it is bound exactly */
    bool twice; /* two buffers are declared here, one of them never written and the other not */
};

#endif
