/* SPDX-License-Identifier: MIT */
/*
 * counting_group.h: entries with the same key next to each other, keys ascending, and where those
 * of each key begin: a count per key, their prefix sums, each entry to its place
 * (kernels/common/group_*.comp). Within a key the order is that in which threads come, another one
 * each time: counting_sort.h keeps it. One shape, as scan.h. An atomic per entry, whose result is
 * its rank: quick for many keys, slow where most entries have the same.
 */
#ifndef CLAIMCHECK_BENCH_COMMON_COUNTING_GROUP_H
#define CLAIMCHECK_BENCH_COMMON_COUNTING_GROUP_H

#include "bench/common/scan.h"

#include <stdbool.h>
#include <stdint.h>

struct counting_group {
    uint32_t entries, keys;
    bool indices;
    struct gpu_kernel *count, *move;
    struct gpu_buffer *ranks;
    struct scan scan;
    uint32_t group_size, groups[3];
};

/* For `entries` entries, at least one, and keys below `keys`. With `indices` an entry's value is
 * its index. Objects belong to the scope. */
struct counting_group counting_group_create(struct gpu_scope *scope, uint32_t entries,
                                            uint32_t keys, bool indices);

struct counting_group_buffers {
    struct gpu_buffer *keys;   /* a word per entry, each below counting_group.keys */
    struct gpu_buffer *values; /* a word per entry; unused with indices */
    struct gpu_buffer *output; /* values, grouped; another buffer */
    struct gpu_buffer *starts; /* keys + 1 words: where each key's begin, and at the end how many
                                  entries there are */
};

/* Barriers between its parts are its own; those before, of GPU_TRANSFER on starts, too, and after
 * are the caller's. */
void counting_group_record(struct gpu_commands *commands, const struct counting_group *group,
                           const struct counting_group_buffers *buffers);
void counting_group_work(const struct counting_group *group, struct bench_work *work);
void counting_group_launches(const struct counting_group *group, struct bench_launches *launches);

#endif
