/* SPDX-License-Identifier: MIT */
#include "bench/common/scan.h"

#include "bench/common/device.h"

#include "common.kernels.h"

#include <assert.h>

enum {
    SPINE_GROUP_SIZE = 512,
    BLOCK_GROUP_SIZE = 128,
    BLOCK_WORDS = 8 * BLOCK_GROUP_SIZE,
    /* On an H100 one group saves 8 us at 2561 words and 4 us at 10049, and loses 3 us at 20481. */
    SHORT_WORDS = 8192,
};

struct scan_spine scan_spine_create(struct gpu_scope *scope, struct scan_spine spine)
{
    const struct gpu_info *info = gpu_info(gpu_scope_device(scope));
    const uint32_t most = info ? info->limits.group_invocations_max : SPINE_GROUP_SIZE;
    spine.kernel = kernel_create_with(scope, &kernel_common_scan_spine,
                                      most < SPINE_GROUP_SIZE ? most : SPINE_GROUP_SIZE);
    return spine;
}

void scan_spine_record(struct gpu_commands *commands, const struct scan_spine *spine,
                       uint32_t count)
{
    const uint32_t push[3] = { count, spine->divide, spine->stride };
    kernel_dispatch(commands, spine->kernel, .buffers = { spine->arrays, spine->counts },
                    PUSH(push), .groups = { spine->array_count, 1, 1 });
}

void scan_spine_work(const struct scan_spine *spine, uint64_t length, struct bench_work *work)
{
    const double words = (double)spine->array_count * (double)length;
    work->bytes_read += 4 * words;
    work->bytes_written += 4 * words;
    work->bytes_intermediate += 4 * words;
    work->operations += words;
}

static uint32_t scan_blocks(const struct scan *scan)
{
    return scan->words / BLOCK_WORDS + (scan->words % BLOCK_WORDS != 0);
}

/* So few that one group is done before three dispatches are: the spine alone scans them. */
static bool is_short(const struct scan *scan)
{
    return scan->words > 0 && scan->words <= SHORT_WORDS;
}

struct scan scan_create(struct gpu_scope *scope, uint32_t words)
{
    const struct gpu_info *info = gpu_info(gpu_scope_device(scope));
    struct scan scan = { .words = words,
                         .group_limit = info ? info->limits.group_count_max[0] : 1 };
    assert(words <= 1u << 31);
    if (is_short(&scan)) {
        /* The sum of all before the last word is what the last becomes. */
        const uint32_t length = words - 1;
        struct gpu_buffer *counts = buffer_create(scope, "number of words", 4, &length);
        scan.spine = scan_spine_create(
            scope, (struct scan_spine){
                       .array_count = 1, .stride = words, .counts = counts, .divide = 1 });
        return scan;
    }
    const uint32_t stride = scan_blocks(&scan) + 1;
    struct gpu_buffer *sums = buffer_create(scope, "sums of blocks", 4 * (uint64_t)stride, NULL);
    struct gpu_buffer *counts = buffer_create(scope, "number of words", 4, &words);
    scan.blocks = kernel_create_with(scope, &kernel_common_scan_blocks, BLOCK_GROUP_SIZE);
    scan.apply = kernel_create_with(scope, &kernel_common_scan_apply, BLOCK_GROUP_SIZE);
    scan.spine = scan_spine_create(scope, (struct scan_spine){ .arrays = sums,
                                                               .array_count = 1,
                                                               .stride = stride,
                                                               .counts = counts,
                                                               .divide = BLOCK_WORDS });
    return scan;
}

static void scan_dispatch(struct gpu_commands *commands, const struct scan *scan,
                          struct gpu_kernel *kernel, struct gpu_buffer *words)
{
    struct gpu_dispatch dispatch = { .kernel = kernel,
                                     .buffers = { words, scan->spine.arrays },
                                     PUSH(scan->words) };
    /* Groups of the first and last part: a group per block, in rows. */
    const uint32_t blocks = scan_blocks(scan);
    const uint32_t columns = blocks < scan->group_limit ? blocks : scan->group_limit;
    dispatch.groups[0] = columns;
    dispatch.groups[1] = columns > 0 ? (blocks + columns - 1) / columns : 1;
    dispatch.groups[2] = 1;
    gpu_commands_dispatch(commands, &dispatch);
}

void scan_record(struct gpu_commands *commands, const struct scan *scan, struct gpu_buffer *words)
{
    if (is_short(scan)) {
        struct scan_spine spine = scan->spine;
        spine.arrays = words;
        scan_spine_record(commands, &spine, 0);
        return;
    }
    scan_dispatch(commands, scan, scan->blocks, words);
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
    scan_spine_record(commands, &scan->spine, 0);
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
    scan_dispatch(commands, scan, scan->apply, words);
}

/* The words are read once, and written in place; sums of blocks are written, scanned and read. */
void scan_work(const struct scan *scan, struct bench_work *work)
{
    const double words = scan->words, blocks = scan_blocks(scan);
    const double intermediate = work->bytes_intermediate;
    if (is_short(scan)) {
        scan_spine_work(&scan->spine, scan->words, work);
        work->bytes_intermediate = intermediate;
        return;
    }
    work->bytes_read += 4 * words + 4 * blocks;
    work->bytes_written += 4 * words + 4 * blocks;
    work->bytes_intermediate += 4 * blocks;
    work->operations += 2 * words;
    scan_spine_work(&scan->spine, scan_blocks(scan), work);
}
