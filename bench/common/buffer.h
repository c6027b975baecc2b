/* SPDX-License-Identifier: MIT */
/* buffer.h: device buffers as most benches make them. */
#ifndef CLAIMCHECK_BENCH_COMMON_BUFFER_H
#define CLAIMCHECK_BENCH_COMMON_BUFFER_H

#include "harness/engine/gpu/gpu.h"

/* With `data` in it, or poison where that is NULL. */
static inline struct gpu_buffer *buffer_create(struct gpu_scope *scope, const char *name,
                                               uint64_t bytes, const void *data)
{
    return gpu_buffer_create(
        scope, &(struct gpu_buffer_params){ .name = name, .bytes = bytes, .data = data });
}

#endif
