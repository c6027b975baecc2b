/* SPDX-License-Identifier: MIT */
#include "bench/cbt/leaves/leaves.h"

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
