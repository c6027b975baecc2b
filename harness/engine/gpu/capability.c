/* SPDX-License-Identifier: MIT */
/* capability.c: what a shader declares to need of the device it is for. */
#include "harness/engine/gpu/capability.h"

#include "harness/engine/gpu/executable.h"

#include <spirv/unified1/spirv.h>
#include <stdio.h>
#include <string.h>

enum { HEADER_WORDS = 5 };

/* Capabilities that a device of Vulkan 1.3 may be given, and the features of which it must have
 * one; 0: every device has it, or gpu_create() enables it wherever it is. */
static const struct known {
    uint32_t capability, any_of;
} known[] = {
    { SpvCapabilityMatrix, 0 },
    { SpvCapabilityShader, 0 },
    { SpvCapabilityInputAttachment, 0 },
    { SpvCapabilitySampled1D, 0 },
    { SpvCapabilityImage1D, 0 },
    { SpvCapabilitySampledBuffer, 0 },
    { SpvCapabilityImageBuffer, 0 },
    { SpvCapabilityImageQuery, 0 },
    { SpvCapabilityDerivativeControl, 0 },
    { SpvCapabilityGroupNonUniform, 0 },
    { SpvCapabilityDeviceGroup, 0 },
    { SpvCapabilityGroupNonUniformVote, GPU_SUBGROUP_VOTE },
    { SpvCapabilityGroupNonUniformArithmetic, GPU_SUBGROUP_ARITHMETIC },
    { SpvCapabilityGroupNonUniformBallot, GPU_SUBGROUP_BALLOT },
    { SpvCapabilityGroupNonUniformShuffle, GPU_SUBGROUP_SHUFFLE },
    { SpvCapabilityGroupNonUniformShuffleRelative, GPU_SUBGROUP_SHUFFLE_RELATIVE },
    { SpvCapabilityGroupNonUniformClustered, GPU_SUBGROUP_CLUSTERED },
    { SpvCapabilityGroupNonUniformQuad, GPU_SUBGROUP_QUAD },
    { SpvCapabilityVulkanMemoryModel, GPU_MEMORY_MODEL_DEVICE_SCOPE | GPU_COOPERATIVE_MATRIX },
    { SpvCapabilityVulkanMemoryModelDeviceScope, GPU_MEMORY_MODEL_DEVICE_SCOPE },
    { SpvCapabilityFloat16, GPU_SHADER_FLOAT16 },
    { SpvCapabilityFloat64, GPU_SHADER_FLOAT64 },
    { SpvCapabilityInt8, GPU_SHADER_INT8 },
    { SpvCapabilityInt16, GPU_SHADER_INT16 },
    { SpvCapabilityInt64, GPU_SHADER_INT64 },
    { SpvCapabilityInt64Atomics, GPU_BUFFER_INT64_ATOMICS },
    { SpvCapabilityStorageBuffer16BitAccess, GPU_STORAGE_BUFFER_16BIT },
    { SpvCapabilityStorageBuffer8BitAccess, GPU_STORAGE_BUFFER_8BIT },
    { SpvCapabilityVariablePointersStorageBuffer, GPU_VARIABLE_POINTERS },
    { SpvCapabilityVariablePointers, GPU_VARIABLE_POINTERS },
    { SpvCapabilityShaderClockKHR, GPU_SHADER_CLOCK },
    { SpvCapabilityMeshShadingEXT, GPU_MESH_SHADER },
    { SpvCapabilityCooperativeMatrixNV, GPU_COOPERATIVE_MATRIX },
    { SpvCapabilityShaderSMBuiltinsNV, GPU_SHADER_SM_BUILTINS },
    { SpvCapabilityRayTracingKHR, GPU_RAY_TRACING_PIPELINE },
    { SpvCapabilityRayQueryKHR, GPU_RAY_QUERY },
    { SpvCapabilityPhysicalStorageBufferAddresses, GPU_RAY_TRACING_PIPELINE | GPU_RAY_QUERY },
};

static const struct known *known_find(uint32_t capability)
{
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        if (known[i].capability == capability)
            return &known[i];
    return NULL;
}

