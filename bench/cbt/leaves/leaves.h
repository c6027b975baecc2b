/* SPDX-License-Identifier: MIT */
/*
 * leaves.h: the leaves of longest-edge bisection on the device, frame after frame. They live in a
 * tree (tree_leaves.h) or in a pool of slots (pool_leaves.h); a bench sees no more of that than
 * where it makes them. Even frames split, odd ones merge.
 */
#ifndef CLAIMCHECK_BENCH_CBT_LEAVES_LEAVES_H
#define CLAIMCHECK_BENCH_CBT_LEAVES_LEAVES_H

#include "bench/cbt/tree/reference.h"
#include "harness/bench.h"

enum { LEAVES_RULE_BUFFERS = 3 };

/* Who decides which leaves are split or merged: kernels, all with the same push constants, and
 * further buffers of theirs. */
struct leaves_rule {
    const struct gpu_shader *update, *decide; /* of a tree: decides and acts; only decides */
    const struct gpu_shader *sweep;           /* decides and acts, sweep.glsl */
    const struct gpu_shader *classify;        /* of a pool, where ids are 64-bit integers */
    const struct gpu_shader *classify_pairs;  /* where they are pairs of words */
    struct gpu_buffer *buffers[LEAVES_RULE_BUFFERS];
};

/* P, N and L; push constants are struct sequence_frame. */
extern const struct leaves_rule cbt_leaves_rule_sequence;

/* Frames from the leaves 2 and 3 on. What it points to outlives the leaves. */
struct leaves_course {
    struct leaves_rule rule;
    uint32_t depth, leaves_max; /* greatest depth of a leaf; most leaves that there are */
    const void *pushes;         /* push constants, of each frame push_bytes */
    uint32_t push_bytes;
    const struct reference_state
        *states; /* that each frame leaves; NULL where nothing is checked */
};

struct leaves;

/* Bytes that leaves take on the device, without what only checks and restore() need. */
struct leaves_memory {
    uint64_t buffers; /* that frames use */
    uint64_t used;    /* of them: the rest of a heap is room for levels that its layout has not */
};

/* A way to keep leaves. */
struct leaves_kind {
    /* A frame, without the barrier to who reads what it left. */
    void (*record)(const struct leaves *leaves, struct gpu_commands *commands, uint32_t frame);
    bool barrier; /* record() ends with that barrier nevertheless */

    /* After that barrier: what read() needs. NULL: nothing. */
    void (*record_list)(const struct leaves *leaves, struct gpu_commands *commands);

    /* The leaves after a step, in the order of their handles; valid until some are read again.
     * NULL, with the trouble told, where they cannot be read or are not right. */
    const uint32_t *(*read)(struct leaves *leaves, uint32_t frame, size_t *count);

    /* All that is kept, once a frame has run, against the reference's heap of then. */
    bool (*check)(struct leaves *leaves, uint32_t frame, const struct heap *wanted);

    /*
     * Keeps aside what restore() puts back, which leaves it to the caller to wait: all that frames
     * from `frame` on write and the first of them reads, an even number of them. With heaps, only
     * what that one frame changes.
     */
    bool (*save)(struct leaves *leaves, uint32_t frame, const struct heap *before,
                 const struct heap *after);
    void (*restore)(const struct leaves *leaves, struct gpu_commands *commands);

    /* Adds the work and the dependent steps of a frame. */
    void (*work)(const struct leaves *leaves, uint32_t frame, struct bench_work *work);

    struct leaves_memory (*memory)(const struct leaves *leaves);
};

struct leaves {
    const struct leaves_kind *kind;
    struct context *context; /* in whose memory it lives */
    struct leaves_course course;
    struct gpu_commands *commands; /* of steps */
};

/* Runs one frame. False when the device failed. */
bool cbt_leaves_step(struct leaves *leaves, uint32_t frame);

/* Runs frames first..last-1, and checks the leaves after each. */
bool cbt_leaves_run(struct leaves *leaves, uint32_t first, uint32_t last);

/* The leaves after a step, against their number and hash. */
bool cbt_leaves_check(struct leaves *leaves, uint32_t frame);

/* States the memory of the case's leaves, as its metrics frame_bytes and used_bytes. */
void cbt_leaves_memory(const struct leaves *leaves, struct bench_case *c);

/* The barrier after record(), from compute to compute and indirect. */
void cbt_leaves_barrier(const struct leaves *leaves, struct gpu_commands *commands);

/* Functions for the kinds of leaves. */
void cbt_leaves_init(struct leaves *leaves, const struct leaves_kind *kind, struct context *context,
                     const struct leaves_course *course);
const void *cbt_leaves_push(const struct leaves *leaves, uint32_t frame);

#endif
