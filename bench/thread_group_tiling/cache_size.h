/* SPDX-License-Identifier: MIT */
/*
 * cache_size.h: the last-level cache that work-groups see, for the fact rho. No interface reports
 * it: what stands here is what makers publish, and an assumption about caches of two parts, each of
 * which keeps what its half of the device reads: that half of them governs.
 */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_CACHE_SIZE_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_CACHE_SIZE_H

#include "harness/context.h"

struct tiling_cache_size {
    uint64_t bytes;     /* 0: not known */
    const char *source; /* where that is from, or why it is not known; static storage */
};

/* The option --cache-bytes, else what is known of the device. False after a context_error(): the
 * option is no number of bytes. */
bool tiling_cache_size_find(struct context *context, const struct gpu_info *info,
                            struct tiling_cache_size *size);

#endif
