/* SPDX-License-Identifier: MIT */
#include "bench/common/scan.h"

#include "common.kernels.h"

#include <assert.h>

enum { SPINE_GROUP_SIZE = 512, BLOCK_GROUP_SIZE = 128, BLOCK_WORDS = 8 * BLOCK_GROUP_SIZE };

static struct gpu_kernel *scan_kernel(struct gpu_scope *scope, const struct gpu_shader *shader,
                                      uint32_t group_size)
{
    return gpu_kernel_create(scope, &(struct gpu_kernel_params){ .shader = shader,
                                                                 .constants = { group_size },
                                                                 .constant_count = 1 });
}

struct gpu_kernel *scan_spine_create(struct gpu_scope *scope)
{
    const struct gpu_info *info = gpu_info(gpu_scope_device(scope));
    const uint32_t most = info ? info->limits.group_invocations_max : SPINE_GROUP_SIZE;
    return scan_kernel(scope, &kernel_common_scan_spine,
                       most < SPINE_GROUP_SIZE ? most : SPINE_GROUP_SIZE);
}

void scan_spine_record(struct gpu_commands *commands, struct gpu_kernel *kernel,
                       const struct scan_spine *spine)
{
    const uint32_t push[3] = { spine->count, spine->divide, spine->stride };
    gpu_commands_dispatch(commands,
                          &(struct gpu_dispatch){ .kernel = kernel,
                                                  .buffers = { spine->arrays, spine->counts },
                                                  .push = push,
                                                  .push_bytes = sizeof(push),
                                                  .groups = { spine->array_count, 1, 1 } });
}

static uint32_t scan_blocks(const struct scan *scan)
{
    return scan->words / BLOCK_WORDS + (scan->words % BLOCK_WORDS != 0);
}

struct scan scan_create(struct gpu_scope *scope, uint32_t words)
{
    const struct gpu_info *info = gpu_info(gpu_scope_device(scope));
    struct scan scan = { .words = words,
                         .group_limit = info ? info->limits.group_count_max[0] : 1 };
    assert(words <= 1u << 31);
    scan.blocks = scan_kernel(scope, &kernel_common_scan_blocks, BLOCK_GROUP_SIZE);
    scan.spine = scan_spine_create(scope);
    scan.apply = scan_kernel(scope, &kernel_common_scan_apply, BLOCK_GROUP_SIZE);
    scan.sums = gpu_buffer_create(
        scope, &(struct gpu_buffer_params){ .name = "sums of blocks",
                                            .bytes = 4 * ((uint64_t)scan_blocks(&scan) + 1) });
    scan.counts = gpu_buffer_create(scope, &(struct gpu_buffer_params){ .name = "number of words",
                                                                        .bytes = sizeof(words),
                                                                        .data = &words });
    return scan;
}

static void scan_dispatch(struct gpu_commands *commands, const struct scan *scan,
                          struct gpu_kernel *kernel, struct gpu_buffer *words)
{
    const uint32_t blocks = scan_blocks(scan);
    const uint32_t columns = blocks < scan->group_limit ? blocks : scan->group_limit;
    gpu_commands_dispatch(
        commands,
        &(struct gpu_dispatch){
            .kernel = kernel,
            .buffers = { words, scan->sums },
            .push = &scan->words,
            .push_bytes = sizeof(scan->words),
            .groups = { columns, columns > 0 ? (blocks + columns - 1) / columns : 1, 1 } });
}

void scan_record(struct gpu_commands *commands, const struct scan *scan, struct gpu_buffer *words)
{
    scan_dispatch(commands, scan, scan->blocks, words);
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
    scan_spine_record(commands, scan->spine,
                      &(struct scan_spine){ .arrays = scan->sums,
                                            .array_count = 1,
                                            .stride = scan_blocks(scan) + 1,
                                            .counts = scan->counts,
                                            .divide = BLOCK_WORDS });
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
    scan_dispatch(commands, scan, scan->apply, words);
}
