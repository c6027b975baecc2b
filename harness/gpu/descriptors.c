/* SPDX-License-Identifier: MIT */
#include "harness/gpu/private.h"

#include <stdlib.h>
#include <string.h>

enum { POOL_SETS = 64 };

/*
 * A descriptor set that was written once and serves every dispatch with the same kernel and
 * buffers. It may outlive them, so it knows them by their serials: index 0 is the kernel's.
 */
struct bound_set {
    uint64_t serials[1 + GPU_BINDINGS_MAX];
    VkDescriptorSet set;
};

/* Layouts ------------------------------------------------------------------------------------- */

static const VkDescriptorType types[GPU_BINDING_KIND_COUNT] = {
    [GPU_STORAGE_BUFFER] = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
    [GPU_SAMPLED_IMAGE] = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
    [GPU_STORAGE_IMAGE] = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
};

bool gpu_layout_create(struct gpu *gpu, const struct layout_params *params,
                       VkDescriptorSetLayout *set_layout, VkPipelineLayout *layout)
{
    VkDescriptorSetLayoutBinding bindings[GPU_BINDINGS_MAX];
    uint32_t count = 0;
    for (uint32_t i = 0; i < params->count; i++)
        if (params->bindings[i].kind != GPU_UNBOUND)
            bindings[count++] =
                (VkDescriptorSetLayoutBinding){ .binding = i,
                                                .descriptorType = types[params->bindings[i].kind],
                                                .descriptorCount = 1,
                                                .stageFlags = params->stages };
    const VkDescriptorSetLayoutCreateInfo set = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = count,
        .pBindings = bindings
    };
    if (!VK(gpu, vkCreateDescriptorSetLayout(gpu->device, &set, NULL, set_layout)))
        return false;
    const VkPushConstantRange push = { .stageFlags = params->stages, .size = params->push_bytes };
    const VkPipelineLayoutCreateInfo info = { .sType =
                                                  VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                              .setLayoutCount = 1,
                                              .pSetLayouts = set_layout,
                                              .pushConstantRangeCount = push.size > 0 ? 1 : 0,
                                              .pPushConstantRanges = &push };
    return VK(gpu, vkCreatePipelineLayout(gpu->device, &info, NULL, layout));
}

bool gpu_bindings_ok(struct gpu *gpu, const char *name, const struct set_contents *contents)
{
    for (uint32_t i = 0; i < contents->count; i++) {
        const enum gpu_binding_kind kind = contents->bindings[i].kind;
        if (kind == GPU_UNBOUND || (kind == GPU_STORAGE_BUFFER && contents->buffers[i]))
            continue;
        gpu_fail_format(gpu, GPU_ERROR, "shader %s: binding %u is a %s, got %s", name, i,
                        gpu_binding_kind_name(kind), contents->buffers[i] ? "a buffer" : "nothing");
        return false;
    }
    return true;
}

/* Sets ---------------------------------------------------------------------------------------- */

static bool pool_add(struct gpu *gpu, struct descriptor_sets *sets)
{
    const VkDescriptorPoolSize size = { .type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                        .descriptorCount = POOL_SETS * GPU_BINDINGS_MAX };
    const VkDescriptorPoolCreateInfo info = { .sType =
                                                  VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                              .maxSets = POOL_SETS,
                                              .poolSizeCount = 1,
                                              .pPoolSizes = &size };
    VkDescriptorPool *pools = realloc(sets->pools, (sets->pool_count + 1) * sizeof(*pools));
    struct bound_set *bound =
        realloc(sets->sets, (sets->set_capacity + POOL_SETS) * sizeof(*bound));
    sets->pools = pools ? pools : sets->pools;
    sets->sets = bound ? bound : sets->sets;
    if (!pools || !bound) {
        gpu_fail(gpu, GPU_OUT_OF_MEMORY, "no host memory for descriptor sets");
        return false;
    }
    if (!VK(gpu, vkCreateDescriptorPool(gpu->device, &info, NULL, &pools[sets->pool_count])))
        return false;
    sets->pool_count++;
    sets->set_capacity += POOL_SETS;
    return true;
}

static void set_write(struct gpu *gpu, VkDescriptorSet set, const struct set_contents *contents)
{
    VkDescriptorBufferInfo buffers[GPU_BINDINGS_MAX];
    VkWriteDescriptorSet writes[GPU_BINDINGS_MAX];
    uint32_t count = 0;
    for (uint32_t i = 0; i < contents->count; i++) {
        if (contents->bindings[i].kind == GPU_UNBOUND)
            continue;
        buffers[i] = (VkDescriptorBufferInfo){ .buffer = contents->buffers[i]->handle,
                                               .offset = GPU_GUARD_BYTES,
                                               .range = contents->buffers[i]->range };
        writes[count++] =
            (VkWriteDescriptorSet){ .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                    .dstSet = set,
                                    .dstBinding = i,
                                    .descriptorCount = 1,
                                    .descriptorType = types[contents->bindings[i].kind],
                                    .pBufferInfo = &buffers[i] };
    }
    gpu->vk.vkUpdateDescriptorSets(gpu->device, count, writes, 0, NULL);
}

static struct bound_set bound_set_of(const struct set_contents *contents)
{
    struct bound_set bound = { .serials = { contents->serial } };
    for (uint32_t i = 0; i < contents->count; i++)
        if (contents->bindings[i].kind != GPU_UNBOUND)
            bound.serials[1 + i] = contents->buffers[i]->object.serial;
    return bound;
}

VkDescriptorSet gpu_descriptor_set(struct gpu *gpu, struct descriptor_sets *sets,
                                   const struct set_contents *contents)
{
    struct bound_set bound = bound_set_of(contents);
    for (uint32_t i = 0; i < sets->set_count; i++)
        if (memcmp(sets->sets[i].serials, bound.serials, sizeof(bound.serials)) == 0)
            return sets->sets[i].set;
    if (sets->set_count == sets->set_capacity && !pool_add(gpu, sets))
        return VK_NULL_HANDLE;
    const VkDescriptorSetAllocateInfo info = { .sType =
                                                   VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                               .descriptorPool = sets->pools[sets->pool_count - 1],
                                               .descriptorSetCount = 1,
                                               .pSetLayouts = &contents->layout };
    if (!VK(gpu, vkAllocateDescriptorSets(gpu->device, &info, &bound.set)))
        return VK_NULL_HANDLE;
    sets->sets[sets->set_count++] = bound;
    set_write(gpu, bound.set, contents);
    return bound.set;
}

void gpu_descriptor_sets_finish(struct gpu *gpu, struct descriptor_sets *sets)
{
    for (uint32_t i = 0; gpu && i < sets->pool_count; i++)
        gpu->vk.vkDestroyDescriptorPool(gpu->device, sets->pools[i], NULL);
    free(sets->pools);
    free(sets->sets);
}
