/* SPDX-License-Identifier: MIT */
/*
 * tree_leaves.h: leaves in a tree: dispatcher, update and reduction make a frame. The kernels of
 * the rule are update.glsl's.
 */
#ifndef CLAIMCHECK_BENCH_CBT_LEAVES_TREE_LEAVES_H
#define CLAIMCHECK_BENCH_CBT_LEAVES_TREE_LEAVES_H

#include "bench/cbt/leaves/leaves.h"
#include "bench/cbt/tree/reduction.h"

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
    {                                                                                              \
        .name = #method_, .summary = summary_, .source = "contender", .kind = BENCH_GPU,           \
        .needs = GPU_SUBGROUP_SHUFFLE | (needs_), .axes = cbt_tree_leaves_axes, .values = values_, \
        .data = &cbt_reduction_##method_                                                           \
    }

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

/* All leaves, to `list`, after a dispatcher. */
void cbt_tree_leaves_record_decode(const struct tree_leaves *tree, struct gpu_commands *commands);

/* Adds the work of dispatcher and pass. */
void cbt_tree_leaves_pass_work(const struct tree_leaves *tree, uint32_t frame,
                               struct bench_work *work);

/* Adds that of the reduction after them. */
void cbt_tree_leaves_reduction_work(const struct tree_leaves *tree, uint32_t frame,
                                    struct bench_work *work);

/* Checks bit field and tree on the device, each against a heap of its own. */
bool cbt_tree_leaves_check(struct tree_leaves *tree, uint32_t frame, const struct heap *bits,
                           const struct heap *sums);

/* A kernel with the constants of update.glsl. */
struct gpu_kernel *cbt_tree_leaves_kernel_create(const struct tree_leaves *tree,
                                                 const struct gpu_shader *shader);

#endif
