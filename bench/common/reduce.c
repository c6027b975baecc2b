/* SPDX-License-Identifier: MIT */
#include "bench/common/reduce.h"

#include "common.kernels.h"

#include <assert.h>

enum { GROUP_SIZE = 256, GROUPS_MAX = 1024, WORDS = 16 /* that a thread has at least */ };

struct reduce reduce_create(struct gpu_scope *scope, uint32_t words)
{
    const struct gpu_info *info = gpu_info(gpu_scope_device(scope));
    const uint32_t most = info ? info->limits.group_invocations_max : GROUP_SIZE;
    const uint32_t group_size = most < GROUP_SIZE ? most : GROUP_SIZE;
    const uint32_t wanted = words / (group_size * WORDS);
    struct reduce reduce = { .words = words,
                             .groups = wanted < 2            ? 1
                                       : wanted < GROUPS_MAX ? wanted
                                                             : GROUPS_MAX };
    assert(words <= 1u << 31);
    reduce.kernel =
        gpu_kernel_create(scope, &(struct gpu_kernel_params){ .shader = &kernel_common_reduce_sum,
                                                              .constants = { group_size },
                                                              .constant_count = 1 });
    const struct gpu_buffer_params sums = { .name = "sums of groups",
                                            .bytes = 4 * (uint64_t)reduce.groups };
    if (reduce.groups > 1)
        reduce.sums = gpu_buffer_create(scope, &sums);
    return reduce;
}

static void part_record(struct gpu_commands *commands, const struct reduce *reduce,
                        struct gpu_buffer *words, uint32_t count, uint32_t groups,
                        struct gpu_buffer *sums, uint32_t place)
{
    const uint32_t push[2] = { count, place };
    gpu_commands_dispatch(commands, &(struct gpu_dispatch){ .kernel = reduce->kernel,
                                                            .buffers = { words, words, sums },
                                                            .push = push,
                                                            .push_bytes = sizeof(push),
                                                            .groups = { groups, 1, 1 } });
}

void reduce_record(struct gpu_commands *commands, const struct reduce *reduce,
                   struct gpu_buffer *words, struct gpu_buffer *sum, uint32_t place)
{
    if (reduce->groups == 1) {
        part_record(commands, reduce, words, reduce->words, 1, sum, place);
        return;
    }
    part_record(commands, reduce, words, reduce->words, reduce->groups, reduce->sums, 0);
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
    part_record(commands, reduce, reduce->sums, reduce->groups, 1, sum, place);
}

void reduce_work(const struct reduce *reduce, struct bench_work *work)
{
    const double sums = reduce->groups > 1 ? reduce->groups : 0;
    work->bytes_read += 4 * (double)reduce->words + 4 * sums;
    work->bytes_written += 4 * sums + 4;
    work->bytes_intermediate += 4 * sums;
    work->operations += reduce->words;
    work->chain += reduce->groups > 1 ? 2 : 1;
}

void reduce_launches(const struct reduce *reduce, struct bench_launches *launches)
{
    if (reduce->groups > 1)
        bench_launch(launches, reduce->groups);
    bench_launch(launches, 1);
}
