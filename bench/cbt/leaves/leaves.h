/* SPDX-License-Identifier: MIT */
/* leaves.h: leaves of a tree, of a pool, and the workload of an update. */
#ifndef CLAIMCHECK_BENCH_CBT_LEAVES_LEAVES_H
#define CLAIMCHECK_BENCH_CBT_LEAVES_LEAVES_H

#include "bench/cbt/tree/tree.h"
#include "harness/bench.h"
#include "harness/context.h"

/* Leaves --------------------------------------------------------------------------------------- */
/*
 * The leaves of longest-edge bisection on the device, frame after frame. They live in a
 * tree or in a pool of slots; a bench sees no more of that than where it makes them. Even frames
 * split, odd ones merge.
 */

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

/* Pool ----------------------------------------------------------------------------------------- */
/*
 * Leaves of longest-edge bisection in a pool of slots, and what must be true of one.
 *
 * A bisector is a leaf: its id, 64 bits wide, and the slots of its three neighbours. A concurrent
 * binary tree serves as the allocator of slots: bit s is set when slot s holds a bisector. Its
 * stored levels begin at level D-7 of 2^D slots, 128 slots to a node, and have widths that never
 * straddle a word: 8 bits at level D-7, 16 bits down to level 7, 32 bits for levels 6 to 0.
 * Source: Benyoub and Dupuy 2024; kernels/cbt/ocbt.glsl has the layout.
 */

enum {
    POOL_DEPTH_MIN = 15, /* levels D-8 and up to 7 are 16 bits wide */
    POOL_DEPTH_MAX = 20, /* a node of level 7 counts 2^13 slots: 16 bits; more would not matter */
    POOL_LOWEST = 7,     /* the lowest stored level is D-7 */
};

#define POOL_NONE UINT32_MAX /* no neighbour: the square ends */

/* In the order of their words: across b-c, across a-b, across the longest edge a-c. */
enum pool_edge { POOL_LEFT, POOL_RIGHT, POOL_EDGE, POOL_EDGES };

/* Tree ----------------------------------------------------------------------------------------- */

uint32_t cbt_pool_tree_words(uint32_t depth); /* 831 for 2^17 slots, 6207 for 2^20 */
uint32_t cbt_pool_tree_read(const uint32_t *tree, uint32_t depth, uint32_t node);

/* Sums of all stored levels, from the bits. */
void cbt_pool_tree_reduce(uint32_t *tree, const uint32_t *bits, uint32_t depth);

/* Check ---------------------------------------------------------------------------------------- */

/* The pool as a device holds it. */
struct pool_view {
    uint32_t frame; /* that left it, for messages */
    uint32_t depth;
    uint32_t slots; /* of ids and neighbours: no bit is set beyond */
    const uint64_t *ids;
    const uint32_t (*neighbours)[POOL_EDGES];
    const uint32_t *bits, *tree;
    const uint32_t *live; /* slots in any order; NULL: not kept */
    uint32_t live_count;
};

/*
 * Everything a pool must be, against nothing but its own leaves: the bits are those of slots with
 * an id, the tree has their sums, `live` lists each once, and each neighbour is the leaf that
 * shares the edge, found by id arithmetic. Writes the leaves as 32-bit ids in the order of their
 * handles, live_count of them, to `leaves`. False, with a mismatch, where it is not so. Ids of more
 * than 32 bits are refused.
 */
bool cbt_pool_check(struct context *context, const struct pool_view *view, uint32_t *leaves);

/* Pool leaves ---------------------------------------------------------------------------------- */
/* Leaves in a pool of slots on the device: kernels/cbt/ocbt_*.comp make a frame. */

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
    VARIANT(name_, GPU, summary_, source_, .axes = cbt_pool_axes, .method = method_,               \
            .data = &(pool_))
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

/* Tree leaves ---------------------------------------------------------------------------------- */
/*
 * Leaves in a tree: dispatcher, update and reduction make a frame. The kernels of
 * the rule are update.glsl's.
 */

enum {
    UPDATE_HEADER_WORDS = 8, /* of decisions: update.glsl */
    UPDATE_LEAVES_WORD = 3,  /* of decisions: leaves that the frame found */
};

