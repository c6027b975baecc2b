/* SPDX-License-Identifier: MIT */
/*
 * pool_device.h: a pool of bisectors on the device, and its frames: kernels/cbt/ocbt_*.comp.
 */
#ifndef CLAIMCHECK_BENCH_CBT_LEAVES_POOL_DEVICE_H
#define CLAIMCHECK_BENCH_CBT_LEAVES_POOL_DEVICE_H

#include "bench/cbt/leaves/pool.h"
#include "harness/gpu/gpu.h"

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

enum pool_kernel {
    POOL_RESET,
    POOL_CLASSIFY,
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

/* In the order of their bindings. */
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

enum { POOL_RULE_BUFFERS = 3 }; /* bindings POOL_BUFFERS and on of what classifies */

/* What is split or merged is the rule's: the kernel POOL_CLASSIFY, and its push constants. */
struct pool_frame {
    const void *push;
    uint32_t push_bytes;
    bool merges;
};

struct pool_device {
    const struct pool_method *method;
    struct gpu_scope *scope;
    uint32_t depth, depth_max; /* 2^depth slots; of bisectors */
    struct gpu_buffer *buffers[POOL_BUFFERS];
    struct gpu_buffer *rule_buffers[POOL_RULE_BUFFERS]; /* the caller's; NULL: none */
    const struct gpu_shader *shaders[POOL_KERNELS];
    struct gpu_kernel *kernels[POOL_KERNELS];
    struct gpu_commands *commands;
};

/* The kernels as shipped, with the rule of the sequences; others, and the buffers of another rule,
 * may be put in the place of some before cbt_pool_device_init(). */
void cbt_pool_device_shaders(struct pool_device *pool);

/* Bisectors 2 and 3. False, with the device failed, when that cannot be. */
bool cbt_pool_device_init(struct pool_device *pool, const struct pool_method *method,
                          struct gpu_scope *scope, uint32_t depth, uint32_t depth_max);

/* A frame of the sequences; it lives as long as `frame`. */
struct pool_frame cbt_pool_frame_sequence(const struct sequence_frame *frame);

/*
 * Records a frame. What it finds as BEFORE it leaves as it was, but for links that are the same in
 * AFTER. Ends with a barrier from compute to compute and indirect.
 */
void cbt_pool_device_record(const struct pool_device *pool, struct gpu_commands *commands,
                            const struct pool_frame *frame);

/* After a frame has run, or been recorded: what it left is what the next one finds. */
void cbt_pool_device_swap(struct pool_device *pool);

/* Runs one frame and swaps. */
bool cbt_pool_device_step(struct pool_device *pool, const struct pool_frame *frame);

/* Commands of a frame that wait on each other. */
uint32_t cbt_pool_device_chain(const struct pool_device *pool, bool merges);

/*
 * Reads the pool back, BEFORE being the neighbours, up to its last slot that is taken, and checks
 * all of it; the leaves come in the order of their handles, malloc'ed; NULL, with a line, where
 * something is wrong.
 */
uint32_t *cbt_pool_device_leaves(struct pool_device *pool, size_t *count,
                                 char message[POOL_MESSAGE_BYTES]);

#endif
