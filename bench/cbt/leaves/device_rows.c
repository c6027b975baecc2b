/* SPDX-License-Identifier: MIT */
#include "bench/cbt/leaves/device_rows.h"

#include "bench/common/hash.h"

#include "cbt.kernels.h"

#include <stdio.h>
#include <stdlib.h>

bool cbt_device_tree_init(struct device_tree *tree, const struct reduction_method *method,
                          struct gpu_scope *scope, uint32_t depth, uint32_t leaves_max)
{
    return cbt_device_tree_init_rule(tree, method, &cbt_update_rule_sequence, scope, depth,
                                     leaves_max);
}

bool cbt_device_tree_init_rule(struct device_tree *tree, const struct reduction_method *method,
                               const struct update_rule *rule, struct gpu_scope *scope,
                               uint32_t depth, uint32_t leaves_max)
{
    *tree = (struct device_tree){ 0 };
    if (!cbt_update_init(&tree->update, method, rule, scope, depth, leaves_max))
        return false;
    tree->leaves = gpu_buffer_create(
        scope, &(struct gpu_buffer_params){
                   .name = "leaves", .bytes = 4 * (uint64_t)leaves_max, .exact_range = true });
    tree->decode = cbt_update_kernel_create(&tree->update, &kernel_cbt_decode);
    tree->commands = gpu_commands_begin(scope);
    return !gpu_failed(gpu_scope_device(scope));
}

void cbt_device_tree_record_decode(const struct device_tree *tree, struct gpu_commands *commands)
{
    gpu_commands_dispatch(
        commands, &(struct gpu_dispatch){
                      .kernel = tree->decode,
                      .buffers = { tree->update.heap, tree->update.decisions, tree->leaves },
                      .indirect = tree->update.decisions });
}

/* The frame's own dispatcher has counted the leaves that it found; decoding needs those it left. */
bool cbt_device_tree_step(struct device_tree *tree, const void *push, uint32_t push_bytes)
{
    gpu_commands_restart(tree->commands);
    cbt_update_record_frame(&tree->update, tree->commands, push, push_bytes);
    cbt_update_record_barrier(tree->commands);
    cbt_update_record_dispatcher(&tree->update, tree->commands);
    cbt_update_record_barrier(tree->commands);
    cbt_device_tree_record_decode(tree, tree->commands);
    return gpu_commands_submit(tree->commands);
}

uint32_t *cbt_device_tree_leaves(struct device_tree *tree, size_t *count, char *message,
                                 size_t message_bytes)
{
    uint32_t leaf_count = 0, *leaves = NULL;
    const uint64_t capacity = gpu_buffer_bytes(tree->leaves) / 4;
    snprintf(message, message_bytes, "the device failed");
    if (!gpu_buffer_read(tree->update.decisions, 4 * UPDATE_LEAVES_WORD, &leaf_count, 4))
        return NULL;
    if (leaf_count > capacity) {
        snprintf(message, message_bytes, "%u leaves, where there are %llu at most", leaf_count,
                 (unsigned long long)capacity);
        return NULL;
    }
    leaves = malloc(4 * ((size_t)leaf_count + 1));
    if (!leaves) {
        snprintf(message, message_bytes, "no memory is left for %u leaves", leaf_count);
        return NULL;
    }
    *count = leaf_count;
    if (leaf_count == 0 || gpu_buffer_read(tree->leaves, 0, leaves, 4 * (uint64_t)leaf_count))
        return leaves;
    free(leaves);
    return NULL;
}

bool cbt_device_tree_check(struct device_tree *tree, uint32_t frame, uint32_t count, uint64_t hash,
                           char *message, size_t message_bytes)
{
    char why[128];
    size_t got = 0;
    uint32_t *leaves = cbt_device_tree_leaves(tree, &got, why, sizeof(why));
    if (!leaves) {
        snprintf(message, message_bytes, "frame %u: %s", frame, why);
        return false;
    }
    const uint64_t got_hash = hash_bytes(leaves, 4 * got);
    free(leaves);
    if (got != count)
        snprintf(message, message_bytes, "frame %u: %zu leaves, wanted %u", frame, got, count);
    else if (got_hash != hash)
        snprintf(message, message_bytes, "frame %u: hash of the leaves %016llx, wanted %016llx",
                 frame, (unsigned long long)got_hash, (unsigned long long)hash);
    return got == count && got_hash == hash;
}

bool cbt_device_tree_run(struct device_tree *tree, enum sequence_kind kind, uint32_t frames,
                         const uint32_t *counts, const uint64_t *hashes, char *message,
                         size_t message_bytes)
{
    for (uint32_t f = 0; f < frames; f++) {
        const struct sequence_frame frame =
            cbt_sequence_frame(kind, tree->update.reduction.depth, f);
        snprintf(message, message_bytes, "frame %u: the device failed", f);
        if (!cbt_device_tree_step(tree, &frame, sizeof(frame)) ||
            !cbt_device_tree_check(tree, f, counts[f], hashes[f], message, message_bytes))
            return false;
    }
    return true;
}

bool cbt_device_tree_read(const struct device_tree *tree, struct heap *words)
{
    return gpu_buffer_read(tree->update.heap, 0, words->words, 4 * cbt_heap_words(words->depth));
}
