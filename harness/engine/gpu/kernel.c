/* SPDX-License-Identifier: MIT */
#include "harness/engine/gpu/private.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

void gpu_scope_replace(struct gpu_scope *scope, const struct gpu_replacement *replacements,
                       size_t count)
{
    if (!scope)
        return;
    scope->replacements = replacements;
    scope->replacement_count = count;
}

/* The driver is asked for the size; a device with one size alone has no choice. */
static bool subgroup_required(const struct gpu_kernel *kernel)
{
    const struct gpu_info *info = &kernel->object.scope->gpu->info;
    return kernel->subgroup_size > 0 && info->subgroup_size_min != info->subgroup_size_max;
}

/* False, with the reason recorded, when the device cannot run a group of that shape, or binds fewer
 * buffers and images. */
static bool limits_ok(struct gpu *gpu, const struct gpu_kernel *kernel)
{
    const struct gpu_limits *limits = &gpu->info.limits;
    const struct gpu_interface *interface = &kernel->interface;
    const uint32_t *size = interface->group_size;
    const uint64_t invocations = (uint64_t)size[0] * size[1] * size[2];
    if (invocations == 0)
        return gpu_fail_format(gpu, GPU_ERROR, "kernel %s: work-group of %u x %u x %u",
                               kernel->name, size[0], size[1], size[2]);
    if (invocations > limits->group_invocations_max || size[0] > limits->group_size_max[0] ||
        size[1] > limits->group_size_max[1] || size[2] > limits->group_size_max[2])
        return gpu_fail_format(
            gpu, GPU_UNSUPPORTED,
            "kernel %s: work-group of %u x %u x %u is over the device's limits (%u invocations)",
            kernel->name, size[0], size[1], size[2], limits->group_invocations_max);
    if (kernel->interface.shared_bytes > limits->shared_bytes_max)
        return gpu_fail_format(
            gpu, GPU_UNSUPPORTED, "kernel %s: needs %u bytes of shared memory, the device has %u",
            kernel->name, kernel->interface.shared_bytes, limits->shared_bytes_max);
    const struct {
        enum gpu_binding_kind kind;
        uint32_t most;
    } kinds[] = { { GPU_STORAGE_BUFFER, limits->storage_buffers_max },
                  { GPU_UNIFORM_BUFFER, GPU_UNIFORM_BUFFERS_MAX },
                  { GPU_STORAGE_IMAGE, limits->storage_images_max } };
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        const uint32_t needs =
            gpu_bindings_count(interface->binding, interface->bindings, kinds[i].kind);
        gpu->uniforms = gpu->uniforms || (kinds[i].kind == GPU_UNIFORM_BUFFER && needs > 0);
        if (needs <= kinds[i].most)
            continue;
        return gpu_fail_format(
            gpu, GPU_UNSUPPORTED, "kernel %s: needs %u bindings of %s, the device has %u",
            kernel->name, needs, gpu_binding_kind_name(kinds[i].kind), kinds[i].most);
    }
    if (gpu->info.features & GPU_RAY_QUERY ||
        gpu_bindings_count(interface->binding, interface->bindings, GPU_ACCELERATION_STRUCTURE) ==
            0)
        return true;
    return gpu_fail_format(gpu, GPU_UNSUPPORTED, "kernel %s: the device has no %s", kernel->name,
                           gpu_feature_name(GPU_RAY_QUERY));
}

/* False, with the reason recorded, when the kernel cannot run at the size that it asks for. */
static bool subgroups_ok(struct gpu *gpu, const struct gpu_kernel *kernel)
{
    const struct gpu_info *info = &gpu->info;
    const uint32_t *group = kernel->interface.group_size, size = kernel->subgroup_size;
    const uint64_t threads = (uint64_t)group[0] * group[1] * group[2];
    if (size == 0)
        return true;
    if (size < info->subgroup_size_min || size > info->subgroup_size_max ||
        (info->subgroup_size_min != info->subgroup_size_max && !info->subgroup_size_control))
        return gpu_fail_format(
            gpu, GPU_UNSUPPORTED,
            "kernel %s: needs subgroups of %u, the device has them from %u to %u%s", kernel->name,
            size, info->subgroup_size_min, info->subgroup_size_max,
            info->subgroup_size_control ? "" : " and lets no kernel choose");
    return !subgroup_required(kernel) ||
           threads <= (uint64_t)size * info->limits.group_subgroups_max ||
           gpu_fail_format(
               gpu, GPU_UNSUPPORTED, "kernel %s: a group of %llu is more than %u subgroups of %u",
               kernel->name, (unsigned long long)threads, info->limits.group_subgroups_max, size);
}

