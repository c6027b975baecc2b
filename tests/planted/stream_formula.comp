/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * stream_formula: bad on purpose, phase 2 takes U at the index of the parent, as the paper prints it.
 *
 * Computes    what quadtree_down.comp does, but for that.
 * Bench       tests/bench/stream_reduction/stream_planted_test.c only.
 * Bindings    0..1 of quadtree_down.comp..
 * Constants   0 group size; push of quadtree_down.comp.
 * Dispatch    that of quadtree_down.comp.
 * Work        that of quadtree_down.comp.
 * Error       as planted.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
layout(local_size_x_id = 0) in;

#include "stream_reduction/group.glsl"

layout(std430, binding = 0) readonly buffer Up { uvec4 up[]; };
layout(std430, binding = 1) buffer Down { uvec4 down[]; };

layout(push_constant) uniform Push
{
    uint tuples, own, parent, root;
} push;

void main()
{
    const uint j = thread_index();
    if (j >= push.tuples)
        return;
    const uint before = push.root != 0 ? 0 : down[push.parent + j / 4][j % 4];
    down[push.own + j] = before + uvec4(0, uvec3(up[push.own + j / 4][j % 4]));
}
