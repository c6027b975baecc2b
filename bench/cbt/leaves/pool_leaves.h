/* SPDX-License-Identifier: MIT */
/* pool_leaves.h: leaves in a pool of slots on the device: kernels/cbt/ocbt_*.comp make a frame. */
#ifndef CLAIMCHECK_BENCH_CBT_LEAVES_POOL_LEAVES_H
#define CLAIMCHECK_BENCH_CBT_LEAVES_POOL_LEAVES_H

#include "bench/cbt/leaves/leaves.h"

/* Which passes a frame has. */
struct pool_method {
    /*
     * The passes of the published program, copy of all neighbours included. Lean: lists keep their
     * own groups, links are changed where they are found, neighbours are copied for live bisectors
     * only, the reduction is one dispatch.
     */
    bool lean;
};

extern const struct pool_method cbt_pool_published, cbt_pool_lean;

/* Rows of a table of variants, with a method of the bench's for them, and their axis `slots`. */
extern const struct bench_axis cbt_pool_axes[];

#define POOL_VARIANT(name_, pool_, method_, summary_, source_)                                     \
    {                                                                                              \
        .name = name_, .summary = summary_, .source = source_, .kind = BENCH_GPU,                  \
        .axes = cbt_pool_axes, .method = method_, .data = &(pool_)                                 \
    }
#define POOL_VARIANTS(method)                                                                      \
    POOL_VARIANT("ocbt", cbt_pool_published, method,                                               \
                 "the successor: leaves in a pool of slots, with links; passes as published",      \
                 "Benyoub and Dupuy 2024"),                                                        \
        POOL_VARIANT("ocbt_lean", cbt_pool_lean, method,                                           \
                     "ocbt in half as many passes, without a copy of the whole pool's links",      \
                     "contender")

enum pool_kernel {
    POOL_RESET,
    POOL_CLASSIFY, /* the rule's */
    POOL_PREPARE,
    POOL_SPLIT,
    POOL_ALLOCATE,
    POOL_BISECT,
    POOL_PROPAGATE_BISECT,
    POOL_PREPARE_SIMPLIFY,
    POOL_SIMPLIFY,
    POOL_PROPAGATE_SIMPLIFY,
    POOL_REDUCE_WORDS,
    POOL_REDUCE_FIRST,
    POOL_REDUCE_SECOND,
    POOL_REDUCE,
    POOL_INDEX,
    POOL_KERNELS
};

/* In the order of their bindings. Odd frames find BEFORE and AFTER the other way round. */
enum pool_buffer {
    POOL_STATE,
    POOL_IDS,
    POOL_BEFORE,
    POOL_AFTER,
    POOL_WORKS,
    POOL_BITS,
    POOL_TREE,
    POOL_LIVE,
    POOL_CHOSEN,
    POOL_ACTING,
    POOL_LINKING,
    POOL_BUFFERS
};

/* Words of the state: ocbt.glsl. */
enum {
    POOL_STATE_LIVE = 0,
    POOL_STATE_CHOSEN = 4,
    POOL_STATE_ACTING = 8,
    POOL_STATE_LINKING = 12,
    POOL_STATE_COUNT = 3, /* entries of a list, from its first word */
    POOL_STATE_OVERFLOW = 19,
    POOL_STATE_WORDS = 20,
};

struct pool_leaves {
    struct leaves leaves; /* the first member */
    const struct pool_method *method;
    uint32_t slots_depth;                                           /* 2^slots_depth slots */
    struct gpu_buffer *buffers[POOL_BUFFERS], *saved[POOL_BUFFERS]; /* saved: or NULL */
    uint32_t saved_frame;                                           /* that finds what is saved */
    struct gpu_kernel *kernels[POOL_KERNELS];
    uint32_t *words[POOL_BUFFERS], *read; /* room for what is read back, and for the leaves */
};

/* Bisectors 2 and 3. NULL, with the trouble told, where that cannot be: unsupported with fewer
 * slots than the course has leaves. They live as long as the context. */
struct pool_leaves *cbt_pool_leaves_create(struct context *context,
                                           const struct pool_method *method, uint32_t slots_depth,
                                           const struct leaves_course *course);

/* log2 of the slots that the axis names. */
uint32_t cbt_pool_leaves_slots_depth(const struct context *context);

/* A buffer as a frame has it. */
struct gpu_buffer *cbt_pool_leaves_buffer(const struct pool_leaves *pool, enum pool_buffer buffer,
                                          uint32_t frame);

/* A kernel with the constants of ocbt.glsl. */
struct gpu_kernel *cbt_pool_leaves_kernel_create(const struct pool_leaves *pool,
                                                 const struct gpu_shader *shader);

/* The member record(): leaves.h. */
void cbt_pool_leaves_record(const struct leaves *leaves, struct gpu_commands *commands,
                            uint32_t frame);

#endif
