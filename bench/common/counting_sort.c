/* SPDX-License-Identifier: MIT */
#include "bench/common/counting_sort.h"

#include "common.kernels.h"

#include <assert.h>

enum { GROUP_SIZE = 256, ENTRIES = 4 /* of a thread */, DIGIT_BITS_MAX = 8 };

/* As sort_digit.glsl has them. */
struct sort_push {
    uint32_t entries, tiles, shift;
};

static struct gpu_kernel *sort_kernel(struct gpu_scope *scope, const struct gpu_shader *shader,
                                      uint32_t group_size, uint32_t digit_bits)
{
    return gpu_kernel_create(scope,
                             &(struct gpu_kernel_params){ .shader = shader,
                                                          .constants = { group_size, digit_bits },
                                                          .constant_count = 2 });
}

struct counting_sort counting_sort_create(struct gpu_scope *scope, uint32_t entries,
                                          uint32_t key_bits)
{
    const struct gpu_info *info = gpu_info(gpu_scope_device(scope));
    const uint32_t limit = info ? info->limits.group_count_max[0] : 1;
    const uint32_t most = info ? info->limits.group_invocations_max : GROUP_SIZE;
    const uint32_t group_size = most < GROUP_SIZE ? most : GROUP_SIZE;
    struct counting_sort sort = { .entries = entries };
    assert(entries > 0 && entries <= 1u << 28 && key_bits > 0 && key_bits <= 32);
    sort.passes = (key_bits + DIGIT_BITS_MAX - 1) / DIGIT_BITS_MAX;
    sort.digit_bits = (key_bits + sort.passes - 1) / sort.passes;
    sort.tiles = (entries + group_size * ENTRIES - 1) / (group_size * ENTRIES);
    sort.groups[0] = sort.tiles < limit ? sort.tiles : limit;
    sort.groups[1] = (sort.tiles + sort.groups[0] - 1) / sort.groups[0];
    sort.groups[2] = 1;
    const uint32_t counted = sort.tiles << sort.digit_bits;
    const struct gpu_buffer_params counts = { .name = "counts of digits",
                                              .bytes = 4 * (uint64_t)counted };
    const struct gpu_buffer_params between[2] = {
        { .name = "keys between passes", .bytes = 4 * (uint64_t)entries },
        { .name = "values between passes", .bytes = 4 * (uint64_t)entries },
    };
    sort.count = sort_kernel(scope, &kernel_common_sort_count, group_size, sort.digit_bits);
    sort.move = sort_kernel(scope, &kernel_common_sort_move, group_size, sort.digit_bits);
    sort.counts = gpu_buffer_create(scope, &counts);
    if (sort.passes > 1) {
        sort.keys = gpu_buffer_create(scope, &between[0]);
        sort.values = gpu_buffer_create(scope, &between[1]);
    }
    sort.scan = scan_create(scope, counted);
    return sort;
}

/* By the digit of pass `pass`, from keys and values to output_keys and output_values. */
static void pass_record(struct gpu_commands *commands, const struct counting_sort *sort,
                        const struct counting_sort_buffers *buffers, uint32_t pass)
{
    const struct sort_push push = { sort->entries, sort->tiles, pass * sort->digit_bits };
    struct gpu_dispatch dispatch = { .kernel = sort->count,
                                     .buffers = { buffers->keys, sort->counts, buffers->values,
                                                  buffers->output_keys, buffers->output_values },
                                     .push = &push,
                                     .push_bytes = sizeof(push),
                                     .groups = { sort->groups[0], sort->groups[1], 1 } };
    gpu_commands_dispatch(commands, &dispatch);
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
    scan_record(commands, &sort->scan, sort->counts);
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
    dispatch.kernel = sort->move;
    gpu_commands_dispatch(commands, &dispatch);
}

/* Passes go to and fro, so that the last one writes the output. */
void counting_sort_record(struct gpu_commands *commands, const struct counting_sort *sort,
                          const struct counting_sort_buffers *buffers)
{
    struct counting_sort_buffers of_pass = *buffers;
    for (uint32_t pass = 0; pass < sort->passes; pass++) {
        const bool to_output = (sort->passes - pass) % 2 == 1;
        of_pass.output_keys = to_output ? buffers->output_keys : sort->keys;
        of_pass.output_values = to_output ? buffers->output_values : sort->values;
        if (pass > 0)
            gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
        pass_record(commands, sort, &of_pass, pass);
        of_pass.keys = of_pass.output_keys;
        of_pass.values = of_pass.output_values;
    }
}

void counting_sort_work(const struct counting_sort *sort, struct bench_work *work)
{
    const double entries = sort->entries, passes = sort->passes;
    const double counts = 4.0 * sort->tiles * (1 << sort->digit_bits);
    struct bench_work scan = { 0 };
    scan_work(&sort->scan, &scan);
    const double written = 8 * entries + counts + scan.bytes_written;
    work->bytes_read += passes * (8 * entries + counts + scan.bytes_read);
    work->bytes_written += passes * written;
    work->bytes_intermediate += passes * written - 8 * entries;
    work->operations += passes * (entries + scan.operations);
    work->chain += sort->passes * (2 + scan.chain);
}

void counting_sort_launches(const struct counting_sort *sort, struct bench_launches *launches)
{
    const uint64_t groups = (uint64_t)sort->groups[0] * sort->groups[1];
    for (uint32_t pass = 0; pass < sort->passes; pass++) {
        bench_launch(launches, groups);
        scan_launches(&sort->scan, launches);
        bench_launch(launches, groups);
    }
}
