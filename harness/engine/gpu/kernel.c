/* SPDX-License-Identifier: MIT */
/*
 * kernel.c: kernels. The driver compiles on a thread of its own, while the set-up goes on; once for
 * kernels that are equal; and once for processes to come. What it made of one is said in figures
 * and as it prints it, by VK_KHR_pipeline_executable_properties.
 */
#include "harness/base/need.h"
#include "harness/engine/gpu/private.h"
#include "harness/os/os.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    THREADS_MAX = 32,
    PROGRAMS_MAX = 128, /* kept for kernels to come */
};

static void *thread_run(void *of)
{
    struct gpu_compile *compile = of;
    compile->result = compile->make(compile->gpu, compile->what, &compile->pipeline);
    atomic_fetch_sub(&compile->gpu->compiling, 1);
    return NULL;
}

/* The layers' messages become failures of the device, which the thread that owns it alone may
 * record. */
void gpu_compile_start(struct gpu *gpu, struct gpu_compile *compile, gpu_compile_fn *make,
                       const void *what)
{
    assert(!compile->make);
    compile->gpu = gpu;
    compile->make = make;
    compile->what = what;
    if (!gpu->messenger) {
        compile->runs = atomic_fetch_add(&gpu->compiling, 1) < THREADS_MAX &&
                        os_thread_start(&compile->thread, thread_run, compile) == 0;
        if (!compile->runs)
            atomic_fetch_sub(&gpu->compiling, 1);
    }
    if (!compile->runs)
        compile->result = make(gpu, what, &compile->pipeline);
}

bool gpu_compiles(const struct gpu *gpu)
{
    return gpu && atomic_load(&gpu->compiling) > 0;
}

VkResult gpu_compile_wait(struct gpu_compile *compile)
{
    if (compile->runs)
        pthread_join(compile->thread, NULL);
    compile->runs = false;
    return compile->result;
}

void gpu_compile_release(struct gpu *gpu, struct gpu_compile *compile)
{
    gpu_compile_wait(compile);
    if (gpu)
        gpu->vk.vkDestroyPipeline(gpu->device, compile->pipeline, NULL);
    compile->pipeline = VK_NULL_HANDLE;
}

/* Programs ----------------------------------------------------------------------------------- */

static ptrdiff_t entry_point_of(const struct gpu_kernel *kernel)
{
    return kernel->interface.entry_point - (const char *)kernel->shader->words;
}

static bool failed(const struct gpu_program *program)
{
    return !program->timed.runs && !program->timed.pipeline;
}

static void use(struct gpu *gpu, struct gpu_program *program)
{
    program->users++;
    program->next = gpu->programs;
    gpu->programs = program;
}

/* Finds what an equal kernel, with its shader, interface and constants set, has begun to compile.
 * NULL: none did, or it failed. */
static struct gpu_program *program_find(struct gpu *gpu, const struct gpu_kernel *kernel)
{
    for (struct gpu_program **link = &gpu->programs; *link; link = &(*link)->next) {
        struct gpu_program *program = *link;
        const struct gpu_shader *shader = kernel->shader;
        /* An override with the text of the shipped kernel has words of its own, and is compiled. */
        if (failed(program) || program->words != shader->words || program->bytes != shader->bytes ||
            program->entry_point != entry_point_of(kernel) ||
            program->subgroup_size != kernel->subgroup_size ||
            program->constant_count != kernel->constant_count ||
            memcmp(program->constants, kernel->constants, 4 * (size_t)kernel->constant_count) !=
                0 ||
            memcmp(program->copy, shader->words, shader->bytes) != 0)
            continue;
        *link = program->next;
        use(gpu, program);
        return program;
    }
    return NULL;
}

static void program_destroy(struct gpu *gpu, struct gpu_program *program)
{
    gpu_compile_release(gpu, &program->timed);
    gpu_compile_release(gpu, &program->captured);
    if (gpu) {
        gpu->vk.vkDestroyPipelineLayout(gpu->device, program->layout, NULL);
        gpu->vk.vkDestroyDescriptorSetLayout(gpu->device, program->set_layout, NULL);
        gpu->vk.vkDestroyShaderModule(gpu->device, program->module, NULL);
    }
    free(program->statistics);
    free(program->copy);
    free(program);
}

void gpu_programs_finish(struct gpu *gpu, bool idle)
{
    while (gpu->programs) {
        struct gpu_program *program = gpu->programs;
        gpu->programs = program->next;
        program_destroy(idle ? gpu : NULL, program);
    }
}

/* The driver's own cache ----------------------------------------------------------------------- */

