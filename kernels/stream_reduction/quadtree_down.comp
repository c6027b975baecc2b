/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * quadtree_down: a step of phase 2: how many valid entries lie before each block.
 *
 * Computes    tuple j of D_i: D_(i+1)[j] and the sums of that with the first one, two and three
 *             components of tuple j of U_i. The paper prints U_i[(k-1)/2] where the left sibling,
 *             U_i[k-1], is meant. D_0 is S, the distribution vector.
 * Bench       bench/common/quadtree.h: stream_reduction.compact, variant quadtree; baseline
 *             quadtree.
 * Bindings    0 U, 1 D, all levels of both.
 * Constants   0 group size; push.tuples and push.own, tuples of level i, and the first of them;
 *             push.parent, the first of level i+1; push.root, 1 where that is the root, whose D is
 *             zero.
 * Dispatch    a thread per tuple of D_i; the group's index is x + y * groups in x.
 * Work        reads a tuple and a word, writes a tuple.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      Lastra et al. 2008, Section 4, phase 2 with a quadtree.
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
    const uvec4 u = up[push.own + j];
    const uint before = push.root != 0 ? 0 : down[push.parent + j / 4][j % 4];
    down[push.own + j] = before + uvec4(0, u.x, u.x + u.y, u.x + u.y + u.z);
}
