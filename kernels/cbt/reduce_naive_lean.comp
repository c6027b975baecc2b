/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * reduce_naive_lean: reduce_naive without the atomics that change nothing: the second word is
 * cleared and set only where the node straddles it.
 *
 * Computes    value(n) = value(2n) + value(2n+1) for all nodes of a level.
 * Bench       cbt.sum_reduction, variant naive_lean; baseline prepass.
 * Bindings    0 heap; the level below is reduced, or is the bit field.
 * Constants   0 DEPTH, 1 LAYOUT (full), 2 DEPTH_FROM; push.level, push.depth.
 * Dispatch    2^level / 256 groups of 256, split over x and y.
 * Work        per node: reads two children, 2 atomics, 4 where it straddles two words; at level
 *             D-1, where none does, 16 threads share a word.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      contender: what of reduce_naive's time is owed to the second pair of atomics.
 */
layout(local_size_x = 256) in;

#include "cbt/heap_depth_from.glsl"

#include "cbt/heap_buffer.glsl"

void node_write(uint node, uint value)
{
    const uint address = heap_node_address(node), width = heap_node_width(node);
    const uint word = address >> 5, shift = address & 31, mask = 0xffffffffu >> 32 - width;
    atomicAnd(heap[word], ~(mask << shift));
    atomicOr(heap[word], value << shift);
    if (shift + width > 32) {
        atomicAnd(heap[word + 1], ~(mask >> 32 - shift));
        atomicOr(heap[word + 1], value >> 32 - shift);
    }
}

void main()
{
    const uint index = dispatch_thread(), count = 1u << level;
    if (index >= count)
        return;
    const uint node = count + index;
    node_write(node, heap_node_read(2 * node) + heap_node_read(2 * node + 1));
}
