/* SPDX-License-Identifier: MIT */
/* capability.c: what a shader declares to need of the device it is for. */
#include "harness/engine/gpu/private.h"

#include <stdlib.h>

#include "harness/engine/gpu/engine.h"

#include <spirv/unified1/spirv.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { COOPERATIVE_MATRIX_KHR = 6022, GROUP_ROTATE_KHR = 6026 };

/* Where a device says that it has a capability. */
enum source {
    CORE, /* every device of Vulkan 1.3 */
    OF_FEATURES,
    OF_11,
    OF_12,
    OF_13,
    OF_PROPERTIES,   /* by the widths that the entry point names */
    OF_ATOMIC_FLOAT, /* from here on, extensions in order */
    OF_ATOMIC_FLOAT_2,
    OF_MATRIX,
    OF_MATRIX_2,
    OF_ROTATE,
    OF_LAYOUT,
    OF_DERIVATIVES,
    OF_IMAGE_INT64,
    OF_EXPECT,
    OF_BFLOAT16,
    OF_PARTITIONED,
    SOURCES,
};

enum { FLOAT_2 = 1000273000, MATRIX = 1000506000, MATRIX_2 = 1000593000 };
enum { ROTATE = 1000416000, EXPECT = 1000544000, BFLOAT16 = 1000141000 };

/* Extensions by source, and which flags are enabled where the device has them; some are younger
 * than the headers of Debian 12. */
static const struct shader_extension {
    const char *name;
    int32_t structure; /* 0: it has none */
    uint32_t flags;
} device_extensions[SOURCES] = {
    [OF_ATOMIC_FLOAT] = { "VK_EXT_shader_atomic_float",
                          VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT,
                          0x3ff },
    [OF_ATOMIC_FLOAT_2] = { "VK_EXT_shader_atomic_float2", FLOAT_2, 0x7ff },
    [OF_MATRIX] = { "VK_KHR_cooperative_matrix", MATRIX, 1 },
    [OF_MATRIX_2] = { "VK_NV_cooperative_matrix2", MATRIX_2, 0x7f },
    [OF_ROTATE] = { "VK_KHR_shader_subgroup_rotate", ROTATE, 3 },
    [OF_LAYOUT] = { "VK_KHR_workgroup_memory_explicit_layout",
                    VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_WORKGROUP_MEMORY_EXPLICIT_LAYOUT_FEATURES_KHR,
                    15 },
    [OF_DERIVATIVES] = { "VK_NV_compute_shader_derivatives",
                         VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COMPUTE_SHADER_DERIVATIVES_FEATURES_NV,
                         3 },
    [OF_IMAGE_INT64] = { "VK_EXT_shader_image_atomic_int64",
                         VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_IMAGE_ATOMIC_INT64_FEATURES_EXT,
                         1 },
    [OF_EXPECT] = { "VK_KHR_shader_expect_assume", EXPECT, 1 },
    [OF_BFLOAT16] = { "VK_KHR_shader_bfloat16", BFLOAT16, 7 },
    [OF_PARTITIONED] = { "VK_NV_shader_subgroup_partitioned", 0, 0 },
};

#define HAS(structure, member) (uint16_t) offsetof(structure, member)
#define F10(member) OF_FEATURES, HAS(VkPhysicalDeviceFeatures, member)
#define F11(member) OF_11, HAS(VkPhysicalDeviceVulkan11Features, member)
#define F12(member) OF_12, HAS(VkPhysicalDeviceVulkan12Features, member)
#define F13(member) OF_13, HAS(VkPhysicalDeviceVulkan13Features, member)
#define CAPABILITY(name) SpvCapability##name, #name

/* A feature that has the same name behind "shader". */
#define SHADER_10(name) CAPABILITY(name), 0, F10(shader##name)
#define SHADER_12(name) CAPABILITY(name), 0, F12(shader##name)

/*
 * Capabilities that a device of Vulkan 1.3 may be given. It must have one of the features
 * `any_of`, or what the source says; either is enabled by gpu_create() wherever it is. A
 * capability with several rows needs one of them.
 */
