/* SPDX-License-Identifier: MIT */
#include "harness/engine/instruments/instruments.h"

#include "harness/base/need.h"
#include "harness/engine/gpu/engine.h"

#include "harness.kernels.h"

enum { THREADS = 128, KERNELS_MAX = 64 };

bool subgroup_barrier_holds(struct gpu *gpu, const struct gpu_shader *shader)
{
    OWNED_BY(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
    const struct gpu_buffer_params params = { .name = "barriers", .bytes = 4 * THREADS };
    struct gpu_buffer *buffers[2] = { gpu_buffer_create(scope, &params),
                                      gpu_buffer_create(scope, &params) };
    struct gpu_kernel *kernel =
        gpu_kernel_create(scope, &(struct gpu_kernel_params){ .shader = shader });
    struct gpu_commands *commands = gpu_commands_begin(scope);
    gpu_commands_dispatch(commands, &(struct gpu_dispatch){ .kernel = kernel,
                                                            .buffers = { buffers[0], buffers[1] },
                                                            .groups = { 1, 1, 1 } });
    uint32_t met[THREADS], wanted[THREADS];
    bool same = gpu_commands_submit(commands) && gpu_buffer_read(buffers[0], 0, met, sizeof(met)) &&
                gpu_buffer_read(buffers[1], 0, wanted, sizeof(wanted));
    for (uint32_t i = 0; i < THREADS && same; i++) /* as many barriers as each wanted */
        same = met[i] == wanted[i];
    return same || gpu_failed(gpu);
}

const char *subgroup_barrier_refused(struct gpu *gpu, struct gpu_scope *scope)
{
    struct gpu_kernel *kernels[KERNELS_MAX];
    const size_t count = gpu_scope_kernels(scope, kernels, KERNELS_MAX);
    for (size_t i = 0; i < count && i < KERNELS_MAX; i++) {
        struct gpu_kernel_facts facts;
        gpu_kernel_facts(kernels[i], &facts);
        if (!facts.shader || !gpu_shader_has_subgroup_barrier(facts.shader))
            continue;
        if (gpu_barriers(gpu) == GPU_BARRIERS_UNKNOWN)
            gpu_barriers_set(gpu, subgroup_barrier_holds(gpu, &kernel_harness_subgroup_barrier)
                                      ? GPU_BARRIERS_HOLD
                                      : GPU_BARRIERS_END);
        return gpu_barriers(gpu) == GPU_BARRIERS_END ? facts.shader->name : NULL;
    }
    return NULL;
}
