/* SPDX-License-Identifier: MIT */
/*
 * frame_pool.h: cases of cbt.frame whose leaves live in a pool: pool_case.h. Their workload is
 * struct frame_workload, and as with trees they fly from the two roots on.
 */
#ifndef CLAIMCHECK_BENCH_CBT_FRAME_POOL_H
#define CLAIMCHECK_BENCH_CBT_FRAME_POOL_H

#include "bench/cbt/leaves/pool_case.h"

struct frame_pool {
    struct pool_case leaves;
    struct gpu_buffer *arguments;
    struct gpu_kernel *write_arguments;
};

/* The callbacks of the bench; the case's state is a struct frame_pool. */
bool cbt_frame_pool_setup(struct bench_case *c);
void cbt_frame_pool_reset(struct bench_case *c, struct gpu_commands *commands);
void cbt_frame_pool_record(struct bench_case *c, struct gpu_commands *commands);
bool cbt_frame_pool_check(struct bench_case *c);
void cbt_frame_pool_work(const struct bench_case *c, struct bench_work *work);

#endif
