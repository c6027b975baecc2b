/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * rays_walk: rays over a full-screen grid, by a walk through a heap of boxes in the kernel itself:
 * for devices without ray queries, and not what those do.
 *
 * Computes    result: bit k of a pixel's word says that its ray k meets a leaf.
 * Bench       thread_group_tiling.rays, variants row_major (trace:walk) and tiled_x; baseline
 *             row_major.
 * Bindings    0 result, written once per pixel; 1 directions; 2 leaves, in the order of the heap;
 *             3 nodes: two vec4 each, low and high corner; node 0 is none.
 * Constants   0 and 1 group's size; 2 ORDER (of order.glsl), 3 N (1 at least); push of
 *             rays_pixel.glsl: leaf_count is a power of two.
 * Dispatch    grid.x by grid.y groups, of a thread per pixel.
 * Work        writes a word per pixel; a walk per ray ends at the first leaf that it meets. No
 *             stack: the next node follows from the number of the last.
 * Error       none: tests of leaves are multiplications and additions in a fixed order; not
 *             precise: tests of boxes, which are larger than these round by.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own, for what Bavoil 2020 says of ray queries.
 */
#include "thread_group_tiling/rays.glsl"

struct RaysNode {
    vec4 low, high;
};

layout(std430, binding = 3) readonly buffer Nodes { RaysNode nodes[]; };

bool rays_enter(uint node, vec2 from, vec2 inverse)
{
    const vec4 low = nodes[node].low, high = nodes[node].high;
    const vec2 a = (low.xy - from) * inverse, b = (high.xy - from) * inverse;
    const vec2 near = min(a, b), far = max(a, b);
    return max(max(near.x, near.y), low.z) <= min(min(far.x, far.y), high.z);
}

bool rays_blocked(vec2 from, vec4 direction)
{
    uint node = 1;
    while (node != 0) {
        if (node < leaf_count && rays_enter(node, from, direction.zw)) {
            node *= 2;
            continue;
        }
        if (node >= leaf_count && foliage_meets(node - leaf_count, from, direction.xy))
            return true;
        /* Up from right children, then to the right: from the last node of all to 0. */
        node >>= findLSB(~node);
        node += node != 0 ? 1 : 0;
    }
    return false;
}

void main()
{
    rays_trace();
}
