/* SPDX-License-Identifier: MIT */
/*
 * compile.c: the driver compiles on a thread of its own, while the set-up goes on; once for kernels
 * that are equal; and once for processes to come.
 */
#include "harness/base/need.h"
#include "harness/engine/gpu/private.h"
#include "harness/os/os.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    THREADS_MAX = 32,
    PROGRAMS_MAX = 128, /* kept for kernels to come */
};

static void compile_run(struct gpu_compile *compile)
{
    compile->result = compile->make(compile->gpu, compile->what, &compile->pipeline);
}

static void *thread_run(void *of)
{
    struct gpu_compile *compile = of;
    compile_run(compile);
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
        compile_run(compile);
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

/* An override with the text of the shipped kernel has words of its own, and is compiled. */
static bool is_of(const struct gpu_program *program, const struct gpu_kernel *kernel)
{
    const struct gpu_shader *shader = kernel->shader;
    return program->words == shader->words && program->bytes == shader->bytes &&
           program->entry_point == entry_point_of(kernel) &&
           program->subgroup_size == kernel->subgroup_size &&
           program->constant_count == kernel->constant_count &&
           memcmp(program->constants, kernel->constants, 4 * (size_t)kernel->constant_count) == 0 &&
           memcmp(program->copy, shader->words, shader->bytes) == 0;
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

struct gpu_program *gpu_program_find(struct gpu *gpu, const struct gpu_kernel *kernel)
{
    for (struct gpu_program **link = &gpu->programs; *link; link = &(*link)->next) {
        struct gpu_program *program = *link;
        if (failed(program) || !is_of(program, kernel))
            continue;
        *link = program->next;
        use(gpu, program);
        return program;
    }
    return NULL;
}

struct gpu_program *gpu_program_create(struct gpu *gpu, const struct gpu_kernel *kernel)
{
    const struct gpu_shader *shader = kernel->shader;
    struct gpu_program *program = need_zeroed(1, sizeof(*program));
    program->words = shader->words;
    program->copy = need_bytes(shader->bytes);
    memcpy(program->copy, shader->words, shader->bytes);
    program->bytes = shader->bytes;
    program->entry_point = entry_point_of(kernel);
    program->subgroup_size = kernel->subgroup_size;
    program->constant_count = kernel->constant_count;
    memcpy(program->constants, kernel->constants, sizeof(program->constants));
    use(gpu, program);
    return program;
}

static void program_destroy(struct gpu *gpu, struct gpu_program *program)
{
    gpu_compile_release(gpu, &program->timed);
    if (gpu) {
        gpu->vk.vkDestroyPipelineLayout(gpu->device, program->layout, NULL);
        gpu->vk.vkDestroyDescriptorSetLayout(gpu->device, program->set_layout, NULL);
        gpu->vk.vkDestroyShaderModule(gpu->device, program->module, NULL);
    }
    free(program->copy);
    free(program);
}

/* Destroys what failed, which the next kernel tries again, and what was not used for long. */
static void programs_trim(struct gpu *gpu)
{
    struct gpu_program **link = &gpu->programs;
    uint32_t unused = 0;
    while (*link) {
        struct gpu_program *program = *link;
        if (program->users > 0 || (!failed(program) && ++unused <= PROGRAMS_MAX)) {
            link = &program->next;
            continue;
        }
        *link = program->next;
        program_destroy(gpu, program);
    }
}

void gpu_program_release(struct gpu *gpu, struct gpu_program **handle)
{
    struct gpu_program *program = *handle;
    /* Whose pointer this is may be the kernel that it is compiled from. */
    if (program)
        gpu_compile_wait(&program->timed);
    *handle = NULL;
    if (program && --program->users == 0 && gpu)
        programs_trim(gpu);
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
