/* SPDX-License-Identifier: MIT */
/* subgroup.c: the size that subgroups can be made to run at, as a kernel sees it: what a driver is
 * asked for, or states, is not always what runs. */
#include "harness/engine/gpu/private.h"

enum { THREADS = 128 }; /* of the kernel's one group; what every device takes */

/*
 * void main() { words = gl_NumSubgroups; }, with local_size_x = 128 and words at binding 0; written
 * by hand, since kernels/ is built on top of this folder. An instruction a line: its length and
 * code, then its operands.
 */
/* clang-format off */
static const uint32_t count_words[] = {
    0x07230203, 0x00010600, 0, 15, 0, /* SPIR-V 1.6, ids below 15 */
    2 << 16 | 17, 1, /* Shader */
    2 << 16 | 17, 61, /* GroupNonUniform */
    3 << 16 | 14, 0, 1, /* Logical GLSL450 */
    7 << 16 | 15, 5, 1, 0x6e69616d, 0, 2, 3, /* GLCompute "main" */
    6 << 16 | 16, 1, 17, THREADS, 1, 1, /* LocalSize */
    4 << 16 | 71, 2, 11, 38, /* BuiltIn NumSubgroups */
    4 << 16 | 71, 3, 34, 0, /* DescriptorSet 0 */
    4 << 16 | 71, 3, 33, 0, /* Binding 0 */
    3 << 16 | 71, 4, 2, /* Block */
    5 << 16 | 72, 4, 0, 35, 0, /* Offset 0 */
    2 << 16 | 19, 5, /* void */
    3 << 16 | 33, 6, 5, /* void() */
    4 << 16 | 21, 7, 32, 0, /* uint */
    4 << 16 | 43, 7, 8, 0, /* 0 */
    3 << 16 | 30, 4, 7, /* struct { uint } */
    4 << 16 | 32, 9, 12, 4,
    4 << 16 | 59, 9, 3, 12, /* words */
    4 << 16 | 32, 10, 1, 7,
    4 << 16 | 59, 10, 2, 1, /* gl_NumSubgroups */
    4 << 16 | 32, 11, 12, 7, /* uint of words */
    5 << 16 | 54, 5, 1, 0, 6,
    2 << 16 | 248, 12, /* main */
    4 << 16 | 61, 7, 13, 2, /* load */
    5 << 16 | 65, 11, 14, 3, 8,
    3 << 16 | 62, 14, 13, /* store */
    1 << 16 | 253,
    1 << 16 | 56, /* return */
};
/* clang-format on */
static const struct gpu_shader count_shader = { .name = "harness/subgroups",
                                                .words = count_words,
                                                .bytes = sizeof(count_words) };

/* The size that a kernel would ask for; 0: none. */
static uint32_t size_allowed(const struct gpu_info *info, uint32_t multiple)
{
    const uint32_t least = info->subgroup_size_min, most = info->subgroup_size_max;
    if (least != most && !info->subgroup_size_control)
        return 0;
    if (info->subgroup_size >= least && info->subgroup_size <= most && info->subgroup_size > 0 &&
        info->subgroup_size % multiple == 0)
        return info->subgroup_size;
    for (uint32_t size = least; size > 0 && size <= most; size *= 2)
        if (size % multiple == 0)
            return size;
    return 0;
}

uint32_t gpu_subgroup_size(struct gpu *gpu, uint32_t multiple)
{
    const uint32_t size = gpu && !gpu_failed(gpu) ? size_allowed(&gpu->info, multiple) : 0;
    if (size == 0 || gpu->compile_only)
        return size;
    if (gpu->subgroups.asked != size) {
        const uint32_t nothing = 0;
        uint32_t subgroups = 0; /* that the group ran in; 0 when it did not run */
        struct gpu_scope *scope = gpu_scope_create(gpu);
        struct gpu_kernel *kernel = gpu_kernel_create(
            scope, &(struct gpu_kernel_params){ .shader = &count_shader, .subgroup_size = size });
        struct gpu_buffer *buffer = gpu_buffer_create(
            scope,
            &(struct gpu_buffer_params){ .name = "subgroups", .bytes = 4, .data = &nothing });
        struct gpu_commands *commands = gpu_commands_begin(scope);
        gpu_commands_dispatch(commands, &(struct gpu_dispatch){ .kernel = kernel,
                                                                .buffers = { buffer },
                                                                .groups = { 1, 1, 1 } });
        if (!gpu_commands_submit(commands) || !gpu_buffer_read(buffer, 0, &subgroups, 4))
            subgroups = 0;
        gpu_scope_destroy(&scope);
        gpu->subgroups.asked = gpu_failed(gpu) ? 0 : size;
        gpu->subgroups.ran = subgroups > 0 ? THREADS / subgroups : 0;
    }
    return gpu->subgroups.ran == size || (size > THREADS && gpu->subgroups.ran == THREADS) ? size
                                                                                           : 0;
}

enum gpu_barriers gpu_barriers(const struct gpu *gpu)
{
    return gpu ? gpu->barriers : GPU_BARRIERS_UNKNOWN;
}

void gpu_barriers_set(struct gpu *gpu, enum gpu_barriers barriers)
{
    if (gpu)
        gpu->barriers = barriers;
}