bool gpu_pipelines_load(struct gpu *gpu, const void *data, size_t bytes)
{
    const VkPipelineCacheCreateInfo info = { .sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO,
                                             .initialDataSize = bytes,
                                             .pInitialData = data };
    VkPipelineCache cache = VK_NULL_HANDLE;
    if (gpu_failed(gpu) || !gpu->pipeline_cache ||
        gpu->vk.vkCreatePipelineCache(gpu->device, &info, NULL, &cache) != VK_SUCCESS)
        return false;
    gpu->vk.vkDestroyPipelineCache(gpu->device, gpu->pipeline_cache, NULL);
    gpu->pipeline_cache = cache;
    gpu->pipelines_loaded = bytes;
    return true;
}

void *gpu_pipelines_save(struct gpu *gpu, size_t *bytes)
{
    void *data = NULL;
    *bytes = 0;
    if (gpu_failed(gpu) || !gpu->pipeline_cache ||
        gpu->vk.vkGetPipelineCacheData(gpu->device, gpu->pipeline_cache, bytes, NULL) !=
            VK_SUCCESS ||
        *bytes <= gpu->pipelines_loaded)
        return NULL;
    data = malloc(*bytes);
    if (data &&
        gpu->vk.vkGetPipelineCacheData(gpu->device, gpu->pipeline_cache, bytes, data) == VK_SUCCESS)
        return data;
    free(data);
    return NULL;
}

/* Pipelines ------------------------------------------------------------------------------------ */

/* Says whether the pipeline of each kernel has its statistics itself: where nothing runs, none is
 * made twice. */
static bool is_read_as_made(const struct gpu *gpu)
{
    return gpu->compile_only && (gpu->info.features & GPU_PIPELINE_EXECUTABLE_PROPERTIES);
}

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

/* Pipeline of a kernel whose module and layout are there; nothing is recorded as a failure. */
static VkResult kernel_compile(struct gpu *gpu, const struct gpu_kernel *kernel,
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
        is_read_as_made(gpu) ? VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR : 0;
    const VkResult result = kernel_compile(gpu, kernel, flags, gpu->pipeline_cache, pipeline);
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
    return MADE(kernel->object.scope->gpu, result, timed->pipeline, "vkCreateComputePipelines",
                kernel->name);
}

/* What the driver made of a kernel ------------------------------------------------------------- */

/* Appends the statistics of executable `index`. */
static void executable_read(struct gpu *gpu, VkPipeline pipeline, uint32_t index, const char *name,
                            struct gpu_program *program)
{
    const VkPipelineExecutableInfoKHR info = { .sType =
                                                   VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR,
                                               .pipeline = pipeline,
                                               .executableIndex = index };
    uint32_t count = 0;
    if (gpu->vk.vkGetPipelineExecutableStatisticsKHR(gpu->device, &info, &count, NULL) !=
            VK_SUCCESS ||
        count == 0)
        return;
    OWNED VkPipelineExecutableStatisticKHR *from = need_zeroed(count, sizeof(*from));
    program->statistics = need_again(program->statistics, (program->statistic_count + count) *
                                                              sizeof(*program->statistics));
    for (uint32_t i = 0; i < count; i++)
        from[i].sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR;
    if (gpu->vk.vkGetPipelineExecutableStatisticsKHR(gpu->device, &info, &count, from) !=
        VK_SUCCESS)
        count = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct gpu_statistic *to = &program->statistics[program->statistic_count++];
        const VkPipelineExecutableStatisticValueKHR *value = &from[i].value;
        snprintf(to->executable, sizeof(to->executable), "%s", name);
        snprintf(to->name, sizeof(to->name), "%s", from[i].name);
        switch (from[i].format) {
        case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_BOOL32_KHR:
            to->kind = GPU_BOOL;
            to->truth = value->b32 != VK_FALSE;
            break;
        case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_INT64_KHR:
            to->kind = GPU_INT64;
            to->integer = value->i64;
            break;
        case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR:
            to->kind = GPU_UINT64;
            to->count = value->u64;
            break;
        default:
            to->kind = GPU_FLOAT64;
            to->number = value->f64;
            break;
        }
    }
}

/* Reads the executables that the driver made of a pipeline, malloc'ed, in its order. NULL and 0
 * where it does not say. */
static VkPipelineExecutablePropertiesKHR *executables_read(struct gpu *gpu, VkPipeline pipeline,
                                                           uint32_t *count)
{
    const VkPipelineInfoKHR info = { .sType = VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR,
                                     .pipeline = pipeline };
    uint32_t found = 0;
    *count = 0;
    if (gpu->vk.vkGetPipelineExecutablePropertiesKHR(gpu->device, &info, &found, NULL) !=
            VK_SUCCESS ||
        found == 0)
        return NULL;
    VkPipelineExecutablePropertiesKHR *properties = need_zeroed(found, sizeof(*properties));
    for (uint32_t i = 0; i < found; i++)
        properties[i].sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_PROPERTIES_KHR;
    if (gpu->vk.vkGetPipelineExecutablePropertiesKHR(gpu->device, &info, &found, properties) ==
        VK_SUCCESS)
        *count = found;
    return properties;
}

