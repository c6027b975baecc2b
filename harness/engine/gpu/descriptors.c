/* SPDX-License-Identifier: MIT */
#include "harness/base/need.h"
#include "harness/engine/gpu/private.h"

#include <stdlib.h>
#include <string.h>

enum { POOL_SETS = 64 };

/*
 * A descriptor set that was written once and serves every dispatch with the same kernel, buffers
 * and images. It may outlive them, so it knows them by their serials: index 0 is the kernel's. What
 * is past the kernel's bindings is of no interest.
 */
struct bound_set {
    uint64_t serials[1 + GPU_BINDINGS_MAX];
    uint64_t samplers[GPU_BINDINGS_MAX];
    VkDescriptorSet set;
};

/* Layouts ------------------------------------------------------------------------------------- */

static const VkDescriptorType types[GPU_BINDING_KIND_COUNT] = {
    [GPU_STORAGE_BUFFER] = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
    [GPU_UNIFORM_BUFFER] = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
    [GPU_SAMPLED_IMAGE] = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
    [GPU_STORAGE_IMAGE] = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
    [GPU_ACCELERATION_STRUCTURE] = VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR,
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
    VkResult result = gpu->vk.vkCreateDescriptorSetLayout(gpu->device, &set, NULL, set_layout);
    if (!MADE(gpu, result, *set_layout, "vkCreateDescriptorSetLayout", params->name))
        return false;
    const VkPushConstantRange push = { .stageFlags = params->stages, .size = params->push_bytes };
    const VkPipelineLayoutCreateInfo info = { .sType =
                                                  VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                              .setLayoutCount = 1,
                                              .pSetLayouts = set_layout,
                                              .pushConstantRangeCount = push.size > 0 ? 1 : 0,
                                              .pPushConstantRanges = &push };
    result = gpu->vk.vkCreatePipelineLayout(gpu->device, &info, NULL, layout);
    return MADE(gpu, result, *layout, "vkCreatePipelineLayout", params->name);
}

static bool sampled_ok(struct gpu *gpu, const char *name, uint32_t at,
                       const struct gpu_image_binding *bound)
{
    const struct gpu_image *image = bound->image;
    const char *wrong = NULL;
    if (!(image->usage & GPU_IMAGE_SAMPLED))
        wrong = "was made without GPU_IMAGE_SAMPLED";
    else if (!bound->sampler)
        wrong = "came without a sampler";
    else if (bound->level > 0)
        wrong = "came with a level, which storage images alone have";
    if (wrong)
        return gpu_fail_format(gpu, GPU_ERROR,
                               "shader %s: binding %u is a sampled image, image %s %s", name, at,
                               image->name, wrong);
    return image->filters || !bound->sampler->filters ||
           gpu_fail_format(gpu, GPU_UNSUPPORTED,
                           "shader %s: binding %u: the device does not filter %s (image %s)", name,
                           at, gpu_format_name(image->format), image->name);
}

static bool storage_ok(struct gpu *gpu, const char *name, uint32_t at,
                       const struct gpu_binding *binding, const struct gpu_image_binding *bound)
{
    const struct gpu_image *image = bound->image;
    if (image->format != binding->format || bound->level >= image->levels)
        return gpu_fail_format(
            gpu, GPU_ERROR,
            "shader %s: binding %u is a storage image of %s, got level %u of image %s, "
            "which has %u of %s",
            name, at, gpu_format_name(binding->format), bound->level, image->name, image->levels,
            gpu_format_name(image->format));
    return (image->usage & GPU_IMAGE_STORAGE && !bound->sampler) ||
           gpu_fail_format(gpu, GPU_ERROR, "shader %s: binding %u is a storage image, image %s %s",
                           name, at, image->name,
                           bound->sampler ? "came with a sampler"
                                          : "was made without GPU_IMAGE_STORAGE");
}

