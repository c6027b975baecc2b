/* SPDX-License-Identifier: MIT */
/* cbt_heap_test.c: layout, nodes and reduction against worked cases and plain arrays. */
#include "bench/cbt/tree/heap.h"
#include "bench/cbt/tree/sequence.h"
#include "bench/cbt/tree/tree.h"
#include "tests/bench/cbt/cbt_heap.h"
#include "tests/unit.h"

static struct heap heap_of(uint32_t depth)
{
    struct heap heap;
    assert_true(cbt_heap_init(&heap, depth));
    return heap;
}

TEST(test_layout)
{
    for (uint32_t depth = HEAP_DEPTH_MIN; depth <= HEAP_DEPTH_MAX; depth++) {
        uint64_t end = depth + 3;
        for (uint32_t level = 0; level <= depth; level++) {
            const uint64_t first = (uint64_t)1 << level, width = depth + 1 - level;
            assert_int_equal(cbt_heap_level_address(depth, level), end);
            assert_int_equal(cbt_heap_node_address(depth, (uint32_t)first), end);
            assert_int_equal(cbt_heap_node_address(depth, (uint32_t)(2 * first - 1)),
                             end + (first - 1) * width);
            end += first * width;
            if (level >= 5)
                assert_int_equal(cbt_heap_level_address(depth, level) % 32, 0);
        }
        assert_int_equal(end, (uint64_t)32 * cbt_heap_words(depth));
        assert_int_equal(4 * cbt_heap_words(depth), (uint64_t)1 << (depth - 1));
        assert_int_equal(cbt_heap_level_address(depth, depth), (uint64_t)3 << depth);
        assert_int_equal(32 * cbt_heap_bitfield_word(depth), (uint64_t)3 << depth);
        assert_int_equal(cbt_heap_level_address(depth, depth - 1), (uint64_t)2 << depth);
        assert_int_equal(cbt_heap_level_address(depth, depth - 5), (uint64_t)8 << (depth - 5));
    }
    assert_int_equal(4 * cbt_heap_words(20), 512 << 10);
    assert_int_equal(4 * cbt_heap_words(28), 128 << 20);
}

/* D = 5, leaves 2, 6 and 7: bits 0, 16 and 24 of the one word. */
TEST(test_worked_case)
{
    CLEANUP(cbt_heap_finish) struct heap heap = heap_of(5);
    heap_reset(&heap, 1);
    assert_int_equal(heap.words[3], 0x00010001);
    assert_true(cbt_heap_node_split(&heap, 3));
    assert_false(cbt_heap_node_split(&heap, 3));
    assert_int_equal(heap.words[3], 0x01010001);
    cbt_heap_reduce(&heap, NULL);
    assert_int_equal(cbt_heap_leaf_count(&heap), 3);
    assert_int_equal(cbt_heap_node_read(&heap, 2), 1);
    assert_int_equal(cbt_heap_node_read(&heap, 3), 2);
    assert_int_equal(cbt_heap_node_read(&heap, 5), 0);
    assert_int_equal(cbt_heap_node_read(&heap, 16),
                     1); /* below leaf 2: a leaf only by its parents */
    /* Header: bits 0 to 7, of which bit 5; the root in the six bits behind it. */
    assert_int_equal(heap.words[0] & 0x3fff, 1 << 5 | 3 << 8);
    assert_int_equal(cbt_heap_decode(&heap, 0), 2);
    assert_int_equal(cbt_heap_decode(&heap, 1), 6);
    assert_int_equal(cbt_heap_decode(&heap, 2), 7);
    assert_int_equal(heap_encode(&heap, 7), 2);
    assert_true(cbt_heap_node_merge(&heap, 6));
    assert_false(cbt_heap_node_merge(&heap, 7));
    assert_int_equal(heap.words[3], 0x00010001);
}

/* Every node keeps what is written, whatever is written to its neighbours; the header stays. */
TEST(test_nodes_do_not_overlap)
{
    for (uint32_t depth = 5; depth <= 12; depth++) {
        CLEANUP(cbt_heap_finish) struct heap heap = heap_of(depth);
        for (uint32_t node = 1; node < 2u << depth; node++)
            cbt_heap_node_write(&heap, node, cbt_sequence_hash(node));
        for (uint32_t node = 1; node < 2u << depth; node++) {
            const uint32_t mask = (uint32_t)(((uint64_t)1 << cbt_heap_node_width(depth, node)) - 1);
            assert_int_equal(cbt_heap_node_read(&heap, node), cbt_sequence_hash(node) & mask);
        }
        assert_int_equal(heap.words[0] & ((2u << depth) - 1), 1u << depth);
        assert_int_equal(heap.words[cbt_heap_words(depth)], 0);
    }
}

/* Sums in a plain array, one entry per node. */
TEST(test_reduction)
{
    for (uint32_t depth = 5; depth <= 17; depth += depth < 10 ? 1 : 7)
        for (uint32_t kind = 0; kind < 4; kind++) {
            CLEANUP(cbt_heap_finish) struct heap heap;
            CLEANUP(free_pointer) uint32_t *sums = calloc(2u << depth, sizeof(*sums));
            assert_true(cbt_heap_init(&heap, depth) && sums);
            memset(heap.words, 0xA5, 4 * cbt_heap_words(depth));
            for (uint32_t i = 0; i < cbt_heap_bitfield_words(depth); i++) {
                const uint32_t kinds[] = { 0, UINT32_MAX, cbt_sequence_r_word(i),
                                           i % 37 == 0 ? 1u << i % 32 : 0 };
                const uint32_t word = kinds[kind];
                heap.words[cbt_heap_bitfield_word(depth) + i] = word;
                for (uint32_t bit = 0; bit < 32; bit++)
                    sums[(1u << depth) + 32 * i + bit] = word >> bit & 1;
            }
            for (uint32_t node = 1u << depth; node-- > 1;)
                sums[node] = sums[2 * node] + sums[2 * node + 1];
            cbt_heap_reduce(&heap, NULL);
            for (uint32_t node = 1; node < 2u << depth; node++)
                if (cbt_heap_node_read(&heap, node) != sums[node])
                    fail_msg("D %u, node %u: %u, wanted %u", depth, node,
                             cbt_heap_node_read(&heap, node), sums[node]);
            assert_int_equal(heap.words[0] & ((2u << depth) - 1), 1u << depth);
        }
}

