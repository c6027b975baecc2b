/* SPDX-License-Identifier: MIT */
/*
 * counting_sort.h: keys with their values in ascending order, stable: entries of the same key keep
 * the order that they had, so that the result is the same on every device, each time. A counting
 * sort per digit of at most 8 bits, from the least: counts per tile and digit, their prefix sums,
 * entries to their places (kernels/common/sort_*.comp). Whoever wants no order within a key, but
 * to know where keys begin, takes counting_group.h. One shape, as scan.h.
 */
#ifndef CLAIMCHECK_BENCH_COMMON_COUNTING_SORT_H
#define CLAIMCHECK_BENCH_COMMON_COUNTING_SORT_H

#include "bench/common/scan.h"

#include <stdint.h>

struct counting_sort {
    uint32_t entries, passes, digit_bits;
    struct gpu_kernel *count, *move;
    struct gpu_buffer *counts;
    struct gpu_buffer *keys, *values; /* between passes; NULL where there is one */
    struct scan scan;
    uint32_t tiles, groups[3];
};

/* For `entries` entries, at least one, and keys below 2^key_bits, 1 to 32. Objects belong to the
 * scope. */
struct counting_sort counting_sort_create(struct gpu_scope *scope, uint32_t entries,
                                          uint32_t key_bits);

/* A word per entry each, four different buffers. Input is left as it is. */
struct counting_sort_buffers {
    struct gpu_buffer *keys, *values;
    struct gpu_buffer *output_keys, *output_values;
};

/* Barriers between its parts are its own; those before and after are the caller's. */
void counting_sort_record(struct gpu_commands *commands, const struct counting_sort *sort,
                          const struct counting_sort_buffers *buffers);
void counting_sort_work(const struct counting_sort *sort, struct bench_work *work);
void counting_sort_launches(const struct counting_sort *sort, struct bench_launches *launches);

#endif
