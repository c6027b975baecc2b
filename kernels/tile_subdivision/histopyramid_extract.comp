/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * histopyramid_extract: one thread per tile finds its tile by descending the counts.
 *
 * Computes    tile i of the depth-first (Morton) order, written to slot i: the output is ordered,
 *             the same in every run, and takes no atomics.
 * Bench       tile_subdivision.subdivide, variant histopyramid; baseline per_level.
 * Bindings    0..5 of subdivision.glsl; 6 counts of levels 1..TOP.
 * Constants   0 TOP, 1 VARYING, 2 group size; push of subdivision.glsl.
 * Dispatch    indirect, (columns, rows) groups; control[0] tiles.
 * Work        reads up to 12 bytes per tile and level, mostly from cache, writes 12 per tile; bound
 *             by the latency of TOP dependent reads.
 * Error       none.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      contender; HistoPyramid, Ziegler et al. 2006.
 */
layout(local_size_x_id = 2) in;

#include "tile_subdivision/subdivision.glsl"

layout(std430, binding = 6) readonly buffer Counts { uint counts[]; };

uint count_at(node n)
{
    return n.level == 0 ? 1 : counts[pyramid_index(n) - TILE_CAPACITY];
}

/* A node that subdivides counts 4 at least, a leaf 1: the counts alone tell where to stop. */
node find_tile(uint index)
{
    node n = node(TOP, 0, 0);
    while (count_at(n) > 1) {
        node child = node(n.level - 1, 2 * n.x, 2 * n.y);
        const uint first = count_at(child);
        const uint second = count_at(node(child.level, child.x + 1, child.y));
        const uint third = count_at(node(child.level, child.x, child.y + 1));
        if (index >= first + second) {
            child.y++;
            index -= first + second;
            if (index >= third) {
                child.x++;
                index -= third;
            }
        } else if (index >= first) {
            child.x++;
            index -= first;
        }
        n = child;
    }
    return n;
}

void main()
{
    const uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    const uint index = group * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    if (index >= control[0])
        return;
    const node n = find_tile(index);
    tile_write(index, n, importance_at(n), threshold_at(n));
}
