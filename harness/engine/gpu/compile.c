/* SPDX-License-Identifier: MIT */
/* compile.c: the driver compiles on a thread of its own, while the set-up goes on. */
#include "harness/engine/gpu/objects.h"
#include "harness/os/thread.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 32 };

static void compile_run(struct gpu_compile *compile)
{
    compile->result = compile->make(compile->gpu, compile->what, &compile->pipeline);
    if (compile->done)
        atomic_store(compile->done, true);
}

static void *thread_run(void *of)
{
    struct gpu_compile *compile = of;
    compile_run(compile);
    atomic_fetch_sub(&compile->gpu->compiling, 1);
    return NULL;
}

/* False where there is none to be had. */
static bool thread_start(struct gpu_compile *compile)
{
    struct gpu *gpu = compile->gpu;
    if (atomic_fetch_add(&gpu->compiling, 1) < THREADS_MAX) {
        if (os_thread_start(&compile->thread, thread_run, compile) == 0)
            return true;
    }
    atomic_fetch_sub(&gpu->compiling, 1);
    return false;
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
    compile->runs = !gpu->messenger && thread_start(compile);
    if (!compile->runs)
        compile_run(compile);
}

static struct gpu_begun *begun_find(struct gpu *gpu, const struct gpu_kernel *kernel)
{
    for (struct gpu_begun *b = gpu->begun; b; b = b->next)
        if (b->words == kernel->shader->words && b->constant_count == kernel->constant_count &&
            memcmp(b->constants, kernel->constants, 4 * (size_t)b->constant_count) == 0)
            return b;
    return NULL;
}

/* NULL when there is no memory. */
static struct gpu_begun *begun_add(struct gpu *gpu, const struct gpu_kernel *kernel)
{
    struct gpu_begun *begun = calloc(1, sizeof(*begun));
    if (!begun)
        return NULL;
    begun->words = kernel->shader->words;
    begun->constant_count = kernel->constant_count;
    memcpy(begun->constants, kernel->constants, sizeof(begun->constants));
    atomic_init(&begun->compiled, false);
    begun->next = gpu->begun;
    gpu->begun = begun;
    return begun;
}

void gpu_compile_start_kernel(struct gpu *gpu, struct gpu_kernel *kernel, gpu_compile_fn *make)
{
    struct gpu_compile *compile = &kernel->timed;
    kernel->begun = begun_find(gpu, kernel);
    if (kernel->begun && !atomic_load(&kernel->begun->compiled)) {
        *compile = (struct gpu_compile){ .gpu = gpu, .make = make, .what = kernel, .later = true };
        return;
    }
    kernel->begun = kernel->begun ? kernel->begun : begun_add(gpu, kernel);
    compile->done = kernel->begun ? &kernel->begun->compiled : NULL;
    gpu_compile_start(gpu, compile, make, kernel);
}

bool gpu_compiles(const struct gpu *gpu)
{
    return gpu && atomic_load(&gpu->compiling) > 0;
}

void gpu_compile_finish(struct gpu *gpu)
{
    while (gpu->begun) {
        struct gpu_begun *begun = gpu->begun;
        gpu->begun = begun->next;
        free(begun);
    }
}

VkResult gpu_compile_wait(struct gpu_compile *compile)
{
    if (compile->runs)
        pthread_join(compile->thread, NULL);
    else if (compile->later)
        compile_run(compile);
    compile->runs = compile->later = false;
    return compile->result;
}

void gpu_compile_release(struct gpu *gpu, struct gpu_compile *compile)
{
    compile->later = false;
    gpu_compile_wait(compile);
    if (gpu)
        gpu->vk.vkDestroyPipeline(gpu->device, compile->pipeline, NULL);
    compile->pipeline = VK_NULL_HANDLE;
}
