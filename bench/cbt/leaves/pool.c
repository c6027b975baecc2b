/* SPDX-License-Identifier: MIT */
#include "bench/cbt/leaves/pool.h"

#include <assert.h>
#include <stdlib.h>

/* Tree ----------------------------------------------------------------------------------------- */

enum { WIDE_NODES = 128 }; /* nodes 1..127, levels 0 to 6, are 32 bits wide */

/* Width in bits of a node, and where it lies. */
static uint32_t node_width(uint32_t depth, uint32_t node, uint32_t *word, uint32_t *shift)
{
    const uint32_t lowest = 1u << (depth - POOL_LOWEST);
    if (node >= lowest) {
        *word = WIDE_NODES - 1 + (lowest - WIDE_NODES) / 2 + (node - lowest) / 4;
        *shift = (node - lowest) % 4 * 8;
        return 8;
    }
    if (node >= WIDE_NODES) {
        *word = WIDE_NODES - 1 + (node - WIDE_NODES) / 2;
        *shift = node % 2 * 16;
        return 16;
    }
    *word = node - 1;
    *shift = 0;
    return 32;
}

uint32_t cbt_pool_tree_words(uint32_t depth)
{
    const uint32_t lowest = 1u << (depth - POOL_LOWEST);
    return WIDE_NODES - 1 + (lowest - WIDE_NODES) / 2 + lowest / 4;
}

uint32_t cbt_pool_tree_read(const uint32_t *tree, uint32_t depth, uint32_t node)
{
    uint32_t word, shift;
    const uint32_t width = node_width(depth, node, &word, &shift);
    return tree[word] >> shift & 0xffffffffu >> (32 - width);
}

static void tree_write(uint32_t *tree, uint32_t depth, uint32_t node, uint32_t value)
{
    uint32_t word, shift;
    const uint32_t mask = 0xffffffffu >> (32 - node_width(depth, node, &word, &shift));
    tree[word] = (tree[word] & ~(mask << shift)) | (value & mask) << shift;
}

void cbt_pool_tree_reduce(uint32_t *tree, const uint32_t *bits, uint32_t depth)
{
    const uint32_t lowest = 1u << (depth - POOL_LOWEST);
    for (uint32_t node = 0; node < lowest; node++) {
        uint32_t sum = 0;
        for (uint32_t i = 0; i < 4; i++)
            sum += (uint32_t)__builtin_popcount(bits[4 * node + i]);
        tree_write(tree, depth, lowest + node, sum);
    }
    for (uint32_t node = lowest - 1; node > 0; node--)
        tree_write(tree, depth, node,
                   cbt_pool_tree_read(tree, depth, 2 * node) +
                       cbt_pool_tree_read(tree, depth, 2 * node + 1));
}

static void tree_add(struct pool *pool, uint32_t slot, uint32_t change)
{
    const uint32_t lowest = 1u << (pool->depth - POOL_LOWEST);
    for (uint32_t node = lowest + slot / 128; node > 0; node /= 2)
        tree_write(pool->tree, pool->depth, node,
                   cbt_pool_tree_read(pool->tree, pool->depth, node) + change);
}

/* The first free slot; POOL_NONE where none is. */
static uint32_t slot_take(struct pool *pool)
{
    uint32_t node = 1, span = 1u << pool->depth;
    if (cbt_pool_tree_read(pool->tree, pool->depth, 1) == span)
        return POOL_NONE;
    while (span > 128) {
        span /= 2;
        node *= 2;
        node += cbt_pool_tree_read(pool->tree, pool->depth, node) == span;
    }
    uint32_t slot = (node - (1u << (pool->depth - POOL_LOWEST))) * 128;
    while (pool->bits[slot / 32] >> slot % 32 & 1)
        slot++;
    pool->bits[slot / 32] |= 1u << slot % 32;
    tree_add(pool, slot, 1);
    return slot;
}

static void slot_give(struct pool *pool, uint32_t slot)
{
    pool->ids[slot] = 0;
    pool->bits[slot / 32] &= ~(1u << slot % 32);
    tree_add(pool, slot, UINT32_MAX);
}

/* Bisectors ------------------------------------------------------------------------------------ */

