/* SPDX-License-Identifier: MIT */
#include "bench/common/counting_group.h"

#include "common.kernels.h"

#include <assert.h>

enum { GROUP_SIZE = 256 };

struct counting_group counting_group_create(struct gpu_scope *scope, uint32_t entries,
                                            uint32_t keys, bool indices)
{
    const struct gpu_info *info = gpu_info(gpu_scope_device(scope));
    const uint32_t limit = info ? info->limits.group_count_max[0] : 1;
    const uint32_t most = info ? info->limits.group_invocations_max : GROUP_SIZE;
    struct counting_group group = { .entries = entries,
                                    .keys = keys,
                                    .indices = indices,
                                    .group_size = most < GROUP_SIZE ? most : GROUP_SIZE };
    assert(entries > 0 && entries <= 1u << 30 && keys > 0 && keys <= 1u << 30);
    const uint32_t groups = (entries + group.group_size - 1) / group.group_size;
    const struct gpu_buffer_params ranks = { .name = "ranks of entries",
                                             .bytes = 4 * (uint64_t)entries };
    group.groups[0] = groups < limit ? groups : limit;
    group.groups[1] = (groups + group.groups[0] - 1) / group.groups[0];
    group.groups[2] = 1;
    group.count =
        gpu_kernel_create(scope, &(struct gpu_kernel_params){ .shader = &kernel_common_group_count,
                                                              .constants = { group.group_size },
                                                              .constant_count = 1 });
    group.move = gpu_kernel_create(
        scope, &(struct gpu_kernel_params){ .shader = &kernel_common_group_move,
                                            .constants = { group.group_size, indices },
                                            .constant_count = 2 });
    group.ranks = gpu_buffer_create(scope, &ranks);
    group.scan = scan_create(scope, keys + 1);
    return group;
}

void counting_group_record(struct gpu_commands *commands, const struct counting_group *group,
                           const struct counting_group_buffers *buffers)
{
    struct gpu_dispatch dispatch = {
        .kernel = group->count,
        .buffers = { buffers->keys, buffers->starts, group->ranks,
                     group->indices ? buffers->keys : buffers->values, buffers->output },
        .push = &group->entries,
        .push_bytes = sizeof(group->entries),
        .groups = { group->groups[0], group->groups[1], 1 },
    };
    gpu_commands_fill(commands, buffers->starts, 0, 4 * ((uint64_t)group->keys + 1), 0);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_COMPUTE);
    gpu_commands_dispatch(commands, &dispatch);
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
    scan_record(commands, &group->scan, buffers->starts);
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
    dispatch.kernel = group->move;
    gpu_commands_dispatch(commands, &dispatch);
}

/* Counts and ranks are written, and read again; starts are an output, written anew by the scan. */
void counting_group_work(const struct counting_group *group, struct bench_work *work)
{
    const double entries = group->entries, starts = (double)group->keys + 1;
    struct bench_work scan = { 0 };
    scan_work(&group->scan, &scan);
    work->bytes_read += 4 * entries * (group->indices ? 2 : 3) + 4 * starts + scan.bytes_read;
    work->bytes_written += 8 * entries + 4 * starts + scan.bytes_written;
    work->bytes_intermediate += 4 * entries + 4 * starts + scan.bytes_intermediate;
    work->operations += entries + scan.operations;
    work->chain += 3 + scan.chain; /* zeros, counts, places */
}

void counting_group_launches(const struct counting_group *group, struct bench_launches *launches)
{
    const uint64_t groups = (uint64_t)group->groups[0] * group->groups[1];
    bench_launch(launches, groups);
    scan_launches(&group->scan, launches);
    bench_launch(launches, groups);
}
