/* SPDX-License-Identifier: MIT */
/* device.h: buffers, kernels, push constants and dispatches as most benches make them. */
#ifndef CLAIMCHECK_BENCH_COMMON_DEVICE_H
#define CLAIMCHECK_BENCH_COMMON_DEVICE_H

#include "harness/engine/gpu/gpu.h"

/* With `data` in it, or poison where that is NULL. */
static inline struct gpu_buffer *buffer_create(struct gpu_scope *scope, const char *name,
                                               uint64_t bytes, const void *data)
{
    return gpu_buffer_create(
        scope, &(struct gpu_buffer_params){ .name = name, .bytes = bytes, .data = data });
}

/* A kernel without specialization constants. */
static inline struct gpu_kernel *kernel_create(struct gpu_scope *scope,
                                               const struct gpu_shader *shader)
{
    return gpu_kernel_create(scope, &(struct gpu_kernel_params){ .shader = shader });
}

/* Members of struct gpu_kernel_params: specialization constants from 0 on. */
#define CONSTANTS(...)                                                                             \
    .constants = { __VA_ARGS__ },                                                                  \
    .constant_count = sizeof((const uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t)

/* A kernel with those constants. */
#define kernel_create_with(scope, shader_, ...)                                                    \
    gpu_kernel_create(scope,                                                                       \
                      &(struct gpu_kernel_params){ .shader = shader_, CONSTANTS(__VA_ARGS__) })

/* Members of a dispatch, a draw or a trace: a struct, an array or a word as push constants. */
#define PUSH(value) .push = &(value), .push_bytes = sizeof(value)

/* A dispatch of a kernel, with members of struct gpu_dispatch by name. */
#define DISPATCH(kernel_, ...)                                                                     \
    (struct gpu_dispatch)                                                                          \
    {                                                                                              \
        .kernel = kernel_, __VA_ARGS__                                                             \
    }

/* Groups of so many threads, or blocks of so many items, that hold `count`. */
static inline uint32_t groups_of(uint32_t count, uint32_t size)
{
    return count / size + (count % size != 0);
}

/* Records one. */
#define kernel_dispatch(commands, kernel, ...)                                                     \
    gpu_commands_dispatch(commands, &DISPATCH(kernel, __VA_ARGS__))

#endif
