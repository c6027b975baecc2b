/* SPDX-License-Identifier: MIT */
/* spirv.h: the interface of a shader, read from its SPIR-V. Knows no Vulkan. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_GPU_SPIRV_H
#define CLAIMCHECK_HARNESS_ENGINE_GPU_SPIRV_H

#include "harness/engine/gpu/gpu.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Execution models; SPIRV_STAGE_COUNT is the count of those known here. */
enum spirv_stage {
    SPIRV_COMPUTE,
    SPIRV_VERTEX,
    SPIRV_FRAGMENT,
    SPIRV_TASK,
    SPIRV_MESH,
    SPIRV_RAY_GENERATION,
    SPIRV_MISS,
    SPIRV_ANY_HIT,
    SPIRV_STAGE_COUNT,
};

enum { SPIRV_BINDINGS_MAX = 63, SPIRV_CONSTANTS_MAX = 63 };

struct spirv_interface {
    enum spirv_stage stage;
    const char *entry_point; /* its name, in the words */
    uint32_t entry_points;   /* compute ones that the words have */
    uint32_t binding_count;  /* 1 + the highest binding used; all in set 0 */
    struct gpu_binding bindings[SPIRV_BINDINGS_MAX];
    uint32_t constant_count;                 /* 1 + the highest specialization constant id used */
    uint32_t constants[SPIRV_CONSTANTS_MAX]; /* their values; 0 for an id that is not used */
    uint32_t push_bytes;                     /* 0 when push constants are not used */
    uint32_t push_floats;   /* bits: words of these that are floats, alone, in vectors or arrays */
    uint32_t group_size[3]; /* with the given constants in place; 0 for stages without groups */
    uint32_t shared_bytes;  /* likewise, by std430; padding between variables not counted */
};

/*
 * Reads the interface of the shader's entry point, and of nothing that it does not reach, with
 * specialization constants 0..constant_count-1 set to `constants`. False with a one-line message
 * when the words are no SPIR-V, or the shader uses what claimcheck does not: other stages, other
 * sets than 0, other descriptors than storage and uniform buffers, sampler2D of floats, image2D of
 * enum gpu_format and accelerationStructureEXT, arrays of descriptors.
 */
bool gpu_spirv_read(const struct gpu_shader *shader, const uint32_t *constants,
                    uint32_t constant_count, struct spirv_interface *interface, char *message,
                    size_t message_bytes);

#endif
