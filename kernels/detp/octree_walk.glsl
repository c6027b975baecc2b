/* SPDX-License-Identifier: MIT */
/*
 * octree_walk.glsl: all nodes whose grown boxes a ray passes. In each slab of nodes along x the ray
 * has a span of t, and so a range of y; in each of these rows a span, and so a range of z.
 */
#ifndef DETP_OCTREE_WALK_GLSL
#define DETP_OCTREE_WALK_GLSL

#include "detp/octree.glsl"

/* Visits each of them; the includer defines it. */
void octree_visit(uint node);

/* The part of `span` within the grown slab of nodes `i` along axis k. */
vec2 octree_slab(vec2 span, uint i, int k, detp_ray ray, vec3 inverse)
{
    const float lower = push.lower[k] + float(i) * push.size[k] - push.pad - ray.origin[k];
    const float upper = push.lower[k] + float(i + 1) * push.size[k] + push.pad - ray.origin[k];
    const float a = lower * inverse[k], b = upper * inverse[k];
    return vec2(max(span.x, min(a, b)), min(span.y, max(a, b)));
}

/* First node along axis k whose grown slab the part of the ray meets, and the one behind the last.
 */
uvec2 octree_range(vec2 span, int k, detp_ray ray)
{
    const vec2 ends = ray.origin[k] + span * ray.direction[k] - push.lower[k];
    const float first = (min(ends.x, ends.y) - push.pad) * push.scale[k];
    const float last = (max(ends.x, ends.y) + push.pad) * push.scale[k];
    const float side = float(OCTREE_SIDE);
    return uvec2(clamp(floor(first), 0, side), clamp(floor(last) + 1, 0, side));
}

void octree_walk(detp_ray ray)
{
    const vec3 inverse = octree_inverse(ray.direction);
    const vec2 span = octree_span(ray);
    const uvec2 x = octree_range(span, 0, ray);
    for (uint i = x.x; i < x.y; i++) {
        const vec2 slab = octree_slab(span, i, 0, ray, inverse);
        if (slab.x > slab.y)
            continue;
        const uvec2 y = octree_range(slab, 1, ray);
        for (uint j = y.x; j < y.y; j++) {
            const vec2 row = octree_slab(slab, j, 1, ray, inverse);
            if (row.x > row.y)
                continue;
            const uvec2 z = octree_range(row, 2, ray);
            for (uint k = z.x; k < z.y; k++)
                octree_visit((k * OCTREE_SIDE + j) * OCTREE_SIDE + i);
        }
    }
}

#endif
