/* SPDX-License-Identifier: MIT */
/*
 * frame_leaf: the leaf of a handle, for shaders that only read the tree: decoded from the heap at
 * binding 0, or taken from the list at binding 1 that frame_decode.comp wrote.
 *
 * Constants   0 and 1 of heap.glsl; the includer declares LISTED: 1 takes the list.
 */
layout(std430, binding = 0) readonly buffer Heap { uint heap[]; };
layout(std430, binding = 1) readonly buffer Leaves { uint leaves[]; };

uint heap_word(uint index)
{
    return heap[index];
}

#include "cbt/heap.glsl"

uint leaf_of(uint handle)
{
    return max(LISTED != 0 ? leaves[handle] : heap_decode(handle), 2);
}