static VkResult compile_captured(struct gpu *gpu, const void *kernel, VkPipeline *pipeline)
{
    return kernel_compile(gpu, kernel, VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR,
                          VK_NULL_HANDLE, pipeline);
}

/* Begins to compile what statistics are read from, where the device has any: once for all kernels
 * that are alike. */
static void kernel_capture(struct gpu_kernel *kernel)
{
    struct gpu *gpu = kernel->object.scope->gpu;
    struct gpu_program *program = kernel->program;
    if (gpu->info.features & GPU_PIPELINE_EXECUTABLE_PROPERTIES && !program->captured.make &&
        !is_read_as_made(gpu))
        gpu_compile_start(gpu, &program->captured, compile_captured, kernel);
}

/* True where the driver says what it has made of the kernel, which is there. */
static bool is_said(struct gpu_kernel *kernel)
{
    struct gpu *gpu = kernel ? kernel->object.scope->gpu : NULL;
    return gpu && !gpu_failed(gpu) && gpu_kernel_ready(kernel) &&
           gpu->info.features & GPU_PIPELINE_EXECUTABLE_PROPERTIES;
}

/* Asks the driver for its statistics of the kernel, unless they are there; NULL: it has none. */
static const struct gpu_program *program_said(struct gpu_kernel *kernel)
{
    if (!is_said(kernel))
        return NULL;
    struct gpu *gpu = kernel->object.scope->gpu;
    struct gpu_program *program = kernel->program;
    struct gpu_compile *made = is_read_as_made(gpu) ? &program->timed : &program->captured;
    if (program->said)
        return program;
    kernel_capture(kernel);
    if (gpu_compile_wait(made) == VK_SUCCESS) {
        uint32_t count;
        OWNED VkPipelineExecutablePropertiesKHR *made_of =
            executables_read(gpu, made->pipeline, &count);
        /* If there are several, for different subgroup sizes, the driver chooses one later and does
         * not say which. */
        bool alike = count > 0;
        for (uint32_t i = 0; i < count; i++) {
            executable_read(gpu, made->pipeline, i, made_of[i].name, program);
            alike = alike && made_of[i].subgroupSize == made_of[0].subgroupSize;
        }
        program->said_subgroup = alike ? made_of[0].subgroupSize : 0;
    }
    gpu_compile_release(gpu, &program->captured);
    program->said = true;
    return program;
}

const struct gpu_statistic *gpu_kernel_statistics(struct gpu_kernel *kernel, size_t *count)
{
    const struct gpu_program *program = program_said(kernel);
    *count = program ? program->statistic_count : 0;
    return *count > 0 ? program->statistics : NULL;
}

/* Representations ------------------------------------------------------------------------------ */

struct gpu_representation *gpu_kernel_representations(struct gpu_kernel *kernel, size_t *count)
{
    struct gpu_representation *all = NULL;
    VkPipeline pipeline = VK_NULL_HANDLE;
    uint32_t executables = 0;
    *count = 0;
    if (!is_said(kernel))
        return NULL;
    struct gpu *gpu = kernel->object.scope->gpu;
    const bool made =
        kernel_compile(gpu, kernel, VK_PIPELINE_CREATE_CAPTURE_INTERNAL_REPRESENTATIONS_BIT_KHR,
                       VK_NULL_HANDLE, &pipeline) == VK_SUCCESS;
    OWNED VkPipelineExecutablePropertiesKHR *made_of =
        made ? executables_read(gpu, pipeline, &executables) : NULL;
    for (uint32_t k = 0; k < executables; k++) {
        const VkPipelineExecutableInfoKHR info = {
            .sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR,
            .pipeline = pipeline,
            .executableIndex = k
        };
        const PFN_vkGetPipelineExecutableInternalRepresentationsKHR read =
            gpu->vk.vkGetPipelineExecutableInternalRepresentationsKHR;
        uint32_t found = 0;
        if (read(gpu->device, &info, &found, NULL) != VK_SUCCESS || found == 0)
            continue;
        OWNED VkPipelineExecutableInternalRepresentationKHR *from =
            need_zeroed(found, sizeof(*from));
        for (uint32_t i = 0; i < found; i++)
            from[i].sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INTERNAL_REPRESENTATION_KHR;
        /* Asked for twice more: how large they are, and what they say. */
        VkResult result = read(gpu->device, &info, &found, from);
        for (uint32_t i = 0; i < found && result == VK_SUCCESS; i++)
            from[i].pData = from[i].isText ? calloc(1, from[i].dataSize + 1) : NULL;
        if (result == VK_SUCCESS)
            result = read(gpu->device, &info, &found, from);
        for (uint32_t i = 0; i < found; i++) {
            if (result != VK_SUCCESS || !from[i].pData) {
                free(from[i].pData);
                continue;
            }
            all = need_again(all, (*count + 1) * sizeof(*all));
            struct gpu_representation *to = &all[(*count)++];
            snprintf(to->executable, sizeof(to->executable), "%s", made_of[k].name);
            snprintf(to->name, sizeof(to->name), "%s", from[i].name);
            snprintf(to->description, sizeof(to->description), "%s", from[i].description);
            to->text = from[i].pData;
        }
    }
    gpu->vk.vkDestroyPipeline(gpu->device, pipeline, NULL);
    return all;
}

