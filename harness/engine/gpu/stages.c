/* SPDX-License-Identifier: MIT */
#include "harness/engine/gpu/private.h"

static const VkShaderStageFlagBits stage_bits[GPU_STAGE_COUNT] = {
    [GPU_STAGE_COMPUTE] = VK_SHADER_STAGE_COMPUTE_BIT,
    [GPU_STAGE_VERTEX] = VK_SHADER_STAGE_VERTEX_BIT,
    [GPU_STAGE_FRAGMENT] = VK_SHADER_STAGE_FRAGMENT_BIT,
    [GPU_STAGE_TASK] = VK_SHADER_STAGE_TASK_BIT_EXT,
    [GPU_STAGE_MESH] = VK_SHADER_STAGE_MESH_BIT_EXT,
    [GPU_STAGE_RAY_GENERATION] = VK_SHADER_STAGE_RAYGEN_BIT_KHR,
    [GPU_STAGE_MISS] = VK_SHADER_STAGE_MISS_BIT_KHR,
    [GPU_STAGE_ANY_HIT] = VK_SHADER_STAGE_ANY_HIT_BIT_KHR,
};

bool gpu_stages_add(struct gpu *gpu, struct stages *stages, const struct gpu_shader *shader,
                    enum gpu_stage wanted, uint32_t kinds)
{
    struct gpu_interface interface;
    char message[GPU_MESSAGE_BYTES];
    if (!gpu_shader_interface(shader, stages->constants, stages->constant_count, &interface,
                              message))
        return gpu_fail_format(gpu, GPU_ERROR, "shader %s: %s", shader->name, message);
    if (!gpu_shader_meets(shader, &gpu->info, message, sizeof(message)))
        return gpu_fail_format(gpu, GPU_UNSUPPORTED, "shader %s: %s", shader->name, message);
    if (interface.stage != wanted)
        return gpu_fail_format(gpu, GPU_ERROR, "shader %s: is of another stage than it is used for",
                               shader->name);
    if (interface.constant_count > stages->constant_count ||
        interface.bindings > GPU_BINDINGS_MAX || interface.push_bytes > GPU_PUSH_BYTES_MAX)
        return gpu_fail_format(
            gpu, GPU_ERROR,
            "shader %s: %u specialization constants of %u, %u bindings, %u push bytes are "
            "more than was given or gpu.h allows",
            shader->name, interface.constant_count, stages->constant_count, interface.bindings,
            interface.push_bytes);
    for (uint32_t i = 0; i < interface.bindings; i++) {
        struct gpu_binding *known = &stages->bindings[i], binding = interface.binding[i];
        if (binding.kind == GPU_UNBOUND)
            continue;
        if (!(kinds & 1u << binding.kind))
            return gpu_fail_format(gpu, GPU_ERROR, "shader %s: binding %u: %s alone", shader->name,
                                   i,
                                   kinds & 1u << GPU_ACCELERATION_STRUCTURE
                                       ? "traces take storage buffers and acceleration structures"
                                       : "draws take storage buffers");
        if (known->kind != GPU_UNBOUND && known->kind != binding.kind)
            return gpu_fail_format(gpu, GPU_ERROR, "shader %s: binding %u is a %s in another stage",
                                   shader->name, i, gpu_binding_kind_name(known->kind));
        binding.asks_length = binding.asks_length || known->asks_length;
        *known = binding;
    }
    if (interface.bindings > stages->binding_count)
        stages->binding_count = interface.bindings;
    if (interface.push_bytes > stages->push_bytes)
        stages->push_bytes = interface.push_bytes;
    stages->shaders[stages->count] = shader;
    stages->bits[stages->count++] = stage_bits[wanted];
    stages->all |= stage_bits[wanted];
    return true;
}

bool gpu_module_create(struct gpu *gpu, const struct gpu_shader *shader, VkShaderModule *module)
{
    const VkShaderModuleCreateInfo info = { .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                            .codeSize = shader->bytes,
                                            .pCode = shader->words };
    const VkResult result = gpu->vk.vkCreateShaderModule(gpu->device, &info, NULL, module);
    if (!MADE(gpu, result, *module, "vkCreateShaderModule", shader->name))
        return false;
    gpu_name(gpu, VK_OBJECT_TYPE_SHADER_MODULE, (uint64_t)*module, "%s", shader->name);
    return true;
}

bool gpu_stages_create(struct gpu *gpu, struct stages *stages)
{
    const struct layout_params layout = { stages->bindings, stages->binding_count,
                                          stages->push_bytes, stages->all,
                                          stages->shaders[0]->name };
    const uint32_t most = gpu->info.limits.storage_buffers_max;
    const uint32_t needs =
        gpu_bindings_count(stages->bindings, stages->binding_count, GPU_STORAGE_BUFFER);
    if (needs > most)
        return gpu_fail_format(gpu, GPU_UNSUPPORTED,
                               "shader %s: needs %u storage buffers, the device binds %u",
                               layout.name, needs, most);
    for (uint32_t i = 0; i < stages->count; i++)
        if (!gpu_module_create(gpu, stages->shaders[i], &stages->modules[i]))
            return false;
    return gpu_layout_create(gpu, &layout, &stages->set_layout, &stages->layout);
}

void gpu_stages_release(struct gpu *gpu, struct stages *stages)
{
    gpu->vk.vkDestroyPipelineLayout(gpu->device, stages->layout, NULL);
    gpu->vk.vkDestroyDescriptorSetLayout(gpu->device, stages->set_layout, NULL);
    for (uint32_t i = 0; i < STAGES_MAX; i++)
        gpu->vk.vkDestroyShaderModule(gpu->device, stages->modules[i], NULL);
}

void gpu_specialize(struct specialization *made, const uint32_t *constants, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        made->entries[i] =
            (VkSpecializationMapEntry){ .constantID = i, .offset = 4 * i, .size = 4 };
    made->info = (VkSpecializationInfo){ .mapEntryCount = count,
                                         .pMapEntries = made->entries,
                                         .dataSize = 4 * (size_t)count,
                                         .pData = constants };
}

VkPipelineShaderStageCreateInfo gpu_stage_info(VkShaderStageFlagBits bit, VkShaderModule module,
                                               const struct specialization *constants)
{
    return (VkPipelineShaderStageCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
        .stage = bit,
        .module = module,
        .pName = "main",
        .pSpecializationInfo = &constants->info
    };
}
