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

/* SPIR-V extensions of Vulkan 1.3, of what gpu_create() enables, whose capabilities are above, and
 * those that are decorations alone. */
static const char *const extensions[] = {
    "SPV_KHR_storage_buffer_storage_class",
    "SPV_KHR_variable_pointers",
    "SPV_KHR_16bit_storage",
    "SPV_KHR_8bit_storage",
    "SPV_KHR_device_group",
    "SPV_KHR_multiview",
    "SPV_KHR_shader_draw_parameters",
    "SPV_KHR_float_controls",
    "SPV_KHR_no_integer_wrap_decoration",
    "SPV_KHR_vulkan_memory_model",
    "SPV_KHR_physical_storage_buffer",
    "SPV_EXT_physical_storage_buffer",
    "SPV_EXT_descriptor_indexing",
    "SPV_EXT_shader_viewport_index_layer",
    "SPV_EXT_demote_to_helper_invocation",
    "SPV_KHR_terminate_invocation",
    "SPV_KHR_integer_dot_product",
    "SPV_KHR_non_semantic_info",
    "SPV_GOOGLE_decorate_string",
    "SPV_GOOGLE_hlsl_functionality1",
    "SPV_GOOGLE_user_type",
    "SPV_KHR_shader_clock",
    "SPV_EXT_mesh_shader",
    "SPV_NV_cooperative_matrix",
    "SPV_NV_shader_sm_builtins",
    "SPV_KHR_ray_tracing",
    "SPV_KHR_ray_query",
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

/* Copies the text that begins at a word of an instruction; cut short where it has no end. */
static void text_read(const struct gpu_shader *shader, size_t at, size_t end, char *text,
                      size_t bytes)
{
    size_t length = 0;
    for (; at < end; at++)
        for (unsigned shift = 0; shift < 32; shift += 8) {
            const char byte = (char)(shader->words[at] >> shift & 255);
            if (byte == 0 || length + 1 >= bytes)
                goto done;
            text[length++] = byte;
        }
done:
    text[length] = 0;
}

static bool extension_known(const char *name)
{
    for (size_t i = 0; i < sizeof(extensions) / sizeof(extensions[0]); i++)
        if (strcmp(extensions[i], name) == 0)
            return true;
    return false;
}

static bool import_known(const char *name)
{
    static const char non_semantic[] = "NonSemantic.";
    return strcmp(name, "GLSL.std.450") == 0 ||
           strncmp(name, non_semantic, strlen(non_semantic)) == 0;
}

/* Whether Vulkan may be given all extensions and sets of instructions that the shader names. They
 * stand between its capabilities and its entry points. */
static bool extensions_ok(const struct gpu_shader *shader, char *lacks, size_t bytes)
{
    const size_t count = shader->bytes / 4;
    uint32_t words;
    for (size_t at = HEADER_WORDS; at < count; at += words) {
        const uint32_t op = shader->words[at] & SpvOpCodeMask;
        const bool is_import = op == SpvOpExtInstImport;
        char name[64];
        words = shader->words[at] >> SpvWordCountShift;
        if (words == 0 || at + words > count || op == SpvOpEntryPoint)
            return true;
        if (op != SpvOpExtension && !is_import)
            continue;
        text_read(shader, at + (is_import ? 2 : 1), at + words, name, sizeof(name));
        if (is_import ? import_known(name) : extension_known(name))
            continue;
        snprintf(lacks, bytes, "claimcheck does not enable the SPIR-V %s %s, which it uses",
                 is_import ? "instructions" : "extension", name);
        return false;
    }
    return true;
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
        return extensions_ok(shader, lacks, bytes);
    char names[256] = "";
    names_append(names, sizeof(names), missing);
    snprintf(lacks, bytes, "the device lacks %s", names);
    return false;
}