static bool binding_ok(struct gpu *gpu, const char *name, const struct set_contents *contents,
                       uint32_t at)
{
    enum { BUFFER = 1, IMAGE = 2, ACCELERATION = 4 };
    static const char *const names[] = { "nothing", "a buffer", "an image", "a buffer and an image",
                                         "an acceleration structure" };
    const struct gpu_binding *binding = &contents->bindings[at];
    const bool image = contents->images && contents->images[at].image;
    const bool acceleration = contents->accelerations && contents->accelerations[at];
    const int got = (contents->buffers[at] ? BUFFER : 0) | (image ? IMAGE : 0) |
                    (acceleration ? ACCELERATION : 0);
    const int wanted = gpu_binding_is_buffer(binding->kind)          ? BUFFER
                       : binding->kind == GPU_ACCELERATION_STRUCTURE ? ACCELERATION
                                                                     : IMAGE;
    if (binding->kind == GPU_UNBOUND)
        return true;
    if (got == wanted && binding->kind == GPU_UNIFORM_BUFFER &&
        contents->buffers[at]->bytes > GPU_UNIFORM_BYTES_MAX)
        return gpu_fail_format(
            gpu, GPU_UNSUPPORTED,
            "shader %s: binding %u is a uniform buffer, and %s has %llu bytes: at most "
            "%d are bound so",
            name, at, contents->buffers[at]->name, (unsigned long long)contents->buffers[at]->bytes,
            GPU_UNIFORM_BYTES_MAX);
    if (got == wanted && wanted != IMAGE)
        return true;
    if (got == wanted)
        return binding->kind == GPU_SAMPLED_IMAGE
                   ? sampled_ok(gpu, name, at, &contents->images[at])
                   : storage_ok(gpu, name, at, binding, &contents->images[at]);
    return gpu_fail_format(gpu, GPU_ERROR, "shader %s: binding %u is a %s, got %s", name, at,
                           gpu_binding_kind_name(binding->kind),
                           got <= ACCELERATION ? names[got] : "an acceleration structure and more");
}

bool gpu_bindings_ok(struct gpu *gpu, const char *name, const struct set_contents *contents)
{
    for (uint32_t i = 0; i < contents->count; i++)
        if (!binding_ok(gpu, name, contents, i))
            return false;
    return true;
}

/* Sets ---------------------------------------------------------------------------------------- */

/* A pool for bindings of these kinds, bits by enum gpu_binding_kind. */
static bool pool_add(struct gpu *gpu, struct descriptor_sets *sets, uint32_t kinds)
{
    VkDescriptorPoolSize sizes[GPU_BINDING_KIND_COUNT];
    uint32_t count = 0;
    for (uint32_t kind = 0; kind < GPU_BINDING_KIND_COUNT; kind++)
        if (kinds >> kind & 1)
            sizes[count++] = (VkDescriptorPoolSize){ types[kind], POOL_SETS * GPU_BINDINGS_MAX };
    const VkDescriptorPoolCreateInfo info = { .sType =
                                                  VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                              .maxSets = POOL_SETS,
                                              .poolSizeCount = count,
                                              .pPoolSizes = sizes };
    sets->pools = need_again(sets->pools, (sets->pool_count + 1) * sizeof(*sets->pools));
    sets->sets = need_again(sets->sets, (sets->set_count + POOL_SETS) * sizeof(*sets->sets));
    if (!VK(gpu, vkCreateDescriptorPool(gpu->device, &info, NULL, &sets->pools[sets->pool_count])))
        return false;
    sets->pool_count++;
    sets->left = POOL_SETS;
    sets->kinds = kinds;
    return true;
}

static void set_write(struct gpu *gpu, VkDescriptorSet set, const struct set_contents *contents)
{
    VkDescriptorBufferInfo buffers[GPU_BINDINGS_MAX];
    VkDescriptorImageInfo images[GPU_BINDINGS_MAX];
    VkWriteDescriptorSetAccelerationStructureKHR accelerations[GPU_BINDINGS_MAX];
    VkWriteDescriptorSet writes[GPU_BINDINGS_MAX];
    uint32_t count = 0;
    for (uint32_t i = 0; i < contents->count; i++) {
        const enum gpu_binding_kind kind = contents->bindings[i].kind;
        const struct gpu_image_binding *bound = contents->images ? &contents->images[i] : NULL;
        if (kind == GPU_UNBOUND)
            continue;
        if (gpu_binding_is_buffer(kind))
            buffers[i] = (VkDescriptorBufferInfo){ .buffer = contents->buffers[i]->handle,
                                                   .offset = GPU_GUARD_BYTES,
                                                   .range = contents->bindings[i].asks_length ||
                                                                    kind == GPU_UNIFORM_BUFFER
                                                                ? contents->buffers[i]->bytes
                                                                : contents->buffers[i]->range };
        else if (kind == GPU_ACCELERATION_STRUCTURE)
            accelerations[i] = (VkWriteDescriptorSetAccelerationStructureKHR){
                .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_ACCELERATION_STRUCTURE_KHR,
                .accelerationStructureCount = 1,
                .pAccelerationStructures = &contents->accelerations[i]->top.handle
            };
        else if (kind == GPU_SAMPLED_IMAGE)
            images[i] = (VkDescriptorImageInfo){ .sampler = bound->sampler->handle,
                                                 .imageView = bound->image->all,
                                                 .imageLayout = gpu_image_layout(bound->image) };
        else
            images[i] = (VkDescriptorImageInfo){ .imageView = bound->image->each[bound->level],
                                                 .imageLayout = gpu_image_layout(bound->image) };
        const bool chained = kind == GPU_ACCELERATION_STRUCTURE;
        writes[count++] = (VkWriteDescriptorSet){ .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                                  .pNext = chained ? &accelerations[i] : NULL,
                                                  .dstSet = set,
                                                  .dstBinding = i,
                                                  .descriptorCount = 1,
                                                  .descriptorType = types[kind],
                                                  .pBufferInfo = &buffers[i],
                                                  .pImageInfo = &images[i] };
    }
    gpu->vk.vkUpdateDescriptorSets(gpu->device, count, writes, 0, NULL);
}

