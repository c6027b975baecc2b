/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * frame_decode: decodes every leaf once, into a list.
 *
 * Computes    leaves[handle] = leaf of the handle.
 * Bench       cbt.draw, variant listed; baseline vertex, which decodes for every vertex.
 * Bindings    0 heap, reduced; 1 list, written.
 * Constants   0 and 1 of heap.glsl.
 * Dispatch    ceil(leaves / 256) groups of 256, indirect.
 * Work        2 words per level of the tree and leaf read, 4 bytes per leaf written.
 * Error       none.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      contender
 */
layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer Heap { uint heap[]; };
layout(std430, binding = 1) writeonly buffer Leaves { uint leaves[]; };

uint heap_word(uint index)
{
    return heap[index];
}

#include "cbt/heap.glsl"

void main()
{
    const uint handle = gl_GlobalInvocationID.x;
    if (handle < heap_leaf_count())
        leaves[handle] = heap_decode(handle);
}
