/* SPDX-License-Identifier: MIT */
/*
 * heap.glsl: nodes of a concurrent binary tree, as bench/cbt/tree/heap.h has them. Reads only.
 *
 * The includer says before where the words are: uint heap_word(uint index). heap_buffer.glsl does
 * that for a storage buffer at binding 0. D is heap_depth.glsl's, or heap_depth_from.glsl's.
 *
 * Constants   0 DEPTH (D), 1 LAYOUT.
 */
#ifndef CBT_HEAP_GLSL
#define CBT_HEAP_GLSL

#include "cbt/heap_depth.glsl"

layout(constant_id = 1) const uint LAYOUT = 0;

/* enum layout in bench/cbt/tree/tree.h */
const uint LAYOUT_FULL = 0;     /* every level, D+1-d bits a node */
const uint LAYOUT_PACKED = 1;   /* levels 0..D-5; below, the bits of a word are counted */
const uint LAYOUT_SNAPSHOT = 2; /* the same, counted in a copy of the bit field */
const uint LAYOUT_ALIGNED = 3;  /* levels 0..D-7 in 32, 16 and 8 bits */

/* The lowest level above the bit field that is stored. */
uint heap_stored_level()
{
    return LAYOUT == LAYOUT_FULL ? heap_depth() : heap_depth() - (LAYOUT == LAYOUT_ALIGNED ? 7 : 5);
}

uint heap_bitfield_word()
{
    return 3u << heap_depth() - 5;
}

/* Where the bits below the stored levels are counted; level D-1 has room for the copy. An includer
 * that defines HEAP_COPY has one, whatever the layout of the levels. */
#ifndef HEAP_COPY
#define HEAP_COPY (LAYOUT == LAYOUT_SNAPSHOT)
#endif
uint heap_counted_word()
{
    return HEAP_COPY ? 2u << heap_depth() - 5 : heap_bitfield_word();
}

uint heap_node_depth(uint node)
{
    return uint(findMSB(node));
}

/* Widths of LAYOUT_ALIGNED go by the level's distance from the bit field. */
uint heap_level_width(uint level)
{
    const uint below = heap_depth() - level;
    if (LAYOUT != LAYOUT_ALIGNED)
        return below + 1;
    return below > 15 ? 32 : below > 7 ? 16 : 8;
}

/* Bit address of heap id 0 of the level, were there one. */
uint heap_level_origin(uint level)
{
    const uint below = heap_depth() - level;
    if (LAYOUT != LAYOUT_ALIGNED)
        return 2u << level;
    const uint words = below > 15 ? 0 : 1u << heap_depth() - 15;
    return 32 * (below > 7 ? words : words + (1u << heap_depth() - 8));
}

uint heap_node_width(uint node)
{
    return heap_level_width(heap_node_depth(node));
}

uint heap_node_address(uint node)
{
    const uint level = heap_node_depth(node);
    return heap_level_origin(level) + node * heap_level_width(level);
}

uint heap_node_ceiling(uint node)
{
    return node << heap_depth() - heap_node_depth(node);
}

/* At most 32 bits from a bit address; they may straddle two words. */
uint heap_bits_read(uint address, uint width)
{
    const uint word = address >> 5, shift = address & 31;
    uint bits = heap_word(word) >> shift;
    if (shift + width > 32)
        bits |= heap_word(word + 1) << 32 - shift;
    return bitfieldExtract(bits, 0, int(width));
}

/* Leaves in the span of a node below the stored levels: at most two words of bits. */
uint heap_node_count(uint node)
{
    const uint below = heap_depth() - heap_node_depth(node);
    const uint position = (node << below) - (1u << heap_depth());
    const uint word = heap_counted_word() + (position >> 5);
    if (below > 5)
        return bitCount(heap_word(word)) + bitCount(heap_word(word + 1));
    return bitCount(bitfieldExtract(heap_word(word), int(position & 31), 1 << below));
}

uint heap_node_read(uint node)
{
    if (heap_node_depth(node) > heap_stored_level())
        return heap_node_count(node);
    return heap_bits_read(heap_node_address(node), heap_node_width(node));
}

uint heap_leaf_count()
{
    return heap_node_read(1);
}

/* The leaf of a handle, below a word's node: halves the word. */
uint heap_decode_word(uint node, uint handle)
{
    uint bits = heap_word(heap_counted_word() + node - (1u << heap_depth() - 5));
    for (int width = 16; bitCount(bits) > 1; width >>= 1) {
        const uint left = bitfieldExtract(bits, 0, width);
        const uint count = bitCount(left);
        const bool right = handle >= count;
        node = 2 * node + (right ? 1 : 0);
        handle -= right ? count : 0;
        bits = right ? bits >> width : left;
    }
    return node;
}

/* The leaf of a handle 0..leaves-1, in the order of the bit field. */
uint heap_decode(uint handle)
{
    uint node = 1, value = heap_node_read(1);
    /* Bounded: shaders of draws run lanes without a vertex, with any handle. */
    while (value > 1 && node < (1u << heap_depth())) {
        if (LAYOUT != LAYOUT_FULL && node >> heap_depth() - 5 == 1)
            return heap_decode_word(node, handle);
        const uint left = heap_node_read(2 * node);
        const bool right = handle >= left;
        node = 2 * node + (right ? 1 : 0);
        handle -= right ? left : 0;
        value = right ? value - left : left;
    }
    return node;
}

/* The handle of a leaf. */
uint heap_encode(uint leaf)
{
    uint handle = 0;
    for (uint node = leaf; node > 1; node >>= 1)
        if ((node & 1) != 0)
            handle += heap_node_read(node - 1);
    return handle;
}

/* Bit positions that a split and a merge change. */
uint heap_split_position(uint node)
{
    return heap_node_ceiling(2 * node + 1) - (1u << heap_depth());
}

uint heap_merge_position(uint node)
{
    return heap_node_ceiling(node | 1) - (1u << heap_depth());
}

#endif
