/* SPDX-License-Identifier: MIT */
/*
 * reduction.h: methods of sum-reduction on the device, a row each, as chains of dispatches. They
 * are shared by cbt.sum_reduction, by cbt.update and whoever else keeps a tree.
 */
#ifndef CLAIMCHECK_BENCH_CBT_TREE_REDUCTION_H
#define CLAIMCHECK_BENCH_CBT_TREE_REDUCTION_H

#include "bench/cbt/tree/tree.h"
#include "harness/bench.h"

enum {
    REDUCTION_STEPS_MAX = 32,
    REDUCTION_TILE_BITS = 17,     /* a tile that can be marked is 2^17 leaves: update.glsl */
    MARKS_LIST_WORD = 4,          /* marks: words 0..2 are counts, the list begins here */
    REDUCTION_SCRATCH_BYTES = 20, /* of a tile: its leaves, and eight nodes of 16 bits */
};

/*
 * Where kernels take the depth from: heap_depth_from.glsl. From elsewhere than their constants only
 * those of naive, naive_lean, prepass, packed and packed_snapshot, of trees of depth 14 at least.
 */
enum depth_from {
    DEPTH_FROM_CONSTANT, /* a specialization constant */
    DEPTH_FROM_PUSH,     /* a push constant */
    DEPTH_FROM_LENGTH,   /* the length of the heap, by its descriptor */
    DEPTH_FROM_HEADER,   /* the marker in word 0 of the heap */
};

extern const char *const cbt_depth_from_names[]; /* in that order, NULL-terminated */

struct reduction;

struct reduction_method {
    const char *name;
    enum layout layout;
    uint32_t depth_min;
    uint32_t needs; /* bits of enum gpu_feature */
    bool marked;    /* reduces only tiles that are marked: marks must be given */
    bool sweeps;  /* these a sweep over the leaves has marked, and their list is a ring: sweep.glsl;
                       what it makes is right only where the rest is, and the copy */
    bool scratch; /* its steps hand sums on beside the heap */
    void (*build)(struct reduction *reduction);
};

extern const struct reduction_method cbt_reduction_naive, cbt_reduction_naive_lean,
    cbt_reduction_prepass, cbt_reduction_packed, cbt_reduction_packed_snapshot,
    cbt_reduction_packed_cached, cbt_reduction_aligned, cbt_reduction_fused, cbt_reduction_subgroup,
    cbt_reduction_dirty, cbt_reduction_dirty_aligned, cbt_reduction_prefix,
    cbt_reduction_prefix_aligned, cbt_reduction_prefix_full;

/* A row of a table of variants. */
#define REDUCTION_VARIANT(method_, needs_, summary_, source_)                                      \
    {                                                                                              \
        .name = #method_, .summary = summary_, .source = source_, .kind = BENCH_GPU,               \
        .needs = needs_, .data = &cbt_reduction_##method_                                          \
    }

struct reduction_step {
    struct gpu_kernel *kernel;
    uint64_t groups;
    uint32_t level;                 /* push constant of the kernels that make one level */
    bool marked;                    /* a group for each marked tile, indirect unless it sweeps */
    uint32_t lowest, highest;       /* levels that it makes, lowest being the deepest */
    double read_bits, written_bits; /* that must cross the memory interface */
    double atomics;                 /* whose old values nobody uses */
    enum bench_atomics pattern;     /* of these */
};

/* A method at work on one heap. */
struct reduction {
    const struct reduction_method *method;
    struct gpu_scope *scope;
    uint32_t depth;
    enum depth_from depth_from;
    uint32_t sweep_groups;      /* of each dispatch of a method that sweeps */
    struct gpu_buffer *heap;    /* 4 * cbt_heap_words(depth) bytes */
    struct gpu_buffer *marks;   /* or NULL */
    struct gpu_buffer *scratch; /* of a method that has some, which writes all of it; or NULL */
    struct reduction_step steps[REDUCTION_STEPS_MAX];
    uint32_t step_count;
    uint32_t subgroup_size; /* that kernels of steps to be added ask for; 0: none */
};

struct reduction_params {
    const struct reduction_method *method;
    struct gpu_scope *scope;
    uint32_t depth;             /* no less than the method's depth_min */
    enum depth_from depth_from; /* as that says */
    uint32_t sweep_groups;      /* for a method that sweeps */
    struct gpu_buffer *heap;
    struct gpu_buffer *marks; /* for a method that is marked */
};

/* Kernels, scratch and steps. They live in the scope. */
void cbt_reduction_init(struct reduction *reduction, const struct reduction_params *params);

/*
 * Records the first `steps` steps, all of them with UINT32_MAX, with a barrier between each two.
 * The bit field (and marks) must be visible to compute, the marks to indirect reads; the result is
 * visible after a barrier from compute.
 */
void cbt_reduction_record(const struct reduction *reduction, struct gpu_commands *commands,
                          uint32_t steps);

/*
 * Adds the work of the first `steps` steps, all of them with UINT32_MAX, where this part of the
 * tiles is marked.
 */
void cbt_reduction_work(const struct reduction *reduction, uint32_t steps, double marked,
                        struct bench_work *work);

/* Tiles that can be marked; words of marks: counts, a list of tiles, a bit per tile. */
uint32_t cbt_reduction_tiles(uint32_t depth);
size_t cbt_reduction_marks_words(uint32_t depth);

/* For build(). */
struct reduction_step *cbt_reduction_step_add(struct reduction *reduction,
                                              const struct gpu_shader *shader,
                                              const uint32_t *constants, uint32_t constant_count);

/* Declares that a step makes levels from `lowest` up to `highest`. It reads level `source` from
 * memory, or none, -1. */
void cbt_reduction_step_makes(struct reduction *reduction, struct reduction_step *step,
                              uint32_t lowest, uint32_t highest, int64_t source);

/* Splits groups over x and y; y is 1 up to 2^15. Groups above that are a power of two. */
void cbt_reduction_groups(uint64_t count, uint32_t groups[3]);

#endif
