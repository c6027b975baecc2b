/* SPDX-License-Identifier: MIT */
/* heap_buffer.glsl: the heap as the storage buffer at binding 0, and what changes its bit field. */
#ifndef CBT_HEAP_BUFFER_GLSL
#define CBT_HEAP_BUFFER_GLSL

layout(std430, binding = 0) buffer Heap { uint heap[]; };

uint heap_word(uint index)
{
    return heap[index];
}

uint heap_length()
{
    return heap.length();
}

#include "cbt/heap.glsl"

/* True when the bit was not set before. */
bool heap_node_split(uint node)
{
    const uint position = heap_split_position(node), bit = 1u << (position & 31);
    return (atomicOr(heap[heap_bitfield_word() + (position >> 5)], bit) & bit) == 0;
}

/* True when the bit was set before. From either sibling. */
bool heap_node_merge(uint node)
{
    const uint position = heap_merge_position(node), bit = 1u << (position & 31);
    return (atomicAnd(heap[heap_bitfield_word() + (position >> 5)], ~bit) & bit) != 0;
}

/*
 * Writes a node beside others that write the same words: clears the bits and sets them, in both
 * words that the node may straddle, four atomics whether or not it does.
 */
void heap_node_write_atomic(uint node, uint value)
{
    const uint address = heap_node_address(node), width = heap_node_width(node);
    const uint word = address >> 5, next = min(word + 1, heap_bitfield_word());
    const uint shift = address & 31, mask = 0xffffffffu >> 32 - width;
    atomicAnd(heap[word], ~(mask << shift));
    atomicOr(heap[word], value << shift);
    /* Shifts by 32 and more are undefined: in two steps. */
    atomicAnd(heap[next], ~(mask >> 31 - shift >> 1));
    atomicOr(heap[next], value >> 31 - shift >> 1);
}

/* Index of the caller's group or thread in dispatches that are split over x and y. */
uint dispatch_group()
{
    return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
}

uint dispatch_thread()
{
    return dispatch_group() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
}

#endif
