/* SPDX-License-Identifier: MIT */
#include "bench/cbt/host/reduce_host.h"
#include "bench/cbt/tree/tree.h"
#include "harness/engine/cpu/cpu.h"
#include "tests/context.h"

enum { DEPTH_MAX = 21, GUARD = 0x5A };

/* A heap with the bit field of another and its header, and poison where sums are to be. */
static struct heap poisoned(struct context *context, const struct heap *answer)
{
    struct heap heap;
    const size_t bitfield = cbt_heap_bitfield_word(answer->depth);
    assert_true(cbt_heap_copy(context, &heap, answer));
    memset(&heap.words[1], GUARD, 4 * (bitfield - 1));
    return heap;
}

static void assert_reduced(struct context *context, enum layout layout, const struct heap *answer,
                           const struct heap *heap)
{
    const size_t bitfield = cbt_heap_bitfield_word(answer->depth);
    const size_t tree = cbt_layout_tree_words(layout, answer->depth);
    assert_true(cbt_layout_check(context, "", layout, answer, heap->words, 0, tree));
    assert_memory_equal(&heap->words[bitfield], &answer->words[bitfield],
                        4 * cbt_heap_bitfield_words(answer->depth));
    if (layout == LAYOUT_PACKED)
        for (size_t i = tree; i < bitfield; i++)
            assert_int_equal(heap->words[i], 0x5A5A5A5A);
}

static void check_packed(struct context *context, const struct heap *answer)
{
    for (uint32_t threads = 1; threads <= 3; threads += 2) {
        CLEANUP(cpu_pool_destroy) struct cpu_pool *pool = cpu_pool_create(threads);
        for (size_t i = 0; i < cbt_tile_loops_count; i++) {
            struct reduce_host reduce;
            struct heap heap = poisoned(context, answer);
            if (cbt_tile_loops[i]->needs & ~cpu_features())
                continue;
            assert_true(cbt_reduce_host_init(context, &reduce, answer->depth));
            reduce.loops = cbt_tile_loops[i];
            cbt_reduce_host_packed(&reduce, &heap, pool);
            assert_reduced(context, LAYOUT_PACKED, answer, &heap);
        }
    }
}

TEST(test_both_sum_all_levels)
{
    for (uint32_t depth = REDUCE_HOST_DEPTH_MIN; depth <= DEPTH_MAX; depth++)
        for (int bits = 0; cbt_bits_names[bits]; bits++) {
            CLEANUP(context_finish) struct context context = context_of(1, NULL);
            struct heap answer;
            assert_true(cbt_heap_create(&context, &answer, depth));
            cbt_bits_fill(&answer, cbt_bits_names[bits]);
            check_packed(&context, &answer);
            struct heap heap = poisoned(&context, &answer);
            cbt_reduce_host_library(&heap);
            assert_reduced(&context, LAYOUT_FULL, &answer, &heap);
        }
}

/* Where a thread does several tiles together. */
TEST(test_units_of_tiles_sum_all_levels)
{
    CLEANUP(context_finish) struct context context = context_of(1, NULL);
    struct heap answer;
    assert_true(cbt_heap_create(&context, &answer, 24));
    cbt_bits_fill(&answer, "clustered");
    check_packed(&context, &answer);
}

TEST(test_the_widest_that_is_there_is_taken)
{
    assert_string_equal(cbt_tile_loops_best(0)->name, "plain");
    for (size_t i = 0; i < cbt_tile_loops_count; i++)
        assert_ptr_equal(cbt_tile_loops_best(cbt_tile_loops[i]->needs), cbt_tile_loops[i]);
}