static const struct known {
    uint32_t capability;
    const char *name;
    uint32_t any_of; /* bits of enum gpu_feature; 0: the source counts */
    enum source source;
    uint16_t at; /* offset of a member; of an extension, the index of a flag */
} known[] = {
    { CAPABILITY(Matrix), 0, CORE, 0 },
    { CAPABILITY(Shader), 0, CORE, 0 },
    { CAPABILITY(InputAttachment), 0, CORE, 0 },
    { CAPABILITY(Sampled1D), 0, CORE, 0 },
    { CAPABILITY(Image1D), 0, CORE, 0 },
    { CAPABILITY(SampledBuffer), 0, CORE, 0 },
    { CAPABILITY(ImageBuffer), 0, CORE, 0 },
    { CAPABILITY(ImageQuery), 0, CORE, 0 },
    { CAPABILITY(DerivativeControl), 0, CORE, 0 },
    { CAPABILITY(GroupNonUniform), 0, CORE, 0 },
    { CAPABILITY(DeviceGroup), 0, CORE, 0 },
    { CAPABILITY(ShaderNonUniform), 0, CORE, 0 },
    { CAPABILITY(GroupNonUniformVote), GPU_SUBGROUP_VOTE, CORE, 0 },
    { CAPABILITY(GroupNonUniformArithmetic), GPU_SUBGROUP_ARITHMETIC, CORE, 0 },
    { CAPABILITY(GroupNonUniformBallot), GPU_SUBGROUP_BALLOT, CORE, 0 },
    { CAPABILITY(GroupNonUniformShuffle), GPU_SUBGROUP_SHUFFLE, CORE, 0 },
    { CAPABILITY(GroupNonUniformShuffleRelative), GPU_SUBGROUP_SHUFFLE_RELATIVE, CORE, 0 },
    { CAPABILITY(GroupNonUniformClustered), GPU_SUBGROUP_CLUSTERED, CORE, 0 },
    { CAPABILITY(GroupNonUniformQuad), GPU_SUBGROUP_QUAD, CORE, 0 },
    { CAPABILITY(VulkanMemoryModelDeviceScope), GPU_MEMORY_MODEL_DEVICE_SCOPE, CORE, 0 },
    { CAPABILITY(Float16), GPU_SHADER_FLOAT16, CORE, 0 },
    { CAPABILITY(Float64), GPU_SHADER_FLOAT64, CORE, 0 },
    { CAPABILITY(Int8), GPU_SHADER_INT8, CORE, 0 },
    { CAPABILITY(Int16), GPU_SHADER_INT16, CORE, 0 },
    { CAPABILITY(Int64), GPU_SHADER_INT64, CORE, 0 },
    { CAPABILITY(Int64Atomics), GPU_BUFFER_INT64_ATOMICS, CORE, 0 },
    { CAPABILITY(StorageBuffer16BitAccess), GPU_STORAGE_BUFFER_16BIT, CORE, 0 },
    { CAPABILITY(StorageBuffer8BitAccess), GPU_STORAGE_BUFFER_8BIT, CORE, 0 },
    { CAPABILITY(VariablePointersStorageBuffer), GPU_VARIABLE_POINTERS, CORE, 0 },
    { CAPABILITY(VariablePointers), GPU_VARIABLE_POINTERS, CORE, 0 },
    { CAPABILITY(ShaderClockKHR), GPU_SHADER_CLOCK, CORE, 0 },
    { CAPABILITY(MeshShadingEXT), GPU_MESH_SHADER, CORE, 0 },
    { CAPABILITY(CooperativeMatrixNV), GPU_COOPERATIVE_MATRIX, CORE, 0 },
    { CAPABILITY(ShaderSMBuiltinsNV), GPU_SHADER_SM_BUILTINS, CORE, 0 },
    { CAPABILITY(RayTracingKHR), GPU_RAY_TRACING_PIPELINE, CORE, 0 },
    { CAPABILITY(RayQueryKHR), GPU_RAY_QUERY, CORE, 0 },
    { CAPABILITY(VulkanMemoryModel), 0, F12(vulkanMemoryModel) },
    { CAPABILITY(PhysicalStorageBufferAddresses), 0, F12(bufferDeviceAddress) },
    { CAPABILITY(RuntimeDescriptorArray), 0, F12(runtimeDescriptorArray) },
    { CAPABILITY(UniformAndStorageBuffer16BitAccess), 0, F11(uniformAndStorageBuffer16BitAccess) },
    { CAPABILITY(StoragePushConstant16), 0, F11(storagePushConstant16) },
    { CAPABILITY(UniformAndStorageBuffer8BitAccess), 0, F12(uniformAndStorageBuffer8BitAccess) },
    { CAPABILITY(StoragePushConstant8), 0, F12(storagePushConstant8) },
    { SHADER_12(InputAttachmentArrayDynamicIndexing) },
    { SHADER_12(UniformTexelBufferArrayDynamicIndexing) },
    { SHADER_12(StorageTexelBufferArrayDynamicIndexing) },
    { SHADER_12(UniformBufferArrayNonUniformIndexing) },
    { SHADER_12(SampledImageArrayNonUniformIndexing) },
    { SHADER_12(StorageBufferArrayNonUniformIndexing) },
    { SHADER_12(StorageImageArrayNonUniformIndexing) },
    { SHADER_12(InputAttachmentArrayNonUniformIndexing) },
    { SHADER_12(UniformTexelBufferArrayNonUniformIndexing) },
    { SHADER_12(StorageTexelBufferArrayNonUniformIndexing) },
    { SHADER_10(UniformBufferArrayDynamicIndexing) },
    { SHADER_10(SampledImageArrayDynamicIndexing) },
    { SHADER_10(StorageBufferArrayDynamicIndexing) },
    { SHADER_10(StorageImageArrayDynamicIndexing) },
    { SHADER_10(StorageImageExtendedFormats) },
    { CAPABILITY(StorageImageReadWithoutFormat), 0, CORE, 0 },
    { CAPABILITY(StorageImageWriteWithoutFormat), 0, CORE, 0 },
    { SHADER_10(StorageImageMultisample) },
    { CAPABILITY(ImageMSArray), 0, F10(shaderStorageImageMultisample) },
    { SHADER_10(ImageGatherExtended) },
    { CAPABILITY(ImageCubeArray), 0, F10(imageCubeArray) },
    { CAPABILITY(SampledCubeArray), 0, F10(imageCubeArray) },
    { CAPABILITY(MinLod), 0, F10(shaderResourceMinLod) },
    { CAPABILITY(DotProduct), 0, F13(shaderIntegerDotProduct) },
    { CAPABILITY(DotProductInputAll), 0, F13(shaderIntegerDotProduct) },
    { CAPABILITY(DotProductInput4x8Bit), 0, F13(shaderIntegerDotProduct) },
    { CAPABILITY(DotProductInput4x8BitPacked), 0, F13(shaderIntegerDotProduct) },
    { CAPABILITY(DenormPreserve), 0, OF_PROPERTIES, 0 },
    { CAPABILITY(DenormFlushToZero), 0, OF_PROPERTIES, 0 },
    { CAPABILITY(SignedZeroInfNanPreserve), 0, OF_PROPERTIES, 0 },
    { CAPABILITY(RoundingModeRTE), 0, OF_PROPERTIES, 0 },
    { CAPABILITY(RoundingModeRTZ), 0, OF_PROPERTIES, 0 },
    { CAPABILITY(AtomicFloat32AddEXT), 0, OF_ATOMIC_FLOAT, 1 },
    { CAPABILITY(AtomicFloat32AddEXT), 0, OF_ATOMIC_FLOAT, 5 },
    { CAPABILITY(AtomicFloat32AddEXT), 0, OF_ATOMIC_FLOAT, 9 },
    { CAPABILITY(AtomicFloat64AddEXT), 0, OF_ATOMIC_FLOAT, 3 },
    { CAPABILITY(AtomicFloat64AddEXT), 0, OF_ATOMIC_FLOAT, 7 },
    { CAPABILITY(AtomicFloat16AddEXT), 0, OF_ATOMIC_FLOAT_2, 1 },
    { CAPABILITY(AtomicFloat16AddEXT), 0, OF_ATOMIC_FLOAT_2, 6 },
    { CAPABILITY(AtomicFloat16MinMaxEXT), 0, OF_ATOMIC_FLOAT_2, 2 },
    { CAPABILITY(AtomicFloat16MinMaxEXT), 0, OF_ATOMIC_FLOAT_2, 7 },
    { CAPABILITY(AtomicFloat32MinMaxEXT), 0, OF_ATOMIC_FLOAT_2, 3 },
    { CAPABILITY(AtomicFloat32MinMaxEXT), 0, OF_ATOMIC_FLOAT_2, 8 },
    { CAPABILITY(AtomicFloat32MinMaxEXT), 0, OF_ATOMIC_FLOAT_2, 10 },
    { CAPABILITY(AtomicFloat64MinMaxEXT), 0, OF_ATOMIC_FLOAT_2, 4 },
    { CAPABILITY(AtomicFloat64MinMaxEXT), 0, OF_ATOMIC_FLOAT_2, 9 },
    { CAPABILITY(GroupNonUniformPartitionedNV), 0, OF_PARTITIONED, 0 },
    { CAPABILITY(WorkgroupMemoryExplicitLayoutKHR), 0, OF_LAYOUT, 0 },
    { CAPABILITY(WorkgroupMemoryExplicitLayout8BitAccessKHR), 0, OF_LAYOUT, 2 },
    { CAPABILITY(WorkgroupMemoryExplicitLayout16BitAccessKHR), 0, OF_LAYOUT, 3 },
    { CAPABILITY(ComputeDerivativeGroupQuadsNV), 0, OF_DERIVATIVES, 0 },
    { CAPABILITY(ComputeDerivativeGroupLinearNV), 0, OF_DERIVATIVES, 1 },
    { CAPABILITY(Int64ImageEXT), 0, OF_IMAGE_INT64, 0 },
    { CAPABILITY(ExpectAssumeKHR), 0, OF_EXPECT, 0 },
    { 6022, "CooperativeMatrixKHR", 0, OF_MATRIX, 0 },
    { 5430, "CooperativeMatrixReductionsNV", 0, OF_MATRIX_2, 2 },
    { 5431, "CooperativeMatrixConversionsNV", 0, OF_MATRIX_2, 3 },
    { 5432, "CooperativeMatrixPerElementOperationsNV", 0, OF_MATRIX_2, 4 },
    { 5433, "CooperativeMatrixTensorAddressingNV", 0, OF_MATRIX_2, 5 },
    { 5434, "CooperativeMatrixBlockLoadsNV", 0, OF_MATRIX_2, 6 },
    { 5439, "TensorAddressingNV", 0, OF_MATRIX_2, 5 },
    { 6026, "GroupNonUniformRotateKHR", 0, OF_ROTATE, 0 },
    { 5116, "BFloat16TypeKHR", 0, OF_BFLOAT16, 0 },
    { 5117, "BFloat16DotProductKHR", 0, OF_BFLOAT16, 1 },
    { 5118, "BFloat16CooperativeMatrixKHR", 0, OF_BFLOAT16, 2 },
};

