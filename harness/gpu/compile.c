/* SPDX-License-Identifier: MIT */
/* compile.c: the driver compiles on a thread of its own, while the set-up goes on. */
#include "harness/gpu/private.h"

#include <assert.h>
#include <signal.h>

static void *compile_run(void *of)
{
    struct gpu_compile *compile = of;
    compile->result = compile->make(compile->gpu, compile->what, &compile->pipeline);
    return NULL;
}

/* The layers' messages become failures of the device, which the thread that owns it alone may
 * record. */
void gpu_compile_start(struct gpu *gpu, struct gpu_compile *compile, gpu_compile_fn *make,
                       const void *what)
{
    assert(!compile->make);
    *compile = (struct gpu_compile){ .gpu = gpu, .make = make, .what = what };
    /* Signals are for the thread that made the device. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    compile->runs =
        !gpu->messenger && pthread_create(&compile->thread, NULL, compile_run, compile) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!compile->runs)
        compile_run(compile);
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