VkDescriptorSet gpu_descriptor_set(struct gpu *gpu, struct descriptor_sets *sets,
                                   const struct set_contents *contents)
{
    struct bound_set bound = { .serials = { contents->serial } };
    uint32_t kinds = 1u << GPU_STORAGE_BUFFER; /* always: an empty pool is not legal */
    for (uint32_t i = 0; i < contents->count; i++) {
        const enum gpu_binding_kind kind = contents->bindings[i].kind;
        uint64_t *serial = &bound.serials[1 + i];
        if (kind != GPU_UNBOUND)
            kinds |= 1u << kind;
        if (gpu_binding_is_buffer(kind)) {
            *serial = contents->buffers[i]->object.serial;
        } else if (kind == GPU_ACCELERATION_STRUCTURE) {
            *serial = contents->accelerations[i]->object.serial;
        } else if (kind == GPU_STORAGE_IMAGE) {
            *serial = contents->images[i].image->level_serial + contents->images[i].level;
        } else if (kind == GPU_SAMPLED_IMAGE) {
            *serial = contents->images[i].image->object.serial;
            bound.samplers[i] = contents->images[i].sampler->object.serial;
        }
    }
    for (uint32_t i = 0; i < sets->set_count; i++) /* sets of one kernel have as many bindings */
        if (memcmp(sets->sets[i].serials, bound.serials,
                   (1 + contents->count) * sizeof(bound.serials[0])) == 0 &&
            memcmp(sets->sets[i].samplers, bound.samplers,
                   contents->count * sizeof(bound.samplers[0])) == 0)
            return sets->sets[i].set;
    if ((sets->left == 0 || kinds & ~sets->kinds) && !pool_add(gpu, sets, kinds | sets->kinds))
        return VK_NULL_HANDLE;
    const VkDescriptorSetAllocateInfo info = { .sType =
                                                   VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                               .descriptorPool = sets->pools[sets->pool_count - 1],
                                               .descriptorSetCount = 1,
                                               .pSetLayouts = &contents->layout };
    if (!VK(gpu, vkAllocateDescriptorSets(gpu->device, &info, &bound.set)))
        return VK_NULL_HANDLE;
    sets->left--;
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

/* Bindings ------------------------------------------------------------------------------------- */

const char *gpu_format_name(enum gpu_format format)
{
    static const char *const names[GPU_FORMAT_COUNT] = { "rgba8", "r32f", "rgba16f", "rgba32f" };
    return names[format];
}

bool gpu_binding_is_buffer(enum gpu_binding_kind kind)
{
    return kind == GPU_STORAGE_BUFFER || kind == GPU_UNIFORM_BUFFER;
}

const char *gpu_binding_kind_name(enum gpu_binding_kind kind)
{
    static const char *const names[GPU_BINDING_KIND_COUNT] = {
        [GPU_STORAGE_BUFFER] = "storage_buffer",
        [GPU_UNIFORM_BUFFER] = "uniform_buffer",
        [GPU_SAMPLED_IMAGE] = "sampled_image",
        [GPU_STORAGE_IMAGE] = "storage_image",
        [GPU_ACCELERATION_STRUCTURE] = "acceleration_structure",
    };
    return names[kind];
}

uint32_t gpu_bindings_count(const struct gpu_binding *bindings, uint32_t count,
                            enum gpu_binding_kind kind)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++)
        found += bindings[i].kind == kind ? 1 : 0;
    return found;
}