enum { KNOWN = sizeof(known) / sizeof(known[0]) };
_Static_assert(KNOWN <= 64 * CAPABILITY_WORDS, "gpu_info.capabilities has a bit for each row");

/* Numbers and names of capabilities that Vulkan has and a device is not given; a module for OpenCL
 * is refused by its first one. */
static const char refused[] =
    "2 Geometry 3 Tessellation 4 Addresses 5 Linkage 6 Kernel 18 Groups 21 AtomicStorage 23 "
    "TessellationPointSize 24 GeometryPointSize 32 ClipDistance 33 CullDistance 35 "
    "SampleRateShading 36 ImageRect 37 SampledRect 41 SparseResidency 52 InterpolationFunction "
    "53 TransformFeedback 54 GeometryStreams 57 MultiViewport 69 ShaderLayer 70 "
    "ShaderViewportIndex 71 UniformDecoration 4165 CoreBuiltinsARM 4166 "
    "TileImageColorReadAccessEXT 4174 TensorsARM 4212 Float8EXT 4213 Float8CooperativeMatrixEXT "
    "4422 FragmentShadingRateKHR 4423 SubgroupBallotKHR 4427 DrawParameters 4431 "
    "SubgroupVoteKHR 4436 StorageInputOutput16 4439 MultiView 4445 AtomicStorageOps 4447 "
    "SampleMaskPostDepthCoverage 4471 RayQueryProvisionalKHR 4473 UntypedPointersKHR 4478 "
    "RayTraversalPrimitiveCullingKHR 5008 Float16ImageAMD 5009 ImageGatherBiasLodAMD 5010 "
    "FragmentMaskAMD 5013 StencilExportEXT 5015 ImageReadWriteLodAMD 5087 QuadControlKHR 5249 "
    "SampleMaskOverrideCoverageNV 5251 GeometryShaderPassthroughNV 5254 "
    "ShaderViewportIndexLayerEXT 5255 ShaderViewportMaskNV 5259 ShaderStereoViewNV 5260 "
    "PerViewAttributesNV 5265 FragmentFullyCoveredEXT 5266 MeshShadingNV 5282 ImageFootprintNV "
    "5284 FragmentBarycentricKHR 5291 FragmentDensityEXT 5336 RayTracingPositionFetchKHR 5340 "
    "RayTracingNV 5341 RayTracingMotionBlurNV 5353 RayTracingProvisionalKHR 5363 "
    "FragmentShaderSampleInterlockEXT 5372 FragmentShaderShadingRateInterlockEXT 5378 "
    "FragmentShaderPixelInterlockEXT 5379 DemoteToHelperInvocation 5380 DisplacementMicromapNV "
    "5381 RayTracingOpacityMicromapEXT 5383 ShaderInvocationReorderNV 5390 BindlessTextureNV "
    "5391 RayQueryPositionFetchKHR 5394 CooperativeVectorNV 5404 AtomicFloat16VectorNV 5414 "
    "RawAccessChainsNV 5426 Shader64BitIndexingEXT 5435 CooperativeVectorTrainingNV 5568 "
    "SubgroupShuffleINTEL 5569 SubgroupBufferBlockIOINTEL 5570 SubgroupImageBlockIOINTEL 5579 "
    "SubgroupImageMediaBlockIOINTEL 5584 IntegerFunctions2INTEL 6020 RayCullMaskKHR 6024 "
    "ReplicatedCompositesEXT 6025 BitInstructions 6029 FloatControls2 6141 SplitBarrierINTEL "
    "6400 GroupUniformArithmeticKHR 6912 DotProductFloat16AccFloat32VALVE 6913 "
    "DotProductFloat16AccFloat16VALVE 6914 DotProductBFloat16AccVALVE 6915 "
    "DotProductFloat8AccFloat32VALVE";