void gpu_representations_free(struct gpu_representation **representations, size_t count)
{
    for (size_t i = 0; *representations && i < count; i++)
        free((*representations)[i].text);
    free(*representations);
    *representations = NULL;
}

/* Kernels -------------------------------------------------------------------------------------- */

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

static bool interface_read(struct gpu *gpu, struct gpu_kernel *kernel,
                           const struct gpu_kernel_params *params)
{
    char message[GPU_MESSAGE_BYTES];
    const struct gpu_info *info = &gpu->info;
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
    if (!gpu_shader_meets(kernel->shader, info, message, sizeof(message)))
        return gpu_fail_format(gpu, GPU_UNSUPPORTED, "kernel %s: %s", kernel->name, message);
    if (!limits_ok(gpu, kernel))
        return false;
    const uint32_t *group = kernel->interface.group_size, size = kernel->subgroup_size;
    const uint64_t threads = (uint64_t)group[0] * group[1] * group[2];
    if (size > 0 &&
        (size < info->subgroup_size_min || size > info->subgroup_size_max ||
         (info->subgroup_size_min != info->subgroup_size_max && !info->subgroup_size_control)))
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

/* Waits until nothing compiles for the kernel, whose pointer the compilation has. */
static void kernel_release(struct gpu *gpu, void *object)
{
    struct gpu_kernel *kernel = object;
    struct gpu_program *program = kernel->program;
    if (program) {
        gpu_compile_wait(&program->timed);
        gpu_compile_wait(&program->captured);
    }
    kernel->program = NULL;
    if (!program || --program->users > 0 || !gpu)
        return;
    /* Destroys what failed, which the next kernel tries again, and what was not used for long. */
    uint32_t unused = 0;
    for (struct gpu_program **link = &gpu->programs; *link;) {
        program = *link;
        if (program->users > 0 || (!failed(program) && ++unused <= PROGRAMS_MAX)) {
            link = &program->next;
            continue;
        }
        *link = program->next;
        program_destroy(gpu, program);
    }
}

struct gpu_kernel *gpu_kernel_create(struct gpu_scope *scope,
                                     const struct gpu_kernel_params *params)
{
    assert(params->shader && params->constant_count <= GPU_CONSTANTS_MAX);
    struct gpu_kernel *kernel =
        gpu_object_create(scope, OBJECT_KERNEL, sizeof(*kernel), kernel_release);
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
    kernel->program = program_find(gpu, kernel);
    if (!kernel->program) {
        const struct gpu_shader *shader = kernel->shader;
        struct gpu_program *program = kernel->program = need_zeroed(1, sizeof(*program));
        program->words = shader->words;
        program->copy = need_bytes(shader->bytes);
        memcpy(program->copy, shader->words, shader->bytes);
        program->bytes = shader->bytes;
        program->entry_point = entry_point_of(kernel);
        program->subgroup_size = kernel->subgroup_size;
        program->constant_count = kernel->constant_count;
        memcpy(program->constants, kernel->constants, sizeof(program->constants));
        use(gpu, program);
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
    if (scope->captures)
        kernel_capture(kernel);
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
    if (!kernel)
        return;
    const struct gpu_info *info = &kernel->object.scope->gpu->info;
    const struct gpu_program *program = program_said(kernel);
    const uint32_t said = program ? program->said_subgroup : 0;
    if (said > 0 && kernel->subgroup_size > 0 && said != kernel->subgroup_size)
        gpu_fail_format(kernel->object.scope->gpu, GPU_UNSUPPORTED,
                        "kernel %s: the driver compiled it for subgroups of %u, %u were required",
                        kernel->name, said, kernel->subgroup_size);
    /* Where the driver does not say, as nothing else is possible. */
    const bool one = info->subgroup_size_min == info->subgroup_size_max;
    *facts = (struct gpu_kernel_facts){ .asked_for = kernel->asked_for,
                                        .shader = kernel->shader,
                                        .interface = kernel->interface,
                                        .subgroup_size = said > 0 ? said
                                                         : one    ? info->subgroup_size_min
                                                                  : kernel->subgroup_size };
}