/* Changed bits added to their ancestors give what a full reduction gives: one after the other, and
 * by several threads from the least depth on that has work for them. */
TEST(test_added_together)
{
    enum { CHANGES = 3000 };
    static const uint32_t depths[] = { 12, 13, 14, 15, 19, 22 };
    CLEANUP(cpu_pool_destroy) struct cpu_pool *pool = cpu_pool_create(3);
    assert_non_null(pool);
    for (size_t k = 0; k < sizeof(depths) / sizeof(*depths); k++) {
        const uint32_t depth = depths[k];
        CLEANUP(cbt_heap_finish) struct heap heap, full;
        CLEANUP(free_pointer) uint32_t *positions = malloc(CHANGES * sizeof(*positions));
        assert_true(positions && cbt_heap_init(&heap, depth) && cbt_heap_init(&full, depth));
        heap_reset(&heap, 6);
        for (int change = 1; change >= -1; change -= 2) { /* sets bits, and clears a part of them */
            size_t count = 0;
            for (uint32_t i = 0; i<CHANGES; i += change> 0 ? 1 : 2) {
                const uint32_t position = cbt_sequence_hash(i) % (1u << depth);
                uint32_t *word = &heap.words[cbt_heap_bitfield_word(depth) + position / 32];
                const uint32_t bit = 1u << position % 32;
                if (!(*word & bit) == (change > 0)) {
                    *word ^= bit;
                    positions[count++] = position;
                }
            }
            cbt_heap_positions_add(&heap, positions, count, change, pool);
            memcpy(full.words, heap.words, 4 * cbt_heap_words(depth));
            cbt_heap_reduce(&full, NULL);
            assert_memory_equal(full.words, heap.words, 4 * cbt_heap_words(depth));
        }
    }
}

/* The walks of several threads are the one walk. */
TEST(test_leaves_together)
{
    enum { DEPTH = 12, LEVEL = 8 };
    CLEANUP(cbt_heap_finish) struct heap heap;
    CLEANUP(cpu_pool_destroy) struct cpu_pool *pool = cpu_pool_create(3);
    uint32_t leaves[2][2 << LEVEL] = { { 0 } };
    assert_true(pool && cbt_heap_init(&heap, DEPTH));
    cbt_heap_leaves(&heap, leaves[0], pool); /* of none */
    heap_reset(&heap, LEVEL);
    for (uint32_t node = 1 << LEVEL; node < 2 << LEVEL; node += 1 + cbt_sequence_hash(node) % 4)
        assert_true(cbt_heap_node_split(&heap, node));
    cbt_heap_reduce(&heap, NULL);
    assert_in_range(cbt_heap_leaf_count(&heap), (1 << LEVEL) + 50, 2 << LEVEL);
    cbt_heap_leaves(&heap, leaves[0], NULL);
    cbt_heap_leaves(&heap, leaves[1], pool);
    assert_memory_equal(leaves[0], leaves[1], sizeof(leaves[0]));
    for (uint32_t handle = 0; handle < cbt_heap_leaf_count(&heap); handle++)
        assert_int_equal(cbt_heap_decode(&heap, handle), leaves[1][handle]);
}

TEST(test_reset_and_leaves)
{
    for (uint32_t level = 0; level <= 9; level++) {
        CLEANUP(cbt_heap_finish) struct heap heap = heap_of(9);
        uint32_t leaves[1 << 9];
        heap_reset(&heap, level);
        assert_int_equal(cbt_heap_leaf_count(&heap), 1u << level);
        cbt_heap_leaves(&heap, leaves, NULL);
        for (uint32_t handle = 0; handle < 1u << level; handle++) {
            assert_int_equal(leaves[handle], (1u << level) + handle);
            assert_int_equal(cbt_heap_decode(&heap, handle), leaves[handle]);
            assert_int_equal(heap_encode(&heap, leaves[handle]), handle);
        }
    }
}

/* Hashes of published constants: FNV-1a of nothing, splitmix64's first output from seed 0. */
TEST(test_hashes)
{
    struct row_leaves row;
    cbt_row_leaves(&row, NULL, 0);
    assert_true(row.sorted == UINT64_C(0xcbf29ce484222325) && row.decoded == row.sorted);
    cbt_row_leaves(&row, &(uint32_t){ 0 }, 1);
    assert_true(row.sum == UINT64_C(0xe220a8397b1dcdaf) && row.exclusive_or == row.sum);
    const uint32_t up[] = { 4, 5, 3 }, down[] = { 5, 3, 4 };
    struct row_leaves other;
    cbt_row_leaves(&row, up, 3);
    cbt_row_leaves(&other, down, 3);
    assert_true(row.sorted == other.sorted && row.sum == other.sum);
    assert_true(row.exclusive_or == other.exclusive_or && row.decoded != other.decoded);
    assert_true(row.depth_min == 1 && row.depth_max == 2 && row.count == 3);
}