/* SPIR-V extensions of Vulkan 1.3, of what gpu_create() enables, whose capabilities are above, and
 * those that are decorations alone. */
static const char *const module_extensions[] = {
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
    "SPV_KHR_cooperative_matrix",
    "SPV_NV_cooperative_matrix2",
    "SPV_NV_tensor_addressing",
    "SPV_EXT_shader_atomic_float_add",
    "SPV_EXT_shader_atomic_float16_add",
    "SPV_EXT_shader_atomic_float_min_max",
    "SPV_KHR_subgroup_rotate",
    "SPV_NV_shader_subgroup_partitioned",
    "SPV_KHR_workgroup_memory_explicit_layout",
    "SPV_NV_compute_shader_derivatives",
    "SPV_EXT_shader_image_int64",
    "SPV_KHR_expect_assume",
    "SPV_KHR_bfloat16",
};

/* Returns the instruction at word *at, which moves behind it; NULL at the end, and for one that
 * reaches past it. */
static const uint32_t *instruction_next(const struct gpu_shader *shader, size_t *at)
{
    const size_t count = shader->bytes / 4;
    const uint32_t *instruction = shader->words + *at;
    if (*at >= count || length(instruction) == 0 || length(instruction) > count - *at)
        return NULL;
    *at += length(instruction);
    return instruction;
}

