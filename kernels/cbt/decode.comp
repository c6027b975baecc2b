/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * decode: the leaves, in the order of their handles.
 *
 * Computes    leaves[h] = the leaf of handle h, for all h below the root's value.
 * Bench       none: bench/cbt/leaves/tree_leaves.c, before and after an execution.
 * Bindings    0 heap, reduced; 2 leaves.
 * Constants   0 DEPTH, 1 LAYOUT.
 * Dispatch    indirect: a thread per leaf, groups of 256.
 * Work        per leaf: reads up to D nodes, of one or two words each; writes 4 bytes.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      Dupuy 2020; with LAYOUT packed Deliot et al. 2021.
 */
layout(local_size_x = 256) in;

#include "cbt/heap_buffer.glsl"

layout(std430, binding = 2) writeonly buffer Leaves { uint leaves[]; };

void main()
{
    const uint handle = dispatch_thread();
    if (handle < heap_leaf_count() && handle < leaves.length())
        leaves[handle] = heap_decode(handle);
}
