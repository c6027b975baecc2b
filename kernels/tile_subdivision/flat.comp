/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * flat: one thread per node of the whole pyramid, no dependence between levels.
 *
 * Computes    a node is a tile when it is a leaf and its parent subdivides; where the threshold
 *             varies by pixel, when all its ancestors do.
 * Bench       tile_subdivision.subdivide, variant flat; baseline per_level.
 * Bindings    0..5 of subdivision.glsl.
 * Constants   0 TOP, 1 VARYING, 2 group size; push of subdivision.glsl.
 * Dispatch    (columns, rows) groups over (4^(TOP+1) - 1) / 3 nodes, index = row * columns +
 *             column.
 * Work        reads the whole pyramid, 16/3 * 4^TOP bytes, whatever the map; writes 12 bytes per
 *             tile; bound by bandwidth.
 * Error       none: bits are compared and copied.
 * Needs       subgroup_ballot and subgroup_arithmetic; any subgroup size.
 * Source      contender; holds since T does not increase with the level and the pyramid is a
 *             maximum.
 */
layout(local_size_x_id = 2) in;

#include "tile_subdivision/subdivision.glsl"
#include "tile_subdivision/append.glsl"

/*
 * Nodes are numbered from the root down here: the 4^m - 1 over 3 nodes of the top m levels come
 * first.
 */
node node_from_top(uint index)
{
    const uint depth = findMSB(3 * index + 1) / 2;
    const uint first = ((1u << 2 * depth) - 1) / 3;
    const uint within = index - first;
    return node(TOP - depth, within & (1u << depth) - 1, within >> depth);
}

bool ancestors_subdivide(node n)
{
    const uint last = VARYING != 0 ? TOP : min(n.level + 1, TOP);
    for (uint level = n.level + 1; level <= last; level++) {
        const uint shift = level - n.level;
        if (!node_subdivides(node(level, n.x >> shift, n.y >> shift)))
            return false;
    }
    return true;
}

void main()
{
    const uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    const uint index = group * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    const uint count = ((4u << 2 * TOP) - 1) / 3;
    const node n = node_from_top(min(index, count - 1));
    const uint importance = importance_at(n), threshold = threshold_at(n);
    const bool leaf = !subdivides(n.level, importance, threshold);
    const bool tile = index < count && leaf && ancestors_subdivide(n);
    const uint slot = append_reserve(0, tile ? 1 : 0);
    if (tile)
        tile_write(slot, n, importance, threshold);
}