/* Says whether the shader has another capability; those stand first. */
static bool capability_next(const struct gpu_shader *shader, size_t *at, uint32_t *capability)
{
    const uint32_t *instruction = instruction_next(shader, at);
    if (!instruction || opcode(instruction) != SpvOpCapability || length(instruction) < 2)
        return false;
    *capability = instruction[1];
    return true;
}

uint32_t gpu_shader_needs(const struct gpu_shader *shader)
{
    uint32_t features = 0, capability;
    for (size_t at = HEADER_WORDS; capability_next(shader, &at, &capability);)
        for (size_t i = 0; i < KNOWN; i++)
            if (known[i].capability == capability)
                features |= known[i].any_of;
    return features;
}

bool gpu_shader_uses_subgroups(const struct gpu_shader *shader)
{
    uint32_t capability;
    for (size_t at = HEADER_WORDS; capability_next(shader, &at, &capability);)
        if ((capability >= SpvCapabilityGroupNonUniform &&
             capability <= SpvCapabilityGroupNonUniformQuad) ||
            capability == SpvCapabilityCooperativeMatrixNV ||
            capability == COOPERATIVE_MATRIX_KHR || capability == GROUP_ROTATE_KHR ||
            capability == SpvCapabilityGroupNonUniformPartitionedNV)
            return true;
    return false;
}

