/* SPDX-License-Identifier: MIT */
/*
 * octree.glsl: where nodes of the octree lie, and the push constants of all kernels of `octree`;
 * bench/detp/octree.c has the same struct. A node is one of the cells of level DEPTH, its leaves
 * are its eight children. A disc belongs to the leaf that holds its centre, and to no other; a ray
 * is listed in each node whose box, grown by `pad`, it passes. So each pair is tested at most once,
 * and none that hits is left out.
 *
 * Once they are scanned, word i of `first_discs` is the first disc of leaf i, node by node, and a
 * word of `first_entries` is where the part begins that a block of rays has in the list of a node;
 * behind the last of either stands the sum of all. Needs detp.glsl before it.
 */
#ifndef DETP_OCTREE_GLSL
#define DETP_OCTREE_GLSL

layout(constant_id = 1) const uint DEPTH = 3;

const uint OCTREE_SIDE = 1 << DEPTH;
const uint OCTREE_NODES = 1 << 3 * DEPTH;

layout(push_constant) uniform Push
{
    vec3 lower;  /* of the scene's box */
    float pad;   /* the radius, and room for rounding */
    vec3 scale;  /* nodes per unit of length */
    float t_pad; /* room for rounding in t */
    vec3 size;   /* of a node */
    float cull;  /* room for rounding in squares of distances */
    detp_rule rule;
    uint ray_first, ray_count; /* of the batch */
    uint disc_count;
    uint blocks; /* of rays */
} push;

/* Node, times eight, and the child of it that the point is in. */
uint octree_leaf(vec3 point)
{
    const vec3 cell = floor((point - push.lower) * (2 * push.scale));
    const uvec3 at = uvec3(clamp(cell, vec3(0), vec3(2 * OCTREE_SIDE - 1)));
    const uvec3 node = at >> 1, child = at & 1;
    return ((node.z * OCTREE_SIDE + node.y) * OCTREE_SIDE + node.x) * 8 +
           (child.z << 2 | child.y << 1 | child.x);
}

vec3 octree_lower(uint node)
{
    const uvec3 at = uvec3(node, node >> DEPTH, node >> 2 * DEPTH) & (OCTREE_SIDE - 1);
    return push.lower + vec3(at) * push.size;
}

/* Never 0, so that no quotient is a 0 over a 0. */
vec3 octree_inverse(vec3 direction)
{
    const vec3 least = vec3(1e-20);
    return 1 / mix(direction, mix(least, -least, lessThan(direction, vec3(0))),
                   lessThan(abs(direction), least));
}

/* Where on the ray hits may lie. */
vec2 octree_span(detp_ray ray)
{
    return vec2(push.rule.t_min - push.t_pad, ray.t_max + push.rule.t_slack + push.t_pad);
}

/* Index of the word in `first_entries`. */
uint octree_part(uint node, uint block)
{
    return node * push.blocks + block;
}

#endif
