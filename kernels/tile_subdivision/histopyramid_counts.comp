/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * histopyramid_counts: how many tiles lie below each node, up to five levels in one pass.
 *
 * Computes    count(n) = 1 for a leaf, else the sum over its children; levels push.parameter[0] + 1
 *             .. + 5 (at most TOP) from level push.parameter[0], whose counts are 1 at level 0. At
 *             TOP the sum is the tile count: it goes to control[0], the arguments of the next pass
 *             to control[32..34].
 * Bench       tile_subdivision.subdivide, variant histopyramid; baseline per_level.
 * Bindings    0, 1 and 5 of subdivision.glsl; 2..4 of the same (unused); 6 counts of levels 1..TOP,
 *             as the pyramid without level 0.
 * Constants   0 TOP, 1 VARYING, 2 ITEMS per group of the next pass, 3 LIMIT of groups in x; push of
 *             subdivision.glsl.
 * Dispatch    ceil(2^(TOP - level - 1) / 16) squared groups of (16, 16).
 * Work        reads 4 bytes per node of levels 1..TOP, writes 4 per node; bound by bandwidth.
 * Error       none.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      contender; HistoPyramid, Ziegler et al. 2006, on a quadtree whose leaves end at any
 *             level.
 */
layout(local_size_x = 16, local_size_y = 16) in;

#include "tile_subdivision/subdivision.glsl"

layout(constant_id = 2) const uint ITEMS = 256;
layout(constant_id = 3) const uint LIMIT = 65535;

layout(std430, binding = 6) buffer Counts { uint counts[]; };

uint count_index(node n)
{
    return pyramid_index(n) - TILE_CAPACITY;
}

uint reduce_combine(node n, uvec4 children)
{
    return node_subdivides(n) ? children.x + children.y + children.z + children.w : 1;
}

void reduce_store(node n, uint value)
{
    counts[count_index(n)] = value;
    if (n.level == TOP) {
        const uint groups = (value + ITEMS - 1) / ITEMS;
        control[0] = value;
        control[32] = min(groups, LIMIT);
        control[33] = (groups + LIMIT - 1) / LIMIT;
        control[34] = 1;
    }
}

#include "tile_subdivision/reduce_levels.glsl"

uint child_count(uint level, uvec2 position)
{
    return level == 0 ? 1 : counts[count_index(node(level, position.x, position.y))];
}

void main()
{
    const uint base = push.parameter[0];
    const node n = node(base + 1, gl_GlobalInvocationID.x, gl_GlobalInvocationID.y);
    uint value = 0;
    if (n.x < 1u << TOP - n.level && n.y < 1u << TOP - n.level) {
        const uvec2 child = 2 * uvec2(n.x, n.y);
        value = reduce_combine(n, uvec4(child_count(base, child),
                                        child_count(base, child + uvec2(1, 0)),
                                        child_count(base, child + uvec2(0, 1)),
                                        child_count(base, child + uvec2(1, 1))));
        reduce_store(n, value);
    }
    reduce_levels(base, value);
}