static uint32_t id_depth(uint64_t id)
{
    return 63 - (uint32_t)__builtin_clzll(id);
}

bool cbt_pool_init(struct pool *pool, const struct reference_rule *rule, uint32_t depth,
                   uint32_t depth_max)
{
    assert(depth >= POOL_DEPTH_MIN && depth <= POOL_DEPTH_MAX);
    const size_t slots = (size_t)1 << depth;
    *pool = (struct pool){ .depth = depth, .rule = *rule, .depth_max = depth_max };
    pool->ids = calloc(slots, sizeof(*pool->ids));
    pool->neighbours = calloc(slots, sizeof(*pool->neighbours));
    pool->bits = calloc(slots / 32, sizeof(*pool->bits));
    pool->tree = calloc(cbt_pool_tree_words(depth), sizeof(*pool->tree));
    pool->scratch = calloc(slots, sizeof(*pool->scratch));
    if (!pool->ids || !pool->neighbours || !pool->bits || !pool->tree || !pool->scratch) {
        cbt_pool_finish(pool);
        return false;
    }
    for (uint32_t slot = 0; slot < 2; slot++) {
        pool->ids[slot_take(pool)] = 2 + slot;
        pool->neighbours[slot][POOL_LEFT] = pool->neighbours[slot][POOL_RIGHT] = POOL_NONE;
        pool->neighbours[slot][POOL_EDGE] = 1 - slot;
    }
    return true;
}

void cbt_pool_finish(struct pool *pool)
{
    free(pool->ids);
    free(pool->neighbours);
    free(pool->bits);
    free(pool->tree);
    free(pool->scratch);
    *pool = (struct pool){ 0 };
}

uint32_t cbt_pool_live_count(const struct pool *pool)
{
    return cbt_pool_tree_read(pool->tree, pool->depth, 1);
}

/* Whoever has `old` beyond an edge has `now` there. */
static void relink(struct pool *pool, uint32_t slot, uint32_t old, uint32_t now)
{
    for (int edge = 0; slot != POOL_NONE && edge < POOL_EDGES; edge++)
        if (pool->neighbours[slot][edge] == old)
            pool->neighbours[slot][edge] = now;
}

static uint32_t depth_of(const struct pool *pool, uint32_t slot)
{
    return id_depth(pool->ids[slot]);
}

/* Halves of one bisector: the first stays in its slot, the second goes to `right`. Their outer
 * halves of the longest edge are the caller's to link. */
static void halve(struct pool *pool, uint32_t slot, uint32_t right)
{
    uint32_t *const first = pool->neighbours[slot], *const second = pool->neighbours[right];
    const uint32_t beyond_left = first[POOL_LEFT], beyond_right = first[POOL_RIGHT];
    pool->ids[right] = 2 * pool->ids[slot] + 1;
    pool->ids[slot] *= 2;
    first[POOL_LEFT] = right;
    first[POOL_EDGE] = beyond_right;
    second[POOL_RIGHT] = slot;
    second[POOL_EDGE] = beyond_left;
    relink(pool, beyond_left, slot, right);
}

/* Splits a bisector and, first, the coarser one beyond its longest edge. */
static bool split(struct pool *pool, uint32_t slot)
{
    uint32_t twin = pool->neighbours[slot][POOL_EDGE];
    if (twin != POOL_NONE && depth_of(pool, twin) < depth_of(pool, slot) && !split(pool, twin))
        return false;
    twin = pool->neighbours[slot][POOL_EDGE];
    const uint32_t right = slot_take(pool);
    const uint32_t twin_right = twin == POOL_NONE ? POOL_NONE : slot_take(pool);
    if (right == POOL_NONE || (twin != POOL_NONE && twin_right == POOL_NONE))
        return false;
    halve(pool, slot, right);
    if (twin != POOL_NONE) {
        halve(pool, twin, twin_right);
        pool->neighbours[twin][POOL_RIGHT] = right;
        pool->neighbours[twin_right][POOL_LEFT] = slot;
    }
    pool->neighbours[slot][POOL_RIGHT] = twin_right;
    pool->neighbours[right][POOL_LEFT] = twin;
    return true;
}