bool gpu_shader_has_subgroup_barrier(const struct gpu_shader *shader)
{
    const uint32_t *barrier, *constant;
    for (size_t at = HEADER_WORDS; (barrier = instruction_next(shader, &at));) {
        if (opcode(barrier) != SpvOpControlBarrier || length(barrier) < 2)
            continue;
        for (size_t from = HEADER_WORDS; (constant = instruction_next(shader, &from));)
            if (opcode(constant) == SpvOpConstant && length(constant) > 3 &&
                constant[2] == barrier[1] && constant[3] == SpvScopeSubgroup)
                return true;
    }
    return false;
}

/* Whether Vulkan may be given all extensions and sets of instructions that the shader names. They
 * stand between its capabilities and its entry points. */
static bool extensions_ok(const struct gpu_shader *shader, char *lacks, size_t bytes)
{
    static const char non_semantic[] = "NonSemantic.";
    const uint32_t *instruction;
    for (size_t at = HEADER_WORDS; (instruction = instruction_next(shader, &at));) {
        const bool is_import = opcode(instruction) == SpvOpExtInstImport;
        if (opcode(instruction) == SpvOpEntryPoint)
            return true;
        if (opcode(instruction) != SpvOpExtension && !is_import)
            continue;
        const uint32_t before = is_import ? 2 : 1, words = length(instruction);
        char name[64];
        bool taken = false;
        /* The words are little-endian text; cut short where it has no end. */
        snprintf(name, sizeof(name), "%.*s", words > before ? 4 * (int)(words - before) : 0,
                 (const char *)(instruction + before));
        for (size_t i = 0;
             !is_import && i < sizeof(module_extensions) / sizeof(module_extensions[0]); i++)
            taken = taken || strcmp(module_extensions[i], name) == 0;
        if (is_import)
            taken = strcmp(name, "GLSL.std.450") == 0 ||
                    strncmp(name, non_semantic, strlen(non_semantic)) == 0;
        if (taken)
            continue;
        snprintf(lacks, bytes, "claimcheck does not enable the SPIR-V %s %s, which it uses",
                 is_import ? "instructions" : "extension", name);
        return false;
    }
    return true;
}

/* Devices ------------------------------------------------------------------------------------- */

/* Reads the flags of an extension; all 0 where the device lacks it. */
static void flags_read(VkPhysicalDevice physical, const struct shader_extension *extension,
                       struct capability_flags *flags)
{
    *flags = (struct capability_flags){ .sType = (VkStructureType)extension->structure };
    if (extension->structure != 0)
        gpu_extension_features_read(physical, extension->name, flags);
    else if (extension->name && gpu_has_extension(physical, extension->name))
        flags->flags[0] = VK_TRUE;
}

