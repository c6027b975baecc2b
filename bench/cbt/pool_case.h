/* SPDX-License-Identifier: MIT */
/*
 * pool_case.h: cases of cbt.update whose leaves live in a pool instead of a tree. Their workload is
 * struct update_workload, so leaves are compared with the tree's reference after every frame.
 */
#ifndef CLAIMCHECK_BENCH_CBT_POOL_CASE_H
#define CLAIMCHECK_BENCH_CBT_POOL_CASE_H

#include "bench/cbt/pool_device.h"
#include "harness/bench.h"

struct pool_case {
    struct pool_device pool;
    struct gpu_buffer *saved[POOL_BUFFERS]; /* as the measured frame finds them, where it writes */
};

/* Variants of a pool have the axis `slots`, and a struct pool_method as data. */
extern const struct bench_axis pool_axes[];

bool pool_case_is(const struct bench_case *c);

/* The callbacks of the bench; the case's state is a struct pool_case. */
bool pool_case_setup(struct bench_case *c);
void pool_case_reset(struct bench_case *c, struct gpu_commands *commands);
void pool_case_record(struct bench_case *c, struct gpu_commands *commands);
bool pool_case_check(struct bench_case *c);
void pool_case_work(const struct bench_case *c, struct bench_work *work);

#endif
