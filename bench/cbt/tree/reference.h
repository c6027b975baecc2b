/* SPDX-License-Identifier: MIT */
/* reference.h: frames of a tree, computed on the host from the definition. */
#ifndef CLAIMCHECK_BENCH_CBT_TREE_REFERENCE_H
#define CLAIMCHECK_BENCH_CBT_TREE_REFERENCE_H

#include "bench/cbt/tree/heap.h"
#include "bench/cbt/tree/sequence.h"

/*
 * What decides in a frame: even frames split, odd ones merge. `splits` is asked of leaves of less
 * than the greatest depth, `merges` of the two parents of a diamond, whose children may be merged;
 * both by several threads at a time.
 */
struct reference_rule {
    bool (*splits)(void *context, uint32_t frame, uint32_t leaf);
    bool (*merges)(void *context, uint32_t frame, uint32_t base, uint32_t top);
    void *context;
};

/* The state that a frame found and left. */
struct reference_state {
    uint32_t leaves_before, leaf_count;
    uint32_t changed;    /* bits that it set or cleared */
    uint32_t tiles;      /* of reduction.h that these lie in */
    uint64_t words_hash; /* hash_words() of the leaves in the order of their handles */
};

struct reference {
    struct heap heap; /* reduced */
    struct reference_rule rule;
    enum sequence_kind kind; /* of cbt_reference_init() */
    uint32_t frame;          /* the next one */
    uint32_t leaves_before;  /* that the last frame found */
    uint32_t *leaves;        /* as the next frame finds them, in the order of their handles */
    size_t leaf_count, leaf_capacity;
    uint32_t *changed; /* positions whose bit the last frame set or cleared, each once */
    size_t changed_count, changed_capacity;
    bool *wanted; /* of the leaves: which the frame splits or merges */
    size_t wanted_capacity;
    struct cpu_pool *pool; /* that asks the rule of large trees; NULL: none was needed, or is had */
    bool failed;           /* no memory was left */
};

/* The leaves 2 and 3, before frame 0, of a sequence or of another rule. False when there is no
 * memory. */
bool cbt_reference_init(struct reference *reference, enum sequence_kind kind, uint32_t depth);
bool cbt_reference_init_rule(struct reference *reference, const struct reference_rule *rule,
                             uint32_t depth);
void cbt_reference_finish(struct reference *reference);

/* Runs one frame: updates the bit field, reduces, lists the leaves. False when memory runs out. */
bool cbt_reference_step(struct reference *reference);

/* Returns the state of the last frame. */
struct reference_state cbt_reference_state(const struct reference *reference);

#endif