void gpu_capabilities_read(VkPhysicalDevice physical, struct gpu_info *info)
{
    struct capability_flags flags[SOURCES];
    VkPhysicalDeviceVulkan12Properties can = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES
    };
    VkPhysicalDeviceProperties2 properties = { .sType =
                                                   VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                               .pNext = &can };
    struct core_features core;
    const void *structures[SOURCES] = { [OF_FEATURES] = &core.all.features,
                                        [OF_11] = &core.vulkan11,
                                        [OF_12] = &core.vulkan12,
                                        [OF_13] = &core.vulkan13 };
    gpu_core_features_read(physical, &core);
    vkGetPhysicalDeviceProperties2(physical, &properties);
    for (int i = 0; i < SOURCES; i++)
        flags_read(physical, &device_extensions[i], &flags[i]);
    for (size_t i = 0; i < KNOWN; i++) {
        const enum source source = known[i].source;
        VkBool32 has = source == CORE;
        if (structures[source])
            memcpy(&has, (const char *)structures[source] + known[i].at, sizeof(has));
        else if (source >= OF_ATOMIC_FLOAT)
            has = flags[source].flags[known[i].at];
        info->capabilities[i / 64] |= (uint64_t)(has != 0) << i % 64;
    }
    const VkBool32 *widths = &can.shaderSignedZeroInfNanPreserveFloat16;
    for (uint32_t i = 0; i < FLOAT_MODES; i++)
        info->float_modes |= (widths[i] ? 1u : 0u) << i;
}

static bool has(const struct gpu_info *info, size_t row)
{
    return info->capabilities[row / 64] >> row % 64 & 1;
}

void *gpu_capabilities_enable(const struct gpu *gpu, struct core_features *core,
                              struct capability_flags flags[CAPABILITY_EXTENSIONS_MAX], void *next,
                              const char **extensions, uint32_t *count)
{
    void *structures[SOURCES] = { [OF_FEATURES] = &core->all.features,
                                  [OF_11] = &core->vulkan11,
                                  [OF_12] = &core->vulkan12,
                                  [OF_13] = &core->vulkan13 };
    const VkBool32 on = VK_TRUE;
    for (size_t i = 0; i < KNOWN; i++)
        if (structures[known[i].source] && has(&gpu->info, i))
            memcpy((char *)structures[known[i].source] + known[i].at, &on, sizeof(on));
    for (int source = OF_ATOMIC_FLOAT; source < SOURCES; source++) {
        const struct shader_extension *extension = &device_extensions[source];
        struct capability_flags *own = &flags[source - OF_ATOMIC_FLOAT];
        uint32_t any = 0;
        flags_read(gpu->physical, extension, own);
        for (uint32_t i = 0; i < CAPABILITY_FLAGS_MAX; i++) {
            own->flags[i] &= extension->flags >> i & 1 || extension->structure == 0;
            any |= own->flags[i];
        }
        if (any == 0)
            continue;
        extensions[(*count)++] = extension->name;
        if (extension->structure == 0)
            continue;
        own->pNext = next;
        next = own;
    }
    return next;
}

/* Shaders -------------------------------------------------------------------------------------- */

/* Appends a name, with a comma before it. */
static void name_append(char *text, size_t bytes, const char *name)
{
    const size_t length = strlen(text);
    snprintf(text + length, bytes - length, "%s%s", length > 0 ? ", " : "", name);
}

