/* SPDX-License-Identifier: MIT */
/*
 * cbt_pool_test.c: the pool of bisectors on the host. Its leaves are those of the tree after every
 * frame of P, N and L; its check sees each kind of fault that is planted in a right state.
 */
#include "bench/cbt/leaves/leaves.h"
#include "bench/cbt/tree/tree.h"
#include "tests/context.h"

enum { SLOTS_DEPTH = 15 };

/* A pool by links alone: what cbt_pool_check() must find right. Frames are those of a tree: even
 * ones split, odd ones merge. */
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
static uint32_t slot_take(struct pool *pool)
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

static void pool_finish(struct pool *pool)
{
    free(pool->ids);
    free(pool->neighbours);
    free(pool->bits);
    free(pool->tree);
    free(pool->scratch);
    *pool = (struct pool){ 0 };
}

/* Bisectors 2 and 3, in slots 0 and 1. False when there is no memory. */
static bool pool_init(struct pool *pool, const struct reference_rule *rule, uint32_t depth,
                      uint32_t depth_max)
{
    assert_true(depth >= POOL_DEPTH_MIN && depth <= POOL_DEPTH_MAX);
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
static void relink(struct pool *pool, uint32_t slot, uint32_t old, uint32_t now)
{
    for (int edge = 0; slot != POOL_NONE && edge < POOL_EDGES; edge++)
        if (pool->neighbours[slot][edge] == old)
            pool->neighbours[slot][edge] = now;
}

static uint32_t depth_of(const struct pool *pool, uint32_t slot)
{
    return 63 - (uint32_t)__builtin_clzll(pool->ids[slot]);
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

/* Unites a pair; `even` becomes the parent. */
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
    pool->ids[odd] = 0;
    pool->bits[odd / 32] &= ~(1u << odd % 32);
}

/*
 * The decisions are all made before the first bisector changes, in slot order. A split may be found
 * done already, by a finer one that forced it: the slot then holds another id.
 */
static bool split_frame(struct pool *pool)
{
    const struct reference_rule *rule = &pool->rule;
    const uint32_t slots = 1u << pool->depth;
    CLEANUP(free_pointer) uint64_t *ids = malloc(slots * sizeof(*ids));
    uint32_t count = 0;
    bool ok = ids;
    for (uint32_t slot = 0; ok && slot < slots; slot++)
        if (pool->ids[slot] != 0 && depth_of(pool, slot) < pool->depth_max &&
            rule->splits(rule->context, pool->frame, (uint32_t)pool->ids[slot])) {
            ids[count] = pool->ids[slot];
            pool->scratch[count++] = slot;
        }
    for (uint32_t i = 0; ok && i < count; i++)
        if (pool->ids[pool->scratch[i]] == ids[i])
            ok = split(pool, pool->scratch[i]);
    return ok;
}

/* Each diamond of leaves of one depth that merges does so once: by its lesser base, whose even
 * child is noted. */
static void merge_frame(struct pool *pool)
{
    const struct reference_rule *rule = &pool->rule;
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < 1u << pool->depth; slot++) {
        if (pool->ids[slot] == 0 || pool->ids[slot] % 2 != 0)
            continue;
        const uint32_t depth = depth_of(pool, slot), beyond = beyond_of(pool, slot);
        if (depth < 2 || depth_of(pool, sibling_of(pool, slot)) != depth ||
            (beyond != POOL_NONE && (depth_of(pool, beyond) != depth ||
                                     depth_of(pool, sibling_of(pool, beyond)) != depth)))
            continue;
        const uint32_t base = (uint32_t)(pool->ids[slot] / 2);
        const uint32_t top = beyond == POOL_NONE ? base : (uint32_t)(pool->ids[beyond] / 2);
        if (base <= top && rule->merges(rule->context, pool->frame, base, top))
            pool->scratch[count++] = slot;
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t even = pool->scratch[i], beyond = beyond_of(pool, even);
        const uint32_t top = beyond == POOL_NONE ? POOL_NONE : sibling_of(pool, beyond);
        unite(pool, even, top);
        if (top != POOL_NONE)
            unite(pool, top, even);
    }
}

/* Runs one frame. False when it needs more slots than are free; the pool is then of no use. */
static bool pool_step(struct pool *pool)
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

/* Sequences ------------------------------------------------------------------------------------ */

static struct sequence_frame frame_state; /* of the frame under way */

static bool splits(void *context, uint32_t frame, uint32_t leaf)
{
    return cbt_sequence_splits(context, leaf);
}

static bool merges(void *context, uint32_t frame, uint32_t base, uint32_t top)
{
    return cbt_sequence_merges(context, base, top);
}

static const struct reference_rule rule = { splits, merges, &frame_state };

static struct pool_view view_of(const struct pool *pool)
{
    return (struct pool_view){ .depth = pool->depth,
                               .slots = 1u << pool->depth,
                               .ids = pool->ids,
                               .neighbours = (const uint32_t(*)[POOL_EDGES])pool->neighbours,
                               .bits = pool->bits,
                               .tree = pool->tree,
                               .live_count = cbt_pool_tree_read(pool->tree, pool->depth, 1) };
}

