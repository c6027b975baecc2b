/* SPDX-License-Identifier: MIT */
/*
 * cbt_pool_host.h: a pool of bisectors on the host, by links alone: what cbt_pool_check() must find
 * right. Frames are those of a tree: even ones split, odd ones merge.
 */
#ifndef CLAIMCHECK_TESTS_BENCH_CBT_CBT_POOL_HOST_H
#define CLAIMCHECK_TESTS_BENCH_CBT_CBT_POOL_HOST_H

#include "bench/cbt/leaves/leaves.h"
#include "bench/cbt/tree/tree.h"

#include <assert.h>
#include <stdlib.h>

struct pool {
    uint32_t depth; /* 2^depth slots */
    uint64_t *ids;  /* of slots; 0 where the slot is free */
    uint32_t (*neighbours)[POOL_EDGES];
    uint32_t *bits;    /* of slots, least significant bit first */
    uint32_t *tree;    /* as the last frame left it */
    uint32_t *scratch; /* slots that a frame acts on */
    struct reference_rule rule;
    uint32_t depth_max; /* of bisectors */
    uint32_t frame;     /* the next one */
};

/* The first free slot; POOL_NONE where none is. */
static inline uint32_t slot_take(struct pool *pool)
{
    const uint32_t words = 1u << (pool->depth - 5);
    uint32_t word = 0;
    while (word < words && pool->bits[word] == UINT32_MAX)
        word++;
    if (word == words)
        return POOL_NONE;
    const uint32_t slot = 32 * word + (uint32_t)__builtin_ctz(~pool->bits[word]);
    pool->bits[word] |= 1u << slot % 32;
    return slot;
}

static inline void slot_give(struct pool *pool, uint32_t slot)
{
    pool->ids[slot] = 0;
    pool->bits[slot / 32] &= ~(1u << slot % 32);
}

static inline uint32_t id_depth(uint64_t id)
{
    return 63 - (uint32_t)__builtin_clzll(id);
}

static inline void pool_finish(struct pool *pool)
{
    free(pool->ids);
    free(pool->neighbours);
    free(pool->bits);
    free(pool->tree);
    free(pool->scratch);
    *pool = (struct pool){ 0 };
}

/* Bisectors 2 and 3, in slots 0 and 1. False when there is no memory. */
static inline bool pool_init(struct pool *pool, const struct reference_rule *rule, uint32_t depth,
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
        pool_finish(pool);
        return false;
    }
    for (uint32_t slot = 0; slot < 2; slot++) {
        pool->ids[slot_take(pool)] = 2 + slot;
        pool->neighbours[slot][POOL_LEFT] = pool->neighbours[slot][POOL_RIGHT] = POOL_NONE;
        pool->neighbours[slot][POOL_EDGE] = 1 - slot;
    }
    cbt_pool_tree_reduce(pool->tree, pool->bits, depth);
    return true;
}

/* Whoever has `old` beyond an edge has `now` there. */
static inline void relink(struct pool *pool, uint32_t slot, uint32_t old, uint32_t now)
{
    for (int edge = 0; slot != POOL_NONE && edge < POOL_EDGES; edge++)
        if (pool->neighbours[slot][edge] == old)
            pool->neighbours[slot][edge] = now;
}

static inline uint32_t depth_of(const struct pool *pool, uint32_t slot)
{
    return id_depth(pool->ids[slot]);
}

/* Halves of one bisector: the first stays in its slot, the second goes to `right`. Their outer
 * halves of the longest edge are the caller's to link. */
static inline void halve(struct pool *pool, uint32_t slot, uint32_t right)
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
static inline bool split(struct pool *pool, uint32_t slot)
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
static inline uint32_t sibling_of(const struct pool *pool, uint32_t slot)
{
    return pool->neighbours[slot][pool->ids[slot] % 2 == 0 ? POOL_LEFT : POOL_RIGHT];
}

static inline uint32_t beyond_of(const struct pool *pool, uint32_t slot)
{
    return pool->neighbours[slot][pool->ids[slot] % 2 == 0 ? POOL_RIGHT : POOL_LEFT];
}

/* Whether the parent of `slot` and the one beyond its longest edge may merge their children: all
 * of them are leaves of one depth. *top is a child of the other, POOL_NONE at the border. */
static inline bool diamond_is_whole(const struct pool *pool, uint32_t slot, uint32_t *top)
{
    const uint32_t depth = depth_of(pool, slot), sibling = sibling_of(pool, slot);
    *top = beyond_of(pool, slot);
    if (depth < 2 || depth_of(pool, sibling) != depth)
        return false;
    return *top == POOL_NONE ||
           (depth_of(pool, *top) == depth && depth_of(pool, sibling_of(pool, *top)) == depth);
}

/* Unites a pair; `even` becomes the parent. */
static inline void unite(struct pool *pool, uint32_t even, uint32_t twin)
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
static inline uint32_t choose_splits(struct pool *pool)
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
static inline uint32_t choose_merges(struct pool *pool)
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
static inline bool split_frame(struct pool *pool)
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

static inline void merge_frame(struct pool *pool)
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

/* Runs one frame. False when it needs more slots than are free; the pool is then of no use. */
static inline bool pool_step(struct pool *pool)
{
    bool ok = true;
    if (pool->frame % 2 == 0)
        ok = split_frame(pool);
    else
        merge_frame(pool);
    cbt_pool_tree_reduce(pool->tree, pool->bits, pool->depth);
    pool->frame++;
    return ok;
}

#endif