static bool interface_read(struct gpu *gpu, struct gpu_kernel *kernel,
                           const struct gpu_kernel_params *params)
{
    char message[GPU_MESSAGE_BYTES];
    if (!gpu_shader_interface(kernel->shader, params->constants, params->constant_count,
                              &kernel->interface, message))
        return gpu_fail_format(gpu, GPU_ERROR, "kernel %s: %s", kernel->name, message);
    if (kernel->interface.stage != GPU_STAGE_COMPUTE)
        return gpu_fail_format(gpu, GPU_ERROR, "kernel %s: is not a compute shader", kernel->name);
    if (kernel->interface.constant_count > params->constant_count)
        return gpu_fail_format(gpu, GPU_ERROR,
                               "kernel %s: uses %u specialization constants, got %u", kernel->name,
                               kernel->interface.constant_count, params->constant_count);
    if (kernel->interface.bindings > GPU_BINDINGS_MAX ||
        kernel->interface.push_bytes > GPU_PUSH_BYTES_MAX)
        return gpu_fail_format(
            gpu, GPU_ERROR, "kernel %s: %u bindings or %u push bytes are more than gpu.h allows",
            kernel->name, kernel->interface.bindings, kernel->interface.push_bytes);
    if (!gpu_shader_meets(kernel->shader, &gpu->info, message, sizeof(message)))
        return gpu_fail_format(gpu, GPU_UNSUPPORTED, "kernel %s: %s", kernel->name, message);
    return limits_ok(gpu, kernel) && subgroups_ok(gpu, kernel);
}

VkResult gpu_kernel_compile(struct gpu *gpu, const struct gpu_kernel *kernel,
                            VkPipelineCreateFlags flags, VkPipelineCache cache,
                            VkPipeline *pipeline)
{
    struct specialization constants;
    const struct gpu_info *has = &gpu->info;
    const bool requires = subgroup_required(kernel);
    const uint32_t full = requires ? kernel->subgroup_size : has->subgroup_size_max;
    const VkPipelineShaderStageRequiredSubgroupSizeCreateInfo required = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO,
        .requiredSubgroupSize = kernel->subgroup_size,
    };
    gpu_specialize(&constants, kernel->constants, kernel->constant_count);
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .flags = flags,
        .stage = gpu_stage_info(VK_SHADER_STAGE_COMPUTE_BIT, kernel->program->module, &constants),
        .layout = kernel->program->layout,
    };
    info.stage.pNext = requires ? &required : NULL;
    /* Subgroups are asked to be full where that is legal: kernels take it for granted. */
    if (has->subgroup_size_control && full > 0 && kernel->interface.group_size[0] % full == 0 &&
        gpu_shader_uses_subgroups(kernel->shader))
        info.stage.flags = VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT;
    info.stage.pName = kernel->interface.entry_point; /* of a user's shader it has any name */
    return gpu->vk.vkCreateComputePipelines(gpu->device, cache, 1, &info, NULL, pipeline);
}

static VkResult compile_timed(struct gpu *gpu, const void *kernel, VkPipeline *pipeline)
{
    const VkPipelineCreateFlags flags =
        gpu_kernel_is_read_as_made(gpu) ? VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR : 0;
    const VkResult result = gpu_kernel_compile(gpu, kernel, flags, gpu->pipeline_cache, pipeline);
    if (result == VK_SUCCESS)
        gpu_name(gpu, VK_OBJECT_TYPE_PIPELINE, (uint64_t)*pipeline, "%s",
                 ((const struct gpu_kernel *)kernel)->name);
    return result;
}

bool gpu_kernel_ready(struct gpu_kernel *kernel)
{
    if (!kernel->program)
        return false;
    struct gpu_compile *timed = &kernel->program->timed;
    const VkResult result = gpu_compile_wait(timed);
    return gpu_check_made(kernel->object.scope->gpu, result, timed->pipeline,
                          "vkCreateComputePipelines", kernel->name, __FILE__, __LINE__);
}

