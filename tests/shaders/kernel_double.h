/* SPDX-License-Identifier: MIT */
/* kernel_double.h: kernels of session_test.c, which has no device: there are none. */
#ifndef CLAIMCHECK_TESTS_SHADERS_KERNEL_DOUBLE_H
#define CLAIMCHECK_TESTS_SHADERS_KERNEL_DOUBLE_H

#include "harness/gpu/gpu.h"

#include <stdio.h>

bool gpu_recover(struct gpu *gpu)
{
    (void)gpu;
    return true;
}

bool gpu_shader_interface(const struct gpu_shader *shader, const uint32_t *constants,
                          uint32_t constant_count, struct gpu_interface *interface,
                          char message[GPU_MESSAGE_BYTES])
{
    (void)shader;
    (void)constants;
    (void)constant_count;
    *interface = (struct gpu_interface){ .stage = "compute" };
    snprintf(message, GPU_MESSAGE_BYTES, "a double reads no SPIR-V");
    return false;
}

struct gpu_kernel *gpu_kernel_create(struct gpu_scope *scope,
                                     const struct gpu_kernel_params *params)
{
    (void)scope;
    (void)params;
    return NULL;
}

bool gpu_scope_asked(const struct gpu_scope *scope, const struct gpu_shader *original)
{
    (void)scope;
    (void)original;
    return false;
}

size_t gpu_scope_kernels(const struct gpu_scope *scope, struct gpu_kernel **kernels, size_t max)
{
    (void)scope;
    (void)kernels;
    (void)max;
    return 0;
}

void gpu_kernel_facts(const struct gpu_kernel *kernel, struct gpu_kernel_facts *facts)
{
    (void)kernel;
    *facts = (struct gpu_kernel_facts){ 0 };
}

const struct gpu_statistic *gpu_kernel_statistics(const struct gpu_kernel *kernel, size_t *count)
{
    (void)kernel;
    *count = 0;
    return NULL;
}

#endif
