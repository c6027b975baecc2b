/* SPDX-License-Identifier: MIT */
/*
 * cbt_pool_test.c: the pool of bisectors on the host. Its leaves are those of the tree after every
 * frame of P, N and L; its check sees each kind of fault that is planted in a right state.
 */
#include "tests/bench/cbt/cbt_context.h"
#include "tests/bench/cbt/cbt_pool_host.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS_DEPTH = 15 };

static struct sequence_frame frame_state; /* of the frame under way */

static bool splits(void *context, uint32_t frame, uint32_t leaf)
{
    (void)frame;
    return cbt_sequence_splits(context, leaf);
}

static bool merges(void *context, uint32_t frame, uint32_t base, uint32_t top)
{
    (void)frame;
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
    struct reference reference;
    struct pool pool;
    struct context context = context_create(NULL);
    uint32_t *leaves = malloc((size_t)4 << SLOTS_DEPTH);
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
    cbt_reference_finish(&reference);
    pool_finish(&pool);
    context_finish(&context);
    free(leaves);
}

static void test_same_leaves(void **state)
{
    (void)state;
    for (uint32_t depth = 6; depth <= 14; depth += 4) {
        run_sequence(SEQUENCE_P, depth);
        run_sequence(SEQUENCE_N, depth);
        run_sequence(SEQUENCE_L, depth);
    }
    run_sequence(SEQUENCE_P, 28);
}

/* Bytes that the paper's tree takes. */
static void test_tree_size(void **state)
{
    (void)state;
    assert_int_equal(4 * cbt_pool_tree_words(17), 3324);
    assert_int_equal(4 * cbt_pool_tree_words(18), 6396);
    assert_int_equal(4 * cbt_pool_tree_words(19), 12540);
    assert_int_equal(4 * cbt_pool_tree_words(20), 24828);
}

/* Nodes of all widths, full to the brim. */
static void test_tree_full(void **state)
{
    (void)state;
    for (uint32_t depth = POOL_DEPTH_MIN; depth <= POOL_DEPTH_MAX; depth++) {
        const size_t words = (size_t)1 << (depth - 5);
        uint32_t *bits = malloc(4 * words), *tree = calloc(cbt_pool_tree_words(depth), 4);
        assert_true(bits && tree);
        memset(bits, 0xff, 4 * words);
        cbt_pool_tree_reduce(tree, bits, depth);
        for (uint32_t level = 0; level <= depth - POOL_LOWEST; level++)
            for (uint32_t node = 1u << level; node < 2u << level; node++)
                assert_int_equal(cbt_pool_tree_read(tree, depth, node), 1u << (depth - level));
        free(bits);
        free(tree);
    }
}

/* A frame that does not fit says so. */
static void test_out_of_slots(void **state)
{
    (void)state;
    struct pool pool;
    bool ok = true;
    assert_true(pool_init(&pool, &rule, SLOTS_DEPTH, 20));
    for (uint32_t f = 0; ok && f < 128; f++) {
        frame_state = cbt_sequence_frame(SEQUENCE_N, 20, f);
        ok = pool_step(&pool);
    }
    assert_false(ok);
    pool_finish(&pool);
}

/* Faults --------------------------------------------------------------------------------------- */

static void pool_to_frame(struct pool *pool, uint32_t frames)
{
    assert_true(pool_init(pool, &rule, SLOTS_DEPTH, 12));
    for (uint32_t f = 0; f < frames; f++) {
        frame_state = cbt_sequence_frame(SEQUENCE_N, 12, f);
        assert_true(pool_step(pool));
    }
}

static bool is_right(const struct pool *pool, const uint32_t *live)
{
    static uint32_t leaves[1 << SLOTS_DEPTH];
    struct context context = context_create(NULL);
    struct pool_view view = view_of(pool);
    view.live = live;
    const bool right = cbt_pool_check(&context, &view, leaves);
    assert_int_equal(context_trouble(&context), right ? CONTEXT_OK : CONTEXT_MISMATCH);
    context_finish(&context);
    return right;
}

static void test_faults_are_seen(void **state)
{
    (void)state;
    static uint32_t live[1 << SLOTS_DEPTH];
    struct pool pool;
    pool_to_frame(&pool, 21);
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
    pool_finish(&pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_leaves),     cmocka_unit_test(test_tree_size),
        cmocka_unit_test(test_tree_full),       cmocka_unit_test(test_out_of_slots),
        cmocka_unit_test(test_faults_are_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