/* Bindings of storage buffers that the shader never writes, by its own declaration. */
static uint32_t reads_alone(const struct gpu_shader *shader)
{
    struct gpu_interface interface;
    char message[GPU_MESSAGE_BYTES];
    uint32_t bits = 0;
    if (!gpu_shader_interface(shader, NULL, 0, &interface, message))
        return 0;
    for (uint32_t i = 0; i < interface.bindings && i < GPU_BINDINGS_MAX; i++)
        if (interface.binding[i].kind == GPU_STORAGE_BUFFER && interface.binding[i].never_written)
            bits |= 1u << i;
    return bits;
}

struct gpu_kernel *gpu_kernel_create(struct gpu_scope *scope,
                                     const struct gpu_kernel_params *params)
{
    assert(params->shader && params->constant_count <= GPU_CONSTANTS_MAX);
    struct gpu_kernel *kernel = gpu_object_create(scope, OBJECT_KERNEL, sizeof(*kernel));
    if (!kernel)
        return NULL;
    struct gpu *gpu = scope->gpu;
    kernel->asked_for = kernel->shader = params->shader;
    for (size_t i = 0; i < scope->replacement_count; i++)
        if (scope->replacements[i].original == params->shader) {
            kernel->shader = scope->replacements[i].shader;
            break;
        }
    kernel->name = kernel->shader->name;
    kernel->reads_alone = kernel->shader != params->shader ? reads_alone(params->shader) : 0;
    kernel->constant_count = params->constant_count;
    kernel->subgroup_size = params->subgroup_size;
    memcpy(kernel->constants, params->constants, sizeof(kernel->constants));
    if (!interface_read(gpu, kernel, params))
        return NULL;
    kernel->program = gpu_program_find(gpu, kernel);
    if (!kernel->program) {
        struct gpu_program *program = kernel->program = gpu_program_create(gpu, kernel);
        const struct layout_params layout = { kernel->interface.binding, kernel->interface.bindings,
                                              kernel->interface.push_bytes,
                                              VK_SHADER_STAGE_COMPUTE_BIT, kernel->name };
        if (!gpu_layout_create(gpu, &layout, &program->set_layout, &program->layout) ||
            !gpu_module_create(gpu, kernel->shader, &program->module))
            return NULL;
        gpu_name(gpu, VK_OBJECT_TYPE_PIPELINE_LAYOUT, (uint64_t)program->layout, "%s",
                 kernel->name);
        gpu_compile_start(gpu, &program->timed, compile_timed, kernel);
    }
    if (scope->captures && !kernel->program->captured)
        gpu_kernel_capture(kernel); /* once for all that are alike */
    return kernel;
}

bool gpu_scope_asked(const struct gpu_scope *scope, const struct gpu_shader *original)
{
    for (const struct object *o = scope ? scope->newest : NULL; o; o = o->next)
        if (o->kind == OBJECT_KERNEL && ((const struct gpu_kernel *)o)->asked_for == original)
            return true;
    return false;
}

size_t gpu_scope_kernels(const struct gpu_scope *scope, struct gpu_kernel **kernels, size_t max)
{
    size_t count = 0, position;
    for (struct object *o = scope ? scope->newest : NULL; o; o = o->next)
        count += o->kind == OBJECT_KERNEL && gpu_kernel_ready((struct gpu_kernel *)o) ? 1 : 0;
    position = count;
    for (struct object *o = scope ? scope->newest : NULL; o; o = o->next) {
        struct gpu_kernel *kernel = (struct gpu_kernel *)o;
        if (o->kind == OBJECT_KERNEL && kernel->program && kernel->program->timed.pipeline &&
            --position < max)
            kernels[position] = kernel;
    }
    return count;
}

void gpu_kernel_facts(struct gpu_kernel *kernel, struct gpu_kernel_facts *facts)
{
    *facts = (struct gpu_kernel_facts){ 0 };
    if (kernel)
        *facts = (struct gpu_kernel_facts){ .asked_for = kernel->asked_for,
                                            .shader = kernel->shader,
                                            .interface = kernel->interface,
                                            .subgroup_size = gpu_kernel_subgroup_size(kernel) };
}

void gpu_kernel_release(struct gpu *gpu, struct gpu_kernel *kernel)
{
    gpu_compile_release(gpu, &kernel->captured);
    gpu_program_release(gpu, &kernel->program);
}
