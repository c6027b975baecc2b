/* SPDX-License-Identifier: MIT */
/*
 * update.h: frames of a tree on the device: dispatcher, update, reduction. Which leaves are split
 * or merged is the rule's: its kernels, push constants and further buffers.
 */
#ifndef CLAIMCHECK_BENCH_CBT_LEAVES_UPDATE_H
#define CLAIMCHECK_BENCH_CBT_LEAVES_UPDATE_H

#include "bench/cbt/tree/reduction.h"

enum {
    UPDATE_HEADER_WORDS = 8, /* of decisions: update.glsl */
    UPDATE_LEAVES_WORD = 3,  /* of decisions: leaves that the frame found */
    UPDATE_RULE_BUFFERS = 4, /* bindings 3, 4, ... of a rule's kernels */
};

/* Kernels that ask a rule: one that decides and acts, and one that only decides. */
struct update_rule {
    const struct gpu_shader *update, *decide;
    struct gpu_buffer *buffers[UPDATE_RULE_BUFFERS];
};

/* P, N and L; their push constants are struct sequence_frame. */
extern const struct update_rule cbt_update_rule_sequence;

struct update {
    struct reduction reduction;
    struct update_rule rule;
    struct gpu_buffer *heap, *decisions;
    struct gpu_buffer
        *marks; /* tiles that the last frame changed; NULL unless the method is marked */
    struct gpu_kernel *dispatcher, *update, *act; /* update decides alone where act is not NULL */
};

/*
 * Buffers and kernels for a tree of at most `leaves_max` leaves; the heap is made and holds the
 * leaves 2 and 3, reduced. False, with the device failed, when that cannot be. The depth is no
 * less than the method's depth_min.
 */
bool cbt_update_init(struct update *update, const struct reduction_method *method,
                     const struct update_rule *rule, struct gpu_scope *scope, uint32_t depth,
                     uint32_t leaves_max);

/* Each part leaves its results to a barrier from compute to compute and indirect. */
void cbt_update_record_dispatcher(const struct update *update, struct gpu_commands *commands);
void cbt_update_record_pass(const struct update *update, struct gpu_commands *commands,
                            const void *push, uint32_t push_bytes);

/* The three parts with the barriers between them; one after it is the caller's. */
void cbt_update_record_frame(const struct update *update, struct gpu_commands *commands,
                             const void *push, uint32_t push_bytes);

/* The barrier between the parts. */
void cbt_update_record_barrier(struct gpu_commands *commands);

/* Dispatches of dispatcher and pass, that wait on each other. */
uint32_t cbt_update_chain(const struct update *update);

/* A kernel with the constants of update.glsl. */
struct gpu_kernel *cbt_update_kernel_create(const struct update *update,
                                            const struct gpu_shader *shader);

#endif
