/* SPDX-License-Identifier: MIT */
/* capability.c: what a shader says of the device it is for. */
#include "harness/engine/gpu/executable.h"
#include "harness/engine/gpu/private.h"

#include <spirv/unified1/spirv.h>

enum { HEADER_WORDS = 5 };

static uint32_t feature_of(uint32_t capability)
{
    switch (capability) {
    case SpvCapabilityGroupNonUniformBallot: return GPU_SUBGROUP_BALLOT;
    case SpvCapabilityGroupNonUniformArithmetic: return GPU_SUBGROUP_ARITHMETIC;
    case SpvCapabilityGroupNonUniformShuffle: return GPU_SUBGROUP_SHUFFLE;
    case SpvCapabilityVulkanMemoryModelDeviceScope: return GPU_MEMORY_MODEL_DEVICE_SCOPE;
    case SpvCapabilityInt64: return GPU_SHADER_INT64;
    case SpvCapabilityInt64Atomics: return GPU_BUFFER_INT64_ATOMICS;
    case SpvCapabilityShaderClockKHR: return GPU_SHADER_CLOCK;
    case SpvCapabilityMeshShadingEXT: return GPU_MESH_SHADER;
    case SpvCapabilityCooperativeMatrixNV: return GPU_COOPERATIVE_MATRIX;
    case SpvCapabilityShaderSMBuiltinsNV: return GPU_SHADER_SM_BUILTINS;
    case SpvCapabilityRayTracingKHR: return GPU_RAY_TRACING_PIPELINE;
    case SpvCapabilityRayQueryKHR: return GPU_RAY_QUERY;
    default: return 0;
    }
}

uint32_t gpu_shader_needs(const struct gpu_shader *shader)
{
    const size_t count = shader->bytes / 4;
    uint32_t features = 0;
    for (size_t i = HEADER_WORDS; i + 1 < count;) {
        const uint32_t words = shader->words[i] >> SpvWordCountShift;
        if ((shader->words[i] & SpvOpCodeMask) != SpvOpCapability || words == 0)
            break; /* they stand first */
        features |= feature_of(shader->words[i + 1]);
        i += words;
    }
    return features;
}
