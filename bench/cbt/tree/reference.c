/* SPDX-License-Identifier: MIT */
#include "bench/cbt/tree/tree.h"

#include "bench/common/hash.h"
#include "harness/base/need.h"

/* The list with room for so many entries of so many bytes. */
static void *grow(void *list, size_t *capacity, size_t count, size_t bytes)
{
    if (count <= *capacity)
        return list;
    *capacity = 2 * count + 64;
    return need_again(list, *capacity * bytes);
}

/* All CPUs where there is enough to do, and threads can be had; or NULL. */
static struct cpu_pool *pool_for(struct reference *reference, size_t count)
{
    enum { WORTH_A_POOL = 1 << 14 };
    if (count >= WORTH_A_POOL && !reference->pool)
        reference->pool = cpu_pool_create(0);
    return count >= WORTH_A_POOL ? reference->pool : NULL;
}

static void list_leaves(struct reference *reference)
{
    const size_t count = cbt_heap_leaf_count(&reference->heap);
    reference->leaves =
        grow(reference->leaves, &reference->leaf_capacity, count, sizeof(*reference->leaves));
    reference->leaf_count = count;
    cbt_heap_leaves(&reference->heap, reference->leaves, pool_for(reference, count));
}

bool cbt_reference_init_rule(struct reference *reference, const struct reference_rule *rule,
                             uint32_t depth)
{
    static const uint32_t first_leaves[] = { 2, 3 };
    *reference = (struct reference){ .rule = *rule };
    if (!cbt_heap_init(&reference->heap, depth))
        return false;
    cbt_heap_fill(&reference->heap, first_leaves, 2, NULL);
    list_leaves(reference);
    return true;
}

/* The context is the struct sequence_frame of the frame. */
static bool sequence_rule_splits(void *context, uint32_t frame, uint32_t leaf)
{
    (void)frame;
    return cbt_sequence_splits(context, leaf);
}

static bool sequence_rule_merges(void *context, uint32_t frame, uint32_t base, uint32_t top)
{
    (void)frame;
    return cbt_sequence_merges(context, base, top);
}

bool cbt_reference_init(struct reference *reference, enum sequence_kind kind, uint32_t depth)
{
    const struct reference_rule rule = { sequence_rule_splits, sequence_rule_merges, NULL };
    if (!cbt_reference_init_rule(reference, &rule, depth))
        return false;
    reference->kind = kind;
    return true;
}

void cbt_reference_finish(struct reference *reference)
{
    cbt_heap_finish(&reference->heap);
    free(reference->leaves);
    free(reference->changed);
    free(reference->wanted);
    cpu_pool_destroy(&reference->pool);
    *reference = (struct reference){ 0 };
}

static void note_change(void *context, uint32_t position)
{
    struct reference *reference = context;
    reference->changed = need_room(reference->changed, reference->changed_count,
                                   &reference->changed_capacity, sizeof(position));
    reference->changed[reference->changed_count++] = position;
}

/* Whether each leaf is to be split or merged: all are asked before the first one is. */
struct question {
    const struct reference *reference;
    const struct reference_rule *rule;
    bool merges;
};

static void ask_leaf(void *context, size_t i)
{
    const struct question *question = context;
    const struct reference *reference = question->reference;
    const struct reference_rule *rule = question->rule;
    const uint32_t leaf = reference->leaves[i], depth = cbt_heap_node_depth(leaf);
    bool *wanted = &reference->wanted[i];
    if (!question->merges) {
        *wanted =
            depth < reference->heap.depth && rule->splits(rule->context, reference->frame, leaf);
        return;
    }
    *wanted = depth >= 2;
    if (!*wanted)
        return;
    const struct leb_diamond diamond = cbt_leb_node_diamond(leaf);
    *wanted = cbt_leb_diamond_merges(&reference->heap, &diamond) &&
              rule->merges(rule->context, reference->frame, diamond.base, diamond.top);
}

static void ask(struct reference *reference, const struct reference_rule *rule, bool merges)
{
    enum { CHUNK = 1 << 11 };
    struct question question = { reference, rule, merges };
    const size_t count = reference->leaf_count;
    reference->wanted =
        grow(reference->wanted, &reference->wanted_capacity, count, sizeof(*reference->wanted));
    cpu_pool_each(pool_for(reference, count), count, CHUNK, ask_leaf, &question);
}

/*
 * Of the heap, a frame reads no more than levels 0 to D-1, which stay as they were until the
 * reduction. That adds the changes to the ancestors, one by one: the sums of a full reduction.
 */
void cbt_reference_step(struct reference *reference)
{
    struct heap *heap = &reference->heap;
    struct sequence_frame frame =
        cbt_sequence_frame(reference->kind, heap->depth, reference->frame);
    struct reference_rule rule = reference->rule;
    const bool merges = reference->frame % 2 != 0;
    if (rule.splits == sequence_rule_splits)
        rule.context = &frame;
    reference->changed_count = 0;
    reference->leaves_before = (uint32_t)reference->leaf_count;
    ask(reference, &rule, merges);
    for (size_t i = 0; i < reference->leaf_count; i++)
        if (reference->wanted[i] && !merges)
            cbt_leb_node_split(heap, reference->leaves[i], note_change, reference);
        else if (reference->wanted[i] && cbt_heap_node_merge(heap, reference->leaves[i]))
            note_change(reference, cbt_heap_merge_position(heap->depth, reference->leaves[i]));
    cbt_heap_positions_add(heap, reference->changed, reference->changed_count, merges ? -1 : 1,
                           pool_for(reference, reference->changed_count));
    reference->frame++;
    list_leaves(reference);
}

struct reference_state cbt_reference_state(const struct reference *reference)
{
    uint8_t seen[1 << (HEAP_DEPTH_MAX - REDUCTION_TILE_BITS)] = { 0 };
    uint32_t tiles = 0; /* distinct ones among the positions that the frame changed */
    for (size_t i = 0; i < reference->changed_count; i++) {
        const uint32_t tile = reference->changed[i] >> REDUCTION_TILE_BITS;
        tiles += !seen[tile];
        seen[tile] = 1;
    }
    return (struct reference_state){
        .leaves_before = reference->leaves_before,
        .leaf_count = (uint32_t)reference->leaf_count,
        .changed = (uint32_t)reference->changed_count,
        .tiles = tiles,
        .words_hash = hash_words(reference->leaves, reference->leaf_count),
    };
}
