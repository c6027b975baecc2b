/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
/*
 * ancestors_first_small: ancestors_first.comp for devices whose shared memory has no room for its
 * two words beside the largest block's list, 16 KiB. The first word of the list counts, and then
 * says where the tiles go, before tiles are listed; that takes three more barriers.
 *
 * Computes    as ancestors_first.comp.
 * Bench       tile_subdivision.subdivide, variant ancestors_first; baseline per_level.
 * Bindings    0..5 of subdivision.glsl.
 * Constants   0 TOP, 1 VARYING, 2 group size = 4^(BLOCK - SQUARE), 3 BLOCK <= TOP (TOP, or at
 *             least 3), 4 SQUARE <= min(2, BLOCK); push of subdivision.glsl.
 * Dispatch    2^(TOP - BLOCK) squared groups.
 * Work        reads 4 bytes per node of blocks that subdivide and TOP - BLOCK + 1 per block, writes
 *             12 per tile; bound by launch and latency (three dependent loads and an atomic), then
 *             by bandwidth.
 * Error       none: bits are compared and copied.
 * Needs       subgroup_ballot and subgroup_arithmetic; any subgroup size.
 * Source      contender, our own.
 */
layout(local_size_x_id = 2) in;

#include "tile_subdivision/ancestors_first.glsl"

/* Slots of a thread's tiles in the group's list, how many the list has, and where it goes. */
struct place {
    uint slot, count, base;
};

/* For all threads of the group, after a barrier behind which staged[0] is 0. Nothing is listed
 * before all of them have read the word. */
place stage_reserve(uint items)
{
    place p;
    const uint before = subgroupExclusiveAdd(items);
    const uint sum = subgroupAdd(items);
    uint slot = 0;
    if (sum > 0 && subgroupElect())
        slot = atomicAdd(staged[0], sum);
    p.slot = subgroupBroadcastFirst(slot) + before;
    barrier();
    p.count = staged[0];
    barrier();
    if (gl_LocalInvocationIndex == 0)
        staged[0] = atomicAdd(control[0], p.count);
    barrier();
    p.base = staged[0];
    barrier();
    return p;
}

void write_staged(place p)
{
    barrier();
    for (uint i = gl_LocalInvocationIndex; i < p.count; i += gl_WorkGroupSize.x) {
        const uint key = staged[i];
        const node n = node(tile_level(key), tile_x(key), tile_y(key));
        tile_write(p.base + i, n, importance_at(n), threshold_at(n));
    }
}

void main()
{
    if (gl_LocalInvocationIndex == 0)
        staged[0] = 0;
    const uvec2 block = gl_WorkGroupID.xy;
    const uint above = find_leaf_above(block);
    if (above != NONE) {
        append_leaf_above(block, above);
        return;
    }
    const uvec2 within = morton_decode(gl_LocalInvocationIndex);
    const uvec2 square = (block << BLOCK - SQUARE) + within;
    const uint leaf = find_leaf_within(square);
    const uint leaves = leaf == NONE ? find_square_leaves(square) : 0;
    const uint shift = leaf == NONE ? 0 : leaf - SQUARE;
    const bool first = leaf != NONE && (within & (1u << shift) - 1) == uvec2(0);
    barrier();
    const uint items = leaf == NONE ? CHILDREN - 3 * bitCount(leaves) : first ? 1 : 0;
    const place p = stage_reserve(items);
    if (leaf == NONE)
        stage_square(p.slot, square, leaves);
    else if (first)
        staged[p.slot] = tile_key(leaf, square.x >> shift, square.y >> shift);
    write_staged(p);
}
