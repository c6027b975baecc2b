/* SPDX-License-Identifier: MIT */
/* cbt_changes_test.c: the words that differ, against all words compared. */
#include "bench/cbt/tree/tree.h"

#include "harness/random.h"

#include "tests/context.h"

/* Parts that the layout keeps: the tree, a copy, the bit field. */
static bool is_compared(enum layout layout, uint32_t depth, size_t index)
{
    const size_t bitfield = cbt_heap_bitfield_word(depth);
    const size_t copy = bitfield - cbt_heap_bitfield_words(depth);
    return index < cbt_layout_tree_words(layout, depth) || index >= bitfield ||
           (cbt_layout_copies(layout) && index >= copy);
}

static void compare(struct context *context, enum layout layout, const struct heap *before,
                    const struct heap *after)
{
    const size_t words = cbt_heap_words(before->depth);
    struct changes changes;
    assert_true(cbt_changes_list(context, &changes, layout, before, after));
    size_t found = 0;
    for (size_t i = 0; i < words; i++) {
        const uint32_t old = cbt_layout_word(layout, before, i);
        if (!is_compared(layout, before->depth, i) || old == cbt_layout_word(layout, after, i))
            continue;
        if (found == changes.count || changes.pairs[2 * found] != i)
            fail_msg("D %u, layout %d: word %zu of %zu is missing", before->depth, (int)layout, i,
                     words);
        assert_int_equal(changes.pairs[2 * found + 1], old);
        found++;
    }
    assert_int_equal(found, changes.count);
}

static void flip(struct heap *heap, uint32_t position)
{
    heap->words[cbt_heap_bitfield_word(heap->depth) + position / 32] ^= 1u << position % 32;
}

/* Bits here and there, flipped; also none, one, and all of them. */
TEST(test_layouts)
{
    CLEANUP(context_finish) struct context context = context_of(1, NULL);
    uint64_t random = 1;
    for (uint32_t depth = HEAP_DEPTH_MIN; depth <= 17; depth++) {
        const uint32_t bits = 1u << depth, flips[] = { 0, 1, 7, 300, bits };
        for (int f = 0; f < 5; f++) {
            struct heap before, after;
            assert_true(cbt_heap_create(&context, &before, depth));
            for (uint32_t i = 0; i < bits; i += 1 + (uint32_t)random_below(&random, 60))
                flip(&before, i);
            assert_true(cbt_heap_copy(&context, &after, &before));
            for (uint32_t i = 0; i < flips[f]; i++)
                flip(&after, flips[f] == bits ? i : (uint32_t)random_below(&random, bits));
            cbt_heap_reduce(&before, NULL);
            cbt_heap_reduce(&after, NULL);
            compare(&context, LAYOUT_FULL, &before, &after);
            compare(&context, LAYOUT_PACKED, &before, &after);
            compare(&context, LAYOUT_SNAPSHOT, &before, &after);
            if (depth < 16)
                continue;
            compare(&context, LAYOUT_ALIGNED, &before, &after);
            compare(&context, LAYOUT_ALIGNED_SNAPSHOT, &before, &after);
        }
    }
}

/* A bit that moves to its neighbour leaves most of its ancestors as they are. */
TEST(test_moved)
{
    CLEANUP(context_finish) struct context context = context_of(1, NULL);
    struct heap before, after;
    struct changes changes;
    assert_true(cbt_heap_create(&context, &before, 20) && cbt_heap_create(&context, &after, 20));
    flip(&before, 64);
    flip(&after, 65);
    cbt_heap_reduce(&before, NULL);
    cbt_heap_reduce(&after, NULL);
    assert_true(cbt_changes_list(&context, &changes, LAYOUT_FULL, &before, &after));
    assert_int_equal(changes.count, 1);
    assert_int_equal(changes.pairs[0], cbt_heap_bitfield_word(20) + 2);
    assert_int_equal(changes.pairs[1], 1);
}