/* Says which widths of a mode of floats the device lacks, of those that the module asks for. */
static void modes_append(const struct gpu_shader *shader, uint32_t features, uint32_t capability,
                         char *text, size_t bytes)
{
    /* As in VkPhysicalDeviceVulkan12Properties: modes in this order, of 16, 32 and 64 bits. */
    static const struct {
        uint32_t capability, mode;
        const char *name;
    } modes[] = {
        { SpvCapabilitySignedZeroInfNanPreserve, SpvExecutionModeSignedZeroInfNanPreserve,
          "SignedZeroInfNanPreserve" },
        { SpvCapabilityDenormPreserve, SpvExecutionModeDenormPreserve, "DenormPreserve" },
        { SpvCapabilityDenormFlushToZero, SpvExecutionModeDenormFlushToZero, "DenormFlushToZero" },
        { SpvCapabilityRoundingModeRTE, SpvExecutionModeRoundingModeRTE, "RoundingModeRTE" },
        { SpvCapabilityRoundingModeRTZ, SpvExecutionModeRoundingModeRTZ, "RoundingModeRTZ" },
    };
    const uint32_t *word;
    for (size_t at = HEADER_WORDS; (word = instruction_next(shader, &at));) {
        for (uint32_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
            char name[48];
            if (opcode(word) != SpvOpExecutionMode || length(word) < 4 ||
                word[2] != modes[i].mode || modes[i].capability != capability)
                continue;
            const uint32_t width = word[3] == 16 ? 0 : word[3] == 32 ? 1 : 2;
            if (features >> (3 * i + width) & 1)
                continue;
            snprintf(name, sizeof(name), "%s of %u bits", modes[i].name, word[3]);
            name_append(text, bytes, name);
        }
    }
}

/* Writes a line about a capability that no device is given. */
static void refusal_say(uint32_t capability, char *lacks, size_t bytes)
{
    char name[64] = "";
    unsigned number;
    int used;
    for (const char *at = refused; sscanf(at, "%u %63s %n", &number, name, &used) == 2; at += used)
        if (number == capability)
            break;
        else
            *name = 0;
    if (capability == SpvCapabilityLinkage)
        snprintf(lacks, bytes,
                 "it has the SPIR-V capability Linkage, which Vulkan lacks: link it into a whole "
                 "module (spirv-link)");
    else if (capability == SpvCapabilityKernel || capability == SpvCapabilityAddresses)
        snprintf(lacks, bytes,
                 "it has the SPIR-V capability %s, so it is for OpenCL: compile it for Vulkan",
                 name);
    else if (*name)
        snprintf(lacks, bytes, "claimcheck does not enable the SPIR-V capability %s, which it uses",
                 name);
    else
        snprintf(lacks, bytes, "claimcheck does not enable SPIR-V capability %u, which it uses",
                 capability);
}

bool gpu_shader_meets(const struct gpu_shader *shader, const struct gpu_info *info, char *lacks,
                      size_t bytes)
{
    uint32_t capability;
    char missing[256] = "";
    *lacks = 0;
    for (size_t at = HEADER_WORDS; capability_next(shader, &at, &capability);) {
        const struct known *row = NULL;
        bool met = false;
        for (size_t i = 0; i < KNOWN && !met; i++) {
            if (known[i].capability != capability)
                continue;
            row = &known[i];
            met = row->any_of ? row->any_of & info->features
                              : row->source == OF_PROPERTIES || has(info, i);
        }
        if (!row) {
            refusal_say(capability, lacks, bytes);
            return false;
        }
        if (row->source == OF_PROPERTIES)
            modes_append(shader, info->float_modes, capability, missing, sizeof(missing));
        for (uint32_t i = 0; !met && row->any_of && i < (uint32_t)GPU_FEATURE_COUNT; i++)
            if (row->any_of >> i & 1)
                name_append(missing, sizeof(missing),
                            gpu_feature_name((enum gpu_feature)(1u << i)));
        if (!met && !row->any_of)
            name_append(missing, sizeof(missing), row->name);
    }
    if (!*missing)
        return extensions_ok(shader, lacks, bytes);
    snprintf(lacks, bytes, "the device lacks %s", missing);
    return false;
}

bool gpu_capability_is_young(const char *text)
{
    static const long young[] = { FLOAT_2, MATRIX, MATRIX_2, ROTATE, EXPECT, BFLOAT16 };
    const char *number = text ? strchr(text, '(') : NULL;
    for (size_t i = 0; number && i < sizeof(young) / sizeof(young[0]); i++)
        if (strtol(number + 1, NULL, 10) == young[i])
            return true;
    return false;
}
