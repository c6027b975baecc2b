/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * stream_component: bad on purpose, an entry is null if its first component is.
 *
 * Computes    what quadtree_leaves.comp does, but for that.
 * Bench       tests/bench/stream_reduction/stream_planted_test.c only.
 * Bindings    0 and 2 of quadtree_leaves.comp; 1 (unused)..
 * Constants   0 group size; 1 ELEMENT_WORDS of element.glsl; push of quadtree_leaves.comp.
 * Dispatch    that of quadtree_leaves.comp.
 * Work        that of quadtree_leaves.comp.
 * Error       as planted.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
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
    return k < push.entries && element_load(k).x != NULL_WORD ? 1 : 0;
}

void main()
{
    const uint i = thread_index();
    if (i < push.tuples)
        up[i] = uvec4(leaf(4 * i), leaf(4 * i + 1), leaf(4 * i + 2), leaf(4 * i + 3));
}