/* The other half of the parent, and the bisector beyond the other short edge. */
static uint32_t sibling_of(const struct pool *pool, uint32_t slot)
{
    return pool->neighbours[slot][pool->ids[slot] % 2 == 0 ? POOL_LEFT : POOL_RIGHT];
}

static uint32_t beyond_of(const struct pool *pool, uint32_t slot)
{
    return pool->neighbours[slot][pool->ids[slot] % 2 == 0 ? POOL_RIGHT : POOL_LEFT];
}

/* Whether the parent of `slot` and the one beyond its longest edge may merge their children: all
 * of them are leaves of one depth. *top is a child of the other, POOL_NONE at the border. */
static bool diamond_is_whole(const struct pool *pool, uint32_t slot, uint32_t *top)
{
    const uint32_t depth = depth_of(pool, slot), sibling = sibling_of(pool, slot);
    *top = beyond_of(pool, slot);
    if (depth < 2 || depth_of(pool, sibling) != depth)
        return false;
    return *top == POOL_NONE ||
           (depth_of(pool, *top) == depth && depth_of(pool, sibling_of(pool, *top)) == depth);
}

/* Of a pair, `even` becomes the parent. */
static void unite(struct pool *pool, uint32_t even, uint32_t twin)
{
    const uint32_t odd = pool->neighbours[even][POOL_LEFT];
    const uint32_t beyond_right = pool->neighbours[even][POOL_EDGE];
    const uint32_t beyond_left = pool->neighbours[odd][POOL_EDGE];
    pool->ids[even] /= 2;
    pool->neighbours[even][POOL_LEFT] = beyond_left;
    pool->neighbours[even][POOL_RIGHT] = beyond_right;
    pool->neighbours[even][POOL_EDGE] = twin;
    relink(pool, beyond_left, odd, even);
    slot_give(pool, odd);
}

/* Slots whose bisector is to be split, in slot order. */
static uint32_t choose_splits(struct pool *pool)
{
    const struct reference_rule *rule = &pool->rule;
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < 1u << pool->depth; slot++)
        if (pool->ids[slot] != 0 && depth_of(pool, slot) < pool->depth_max &&
            rule->splits(rule->context, pool->frame, (uint32_t)pool->ids[slot]))
            pool->scratch[count++] = slot;
    return count;
}

/* Even children of diamonds that merge, each diamond once: by its lesser base. */
static uint32_t choose_merges(struct pool *pool)
{
    const struct reference_rule *rule = &pool->rule;
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < 1u << pool->depth; slot++) {
        uint32_t beyond;
        if (pool->ids[slot] == 0 || pool->ids[slot] % 2 != 0 ||
            !diamond_is_whole(pool, slot, &beyond))
            continue;
        const uint32_t base = (uint32_t)(pool->ids[slot] / 2);
        const uint32_t top = beyond == POOL_NONE ? base : (uint32_t)(pool->ids[beyond] / 2);
        if (base <= top && rule->merges(rule->context, pool->frame, base, top))
            pool->scratch[count++] = slot;
    }
    return count;
}

/*
 * The decisions are all made before the first bisector changes. A split may be found done already,
 * by a finer one that forced it: the slot then holds another id.
 */
static bool split_frame(struct pool *pool)
{
    const uint32_t count = choose_splits(pool);
    uint64_t *ids = malloc((count + 1) * sizeof(*ids));
    bool ok = ids;
    for (uint32_t i = 0; ok && i < count; i++)
        ids[i] = pool->ids[pool->scratch[i]];
    for (uint32_t i = 0; ok && i < count; i++)
        if (pool->ids[pool->scratch[i]] == ids[i])
            ok = split(pool, pool->scratch[i]);
    free(ids);
    return ok;
}

static void merge_frame(struct pool *pool)
{
    const uint32_t count = choose_merges(pool);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t even = pool->scratch[i], beyond = beyond_of(pool, even);
        const uint32_t top = beyond == POOL_NONE ? POOL_NONE : sibling_of(pool, beyond);
        unite(pool, even, top);
        if (top != POOL_NONE)
            unite(pool, top, even);
    }
}

bool cbt_pool_step(struct pool *pool)
{
    bool ok = true;
    if (pool->frame % 2 == 0)
        ok = split_frame(pool);
    else
        merge_frame(pool);
    pool->frame++;
    return ok;
}