/* The next capability of the shader, from word *at on; false behind the last. */
static bool capability_next(const struct gpu_shader *shader, size_t *at, uint32_t *capability)
{
    const size_t count = shader->bytes / 4;
    const uint32_t words = *at < count ? shader->words[*at] >> SpvWordCountShift : 0;
    if (*at + 1 >= count || words == 0 ||
        (shader->words[*at] & SpvOpCodeMask) != SpvOpCapability) /* they stand first */
        return false;
    *capability = shader->words[*at + 1];
    *at += words;
    return true;
}

uint32_t gpu_shader_needs(const struct gpu_shader *shader)
{
    uint32_t features = 0, either = 0, capability;
    for (size_t at = HEADER_WORDS; capability_next(shader, &at, &capability);) {
        const struct known *entry = known_find(capability);
        const uint32_t any_of = entry ? entry->any_of : 0;
        if (any_of & (any_of - 1))
            either |= any_of & (~any_of + 1);
        else
            features |= any_of;
    }
    /* One of several is needed only where the shader does not name one itself. */
    const uint32_t rays = GPU_RAY_TRACING_PIPELINE | GPU_RAY_QUERY;
    const uint32_t model = GPU_MEMORY_MODEL_DEVICE_SCOPE | GPU_COOPERATIVE_MATRIX;
    either &= features & rays ? ~rays : UINT32_MAX;
    either &= features & model ? ~model : UINT32_MAX;
    return features | either;
}

bool gpu_shader_uses_subgroups(const struct gpu_shader *shader)
{
    uint32_t capability;
    for (size_t at = HEADER_WORDS; capability_next(shader, &at, &capability);)
        if ((capability >= SpvCapabilityGroupNonUniform &&
             capability <= SpvCapabilityGroupNonUniformQuad) ||
            capability == SpvCapabilityCooperativeMatrixNV)
            return true;
    return false;
}

/* Whether the constant of that id is declared with the value. */
static bool constant_is(const struct gpu_shader *shader, uint32_t id, uint32_t value)
{
    const size_t count = shader->bytes / 4;
    uint32_t words;
    for (size_t at = HEADER_WORDS; at + 3 < count; at += words) {
        words = shader->words[at] >> SpvWordCountShift;
        if (words == 0)
            return false;
        if ((shader->words[at] & SpvOpCodeMask) == SpvOpConstant && shader->words[at + 2] == id)
            return shader->words[at + 3] == value;
    }
    return false;
}

bool gpu_shader_has_subgroup_barrier(const struct gpu_shader *shader)
{
    const size_t count = shader->bytes / 4;
    uint32_t words;
    for (size_t at = HEADER_WORDS; at + 1 < count; at += words) {
        words = shader->words[at] >> SpvWordCountShift;
        if (words == 0)
            return false;
        if ((shader->words[at] & SpvOpCodeMask) == SpvOpControlBarrier &&
            constant_is(shader, shader->words[at + 1], SpvScopeSubgroup))
            return true;
    }
    return false;
}

/* Appends the names of features, with commas between them. */
static void names_append(char *text, size_t bytes, uint32_t features)
{
    for (uint32_t i = 0; i < (uint32_t)GPU_FEATURE_COUNT; i++) {
        const size_t length = strlen(text);
        if (features >> i & 1)
            snprintf(text + length, bytes - length, "%s%s", length > 0 ? ", " : "",
                     gpu_feature_name((enum gpu_feature)(1u << i)));
    }
}

bool gpu_shader_meets(const struct gpu_shader *shader, uint32_t features, char *lacks, size_t bytes)
{
    uint32_t capability, missing = 0;
    *lacks = 0;
    for (size_t at = HEADER_WORDS; capability_next(shader, &at, &capability);) {
        const struct known *entry = known_find(capability);
        if (!entry) {
            snprintf(lacks, bytes, "claimcheck does not enable SPIR-V capability %u, which it uses",
                     capability);
            return false;
        }
        if (entry->any_of == 0 || (entry->any_of & features))
            continue;
        if (capability == SpvCapabilityPhysicalStorageBufferAddresses) {
            snprintf(lacks, bytes,
                     "claimcheck enables addresses of buffers (PhysicalStorageBufferAddresses) for "
                     "ray tracing alone, which the device lacks: read buffers by their bindings");
            return false;
        }
        missing |= entry->any_of & (~entry->any_of + 1);
    }
    if (missing == 0)
        return true;
    char names[256] = "";
    names_append(names, sizeof(names), missing);
    snprintf(lacks, bytes, "the device lacks %s", names);
    return false;
}
