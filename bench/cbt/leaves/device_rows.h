/* SPDX-License-Identifier: MIT */
/* device_rows.h: frames of a sequence on the device, and what is read back of a tree there. */
#ifndef CLAIMCHECK_BENCH_CBT_LEAVES_DEVICE_ROWS_H
#define CLAIMCHECK_BENCH_CBT_LEAVES_DEVICE_ROWS_H

#include "bench/cbt/leaves/update.h"
#include "bench/cbt/tree/sequence.h"

struct device_tree {
    struct update update;
    struct gpu_buffer *leaves;
    struct gpu_kernel *decode;
    struct gpu_commands *commands;
};

/* As cbt_update_init(), for a sequence or another rule, with what decoding needs. */
bool cbt_device_tree_init(struct device_tree *tree, const struct reduction_method *method,
                          struct gpu_scope *scope, uint32_t depth, uint32_t leaves_max);

bool cbt_device_tree_init_rule(struct device_tree *tree, const struct reduction_method *method,
                               const struct update_rule *rule, struct gpu_scope *scope,
                               uint32_t depth, uint32_t leaves_max);

/* Records the decoding of all leaves; decisions hold the groups (after a dispatcher). */
void cbt_device_tree_record_decode(const struct device_tree *tree, struct gpu_commands *commands);

/* Runs one frame, and decodes. push is struct sequence_frame. False when the device failed. */
bool cbt_device_tree_step(struct device_tree *tree, const void *push, uint32_t push_bytes);

/*
 * Leaves of the last frame, in the order of their handles: malloc'ed, the caller frees them; NULL,
 * with a line, when there are more than leaves_max, no memory, or the device failed.
 */
uint32_t *cbt_device_tree_leaves(struct device_tree *tree, size_t *count, char *message,
                                 size_t message_bytes);

/* The leaves of the last frame against their number and hash, FNV-1a of the ids as words in the
 * order of their handles. False with a line that names the frame. */
bool cbt_device_tree_check(struct device_tree *tree, uint32_t frame, uint32_t count, uint64_t hash,
                           char *message, size_t message_bytes);

/*
 * Runs the frames of a sequence before `frames`, and checks after each: counts and hashes have an
 * entry per frame. False with a line; also when the device failed.
 */
bool cbt_device_tree_run(struct device_tree *tree, enum sequence_kind kind, uint32_t frames,
                         const uint32_t *counts, const uint64_t *hashes, char *message,
                         size_t message_bytes);

/* The heap as the method keeps it; `words` has room for a heap of that depth. */
bool cbt_device_tree_read(const struct device_tree *tree, struct heap *words);

#endif
