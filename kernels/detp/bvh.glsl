/* SPDX-License-Identifier: MIT */
/*
 * bvh.glsl: a tree of boxes with eight children each, over discs in Morton order: node i of level 0
 * has discs 8 i to 8 i + 7, node i of level l has nodes 8 i to 8 i + 7 of level l - 1. Nothing
 * points to anything.
 *
 * A node is six uvec4, the planes of its children's boxes: least and most along x, then y, then z.
 * Child k has half k & 1 of word k >> 1: 16 bits, in 65536ths of what all boxes lie in. A child
 * that is not there has its least above its most.
 */
const uint BVH_WIDTH = 8;
const uint BVH_NODE = 6;      /* uvec4 */
const uint BVH_NONE = 0xffff; /* of a box: least 0xffff, most 0 */

/* One axis of a box: least in the low half, most in the high one. */
uint bvh_union(uint a, uint b)
{
    return min(a & 0xffffu, b & 0xffffu) | max(a & 0xffff0000u, b & 0xffff0000u);
}

/* The two halves of a word, as 1 + half / 65536: they become fractions of floats as they are. */
vec2 bvh_planes(uint word)
{
    return uintBitsToFloat(uvec2(word << 7, word >> 9) & 0x007fff80u | 0x3f800000u);
}
