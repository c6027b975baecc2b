/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * quadtree_up: a step of phase 1: the sums of four, as in building a mip map.
 *
 * Computes    tuple j of U_i: its component c is the sum of the components of tuple 4 j + c of
 *             U_(i-1), so that it counts the valid entries of a block of 4^i.
 * Bench       bench/common/quadtree.h: stream_reduction.compact, variant quadtree; baseline
 *             quadtree.
 * Bindings    0 U, all levels.
 * Constants   0 group size; push.children and push.first, tuples of U_(i-1), and the first of them;
 *             push.tuples and push.own, the same of U_i.
 * Dispatch    a thread per tuple of U_i; the group's index is x + y * groups in x.
 * Work        reads four tuples, writes one.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      Lastra et al. 2008, Section 4, phase 1 with a quadtree.
 */
layout(local_size_x_id = 0) in;

#include "stream_reduction/group.glsl"

layout(std430, binding = 0) buffer Up { uvec4 up[]; };

layout(push_constant) uniform Push
{
    uint children, first, tuples, own;
} push;

uint sum_of(uint j)
{
    if (j >= push.children)
        return 0; /* the root has one child */
    const uvec4 u = up[push.first + j];
    return u.x + u.y + u.z + u.w;
}

void main()
{
    const uint j = thread_index();
    if (j < push.tuples)
        up[push.own + j] =
            uvec4(sum_of(4 * j), sum_of(4 * j + 1), sum_of(4 * j + 2), sum_of(4 * j + 3));
}