struct tree_leaves {
    struct leaves leaves; /* the first member */
    struct reduction reduction;
    struct reduction whole; /* makes the first tree: reduces all tiles */
    struct gpu_buffer *heap, *decisions, *list;
    struct gpu_buffer *marks; /* tiles that the last frame changed; NULL unless they are marked */
    struct gpu_kernel *dispatcher, *update, *act, *decode; /* act: NULL where update acts, too */
    uint32_t *read;                                        /* leaves_max of them */
    struct gpu_buffer *saved;                              /* the heap; with `restore`, words */
    struct gpu_kernel *restore;
    uint32_t saved_words;
};

/* Axes of variants whose method sweeps. */
extern const struct bench_axis cbt_tree_leaves_axes[];

/* A row of a table of them. */
#define SWEEP_VARIANT(method_, needs_, values_, summary_)                                          \
    VARIANT(#method_, GPU, summary_, "contender", .needs = GPU_SUBGROUP_SHUFFLE | (needs_),        \
            .axes = cbt_tree_leaves_axes, .values = values_, .data = &cbt_reduction_##method_)

/*
 * Buffers, and kernels that begin to compile. NULL, with the trouble told, where that cannot be:
 * unsupported below the method's depth_min. They live as long as the context.
 */
struct tree_leaves *cbt_tree_leaves_create(struct context *context,
                                           const struct reduction_method *method,
                                           const struct leaves_course *course);

/* Declares what a frame hands on beside the heap: of a method that sweeps the list of tiles. */
void cbt_tree_leaves_declare(const struct tree_leaves *tree, struct bench_case *c);

/* Begins with the leaves of a heap, or with 2 and 3 where that is NULL: its bit field, all that is
 * read of it, reduced by the method, or by `fused` or `aligned` where that takes marked tiles
 * alone. Once; false when the device failed. */
bool cbt_tree_leaves_begin(struct tree_leaves *tree, const struct heap *heap);

/* The parts of a frame; each leaves its results to the barrier between them. A method that sweeps
 * has no dispatcher in it. */
void cbt_tree_leaves_record_dispatcher(const struct tree_leaves *tree,
                                       struct gpu_commands *commands);
void cbt_tree_leaves_record_pass(const struct tree_leaves *tree, struct gpu_commands *commands,
                                 uint32_t frame);

/* Adds the work of dispatcher and pass. */
void cbt_tree_leaves_pass_work(const struct tree_leaves *tree, uint32_t frame,
                               struct bench_work *work);

/* Checks bit field and tree on the device, each against a heap of its own. */
bool cbt_tree_leaves_check(struct tree_leaves *tree, uint32_t frame, const struct heap *bits,
                           const struct heap *sums);

/* A kernel with the constants of update.glsl. */
struct gpu_kernel *cbt_tree_leaves_kernel_create(const struct tree_leaves *tree,
                                                 const struct gpu_shader *shader);

/* Update workload ------------------------------------------------------------------------------ */
/* The frame that is measured, and the reference's answers up to it. */

enum { UPDATE_FRAMES_MAX = 256 };

/* A whole sequence, by the reference: all groups of a depth share it. */
struct update_answer {
    struct sequence_frame frames[UPDATE_FRAMES_MAX];
    struct reference_state states[UPDATE_FRAMES_MAX];
    uint32_t *leaves[UPDATE_FRAMES_MAX]; /* after each frame, in the order of their handles */
};

struct update_workload {
    uint32_t frame; /* the one that is measured */
    enum sequence_kind kind;
    struct heap before, after;   /* reduced */
    struct leaves_course course; /* up to that frame */
    const struct update_answer *answer;
};

/* The workload callback, of axes sequence, depth and frame. */
bool cbt_update_workload(struct bench_workload *workload);

/* The heap that a frame up to the measured one finds, in memory of the context: its bit field
 * alone, all other words 0. */
bool cbt_update_bits(struct context *context, struct heap *heap,
                     const struct update_workload *workload, uint32_t frame);

#endif
