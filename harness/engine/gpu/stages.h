/* SPDX-License-Identifier: MIT */
/* stages.h: the shaders of a kernel or of a pipeline, as Vulkan takes them. For the files of
 * harness/engine/gpu/ alone. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_GPU_STAGES_H
#define CLAIMCHECK_HARNESS_ENGINE_GPU_STAGES_H

#include "harness/engine/gpu/private.h"
#include "harness/engine/gpu/spirv.h"

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
                    enum spirv_stage wanted, uint32_t kinds);

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

#endif
