/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
/*
 * ancestors_first: one group per block of 2^BLOCK pixels squared, in one pass without dependent
 * steps.
 *
 * Computes    each subgroup tests the block's ancestors, a lane per level. If one of them is a
 *             leaf, the tile's first block appends it and the group is done. Otherwise each thread
 *             tests the nodes above its own square of 2^SQUARE pixels within the block, all loaded
 *             at once. The group lists its tiles in shared memory, reserves their slots with one
 *             global atomic, and writes them in one sweep.
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

shared uint staged_count;
shared uint staged_base;

#include "tile_subdivision/ancestors_first.glsl"

/* Slot of the caller's first of `items` tiles in the group's list. */
uint stage_reserve(uint items)
{
    const uint before = subgroupExclusiveAdd(items);
    const uint sum = subgroupAdd(items);
    uint base = 0;
    if (sum > 0 && subgroupElect())
        base = atomicAdd(staged_count, sum);
    return subgroupBroadcastFirst(base) + before;
}

void write_staged()
{
    barrier();
    const uint count = staged_count;
    if (gl_LocalInvocationIndex == 0)
        staged_base = atomicAdd(control[0], count);
    barrier();
    for (uint i = gl_LocalInvocationIndex; i < count; i += gl_WorkGroupSize.x) {
        const uint key = staged[i];
        const node n = node(tile_level(key), tile_x(key), tile_y(key));
        tile_write(staged_base + i, n, importance_at(n), threshold_at(n));
    }
}

void main()
{
    if (gl_LocalInvocationIndex == 0)
        staged_count = 0;
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
    const uint slot = stage_reserve(items);
    if (leaf == NONE)
        stage_square(slot, square, leaves);
    else if (first)
        staged[slot] = tile_key(leaf, square.x >> shift, square.y >> shift);
    write_staged();
}
