/* SPDX-License-Identifier: MIT */
/*
 * reduce.h: the sum of words, modulo 2^32, by the suite's own kernel
 * (kernels/common/reduce_sum.comp): a sum per group, then one group for the sums. One shape, as
 * scan.h.
 */
#ifndef CLAIMCHECK_BENCH_COMMON_REDUCE_H
#define CLAIMCHECK_BENCH_COMMON_REDUCE_H

#include "harness/method.h"

#include <stdint.h>

struct reduce {
    struct gpu_kernel *kernel;
    struct gpu_buffer *sums; /* of groups; NULL where one is enough */
    uint32_t words, groups;
};

/* For `words` words, 0 to 2^31. Objects belong to the scope. */
struct reduce reduce_create(struct gpu_scope *scope, uint32_t words);

/* Word `place` of `sum` becomes the sum of the words, another buffer. A barrier between its parts
 * is its own; those before and after are the caller's. */
void reduce_record(struct gpu_commands *commands, const struct reduce *reduce,
                   struct gpu_buffer *words, struct gpu_buffer *sum, uint32_t place);
void reduce_work(const struct reduce *reduce, struct bench_work *work);
void reduce_launches(const struct reduce *reduce, struct bench_launches *launches);

#endif
