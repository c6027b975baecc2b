/* SPDX-License-Identifier: MIT */
/*
 * pool_case.h: cases whose leaves live in a pool instead of a tree, and those of cbt.update. Their
 * leaves are compared with the tree's reference after every frame.
 */
#ifndef CLAIMCHECK_BENCH_CBT_LEAVES_POOL_CASE_H
#define CLAIMCHECK_BENCH_CBT_LEAVES_POOL_CASE_H

#include "bench/cbt/leaves/pool_device.h"
#include "harness/bench.h"

struct pool_case {
    struct pool_device pool;
    struct gpu_buffer *saved[POOL_BUFFERS]; /* as the measured frames find them; NULL: unsaved */
};

/* Variants of a pool have the axis `slots`, and a struct pool_method as data. */
extern const struct bench_axis cbt_pool_axes[];

/* Their rows in a table of variants. */
#define POOL_VARIANTS                                                                              \
    { .name = "ocbt",                                                                              \
      .summary = "the successor: leaves in a pool of slots, with links; passes as published",      \
      .source = "Benyoub and Dupuy 2024",                                                          \
      .kind = BENCH_GPU,                                                                           \
      .needs = GPU_SHADER_INT64,                                                                   \
      .axes = cbt_pool_axes,                                                                       \
      .data = &cbt_pool_published },                                                               \
    {                                                                                              \
        .name = "ocbt_lean",                                                                       \
        .summary = "ocbt in half as many passes, without a copy of the whole pool's links",        \
        .source = "contender", .kind = BENCH_GPU, .needs = GPU_SHADER_INT64,                       \
        .axes = cbt_pool_axes, .data = &cbt_pool_lean                                              \
    }

bool cbt_pool_case_is(const struct bench_case *c);

/* log2 of the slots that the axis names. */
uint32_t cbt_pool_case_depth(const struct bench_case *c);

/* The whole pool, and its leaves against those of the reference's frame; false with a mismatch. */
bool cbt_pool_case_check_leaves(struct bench_case *c, struct pool_device *pool, uint32_t frame,
                                uint32_t leaf_count, uint64_t leaf_hash);

/*
 * Copies aside what measured frames write and the first of them reads; `several` frames write the
 * links that the first one finds, too. Restoring leaves it to the caller to wait.
 */
bool cbt_pool_case_save(struct bench_case *c, struct pool_case *state, bool several);
void cbt_pool_case_restore(const struct pool_case *state, struct gpu_commands *commands);

/* Adds the work of a frame that changes so many bits of the tree's bit field. */
void cbt_pool_case_add_work(const struct pool_device *pool, bool merges, double leaves_before,
                            double leaves_after, double changed, struct bench_work *work);

/* The callbacks of cbt.update; the case's state is a struct pool_case, the workload's a struct
 * cbt_update_workload. */
bool cbt_pool_case_setup(struct bench_case *c);
void cbt_pool_case_reset(struct bench_case *c, struct gpu_commands *commands);
void cbt_pool_case_record(struct bench_case *c, struct gpu_commands *commands);
bool cbt_pool_case_check(struct bench_case *c);
void cbt_pool_case_work(const struct bench_case *c, struct bench_work *work);

#endif
