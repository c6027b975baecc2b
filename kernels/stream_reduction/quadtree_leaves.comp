/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * quadtree_leaves: the start of phase 1: which entries of a stream are valid.
 *
 * Computes    U_0: 1 where an entry is valid, 0 where it is null or past the end, four to a tuple.
 * Bench       bench/common/quadtree.h: stream_reduction.compact, variant quadtree; baseline
 *             quadtree.
 * Bindings    0 the stream, as tuples or as indices; 1 (unused); 2 U, level 0 first.
 * Constants   0 group size; 1 ELEMENT_WORDS of element.glsl; push.entries, of the stream;
 *             push.tuples, of level 0.
 * Dispatch    a thread per tuple of U; the group's index is x + y * groups in x.
 * Work        reads every entry, writes a word for each.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      Lastra et al. 2008, Section 4, phase 1.
 */
layout(local_size_x_id = 0) in;

#include "stream_reduction/element.glsl"
#include "stream_reduction/group.glsl"

layout(std430, binding = 2) writeonly buffer Up { uvec4 up[]; };

layout(push_constant) uniform Push
{
    uint entries, tuples;
} push;

uint leaf(uint k)
{
    return k < push.entries && element_valid(element_load(k)) ? 1 : 0;
}

void main()
{
    const uint i = thread_index();
    if (i < push.tuples)
        up[i] = uvec4(leaf(4 * i), leaf(4 * i + 1), leaf(4 * i + 2), leaf(4 * i + 3));
}