static void run_sequence(enum sequence_kind kind, uint32_t depth)
{
    CLEANUP(cbt_reference_finish) struct reference reference;
    CLEANUP(pool_finish) struct pool pool;
    CLEANUP(context_finish) struct context context = context_of(1, NULL);
    CLEANUP(free_pointer) uint32_t *leaves = malloc((size_t)4 << SLOTS_DEPTH);
    assert_non_null(leaves);
    assert_true(cbt_reference_init(&reference, kind, depth));
    assert_true(pool_init(&pool, &rule, SLOTS_DEPTH, depth));
    for (uint32_t f = 0; f < cbt_sequence_frames(kind); f++) {
        frame_state = cbt_sequence_frame(kind, depth, f);
        assert_true(cbt_reference_step(&reference));
        assert_true(pool_step(&pool));
        struct pool_view view = view_of(&pool);
        view.frame = f;
        if (!cbt_pool_check(&context, &view, leaves))
            fail_msg("%s D=%u: %s", cbt_sequence_names[kind], depth, context_message(&context));
        assert_int_equal(view.live_count, reference.leaf_count);
        assert_memory_equal(leaves, reference.leaves, 4 * reference.leaf_count);
    }
}

TEST(test_same_leaves)
{
    for (uint32_t depth = 6; depth <= 14; depth += 4) {
        run_sequence(SEQUENCE_P, depth);
        run_sequence(SEQUENCE_N, depth);
        run_sequence(SEQUENCE_L, depth);
    }
    run_sequence(SEQUENCE_P, 28);
}

/* Bytes that the paper's tree takes. */
TEST(test_tree_size)
{
    assert_int_equal(4 * cbt_pool_tree_words(17), 3324);
    assert_int_equal(4 * cbt_pool_tree_words(18), 6396);
    assert_int_equal(4 * cbt_pool_tree_words(19), 12540);
    assert_int_equal(4 * cbt_pool_tree_words(20), 24828);
}

/* Nodes of all widths, full to the brim. */
TEST(test_tree_full)
{
    for (uint32_t depth = POOL_DEPTH_MIN; depth <= POOL_DEPTH_MAX; depth++) {
        const size_t words = (size_t)1 << (depth - 5);
        CLEANUP(free_pointer)
        uint32_t *bits = malloc(4 * words), *tree = calloc(cbt_pool_tree_words(depth), 4);
        assert_true(bits && tree);
        memset(bits, 0xff, 4 * words);
        cbt_pool_tree_reduce(tree, bits, depth);
        for (uint32_t level = 0; level <= depth - POOL_LOWEST; level++)
            for (uint32_t node = 1u << level; node < 2u << level; node++)
                assert_int_equal(cbt_pool_tree_read(tree, depth, node), 1u << (depth - level));
    }
}

/* A frame that does not fit says so. */
TEST(test_out_of_slots)
{
    CLEANUP(pool_finish) struct pool pool;
    bool ok = true;
    assert_true(pool_init(&pool, &rule, SLOTS_DEPTH, 20));
    for (uint32_t f = 0; ok && f < 128; f++) {
        frame_state = cbt_sequence_frame(SEQUENCE_N, 20, f);
        ok = pool_step(&pool);
    }
    assert_false(ok);
}

/* Faults --------------------------------------------------------------------------------------- */

static bool is_right(const struct pool *pool, const uint32_t *live)
{
    static uint32_t leaves[1 << SLOTS_DEPTH];
    CLEANUP(context_finish) struct context context = context_of(1, NULL);
    struct pool_view view = view_of(pool);
    view.live = live;
    const bool right = cbt_pool_check(&context, &view, leaves);
    assert_int_equal(context_trouble(&context), right ? CONTEXT_OK : CONTEXT_MISMATCH);
    return right;
}

TEST(test_faults_are_seen)
{
    static uint32_t live[1 << SLOTS_DEPTH];
    CLEANUP(pool_finish) struct pool pool;
    assert_true(pool_init(&pool, &rule, SLOTS_DEPTH, 12));
    for (uint32_t f = 0; f < 21; f++) {
        frame_state = cbt_sequence_frame(SEQUENCE_N, 12, f);
        assert_true(pool_step(&pool));
    }
    uint32_t count = 0, inner = 0;
    for (uint32_t slot = 0; slot < 1u << SLOTS_DEPTH; slot++)
        if (pool.ids[slot] != 0) {
            live[count++] = slot;
            inner = pool.neighbours[slot][POOL_LEFT] == POOL_NONE ? inner : slot;
        }
    assert_true(is_right(&pool, live));

    const uint32_t twice = live[0];
    live[0] = live[1];
    assert_false(is_right(&pool, live));
    live[0] = twice;

    for (int edge = 0; edge < POOL_EDGES; edge++) {
        uint32_t *word = &pool.neighbours[inner][edge];
        const uint32_t right = *word;
        *word = right == live[5] ? live[6] : live[5];
        assert_false(is_right(&pool, live));
        *word = right;
    }

    pool.bits[inner / 32] ^= 1u << inner % 32;
    assert_false(is_right(&pool, live));
    pool.bits[inner / 32] ^= 1u << inner % 32;

    pool.tree[cbt_pool_tree_words(SLOTS_DEPTH) - 1] ^= 0x01000000;
    assert_false(is_right(&pool, live));
    pool.tree[cbt_pool_tree_words(SLOTS_DEPTH) - 1] ^= 0x01000000;

    pool.ids[inner] *= 2;
    assert_false(is_right(&pool, live));
    pool.ids[inner] /= 2;
    assert_true(is_right(&pool, live));
}
