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
    for (uint32_t i = 0; i < contents->count; i++) {
        buffers[i] = (VkDescriptorBufferInfo){ .buffer = contents->buffers[i]->handle,
                                               .offset = GPU_GUARD_BYTES,
                                               .range = contents->buffers[i]->range };
        writes[i] = (VkWriteDescriptorSet){ .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                            .dstSet = set,
                                            .dstBinding = i,
                                            .descriptorCount = 1,
                                            .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                            .pBufferInfo = &buffers[i] };
    }
    gpu->vk.vkUpdateDescriptorSets(gpu->device, contents->count, writes, 0, NULL);
}

static struct bound_set bound_set_of(const struct set_contents *contents)
{
    struct bound_set bound = { .serials = { contents->serial } };
    for (uint32_t i = 0; i < contents->count; i++)
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
